# SPDX-License-Identifier: Apache-2.0
"""The steady state of a run: the cycles of an iteration, and the chain of words that binds it, as llvm-mca tells them."""
from collections import Counter
from dataclasses import dataclass

from lines import THREADS, short

_OF_UNIT = {'WAIT_MATH': 'matrix unit', 'WAIT_SFPU': 'vector unit', 'WAIT_PACK': 'packer', 'WAIT_SCALAR': 'scalar unit', 'WAIT_MOVER': 'mover',
            'WAIT': 'configuration'}


@dataclass
class Steady:
    cycles: float     # an iteration
    iterations: int
    chain: list       # of (cycles an iteration, thread, place, cause), the largest first

    def text(self, most):
        lines = [f'{self.cycles:.2f} cycles an iteration, {self.iterations} iterations; the chain that binds it:']
        lines += [f'{cycles:9.2f}  {thread} {short(place)}: {cause}' for cycles, thread, place, cause in self.chain[:most]]
        return '\n'.join(lines) + '\n'

    def record(self):
        return {'cycles': self.cycles, 'iterations': self.iterations,
                'chain': [{'cycles': c, 'thread': t, 'where': place, 'cause': cause} for c, t, place, cause in self.chain]}


def _place(word):
    return word.get('where') or word['text'].split(' ')[0]


def _iterations(words):
    """The starts of the word that begins an iteration: of the thread that ends last, the first of the words that are
    executed equally often, and more than twice, in its second half."""
    last = max(words, key=lambda word: word['end'])
    own = [word for word in words if word['thread'] == last['thread']]
    half = own[len(own) // 2:]
    counts = Counter((word['text'], word.get('where')) for word in half)
    usual = min((n for n in counts.values() if n > 2), default=0)
    first = next((word for word in half if counts[word['text'], word.get('where')] == usual), None)
    return [word for word in half if first and (word['text'], word.get('where')) == (first['text'], first.get('where'))]


def _sources(words):
    """Maps the number of a word to the word that it came after in its chain, and why."""
    thread, unit, own, numbers, found = {}, {}, {}, {}, {}
    for word in words:
        before, cause = thread.get(word['thread']), 'its words, one after the other'
        if word['start'] > word['arrive']:
            cause = word['stall']
            other = numbers.get(word.get('after')) or \
                (own.get((word['thread'], _OF_UNIT[cause])) if cause in _OF_UNIT else before if cause == 'PUSH' else unit.get(word['unit']))
            before = other or before
        found[word['n']] = before, cause
        thread[word['thread']] = unit[word['unit']] = own[word['thread'], word['unit']] = numbers[word['n']] = word
    return found


def of(words):
    """The steady state, or None if nothing repeats."""
    begins = _iterations(words) if words else []
    if len(begins) < 2:
        return None
    count = len(begins) - 1
    cycles = (begins[-1]['start'] - begins[0]['start']) / count
    sources, word, spent = _sources(words), begins[-1], Counter()
    while word and word['start'] > begins[0]['start']:
        before, cause = sources[word['n']]
        since = max(before['start'], begins[0]['start']) if before else begins[0]['start']
        spent[THREADS[word['thread']], _place(word), cause] += max(word['start'] - since, 0)
        word = before
    chain = sorted(((n / count, *key) for key, n in spent.items() if n), reverse=True)
    return Steady(cycles, count, chain)
