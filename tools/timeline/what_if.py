# SPDX-License-Identifier: Apache-2.0
"""How long a run would take after a change: the words again in their order, each as early as its thread, its unit and
what it waited for allow. Waits that did not bind before are not known, so the result is a lower bound."""
from dataclasses import dataclass, field

# Units whose next word can start in the next cycle. The others are busy until the end of their word.
_PIPELINES = ('matrix unit', 'vector unit', 'configuration', 'sync unit', 'packer', 'unpacker 0', 'unpacker 1')
_OF_ITS_UNIT = {'WAIT_MATH': ('matrix unit',), 'WAIT_SFPU': ('vector unit',), 'WAIT_PACK': ('packer',), 'WAIT_SCALAR': ('scalar unit',),
                'WAIT_UNPACK': ('unpacker 0', 'unpacker 1'), 'WAIT_MOVER': ('mover',), 'WAIT': ('configuration',)}
_RELEASE = 8  # the most cycles from the end of what a word waits for to its start (config_release, docs/time.md)
_OF_NO_THREAD = ('thread configuration', 'counters', 'mutexes')  # each thread has its own, or nothing is shared


@dataclass(frozen=True)
class Change:
    """Numbers of words."""
    without: frozenset = field(default=frozenset())  # these are not there any more
    free: frozenset = field(default=frozenset())     # these do not wait any more
    fast: frozenset = field(default=frozenset())     # these are pushed a cycle after the word before
    apart: frozenset = field(default=frozenset())    # these are in a thread of their own
    twice: frozenset = field(default=frozenset())    # these take two cycles of it


def _holds(words):
    """Maps the number of a word to the cycles from its start until its thread can go on."""
    last, holds = {}, {}
    for word in words:
        before = last.get(word['thread'])
        if before:
            holds[before['n']] = word['arrive'] - before['start']
        last[word['thread']] = word
    return holds


class _Clock:
    """What has been placed so far, with the times before and after the change."""

    def __init__(self):
        self.start = {}     # number -> (before, after)
        self.thread = {}    # thread -> when its next word can start
        self.unit = {}      # unit -> its last word
        self.of_thread = {}  # (thread, unit) -> the word that ends last
        self.pushed = {}    # thread -> (before, after)

    def after(self, word, number):
        """The word keeps its distance from that one."""
        then = self.start.get(number)
        return word['start'] - then[0] + then[1] if then else 0


def _waited(clock, word, change, thread):
    """When what the word waited for is over."""
    if word['start'] <= word['arrive'] or word['n'] in change.free:
        return 0
    if word.get('after'):
        return clock.after(word, word['after'])
    if word['stall'] == 'PUSH':
        return clock.pushed[word['thread']][1]
    units = _OF_ITS_UNIT.get(word['stall'])
    others = [clock.of_thread.get((word['thread'], unit)) for unit in units or ()] if units else [clock.unit.get(word['unit'])]
    ended = [other for other in others if other and other['end'] + _RELEASE >= word['arrive']]
    if ended:
        return max(clock.after(word, other['n']) for other in ended)
    return clock.thread.get(thread, 0) + word['start'] - word['arrive']  # something else, which takes as long as before


def _push(clock, word, change):
    before, now = clock.pushed.get(word['thread'], (0, 0))
    pushed = word.get('pushed', word['arrive'])
    gap = pushed - before
    clock.pushed[word['thread']] = pushed, now + (min(gap, 1) if word['n'] in change.fast else gap)


def _free(clock, word):
    last = clock.unit.get(word['unit'])
    if not last or word['unit'] in _OF_NO_THREAD:
        return 0
    return clock.start[last['n']][1] + (1 if word['unit'] in _PIPELINES else min(last['end'], word['start']) - last['start'])


def _place(clock, word, change, holds):
    thread = (word['thread'], word['n'] in change.apart)
    start = max(clock.thread.get(thread, 0), _waited(clock, word, change, thread), _free(clock, word))
    clock.start[word['n']] = word['start'], start
    clock.thread[thread] = start + (2 if word['n'] in change.twice else holds.get(word['n'], 1))
    clock.unit[word['unit']] = word
    last = clock.of_thread.get((word['thread'], word['unit']))
    if not last or word['end'] >= last['end']:
        clock.of_thread[word['thread'], word['unit']] = word
    return start + word['end'] - word['start']


def total(words, change=Change()):
    """Cycles until the last word is done."""
    clock, end, holds = _Clock(), 0, _holds(words)
    for word in words:
        _push(clock, word, change)
        if word['n'] not in change.without:
            end = max(end, _place(clock, word, change, holds))
    return end
