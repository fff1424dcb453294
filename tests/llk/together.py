#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One run with the time model, the order checker, its ledger and noise at the start reports what each of them
reports alone: together.py, for Blackhole or with ARCH=wormhole. Kernels of each kind: in LLK's style, described, with a
reader in C beside it, and one with a finding. The kernels are compiled as by the vendor (--binary), so that runs
with and without the order checker have the same words. The last line is "N passed, N failed"."""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ARCH = os.environ.get('ARCH', 'blackhole')
TIME, ORDER, NOISE = ['--time'], ['--check-order=default', '--ledger'], ['--noise=1']
# tool, directory of kernels, case, what the order checker and what noise must tell of it
CASES = [('llk', 'examples/llk', 'tests/llk/pointers.llk', 'L1_ORDER', ''),
         ('llk', 'examples/llk', 'tests/llk/eltwise-multiply-row-lofi.llk', 'findings 0', ''),
         ('metal', 'examples/metal', 'tests/metal/softmax.desc', 'findings 0', ''),
         ('metal', 'examples/metal', 'tests/metal/reread.desc', 'findings 0', ''),
         ('metal', 'tests/metal/unwritten', 'tests/metal/unwritten/scale.desc:init-removed', '(VECTOR_UNWRITTEN, A)', 'are wrong')]


def run(tool, kernels, case, options):
    """(The lines of a run's reports, its verdict)."""
    command = [f'{ROOT}/tools/run_kernels.py', '--march', 'rv32im', '--variant=-diag', '--binary', '--arch', ARCH, '--kernels',
               kernels, *options, case]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    lines = done.stdout.splitlines()
    verdict = [line.split(':')[0] for line in lines if re.match(r'(PASS|FAIL) ', line)]
    if not verdict:
        sys.exit(f'together: {" ".join(command)}: {done.stdout}{done.stderr}')
    return [line for line in lines if not re.match(r'(PASS|FAIL) |\d+ passed, |time: |(found|built) \d+ programs? ', line)], verdict


def wrong(tool, kernels, case, of_order, of_noise):
    """What is not as it must be, or ''."""
    alone = [run(tool, kernels, case, options) for options in (NOISE, TIME, ORDER)]
    both, verdict = run(tool, kernels, case, TIME + ORDER + NOISE)
    noise, time, order = (lines for lines, _ in alone)
    if not (time and time[0].startswith('cycles ') and any(of_order in line for line in order) and of_noise in ' '.join(noise)):
        return f'a run alone reports something else: {noise[:1]} {time[:1]} {order[:1]}'
    if verdict != max((v for _, v in alone), key=lambda v: v[0] < 'PASS'):
        return f'alone {[v for _, v in alone]}, together {verdict}'
    expected = noise + time + order
    for i, (one, together) in enumerate(zip(expected, both)):
        if one != together:
            return f'line {i + 1}: alone "{one}", together "{together}"'
    return '' if len(both) == len(expected) else f'{len(expected)} lines alone, {len(both)} together'


def main():
    failed = 0
    for case in CASES:
        why = wrong(*case)
        failed += bool(why)
        print(f'{"FAIL" if why else "PASS"} {case[2]}{": " if why else ""}{why}')
    print(f'{len(CASES) - failed} passed, {failed} failed')
    return failed != 0


sys.exit(main())
