#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Evaluates the table of functions: docs/functions.md and its tables, comparisons of two functions, the Pareto front, and
pictures of errors. stx-ulp compare A B [--svg FILE] compares two functions or two results."""
import argparse
import collections
import csv
import html
import json
import math
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))

from kernels import ending  # noqa: E402

TABLE = os.path.join(HERE, '../../build/ulp/table.json')
PUBLIC = os.path.join(HERE, '../../docs/functions.tsv')


def number(value):
    """A number with at most four digits."""
    if value < 0.00005:
        return '0'
    return f'{value:.2f}' if value < 100 else f'{value:,.0f}' if value < 1e7 else f'{value:.0e}'.replace('e+', 'e')


def in_range(cell, low, high):
    """The largest error for low <= |x| < high, from the parts of the range of inputs whose middles
    are in it."""
    found = [e for x, e in cell['curve'] if low <= abs(x) < high]
    return max(found) if found else 0.0


def value_of(cell, row):
    """The measured figure for a published one; None if it was not measured."""
    if 'error' in cell:
        return None
    figures = cell.get('ranges', {}).get(row.range) if row.range else cell
    return figures and figures[{'ulp': 'max_ulp', 'steps': 'max_steps', 'absolute': 'max_absolute'}[row.what]]


def _cell(row, setting, key='max_ulp'):
    cell = row[setting]
    if 'error' in cell:
        return '-'
    return number(cell[key])


def _usual(row, setting):
    cell = row[setting]
    return '-' if 'error' in cell else number(in_range(cell, 2 ** -7, 8))


def correct(cell):
    """The share of results that are the nearest number; for a function that is 0 everywhere, those that are
    0."""
    right, count = (cell['correct'], cell['ordinary']) if cell['ordinary'] else cell.get('zeros', (0, 1))
    return right / max(1, count)


HEADER = ('function', 'chip', 'exact', 'way', 'bf16', 'bf16_worst_x', 'bf16_usual', 'bf16_mean', 'bf16_nearest_percent', 'bf16_dst32', 'fp32', 'fp32_usual',
          'cycles')


def _line(row):
    """The cells of HEADER for a row that was measured in BF16."""
    bf16 = row['bf16']
    worst = f"{bf16['worst'][0]['x']:.4g}" if bf16['worst'] else ''
    cells = [row['name'], row['chip'], row['exact'], bf16['way'], _cell(row, 'bf16'), worst, _usual(row, 'bf16'), _cell(row, 'bf16', 'mean_ulp'),
             f'{100 * correct(bf16):.1f}', _cell(row, 'bf16-dst32'), _cell(row, 'fp32'), _usual(row, 'fp32'), str(bf16['cycles'][0])]
    return [cell.replace(',', '') if name in HEADER[4:] else cell for name, cell in zip(HEADER, cells)]


def table(rows):
    """docs/functions.tsv."""
    ordered = sorted((r for r in rows if good(r)), key=lambda r: (r['chip'], r['name'].removeprefix('metal '), r['name']))
    return ''.join('\t'.join(line) + '\n' for line in (HEADER, *map(_line, ordered)))


RAMP = 'ramp '  # prefix of a range of inputs at equal distances, FROM:TO:N
Published = collections.namedtuple('Published', 'name chip setting what range figure source why')


def published():
    """The rows of published.tsv."""
    with open(os.path.join(HERE, 'published.tsv'), encoding='utf-8') as f:
        return [Published(*line.rstrip('\n').split('\t')) for line in f if line.strip() and not line.startswith('#')]


def exactly(value):
    """A number with as many digits as published figures have."""
    return f'{value:.6g}' if value >= 100 else number(value)


def inputs_of(row):
    """The inputs of a published figure as text: all, a range of magnitudes, or a ramp."""
    if row.range.startswith(RAMP):
        low, high, count = row.range[len(RAMP):].split(':')
        return f'a ramp of {int(count):,} from {low} to {high}'
    return row.range.replace(':1e39', ' on').replace(':', ' to ') or 'all'


def beside(rows):
    """docs/functions-published.tsv."""
    by_name = {(r['name'], r['chip']): r for r in rows}
    out = [('function', 'chip', 'format', 'inputs', 'published', 'measured', 'source', 'remark')]
    for row in published():
        value = value_of(by_name.get((row.name, row.chip), {}).get(row.setting, {'error': ''}), row)
        if value is not None:
            kind = {'ulp': ' ulp', 'steps': ' steps', 'absolute': ''}[row.what]
            out.append((row.name, row.chip, row.setting, inputs_of(row), row.figure, f'{exactly(value)}{kind}', row.source, row.why))
    return ''.join('\t'.join(line) + '\n' for line in out)


def good(row):
    """True if a row has something to compare."""
    return 'error' not in row['bf16'] and 'cycles' in row['bf16']


def point(row):
    """(cycles of a tile, largest error for 2^-7 <= |x| < 8 with as many digits as on the page,
    name)."""
    return row['bf16']['cycles'][0], digits(number(in_range(row['bf16'], 2 ** -7, 8))), row['name']


def digits(text):
    """The number in a text of the page."""
    return float(text.replace(',', ''))


def unbeaten(points):
    """The points that no other point beats in both error and cycles, the fast ones first."""
    kept = []
    for one in sorted(points):
        if not kept or one[1] < kept[-1][1]:
            kept.append(one)
    return kept


def front(rows):
    """Yields the front for each exact function and chip with several forms, without functions that are constant for
    all ordinary inputs."""
    points = {}
    for row in (r for r in rows if good(r) and not r['exact'].isdigit()):
        points.setdefault((row['exact'], row['chip']), []).append(point(row))
    return {key: unbeaten(found) for key, found in points.items() if len(found) > 1}


def told(points):
    """A front as text."""
    return '; '.join(f'{name} {cycles:,} cycles, {number(error)} ulp' for cycles, error, name in points)


def _fronts(rows):
    out = ['| exact | chip | the front, from the fastest to the most accurate: cycles of a tile, largest error for 2^-7 <= \\|x\\| < 8 |', '|---|---|---|']
    for (exact, chip), found in sorted(front(rows).items()):
        out.append(f'| `{exact}` | {chip} | {told(found)} |')
    return out


HEAD = '''# Functions of the vector unit: errors and cycles

<!-- made by `make functions-doc`; not edited by hand -->

This page lists errors and cycles of unary functions of tt-llk (commit 36b092e8, sfpi 7.43) and of tt-metal's own kernels (August 2026, sfpi 7.71; their names begin with "metal"). They are compiled unchanged for Blackhole and for
Wormhole, executed by this library, and compared with the exact values of MPFR. [ulp.md](ulp.md) defines the error. One command makes this page again:

    make functions-doc TT_LLK=tt-llk SFPI=sfpi-7.43 TT_METAL=tt-metal METAL_SFPI=sfpi-7.71

Both chips take an hour and a half of processor time, in two processes.

[functions.tsv](functions.tsv) has a row for each function of each chip. Its columns (only ordinary inputs and results count; `stx-ulp` reports the others):

- *bf16*, *bf16_mean*: the largest and the mean error in ulp for every BF16 input, with 16-bit Dst; *bf16_worst_x*: an input with the largest one. *bf16_dst32*: the largest error for every BF16 input if Dst has 32 bits and the packer rounds the result.
- *fp32*: the largest error of 100 inputs in each of 512 binades; a larger error may exist.
- *bf16_usual*, *fp32_usual*: the largest error for 2^-7 <= |x| < 8. The overall largest errors occur at inputs that are rare in programs, for example tiny numbers with tiny exact results.
- *bf16_nearest_percent*: how many BF16 results are the nearest number.
- *way*: "plain" for a function with SFPLOADMACRO, which has no recorded form; it was computed word by word. A "-" stands for what could not be measured.
- *cycles*: those of a tile of 1,024 elements in the model of [time.md](time.md), of a program that is compiled as for the real core, with each operation of sfpi as the word that the vendor's compiler
  chooses. What that compiler does is an estimate: [time.md](time.md#comparison-with-measurements) compares such cycles with cards.

Every BF16 result was computed word by word and, where a recorded form exists, with the recorded form; both are equal. The errors are then those of the recorded form in which products and sums are
fused, and rounded once, as by the vendor's compiler ([ulp.md](ulp.md#functions-of-a-checkout)).

Functions for which such an error has no meaning are omitted: conversions to another number format (tested with pack and unpack), fills, which read nothing, dropout, whose results are random, and functions that combine
elements (sums, maxima, sorting).

## Beside published figures

[functions-published.tsv](functions-published.tsv) has a row for each published figure, with its source and a remark. Published figures are mostly steps between two arrays of one format. "Measured" is the same quantity where
the column says "steps"; otherwise it is the error in ulp with respect to the exact value.

## The Pareto front

These are the variants of each function that no other variant beats in both error and cycles.
'''


def document(rows):
    """docs/functions.md."""
    left = [f"{r['name']} ({r['chip']})" for r in rows if not good(r)]
    out = [HEAD, *_fronts(rows)]
    if left:
        out += ['', 'Not measured, because they do not compile or fault: ' + ', '.join(left) + '.']
    return '\n'.join(out) + '\n'


COLUMNS = (('BF16, max ulp', 'bf16', 'max_ulp'), ('  2^-7 <= |x| < 8', 'bf16', None),
           ('BF16, Dst of 32 bits, max ulp', 'bf16-dst32', 'max_ulp'), ('FP32, max ulp', 'fp32', 'max_ulp'),
           ('  2^-7 <= |x| < 8 in FP32', 'fp32', None))
# Their columns of functions.tsv.
KEPT = ('bf16', 'bf16_usual', 'bf16_dst32', 'fp32', 'fp32_usual')


def columns(row):
    """The columns of a row in a comparison: {title: text}."""
    made = {}
    for title, setting, key in COLUMNS:
        if setting in row:
            made[title] = _cell(row, setting, key) if key else _usual(row, setting)
    cell = next(row[s] for s in ('bf16', 'fp32', 'bf16-dst32') if s in row)
    if 'words' in cell:
        made['words of a recording'] = f"{cell['words']:,}"
    if 'cycles' in cell:
        made['cycles of a tile'] = f"{cell['cycles'][0]:,}"
    return made


def documented(path=PUBLIC):
    """The contents of functions.tsv: {(name, chip): {title: text}}, {(name, chip): exact}."""
    def shown(text):
        return text if text == '-' else number(float(text))
    with open(path, encoding='utf-8', newline='') as f:
        found = {(line['function'], line['chip']): line for line in csv.DictReader(f, delimiter='\t', quoting=csv.QUOTE_NONE)}
    rows = {key: {**{c[0]: shown(line[name]) for c, name in zip(COLUMNS, KEPT)}, 'cycles of a tile': f"{int(line['cycles']):,}"} for key, line in found.items()}
    return rows, {key: line['exact'] for key, line in found.items()}


def points_of(page, exact, function, chip):
    """The forms of a function on the page: (cycles, error, name)."""
    forms = [(page[key]['cycles of a tile'], page[key][COLUMNS[1][0]], key[0]) for key, what in exact.items()
             if (what, key[1]) == (function, chip)]
    return [(int(digits(cycles)), digits(error), name) for cycles, error, name in forms if '-' not in (cycles, error)]


def compare(names, texts):
    """Two functions side by side, as text."""
    lines = [f"{'':32}{names[0]:>24}{names[1]:>24}"]
    titles = [t for t in (*(c[0] for c in COLUMNS), 'words of a recording', 'cycles of a tile') if any(t in x for x in texts)]
    return '\n'.join(lines + [f"{t:32}{texts[0].get(t, '-'):>24}{texts[1].get(t, '-'):>24}" for t in titles])


def _axis(x):
    """The position of an input on an axis from minus to plus infinity, with logarithms of
    magnitudes."""
    return math.copysign(math.log2(max(abs(x), 2 ** -126)) + 126, x)


def svg(curves, title):
    """Draws the error over the input, with logarithmic axes. curves: {name: [[x, error], ...]}."""
    width, height, left, top = 900, 420, 60, 40
    colours = ('#1f6feb', '#d1242f', '#1a7f37', '#8250df')

    def at(x, error):
        y = math.log2(max(error, 2 ** -6)) if error > 0 else -6
        return (left + (width - left - 20) * (_axis(x) + 254) / 508,
                top + (height - top - 50) * (1 - (min(y, 20) + 6) / 26))
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
             f'<rect width="{width}" height="{height}" fill="white"/>', f'<text x="{left}" y="20" font-size="15">{html.escape(title)}</text>']
    for exponent in range(-6, 21, 2):
        y = at(1, 2.0 ** exponent)[1]
        label = f'{2.0 ** exponent:g}' if exponent >= 0 else f'1/{2 ** -exponent}'
        parts.append(f'<path d="M{left} {y:.1f}H{width - 20}" stroke="#ddd"/><text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{label}</text>')
    for sign in (-1, 1):
        for exponent in (-120, -60, 0, 60, 120):
            x = at(sign * 2.0 ** exponent, 1)[0]
            parts.append(f'<path d="M{x:.1f} {top}V{height - 50}" stroke="#eee"/><text x="{x:.1f}" y="{height - 34}" text-anchor="middle">'
                         f'{"-" if sign < 0 else ""}2^{exponent}</text>')
    for i, (name, curve) in enumerate(curves.items()):
        for side in (-1, 1):
            points = ' '.join('{:.1f},{:.1f}'.format(*at(x, e)) for x, e in sorted(curve) if x * side > 0)
            if points:
                parts.append(f'<polyline points="{points}" fill="none" stroke="{colours[i % 4]}" stroke-width="1.3"/>')
        parts.append(f'<rect x="{left + 220 * i}" y="{height - 18}" width="12" height="4" fill="{colours[i % 4]}"/>'
                     f'<text x="{left + 18 + 220 * i}" y="{height - 12}">{html.escape(name)}</text>')
    parts.append('</svg>\n')
    return '\n'.join(parts)


def result_row(result):
    """A result of stx-ulp --json as a row of the table."""
    setting = 'bf16' if result['dst'] == 'bf16' else 'fp32' if result['out'] == 'fp32' else 'bf16-dst32'
    return {'name': result['name'], 'exact': result['function'], 'chip': result['chip'], setting: result}


def find(name, chip, rows):
    """The row of a result of stx-ulp, or of the table; None if it is neither."""
    if os.path.exists(name):
        with open(name, encoding='utf-8') as f:
            return result_row(json.load(f))
    return next((r for r in rows if (r['name'], r['chip']) == (name, chip)), None)


def side_by_side(names, chip, found):
    """Prints the comparison, and for each function that they compute the front of these two and all forms on
    the page of functions."""
    page, exact = documented()
    texts = [columns(r) if r else page.get((n, chip)) for n, r in zip(names, found)]
    for name, text in zip(names, texts):
        if text is None:
            raise SystemExit(f'{name}: neither a result of stx-ulp nor a function of docs/functions.tsv ({chip})')
    print(compare([r['name'] if r else n for n, r in zip(names, found)], texts))
    for function in sorted({r['exact'] if r else exact[n, chip] for n, r in zip(names, found)}):
        own = [point(r) for r in found if r and r['exact'] == function and 'bf16' in r and good(r)]
        points = [p for p in points_of(page, exact, function, chip) if p[2] not in [n for _, _, n in own]] + own
        print(f'Pareto front of {function} on {chip}: {told(unbeaten(points)) if len(points) > 1 else "only one form is known"}')


def main():
    parser = argparse.ArgumentParser(prog='stx-ulp compare', description=__doc__)
    parser.add_argument('names', nargs='+', help='results of stx-ulp --json, or functions of docs/functions.tsv')
    parser.add_argument('--arch', default='blackhole', choices=('blackhole', 'wormhole'))
    parser.add_argument('--format', default='bf16', choices=('bf16', 'bf16-dst32', 'fp32'))
    parser.add_argument('--svg', help='draw their errors over the input in one picture')
    options = parser.parse_args()
    rows = []
    if os.path.exists(TABLE):
        with open(TABLE, encoding='utf-8') as f:
            rows = json.load(f)
    found = [find(n, options.arch, rows) for n in options.names]
    if options.svg:
        drawn = {}
        for name, row in zip(options.names, found):
            cells = [row[s] for s in (options.format, *(c[1] for c in COLUMNS)) if row and 'curve' in row.get(s, {})]
            if not cells:
                raise SystemExit(f'{name}: no errors over the input are known; stx-ulp --json writes them')
            drawn[name if row['name'] in drawn else row['name']] = cells[0]['curve']
        with open(options.svg, 'w', encoding='utf-8') as to:
            to.write(svg(drawn, 'error in ulp over the input'))
    if len(found) == 2:
        side_by_side(options.names, options.arch, found)
    elif not options.svg:
        parser.error('two functions are compared')
    return 0


if __name__ == '__main__':
    sys.exit(ending.quietly(main))
