#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""ELF files that are no program of a thread: programs.py DIRECTORY writes them and prints "path: why it is refused" for
each. They are what user.ld makes, for the unpack thread, but for one thing."""
import os
import struct
import sys

ROOM, DATA, END = 0x84000000, 0x84100000, 0x84200000
READ, WRITE, EXECUTE = 4, 2, 1
CODE = b'\x6f\0\0\0' * 4  # j .


def segment(address, data, flags, filesz=None, memsz=None, offset=None):
    return {'address': address, 'data': data, 'flags': flags, 'filesz': len(data) if filesz is None else filesz,
            'memsz': len(data) if memsz is None else memsz, 'offset': offset}


def elf(segments, entry=ROOM, machine=243, kind=2, bits=1, order=1, count=None, size=32, magic=b'\x7fELF'):
    """An ELF file for RV32 with these segments; the data follow the headers."""
    ident = magic + bytes([bits, order, 1]) + bytes(9)
    headers, data, at = b'', b'', 52 + 32 * len(segments)
    for s in segments:
        offset = at + len(data) if s['offset'] is None else s['offset']
        headers += struct.pack('<8I', 1, offset, s['address'], s['address'], s['filesz'], s['memsz'], s['flags'], 4)
        data += s['data']
    head = ident + struct.pack('<HHIIIIIHHHHHH', kind, machine, 1, entry, 52, 0, 0, 52, size,
                               len(segments) if count is None else count, 0, 0, 0)
    return head + headers + data


def files():
    code = segment(ROOM, CODE, READ | EXECUTE)
    outside, data_outside = "code outside the thread's room", "data outside the thread's room"
    entry, more = "the entry is outside the thread's code", 'a segment has more bytes in the file than in memory'
    none, cut = 'no ELF file for RV32', 'the file is cut short'

    def data(address, size, **other):
        return [code, segment(address, bytes(size), READ | WRITE, **other)]
    yield 'magic', elf([code], magic=b'\x7fELE'), none
    yield 'rv64', elf([code], bits=2), none
    yield 'big-endian', elf([code], order=2), none
    yield 'arm', elf([code], machine=40), none
    yield 'relocatable', elf([code], kind=1), 'not linked for a fixed address'
    yield 'many', elf([code], count=17), 'too many segments'
    yield 'segments', elf([code], size=40), 'segments of another size'
    yield 'header-cut', elf([code])[:51], cut
    yield 'segment-cut', elf([code])[:-1], cut
    yield 'segment-headers-cut', elf([code])[:60], cut
    yield 'code-before', elf([segment(ROOM - 4, CODE, READ | EXECUTE)]), outside
    yield 'code-around', elf([segment(ROOM + 16, CODE, READ | EXECUTE, memsz=0xFFFFFFFF)]), outside
    yield 'code-of-a-neighbour', elf([segment(END, CODE, READ | EXECUTE)]), outside
    yield 'data-in-code', elf(data(DATA - 4, 16)), data_outside
    yield 'data-of-a-neighbour', elf(data(END - 4, 16)), data_outside
    yield 'code-that-is-written', elf([segment(ROOM, CODE, READ | WRITE | EXECUTE)]), data_outside
    yield 'file-beyond-memory', elf(data(END - 16, 64, memsz=16)), more
    yield 'entry-of-the-monitor', elf([code], entry=0x80000000), entry
    yield 'entry-at-the-end', elf([code], entry=DATA - 2), entry
    yield 'entry-before', elf([code], entry=ROOM - 4), entry


def main():
    os.makedirs(sys.argv[1], exist_ok=True)
    for name, content, why in files():
        path = os.path.join(sys.argv[1], name + '.elf')
        with open(path, 'wb') as file:
            file.write(content)
        print(f'{path}: {why}')


main()
