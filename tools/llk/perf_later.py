# SPDX-License-Identifier: Apache-2.0
"""Vector kernels of the tt-llk in a tree of tt-metal of August 2026 (34b433f605), and measurements of them (like perf_rows.py)."""
from perf_rows import COMPILED, Row, Run, common, words, wormhole

OPERANDS = [('Operand', f'buffer_{name}', (0x21000 + 0x10000 * i, 4096)) for i, name in enumerate(('A', 'B', 'Res'))]


def vector(operation, approximate='false', form='Float16_b'):
    """A vector function; formats of 32 bits are unpacked to Dst, so no copy comes before it."""
    constants = common('MATH_ISOLATE', f'auto SFPU_UNARY_OPERATION SfpuType::{operation}', f'bool APPROX_MODE {approximate}', 'int ITERATIONS 32',
                       'bool FAST_MODE false', 'bool STABLE_SORT false', 'bool CLAMP_NEGATIVE false', to_dst='true' if form == 'Int32' else 'false')
    return Run(f'later-{operation}-{approximate}', 'eltwise_unary_sfpu_perf', lambda n: constants,
               lambda n: OPERANDS + words(TILE_CNT=8, LOOP_FACTOR=n, num_faces=4) + [('bool', 'UNPACK_TRANSPOSE_FACES', False),
                                                                                    ('bool', 'UNPACK_TRANSPOSE_WITHIN_FACE', False)], 8, form)


BLACKHOLE = (('floor', 476.23, 'tt-metal#49926', ''), ('identity', 124.06, 'tt-metal#54317', COMPILED), ('gelu', 2847.25, 'tt-metal#49926', COMPILED + '; here these are long chains of products'),
             ('gelu_tanh', 2012.16, 'tt-metal#49926', COMPILED), ('sigmoid', 1247.21, 'tt-metal#49926, exact', COMPILED),
             ('reciprocal', 287.64, 'tt-metal#45660, with one macro', ''), ('exponential', 577.99, 'tt-metal#54318, Exp of 16 words', ''))
BY_TABLE = (('gelu', 220.89, 'tt-metal#49926'), ('sigmoid', 221.20, 'tt-metal#49926'), ('tanh', 160.14, 'tt-metal#49926'),
            ('exponential', 93.59, 'tt-metal#54317, by macros'))
# tt-metal#54938 gives the cycles of 128 tiles, including what comes before them.
WORMHOLE = (('floor', 520.1, 'tt-metal#48925', ''), ('frac', 460.0, 'tt-metal#48925', ''), ('trunc', 407.9, 'tt-metal#48925', ''),
            ('sine', 837.9, 'tt-metal#48925', COMPILED), ('cosine', 965.9, 'tt-metal#48925', COMPILED), ('exp2', 863.1, 'tt-metal#48925', COMPILED),
            ('tanh', 766.9, 'tt-metal#48925', COMPILED), ('silu', 1387.1, 'tt-metal#48925', COMPILED),
            ('tanhshrink', 1375.0, 'tt-metal#48925', COMPILED), ('erfinv', 3164.2, 'tt-metal#48925', COMPILED),
            ('softsign', 830.8, 'tt-metal#48696', COMPILED), ('lrelu', 225.0, 'tt-metal#48696', COMPILED),
            ('heaviside', 536.8, 'tt-metal#48696', COMPILED), ('relu_max', 62850 / 128, 'tt-metal#54938', COMPILED),
            ('hardsigmoid', 61883 / 128, 'tt-metal#54938', COMPILED))
ROWS = [
    *(Row(f'vector function {name}', (vector(name),), cycles, 5, source, why=why) for name, cycles, source, why in BLACKHOLE),
    *(Row(f'vector function {name}, approximate', (vector(name, 'true'),), cycles, 5, source, why=COMPILED) for name, cycles, source in BY_TABLE),
    *(Row(f'Wormhole: vector function {name}', (wormhole(vector(name)),), cycles, 5, source, why=why) for name, cycles, source, why in WORMHOLE),
    Row('Wormhole: vector function add_int32', (wormhole(vector('add_int32', form='Int32')),), 141.5, 5, 'tt-metal#48696'),
]
