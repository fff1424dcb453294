# SPDX-License-Identifier: Apache-2.0
"""Times of runs, from their line "cycles NAME ...", kept in a file and compared with later ones."""
import json
import re
import sys
from dataclasses import dataclass

_LINE = re.compile(r'^cycles (\S+) unpack (\d+) math (\d+) pack (\d+) total (\d+) low \d+ high \d+$', re.M)
_PARTS = ('unpack', 'math', 'pack', 'total')
_TILES = re.compile(r'^pages: (\d+) pushed by pack', re.M)


def _text(path):
    if path == '-':
        return sys.stdin.read()
    with open(path, encoding='utf-8', errors='replace') as f:
        return f.read()


def read(paths):
    """Maps name to {part: cycles} for all runs in these outputs."""
    found = {}
    for text in map(_text, paths):
        for line in _LINE.finditer(text):
            name, *numbers = line.groups()
            following = _LINE.search(text, line.end())
            tiles = _TILES.search(text, line.end(), following.start() if following else len(text))
            found[name] = {**dict(zip(_PARTS, map(int, numbers))), **({'tiles': int(tiles[1])} if tiles else {})}
    if not found:
        raise ValueError(f'{" ".join(paths)}: no line "cycles NAME unpack ..." (TIME=1)')
    return found


def write(path, found):
    with open(path, 'w', encoding='utf-8') as f:
        json.dump({'schema': 'softensix-time-baseline', 'version': 1, 'runs': found}, f, indent=1, sort_keys=True)
        f.write('\n')


def load(path):
    with open(path, encoding='utf-8') as f:
        data = json.load(f)
    if not isinstance(data, dict) or data.get('schema') != 'softensix-time-baseline' or data.get('version') != 1:
        raise ValueError(f'{path} is not schema softensix-time-baseline, version 1')
    return data['runs']


@dataclass
class Row:
    name: str
    verdict: str  # same, slower, faster, new, missing
    before: int = None
    after: int = None
    tiles: tuple = (None, None)

    @property
    def bad(self):
        return self.verdict in ('slower', 'new', 'missing')

    def text(self):
        told = {'new': 'new: not in the baseline; --write keeps it', 'missing': 'missing: in the baseline only'}
        if self.verdict in told:
            return f'{self.name}: {told[self.verdict]}'
        before, after = self.tiles
        tile = f'; a tile {self.before / before:.1f} -> {self.after / after:.1f}' if before and after else ''
        return f'{self.name}: {self.verdict}, {self.before} -> {self.after} cycles, {100 * (self.after - self.before) / max(self.before, 1):+.1f} %{tile}'

    def record(self):
        return {'name': self.name, 'verdict': self.verdict, 'before': self.before, 'after': self.after}


def _verdict(before, after, tolerance):
    if after > before * (1 + tolerance):
        return 'slower'
    return 'faster' if after < before * (1 - tolerance) else 'same'


def compare(kept, found, tolerance):
    """A Row for each run of either, compared by their totals."""
    rows = []
    for name in sorted({*kept, *found}):
        if name not in kept:
            rows.append(Row(name, 'new', after=found[name]['total']))
        elif name not in found:
            rows.append(Row(name, 'missing', before=kept[name]['total']))
        else:
            before, after = kept[name]['total'], found[name]['total']
            rows.append(Row(name, _verdict(before, after, tolerance), before, after, (kept[name].get('tiles'), found[name].get('tiles'))))
    return rows
