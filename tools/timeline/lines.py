# SPDX-License-Identifier: Apache-2.0
"""Reads the JSON lines of the time model (docs/time.md), and has texts for their stalls."""
import json
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
THREADS = ('unpack', 'math', 'pack')
# Colours of stalls: the front end is grey, STALLWAIT blue and violet, semaphores yellow, sources red, Dst pink, pages
# orange.
COLOURS = {'PUSH': '#757575', 'MOP': '#9e9e9e', 'BLOCKED': '#bdbdbd', 'WAIT': '#7986cb', 'WAIT_MATH': '#3949ab', 'WAIT_SFPU': '#5c6bc0',
           'WAIT_UNPACK': '#1e88e5', 'WAIT_PACK': '#64b5f6', 'WAIT_SCALAR': '#8e24aa', 'WAIT_MOVER': '#ba68c8', 'SEMAPHORE': '#fbc02d',
           'SEMAPHORE_FULL': '#c0a000', 'SRCA': '#c62828', 'SRCB': '#e57373', 'BANK': '#8d6e63', 'MUTEX': '#00838f', 'UNIT': '#26a69a',
           'DST': '#c2185b', 'MOVE': '#f06292', 'PAGES': '#ef6c00', 'ROOM': '#ffb74d', 'LREG': '#2e7d32'}
# Units that move data or compute come first.
LANES = ('unpacker 0', 'unpacker 1', 'matrix unit', 'vector unit', 'packer', 'mover', 'scalar unit', 'sync unit', 'mutexes',
         'configuration', 'thread configuration', 'counters')


def _head(f, path):
    head = json.loads(f.readline() or '{}')
    if head.get('schema') != 'softensix-time' or head.get('version') != 1:
        raise ValueError(f'{path} is not schema softensix-time, version 1')
    return head


def load(path):
    """The words, as dictionaries; raises ValueError if the file is something else."""
    with open(path, encoding='ascii') as f:
        _head(f, path)
        return [line for line in map(json.loads, f) if 'n' in line]


def semaphores(path):
    """The words of other cores that have ended waits of this one's reader and writer, as dictionaries."""
    with open(path, encoding='ascii') as f:
        _head(f, path)
        return [line for line in map(json.loads, f) if 'semaphore' in line]


def band(path):
    """The model's time of the run and the lowest that silicon may need, as the last line has them, or (0, 0)."""
    with open(path, encoding='ascii') as f:
        _head(f, path)
        last = next((line for line in map(json.loads, f) if 'total' in line), {})
        return last.get('total', 0), last.get('low', 0)


def rate(path):
    """Bytes per cycle that both unpackers together get from L1."""
    with open(path, encoding='ascii') as f:
        return _head(f, path).get('rate', 128)


def chip(path):
    """The chip that the lines name, or "Blackhole"."""
    with open(path, encoding='ascii') as f:
        return _head(f, path).get('arch', 'blackhole').capitalize()


def given(path):
    """Like load(), but exits if it cannot read them."""
    try:
        return load(path)
    except (OSError, ValueError) as e:
        sys.exit(f'timeline: {e}')


def stalls():
    """Maps the name of a stall to (text, colour)."""
    with open(os.path.join(ROOT, 'include/softensix/stalls.def'), encoding='ascii') as f:
        rows = re.findall(r'^STALL\((\w+), "[^"]*", "([^"]*)"\)', f.read(), re.M)
    return {name: (text, COLOURS.get(name, '#607d8b')) for name, text in rows}


def short(place):
    """The place; of a file with an absolute path only its folder and name."""
    return '/'.join(place.split('/')[-2:]) if place.startswith('/') else place


def lane(word):
    """The word's unit; for unpackers, with its number."""
    block = re.search(r'(?:unpack_block_selection|unpacker_select)=(\d)', word['text'])
    return f'unpacker {block[1]}' if block and word['unit'] == 'unpackers' else word['unit']


def hue(lane_name):
    """The hue of a unit's colour, the same in every run."""
    return ((LANES.index(lane_name) if lane_name in LANES else len(LANES)) * 67 + 200) % 360


def lanes(words):
    return sorted({lane(word) for word in words}, key=lambda name: (LANES.index(name) if name in LANES else len(LANES), name))
