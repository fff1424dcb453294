# SPDX-License-Identifier: Apache-2.0
"""The time that the words of each line of a kernel took of their thread, and the differences between two
runs."""
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from lines import THREADS, short


@dataclass
class LineCost:
    cycles: int = 0
    words: int = 0
    call: str = ''
    stalls: Counter = field(default_factory=Counter)
    names: Counter = field(default_factory=Counter)  # counts of the names of its words: MVMUL, SETRWC


def _place(word):
    """The word's line, or its text if it has none."""
    return word.get('where') or word['text']


def is_gate(word):
    return word['text'].startswith(('STALLWAIT', 'SEMWAIT'))


def charged(word, gate):
    """The word that a wait is charged to: the STALLWAIT before it, the call that waits for pages, or the
    word itself."""
    if word.get('polled'):
        return {'text': word['polled'], 'where': word['polled']}
    return gate if word.get('held') and gate else word


def parts(words):
    """Yields (word that is charged, cycles, stall or '') for all cycles of one thread. A STALLWAIT is charged
    with the time that it holds words up."""
    gate = None
    for word, after in zip(words, [*words[1:], None]):
        spent = (after['arrive'] if after else word['start'] + 1) - word['arrive']
        waited = min(word['start'] - word['arrive'], spent)
        if waited:
            yield charged(word, gate), waited, word['stall']
        yield word, spent - waited, ''
        gate = word if is_gate(word) else gate


class Run:
    """Has cost[thread][place], the cycles of each thread, and the cycles until the last word is
    done."""

    def __init__(self, words):
        self.total = max((word['end'] for word in words), default=0)
        self.tiles = sum(word.get('pages', 0) for word in words if THREADS[word['thread']] == 'pack')  # that the packer has pushed
        self.cycles, self.cost = {}, {}
        for number, thread in enumerate(THREADS):
            own = [word for word in words if word['thread'] == number]
            self.cost[thread] = places = defaultdict(LineCost)
            for word, cycles, stall in parts(own):
                cost = places[_place(word)]
                cost.cycles += cycles
                cost.call = word.get('call', '')
                if stall:
                    cost.stalls[stall] += cycles
                else:
                    cost.words += 1
                    cost.names[word['text'].split(' ')[0]] += 1
            self.cycles[thread] = sum(cost.cycles for cost in places.values())


@dataclass
class Change:
    thread: str
    before: tuple  # (place, LineCost), or None if the line is new
    after: tuple   # (place, LineCost), or None if it was removed

    @property
    def cycles(self):
        return (self.after[1].cycles if self.after else 0) - (self.before[1].cycles if self.before else 0)

    def _stalls(self):
        stalls = Counter(self.after[1].stalls if self.after else {})
        stalls.subtract(self.before[1].stalls if self.before else {})
        return sorted(((n, cycles) for n, cycles in stalls.items() if cycles), key=lambda item: -abs(item[1]))

    def text(self):
        place, cost = self.after or self.before
        was, now = (s[1].cycles if s else 0 for s in (self.before, self.after))
        note = 'new, ' if not self.before else 'gone, ' if not self.after else ''
        call = f' in {cost.call}' if cost.call else ''
        stalls = ''.join(f'; {name} {cycles:+d}' for name, cycles in self._stalls())
        return f'{self.cycles:+6d}  {short(place)}{call}: {note}{was} -> {now} cycles{stalls}'

    def record(self):
        place, cost = self.after or self.before
        return {'thread': self.thread, 'where': place, 'call': cost.call, 'before': self.before and self.before[1].cycles,
                'after': self.after and self.after[1].cycles, 'stalls': dict(self._stalls())}


def _key(place):
    """A key that sorts by file and line number."""
    match = re.fullmatch(r'(.*):(\d+)', place)
    return (match[1], int(match[2])) if match else (place, 0)


def _by_file(places):
    """Maps a file to [(place, LineCost)] in the order of lines; a word without a line counts as a
    file of its own."""
    files = defaultdict(list)
    for place, cost in sorted(places.items(), key=lambda item: _key(item[0])):
        files[_key(place)[0].rsplit('/', 1)[-1]].append((place, cost))
    return files


def _align(before, after):
    """Pairs of lines in two versions of a file, which are matched by the words that they issue."""
    signs = [[tuple(sorted(cost.names)) for _, cost in version] for version in (before, after)]
    for kind, i, i_end, j, j_end in SequenceMatcher(None, *signs, autojunk=False).get_opcodes():
        both = min(i_end - i, j_end - j) if kind in ('equal', 'replace') else 0
        yield from zip(before[i:i + both], after[j:j + both])
        yield from ((old, None) for old in before[i + both:i_end])
        yield from ((None, new) for new in after[j + both:j_end])


def changes(before, after):
    """All lines of both runs, with the largest changes first."""
    found = []
    for thread in THREADS:
        old, new = _by_file(before.cost[thread]), _by_file(after.cost[thread])
        for name in {**old, **new}:
            found += [Change(thread, *pair) for pair in _align(old.get(name, []), new.get(name, []))]
    return sorted(found, key=lambda c: -abs(c.cycles))


def stacks(words):
    """Maps "math;_llk_math_matmul_;llk_math_matmul.h:120;MVMUL" to cycles; waits are in
    brackets."""
    found = Counter()
    for number, thread in enumerate(THREADS):
        for word, cycles, stall in parts([w for w in words if w['thread'] == number]):
            frames = [thread, word.get('call'), word.get('where'), f'[{stall}]' if stall else word['text'].split(' ')[0]]
            found[';'.join(f for f in frames if f)] += cycles
    return {stack: cycles for stack, cycles in found.items() if cycles}
