# SPDX-License-Identifier: Apache-2.0
"""Compares the zones of a run with those that the device's profiler has measured for the same kernel on a card, and finds
one factor between both, for this kernel only."""
import csv
import statistics
from collections import defaultdict
from dataclasses import dataclass

from lines import THREADS

_RISCS = {f'TRISC_{i}': thread for i, thread in enumerate(THREADS)}
_APART = 0.03  # a gap of the sorted measurements, as a share of them, between two states of a bistable zone
_STATE = 0.2   # the least share of measurements that such a state has


def read(path):
    """{(thread, zone): [cycles]} of a profile_log_device.csv: a start and an end for each time that a core is in a zone."""
    with open(path, encoding='utf-8', newline='') as f:
        rows = list(csv.reader(f, skipinitialspace=True))
    head = next((i for i, row in enumerate(rows) if 'zone name' in row), None)
    if head is None:
        raise ValueError(f'{path}: no row of names with "zone name": not a zone file of the device profiler')
    names = [name.strip() for name in rows[head]]
    cycle = next((i for i, name in enumerate(names) if name.startswith('time[cycles')), None)
    if cycle is None:
        raise ValueError(f'{path}: no column "time[cycles since reset]"')
    found, open_ = defaultdict(list), defaultdict(list)
    for row in rows[head + 1:]:
        of = dict(zip(names, row))
        thread = _RISCS.get(of.get('RISC processor type'))
        core = (of.get('PCIe slot'), of.get('core_x'), of.get('core_y'))
        zone = (thread, of.get('zone name'))
        if not thread or of.get('type') not in ('ZONE_START', 'ZONE_END'):
            continue
        if of['type'] == 'ZONE_START':
            open_[core, zone].append(int(row[cycle]))
        elif open_[core, zone]:
            found[zone].append(int(row[cycle]) - open_[core, zone].pop())
    return dict(found)


def predicted(words):
    """{(thread, zone): [cycles]}, with those of the zones in it, for each time that the thread enters it."""
    found = defaultdict(list)
    for number, thread in enumerate(THREADS):
        own = [word for word in words if word['thread'] == number]
        for word, after in zip(own, [*own[1:], None]):
            cycles = (after['arrive'] if after else word['start'] + 1) - word['arrive']
            zones = [*reversed(word.get('within', [])), word['zone']] if 'zone' in word else []
            for depth, zone in enumerate(zones):
                if depth >= word['kept'] or not found[thread, zone]:
                    found[thread, zone].append(0)
                found[thread, zone][-1] += cycles
    return dict(found)


def states(values):
    """The medians of the two states of a bistable measurement, or of the only one."""
    values = sorted(values)
    middle = statistics.median(values)
    gaps = [(b - a, i) for i, (a, b) in enumerate(zip(values, values[1:]), 1)]
    gap, at = max(gaps, default=(0, 0))
    least = _STATE * len(values)
    if gap <= _APART * middle or at < least or len(values) - at < least or len(values) < 4:
        return [middle]
    return [statistics.median(values[:at]), statistics.median(values[at:])]


@dataclass
class Zone:
    thread: str
    name: str
    model: float
    measured: list  # medians of its states
    times: int

    @property
    def factor(self):
        return self.measured[0] / self.model

    def text(self):
        both = ' or '.join(f'{m:.0f}' for m in self.measured)
        note = '; bistable: two states that this kernel changes between' if len(self.measured) > 1 else ''
        return f'{self.thread:7}{self.name:24} model {self.model:8.0f}  measured {both:>8}  {100 * (self.factor - 1):+6.1f} %  of {self.times}{note}'

    def record(self):
        return {'thread': self.thread, 'zone': self.name, 'model': self.model, 'measured': self.measured, 'times': self.times}


def compare(words, measured):
    """The zones that both have."""
    model = predicted(words)
    return [Zone(*key, statistics.median(model[key]), states(measured[key]), len(measured[key]))
            for key in sorted(model.keys() & measured.keys()) if statistics.median(model[key]) > 0]


def factor(zones):
    """Of all zones, weighed by their times, in their faster states."""
    return sum(z.measured[0] for z in zones) / sum(z.model for z in zones)
