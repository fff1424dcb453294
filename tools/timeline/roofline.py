# SPDX-License-Identifier: Apache-2.0
"""How far a run is below the limits of the matrix unit and L1: operations per cycle over operations per byte, as
numbers and as a picture."""
import html
import math
from dataclasses import dataclass

PEAK = 4096  # operations per cycle of MVMULs
FIDELITIES = ('LoFi', 'HiFi2', 'HiFi3', 'HiFi4')
WIDTH, HIGH, LEFT, TOP = 720, 420, 70, 30
X_OCTAVES, Y_OCTAVES = (-3, 10), (0, 13)  # powers of two of operations per byte, of operations per cycle
COLOURS = ('#c62828', '#1565c0', '#2e7d32', '#6a1b9a', '#ef6c00', '#00838f')
STYLE = """<style>text { fill: #222; font: 12px sans-serif } .note { fill: #555 } .paper { fill: white } .roof { stroke: #555; fill: none } .grid { stroke: #ddd }
@media (prefers-color-scheme: dark) { text { fill: #ddd } .note { fill: #aaa } .paper { fill: #181a1b } .roof { stroke: #aaa } .grid { stroke: #444 } }</style>"""


@dataclass
class Point:
    name: str
    operations: int  # counts each product once, whatever its fidelity
    phases: int
    fetched: int     # bytes that unpackers read from L1
    cycles: int
    rate: int        # bytes per cycle from L1

    @property
    def intensity(self):
        return self.operations / self.fetched

    @property
    def reached(self):
        return self.operations / self.cycles

    @property
    def peak(self):
        return PEAK / self.phases

    @property
    def roof(self):
        return min(self.peak, self.rate * self.intensity)

    def text(self):
        by = 'limited by bytes from L1' if self.roof < self.peak else 'limited by operations'
        return (f'{self.name}: {self.intensity:.2f} operations a byte, {self.reached:.1f} a cycle; '
                f'roof {self.roof:.0f} at {FIDELITIES[self.phases - 1]} ({by}), {100 * self.reached / self.roof:.1f} % of it')

    def record(self):
        return {**vars(self), 'intensity': self.intensity, 'reached': self.reached, 'roof': self.roof}


def point(name, words, rate):
    """A Point for a run; raises ValueError if it computes or fetches nothing."""
    first = sum(word.get('flops', 0) for word in words if not word.get('phase'))
    work = sum(word.get('flops', 0) for word in words)
    fetched = sum(word.get('bytes', 0) for word in words if word['unit'] == 'unpackers')
    if not first or not fetched:
        raise ValueError(f'{name}: no operations of the matrix or vector unit, or no bytes of the unpackers')
    phases = min(len(FIDELITIES), round(work / first))
    return Point(name, first, phases, fetched, max(word['end'] for word in words), rate)


def _place(value, octaves, begin, end):
    """Where a value lies on an axis from begin to end; what is outside lies on its edge."""
    low, high = octaves
    return begin + (min(max(math.log2(value), low), high) - low) / (high - low) * (end - begin)


def _x(value):
    return _place(value, X_OCTAVES, LEFT, WIDTH - 20)


def _y(value):
    return _place(value, Y_OCTAVES, HIGH - 40, TOP)


def _text(x, y, text, more=''):
    return f'<text x="{x:.1f}" y="{y:.1f}"{more}>{html.escape(text)}</text>'


def _grid():
    for power in (-3, -1, 1, 3, 5, 7, 9):
        x = _x(2.0**power)
        yield f'<line class="grid" x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{HIGH - 40}"/>' + _text(x, HIGH - 24, f'{2.0**power:g}', ' text-anchor="middle" class="note"')
    for power in (0, 2, 4, 6, 8, 10, 12):
        y = _y(2**power)
        yield f'<line class="grid" x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - 20}" y2="{y:.1f}"/>' + _text(LEFT - 6, y + 4, f'{2**power}', ' text-anchor="end" class="note"')


def _roofs(rate):
    lowest = 2.0 ** X_OCTAVES[0]
    for phases, name in enumerate(FIDELITIES, 1):
        peak = PEAK / phases
        ridge = peak / rate
        points = f'{LEFT},{_y(rate * lowest):.1f} {_x(ridge):.1f},{_y(peak):.1f} {WIDTH - 20},{_y(peak):.1f}'
        yield f'<polyline class="roof" points="{points}"/>' + _text(WIDTH - 24, _y(peak) + (12 if name == FIDELITIES[-1] else -3), f'{name}: {peak:.0f}',
                                                                      ' text-anchor="end" class="note"')


def picture(points):
    """Draws all points below the roofs for the first one's L1 rate."""
    rate = points[0].rate
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HIGH}">', STYLE, f'<rect class="paper" width="{WIDTH}" height="{HIGH}"/>',
             *_grid(), *_roofs(rate), _text(WIDTH / 2, HIGH - 6, 'operations per byte that the unpackers fetch from L1', ' text-anchor="middle"'),
             _text(8, 16, f'operations per cycle; the slope is L1 at {rate} bytes per cycle')]
    for i, p in enumerate(points):
        x, y = _x(p.intensity), _y(p.reached)
        parts += [f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{x:.1f}" y2="{_y(p.roof):.1f}" stroke="{COLOURS[i % len(COLOURS)]}" stroke-dasharray="3 3"/>',
                  f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{COLOURS[i % len(COLOURS)]}"/>', _text(x + 8, y + 4, f'{p.name}, {100 * p.reached / p.roof:.0f} %')]
    return '\n'.join([*parts, '</svg>', ''])
