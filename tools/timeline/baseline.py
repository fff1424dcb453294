# SPDX-License-Identifier: Apache-2.0
"""Times of runs, as their line "cycles NAME ..." tells them, kept in a file and compared with later ones."""
import json
import re
import sys
from dataclasses import dataclass

_LINE = re.compile(r'^cycles (\S+) unpack (\d+) math (\d+) pack (\d+) total (\d+) low \d+ high \d+$', re.M)
_PARTS = ('unpack', 'math', 'pack', 'total')


def _text(path):
    if path == '-':
        return sys.stdin.read()
    with open(path, encoding='utf-8', errors='replace') as f:
        return f.read()


def read(paths):
    """name -> {part: cycles} of all runs in these outputs."""
    found = {name: dict(zip(_PARTS, map(int, numbers)))
             for path in paths for name, *numbers in _LINE.findall(_text(path))}
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

    @property
    def bad(self):
        return self.verdict in ('slower', 'new', 'missing')

    def text(self):
        told = {'new': 'new: not in the baseline; --write keeps it', 'missing': 'missing: in the baseline only'}
        if self.verdict in told:
            return f'{self.name}: {told[self.verdict]}'
        return f'{self.name}: {self.verdict}, {self.before} -> {self.after} cycles, {100 * (self.after - self.before) / max(self.before, 1):+.1f} %'

    def record(self):
        return {'name': self.name, 'verdict': self.verdict, 'before': self.before, 'after': self.after}


def _verdict(before, after, tolerance):
    if after > before * (1 + tolerance):
        return 'slower'
    return 'faster' if after < before * (1 - tolerance) else 'same'


def compare(kept, found, tolerance):
    """A Row for each run of either, by their totals."""
    rows = []
    for name in sorted({*kept, *found}):
        if name not in kept:
            rows.append(Row(name, 'new', after=found[name]['total']))
        elif name not in found:
            rows.append(Row(name, 'missing', before=kept[name]['total']))
        else:
            before, after = kept[name]['total'], found[name]['total']
            rows.append(Row(name, _verdict(before, after, tolerance), before, after))
    return rows
