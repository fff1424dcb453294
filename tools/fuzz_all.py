#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fuzzes every target for each of ARCHS at every size, JOBS=2 at a time: fuzz_all.py seconds target... Prints a line for each that
has ended, with how many are done and the time left, and lists findings again at the end. Last line: "N passed, N failed"."""
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed

JOBS = int(os.environ.get('JOBS') or 2)
MAKE = [os.environ.get('MAKE', 'make'), '-s', '--no-print-directory']


def fits(chip, size, target):
    """Targets for tools do not depend on the chip or size of the library; the target `time` uses Blackhole's words."""
    if (chip, target) == ('wormhole', 'time'):
        return False
    return (chip, size) == ('blackhole', 0) or not os.path.exists(f'tests/fuzz/fuzz_{target}.py')


def fuzz(chip, size, target, seconds):
    """(whether it found nothing, what it prints)."""
    done = subprocess.run([*MAKE, 'fuzz', f'ARCH={chip}', f'SIZE={size}', f'FUZZ={target}', f'FUZZ_SECONDS={seconds}'],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors='replace', check=False)
    return done.returncode == 0, done.stdout


seconds, targets = int(sys.argv[1]), sys.argv[2:]
runs = []
for chip in os.environ.get('ARCHS', 'blackhole').split():
    for size in range(3):
        here = [(chip, size, target) for target in targets if fits(chip, size, target)]
        names = ' '.join(target for _, _, target in here)
        subprocess.run([*MAKE, f'-j{JOBS}', 'fuzz-programs', f'ARCH={chip}', f'SIZE={size}', f'FUZZ={names}'], check=True)
        runs += here
findings = []
with ThreadPoolExecutor(JOBS) as pool:
    started = {pool.submit(fuzz, *run, seconds): run for run in runs}
    for number, ended in enumerate(as_completed(started), 1):
        good, text = ended.result()
        findings += [] if good else [text]
        left = (len(runs) - number) * seconds // JOBS
        chip, size, _ = started[ended]
        print(f'{number} of {len(runs)}, about {left // 60}:{left % 60:02d} left: {chip}, size {size}:', *text.splitlines()[-1:], flush=True)
print(*findings, sep='', end='')
print(f'{len(runs) - len(findings)} passed, {len(findings)} failed')
sys.exit(bool(findings))
