# SPDX-License-Identifier: Apache-2.0
"""Builds a program from a kernel of tt-metal and a case: writes the files that tt-metal's build generates."""
import hashlib
import os

from .. import build
from ..build import write
from ..toolchain import LANGUAGE, LANGUAGE_C, ROOT, THREADS, BuildError, digest_of
from . import bindings, descriptors, globalcb, gridbuild
from .checkout import CheckoutError, is_old_style

# tt-metal builds with -ffast-math. This part of it is needed: without it GCC does not fold comparisons of
# constants, which kernels rely on.
FLAGS = ['-fno-trapping-math']
CONSTANTS = ['TENSIX_FIRMWARE', 'LOCAL_MEM_EN=0', 'KERNEL_BUILD', 'DISPATCH_MESSAGE_ADDR=0', 'PROGRAMMABLE_CORE_TYPE=0']


def _banks(kind, number):
    shift = number.bit_length() - 1
    return [f'NUM_{kind}_BANKS={number}', f'LOG_BASE_2_OF_NUM_{kind}_BANKS={shift}' if number == 1 << shift else f'IS_NOT_POW2_NUM_{kind}_BANKS=1']


def device(chip, dram_banks, l1_banks):
    """Macros that describe a card to the kernels of all cores."""
    return [*CONSTANTS, *chip.defines, *_banks('DRAM', dram_banks), *_banks('L1', l1_banks), f'PCIE_NOC_X={chip.pcie[0]}', f'PCIE_NOC_Y={chip.pcie[1]}']


def _defines(case, core):
    """The macros of a kernel, or of a reader or writer, of a core."""
    return ''.join(f'#define {name} {value}\n' for name, value in case.defines) + globalcb.align(core)


def _arguments(case):
    """Compile-time arguments, as compiler options."""
    out = ['-DKERNEL_COMPILE_TIME_ARGS=' + ','.join(str(v) for v in case.compile_args)]
    if case.named_args:
        entries = ','.join(f'{{"{name}",{value}}}' for name, value in case.named_args)
        out.append(f'-DKERNEL_COMPILE_TIME_ARG_MAP={entries}')
    return out


def _source(name, kernel, prologue, old_style):
    """The source that chlkc_list.h includes for a thread."""
    lines = [f'#define TRISC_{name}', f'#include "defines_generated.h"\n{prologue}#include "bindings_generated.h"',
             f'#include "{kernel}"']
    if old_style:
        lines.append('inline void kernel_main() { NAMESPACE::MAIN; }')
    return '\n'.join(lines) + '\n'


def _name_of(path):
    """A short and unique name for a file."""
    return hashlib.sha256(os.fsencode(os.path.abspath(path))).hexdigest()[:8]


class Builder(build.Builder):
    """Knows the checkout."""

    def __init__(self, march, checkout, many=False, **given):
        super().__init__('metal', march, checkout.chip, **given)
        self.checkout = checkout
        self.salt = digest_of(ROOT, ('include/llk/**/*', 'include/metal/**/*', 'include/softensix/*', 'port/metal/*.cpp', 'tools/kernels/toolchain.py',
                                     'tools/kernels/chips.py', 'tools/kernels/build.py', 'tools/kernels/metal/build.py')) + checkout.digest + checkout.chip.name
        self.before = {}  # maps names to precompiled headers
        if many:
            self.precompile(self._steady, checkout.begin)

    def _steady(self, thread, places=(), last=()):
        """The options that are the same for all kernels. places, last: directories of a kernel,
        before and after the checkout's."""
        name, capitals, number = thread
        shims = [os.path.join(ROOT, 'include/metal')] if self.checkout.prologue else []
        places = [*places, *shims, *self.checkout.includes(), *last, os.path.join(ROOT, 'include'),
                  os.path.join(ROOT, 'include/llk')]
        chip = self.checkout.chip
        return [*FLAGS, *(f'-D{d}' for d in device(chip, chip.dram_banks, chip.l1_banks)), '-DNOC_INDEX=0', '-DNOC_MODE=0', f'-DCOMPILE_FOR_TRISC={number}',
                f'-DPROCESSOR_INDEX={number + 2}', f'-DUCK_CHLKC_{capitals}',
                f'-DNAMESPACE=chlkc_{name}', f'-DSTX_METAL_ENTRY=metal_{name}', *(f'-I{d}' for d in places), *self.options()]

    def flags(self, case, work, kernel, thread):
        """The options of a kernel; the prelude is the last one."""
        return [*_arguments(case), *self._steady(thread, [work], [os.path.dirname(kernel), *case.include_paths]), '-include', self.prelude]

    def write(self, case, work, kernel, old_style):
        files = {'chlkc_descriptors.h': descriptors.text(case), 'defines_generated.h': _defines(case, case),
                 'bindings_generated.h': bindings.text(case.bindings)}
        for name, capitals, _ in THREADS:
            files[f'chlkc_{name}.cpp'] = _source(capitals, kernel, self.checkout.prologue,
                                                   old_style)
        write(work, files)

    def _mover(self, side, path, work):
        """Compiles the user's own reader or writer."""
        entry = f'stx_metal_{side}'
        flags = [f'-Dkernel_main={entry}', f'-I{os.path.join(ROOT, "include")}',
                 '-include', 'metal/mover.h']
        self.tools.thread(side, path, entry, flags, os.path.join(work, side + '.o'),
                          LANGUAGE_C if path.endswith('.c') else LANGUAGE)
        return entry

    def dataflow_flags(self, case, side, mover, work, kernel):
        """Options for a data-movement kernel as in tt-metal: the reader for NCRISC and NoC 0, the writer for BRISC
        and NoC 1."""
        reader = side == 'reader'
        constants = [*device(self.checkout.chip, case.program.banks, 1), f'NOC_INDEX={mover.noc_index(side)}', f'NOC_MODE={int(mover.dynamic)}',
                     f'COMPILE_FOR_{"NCRISC" if reader else "BRISC"}', f'PROCESSOR_INDEX={int(reader)}', f'STX_METAL_ENTRY=stx_metal_{side}']
        adapted = [self.checkout.registers, os.path.join(ROOT, 'include/metal')] if self.checkout.prologue else []
        places = [work, *adapted, *self.checkout.includes(),
                  os.path.dirname(kernel), *case.include_paths, os.path.join(ROOT, 'include'),
                  os.path.join(ROOT, 'include/llk')]
        return [*FLAGS, *(f'-D{d}' for d in constants), *_arguments(mover), *(f'-I{d}' for d in places),
                '-include', 'metal/dataflow.h']

    @staticmethod
    def dataflow_files(case, mover, kernel):
        """The files that tt-metal's build generates for a data-movement kernel."""
        return {'chlkc_descriptors.h': descriptors.text(case), 'defines_generated.h': _defines(mover, case),
                'bindings_generated.h': bindings.text(mover.bindings, mover.tensor_places),
                'kernel_generated.h': f'#include "{kernel}"\n'}

    def write_dataflow(self, case, mover, work, kernel):
        write(work, self.dataflow_files(case, mover, kernel))

    def _dataflow(self, case, side, mover, work):
        """Compiles a data-movement kernel; the name of its object depends on its sources and
        options."""
        if self.checkout.strange:
            raise CheckoutError('data movement: ' + '\n  '.join(self.checkout.strange))
        beside = os.path.join(os.path.dirname(os.path.abspath(case.path)), mover.kernel)
        kernel = beside if mover.kernel.startswith('./') else self.checkout.kernel(mover.kernel)
        if not os.path.isfile(kernel):
            raise CheckoutError(f'the kernel {mover.kernel} does not exist')
        files = self.dataflow_files(case, mover, kernel)
        key = self.key(kernel, self.salt, side, str(mover.noc_index(side)), str(mover.dynamic), str(case.program.banks), *files.values(),
                       *_arguments(mover), *FLAGS)
        work = os.path.join(self.kept, f'{side}-{key}')
        target = os.path.join(work, side + '.o')
        with self.locks[key]:
            write(work, files)
            with self.slots:
                self.tools.thread(side, os.path.join(ROOT, self.checkout.dataflow_source), f'stx_metal_{side}',
                                  self.dataflow_flags(case, side, mover, work, kernel), target)
        return target, key

    def _movers(self, case, work):
        """The objects of a reader and a writer, and the table of their functions for port/metal."""
        if case.program:
            return self._table({side: f'stx_metal_{side}' for side in case.program.movers}, work)
        if not case.movers:
            return []
        os.makedirs(work, exist_ok=True)
        entries = {side: self._mover(side, path, work) for side, (path, _) in case.movers.items()}
        return [os.path.join(work, name + '.o') for name in entries] + self._table(entries, work)

    def _table(self, entries, work):
        text = ''.join(f'void {entry}(void);\n' for entry in entries.values()) + \
            f'void (*const stx_metal_mover[2])(void) = {{{entries.get("reader", 0)}, {entries.get("writer", 0)}}};\n'
        target = os.path.join(work, f'table-{hashlib.sha256(text.encode()).hexdigest()[:8]}.o')
        write(work, {'table.c': text})
        self.tools.thread('table of movers', os.path.join(work, 'table.c'), 'stx_metal_mover', [], target, LANGUAGE_C)
        return [target]

    def program(self, case):
        """The program for a case, as a tuple, and whether it had to be compiled. Under the monitor
        the tuple has the monitor and one program for each thread."""
        kernel, source, key, work = self._place_of(case)
        with self.locks[key]:
            objects, fresh = self._threads(case, kernel, source, work)
            return self._link(case, objects, work), fresh

    def _place_of(self, case):
        """The compute kernel, its text, the key of what is made of it, and the directory for that."""
        kernel = self.checkout.kernel(case.kernel) if case.kernel != 'none' else self._nothing()
        with open(kernel, encoding='utf-8', errors='surrogateescape') as f:
            source = f.read()
        key = self.key(kernel, self.salt, descriptors.text(case), _defines(case, case), bindings.text(case.bindings), *_arguments(case), *case.include_paths,
                       *FLAGS)
        return kernel, source, key, os.path.join(self.kept, key)

    def _threads(self, case, kernel, source, work):
        """The three objects, and whether one had to be compiled."""
        self.write(case, work, kernel, is_old_style(source))
        return self.objects(work, self.checkout.thread_source, lambda thread: self.flags(case, work, kernel, thread))

    def cores(self, cases):
        """The program for several cores, as program(), and the number of each core's kernels."""
        linked = gridbuild.Linked(self.tools, os.path.join(self.kept, 'cores'), self.locks)
        fresh, numbers = False, []
        if self.isolated:
            raise BuildError('several cores do not run under the monitor')
        for case in cases:
            if case.program.remotes and self.checkout.strange_remote:
                raise CheckoutError(self.checkout.strange_remote)
            kernel, source, key, work = self._place_of(case)
            with self.locks[key]:
                objects, made = self._threads(case, kernel, source, work)
            fresh |= made
            named = [(target, f'metal_{thread[0]}') for target, thread in zip(objects, THREADS)]
            movers = {side: (self._dataflow(case, side, mover, None)[0], f'stx_metal_{side}') for side, mover in case.program.movers.items()}
            numbers.append(linked.number(named, movers))
        includes = [f'-D{d}' for d in self.checkout.chip.defines] + [f'-I{os.path.join(ROOT, d)}' for d in ('include', 'port', 'port/metal')]
        libraries = [os.path.join(self.libraries, part) for part in ('metal/runtime.a', 'libsoftensix.a')]
        return (linked.program(includes, libraries, self.variant),), fresh, numbers

    def _nothing(self):
        """An empty compute kernel for a program that has none."""
        write(self.out, {'none.cpp': 'void kernel_main() {}\n'})
        return os.path.join(self.out, 'none.cpp')

    def _link(self, case, objects, work):
        if self.isolated and (case.movers or case.program):
            raise BuildError('a reader or writer does not run under the monitor')
        name = '-'.join(['kernel', *(f'{side}-{_name_of(path)}' for side, (path, _) in case.movers.items())])
        made = [self._dataflow(case, side, mover, work) for side, mover in case.program.movers.items()]
        if made:
            name = 'program-' + hashlib.sha256(''.join(key for _, key in made).encode()).hexdigest()[:8]
        return self.link(objects + [target for target, _ in made] + self._movers(case, os.path.join(work, name)), work, name)
