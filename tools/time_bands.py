#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Computes bands of the time model from measurements: reads the rows of docs/time-measured.tsv, writes lib/time/bands.def
and wormhole-bands.def, and completes the rows (low, high and "inside") and the table of bands in docs/time.md
(make time-doc).

A band is the mean of log(measured / model) of the kind's rows, plus and minus their deviation times Student's t for
97 of 100 cases. How many further measurements it contains is computed. Few rows give a poor estimate of
the deviation, so the median deviation of all kinds counts as two more rows. The model's own time is always in
the band. To judge the bands, each row is left out in turn: is it within the band of the other rows? And each row is
compared with the band of the rows that were published before it, as if it had been predicted then.

    time_bands.py            does this
    time_bands.py --rows FILE  first replaces the rows of the programs in FILE by those of FILE
    time_bands.py --print    only prints every row with its bands, and the totals (make time-measured)"""
import argparse
import math
import os
import re
import statistics
import sys
from dataclasses import dataclass, field

import time_changes
from kernels import ending

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DOCUMENT = os.path.join(ROOT, 'docs/time.md')
MEASURED = os.path.join(ROOT, 'docs/time-measured.tsv')
WORMHOLE = ' on Wormhole'  # after the kind of its rows
BANDS = {chip: os.path.join(ROOT, 'lib/time', name) for chip, name in (('', 'bands.def'), (WORMHOLE, 'wormhole-bands.def'))}
PRIOR = 2     # number of rows that the median deviation counts as
CHANCE = 0.97  # by Student's t; errors that are far from the mean are more frequent than it says
NEAR = 0.15   # of the measurement: what counts as a good model
_MARKS = re.compile(r'(<!-- made by `tools/time_bands.py` -->\n).*?(<!-- end -->)', re.S)
_BAND = re.compile(r'^BAND(?:_OF_BLACKHOLE)?\((\w+), "([^"]*)", (\d+), (\d+), (\d+)\)$', re.M)
_INSIDE = re.compile(r'^(yes|no)?(?:: )?(.*)$')


def student(degrees):
    """Two-sided quantile of Student's t, from its expansion in 1 / degrees (within 1 % for three or
    more)."""
    z = statistics.NormalDist().inv_cdf((1 + CHANCE) / 2)
    terms = (z, (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
             (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160)
    return sum(term / degrees**i for i, term in enumerate(terms))


# Issues and pull requests of tt-metal are numbered in order of time. Those of tt-llk (130: 2025-04-25, 916: 2025-12-05,
# 1473: 2026-03-14) are placed between those of the same days; tt-sim's measurements are of August 2026.
_LLK = ((0, 20000), (130, 21300), (916, 33700), (1473, 39900), (2000, 48000))
_SIM = 52700


def _age(source):
    found = re.search(r'tt-(metal|llk)#(\d+)', source)
    if not found:
        return _SIM if 'tt-sim' in source or '34b433f605' in source else 0
    number = int(found[2])
    if found[1] == 'metal':
        return number
    (n0, a0), (n1, a1) = next(pair for pair in zip(_LLK, _LLK[1:]) if number <= pair[1][0])
    return a0 + (a1 - a0) * (number - n0) // (n1 - n0)


@dataclass
class Row:
    """A measurement."""
    column: dict   # names of columns -> numbers
    cell: list
    band: tuple = None
    left_out: tuple = None  # the band of the other rows
    older: tuple = None     # the band of the rows published before, if there are any

    def of(self, name):
        return self.cell[self.column[name]]

    @property
    def kind(self):
        return self.of('kind').split(';')[0]

    @property
    def used(self):
        return ';' not in self.of('kind')

    @property
    def ratio(self):
        return math.log(float(self.of('measured')) / float(self.of('model')))

    @property
    def why(self):
        return _INSIDE.match(self.of('inside'))[2]

    def within(self, band):
        return band[0] <= math.exp(self.ratio) <= band[1]

    @property
    def age(self):
        """A number that grows with the day on which the measurement was published."""
        return _age(self.of('source'))

    def complete(self):
        limits = [float(self.of('model')) * factor for factor in self.band]
        verdict = 'yes' if self.within(self.band) else 'no'
        self.cell[self.column['low']], self.cell[self.column['high']] = (f'{limit:.2f}' for limit in limits)
        self.cell[self.column['inside']] = verdict + (f': {self.why}' if self.why else '')

    def text(self):
        return '\t'.join(self.cell)


@dataclass
class Kind:
    name: str
    words: str
    chip: str = ''
    rows: list = field(default_factory=list)

    @property
    def text(self):
        return self.words + self.chip


def _deviation(ratios):
    return statistics.stdev(ratios) if len(ratios) > 1 else 0.0


def band(ratios, prior):
    """(lowest, highest) factor of the model's time."""
    n = len(ratios)
    mean = statistics.fmean(ratios) if n else 0.0
    degrees = max(n - 1, 0) + PRIOR
    spread = math.sqrt((max(n - 1, 0) * _deviation(ratios)**2 + PRIOR * prior**2) / degrees)
    reach = student(degrees) * spread * math.sqrt(1 + 1 / max(n, 1))
    return min(1.0, math.exp(mean - reach)), max(1.0, math.exp(mean + reach))


def _rounded(limits):
    """Limits in thousandths, rounded outwards, as in bands.def."""
    return math.floor(1000 * limits[0]) / 1000, math.ceil(1000 * limits[1]) / 1000


def _prior(kinds):
    return statistics.median(_deviation([row.ratio for row in kind.rows]) for kind in kinds if len(kind.rows) > 2)


def read_rows(text):
    """All rows. The first line names the columns."""
    head, *lines = text.splitlines()
    column = {name: i for i, name in enumerate(head.split('\t'))}
    return [Row(column, line.split('\t')) for line in lines]


def _program(line):
    return line.partition('\t')[0]


def merged(text, made):
    """The table with the rows of the programs in `made` in place of their old ones; a program that is new comes last."""
    old, new = text.splitlines(), made.splitlines()
    renewed = set(map(_program, new))
    return ''.join(line + '\n' for program in dict.fromkeys(map(_program, old + new))
                   for line in (new if program in renewed else old) if _program(line) == program)


def evaluate(rows, kinds):
    """Sets each row's band, and the band of the other rows of its kind."""
    by_text = {kind.text: kind for kind in kinds}
    timed = [row for row in rows if row.kind in by_text]
    for row in timed:
        if row.used:
            by_text[row.kind].rows.append(row)
    prior = _prior(kinds)
    for row in timed:
        others = [other.ratio for other in by_text[row.kind].rows if other is not row]
        row.left_out = band(others, prior)
        row.band = _rounded(band([other.ratio for other in by_text[row.kind].rows], prior))
        before = [other.ratio for other in by_text[row.kind].rows if other.age < row.age]
        row.older = band(before, prior) if before else None
    return timed, {kind.text: _rounded(band([row.ratio for row in kind.rows], prior)) for kind in kinds}


def _percent(factor):
    return f'{100 * (factor - 1):+.1f} %'


def _median_width(timed):
    return statistics.median(row.band[1] - row.band[0] for row in timed)


def listing(timed):
    """Every row: measured, model, band; within it; within those of the other and of the older rows."""
    def told(row, limits):
        return '-' if limits is None else 'in' if row.within(limits) else 'OUT'
    for row in timed:
        model = float(row.of('model'))
        low, high = (model * limit for limit in row.band)
        yield (f'{row.of("what")[:58]:58} {float(row.of("measured")):9.2f} {model:9.2f} {100 * (math.exp(-row.ratio) - 1):+6.1f} % {low:9.2f} {high:9.2f} '
               f'{told(row, row.band):3} {told(row, row.left_out):3} {told(row, row.older):3} {row.of("kind")}')


def table(timed, kinds, bands):
    lines = ['| kind | measurements | low | high | rows within the band of the others |', '|---|---|---|---|---|']
    inside = [row for row in timed if row.within(row.left_out)]
    for kind in kinds:
        own = [row for row in timed if row.kind == kind.text]
        good = sum(row in inside for row in own)
        if own:
            lines.append(f'| {kind.text} | {len(kind.rows)} | {_percent(bands[kind.text][0])} | {_percent(bands[kind.text][1])} | {good} of {len(own)} |')
    dated = [row for row in timed if row.older]
    near = [row for row in timed if abs(math.exp(row.ratio) - 1) <= NEAR]
    younger = sum(row.within(row.older) for row in dated)
    lines += ['', f'The model is within {100 * NEAR:.0f} % of {len(near)} of {len(timed)} measurements, {100 * len(near) / len(timed):.0f} %. '
              f'{younger} of {len(dated)} measurements, {100 * younger / max(len(dated), 1):.0f} %, lie within the band of the rows of their kind that were '
              f'published before them. The bands of half the rows are at most {_percent(1 + _median_width(timed))[1:]} wide.']
    lines += ['', f'{len(inside)} of {len(timed)} measurements, {100 * len(inside) / len(timed):.0f} %, lie within the band that the other rows of '
              'their kind give. The others:', '']
    lines += [f'- {row.of("what")}: {row.of("measured")} measured, {row.of("model")} in the model: {row.why or "no cause is known"}'
              for row in timed if row not in inside]
    return '\n'.join(lines) + '\n'


def _read(path):
    with open(path, encoding='utf-8') as f:
        return f.read()


def definition(kind, kinds, bands):
    """Its row of the table: the band of its own rows, or Blackhole's if there are none."""
    source = kind if kind.rows or not kind.chip else next(k for k in kinds if k.name == kind.name and not k.chip)
    low, high = (round(1000 * limit) for limit in bands[source.text])
    return f'BAND{"" if source is kind else "_OF_BLACKHOLE"}({kind.name}, "{kind.words}", {low}, {high}, {len(source.rows)})'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--print', action='store_true')
    parser.add_argument('--rows')
    options = parser.parse_args()
    text = merged(_read(MEASURED), _read(options.rows)) if options.rows else _read(MEASURED)
    definitions = {chip: _read(path) for chip, path in BANDS.items()}
    kinds = [Kind(name, words, chip) for chip, found in definitions.items() for name, words, *_ in _BAND.findall(found)]
    rows = read_rows(text)
    timed, bands = evaluate(rows, kinds)
    made = table(timed, kinds, bands) + time_changes.text(timed)
    if options.print:
        print('\n'.join([*listing(timed), '', made]))
        return
    for row in timed:
        row.complete()
    document = _MARKS.sub(lambda m: m[1] + made + m[2], _read(DOCUMENT))
    made_of = {(kind.name, kind.chip): definition(kind, kinds, bands) for kind in kinds}
    made_files = {path: _BAND.sub(lambda m, chip=chip: made_of[m[1], chip], definitions[chip]) for chip, path in BANDS.items()}
    measured = '\n'.join([text.splitlines()[0], *(row.text() for row in rows)]) + '\n'
    for path, content in {DOCUMENT: document, MEASURED: measured, **made_files}.items():
        if _read(path) != content:
            with open(path, 'w', encoding='utf-8') as f:
                f.write(content)
    print(made)


if __name__ == '__main__':
    sys.exit(ending.quietly(main))
