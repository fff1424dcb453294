# SPDX-License-Identifier: Apache-2.0
"""Vector kernels of the tt-llk in a tree of tt-metal of August 2026 (34b433f605), and measurements of them (like perf_rows.py)."""
from dataclasses import replace

from .perf_rows import BANKS, COMPILED, Row, Run, binary, common, reduce, tilize, untilized, words, wormhole

OPERANDS = [('Operand', f'buffer_{name}', (0x21000 + 0x10000 * i, 4096)) for i, name in enumerate(('A', 'B', 'Res'))]


def vector(operation, approximate='false', form='Float16_b', clamped='false'):
    """A vector function; formats of 32 bits are unpacked to Dst, so no copy comes before it."""
    wide = 'true' if form in ('Int32', 'Float32') else 'false'
    constants = common('MATH_ISOLATE', f'auto SFPU_UNARY_OPERATION SfpuType::{operation}', f'bool APPROX_MODE {approximate}', 'int ITERATIONS 32',
                       'bool FAST_MODE false', 'bool STABLE_SORT false', f'bool CLAMP_NEGATIVE {clamped}', to_dst=wide,
                       sums='true' if form == 'Float32' else 'false')
    name = f'later-{operation}-{approximate}' + '-fp32' * (form == 'Float32') + '-clamped' * (clamped == 'true')
    return Run(name, 'eltwise_unary_sfpu_perf', lambda n: constants,
               lambda n: OPERANDS + words(TILE_CNT=8, LOOP_FACTOR=n, num_faces=4) + [('bool', 'UNPACK_TRANSPOSE_FACES', False),
                                                                                    ('bool', 'UNPACK_TRANSPOSE_WITHIN_FACE', False)], 8, form)


BLACKHOLE = (('floor', 476.23, 'tt-metal#49926', ''), ('identity', 124.06, 'tt-metal#54317', COMPILED),
             ('gelu', 2847.25, 'tt-metal#49926', COMPILED + ', here of long chains of products'),
             ('gelu_tanh', 2012.16, 'tt-metal#49926', COMPILED), ('sigmoid', 1247.21, 'tt-metal#49926, exact', COMPILED),
             ('tanh', 764.18, 'tt-metal#49926, exact', COMPILED),
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


def vectors(operation, form='Float16_b'):
    """A function of two operands in Dst."""
    constants = common('MATH_ISOLATE', f'auto SFPU_BINARY_OPERATION ckernel::BinaryOp::{operation}', 'bool APPROX_MODE false', 'int ITERATIONS 32',
                       to_dst='true' if form == 'Int32' else 'false')
    return Run(f'later-binary-{operation}', 'eltwise_binary_sfpu_perf', lambda n: constants,
               lambda n: OPERANDS + words(TILE_CNT=8, LOOP_FACTOR=n, num_faces=4) + [('bool', 'UNPACK_TRANSPOSE_FACES', False),
                                                                                    ('bool', 'UNPACK_TRANSPOSE_WITHIN_FACE', False)], 8, form)


def looped(run):
    """These kernels of the later tree have a factor for their loop."""
    return replace(run, name='later-' + run.name, fields=lambda n: words(LOOP_FACTOR=n, TILE_CNT=8))


def changed(run, kernel):
    """The same with another form of its function, which the checkout does not have yet."""
    return replace(run, name=run.name + '-changed', kernel='changes/' + kernel)


# Loops that tt-metal#48696 and tt-metal#48925 have unrolled, as measured before it.
ROLLED = (('floor', 567.8, 'tt-metal#48925'), ('trunc', 439.8, 'tt-metal#48925'), ('frac', 503.8, 'tt-metal#48925'),
          ('exp2', 919.9, 'tt-metal#48925'), ('tanh', 823.9, 'tt-metal#48925'), ('softsign', 887.6, 'tt-metal#48696'))


def averages():
    """A moving average of rows, from L1 to L1: a test, for want of a kernel that measures it."""
    constants = ['bool is_fp32_dest_acc_en false', 'bool unpack_to_dest false', 'bool APPROX_MODE false',
                 'std::uint32_t EMA_ALPHA_BITS 0x3e800000', 'std::uint32_t EMA_BETA_BITS 0x3f400000']
    return Run('later-ema', 'sfpu_ema_test', lambda n: constants, lambda n: OPERANDS + words(TILE_CNT=8 * n), 8, arch='wormhole')


def of_rows(chip, choose, cycles):
    """Functions for which the cycles of a row are known."""
    return (Row(f'{chip}vector function {name}{", fp32" * (form == "Float32")}', (choose(vector(name, form=form)),), 32 * cycles(both),
                f'{source}: {cycles(both)} for each of 32 rows', why=COMPILED) for name, form, *both, source in A_ROW)


ROWS = [
    *(Row(f'vector function {name}', (vector(name),), cycles, source, why=why) for name, cycles, source, why in BLACKHOLE),
    *(Row(f'vector function {name}, approximate', (vector(name, 'true'),), cycles, source, why=COMPILED) for name, cycles, source in BY_TABLE),
    *(Row(f'Wormhole: vector function {name}', (wormhole(vector(name)),), cycles, source, why=why) for name, cycles, source, why in WORMHOLE),
    Row('Wormhole: vector function sigmoid, approximate', (wormhole(vector('sigmoid', 'true')),), 32743 / 128, 'tt-metal#55061: 32,743 for 128 tiles'),
    Row('Wormhole: vector function sigmoid, approximate, two rows in flight', (changed(wormhole(vector('sigmoid', 'true')), 'sigmoid'),), 25320 / 128,
        'tt-metal#55061: 25,320 for 128 tiles', other=True),
    Row('Wormhole: vector function relu_max without conditions', (changed(wormhole(vector('relu_max')), 'relu_max'),), 38205 / 128,
        'tt-metal#54938, after it', why=COMPILED, other=True),
    Row('Wormhole: vector function exponential', (wormhole(vector('exponential', clamped='true')),), 731, 'tt-metal#43973, after it', other=True),
    Row('Wormhole: moving average of rows, from L1 to L1', (averages(),), 338.64, 'tt-metal#54429, before it', 'total'),
    Row('Wormhole: moving average of rows, replayed, from L1 to L1', (changed(averages(), 'moving_average'),), 267.66,
        'tt-metal#54429, after it', 'total', other=True),
    *(Row(f'Wormhole: vector function {name}, not unrolled', (changed(wormhole(vector(name)), 'rolled'),), cycles, f'{source}, before it',
          why=COMPILED, other=True) for name, cycles, source in ROLLED),
    Row('vector function MUL_INT32', (vectors('MUL_INT32', 'Int32'),), 28 + 32 * 8, 'tt-metal#32634: 8 for each of 32 rows'),
    Row('vector function SUB of int32', (vectors('SUB', 'Int32'),), 368, 'tt-metal 34b433f605, ckernel_sfpu_sub_int.h',
        why='RISC-V code from another compiler counts; the words alone take 366'),
    Row('reduce rows, MAX, math only, with four writes of configuration', (looped(reduce('MATH_ISOLATE')),), 97.94, 'tt-metal#55053, before it'),
    Row('reduce rows, SUM, unpack only', (looped(reduce('UNPACK_ISOLATE', 'SUM')),), 37.28,
        'tt-metal#55053, of the maximum, whose unpacking there is that of tt-metal#49715, as here that of the sum', 'unpack', other=True),
    Row('ELWADD LoFi, math only', (looped(binary('ELWADD', 'LoFi', 'MATH_ISOLATE')),), 23, 'tt-metal#56320: about 23', why=BANKS),
    Row('tilize, 2 tiles wide, unpack only, later', (replace(tilize('UNPACK_ISOLATE', 5, 2), name='later-tilize'),), 41.5,
        'tt-metal#51898: 41 or 42 in a steady state', 'unpack',
        why='its source calls it a ping-pong of two threads (tt-metal#52442), as a bank that is cleared makes it (tt-metal#55430); that accounts for '
            '22 cycles, and nothing published says what the others are; they do not depend on the data: FP8 took 92.4 cycles from L1 to L1 in two passes '
            'of this loop, and 38.0 in one (tt-metal#51680)'),
    *untilized('with CFGSHIFTMASK', 'tt-metal#46474, after #44596', (87.3, 95.8, 200.4)),
    *of_rows('', lambda run: run, lambda both: both[0]),
    *of_rows('Wormhole: ', wormhole, lambda both: both[1]),
    Row('Wormhole: vector function add_int32', (wormhole(vector('add_int32', form='Int32')),), 141.5, 'tt-metal#48696'),
    Row('Wormhole: vector function ADD of two operands of int32', (wormhole(vectors('ADD', 'Int32')),), 179.7, 'tt-metal#48696, after it',
        why=COMPILED, other=True),
    Row('vector function abs of int32', (vector('abs_int32', form='Int32'),), 135.43, 'tt-metal#49820, after it', why=COMPILED, other=True),
    Row('vector function add_int32', (vector('add_int32', form='Int32'),), 138.39, 'tt-metal#49826, after it', why=COMPILED, other=True),
    Row('vector function signbit', (vector('signbit'),), 179.89, 'tt-metal#49926',
        why="RISC-V code makes its 32 words, and the code that the vendor's compiler generates is not known"),
]
