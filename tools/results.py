#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Machine-readable results of make targets: make unit | results.py --suite unit [--junit FILE] [--tap FILE]

Repeats its input. Lines "PASS name", "FAIL name" and "passed: name" are cases; a failure includes the output
before it. A line "name: N passed, M failed" of a program or a file with many cases, whose failures may have
been named before, is a case, too. The last line "N passed, N failed" also counts cases that passed without a
line. The exit status is 1 if a test failed or if that line is missing, because an interrupted run is not a
success."""
import argparse
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from kernels import ending, version  # noqa: E402
from kernels.junit import Results, options  # noqa: E402

CASE = re.compile(r'^(PASS|FAIL|FAILED|passed:)\s+([^:(]+)')
MANY = re.compile(r'^([^ :]+): (\d{1,9}) passed, (\d{1,9}) failed(?:.*, (\d{1,9}(?:\.\d*)?) s$)?', re.ASCII)
SUM = re.compile(r'^(\d{1,9}) passed, (\d{1,9}) failed', re.ASCII)


def lines():
    """Yields the lines of standard input and copies them to standard output unchanged; bytes that are not
    UTF-8 are kept."""
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(line)
        yield line.decode('utf-8', 'surrogateescape')
    sys.stdout.buffer.flush()


def main():
    parser = argparse.ArgumentParser(prog='stx-results', description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    version.add(parser)
    parser.add_argument('--suite', required=True, help='name of the suite')
    options(parser)
    chosen = parser.parse_args()
    results, before, total = Results(chosen.suite), [], None
    silent = lost = 0  # parts of the sum that lines of many cases have already reported
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
            results.add(f'{total[0] - named[0]} tests that print nothing', True)
        if total[1] > named[1]:
            results.add(f'{total[1] - named[1]} tests that are not named', False, ''.join(before[-40:]))
    results.write(chosen)
    return 1 if any(not passed for _, passed, _, _ in results.cases) else 0


if __name__ == '__main__':
    sys.exit(ending.quietly(main))
