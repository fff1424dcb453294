#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Converts JSON lines of the time model to a trace for ui.perfetto.dev or chrome://tracing.

    tools/timeline/perfetto.py build/timeline.jsonl > build/timeline.json
    tools/timeline/perfetto.py DIR/NAME.*-*.jsonl > build/timeline.json

The second command is for the cores of a program (docs/cores.md): each has its own tracks.

A cycle is shown as a microsecond. Tracks: the threads, with each word after what it waited for; the units;
counters of semaphores, of source banks that the FPU owns, and of words in each FIFO; arrows from the word that
ended a wait to the one that waited. Of several cores also the readers and writers, and an arrow for each word of another
core that has ended a wait for a semaphore."""
import json
import re
import sys

import lines

POSTS, GETS = range(4, 12), range(12, 20)
MOVERS = {'reader': 3, 'writer': 4}  # tracks of a core behind those of its threads


def _names(units):
    rows = [(0, t, f'thread {t} {name}') for t, name in enumerate(lines.THREADS)]
    rows += [(1, i, unit) for i, unit in enumerate(units)]
    return [{'ph': 'M', 'name': 'process_name', 'pid': pid, 'args': {'name': name}}
            for pid, name in enumerate(('threads', 'units', 'counters'))] + \
           [{'ph': 'M', 'name': 'thread_name', 'pid': pid, 'tid': tid, 'args': {'name': name}}
            for pid, tid, name in rows]


def _slice(pid, tid, name, begin, end, **arguments):
    return {'ph': 'X', 'pid': pid, 'tid': tid, 'name': name, 'ts': begin, 'dur': end - begin,
            'args': arguments}


def _words(words, units, stalls):
    busy = {}
    for w in words:
        name = w['text'].split(' ')[0]
        if w['start'] > w['arrive']:
            yield _slice(0, w['thread'], w['stall'], w['arrive'], w['start'],
                         why=stalls.get(w['stall'], ('',))[0], word=w['text'])
        yield _slice(0, w['thread'], name, w['start'], w['start'] + 1, text=w['text'], word=w['word'])
        begin = max(w['start'], busy.get(w['unit'], 0))  # the words of a pipeline are shown one after the other
        if w['end'] > begin:
            yield _slice(1, units.index(w['unit']), name, begin, w['end'], text=w['text'])
            busy[w['unit']] = w['end']


def _arrows(words):
    by_number = {w['n']: w for w in words}
    for w in words:
        cause = by_number.get(w['after'])
        if cause:
            common = {'cat': 'wait', 'name': w['stall'], 'id': w['n'], 'pid': 0}
            yield dict(common, ph='s', tid=cause['thread'], ts=cause['start'])
            yield dict(common, ph='f', bp='e', tid=w['thread'], ts=w['start'])


def _changes(words):
    """Yields (time, counter, change)."""
    pushed = set()
    for w in words:
        bits = [i for i in range(28) if w['signals'] >> i & 1]
        for i in bits:
            if i < 4:
                yield w['end' if i < 2 else 'start'], 'FPU owns Src' + 'AB'[i % 2], 1 if i < 2 else -1
            elif i in POSTS or i in GETS:
                yield w['start'], f'semaphore {(i - 4) % 8}', 1 if i in POSTS else -1
        if (w['thread'], w['pushed']) not in pushed:
            pushed.add((w['thread'], w['pushed']))
            yield w['pushed'], f'FIFO {lines.THREADS[w["thread"]]}', 1
            yield w['start'], f'FIFO {lines.THREADS[w["thread"]]}', -1


def _counters(words):
    value = {}
    for time, name, change in sorted(_changes(words), key=lambda c: (c[0], -c[2])):
        value[name] = value.get(name, 0) + change
        yield {'ph': 'C', 'pid': 2, 'name': name, 'ts': time, 'args': {'value': value[name]}}


def _core_of(path):
    """(x, y) of the core, as the name of the file says; None if it is of one core alone."""
    core = re.search(r'\.(\d+)-(\d+)\.jsonl$', path)
    return core and (int(core[1]), int(core[2]))


def _semaphores(paths):
    """Slices and arrows of the words with which cores have ended waits of others."""
    tracks = {_core_of(path): 3 * number for number, path in enumerate(paths)}
    ended = [(_core_of(path), word) for path in paths for word in lines.semaphores(path)]
    for i, (core, word) in enumerate(ended):
        name, common = f'semaphore {word["semaphore"]} is {word["value"]}', {'cat': 'semaphore', 'id': f'word {i}'}
        ends = (('s', tuple(word['from']), word['sender'], word['left']), ('f', core, word['receiver'], word['arrived']))
        for phase, at, mover, time in ends if ends[0][1] in tracks else ends[1:]:
            yield _slice(tracks[at], MOVERS[mover], name, time, time + 1)
            if ends[0][1] in tracks:
                yield dict(common, ph=phase, name=name, pid=tracks[at], tid=MOVERS[mover], ts=time, **({'bp': 'e'} if phase == 'f' else {}))
    for at in {tracks[core] for core, _ in ended} | {tracks[tuple(word['from'])] for _, word in ended if tuple(word['from']) in tracks}:
        for mover, tid in MOVERS.items():
            yield {'ph': 'M', 'name': 'thread_name', 'pid': at, 'tid': tid, 'args': {'name': mover}}


def _of_core(events, number, path):
    """The events with tracks and arrows of their own. The name of the file says which core it is."""
    core = _core_of(path)
    for event in events:
        event['pid'] += 3 * number
        if event['name'] == 'process_name' and core:
            event['args']['name'] = f'core ({core[0]}, {core[1]}): {event["args"]["name"]}'
        if number and 'id' in event:
            event['id'] = f'{number}.{event["id"]}'
        yield event


def _events(path):
    words = lines.given(path)
    units = sorted({w['unit'] for w in words})
    yield from _names(units)
    for part in (_words(words, units, lines.stalls()), _arrows(words), _counters(words)):
        yield from part


def main():
    events = [event for number, path in enumerate(sys.argv[1:]) for event in _of_core(_events(path), number, path)]
    events += _semaphores(sys.argv[1:])
    json.dump({'traceEvents': events, 'displayTimeUnit': 'ms'}, sys.stdout)


if __name__ == '__main__':
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main()
