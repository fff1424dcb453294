# SPDX-License-Identifier: Apache-2.0
"""Where a kernel spends its time: a program's time model reports addresses of calls, which become source lines and
the LLK calls above them (docs/time.md)."""
import re
from collections import Counter
from dataclasses import dataclass, field

from . import machine

MOST = 10  # rows of a table
THREADS = ('unpack', 'math', 'pack')
_HEAD = re.compile(r'^lines of (\w+): (\d+) cycles')
_ROW = re.compile(r'^  (\S+) +(\d+) cycles, [\d.]+ %; (\d+) words, busy (\d+)((?:; \w+ \d+)*)$')
# Implementations of vectors and their operators, and of running a MOP, are not what a kernel's author looks for.
_INNER = re.compile(r'/tensix_builtins\.def:|/sfpi\w*\.h:|/ckernel_template\.h:')
_LLK = re.compile(r'\b(_llk_\w+_|llk_\w+)')


def _short(line):
    """The line; of a file that is not below this directory only its folder and name."""
    return '/'.join(line.split('/')[-2:]) if line.startswith('/') else line


@dataclass
class Site:
    """A place of a kernel, and the time that its words took of their thread."""
    cycles: int = 0
    words: int = 0
    busy: int = 0
    stalls: Counter = field(default_factory=Counter)

    def add(self, other):
        self.cycles += other.cycles
        self.words += other.words
        self.busy += other.busy
        self.stalls += other.stalls

    def text(self, name, total):
        row = f'  {_short(name):<31} {self.cycles} cycles, {1000 * self.cycles // max(total, 1) / 10} %; {self.words} words, busy {self.busy}'
        return row + ''.join(f'; {cause} {cycles}' for cause, cycles in self.stalls.most_common())


def read(text):
    """Maps thread to (its cycles, {place: Site}), from the model's tables."""
    found, sites = {}, {}
    for line in text.splitlines():
        head, row = _HEAD.match(line), _ROW.match(line)
        if head:
            sites = {}
            found[head[1]] = (int(head[2]), sites)
        elif row:
            stalls = Counter({cause: int(n) for cause, n in re.findall(r'; (\w+) (\d+)', row[5])})
            sites[row[1]] = Site(int(row[2]), int(row[3]), int(row[4]), stalls)
    return found


def _line(frames):
    return next((place for _, place in frames if not _INNER.search('/' + place)), frames[0][1])


def _name(function):
    """Without return type, namespaces, template arguments and parameters."""
    inner = None
    while inner != function:
        inner, function = function, re.sub('<[^<>]*>', '', function)
    return function.split('(')[0].split('::')[-1].split(' ')[-1]


def _call(frames):
    """The innermost LLK call around the word; without one, the function that contains it."""
    frames = [f for f in frames if not _INNER.search('/' + f[1])] or frames
    names = [_name(function) for function, _ in frames]
    llk = [found[1] for found in map(_LLK.search, names) if found]
    return next((name for name in llk if name.startswith('_')), (llk or names)[0])


class Places:
    """The meaning of addresses in the programs of the threads."""

    def __init__(self, programs):
        self.programs = programs
        self.known = {}

    def _look_up(self, thread, addresses):
        new = [a for a in addresses if a.startswith('0x') and (thread, a) not in self.known]
        for program in dict.fromkeys((self.programs[THREADS.index(thread)], *self.programs)):
            if new:
                found = machine.frames(program, [int(a, 16) for a in new])
                self.known.update({(thread, a): found[int(a, 16)] for a in new if found.get(int(a, 16))})
                new = [a for a in new if (thread, a) not in self.known]

    def named(self, thread, addresses):
        """[(line, call)] of addresses; anything else is unchanged."""
        self._look_up(thread, addresses)
        known = ((a, self.known.get((thread, a))) for a in addresses)
        return [(_line(frames), _call(frames)) if frames else (a, a) for a, frames in known]


def _table(title, sites, total):
    """The lines of a table: the first rows and the sum of the others."""
    ordered = sorted(sites.items(), key=lambda item: -item[1].cycles)
    rows = [title] + [site.text(name, total) for name, site in ordered[:MOST]]
    if len(ordered) > MOST:
        rows.append(f'  others: {sum(site.cycles for _, site in ordered[MOST:])} cycles')
    return rows


def _thread(places, thread, total, told):
    lines, calls = {}, {}
    for (line, call), site in zip(places.named(thread, list(told)), told.values()):
        lines.setdefault(line, Site()).add(site)
        calls.setdefault(call, Site()).add(site)
    return (_table(f'lines of {thread}: {total} cycles until its last word has left', lines, total) +
            _table(f'calls of {thread}:', calls, total))


def named(text, programs):
    """The model's output, with lines and calls in place of addresses."""
    at = text.find('\nlines of ')
    if at < 0:
        return text
    places, rows = Places(programs), []
    for thread, (total, told) in read(text[at:]).items():
        rows += _thread(places, thread, total, told)
    return text[:at + 1] + '\n'.join(rows)


def name_lines(path, programs):
    """The same for a file of JSON lines: "where" becomes a line, and "call" is added after it."""
    with open(path, encoding='ascii') as f:
        lines = f.readlines()
    pattern = re.compile(r'"thread":(\d).*"where":"(0x[0-9a-f]+)"')
    found = [(THREADS[int(match[1])], match[2]) for match in map(pattern.search, lines) if match]
    places, name = Places(programs), {}
    for thread in THREADS:
        addresses = sorted({address for t, address in found if t == thread})
        name.update({(thread, a): f'"where":"{line}","call":"{call}"'
                     for a, (line, call) in zip(addresses, places.named(thread, addresses))})
    with open(path, 'w', encoding='ascii') as f:
        for line in lines:
            match = pattern.search(line)
            f.write(line.replace(f'"where":"{match[2]}"', name[THREADS[int(match[1])], match[2]]) if match else line)
