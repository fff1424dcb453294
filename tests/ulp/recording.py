#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A kernel of sfpi's builtins, executed in QEMU and recorded: both must give the same for every input of BF16 in
Dst of 16 and of 32 bits, and a kernel of two operands for some pairs. It needs no checkout.
recording.py CHIP; with --broken NAME the recorded builtin NAME is spoiled, and the
difference must be noticed."""
import json
import os
import re
import subprocess
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))
sys.path[:0] = [os.path.join(ROOT, 'tools/ulp'), os.path.join(ROOT, 'tools')]
from llk import STACK  # noqa: E402
from kernels.toolchain import BuildError, LANGUAGE, Toolchain, run  # noqa: E402

HERE = os.path.join(ROOT, 'tests/ulp')
RECORDER = os.path.join(ROOT, 'tools/ulp/recorder')
CHIP = '-wormhole' if sys.argv[1] == 'wormhole' else ''
WORK = os.path.join(ROOT, f'build/ulp-recording{CHIP}')
TOOL = os.path.join(ROOT, f'build/host{CHIP}/tools/stx-ulp')
LIBRARIES = os.path.join(ROOT, f'build/rv32im{CHIP}-diag')
# The exact functions of kernels of one, two and three operands; the first is not looked at.
EXACT = {1: 'x', 2: 'x * y + x', 3: 'x * y + z'}
# What spoils a builtin of the recorder: text, and what stands there instead.
BROKEN = {'sfpmad': ('STX_OP_SFPMAD, 0, 1, 2, 0, mod', 'STX_OP_SFPMAD, 0, 1, 0, 0, mod'),
          'condition': ('return b << 1 ? __builtin_rvtt_sfpxfcmpv(v, constant(b), mod)', 'return b << 1 ? holds(v, mod)'),
          'subtraction': ('difference(b, a) : stx_record::sum(a, b)', 'difference(a, b) : stx_record::sum(a, b)'),
          'select': ('stx_record::number_of(old), stx_record::number_of(now)', 'stx_record::number_of(now), stx_record::number_of(now)')}


def includes(way, builtins):
    """Those of the recording builtins come first where a kernel is recorded."""
    own = [os.path.join(ROOT, 'include/llk'), os.path.join(ROOT, 'include'), RECORDER, os.path.join(ROOT, 'port')]
    return [f'-I{d}' for d in ([builtins] if way == 'record' else []) + own]


def program(tools, way, sources, dst32, builtins, operands=1, left=0):
    """One program: the kernel and what stands around it."""
    flags = [f'-DULP_DST32={dst32}', f'-DULP_OPERANDS={operands}', f'-DULP_LEFT={left}', '-DSTX_TRACE=1', f'-DSTX_ARCH={int(bool(CHIP))}',
             *(['-DSTX_BINARY', *STACK] if way == 'timed' else []), *includes(way, builtins)]
    objects = [os.path.join(WORK, f'{way}{dst32}{operands}{left}.kernel.o')]
    run([tools.compiler, *tools.arch, *LANGUAGE, '-DCOMPILE_FOR_TRISC=1', *flags, *tools.system, '-include',
         'llk/platform.h', '-c', os.path.join(HERE, 'builtins.cpp'), '-o', objects[0]], 'kernel')
    for source in sources:
        objects.append(os.path.join(WORK, f'{way}{dst32}{operands}{left}.{source}.o'))
        run([tools.compiler.replace('g++', 'gcc'), *tools.arch, '--specs=picolibc.specs', '-std=c99', '-O2', *flags,
             '-c', os.path.join(RECORDER, source), '-o', objects[-1]], source)
    libraries = [os.path.join(LIBRARIES, n) for n in ('llk/runtime.a', 'libsoftensix.a')]
    return tools.program(objects, libraries, os.path.join(WORK, f'{way}{dst32}{operands}{left}.elf'))


def execute(elf, *arguments):
    done = subprocess.run([os.path.join(ROOT, 'tools/run-qemu.sh'), elf, *arguments], capture_output=True, text=True,
                          check=False)
    if done.returncode:
        raise BuildError(done.stdout + done.stderr)
    return done.stdout


def compared(tools, dst32, builtins, operands=1):
    """The exit status of stx-ulp: 0 if recorded and executed results are the same, 3 if not."""
    path = {n: os.path.join(WORK, f'{n}{dst32}') for n in ('state', 'body', 'recording', 'inputs', 'results')}
    formats = ['--in', 'bf16', '--dst', 'fp32', '--out', 'bf16'] if dst32 else ['--format', 'bf16']
    formats += ['--per-binade', '1', '--grid', '1'] if operands > 1 else []
    exact = EXACT[operands]
    plain = program(tools, 'plain', ['plain.c', 'machine.c'], dst32, builtins, operands)
    record = program(tools, 'record', ['recorder.c', 'machine.c'], dst32, builtins, operands)
    execute(plain, 'state', path['state'])
    execute(record, 'record', path['body'])
    with open(path['recording'], 'w', encoding='ascii') as to:
        for part in ('state', 'body'):
            with open(path[part], encoding='ascii') as f:
                to.write(f.read())
        to.write('end\n')
    subprocess.run([TOOL, *formats, '--function', exact, '--list-inputs', path['inputs']], check=True)
    execute(plain, f'run{operands}', path['inputs'], path['results'])
    done = subprocess.run([TOOL, '--recording', path['recording'], '--plain-results', path['results'], '--function',
                           exact, '--quiet', '--json', path['recording'] + '.json', *formats],
                          capture_output=True, text=True, check=False)
    print(f'Dst of {32 if dst32 else 16} bits{f", {operands} operands" * (operands > 1)}: exit status {done.returncode} {done.stderr.strip()}')
    with open(path['recording'] + '.json', encoding='ascii') as f:
        result = json.load(f)
    recorded = result['way'] == 'recorded' and result['sampled'] == 1 << 16 and result['operands'] == operands
    return done.returncode if recorded else f'not compared: {result["refused"]}'


def checked(tools):
    """True if a kernel that leaves two vectors of a call alone, and breaks a rule, is told so, and one that does neither is not."""
    wanted = {0: [], 2: ['dst: 2 of the 8 vectors of a call are neither read nor written, first vector 6 (DST_LEFT)',
                         'rule: SFPLOAD or SFPLOADI to LReg 12..15 (SFPU_VD)']}
    good = True
    for left, findings in wanted.items():
        told = execute(program(tools, 'plain', ['plain.c', 'machine.c'], 0, RECORDER, 2, left), 'check')
        seen = [line for line in told.splitlines() if 'DST_LEFT' in line or 'SFPU_VD' in line]
        print(f'{left} vectors left alone: {seen}')
        good &= len(seen) == len(findings) and all(text in told for text in findings)
    return good


def timed(tools):
    """True if the product and the sum of a row take one word, as the vendor's compiler makes of them: three loads, a multiply-add that the
    store waits for, and the store, for each of 32 rows, and what it takes until the first starts."""
    cycles = int(re.search(r'total (\d+)', execute(program(tools, 'timed', ['timed.c', 'machine.c'], 0, RECORDER, 3)))[1])
    print(f'a tile of x * y + z: {cycles} cycles')
    return 32 * 6 <= cycles < 32 * 7


def spoiled(name):
    """A directory with the recording builtins, of which one is wrong."""
    directory = os.path.join(WORK, 'broken')
    os.makedirs(directory, exist_ok=True)
    old, new = BROKEN[name]
    with open(os.path.join(RECORDER, 'tensix_builtins.def'), encoding='ascii') as f:
        text = f.read()
    if old not in text:
        raise BuildError(f'{name}: its text is not there any more')
    with open(os.path.join(directory, 'tensix_builtins.def'), 'w', encoding='ascii') as to:
        to.write(text.replace(old, new))
    return directory


def main():
    os.makedirs(WORK, exist_ok=True)
    tools = Toolchain(ROOT, 'rv32im', WORK, LIBRARIES)
    passed = failed = 0
    names = sys.argv[3:] if sys.argv[2:3] == ['--broken'] else []
    for name in names or [None]:
        builtins, wanted = (spoiled(name), 3) if name else (RECORDER, 0)
        for dst32 in ((0,) if name else (0, 1)):
            for operands in (1,) if name else EXACT:
                good = compared(tools, dst32, builtins, operands) == wanted
                passed, failed = passed + good, failed + (not good)
    if not names:
        for good in (checked(tools), timed(tools)):
            passed, failed = passed + good, failed + (not good)
    print(f'{passed} passed, {failed} failed')
    return failed != 0


if __name__ == '__main__':
    try:
        sys.exit(main())
    except BuildError as error:
        print(f'FAIL {error}\n0 passed, 1 failed')
        sys.exit(1)
