#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks rules of the house about files, symbols, format and proofs: check.py [library]; check.py modes: only the last, docs/modes.tsv."""
import os
import re
import subprocess
import sys
from fnmatch import fnmatchcase
from glob import glob

from kernels import ending

C = ('lib/*.[ch]', 'port/*/*.[ch]')
DEREFERENCED = re.compile(r'\b(core|to|from)->l1\b')
# What libgcc and, on a host, stx_misused() need.
LIBGCC = r'__(u?(div|mod)[sdt]i3|mul[sd]i3|ash[lr]di3|lshrdi3|clz[sd]i2|ctz[sd]i2|popcount[sd]i2|u?divmod[sd]i4|clz_tab)'
HOSTED = r'|fputs|stderr|fwrite|fputc|__cpu_model|__cpu_indicator_init'
# The compiler puts a function NAME into .text.NAME. Where linkers or boards put something special there, such as entry code, no function
# may have that name. The C library's exit() is one.
SECTIONS = re.compile(r'^([a-z][a-z_0-9 *]*[ *](start|startup|entry|init|boot|reset|vectors?|traps?|hot|cold|exit|likely|unlikely|sorted|unknown|'
                      r'[a-z_]+_unlikely))\([^;]*$', re.M)
broken = []


def say(rule, *what):
    print(f'check: {rule}:', *what)
    broken.append(rule)


def output(*command):
    try:
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors='replace', check=False).stdout
    except FileNotFoundError:
        return ''


def read(path):
    with open(path, encoding='utf-8') as f:
        return f.read()


def files_of(*patterns, outside=()):
    return [name for name in TRACKED if any(fnmatchcase(name, p) for p in patterns) and name not in outside]


def each_file():
    table = read('tests/insn/test_l1_range.c')
    for name in files_of('lib/*.[ch]', outside=('lib/core/init.c', 'lib/regs/l1.h')):
        if DEREFERENCED.search(read(name)) and not name.startswith('lib/diag/uninit'):
            say('L1', f'{name} reads core->l1 itself, not through regs/l1.h')
        if '"regs/l1.h"' in read(name) and name not in table:
            say('L1', f'{name} is not in the table of tests/insn/test_l1_range.c')
    shown_whole = ('examples/01-one-word/main.c', 'examples/cookbook/main.c')
    for name in files_of('Makefile', '*.[chS]', '*.cpp', '*.py', '*.sh', '*.awk', '*.mk', '*.def', '*.ld', outside=shown_whole):
        if 'SPDX-License-Identifier: Apache-2.0' not in read(name):
            say('licence', f'{name} has no line SPDX-License-Identifier: Apache-2.0')
    for name in files_of('*.log', '*.tmp', '*.orig', '*.rej', '*.o', '*.a', '*.elf'):
        say('output', f'{name} is what a program has written')
    # A header's guard is derived from its path, so that no two are the same.
    for name in files_of('lib/*.h', outside=('lib/private.h', 'lib/num/recip_table.h', 'lib/fast/common/product_loops.h')):
        guard = 'STX_' + re.sub('[/.]', '_', name[len('lib/'):]).upper()
        if f'#define {guard}\n' not in read(name):
            say('guard', f'{name} has no include guard {guard}')
    for name in files_of(*C, 'port/*/*.S', 'include/softensix/*.h', 'tests/*/*.[ch]', 'tools/*'):
        if not name.endswith('.tsv') and not re.match('include/softensix/.*/', name) and read(name).count('\n') > 400:
            say('length', f'{name} has more than 400 lines')
    for name in files_of(*C, 'include/*.h', outside=('port/none/stdlib.c',)):
        for found in SECTIONS.finditer(read(name)):
            say('sections', f'a function whose name makes a special section: {name}: {found[1]}')


def symbols(library):
    """Global ones begin with stx_. Undefined ones may be memcpy, memset and those above."""
    own = rf'stx_.*|memcpy|memset|{LIBGCC}|_GLOBAL_OFFSET_TABLE_|__stack_chk_fail{HOSTED if library.startswith("build/host") else ""}'
    objects = [f'{os.path.dirname(library)}/{name[:-1]}o' for name in files_of('lib/*.c')]
    for names, advice in ([library], ''), (objects, 'run make generate, include private.h where they are declared: '):
        names = [name for name in names if os.path.exists(name)]
        found = set(re.findall(r' [A-Za-z] (\S+)$', output('nm', '-g', *names), re.M)) if names else set()
        wrong = sorted(name for name in found if not re.fullmatch(own, name))
        if wrong:
            say('symbols', advice + ' '.join(wrong))


def layout():
    """As clang-format 14 has it; others differ in details."""
    if 'version 14.' not in output('clang-format', '--version'):
        print('skipped: format: no clang-format 14')
        return
    names = [name for name in files_of(*C, 'include/softensix/*.h', 'tests/*/*.[ch]', 'examples/*/*.[ch]', 'tools/*.[ch]') if not name.endswith('tti.h')]
    parts = [subprocess.Popen(['clang-format', '--dry-run', *names[i::2]], stderr=subprocess.PIPE, text=True) for i in range(2)]
    for found in re.finditer(r'^([^:\n]*):([0-9]+):.*-Wclang-format-violations', ''.join([part.communicate()[1] for part in parts]), re.M):
        say('format', ':'.join(found.groups()))


def modes():
    """Each row of docs/modes.tsv that runs has a proof: the name of a test, an example or golden vectors. Each instruction has a row."""
    rows = [line.split('\t') for line in read('docs/modes.tsv').splitlines() if not line.startswith('#')]
    for name, mode, status, *proofs in (row for row in rows if len(row) >= 3):
        proofs = [proof for proof in re.split('[;, ]+', ''.join(proofs[:1]).replace('vectors:', '')) if proof not in ('', '-')]
        if status.startswith('runs') and not proofs:
            say('docs/modes.tsv', f'{name} {mode} runs but has no proof')
        for proof in proofs:
            path = proof if '/' in proof else f'tests/*/{proof}' if proof.endswith('.c') else f'tests/vectors/data/{proof}.vec.xz'
            if not glob(path):
                say('docs/modes.tsv', f'there is no proof {proof}')
    proved = {row[0] for row in rows}
    for name in re.findall(r'^(?:SFPU_)?INSN\(([A-Z0-9_]+),', read('lib/isa/blackhole.def'), re.M):
        if name not in proved:
            say('docs/modes.tsv', f'nothing proves {name} of lib/isa/blackhole.def')


def main():
    modes()
    if sys.argv[1:] != ['modes']:
        if not TRACKED:  # in a release's tarball
            print('skipped: rules about single files: this is not a git checkout')
        each_file()
        symbols(*sys.argv[1:] or ['build/host/libsoftensix.a'])
        layout()
        if not broken:
            print('check: lengths, symbols, format: good')
    return bool(broken)


TRACKED = [name for name in output('git', 'ls-files').splitlines() if os.path.isfile(name)] if output('git', 'ls-files', 'Makefile') == 'Makefile\n' else []
if __name__ == '__main__':
    sys.exit(ending.quietly(main))
