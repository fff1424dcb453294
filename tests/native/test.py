#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The kernels of examples compiled for a core that has the coprocessor: test.py DIR EXAMPLE...

DIR holds two programs of each example (mk/native.mk): EXAMPLE-calls.elf, where kernels call the library, and
EXAMPLE-words.elf, where they are words and stores, which trap. Both print what each thread issues and stores, and a
hash of L1. The program of each thread is then linked for the core itself, without anything of the emulation, and
disassembled. One line a claim that fails, then "N passed, N failed"."""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PREFIX = os.environ.get('CROSS', 'riscv64-unknown-elf-')
BUFFER = 'ffe40000'  # words whose operands are known at run time are stored there
PACK_JOB = ('job_unpack', 'job_pack')
KERNELS = {'matmul': ('matmul_unpack', 'matmul_math', 'matmul_pack'),
           'eltwise': (*PACK_JOB, 'eltwise_math'),
           'reduce': (*PACK_JOB, 'reduce_tile_math', 'reduce_argmax_math'),
           'transpose': (*PACK_JOB, 'transpose_math'),
           'first_kernel': ('first_unpack', 'first_math', 'first_pack')}
passed = failed = 0


def claim(text, holds, why=''):
    global passed, failed
    passed, failed = passed + bool(holds), failed + (not holds)
    if not holds:
        print(f'FAIL {text}: {why}')


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    return done.returncode, done.stdout + done.stderr


def record(program):
    """(status, the events of each thread and the hashes of L1, all else that was printed)."""
    status, text = run(['tools/run-qemu.sh', program])
    lines = text.splitlines()
    events = [line for line in lines if line.startswith('@')]
    counts = re.compile(r'@|words issued|risc-v instructions')
    return status, events, [line for line in lines if not counts.match(line)]


def first_difference(a, b):
    for i, (x, y) in enumerate(zip(a, b)):
        if x != y:
            return f'line {i}: {x!r} by calls, {y!r} by words'
    return f'{len(a)} lines by calls, {len(b)} by words'


def compare_runs(directory, name):
    """What the two programs do; the words that the second one has among its instructions."""
    status, calls, said = record(f'{directory}/{name}-calls.elf')
    claim(f'{name}: the kernels that call pass', status == 0 and calls, '\n'.join(said[-5:]))
    status, words, said_too = record(f'{directory}/{name}-words.elf')
    claim(f'{name}: the kernels in words pass', status == 0, '\n'.join(said_too[-5:]))
    stored = [line.replace(f' {BUFFER} ', ' 00000000 ') for line in words]
    claim(f'{name}: every word, every store and L1 are the same', calls == stored,
          first_difference(calls, stored))
    claim(f'{name}: the same results', said == said_too, first_difference(said, said_too))
    own = {line.split()[2] for line in words if line.split()[1] == '00000000'}
    events = sum(not line.startswith('@l1') for line in calls)
    return own, events


def words_of(elf):
    """The Tensix words in the code of a program: the parcels that do not end in bits 11, rotated back."""
    code = elf + '.text'
    status, text = run([PREFIX + 'objcopy', '-O', 'binary', '--only-section=.text', elf, code])
    if status:
        sys.exit(text)
    with open(code, 'rb') as f:
        data = f.read()
    parcels = [int.from_bytes(data[i:i + 4], 'little') for i in range(0, len(data), 4)]
    return {f'{(p >> 2 | p << 30) & 0xFFFFFFFF:08x}' for p in parcels if p & 3 != 3}


def link(directory, name, kernel):
    """The words of a thread's own program; none if it cannot be linked."""
    elf = f'{directory}/{name}/{kernel}.thread.elf'
    make = os.environ.get('MAKE', 'make').split()
    status, text = run([*make, '-s', '--no-print-directory', elf, 'MARCH=rv32im'])
    claim(f'{name}: {kernel} links for the core itself', status == 0, text)
    if status:
        return set()
    _, symbols = run([PREFIX + 'nm', elf])
    emulation = [line for line in symbols.splitlines() if ' stx_' in line and ' stx_native_' not in line]
    claim(f'{name}: {kernel} has nothing of the emulation', not emulation, '; '.join(emulation))
    return words_of(elf)


def tool(name):
    chip = os.environ.get('ARCH', 'blackhole')
    return 'build/host' + ('' if chip == 'blackhole' else '-' + chip) + '/tools/' + name


def disassemble(words):
    _, text = run([tool('stx-dis'), *sorted(words)])
    return text


def products(directory):
    """stx-run executes the three programs of a matrix product: 16 products a tile in each fidelity phase."""
    rows, inner, columns, phases = 2, 3, 1, 4
    values = (rows, inner, columns, 0x30000, 0x40000, 0x50000, phases)  # struct matmul of examples/matmul/kernel.h
    status, text = run([tool('stx-run'), '-t', '-o', 'MVMUL', *(f'--store={0x20000 + 4 * i:x}={value}' for i, value in enumerate(values)),
                        '--kernels', *(f'{directory}/matmul/{kernel}.thread.elf' for kernel in KERNELS['matmul'])])
    made = len([line for line in text.splitlines() if ' T1 ' in line and '(waits)' not in line])
    claim('matmul: stx-run executes the programs of all threads', status == 0 and made == rows * inner * columns * 16 * phases,
          f'status {status}, {made} products; {text[-300:]}')


def main():
    directory, names = sys.argv[1], sys.argv[2:]
    for name in names:
        executed, events = compare_runs(directory, name)
        there = set().union(*(link(directory, name, kernel) for kernel in KERNELS[name]))
        claim(f'{name}: what was executed stands in the programs', executed and executed <= there,
              ' '.join(sorted(executed - there)[:4]))
        if name == 'matmul':
            products(directory)
        text = disassemble(there)
        claim(f'{name}: each word there is an instruction',
              len(text.splitlines()) >= len(there) and not re.search(r'\.word', text), text[-400:])
        print(f'{name}: {events} words and stores the same; {len(there)} different words in the programs, '
              f'{len(there & executed)} of them executed')
    print(f'{passed} passed, {failed} failed')
    return failed != 0


if __name__ == '__main__':
    sys.exit(main())
