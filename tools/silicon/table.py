# SPDX-License-Identifier: Apache-2.0
"""The vendor's table (docs/silicon-card.tsv), the reasons for differences (reasons.tsv), and the comparison."""
import collections
import csv
import json
import os

import golden
from metric import Cell

HERE = os.path.dirname(os.path.abspath(__file__))
INPUTS, OUTPUTS = ('b', 'h', 'f', 'p8', 'p4'), ('b', 'h', 'f', 'p8')
NAMES = {'LogicalNot': 'LogicalNotUnary'}  # of the table, where the harness has another one
Row = collections.namedtuple('Row', 'op form out approx dest date how measured lanes raw')
Reason = collections.namedtuple('Reason', 'op form out approx dest kind text')
Judged = collections.namedtuple('Judged', 'cell card here verdict why')


def _lines(name, kind):
    with open(os.path.join(HERE, name), encoding='ascii') as f:
        lines = csv.reader((line for line in f if not line.startswith('#')), delimiter='\t', quoting=csv.QUOTE_NONE)
        next(lines)
        return [kind(*line) for line in lines]


def rows():
    """The rows of the table, with the harness's names of operations."""
    return [r._replace(op=NAMES.get(r.op, r.op)) for r in _lines('../../docs/silicon-card.tsv', Row)]


def _matches(row, cell):
    return all(have in ('-', want) for have, want in
               ((row.form, cell.form), (row.out, cell.out), (row.approx, 'NY'[cell.approx]), (row.dest, 'NY'[cell.wide])))


def find(found, cell):
    """The row that says most about a cell, or None."""
    fit = [r for r in found if r.op == cell.op and _matches(r, cell)]
    return max(fit, key=lambda r: sum(v != '-' for v in r[1:5]), default=None)


def comparable(row):
    """Whether a row has the largest error over all numbers of a format."""
    return row is not None and row.how == 'sweep'


def counts_subnormals(row):
    """Whether each subnormal number of FP16 was a step: until 29 September."""
    return row.date < '2026-09-30'  # an unknown date is none


def cells(found):
    """All cells of unary operations, with approximation only where the table has rows for it."""
    approximate = {r.op for r in found if r.approx != '-'}
    for op in sorted(golden.KNOWN):
        for approx in (False, True)[:1 + (op in approximate)]:
            for form in INPUTS:
                for out in OUTPUTS:
                    for wide in (False, True):
                        if wide or out != 'h' or form in ('h', 'f'):
                            yield Cell(op, form, out, approx, wide)


def _same(row, here):
    """(what the card measured, what was computed here, whether they are equal)."""
    if row.measured == 'NM':
        raw = here['raw']
        right = sum(r[3] for r in raw)
        text = f'{here["differing"]} lanes' + (f', {right} of {len(raw)} raw results' if raw else '')
        return f'{row.lanes} lanes', text, str(here['differing']) == row.lanes and right == len(raw)
    text = str(here['steps']) + (f' and {here["differing"]} lanes' if here['differing'] else '')
    return row.measured, text, text == row.measured


def judge(cell, row, here):
    """equal, explained, open, or no comparison."""
    if not comparable(row):
        return Judged(cell, row.measured if row else '-', '', 'no comparison', row.how if row else 'no row')
    if 'error' in here:
        return Judged(cell, row.measured, 'not computed', 'open', here['error'])
    card, text, equal = _same(row, here)
    if equal:
        return Judged(cell, card, text, 'equal', '' if here['how'] == 'fused' else here['how'])
    for reason in _lines('reasons.tsv', Reason):
        if reason.op == cell.op and _matches(reason, cell):
            return Judged(cell, card, text, 'explained', f'{reason.kind}: {reason.text}')
    return Judged(cell, card, text, 'open', 'at x = {:.9g}: expected {:.9g}, here {:.9g}'.format(*here['at']))


def report(judged, tsv, as_json):
    """Writes the results; prints what differs and the counts."""
    counts = collections.Counter(j.verdict for j in judged)
    lines = [[j.cell.op, j.cell.form, j.cell.out, 'NY'[j.cell.approx], 'NY'[j.cell.wide], j.card, j.here, j.verdict, j.why]
             for j in judged]
    header = ['op', 'in', 'out', 'approx', 'dest', 'card', 'here', 'verdict', 'why']
    for line in lines:
        if line[7] in ('explained', 'open'):
            print(' '.join(line[:5]), f'card {line[5]}, here {line[6]}: {line[7]}: {line[8]}')
    if tsv:
        with open(tsv, 'w', encoding='ascii') as f:
            f.write(''.join('\t'.join(line) + '\n' for line in [header, *lines]))
    if as_json:
        with open(as_json, 'w', encoding='ascii') as f:
            json.dump({'cells': [dict(zip(header, line)) for line in lines], **counts}, f, indent=1)
    compared = sum(counts[v] for v in ('equal', 'explained', 'open'))
    print(f'{counts["no comparison"]} cells without a comparable row')
    changed = sum(j.why.startswith('kernel:') for j in judged)
    if changed:
        print(f'{changed} cells of kernels of another date; of the others, {counts["equal"]} of {compared - changed} are equal')
    print(f'{counts["equal"]} equal, {counts["explained"]} explained, {counts["open"]} open of {compared}')
    return int(counts['open'] > 0)
