#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Operations that a single word computes (tools/silicon/words), compared with what a card measured: every cell must be
equal to the step. It needs no checkout."""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def main():
    done = subprocess.run([sys.executable, os.path.join(ROOT, 'tools/silicon/silicon.py')], stdout=subprocess.PIPE, text=True, check=False)
    counts = re.fullmatch(r'(\d+) equal, (\d+) explained, (\d+) open of (\d+)', done.stdout.strip().splitlines()[-1])
    equal, different = int(counts[1]), int(counts[2]) + int(counts[3])
    if different:
        print(done.stdout)
    print(f'{equal} passed, {different} failed')
    return int(different > 0 or equal == 0)


if __name__ == '__main__':
    sys.exit(main())
