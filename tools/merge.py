#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Joins the journals of a run's shards (docs/fleet.md): merge.py [--into FILE] [--junit FILE] [--tap FILE] [--json FILE] JOURNAL...

Prints what failed, then "N passed, N failed, N skipped", as the run in one piece does, and writes the same results. Journals of different
runs are refused. Cases that no journal has are counted and named. Exit status: 0, 1 if a case failed, 2 if a journal cannot be used,
3 if cases are missing."""
import argparse
import collections
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from kernels import codes, ending, journal, junit, version  # noqa: E402
from kernels.text import print_anything, shown  # noqa: E402

FEW = 8  # missing cases that are named
WORDS = {None: 'LOOK', True: 'PASS', False: 'FAIL'}


def joined(paths):
    """(what the run is, number of a case -> what came out) of all journals; two that disagree about a case are refused."""
    run, cases = None, {}
    for path in paths:
        own, rows = journal.read(path)
        wrong = journal.differs(run, own) if run else ''
        if wrong:
            raise journal.JournalError(f'{shown(path)} is of another run than {shown(paths[0])}: {wrong}')
        run = run or own
        for number, row in rows.items():
            if not 0 <= number < run['cases']:
                raise journal.JournalError(f'{shown(path)}: case {number} of {run["cases"]}')
            was = cases.setdefault(number, row)
            if was['passed'] != row['passed']:
                raise journal.JournalError(f'{shown(path)}: {shown(row["case"])} is {WORDS[row["passed"]]}, and {WORDS[was["passed"]]} in another journal')
    return run, cases


def write(path, run, rows):
    """One journal, in the order of the cases."""
    with open(path, 'w', encoding='utf-8') as f:
        for row in ({**run, 'shard': '1/1'}, *rows):
            f.write(json.dumps(row) + '\n')


def main():
    print_anything()
    parser = argparse.ArgumentParser(prog='stx-merge', description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    version.add(parser)
    parser.add_argument('--into', metavar='FILE', help='write them as one journal')
    junit.options(parser)
    parser.add_argument('journal', nargs='+')
    options = parser.parse_args()
    try:
        run, cases = joined(options.journal)
    except journal.JournalError as e:
        print(f'merge: {e}', file=sys.stderr)
        junit.Results('merge').write(options, codes.error('journal', str(e)))
        return 2
    rows, count, results = [cases[number] for number in sorted(cases)], collections.Counter(), junit.Results(run['suite'])
    for row in rows:
        line = f'{WORDS[row["passed"]]} {shown(os.path.basename(row["case"]))}: {row["text"]}'
        count[row['passed']] += 1
        if row['passed'] is not None:
            results.add(row['case'], row['passed'], f'{line}\n{row["details"]}', row['seconds'])
        if row['passed'] is False:
            print(shown(line + row['notes'] + (f'\n{row["details"]}' if row['details'] else ''), keep='\n\t'))
    results.write(options)
    if options.into:
        write(options.into, run, rows)
    missing = [number for number in range(run['cases']) if number not in cases]
    if missing:
        some = ', '.join(str(number + 1) for number in missing[:FEW])
        print(f'{len(missing)} of {run["cases"]} cases are missing: {some}{" ..." if len(missing) > FEW else ""}')
    print(f'{count[True]} passed, {count[False]} failed, {count[None]} skipped')
    return 1 if count[False] else 3 if missing else 0


if __name__ == '__main__':
    sys.exit(ending.quietly(main))
