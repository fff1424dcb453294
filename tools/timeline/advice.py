# SPDX-License-Identifier: Apache-2.0
"""Suggests what would make a kernel faster, with rules over the words of a run: where, and why. A rule's change is applied
to the words (what_if.py), and its advice is given only if the run then becomes shorter than its band allows."""
import re
from collections import Counter, defaultdict
from dataclasses import dataclass

from lines import THREADS, short
from what_if import Change, total as then

_NO_WORK = ('SETRWC', 'INCRWC', 'CLEARDVALID', 'ZEROACC', 'ZEROSRC')
_WORTH = 0.05   # share of the run below which advice is not printed, whatever the band
_ENOUGH = 0.2   # share above which it is printed, whatever the band: gains of public changes differ from silicon's by less (docs/time.md)
# The public change that a rule would have found.
SOURCES = {'rotation': 'tt-metal#55061', 'blocks': 'tt-metal#58723', 'series': 'tt-metal#55759', 'width': 'tt-metal#48585',
           'made': 'tt-metal#45660', 'replay': 'tt-metal#54429', 'shift': 'tt-metal#44596', 'alternation': 'tt-metal#55053',
           'increment': 'tt-metal#54317', 'clear': 'tt-metal#55431'}
_UNITS = {'MATH': 'matrix unit', 'WAIT_SFPU': 'vector unit', 'PACK': 'packer', 'UNPACK': 'unpackers', 'UNPACK0': 'unpackers',
          'UNPACK1': 'unpackers', 'THCON': 'scalar unit', 'XMOV': 'mover', 'CFGEXU': 'configuration'}


@dataclass
class Advice:
    rule: str
    thread: str
    where: str
    cycles: int  # saved in the thread, at most; in what all_of() returns, in the run
    text: str
    change: Change = Change()

    def line(self):
        source = f', as {SOURCES[self.rule]}' if self.rule in SOURCES else ''
        return f'{self.cycles:6d}  {self.thread} {short(self.where)}: {self.text} ({self.rule}{source})'

    def record(self):
        return {**{name: value for name, value in vars(self).items() if name != 'change'}, 'source': SOURCES.get(self.rule, '')}


def _where(word):
    return word.get('where') or word['text'].split(' ')[0]


def _waits(words, stall):
    """Maps (thread, place) to the words that waited for this."""
    found = defaultdict(list)
    for word in words:
        if word['stall'] == stall and word['start'] > word['arrive'] and not word.get('held'):
            found[THREADS[word['thread']], _where(word)].append(word)
    return found


def _numbers(words):
    return frozenset(word['n'] for word in words)


def _sum(waited):
    return sum(word['start'] - word['arrive'] for word in waited)


def rotation(words):
    """A result of the vector unit is available two cycles after its word, so a word in between hides
    the wait."""
    places = _waits(words, 'LREG')
    for thread in sorted({thread for thread, _ in places}):  # words of other rows come between all of them
        own = {where: waited for (other, where), waited in places.items() if other == thread}
        every = [word for waited in own.values() for word in waited]
        yield Advice('rotation', thread, max(own, key=lambda where: _sum(own[where])), _sum(every),
                     f'{len(every)} words need the result of the preceding word; words for other rows in between would hide the wait',
                     Change(free=_numbers(every)))


def blocks(words):
    """The matrix unit can use a block of 8 rows of Dst again only after some cycles."""
    for (thread, where), waited in _waits(words, 'DST').items():
        yield Advice('blocks', thread, where, _sum(waited),
                     f'{len(waited)} words use a block of 8 rows of Dst again too early; with five blocks in flight none has to wait',
                     Change(free=_numbers(waited)))


def halves(words):
    """Math waits for room in Dst while the packer waits for math: they take turns."""
    full, empty = ({key: value for key, value in _held(words, stall).items()} for stall in ('SEMAPHORE_FULL', 'SEMAPHORE'))
    for (thread, where), cycles in full.items():
        others = sum(n for (other, _), n in empty.items() if other == 'pack')
        if thread == 'math' and others:
            yield Advice('halves', thread, where, min(cycles, others),
                         'math waits for room in Dst and the packer for results: with two halves of Dst they work in parallel',
                         Change(free=_numbers(word for word in words if word['stall'] == 'SEMAPHORE_FULL' and THREADS[word['thread']] == thread)))


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
                         'that the matrix unit has left, would go on beside its products',
                         Change(apart=_numbers(word for word in own if word['unit'] == _VECTOR)))


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
    idle, gate, found = defaultdict(int), {}, defaultdict(lambda: [0, '', []])
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
                    found[THREADS[thread], _where(wait)][2].append(word)
        if word['text'].startswith('STALLWAIT'):
            gate[thread] = word, _conditions(word)
        idle[thread, word['unit']] = max(idle[thread, word['unit']], word['end'])
    for (thread, where), (cycles, unit, held) in found.items():
        yield Advice('width', thread, where, cycles, f'this STALLWAIT waits for several units, and longest for the {unit}: is that one needed here?',
                     Change(free=_numbers(held)))


def release(words):
    """An unpacker waits for a bank that was last used long before the word that released it."""
    by_number = {word['n']: word for word in words}
    used, late, freed = {}, defaultdict(int), defaultdict(list)  # for each word of the matrix unit, the last word before it that used an operand
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
                freed[thread, _where(giver)].append(word)
    for (thread, where), cycles in late.items():
        yield Advice('release', thread, where, cycles, 'the bank is released here, some cycles after its last use: the last word that uses it can release it',
                     Change(free=_numbers(freed[thread, where])))


def clear(words):
    """UNPACR_NOP clears the unpacker's bank, but waits for that of the matrix unit unless it is told not to."""
    for (thread, where), waited in _waits(words, 'BANK').items():
        late = [word for word in waited if _name(word) == 'UNPACR_NOP' and 'stall_clr_cntrl=0' in word['text']]
        if late:
            yield Advice('clear', thread, where, _sum(late), f'{len(late)} words that clear a bank wait until the matrix unit has returned its own: '
                         'Stall_Clr_Cntrl=1 waits for the bank that is cleared', Change(free=_numbers(late)))


_LONG = 3  # cycles from one push to the next that are more than a slow push


def pushes(words):
    """Words that wait until RISC-V code has made or pushed them, in more than one round: constants, or a recorded
    loop, would come at once."""
    last, found = {}, defaultdict(list)
    for word in words:
        gap = word['pushed'] - last.get(word['thread'], word['pushed']) if 'pushed' in word else 0
        last[word['thread']] = word.get('pushed', 0)
        if gap > 1 and word['stall'] == 'PUSH' and word['start'] > word['arrive']:
            found[word['thread'], _where(word)].append((gap, word))
    for thread in sorted({thread for thread, _ in found if sum(len(late) for (other, _), late in found.items() if other == thread) > 1}):
        own = {where: waited for (other, where), waited in found.items() if other == thread}
        where = max(own, key=lambda place: sum(gap for gap, _ in own[place]))
        late = [pair for waited in own.values() for pair in waited]
        gaps = sum(gap for gap, _ in late)
        made = gaps >= _LONG * len(late)
        text = (f'{len(late)} words come {gaps / len(late):.1f} cycles after the one before, because RISC-V code makes them: operands that are '
                'constants (TTI_), or a recorded loop (REPLAY), would take one' if made else
                f'code pushes {len(late)} words more slowly than they could be executed: record them once and replay them')
        yield Advice('made' if made else 'replay', THREADS[thread], where, gaps - len(late), text, Change(fast=_numbers(w for _, w in late)))


def _name(word):
    return word['text'].split(' ')[0]


def _runs_of(words, names):
    """Yields the words of one thread that have these names one after the other; a name that ends with a question mark may
    be missing."""
    at = 0
    while at < len(words):
        found, here = [], at
        for name in names:
            if here < len(words) and _name(words[here]) == name.rstrip('?'):
                found.append(words[here])
                here += 1
            elif not name.endswith('?'):
                found = []
                break
        if found:
            yield found, words[here] if here < len(words) else None
        at = here if found else at + 1


def _of_threads(words):
    for number, thread in enumerate(THREADS):
        yield thread, [word for word in words if word['thread'] == number]


def shift(words):
    """A register is added to, waited for and copied to the configuration, where one word of two cycles adds to the configuration."""
    for thread, own in _of_threads(words):
        found = [run for run, _ in _runs_of(own, ('ADDDMAREG', 'STALLWAIT', 'WRCFG', 'NOP?'))]
        if len(found) > 1:
            gone = [word for run in found for word in run if _name(word) != 'WRCFG']
            kept = [word for run in found for word in run if _name(word) == 'WRCFG']
            cost = sum(run[-1]['start'] - run[0]['arrive'] for run in found)
            yield Advice('shift', thread, _where(found[0][0]), cost, f'ADDDMAREG, STALLWAIT and WRCFG add to an address {len(found)} times: CFGSHIFTMASK does '
                         'so in one word', Change(without=_numbers(gone), free=_numbers(kept), twice=_numbers(kept)))


_WRITES = ('RMWCIB0', 'RMWCIB1', 'RMWCIB2', 'RMWCIB3', 'WRCFG', 'SETC16')


def _register(word):
    """What a write of configuration writes to: the text without the value."""
    return _name(word), re.sub(r'(data|value|mask|gpr)\w*=\S+', '', word['text'])


def _alternates(texts):
    """True if most writes restore what the write before the last has written."""
    back = sum(a == c != b for a, b, c in zip(texts, texts[1:], texts[2:]))
    return 2 * back > len(texts)


def alternation(words):
    """Configuration that is changed and changed back again and again."""
    for thread, own in _of_threads(words):
        writes = defaultdict(list)
        for i, word in enumerate(own):
            if _name(word) in _WRITES:
                writes[_register(word)].append(i)
        back = sorted(i for places in writes.values() if _alternates([own[i]['text'] for i in places]) for i in places[1:])
        if len(back) > 2:
            gone = {own[i]['n'] for i in back}
            free = {own[i + 1]['n'] for i in back if i + 1 < len(own)} | gone
            gone |= {own[i - 1]['n'] for i in back if i and _name(own[i - 1]) == 'STALLWAIT'}
            yield Advice('alternation', thread, _where(own[back[0]]), sum(own[i]['start'] - own[i]['arrive'] + 1 for i in back),
                         f'{len(back)} writes switch configuration back and forth, each behind a wait: keep it as it is over the loop',
                         Change(without=frozenset(gone), free=frozenset(free)))


def increment(words):
    """The address mode of a load or store can advance to the next rows."""
    for thread, own in _of_threads(words):
        found = [run[1] for run, _ in _runs_of(own, ('SFPSTORE', 'INCRWC'))]
        if len(found) > 1:
            yield Advice('increment', thread, _where(found[0]), len(found), f'INCRWC follows {len(found)} stores: their address mode can do this',
                         Change(without=_numbers(found)))


RULES = (rotation, blocks, halves, series, width, release, clear, pushes, shift, alternation, increment)
_MISSING = {'Wormhole': (shift,)}  # it has no CFGSHIFTMASK


def all_of(words, band=(0, 0), chip='Blackhole'):
    """All advice worth printing, the largest first: with its change the run ends sooner than the model's error explains.
    band: the time of the run, and the lowest that silicon may need (lines.band())."""
    total = then(words)
    worth = min(max(_WORTH, 1 - band[1] / band[0] if band[0] else 0), _ENOUGH) * total
    found = [advice for rule in RULES if rule not in _MISSING.get(chip, ()) for advice in rule(words) if advice.cycles > worth]
    for advice in found:
        advice.cycles = min(advice.cycles, total - then(words, advice.change))
    return sorted((advice for advice in found if advice.cycles > worth), key=lambda advice: -advice.cycles)
