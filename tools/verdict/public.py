# SPDX-License-Identifier: Apache-2.0
"""Compares verdicts with what authors of public optimisations have measured (docs/optimisations.tsv), and writes the table of
docs/verdict.md: which of direction, error and cycles agree. Exit status: 0, 2 a function could not be measured."""
import argparse
import csv
import os
import sys
from concurrent.futures import ThreadPoolExecutor

from . import subjects
from .__main__ import Work
from .subjects import SubjectError

from kernels import ending  # noqa: E402, I100

ROWS = 32  # of a tile; authors count the cycles of a row
# A sample of FP32 does not find the largest error, BF16 is measured whole.
LEAST, MOST = {'bf16': 0.95, 'fp32': 0.5}, 1.05
TINY = 8388608  # ulp: the least normal number becomes 0, which authors leave out
BEGIN, END = '<!-- made by `make verdict-public` -->', '<!-- end -->'


def published(path):
    """The rows of a file of authors' figures."""
    with open(path, encoding='utf-8') as f:
        return list(csv.DictReader(f, delimiter='\t'))


def number(text):
    """Of an author's error: a number, ~number, or >number."""
    return float(text.lstrip('~>'))


def large(before, after, form):
    """Is a change of the error larger than what a sample can show?"""
    return form == 'bf16' or abs(after - before) > 0.1 * before


def error_agrees(text, value, form):
    """Is an error what an author says: a number, ~number (to a tenth), or >number?"""
    told = number(text)
    if text.startswith('>'):
        return value > LEAST[form] * told
    slack = 0.15 if text.startswith('~') else 0
    return LEAST[form] * told * (1 - slack) <= value <= MOST * told * (1 + slack)


def sign(before, after):
    return (after > before) - (after < before)


def compared(row, base, head):
    """What agrees: (errors of the verdict, cycles of the verdict, a list of what does not agree)."""
    errors, cycles = [part['metrics']['max_ulp'] for part in (base, head)], [part['cycles'] for part in (base, head)]
    told = [row['error before'], row['error after']]
    wrong = []
    for when, text, value in zip(('before', 'after'), told, errors):
        if text and value != TINY and not error_agrees(text, value, row['format']):
            wrong.append(f'error {when}')
    if all(told) and large(*map(number, told), row['format']) and sign(*map(number, told)) != sign(*errors):
        wrong.append('direction of the error')
    given = [ROWS * float(row[f'cycles {when}']) for when in ('before', 'after')]
    wrong += [f'cycles {when}' for when, value, (_, low, high) in zip(('before', 'after'), given, cycles) if not low <= value <= high]
    if sign(*given) != sign(*(c[0] for c in cycles)):
        wrong.append('direction of cycles')
    return errors, cycles, wrong


def line(row, errors, cycles, wrong):
    """A row of the table."""
    given = [int(ROWS * float(row[f'cycles {when}'])) for when in ('before', 'after')]
    told = ' -> '.join([row['error before'], row['error after']]) if row['error after'] else ''
    seen = ' -> '.join('(1)' if value == TINY else f'{value:.4g}' for value in errors)
    first, then = (f'{c[0]} ({c[0] / of - 1:+.0%})' for c, of in zip(cycles, given))
    return (f'| {row["function"]}, {row["chip"].capitalize()}, {row["format"]} | {row["pull request"]} | {told} | {seen} | '
            f'{given[0]} -> {given[1]} | {first} -> {then} | {", ".join(wrong) or "-"} |')


def summary(found):
    """The line below the table."""
    good = [row for row, *_, wrong in found if not wrong]
    pulls = {row['pull request'] for row, *_ in found}
    right = sum('direction of cycles' not in wrong and 'direction of the error' not in wrong for *_, wrong in found)
    cells = [f'cycles {when}' in wrong for *_, wrong in found for when in ('before', 'after')]
    return (f'{len(found)} rows of {len(pulls)} pull requests: the direction is right in {right}, {len(cells) - sum(cells)} of {len(cells)} times '
            f'are inside their bands, and everything agrees in {len(good)}.')


def document(text, found):
    """A page with the table between its marks."""
    head = ['| function | pull request | error in ulp, authors | verdict | cycles of a tile, authors | verdict | does not agree |',
            '|---|--:|--:|--:|--:|--:|---|']
    table = '\n'.join([BEGIN, *head, *(line(*one) for one in found), '', summary(found), END])
    before, rest = text.split(BEGIN, 1)
    return before + table + rest.split(END, 1)[1]


def measured(o, row):
    """Both sides of a row."""
    name = 'metal ' + row['function']
    subject_of = {'head': subjects.LlkFunction(name, False, None, o.sfpi, o.tt_metal),
                  'base': subjects.LlkFunction(name, False, None, o.base_sfpi, o.base)}
    part, = Work(subject_of, 2).all([row['chip']], [row['format']])
    return part['base'], part['head']


def main():
    made = argparse.ArgumentParser(prog='stx-verdict-public', description=__doc__)
    for name in ('--tt-metal', '--sfpi', '--base', '--base-sfpi'):
        made.add_argument(name, required=True)
    made.add_argument('--figures', default=os.path.join(subjects.ROOT, 'docs/optimisations.tsv'))
    made.add_argument('--page', default=os.path.join(subjects.ROOT, 'docs/verdict.md'), help='the page that has the table')
    made.add_argument('--jobs', type=int, default=os.cpu_count() or 2)
    o, found = made.parse_args(), []
    try:
        rows = published(o.figures)
        with ThreadPoolExecutor(o.jobs) as pool:
            for row, sides in zip(rows, pool.map(lambda row: measured(o, row), rows)):
                found.append((row, *compared(row, *sides)))
                print(line(*found[-1]), flush=True)
    except (SubjectError, OSError) as error:
        print(f'verdict: {error}', file=sys.stderr)
        return 2
    with open(o.page, encoding='utf-8') as f:
        text = f.read()
    with open(o.page, 'w', encoding='utf-8') as to:
        to.write(document(text, found))
    print(summary(found))
    return 0


if __name__ == '__main__':
    sys.exit(ending.quietly(main))
