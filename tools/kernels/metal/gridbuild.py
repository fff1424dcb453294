# SPDX-License-Identifier: Apache-2.0
"""Links the kernels of several cores to one program (port/metal/grid.h). The variables of each kernel lie together, so that each
core has its own: they are exchanged when another core has its turn."""
import hashlib
import os

from ..kept import replace
from ..toolchain import LANGUAGE_C, run

# The variables of a kernel become one section, with its ends as symbols; the rest is left as it is.
SCRIPT = """SECTIONS {{ .data.{name} : ALIGN(16) {{
    {name}_begin = .; *(.data .data.* .sdata .sdata.* .bss .bss.* .sbss .sbss.* COMMON) . = ALIGN(16); {name}_end = .; }} }}
"""


class Linked:
    """Collects the kernels of cores."""

    def __init__(self, tools, work, locks):
        self.tools, self.work, self.locks = tools, work, locks
        self.names = {}  # object -> the name of its function
        self.kinds = {}  # (names of three threads, of reader and writer or None) -> number

    def _name(self, source, entry):
        """The name of a kernel's function in the program."""
        if source not in self.names:
            self.names[source] = 'stx_k' + hashlib.sha256(f'{source} {entry}'.encode()).hexdigest()[:12]
            self._place(source, entry, self.names[source])
        return self.names[source]

    def _target(self, name):
        return os.path.join(self.work, name + '.o')

    def _place(self, source, entry, name):
        os.makedirs(self.work, exist_ok=True)
        script, target, tools = os.path.join(self.work, name + '.ld'), self._target(name), self.tools
        replace(script, SCRIPT.format(name=name))
        how = tools.how(source, entry, SCRIPT)

        def steps(made, noted):
            linked = made + '.linked'
            run([*tools.linker, '-r', '-T', script, f'--dependency-file={noted}', source, '-o', linked], 'linking a kernel')
            run([tools.objcopy, f'--redefine-sym={entry}={name}', linked, made], 'naming a kernel')
            os.remove(linked)
        with self.locks[target]:  # programs that are built at the same time may share a kernel
            if not tools.kept.holds(target, how):
                tools.make(target, how, steps)

    def number(self, threads, movers):
        """The number of a core's kernels. threads: (object, function) of the three; movers: side -> the same."""
        kind = (tuple(self._name(*one) for one in threads),
                tuple(self._name(*movers[side]) if side in movers else None for side in ('reader', 'writer')))
        return self.kinds.setdefault(kind, len(self.kinds))

    def _table(self):
        names = sorted(self.names.values())
        lines = ['#include "grid.h"']
        for name in names:
            taken = 'void *' if any(name in threads for threads, _ in self.kinds) else 'void'
            lines += [f'void {name}({taken});', f'extern uint8_t {name}_begin[], {name}_end[];']
        lines.append('static const struct grid_kernels kernels[] = {')
        for threads, movers in self.kinds:
            variables = ', '.join(f'{{{name}_begin, {name}_end}}' for name in (*threads, *movers) if name)
            lines.append(f'    {{{{{{{", ".join(threads)}}}}}, {{{", ".join(name or "0" for name in movers)}}}, {{{variables}}}}},')
        lines += ['};', 'int main(int argc, char **argv) {',
                  '    return grid_job(kernels, sizeof kernels / sizeof kernels[0], argc, argv);', '}']
        return '\n'.join(lines) + '\n'

    def program(self, includes, libraries, variant):
        """The name of the linked program."""
        text = self._table()
        stem = os.path.join(self.work, 'program-' + hashlib.sha256(text.encode()).hexdigest()[:12])
        objects = [stem + '.o', *(self._target(name) for name in sorted(self.names.values()))]
        with self.locks[stem]:
            replace(stem + '.c', text)
            self.tools.thread('table of cores', stem + '.c', 'main', includes, stem + '.o', LANGUAGE_C)
            return self.tools.program(objects, libraries, f'{stem}{variant}.elf', 'qemu-virt-cores.ld')
