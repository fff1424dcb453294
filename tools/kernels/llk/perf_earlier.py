# SPDX-License-Identifier: Apache-2.0
"""Kernels of the tt-llk in a tree of tt-metal of April 2026 (a8c5af0f5a) which later changes have made faster, as measured
before them (like perf_rows.py)."""
from .perf_rows import COMPILED, Row, Run, common, untilized, words, wormhole


def vector(operation, clamped='false'):
    constants = common('MATH_ISOLATE', f'auto SFPU_UNARY_OPERATION SfpuType::{operation}', 'bool APPROX_MODE false', 'int ITERATIONS 32',
                       'bool FAST_MODE false', 'bool STABLE_SORT false', f'bool CLAMP_NEGATIVE {clamped}')
    return Run(f'earlier-{operation}', 'eltwise_unary_sfpu_perf', lambda n: constants, lambda n: words(
        TILE_CNT=8, LOOP_FACTOR=n, num_faces=4) + [('bool', 'UNPACK_TRANSPOSE_FACES', False),
                                                   ('bool', 'UNPACK_TRANSPOSE_WITHIN_FACE', False)], 8)


def calls(function):
    return f'{function}_tile_init();{function}_tile(0);'


LOG = calls('log')
# Cycles of a row of 32 values before a change: function, Blackhole, Wormhole, source.
A_ROW = (('sinh', 61, 63, 'tt-metal#45552'), ('cosh', 61, 63, 'tt-metal#45552'), ('atan', 54, 59, 'tt-metal#50112'),
         ('asin', 64, 76, 'tt-metal#50112'), ('acos', 65, 77, 'tt-metal#50112'))


def of_rows(chip, arch, cycles):
    return (Row(f"{chip}vector function {name}, tt-metal's own", (), 32 * cycles(both), f'{source}, before it: {cycles(both)} for each of 32 rows',
                own=calls(name), arch=arch, why=COMPILED, other=True) for name, *both, source in A_ROW)


ROWS = [
    Row('vector function reciprocal, whose macros RISC-V code makes', (vector('reciprocal'),), 637.97, 'tt-metal#45660, before it'),
    Row("vector function log, tt-metal's own", (), 32 * 45, 'tt-metal#44393: 45 for each of 32 rows', own=LOG),
    Row("vector function log, tt-metal's own, the same kernel", (), 1506, 'tt-metal#33803', own=LOG, other=True),
    Row('vector function exponential, sfpi code', (vector('exponential', clamped='true'),), 1094, 'tt-metal#43973, before it', why=COMPILED,
        other=True),
    Row('Wormhole: vector function exponential, sfpi code', (wormhole(vector('exponential', clamped='true')),), 1125, 'tt-metal#43973, before it',
        why=COMPILED, other=True),
    *of_rows('', 'blackhole', lambda both: both[0]),
    *of_rows('Wormhole: ', 'wormhole', lambda both: both[1]),
    *untilized('with ADDDMAREG', 'tt-metal#46474, before #44596', (118.3, 135.1, 446.4)),
]
