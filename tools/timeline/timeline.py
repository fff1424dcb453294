#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""JSON lines of the time model to a page that draws them, or to a picture of a part of them.

    tools/timeline/timeline.py build/timeline.jsonl > build/timeline.html
    tools/timeline/timeline.py --svg 0 200 build/timeline.jsonl > docs/timeline.svg

The page is one file and needs no network: three threads and the units over time, to zoom into; each word tells its
text and what it waited for. The picture shows the cycles between two numbers."""
import json
import os
import sys

import lines

LEFT, ROW, WIDTH = 130, 26, 1000


def page(words, title):
    units = sorted({w['unit'] for w in words})
    stalls = lines.stalls()
    names = list(stalls)
    data = {
        'threads': lines.THREADS, 'units': units,
        'stalls': [[name, *stalls[name]] for name in names],
        'words': [[w['thread'], w['arrive'], w['start'], w['end'],
                   names.index(w['stall']) if w['stall'] in stalls else -1,
                   w['text'], units.index(w['unit']), w['after']] for w in words],
        'place': {w['n']: i for i, w in enumerate(words) if w['signals']}}
    with open(os.path.join(os.path.dirname(__file__), 'page.html'), encoding='ascii') as f:
        text = f.read()
    return text.replace('TITLE', title).replace('DATA', json.dumps(data, separators=(',', ':')))


def _box(x, y, wide, high, fill):
    return f'<rect x="{x:.1f}" y="{y}" width="{max(wide, 0.4):.1f}" height="{high}" fill="{fill}"/>'


def picture(words, begin, end):
    words = [w for w in words if w['end'] > begin and w['arrive'] < end]
    units, stalls = sorted({w['unit'] for w in words}), lines.stalls()
    lanes = list(lines.THREADS) + units
    scale = (WIDTH - LEFT - 10) / (end - begin)
    high = 20 + ROW * len(lanes)
    used = [s for s in stalls if any(w['stall'] == s and w['start'] > w['arrive'] for w in words)]
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {high + 40}" '
           'font-family="sans-serif" font-size="11">',
           '<style>@media (prefers-color-scheme: dark) { svg { filter: invert(0.9) hue-rotate(180deg) } }</style>',
           f'<rect width="{WIDTH}" height="{high + 40}" fill="white"/>']

    def x(time):
        return LEFT + (min(max(time, begin), end) - begin) * scale
    for t in range(begin, end + 1, max(1, (end - begin) // 10)):
        out.append(f'<path d="M{x(t):.1f} 14V{high}" stroke="#ddd"/><text x="{x(t) + 2:.1f}" y="11" '
                   f'fill="#555">{t}</text>')
    for w in words:
        colour = f'hsl({(units.index(w["unit"]) * 67 + 200) % 360} 45% 65%)'
        y = 20 + ROW * w['thread']
        if w['start'] > w['arrive'] and w['stall'] in stalls:
            out.append(_box(x(w['arrive']), y + 7, x(w['start']) - x(w['arrive']), ROW - 14,
                            stalls[w['stall']][1]))
        out.append(_box(x(w['start']), y + 3, x(w['start'] + 1) - x(w['start']), ROW - 6, colour))
        out.append(_box(x(w['start']), 20 + ROW * (3 + units.index(w['unit'])) + 3,
                        x(w['end']) - x(w['start']), ROW - 6, colour))
    for i, name in enumerate(lanes):
        out.append(f'<text x="6" y="{20 + ROW * i + 17}">{name}</text>')
    for i, name in enumerate(used):
        at, line = LEFT + 150 * (i % 6), high + 14 + 14 * (i // 6)
        out.append(_box(at, line - 9, 9, 9, stalls[name][1]))
        out.append(f'<text x="{at + 13}" y="{line}">{name}</text>')
    return '\n'.join(out + ['</svg>', ''])


def main():
    if len(sys.argv) == 2:
        title = os.path.basename(sys.argv[1]).split('.')[0]
        sys.stdout.write(page(lines.load(sys.argv[1]), title))
    elif len(sys.argv) == 5 and sys.argv[1] == '--svg':
        sys.stdout.write(picture(lines.load(sys.argv[4]), int(sys.argv[2]), int(sys.argv[3])))
    else:
        sys.exit(__doc__)


if __name__ == '__main__':
    main()
