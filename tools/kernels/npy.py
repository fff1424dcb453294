# SPDX-License-Identifier: Apache-2.0
"""Reads and writes matrices as NumPy files (.npy, version 1.0), without NumPy."""
import ast
import math
import struct

MAGIC = b'\x93NUMPY'
LONGEST_HEADER = 65536
LETTERS = {'f2': 'e', 'f4': 'f', 'f8': 'd', 'i1': 'b', 'u1': 'B', 'i2': 'h', 'u2': 'H', 'i4': 'i', 'u4': 'I', 'i8': 'q', 'u8': 'Q', 'b1': '?'}
TYPES = {'Int32': ('<i4', 'i'), 'UInt32': ('<u4', 'I'), 'UInt16': ('<u2', 'H'), 'UInt8': ('|u1', 'B'), 'Int8': ('|i1', 'b')}


def array(name, shape, rows):
    """The bytes of rows of numbers of this format; formats with exponents become binary32, which can represent
    them."""
    kind, letter = TYPES.get(name, ('<f4', 'f'))
    head = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': ({', '.join(map(str, shape))}), }}"
    head += ' ' * (-(10 + len(head) + 1) % 64) + '\n'
    flat = [x for row in rows for x in row]
    return b'\x93NUMPY\x01\x00' + struct.pack('<H', len(head)) + head.encode('ascii') + \
        struct.pack(f'<{len(flat)}{letter}', *flat)


def _header(f):
    """(type of the numbers, shape, true for Fortran's order) of a file whose magic has been read; raises
    ValueError."""
    version, wide = f.read(2), '<I'
    if version == b'\x01\x00':
        wide = '<H'
    length = f.read(struct.calcsize(wide))
    size, = struct.unpack(wide, length) if len(length) == struct.calcsize(wide) else (0,)
    text = f.read(min(size, LONGEST_HEADER)).decode('latin-1')
    try:
        found = ast.literal_eval(text.strip())
        kind, shape, turned = found['descr'], tuple(found['shape']), found['fortran_order']
    except (SyntaxError, ValueError, KeyError, TypeError, RecursionError, MemoryError):
        raise ValueError('its header is not a NumPy header') from None
    if not isinstance(kind, str) or kind[1:] not in LETTERS or kind[0] not in '<>|=':
        raise ValueError(f'its numbers are of type {kind!r}')
    if not all(isinstance(n, int) and n >= 0 for n in shape):
        raise ValueError(f'its shape is {shape!r}')
    return kind, shape, turned


def matrix(f, rows, columns):
    """The rows of a NumPy file after its magic, which must be a matrix of that shape; all dimensions before the
    last one count as rows. Raises ValueError with the reason."""
    kind, shape, turned = _header(f)
    if not shape or (math.prod(shape[:-1]), shape[-1]) != (rows, columns):
        raise ValueError(f'its shape is {" x ".join(map(str, shape)) or "a number"}, and must be {rows} x {columns}')
    if turned and len(shape) > 1:
        raise ValueError("its numbers are in Fortran's order")
    form = f'{">" if kind[0] == ">" else "<"}{rows * columns}{LETTERS[kind[1:]]}'
    data = f.read(struct.calcsize(form) + 1)
    if len(data) != struct.calcsize(form):
        raise ValueError(f'it has {"more" if len(data) > struct.calcsize(form) else "fewer"} numbers than {rows} x {columns}')
    flat = struct.unpack(form, data)
    return [list(flat[i:i + columns]) for i in range(0, len(flat), columns)]
