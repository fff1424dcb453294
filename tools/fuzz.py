#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fuzzing (docs/testing.md), of which FUZZ_DIR and REPLAY_DIR have the programs:

fuzz.py one target seconds: runs one target. Inputs that it finds useful stay in build/fuzz/corpus; a finding is a file
    build/fuzz/TARGET-crash-..., which the target accepts as its argument.
fuzz.py keep target...: makes tests/fuzz/corpus/TARGET.txt from these inputs.
fuzz.py all seconds target...: every target for each of ARCHS at every size, JOBS=2 at a time. Prints a line for each that has ended,
    with how many are done and the time left, and lists findings again at the end. Last line: "N passed, N failed"."""
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import as_completed
from glob import glob

from kernels import ending
from kernels.interrupt import Pool

FUZZ_DIR, REPLAY_DIR = (os.environ.get(name, place) for name, place in (('FUZZ_DIR', 'build/fuzz'), ('REPLAY_DIR', 'build/replay')))
KEPT = 'tests/fuzz/corpus/%s.txt'
JOBS = int(os.environ.get('JOBS') or 2)
MAKE = [os.environ.get('MAKE', 'make'), '-s', '--no-print-directory']


def one(target, seconds):
    if os.path.exists(f'tests/fuzz/fuzz_{target}.py'):  # targets for tools are separate programs
        return subprocess.run([f'tests/fuzz/fuzz_{target}.py', seconds], check=False).returncode
    work, log = f'{FUZZ_DIR}/corpus/{target}', f'{FUZZ_DIR}/{target}.log'
    os.makedirs(work, exist_ok=True)
    if os.path.exists(KEPT % target):
        subprocess.run([f'{REPLAY_DIR}/fuzz_{target}', KEPT % target, work], stdout=subprocess.DEVNULL, check=True)
    with open(log, 'w+', encoding='utf-8', errors='replace') as f:
        failed = subprocess.run([f'{FUZZ_DIR}/fuzz_{target}', f'-max_total_time={seconds}', '-timeout=10', '-rss_limit_mb=1024', '-max_len=1200',
                                 '-print_final_stats=1', f'-artifact_prefix={FUZZ_DIR}/{target}-', work], stdout=f, stderr=f, check=False).returncode
        f.seek(0)
        told = f.read()
    if failed:
        print(*told.splitlines()[-40:], f'fuzz {target}: a finding, see {log}', sep='\n')
    else:
        runs = re.search('^stat::number_of_executed_units: *(.*)', told, re.M)
        print(f'fuzz {target}: {runs[1] if runs else ""} runs in {seconds} s, no finding')
    return bool(failed)


def keep(*targets):
    for target in targets:
        few = f'{FUZZ_DIR}/few/{target}'
        shutil.rmtree(few, ignore_errors=True)
        os.makedirs(few)
        with open(f'{FUZZ_DIR}/{target}-keep.log', 'w', encoding='utf-8') as log:
            subprocess.run([f'{FUZZ_DIR}/fuzz_{target}', '-merge=1', '-use_counters=0', '-max_len=1200', few, f'{FUZZ_DIR}/corpus/{target}'],
                           stdout=log, stderr=log, check=True)
        lines = sorted(open(name, 'rb').read().hex() + '\n' for name in glob(f'{few}/*'))
        with open(KEPT % target, 'w', encoding='ascii') as f:
            f.writelines(lines)
        print(len(lines), KEPT % target)


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


def everything(seconds, *targets):
    seconds = int(seconds)
    runs = []
    for chip in os.environ.get('ARCHS', 'blackhole').split():
        for size in range(3):
            here = [(chip, size, target) for target in targets if fits(chip, size, target)]
            names = ' '.join(target for _, _, target in here)
            subprocess.run([*MAKE, f'-j{JOBS}', 'fuzz-programs', f'ARCH={chip}', f'SIZE={size}', f'FUZZ={names}'], check=True)
            runs += here
    findings = []
    with Pool(JOBS) as pool:
        started = {pool.submit(fuzz, *run, seconds): run for run in runs}
        for number, ended in enumerate(as_completed(started), 1):
            good, text = ended.result()
            findings += [] if good else [text]
            left = (len(runs) - number) * seconds // JOBS
            chip, size, _ = started[ended]
            print(f'{number} of {len(runs)}, about {left // 60}:{left % 60:02d} left: {chip}, size {size}:', *text.splitlines()[-1:], flush=True)
    print(*findings, sep='', end='')
    print(f'{len(runs) - len(findings)} passed, {len(findings)} failed')
    return bool(findings)


sys.exit(ending.quietly(lambda: {'one': one, 'keep': keep, 'all': everything}[sys.argv[1]](*sys.argv[2:])))
