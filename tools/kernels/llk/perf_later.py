# SPDX-License-Identifier: Apache-2.0
"""Vector kernels of the tt-llk in a tree of tt-metal of August 2026 (34b433f605), and measurements of them (like perf_rows.py)."""
from .perf_rows import COMPILED, Row, Run, common, words, wormhole

OPERANDS = [('Operand', f'buffer_{name}', (0x21000 + 0x10000 * i, 4096)) for i, name in enumerate(('A', 'B', 'Res'))]


def vector(operation, approximate='false', form='Float16_b'):
    """A vector function; formats of 32 bits are unpacked to Dst, so no copy comes before it."""
    wide = 'true' if form in ('Int32', 'Float32') else 'false'
    constants = common('MATH_ISOLATE', f'auto SFPU_UNARY_OPERATION SfpuType::{operation}', f'bool APPROX_MODE {approximate}', 'int ITERATIONS 32',
                       'bool FAST_MODE false', 'bool STABLE_SORT false', 'bool CLAMP_NEGATIVE false', to_dst=wide,
                       sums='true' if form == 'Float32' else 'false')
    return Run(f'later-{operation}-{approximate}{"-fp32" if form == "Float32" else ""}', 'eltwise_unary_sfpu_perf', lambda n: constants,
               lambda n: OPERANDS + words(TILE_CNT=8, LOOP_FACTOR=n, num_faces=4) + [('bool', 'UNPACK_TRANSPOSE_FACES', False),
                                                                                    ('bool', 'UNPACK_TRANSPOSE_WITHIN_FACE', False)], 8, form)


BLACKHOLE = (('floor', 476.23, 'tt-metal#49926', ''), ('identity', 124.06, 'tt-metal#54317', COMPILED),
             ('gelu', 2847.25, 'tt-metal#49926', COMPILED + ', here of long chains of products'),
             ('gelu_tanh', 2012.16, 'tt-metal#49926', COMPILED), ('sigmoid', 1247.21, 'tt-metal#49926, exact', COMPILED),
             ('reciprocal', 287.64, 'tt-metal#45660, with one macro', ''), ('exponential', 577.99, 'tt-metal#54318, Exp of 16 words', ''),
             ('gelu_derivative', 3808.86, 'tt-metal#52407', COMPILED))
BY_TABLE = (('gelu', 220.89, 'tt-metal#49926'), ('sigmoid', 221.20, 'tt-metal#49926'), ('tanh', 160.14, 'tt-metal#49926'),
            ('exponential', 93.59, 'tt-metal#54317, by macros'), ('gelu_derivative', 3424.88, 'tt-metal#52407'))
# tt-metal#54938 gives the cycles of 128 tiles, including what comes before them.
WORMHOLE = (('floor', 520.1, 'tt-metal#48925', ''), ('frac', 460.0, 'tt-metal#48925', ''), ('trunc', 407.9, 'tt-metal#48925', ''),
            ('sine', 837.9, 'tt-metal#48925', COMPILED), ('cosine', 965.9, 'tt-metal#48925', COMPILED), ('exp2', 863.1, 'tt-metal#48925', COMPILED),
            ('tanh', 766.9, 'tt-metal#48925', COMPILED), ('silu', 1387.1, 'tt-metal#48925', COMPILED),
            ('tanhshrink', 1375.0, 'tt-metal#48925', COMPILED), ('erfinv', 3164.2, 'tt-metal#48925', COMPILED),
            ('softsign', 830.8, 'tt-metal#48696', COMPILED), ('lrelu', 225.0, 'tt-metal#48696', COMPILED),
            ('heaviside', 536.8, 'tt-metal#48696', COMPILED), ('relu_max', 62850 / 128, 'tt-metal#54938', COMPILED),
            ('hardsigmoid', 61883 / 128, 'tt-metal#54938', COMPILED), ('i0', 181428 / 128, 'tt-metal#54938', COMPILED),
            ('softplus', 198231 / 128, 'tt-metal#54938', COMPILED))
# Cycles of a row of 32 values: function, format, Blackhole, Wormhole, source. tt-metal#57292 has 1,672 a tile for atan on Blackhole.
A_ROW = (('atan', 'Float16_b', 52, 57, 'tt-metal#50112'), ('asin', 'Float16_b', 62, 72, 'tt-metal#50112'), ('acos', 'Float16_b', 63, 73, 'tt-metal#50112'),
         ('sinh', 'Float16_b', 45, 45, 'tt-metal#45552'), ('cosh', 'Float16_b', 35, 40, 'tt-metal#45552'),
         ('atan', 'Float32', 41, 44, 'tt-metal#50112'), ('asin', 'Float32', 54, 55, 'tt-metal#50112'), ('acos', 'Float32', 60, 61, 'tt-metal#50112'),
         ('sinh', 'Float32', 54, 59, 'tt-metal#45552'), ('cosh', 'Float32', 46, 51, 'tt-metal#45552'), ('exp2', 'Float32', 28, 28, 'tt-metal#46024'))


def of_rows(chip, choose, cycles):
    """Functions for which the cycles of a row are known."""
    return (Row(f'{chip}vector function {name}{", fp32" * (form == "Float32")}', (choose(vector(name, form=form)),), 32 * cycles(both), 5,
                f'{source}: {cycles(both)} for each of 32 rows', why=COMPILED) for name, form, *both, source in A_ROW)


ROWS = [
    *(Row(f'vector function {name}', (vector(name),), cycles, 5, source, why=why) for name, cycles, source, why in BLACKHOLE),
    *(Row(f'vector function {name}, approximate', (vector(name, 'true'),), cycles, 5, source, why=COMPILED) for name, cycles, source in BY_TABLE),
    *(Row(f'Wormhole: vector function {name}', (wormhole(vector(name)),), cycles, 5, source, why=why) for name, cycles, source, why in WORMHOLE),
    *of_rows('', lambda run: run, lambda both: both[0]),
    *of_rows('Wormhole: ', wormhole, lambda both: both[1]),
    Row('Wormhole: vector function add_int32', (wormhole(vector('add_int32', form='Int32')),), 141.5, 5, 'tt-metal#48696'),
    Row('vector function signbit', (vector('signbit'),), 179.89, 5, 'tt-metal#49926', other=True,
        why="RISC-V code makes its 32 words, which take 55 cycles, and the code that the vendor's compiler generates is not known"),
]
