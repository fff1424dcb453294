# SPDX-License-Identifier: Apache-2.0
"""Matrices as files of NumPy (.npy, version 1.0), without NumPy."""
import struct

TYPES = {'Int32': ('<i4', 'i'), 'UInt32': ('<u4', 'I'), 'UInt16': ('<u2', 'H'), 'UInt8': ('|u1', 'B'), 'Int8': ('|i1', 'b')}


def array(name, shape, rows):
    """Rows of numbers that a format of this name holds; those with exponents become binary32, which holds them all."""
    kind, letter = TYPES.get(name, ('<f4', 'f'))
    head = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': ({', '.join(map(str, shape))}), }}"
    head += ' ' * (-(10 + len(head) + 1) % 64) + '\n'
    flat = [x for row in rows for x in row]
    return b'\x93NUMPY\x01\x00' + struct.pack('<H', len(head)) + head.encode('ascii') + \
        struct.pack(f'<{len(flat)}{letter}', *flat)
