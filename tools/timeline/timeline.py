#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Converts JSON lines of the time model to a page that draws them, or to a picture of a part of them.

    tools/timeline/timeline.py build/timeline.jsonl > build/timeline.html
    tools/timeline/timeline.py --name matmul --svg 0 300 build/timeline.jsonl > docs/timeline.svg

--name is the title; the default is the name of the file.
The page is one file and needs no network: it shows the three threads and the units over time and can be zoomed; each
word shows its text and what it waited for. The picture shows the cycles between two numbers."""
import argparse
import html
import json
import os
import sys

import lines
import runs

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
from kernels import ending, version  # noqa: E402

LEFT, ROW, WIDTH, TOP = 130, 26, 1000, 40
MOST = 24  # rows of the page's table
STYLE = """<style>text { fill: #222 } .note { fill: #555 } .paper { fill: white } .grid { stroke: #ddd }
@media (prefers-color-scheme: dark) { text { fill: #ddd } .note { fill: #aaa } .paper { fill: #181a1b } .grid { stroke: #444 } }</style>"""


class _Table(dict):
    """Numbers texts."""

    def of(self, text):
        return self.setdefault(text, len(self))


def _place(word):
    """"llk_lib/llk_math_matmul.h:44 in _llk_math_matmul_", or an empty text."""
    return lines.short(word.get('where', '')) + (f' in {word["call"]}' if word.get('call') else '')


def _rows(words, names, lanes, texts, places):
    """The words in the form that page.html reads: times as differences; at the end the place that the wait is
    charged to, if it differs."""
    last, gate = [0, 0, 0], [None, None, None]
    for w in words:
        thread, waits = w['thread'], runs.charged(w, gate[w['thread']])
        yield [thread, w['arrive'] - last[thread], w['start'] - w['arrive'], w['end'] - w['start'],
               names.index(w['stall']) if w['stall'] in names else -1, texts.of(w['text']), lanes.index(lines.lane(w)),
               w['after'], places.of(_place(w)), *([places.of(_place(waits))] if waits is not w else [])]
        last[thread] = w['arrive']
        gate[thread] = w if runs.is_gate(w) else gate[thread]


def _zones(words):
    """Bars for successive words of a thread in one zone, from the arrival of the first to the start of the last."""
    last = {}
    for w in words:
        bar = last.get(w['thread'])
        if bar and bar[1] == w.get('zone'):
            bar[3] = w['start'] + 1
        else:
            if bar and bar[1]:
                yield bar
            last[w['thread']] = [w['thread'], w.get('zone'), w['arrive'], w['start'] + 1]
    yield from (bar for bar in last.values() if bar[1])


def _costs(words):
    """The lines that took most of the run: thread, line and call, cycles, their share of the thread's in tenths of
    a percent, words, waits."""
    run, found = runs.Run(words), []
    for number, thread in enumerate(lines.THREADS):
        for where, cost in run.cost[thread].items():
            waits = ', '.join(f'{name} {cycles}' for name, cycles in cost.stalls.most_common())
            place = _place({'where': where, 'call': cost.call})
            found.append([number, place, cost.cycles, 1000 * cost.cycles // run.cycles[thread], cost.words, waits])
    return sorted(found, key=lambda row: -row[2])[:MOST]


def page(words, title, chip='Blackhole'):
    lanes = lines.lanes(words)
    stalls = lines.stalls()
    waited = {w['stall'] for w in words if w['start'] > w['arrive']}
    names, texts, places = [name for name in stalls if name in waited], _Table(), _Table()
    data = {
        'threads': lines.THREADS, 'lanes': lanes, 'hues': [lines.hue(name) for name in lanes], 'costs': _costs(words),
        'stalls': [[name, *stalls[name]] for name in names],
        'words': list(_rows(words, names, lanes, texts, places)), 'texts': list(texts), 'places': list(places),
        'zones': sorted(_zones(words)),
        'number': {w['n']: i for i, w in enumerate(words) if w['signals']}}
    with open(os.path.join(os.path.dirname(__file__), 'page.html'), encoding='ascii') as f:
        text = f.read()
    safe = json.dumps(data, separators=(',', ':')).replace('<', '\\u003c')
    return text.replace('CHIP', chip).replace('TITLE', html.escape(title)).replace('DATA', safe)


def _box(x, y, wide, high, fill):
    return f'<rect x="{x:.1f}" y="{y}" width="{max(wide, 0.4):.1f}" height="{high}" fill="{fill}"/>'


def _text(x, y, text, attributes=''):
    return f'<text x="{x:.1f}" y="{y}"{attributes}>{html.escape(text)}</text>'


def _axis(begin, end, x, high):
    """Lines with the cycle above them; the last number ends at its line, so that it does not exceed the picture."""
    for t in range(begin, end + 1, max(1, (end - begin) // 10)):
        anchor = 'end' if x(t) > WIDTH - 20 else 'middle'
        yield f'<path d="M{x(t):.1f} {TOP - 6}V{high}" class="grid"/>'
        yield _text(x(t), TOP - 9, str(t), f' class="note" text-anchor="{anchor}"')


def _legend(used, stalls, high):
    yield _text(6, high + 14, 'waits, by cause', ' class="note"')
    for i, name in enumerate(used):
        at, line = LEFT + 150 * (i % 5), high + 14 + 14 * (i // 5)
        yield _box(at, line - 9, 9, 9, stalls[name][1])
        yield _text(at + 13, line, name)


def picture(words, begin, end, name):
    words = [w for w in words if w['end'] > begin and w['arrive'] < end]
    units, stalls = lines.lanes(words), lines.stalls()
    lanes = list(lines.THREADS) + units
    scale = (WIDTH - LEFT - 10) / (end - begin)
    high = TOP + ROW * len(lanes)
    used = [s for s in stalls if any(w['stall'] == s and w['start'] > w['arrive'] for w in words)]
    bottom = high + 14 * ((len(used) + 4) // 5) + 10
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom}" '
           'font-family="sans-serif" font-size="11">', STYLE,
           f'<rect width="{WIDTH}" height="{bottom}" class="paper"/>',
           _text(6, 14, f'{name}, cycles {begin} to {end}: a word is in the row of its thread and, in the same colour, in that of its unit; '
                        'the thin bar before it is its wait')]

    def x(time):
        return LEFT + (min(max(time, begin), end) - begin) * scale
    out += _axis(begin, end, x, high)
    for w in words:
        colour = f'hsl({lines.hue(lines.lane(w))} 45% 65%)'
        y = TOP + ROW * w['thread']
        if w['start'] > w['arrive'] and w['stall'] in stalls:
            out.append(_box(x(w['arrive']), y + 7, x(w['start']) - x(w['arrive']), ROW - 14,
                            stalls[w['stall']][1]))
        out.append(_box(x(w['start']), y + 3, x(w['start'] + 1) - x(w['start']), ROW - 6, colour))
        out.append(_box(x(w['start']), TOP + ROW * (3 + units.index(lines.lane(w))) + 3,
                        x(w['end']) - x(w['start']), ROW - 6, colour))
    for i, lane in enumerate(lanes):
        out.append(_text(6, TOP + ROW * i + 17, lane))
    out += _legend(used, stalls, high)
    return '\n'.join(out + ['</svg>', ''])


def main():
    parser = argparse.ArgumentParser(prog='stx-timeline', description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    version.add(parser)
    parser.add_argument('--name')
    parser.add_argument('--svg', nargs=2, type=int, metavar=('FROM', 'TO'))
    parser.add_argument('file')
    given = parser.parse_args()
    name = given.name or os.path.basename(given.file).split('.')[0]
    words = lines.given(given.file)
    sys.stdout.write(picture(words, *given.svg, name) if given.svg else page(words, name, lines.chip(given.file)))


if __name__ == '__main__':
    sys.exit(ending.quietly(main))
