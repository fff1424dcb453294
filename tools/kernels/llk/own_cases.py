# SPDX-License-Identifier: Apache-2.0
"""Writes tests/llk/*.llk, the cases of the kernels in examples/llk.

    own_cases.py DIR          writes them        own_cases.py --check DIR      checks that they are up to date

Inputs come from a seeded generator. Expectations follow from the definition of the operation, computed here in
double precision from the inputs alone; nothing is taken from a run of the library. Where all products and sums
fit the formats the check is equality, otherwise a tolerance of a few units in the last place of the result's format."""
import os
import sys

from . import own_list
from .. import ending


def write(directory, check):
    stale = 0
    for name, text in own_list.cases():
        path = os.path.join(directory, name + '.llk')
        if not check:
            with open(path, 'w', encoding='ascii') as f:
                f.write(text)
        elif not os.path.exists(path) or open(path, encoding='ascii').read() != text:
            print(f'own_cases: {path} is out of date')
            stale += 1
    return stale


def main():
    check = '--check' in sys.argv
    return 1 if write([a for a in sys.argv[1:] if a != '--check'][0], check) else 0


if __name__ == '__main__':
    sys.exit(ending.quietly(main))
