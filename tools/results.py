#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Results of make targets for machines: make unit | results.py --suite unit [--junit FILE] [--tap FILE]

Repeats what it reads. Lines "PASS name", "FAIL name" and "passed: name" are cases, with what was printed before
a failure, and so is a line "name: N passed, M failed" of a program or a file of many, whose failures may be named
before; the last line "N passed, N failed" stands for those that passed in silence. Exit status 1 if a test failed
or if there is no such line: a run that broke off is no success."""
import argparse
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from ksuite.junit import Results, options  # noqa: E402

CASE = re.compile(r'^(PASS|FAIL|FAILED|passed:)\s+([^:(]+)')
MANY = re.compile(r'^([^ :]+): (\d{1,9}) passed, (\d{1,9}) failed(?:.*, (\d{1,9}(?:\.\d*)?) s$)?', re.ASCII)
SUM = re.compile(r'^(\d{1,9}) passed, (\d{1,9}) failed', re.ASCII)


def lines():
    """Those of standard input, which go on to standard output as they are; what is no text of UTF-8 is kept."""
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(line)
        yield line.decode('utf-8', 'surrogateescape')
    sys.stdout.buffer.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--suite', required=True, help='name of the suite')
    options(parser)
    chosen = parser.parse_args()
    results, before, total = Results(chosen.suite), [], None
    silent = lost = 0  # of the sum, what lines of many have told already
    for line in lines():
        case, many, end = CASE.match(line), MANY.match(line), SUM.match(line)
        total = (int(end[1]), int(end[2])) if end else total
        if line.startswith(' ') and not before and results.failed_last():
            results.append(line)  # details of the failure
            continue
        before.append(line)
        if case:
            results.add(case[2].strip(), not case[1].startswith('F'), line + ''.join(before[-40:-1]))
            before = []
        elif many:
            silent, lost = silent + int(many[2]) - (many[3] == '0'), lost + int(many[3])
            results.add(many[1], many[3] == '0', line + ''.join(before[-40:-1]), float(many[4] or 0))
            before = []
    named = [sum(passed == kind for _, passed, _, _ in results.cases) for kind in (True, False)]
    named = [named[0] + silent, named[1] + lost]
    if total is None:
        results.add('the run', False, 'it ended without "N passed, N failed"\n' + ''.join(before[-40:]))
    else:
        if total[0] > named[0]:
            results.add(f'{total[0] - named[0]} tests that say nothing', True)
        if total[1] > named[1]:
            results.add(f'{total[1] - named[1]} tests that are not named', False, ''.join(before[-40:]))
    results.write(chosen.junit, chosen.tap)
    return 1 if any(not passed for _, passed, _, _ in results.cases) else 0


if __name__ == '__main__':
    sys.exit(main())
