# SPDX-License-Identifier: Apache-2.0
"""The cases of tests/llk, one function for each kernel."""
import math

from . import own_functions as functions
from .own_case import Case, bf16, eighths, float32
from ..formats import page_bytes
from ..xorshift import Random

A, B = 0x21000, 0x23000
BF16, F16, F32 = 'Float16_b', 'Float16', 'Float32'


def _unary(case, matrix, fmt):
    tiles = case.operand('A', A, fmt, matrix)
    return case.number('A_BYTES', page_bytes(fmt, 32, 32)).number('TILES', tiles)


def datacopy():
    def case(name, seed, value, unpack, pack, expected, fp32=False, rows=32):
        matrix = Random(seed).matrix(rows, 32, value)
        c = _unary(Case('datacopy-' + name, 'datacopy', unpack, pack, fp32), matrix, unpack[0])
        if 'Fp8_e4m3' in unpack:
            c.chips = ('blackhole',)  # Wormhole has no E4M3
        return c.name, c.build(functions.each(expected, matrix))

    def same(x):
        return x
    yield case('bf16', 1, bf16(-20, 20), (BF16, BF16), (BF16, BF16), same, rows=96)
    yield case('f16', 2, bf16(-10, 10), (F16, F16), (F16, F16), same)
    yield case('tf32-f32', 3, float32(-20, 20), (F32, 'Tf32'), (F32, F32), functions.tf32, True)
    yield case('bf16-f32', 4, bf16(-20, 20), (BF16, BF16), (F32, F32), same, True)
    # All numbers have one exponent, which rounding does not raise, so they become the nearest 64th, halves away
    # from 0.
    yield case('bf16-bfp8', 5, lambda r: (1 + r.below(126) / 128) * (1 - 2 * r.below(2)),
               (BF16, BF16), ('Bfp8_b', 'Bfp8_b'),
               lambda x: math.copysign(math.floor(abs(x) * 64 + 0.5) / 64, x))
    yield case('bfp8-bf16', 6, eighths(63), ('Bfp8_b', 'Bfp8_b'), (BF16, BF16), same)
    yield case('fp8-f32', 7, eighths(15), ('Fp8_e4m3', 'Fp8_e4m3'), (F16, F32), same)


def eltwise():
    def case(name, seed, operation, f, broadcast=0, phases=1, value=eighths(60), fp32=False,
             tolerance=None, rows=32):
        r = Random(seed)
        a, b = r.matrix(rows, 32, value), r.matrix(rows, 32, value)
        c = Case('eltwise-' + name, 'eltwise_binary', (BF16, BF16),
                 (F32, F32) if fp32 else (BF16, BF16), fp32)
        c.constant('int', 'OPERATION', operation).constant('int', 'BROADCAST', broadcast)
        c.constant('int', 'PHASES', phases)
        _unary(c, a, BF16)
        c.operand('B', B, BF16, b)
        c.number('B_BYTES', page_bytes(BF16, 32, 32))
        if tolerance:
            c.close(*tolerance)
        seen = [b, functions.column_of(b), functions.row_of(b)][broadcast]
        return c.name, c.build(functions.each(f, a, seen))

    # Sums of eighths below 16 and products of four-bit numbers are exact.
    yield case('add', 11, 0, lambda x, y: x + y, rows=64)
    yield case('subtract', 12, 1, lambda x, y: x - y)
    yield case('add-column', 13, 0, lambda x, y: x + y, broadcast=1)
    yield case('subtract-row', 14, 1, lambda x, y: x - y, broadcast=2)
    yield case('multiply-lofi', 15, 2, lambda x, y: x * y, value=eighths(15))
    yield case('multiply-row-lofi', 16, 2, lambda x, y: x * y, broadcast=2, value=eighths(15))
    # Products of eight by eight bits are exact in 24 bits when all phases are summed.
    yield case('multiply-hifi4-f32', 17, 2, lambda x, y: x * y, phases=4, value=bf16(-3, 3),
               fp32=True)
    yield case('multiply-hifi4', 18, 2, lambda x, y: x * y, phases=4, value=bf16(-3, 3),
               tolerance=(0, 2**-6))


def matmul():
    def case(name, seed, tiles, phases, value, fp32=False, tolerance=None):
        m, k, n = tiles
        r = Random(seed)
        a, b = r.matrix(32 * m, 32 * k, value), r.matrix(32 * k, 32 * n, value)
        c = Case('matmul-' + name, 'matmul', (BF16, BF16), (F32, F32) if fp32 else (BF16, BF16), fp32)
        c.constant('int', 'PHASES', phases)
        c.operand('A', A, BF16, a)
        c.operand('B', B, BF16, b)
        c.number('A_BYTES', page_bytes(BF16, 32, 32)).number('B_BYTES', page_bytes(BF16, 32, 32))
        c.number('TILES_M', m).number('TILES_K', k).number('TILES_N', n)
        if tolerance:
            c.close(*tolerance)
        return c.name, c.build(functions.matmul(a, b))

    # Four-bit integers: every sum is an integer below 2^13.
    yield case('lofi-f32', 21, (1, 2, 1), 1, lambda r: float(r.below(31) - 15), fp32=True)
    # Groups of eight products keep about 12 bits.
    yield case('hifi4-f32', 22, (1, 1, 2), 4, bf16(-2, 1), fp32=True, tolerance=(0.02, 2**-8))
    yield case('hifi2-bf16', 23, (1, 2, 1), 2, lambda r: float(r.below(15) - 7) / 4,
               tolerance=(0.25, 2**-6))


def reduce():
    def case(name, seed, maximum, rows, f, factor=1.0, value=eighths(15), fp32=False, phases=1):
        matrix = Random(seed).matrix(32, 32, value)
        c = Case('reduce-' + name, 'reduce', (BF16, BF16), (F32, F32) if fp32 else (BF16, BF16), fp32)
        c.constant('bool', 'MAXIMUM', str(maximum).lower())
        c.constant('bool', 'ROWS', str(rows).lower()).constant('int', 'PHASES', phases)
        _unary(c, matrix, BF16)
        scale = [[factor if r == 0 else 0.0 for _ in range(32)] for r in range(32)]
        c.operand('SCALE', B, BF16, scale)
        over = functions.reduce_rows if rows else functions.reduce_columns
        return c.name, c.build(over(matrix, f))

    def quarters(r):
        return float(r.below(7) - 3) / 4
    yield case('sum-columns-f32', 31, False, False, math.fsum, fp32=True)
    yield case('mean-columns', 32, False, False, lambda v: math.fsum(v) / 32, 1 / 32, quarters)
    yield case('sum-rows', 33, False, True, math.fsum, value=quarters)
    yield case('max-columns', 34, True, False, max, value=bf16(-8, 8))
    yield case('max-rows', 35, True, True, max, value=bf16(-8, 8))


def sfpu():
    def case(name, seed, number, f, value, fp32=False, tolerance=None):
        matrix = Random(seed).matrix(32, 32, value)
        c = Case('sfpu-' + name, 'sfpu_conditional', (F32, 'Tf32') if fp32 else (BF16, BF16),
                 (F32, F32) if fp32 else (BF16, BF16), fp32)
        c.constant('int', 'FUNCTION', number)
        _unary(c, matrix, c.unpack_a[0])
        if tolerance:
            c.close(*tolerance)
        return c.name, c.build(functions.each(f, matrix))

    yield case('clamp', 41, 0, functions.clamp, eighths(15))
    yield case('clamp-f32', 42, 0, lambda x: functions.clamp(functions.tf32(x)), float32(-3, 2), True)
    yield case('nested', 43, 1, functions.nested, eighths(40), tolerance=(0, 2**-7))
    yield case('nested-f32', 44, 1, functions.nested, eighths(40), True)
    yield case('levels', 45, 2, functions.levels, bf16(-20, 20))
    yield case('levels-zero', 46, 2, functions.levels, eighths(10))
    yield case('ladder', 47, 3, functions.ladder, eighths(24))
    # Eight-bit numbers, so that no conversion truncates and products are exact.
    yield case('leaky', 48, 4, functions.leaky, bf16(-8, 8), True)
    yield case('square', 49, 5, lambda x: x * x, bf16(-8, 8), True)


def normalise():
    def case(name, seed, layernorm, f):
        matrix = Random(seed).matrix(64, 64, bf16(-8, 3))
        c = Case('normalise-' + name, 'normalise', (BF16, 'Tf32'), (F32, F32), True)
        c.constant('bool', 'LAYERNORM', str(layernorm).lower()).constant('int', 'COLUMNS', 2)
        _unary(c, matrix, BF16)
        c.close(2**-20 if layernorm else 0, 2**-18)
        return c.name, c.build([f(row) for row in matrix])
    yield case('softmax', 61, False, functions.softmax)
    yield case('layernorm', 62, True, functions.layernorm)


def pointers():
    matrix = Random(51).matrix(64, 32, eighths(40))
    c = _unary(Case('pointers', 'pointers', (BF16, BF16), (BF16, BF16)), matrix, BF16)
    c.number('MIDDLE', B).number('FLAG', 0x20200)
    yield c.name, c.build(functions.each(lambda x: -2 * abs(x), matrix))


def cases():
    for group in (datacopy, eltwise, matmul, reduce, sfpu, normalise, pointers):
        yield from group()
