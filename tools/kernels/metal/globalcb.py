# SPDX-License-Identifier: Apache-2.0
"""Global circular buffers (docs/cores.md): the lines "global NAME BYTES SENDER RECEIVER ...", which say who sends pages to whom, and
"remote ID NAME BYTES [CB ...]", under which number a core's kernels know its side of one."""
from dataclasses import dataclass, field

from .words import Unexpected, buffer_number, identifier, known, nearest, once, whole

USAGE = 'global NAME BYTES SENDER RECEIVER ...'
MOST_BYTES = 1 << 20
MOST_RECEIVERS = 16   # GLOBAL_RECEIVERS in port/metal/memory.h
MOST_COUNTERS = 32    # and the semaphores there that no program has
MOST_OF_A_CORE = 4    # MEMORY_GLOBALS
FIRST_COUNTER = 16    # PROGRAM_SEMAPHORES
UNIT = 16             # bytes that its counters count


@dataclass
class Global:
    """One of them: its senders with their receivers, as coordinates in the grid."""
    name: str
    size: int
    receivers: dict = field(default_factory=dict)  # sender -> receivers
    nocs: dict = field(default_factory=dict)       # the coordinates of all cores on the NoCs
    counter: int = 0                               # its first one

    @property
    def counters(self):
        return 2 * max(map(len, self.receivers.values()))

    def sender(self, core):
        """The sender of a receiver, or None."""
        return next((sender for sender, cores in self.receivers.items() if core in cores), None)

    def lines(self):
        for sender, cores in self.receivers.items():
            yield f'global {self.name} {self.size} {sender[0]},{sender[1]} ' + ' '.join(f'{x},{y}' for x, y in cores)


@dataclass
class Remote:
    """A core's side of one. within: the circular buffers that use its memory."""
    of: Global
    number: int
    page: int
    within: list
    core: tuple

    @property
    def sends(self):
        return self.core in self.of.receivers

    def words(self, address):
        """What the run is told (port/metal/memory.h)."""
        sender = self.core if self.sends else self.of.sender(self.core)
        receivers = self.of.receivers[sender]
        places = [self.of.nocs[core] for core in (receivers if self.sends else [sender])]
        return [self.number, self.page, address, self.of.size, self.of.counter, self.sends, len(receivers),
                0 if self.sends else receivers.index(self.core), len(places), *(y << 6 | x for x, y in places)]

    def line(self):
        return f'remote {self.number} {self.of.name} {self.page} {" ".join(map(str, self.within))}'.rstrip()


def _bytes(text, most, what):
    size = whole('BYTES', text, UNIT, most)
    if size % UNIT:
        raise ValueError(f'{what} of {size} bytes is not a multiple of {UNIT}')
    return size


def _one(core, cores):
    if len(cores) != 1:
        raise Unexpected(f'SENDER "{core}" is not one core')
    return cores[0]


def take(found, words, cores_of):
    """A line "global". found: name -> Global; cores_of(words): the cores of ranges, in their order."""
    name, size = identifier(words[0]), _bytes(words[1], MOST_BYTES, 'a buffer')
    sender, receivers = _one(words[2], cores_of(words[2:3])), cores_of(words[3:])
    to = found.setdefault(name, Global(name, size))
    if to.size != size:
        raise ValueError(f'global {name} has {to.size} bytes in a line above')
    once(to.receivers, sender, f'receivers of core {sender}')
    for core in receivers:
        if core == sender or core in to.receivers or sender in sum(to.receivers.values(), []):
            raise ValueError(f'a core of global {name} would be its sender and its receiver')
        if to.sender(core):
            raise ValueError(f'core {core} has a sender above')
    if len(receivers) > MOST_RECEIVERS:
        raise ValueError(f'{len(receivers)} receivers, and a sender has at most {MOST_RECEIVERS}')
    to.receivers[sender] = receivers


def number(found, nocs):
    """Gives counters to all of them, when they are complete."""
    at = FIRST_COUNTER
    for one in found.values():
        one.counter, one.nocs, at = at, nocs, at + one.counters
    if at - FIRST_COUNTER > MOST_COUNTERS:
        raise ValueError(f'global circular buffers need {at - FIRST_COUNTER} counters, and there are {MOST_COUNTERS}: two for each receiver of a sender')


def remote(case, words):
    """A line "remote" of a core."""
    there, mine = case.program.globals, case.program.remotes
    if words[1] not in there:
        raise ValueError(f'there is no global circular buffer {words[1]}{nearest(words[1], there)}')
    id_, of = buffer_number(case, words[0]), there[words[1]]
    once(mine, id_, f'remote {id_}')
    once([one.of.name for one in mine.values()], of.name, f'a number for {of.name}')
    if len(mine) == MOST_OF_A_CORE:
        raise ValueError(f'a core has at most {MOST_OF_A_CORE} global circular buffers')
    if case.program.at not in of.receivers and not of.sender(case.program.at):
        raise ValueError(f'core {case.program.at} neither sends nor receives {of.name}')
    if case.program.at in of.receivers and words[3:]:
        raise ValueError(f'core {case.program.at} sends {of.name}, and no circular buffer of a sender uses its memory')
    mine[id_] = Remote(of, id_, _bytes(words[2], of.size, 'a page'), [known(case, text) for text in words[3:]], case.program.at)


def check(case):
    """What no line shows by itself."""
    within = [number for one in case.program.remotes.values() for number in one.within]
    for one in case.program.remotes.values():
        high = [number for number in case.buffers if number >= one.number]
        if high:
            raise ValueError(f'cb {high[0]} is not below cb {one.number}, which is a global one')
        whole_pages = one.of.size // one.page * one.page
        for number in one.within:
            buffer = case.buffers[number]
            if within.count(number) > 1 or buffer.alias is not None:
                raise ValueError(f'cb {number} would use the memory of two buffers')
            if buffer.pages * buffer.page_bytes != whole_pages:
                raise ValueError(f'cb {number} has {buffer.pages * buffer.page_bytes} bytes, and the whole pages of {one.of.name} have {whole_pages}')


def place(name):
    """What the place of its pages is called among addresses (place.py)."""
    return f'global {name}'


def within(case):
    """The circular buffers of a core that use the memory of a global one -> its name."""
    return {number: one.of.name for one in case.program.remotes.values() for number in one.within}


def align(case):
    """The macros with which kernels of a core with such buffers are compiled."""
    remotes = case.program.remotes.values()
    calls = [f'experimental::align_local_cbs_to_remote_cb<{len(one.within)}>({one.number},{{{",".join(map(str, one.within))}}});'
             for one in remotes if one.within]
    return f'#define STX_METAL_GLOBALS 1\n#define ALIGN_LOCAL_CBS_TO_REMOTE_CBS {" ".join(calls)}\n' if remotes else ''
