#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures on each core and prints one table: bench.py "rv32im host host-plain" ["part of a name ..."]. The lines of all cores also go to
build/bench.txt, or with CHIP=-wormhole to build/bench-wormhole.txt. Whole kernels of examples/metal are counted on 32-bit cores, where
their threads can run: a row is the number of instructions of the three threads, from start to end."""
import os
import re
import subprocess
import sys

import perf

CHIP = os.environ.get('CHIP', '')
KERNELS = ('softmax', 'layernorm')


def make(*arguments):
    done = subprocess.run([os.environ.get('MAKE', 'make'), '-s', '--no-print-directory', *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False)
    if done.returncode:
        sys.exit(done.stdout)
    return done.stdout


def of_core(core):
    if core == 'host-plain':  # as on a machine without AVX2
        return ['MARCH=host', 'BENCH_CORE=host-plain', f'BUILD=build/host{CHIP}-plain', 'EXTRA=-DSTX_CHOOSE=0']
    march, _, vlen = core.partition('/')  # rv32imafcv/128: with the length of the vector registers
    return [f'MARCH={march}', *([f'VLEN={vlen}'] if vlen else [])]


def measured(core, names):
    """Counts are the same in every run. Times are the least of ten runs, because other load on the machine varies."""
    least = {}
    for _ in range(10 if core.startswith('host') else 1):
        for line in make('bench-run', *of_core(core), f'NAME={names}').splitlines():
            if line.startswith('bench '):
                _, name, _, number = line.split()
                least[name] = min(int(number), least.get(name, int(number)))
            else:
                print(line)
    cases = [f'tests/metal/{kernel}.desc' for kernel in KERNELS if any(part in f'kernel_{kernel}' for part in names.split() or ['kernel'])]
    if cases and core.startswith('rv32') and not CHIP:
        found = re.findall(r'^PASS ([a-z]*)\.desc: .* ([0-9]*) riscv instructions', make('metal-own', 'CASES=' + ' '.join(cases), *of_core(core)), re.M)
        least.update({f'kernel_{name}': int(number) for name, number in found})
    return least


def main(cores, names=''):
    lines, path = [], f'build/bench{CHIP}.txt'
    os.makedirs('build', exist_ok=True)
    for core in cores.split():
        new = [f'bench {name} {core} {number}' for name, number in measured(core, names).items()]
        print(*new, sep='\n', flush=True)
        lines += new
        with open(path, 'w', encoding='ascii') as f:
            f.writelines(f'{line}\n' for line in lines)
    for part in names.split():
        if not any(part in line.split()[1] for line in lines):
            sys.exit(f'make bench NAME={part}: there is no such name')
    print()
    perf.ratios(path)


main(*sys.argv[1:])
