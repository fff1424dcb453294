#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Changed case files: the reader takes them or refuses them with a CaseError that names file and line, in
bounded memory. fuzz_case.py [changes of each file] [seed]. Last line "N passed, N failed"."""
import glob
import os
import random
import resource
import sys
import tempfile
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '../../tools')]
from kernels.llk import case  # noqa: E402
from kernels.text import CaseError  # noqa: E402

NUMBERS = ('0', '-1', '1', '0x', '4294967296', '99999999999', '1e400', 'nan', '0:99999999999', '-5:3', '')


def changed(lines, rng):
    """The lines with one to four changes."""
    lines = list(lines)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(lines))
        words = lines[at].split(' ')
        kind = rng.randrange(7)
        if kind == 0:
            del lines[at]
        elif kind == 1:
            lines.insert(at, lines[rng.randrange(len(lines))])
        elif kind == 2:
            words[rng.randrange(len(words))] = rng.choice(NUMBERS)
            lines[at] = ' '.join(words)
        elif kind == 3:
            lines[at] = '*' + rng.choice(NUMBERS) + ' 00'
        elif kind == 4:
            lines[at] = ' '.join(words[:rng.randrange(len(words))])
        elif kind == 5:
            lines[at] = lines[at][:rng.randrange(len(lines[at]) + 1)] + rng.choice('zx:*- \0\t')
        else:
            del lines[at:]
        if not lines:
            return ['']
    return lines


def survives(path):
    try:
        case.load(path)
    except CaseError as error:
        return str(error).startswith(path + ':')
    except Exception:  # pylint: disable=broad-except
        traceback.print_exc(limit=-2)
        return False
    return True


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
    passed = failed = 0
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, 'case.llk')
        for source in sorted(glob.glob(os.path.join(HERE, '*.llk'))):
            with open(source, encoding='ascii') as file:
                lines = file.read().split('\n')
            for _ in range(count):
                text = '\n'.join(changed(lines, rng))
                with open(path, 'w', encoding='latin-1') as file:
                    file.write(text)
                if survives(path):
                    passed += 1
                else:
                    failed += 1
                    print(f'FAIL a change of {os.path.basename(source)}')
    print(f'{passed} passed, {failed} failed')
    return failed != 0


if __name__ == '__main__':
    sys.exit(main())
