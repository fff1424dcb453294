# SPDX-License-Identifier: Apache-2.0
"""Suggests what would make a kernel faster, with rules over the words of a run: where, the most cycles that it
could save its thread, and why."""
import re
from collections import Counter, defaultdict
from dataclasses import dataclass

from lines import THREADS, short

_NO_WORK = ('SETRWC', 'INCRWC', 'CLEARDVALID', 'ZEROACC', 'ZEROSRC')
_WORTH = 0.01  # share of the run below which advice is not printed
_UNITS = {'MATH': 'matrix unit', 'WAIT_SFPU': 'vector unit', 'PACK': 'packer', 'UNPACK': 'unpackers', 'UNPACK0': 'unpackers',
          'UNPACK1': 'unpackers', 'THCON': 'scalar unit', 'XMOV': 'mover', 'CFGEXU': 'configuration'}


@dataclass
class Advice:
    rule: str
    thread: str
    where: str
    cycles: int  # saved in the thread, at most
    text: str

    def line(self):
        return f'{self.cycles:6d}  {self.thread} {short(self.where)}: {self.text} ({self.rule})'

    def record(self):
        return vars(self)


def _where(word):
    return word.get('where') or word['text'].split(' ')[0]


def _waits(words, stall):
    """Maps (thread, place) to the words that waited for this."""
    found = defaultdict(list)
    for word in words:
        if word['stall'] == stall and word['start'] > word['arrive'] and not word.get('held'):
            found[THREADS[word['thread']], _where(word)].append(word)
    return found


def _sum(waited):
    return sum(word['start'] - word['arrive'] for word in waited)


def rotation(words):
    """A result of the vector unit is available two cycles after its word, so a word in between hides
    the wait."""
    for (thread, where), waited in _waits(words, 'LREG').items():
        yield Advice('rotation', thread, where, _sum(waited),
                     f'{len(waited)} words need the result of the preceding word; words for other rows in between would hide the wait')


def blocks(words):
    """The matrix unit can use a block of 8 rows of Dst again only after some cycles."""
    for (thread, where), waited in _waits(words, 'DST').items():
        yield Advice('blocks', thread, where, _sum(waited),
                     f'{len(waited)} words use a block of 8 rows of Dst again too early; with five blocks in flight none has to wait')


def halves(words):
    """Math waits for room in Dst while the packer waits for math: they take turns."""
    full, empty = ({key: value for key, value in _held(words, stall).items()} for stall in ('SEMAPHORE_FULL', 'SEMAPHORE'))
    for (thread, where), cycles in full.items():
        others = sum(n for (other, _), n in empty.items() if other == 'pack')
        if thread == 'math' and others:
            yield Advice('halves', thread, where, min(cycles, others),
                         'math waits for room in Dst and the packer for results: with two halves of Dst they work in parallel')


_MATRIX, _VECTOR = 'matrix unit', 'vector unit'


def _work(word):
    """True if the word computes. The matrix unit also has words that only count or clear."""
    return word['unit'] == _VECTOR or word['unit'] == _MATRIX and not word['text'].startswith(_NO_WORK)


def series(words):
    """The words of one thread never use both units at the same time; those of two threads can."""
    for number, thread in enumerate(THREADS):
        own = [word for word in words if word['thread'] == number and _work(word)]
        spent, turns = Counter(), 0
        places = Counter()
        for word, after in zip(own, [*own[1:], None]):
            cycles = (after['arrive'] if after else word['start'] + 1) - word['start']  # waits of the next word are not work
            spent[word['unit']] += cycles
            turns += bool(after) and word['unit'] == _MATRIX and after['unit'] == _VECTOR
            if word['unit'] == _VECTOR:
                places[_where(word)] += cycles
        if turns > 1 and len(spent) == 2:
            yield Advice('series', thread, places.most_common(1)[0][0], min(spent.values()),
                         f'matrix and vector unit take turns in this thread, {turns} times; vector words in another thread, on the half of Dst '
                         'that the matrix unit has left, would go on beside its products')


def _held(words, stall):
    """Maps (thread, place of the wait) to the cycles that STALLWAIT and SEMWAIT held words up."""
    gate, found = {}, defaultdict(int)
    for word in words:
        if word['stall'] == stall and word['start'] > word['arrive']:
            owner = gate.get(word['thread'], word) if word.get('held') else word
            found[THREADS[word['thread']], _where(owner)] += word['start'] - word['arrive']
        if word['text'].startswith(('STALLWAIT', 'SEMWAIT')):
            gate[word['thread']] = word
    return found


def _conditions(word):
    match = re.search(r'wait_res=(\S+)', word['text'])
    return list(dict.fromkeys(_UNITS[name] for name in (match[1].split('|') if match else []) if name in _UNITS))


def width(words):
    """A STALLWAIT for several units: the cost of the last of them."""
    idle, gate, found = defaultdict(int), {}, defaultdict(lambda: [0, ''])
    for word in words:
        thread = word['thread']
        if word.get('held') and word['stall'].startswith('WAIT_') and thread in gate:
            wait, units = gate.pop(thread)
            times = sorted((idle[thread, unit], unit) for unit in units)
            if len(times) > 1:
                cost = min(times[-1][0] - max(times[-2][0], wait['start'] + 1), word['start'] - word['arrive'])
                if cost > 0:
                    found[THREADS[thread], _where(wait)][0] += cost
                    found[THREADS[thread], _where(wait)][1] = times[-1][1]
        if word['text'].startswith('STALLWAIT'):
            gate[thread] = word, _conditions(word)
        idle[thread, word['unit']] = max(idle[thread, word['unit']], word['end'])
    for (thread, where), (cycles, unit) in found.items():
        yield Advice('width', thread, where, cycles, f'this STALLWAIT waits for several units, and longest for the {unit}: is that one needed here?')


def release(words):
    """An unpacker waits for a bank that was last used long before the word that released it."""
    by_number = {word['n']: word for word in words}
    used, late = {}, defaultdict(int)  # for each word of the matrix unit, the last word before it that used an operand
    last = None
    for word in words:
        used[word['n']] = last
        if word['unit'] == _MATRIX and _work(word):
            last = word
    for (thread, _), waited in _waits(words, 'BANK').items():
        for word in waited:
            giver = by_number.get(word['after'])
            user = giver and used[giver['n']]
            if user and giver['text'].startswith(('SETRWC', 'CLEARDVALID')):
                cost = min(giver['start'] - user['start'] - 1, word['start'] - word['arrive'])
                late[thread, _where(giver)] += max(cost, 0)
    for (thread, where), cycles in late.items():
        yield Advice('release', thread, where, cycles, 'the bank is released here, some cycles after its last use: the last word that uses it can release it')


RULES = (rotation, blocks, halves, series, width, release)


def all_of(words):
    """All advice worth printing, the largest first."""
    total = max((word['end'] for word in words), default=0)
    found = [advice for rule in RULES for advice in rule(words) if advice.cycles > _WORTH * total]
    return sorted(found, key=lambda advice: -advice.cycles)
