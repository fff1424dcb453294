#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Golden vectors of packer and unpackers through the Python package: conversions of every format from Dst to L1
and from L1 to SrcA, SrcB and Dst. vectors.py FILE.vec.xz ..."""
import lzma
import sys

import numpy as np

from softensix import Core, Fault
from softensix._library import LIB


def numbers(tokens):
    """Hexadecimal numbers; 7f*10 stands for sixteen of them."""
    out = []
    for token in tokens:
        value, _, times = token.partition('*')
        out += [int(value, 16)] * (int(times, 16) if times else 1)
    return out


def cases(path):
    """(name, lines before run, words, lines after expect) of each."""
    name, part, lines = None, 0, [[], [], []]
    with lzma.open(path, 'rt', encoding='ascii') as f:
        for line in f:
            words = line.split('#')[0].split()
            if not words:
                continue
            if words[0] == 'case':
                name, part, lines = words[1], 0, [[], [], []]
            elif words[0] in ('run', 'expect'):
                part += 1
            elif words[0] == 'end':
                yield (name, *lines)
            else:
                lines[part].append(words)


class Unknown(Exception):
    """A line of state that this runner has no use for."""


def source_datum(v):
    """19 bits as golden vectors have them, as binary32."""
    return (v >> 18) << 31 | (v & 0xFF) << 23 | (v >> 8 & 0x3FF) << 13


def apply(core, items, words):
    """One line of the state before."""
    key, values = words[0], None if words[0] == 'm' else numbers(words[1:])
    if key == 'm':
        data = bytes.fromhex(words[2])
        core.l1[int(words[1], 16):][:len(data)] = np.frombuffer(data, np.uint8)
    elif key == 'd':
        for column, cell in enumerate(values[1:]):
            LIB.stx_dst_poke(core._at, values[0], column, cell)
    elif key == 'dv':
        for row in range(values[0], values[1] + 1):
            bit = np.uint32(1 << row % 32)
            items['dst.valid'][row // 32] = items['dst.valid'][row // 32] & ~bit | (bit if values[2] else 0)
    elif key == 'cfg':
        items['cfg'][values[0], values[1]] = values[2]
    elif key == 'tc':
        items['tcfg'][values[0], values[1]] = values[2]
    elif key == 'g':
        items['gpr'][values[0], values[1]] = values[2]
    elif key == 'src':
        for name, (fpu, unpack, owns) in zip(('srca', 'srcb'), (values[:3], values[3:])):
            items[f'{name}.fpu_bank'][0], items[f'{name}.unpack_bank'][0] = fpu, unpack
            items[f'{name}.fpu_owns'][:2] = owns & 1, owns >> 1
    elif key == 'fmt':
        items['srca.format'][:2], items['srcb.format'][:2] = values[:2], values[2:]
    elif key in ('sa', 'sb'):
        for column, v in enumerate(values[2:]):
            LIB.stx_src_poke(core._at, 'ab'.index(key[1]), *values[:2], column, source_datum(v))
    elif key == 'adc':
        t, u = values[:2]
        at, carry = (items[f'adc[{t}][{u}].{part}'].reshape(-1) for part in ('at', 'cr'))
        at[:8], carry[:8] = values[2:10], values[10:18]
    else:
        raise Unknown(key)


def sources(core, letter, bank, row):
    return [LIB.stx_src_peek(core._at, 'ab'.index(letter), bank, row, column) for column in range(16)]


def right(core, items, before, expected):
    """Is L1 as it was, with the expected bytes over it, and are rows of sources and Dst as expected?"""
    l1 = before.copy()
    for words in expected:
        if words[0] == 'm':
            data = bytes.fromhex(words[2])
            l1[int(words[1], 16):][:len(data)] = np.frombuffer(data, np.uint8)
        elif words[0] in ('sa', 'sb'):
            bank, row, *values = numbers(words[1:])
            if sources(core, words[0][1], bank, row) != [source_datum(v) for v in values]:
                return False
        elif words[0] == 'd':
            row, *values = numbers(words[1:])
            if [LIB.stx_dst_peek(core._at, row, c) for c in range(16)] != values:
                return False
    return bool((l1 == core.l1).all())


def run(core, case):
    """True, False, or None: left out."""
    _, state, words, expected = case
    items = core.items()
    try:
        for line in state:
            apply(core, items, line)
        before = core.l1.copy()
        for line in words:
            core.issue(numbers(line[2:]), int(line[1], 16))
    except (Unknown, Fault):
        return None
    return right(core, items, before, expected)


def main():
    counts = {True: 0, False: 0, None: 0}
    for path in sys.argv[1:]:
        core = Core()
        LIB.stx_policy_set_all(core._at, 1)
        LIB.stx_departure_set_all(core._at, 1)
        fresh = core.save()
        for case in cases(path):
            core.restore(fresh)
            core.l1[:] = 0
            result = run(core, case)
            counts[result] += 1
            if result is False:
                print('FAIL', path, case[0])
    print(f'{counts[True]} passed, {counts[False]} failed, {counts[None]} left out')
    return counts[False] != 0 or counts[True] < counts[None]


if __name__ == '__main__':
    sys.exit(main())
