# SPDX-License-Identifier: Apache-2.0
"""One case of a kernel in examples/llk: its operands and expected results.

Inputs come from a seeded generator."""
import struct

from .compare import ROUND
from ..formats import CODES, decode, encode, page_bytes, to_tiles
from ..text import data_lines

# Close together: boards with little memory have as much of L1 as a case needs.
ARGUMENTS, RESULT = 0x20000, 0x24000
CTYPES = {'Float32': 'f32', 'Float16': 'f16', 'Float16_b': 'bf16', 'Bfp8_b': 'bf16'}


def eighths(limit):
    """Random multiples of 1/8 in [-limit/8, limit/8]."""
    return lambda r: (r.below(2 * limit + 1) - limit) / 8


def bf16(low, high):
    """Random numbers with seven mantissa bits and an exponent in [low, high)."""
    def value(r):
        magnitude = (128 + r.below(128)) / 128 * 2.0 ** (low + r.below(high - low))
        return -magnitude if r.below(2) else magnitude
    return value


def float32(low, high):
    def value(r):
        magnitude = ((1 << 23) + r.below(1 << 23)) / (1 << 23) * 2.0 ** (low + r.below(high - low))
        return -magnitude if r.below(2) else magnitude
    return value


def block(keyword, data):
    return [f'{keyword} {len(data)}', *data_lines(data)]


class Case:
    """One case; build() returns its lines."""

    def __init__(self, name, kernel, unpack, pack, fp32=False, b=None):
        """unpack, b: (format in L1, format in the source register); pack: (in, out)."""
        self.name, self.kernel, self.fp32 = name, kernel, fp32
        self.unpack_a, self.unpack_b, self.pack = unpack, b or unpack, pack
        self.constants, self.fields, self.memory = [], [], []
        self.tolerance = None
        self.chips = ('blackhole', 'wormhole')

    def constant(self, kind, name, value):
        self.constants.append((kind, name, value))
        return self

    def operand(self, name, address, fmt, matrix):
        """Adds a matrix, as tiles in row-major order."""
        tiles = to_tiles(matrix, 32, 32)
        data = [encode(fmt, t) for t in tiles]
        assert all(decode(fmt, 32, 32, d) == t for d, t in zip(data, tiles)), f'{self.name}: not numbers of {fmt}'
        self.memory.append((address, b''.join(data)))
        self.fields += [(name, address)]
        return len(tiles)

    def number(self, name, value):
        self.fields.append((name, value))
        return self

    def close(self, absolute, relative):
        self.tolerance = (absolute, relative)
        return self

    def arguments(self):
        (a_in, a_out), (b_in, b_out) = self.unpack_a, self.unpack_b
        formats = [a_in, b_in, a_in, a_out, b_out, a_out, a_out, *self.pack, *self.pack]
        words = [CODES[f] for f in formats] + [v for _, v in self.fields]
        return struct.pack(f'<{len(words)}I', *words)

    def build(self, expected):
        """expected: the matrix of the result."""
        out = self.pack[1]
        tiles, size = to_tiles(expected, 32, 32), page_bytes(out, 32, 32)
        self.fields += [('RESULT', RESULT), ('RESULT_BYTES', size)]
        atol, rtol = self.tolerance or (0, 0)
        lines = ['LLKCASE 1', f'kernel {self.kernel}.cpp', f'node {self.name}', 'arch ' + ' '.join(self.chips),
                 'formats runtime', f'const bool is_fp32_dest_acc_en {str(self.fp32).lower()}']
        lines += [f'const {k} {n} {v}' for k, n, v in self.constants]
        lines += ['field FormatConfig formats 1']
        lines += [f'field std::uint32_t {n} 1' for n, _ in self.fields]
        lines += block(f'args {ARGUMENTS:#x}', self.arguments())
        for address, data in self.memory:
            lines += block(f'mem {address:#x}', data)
        lines.append(f'read 0 {RESULT:#x} {size * len(tiles)} {out} {len(tiles)} {size} 1024 '
                     f'{64 if out == "Bfp8_b" else 0}')
        lines.append(f'check 0 isclose {CTYPES[out]} {1024 * len(tiles)} {atol:g} {rtol:g} -')
        lines.append(f'map 0:{1024 * len(tiles)}')
        golden = [ROUND[CTYPES[out]](x) for t in tiles for x in t]
        lines += block('golden', struct.pack(f'<{len(golden)}f', *golden))
        return '\n'.join(lines + ['end', ''])
