#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Words that follow each other in a kernel, with no code of its own in between, are pushed a cycle apart: is what the
runner itself executes for a word taken off, whether the word is a call or an instruction that traps?

    pushes.py CASE...      needs make llk-runtime DIAG=1 (make llk-pushes)"""
import collections
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def _gaps(path):
    """Cycles from push to push of each thread, but for words of one MOP or REPLAY: how often each."""
    with open(path, encoding='ascii') as f:
        words = [json.loads(line) for line in f][1:-1]
    gaps = collections.Counter()
    for thread in range(3):
        pushed = [word['pushed'] for word in words if word['thread'] == thread]
        gaps.update(after - before for before, after in zip(pushed, pushed[1:]) if after > before)
    return gaps


def main():
    failed = 0
    for mode in ([], ['--binary']):
        out = os.path.join(ROOT, 'build/pushes' + ''.join(mode))
        subprocess.run([sys.executable, os.path.join(ROOT, 'tools/run_kernels.py'), '--kernels', os.path.join(ROOT, 'examples/llk'),
                        '--variant=-diag', '--time', '--time-set=riscv_cycles=1', f'--time-lines={out}', *mode, *sys.argv[1:]],
                       check=True, stdout=subprocess.DEVNULL)
        for case in sys.argv[1:]:
            gaps = _gaps(os.path.join(out, os.path.basename(case).split('.llk')[0] + '.jsonl'))
            good = gaps and gaps.most_common(1)[0][0] == 1
            failed += not good
            print(f'{"ok  " if good else "FAIL"} {os.path.basename(case)} {" ".join(mode) or "calls"}: {gaps.most_common(4)}')
    print(f'{2 * len(sys.argv[1:]) - failed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
