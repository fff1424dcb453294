# SPDX-License-Identifier: Apache-2.0
"""Draws where numbers differ from the expected ones, and the numbers themselves: a square for each number, or in a large matrix for
several numbers, of which the worst counts."""
import math
import os
from xml.sax.saxutils import escape

MOST = 128  # squares in a row or a column
WIDTH = 640
# Kinds of squares, from good to bad.
NOTHING, EQUAL, WITHIN, WRONG, FAR = range(5)
COLOURS = {EQUAL: '#e3efe3', WITHIN: '#a9d18e', WRONG: '#f4a261', FAR: '#c1121f'}
WORDS = {EQUAL: 'equal', WITHIN: 'within the tolerance', WRONG: 'wrong', FAR: 'wrong, by ten times the tolerance or more'}


def _kind(compared, i, wrong):
    distance, check = compared.distance(i), compared.check
    if i not in wrong:
        return WITHIN if distance else EQUAL
    allowed = 0.0 if check.rule == 'equal' else check.atol + check.rtol * abs(check.golden[i])
    return WRONG if distance < 10 * allowed or check.rule == 'equal' and distance <= 1 else FAR


def squares(compared, where):
    """(numbers along a side of a square, {(row, column) of a square: kind})."""
    side = -(-max(where.rows, where.columns) // MOST)
    kinds, wrong = {}, set(compared.wrong)
    for i, place in enumerate(compared.places):
        row, column = where.places[place]
        at = row // side, column // side
        kinds[at] = max(kinds.get(at, NOTHING), _kind(compared, i, wrong))
    return side, kinds


def _runs(kinds):
    """Yields (row, first column, count, kind) for equal squares side by side."""
    run = None
    for (row, column), kind in sorted(kinds.items()):
        if run and run[0] == row and run[1] + run[2] == column and run[3] == kind:
            run[2] += 1
            continue
        if run:
            yield run
        run = [row, column, 1, kind]
    if run:
        yield run


def _path(runs):
    """One path element with a rectangle for each run of squares."""
    return ''.join(f'M{column} {row}h{count}v1h-{count}z' for row, column, count, _ in runs)


def _grid(where, scale):
    """The lines between tiles."""
    lines = [f'M{x * scale:.2f} 0v{where.rows * scale:.2f}' for x in range(0, where.columns + 1, where.tile[1])]
    lines += [f'M0 {y * scale:.2f}h{where.columns * scale:.2f}' for y in range(0, where.rows + 1, where.tile[0])]
    return ''.join(lines)


def _legend(used, left, top):
    for i, kind in enumerate(used):
        y = top + 20 * i
        yield f'<rect x="{left}" y="{y:.0f}" width="14" height="14" fill="{COLOURS[kind]}" stroke="#888888"/>'
        yield f'<text x="{left + 22}" y="{y + 12:.0f}" fill="#222222">{WORDS[kind]}</text>'


def draw(title, compared, where):
    """Returns the picture as SVG."""
    side, kinds = squares(compared, where)
    left, top, scale = 10, 50, WIDTH / max(where.rows, where.columns)
    used, bottom = sorted(set(kinds.values())), top + where.rows * scale + 8
    width, height = where.columns * scale, where.rows * scale
    summary = (f'{len(compared.wrong)} of {len(compared.got)} numbers are wrong, largest error '
               f'{max(map(compared.distance, range(len(compared.got)))):.4g}')
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH + 2 * left} {bottom + 20 * len(used) + 4:.0f}" '
           'font-family="sans-serif" font-size="14">',
           f'<title>{escape(title)}</title>', '<rect width="100%" height="100%" fill="#ffffff"/>',
           f'<text x="{left}" y="20" fill="#222222">{escape(title)}</text>',
           f'<text x="{left}" y="40" fill="#222222">{summary}</text>',
           f'<svg x="{left}" y="{top}" width="{width:.2f}" height="{height:.2f}">',
           '<rect width="100%" height="100%" fill="#f2f2f2"/>', f'<g transform="scale({side * scale:.6f})">']
    out += [f'<path fill="{COLOURS[kind]}" d="{_path(r for r in _runs(kinds) if r[3] == kind)}"/>' for kind in used]
    out += ['</g>', f'<path stroke="#888888" fill="none" d="{_grid(where, scale)}"/>', '</svg>']
    return '\n'.join([*out, *_legend(used, left, bottom), '</svg>', ''])


# From low to high; what is not finite is drawn in grey.
SCALE = ('#440154', '#46327e', '#365c8d', '#277f8e', '#1fa187', '#4ac16d', '#a0da39', '#fde725')
ODD, PANEL, GAP = '#9e9e9e', 200, 20


def _level(value, low, high):
    """The place of a number in SCALE; -1 if it is not finite."""
    if not math.isfinite(value):
        return -1
    return min(len(SCALE) - 1, int((value - low) / (high - low) * len(SCALE))) if high > low else 0


def panels(compared, where):
    """(title, lowest, highest, {(row, column) of a square: level}) of what is expected, of what was got, and of the difference. Expected
    and got have one scale. Of several numbers in a square the one with the largest difference is shown."""
    side, shown = -(-max(where.rows, where.columns) // MOST), {}
    for i, place in enumerate(compared.places):
        row, column = where.places[place]
        at = row // side, column // side
        if at not in shown or compared.distance(i) > compared.distance(shown[at]):
            shown[at] = i
    good = [x for i in shown.values() for x in (compared.got[i], compared.check.golden[i]) if math.isfinite(x)] or [0]
    far = max((d for d in map(compared.distance, shown.values()) if math.isfinite(d)), default=0)
    for title, low, high, value in (('expected', min(good), max(good), lambda i: compared.check.golden[i]),
                                    ('got', min(good), max(good), lambda i: compared.got[i]), ('difference', 0, far, compared.distance)):
        yield title, low, high, {at: _level(value(i), low, high) for at, i in shown.items()}


def numbers(title, compared, where):
    """What is expected, what was got and the difference, side by side, as SVG."""
    side = -(-max(where.rows, where.columns) // MOST)
    scale = PANEL / max(where.rows, where.columns)
    wide, high = 3 * (PANEL + GAP), 50 + where.rows * scale + GAP
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high:.0f}" font-family="sans-serif" font-size="12">',
           f'<title>{escape(title)}</title>', '<rect width="100%" height="100%" fill="#ffffff"/>']
    for number, (name, low, top, levels) in enumerate(panels(compared, where)):
        left = GAP / 2 + number * (PANEL + GAP)
        out += [f'<text x="{left:.0f}" y="20" fill="#222222">{name}</text>', f'<text x="{left:.0f}" y="38" fill="#222222">{low:.4g} to {top:.4g}</text>',
                f'<g transform="translate({left:.0f} 46) scale({side * scale:.6f})">']
        out += [f'<path fill="{ODD if level < 0 else SCALE[level]}" d="{_path(r for r in _runs(levels) if r[3] == level)}"/>'
                for level in sorted(set(levels.values()))]
        out.append('</g>')
    return '\n'.join([*out, '</svg>', ''])


def save(directory, name, verdict, maps, file_of):
    """Writes a picture of each comparison, DIR/NAME-FILE.svg; yields a line for each."""
    for number, compared in enumerate(verdict.compared):
        of = compared.check.of
        again = any(c.check.of == of for c in verdict.compared[:number])
        path = os.path.join(directory, f'{name}-{file_of(of)}{f"-{number}" if again else ""}.svg')
        os.makedirs(directory, exist_ok=True)
        for drawn, drawing in ((path, draw), (path.removesuffix('.svg') + '-numbers.svg', numbers)):
            with open(drawn, 'w', encoding='utf-8') as f:
                f.write(drawing(f'{name}, {maps[of].name}', compared, maps[of]))
            yield f'  drawn {drawn}'
