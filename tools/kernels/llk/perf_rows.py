# SPDX-License-Identifier: Apache-2.0
"""The rows of perf.py: kernels of tt-llk's tests/sources with their constants, and measurements on Blackhole and Wormhole."""
from dataclasses import dataclass, replace
from typing import Callable, Tuple

WORD = 'std::uint32_t'


@dataclass(frozen=True)
class Run:
    name: str
    kernel: str          # of tests/sources in the checkout, or of one of our own: changes/...
    constants: Callable  # function of the number of rounds
    fields: Callable     # function of the number of rounds
    tiles: int           # number of tiles in the second half
    form: str = 'Float16_b'
    arch: str = 'blackhole'
    forms: Tuple = ()    # (name in header.FORMATS, format) of those that differ from form


@dataclass(frozen=True)
class Row:
    what: str
    runs: Tuple
    measured: float
    source: str
    thread: str = 'math'
    value: Callable = lambda first: first
    why: str = ''        # why the model differs
    limit: bool = False  # the measurement includes more: the model must not be below it
    other: bool = False  # another form of the kernel was measured, or the row is kept apart: it contributes to no band
    kind: str = ''       # kind of the measured part, if the run itself is of several kinds
    plain: bool = False  # a share of a time instead of a time; the source tells how far another may be: +-3 of 100
    own: str = ''        # instead of runs: calls of tt-metal's own for a function, in its kernel for unary operations
    arch: str = 'blackhole'  # the chip of these calls


def common(isolate, *more, to_dst='false', sums='false'):
    return [f'bool is_fp32_dest_acc_en {sums}', f'bool unpack_to_dest {to_dst}', *more,
            f'auto PERF_RUN_TYPE PerfRunType::{isolate}']


def words(**values):
    return [(WORD, name, value) for name, value in values.items()]


def matmul(fidelity, throttle=0, isolate='MATH_ISOLATE', rows=2, columns=4, inner=2):
    constants = common(isolate, f'auto MATH_FIDELITY ckernel::MathFidelity::{fidelity}',
                        f'int THROTTLE_LEVEL {throttle}', 'auto dest_sync ckernel::DstSync::SyncHalf')
    name = f'matmul-{fidelity}-{throttle}-{isolate}-{rows}x{columns}x{inner}'
    return Run(name, 'matmul_perf', lambda n: constants, lambda n: words(
        TILE_SIZE_UNPACK_A=128, TILE_SIZE_UNPACK_B=128, LOOP_FACTOR=n, RT_DIM=rows, CT_DIM=columns, KT_DIM=inner,
        num_faces_A=4, num_faces_B=4) + [('bool', 'UNPACK_TRANSPOSE_FACES', False)], rows * columns * inner)


def binary(operation, fidelity, isolate):
    constants = common(isolate, f'ckernel::MathFidelity MATH_FIDELITY ckernel::MathFidelity::{fidelity}',
                        f'auto ELTWISE_BINARY_OP ckernel::EltwiseBinaryType::{operation}')
    return Run(f'{operation}-{fidelity}-{isolate}', 'eltwise_binary_fpu_perf', lambda n: constants,
               lambda n: words(TILE_CNT=8 * n), 8)


def vector(operation, isolate, form='Float16_b'):
    """32-bit formats are unpacked to Dst, so there is no copy."""
    constants = common(isolate, f'auto SFPU_UNARY_OPERATION SfpuType::{operation}', 'bool APPROX_MODE false',
                        'int ITERATIONS 32', 'bool FAST_MODE false', 'bool STABLE_SORT false',
                        to_dst='true' if form == 'Int32' else 'false')
    return Run(f'{operation}-{form}-{isolate}', 'eltwise_unary_sfpu_perf', lambda n: constants, lambda n: words(
        TILE_CNT=8, LOOP_FACTOR=n, num_faces=4) + [('bool', 'UNPACK_TRANSPOSE_FACES', False),
                                                   ('bool', 'UNPACK_TRANSPOSE_WITHIN_FACE', False)], 8, form)


def pack(tiles, accumulate):
    return Run(f'pack-{tiles}-{accumulate}', 'pack_dest_bank_perf',
               lambda n: common('PACK_ISOLATE', 'bool tilize_en false', f'{WORD} LOOP_FACTOR {n}'),
               lambda n: [('int', 'DST_INDEX', 0), *words(TILE_CNT=tiles, NUM_BLOCKS=1, NUM_TILES_IN_BLOCK=tiles,
                                                           num_faces=4), ('int', 'L1_ACC', accumulate)], tiles)


def reduce(isolate, pool='MAX'):
    constants = common(isolate, 'ckernel::MathFidelity MATH_FIDELITY ckernel::MathFidelity::LoFi',
                        'auto REDUCE_DIM ckernel::ReduceDim::REDUCE_ROW', f'auto POOL_TYPE ckernel::PoolType::{pool}')
    return Run(f'reduce-{isolate}' + f'-{pool}' * (pool != 'MAX'), 'reduce_perf', lambda n: constants, lambda n: words(TILE_CNT=8 * n), 8)


def tilize(isolate, rows=2, columns=4):
    name = f'tilize-{isolate}' + (f'-{rows}x{columns}' if (rows, columns) != (2, 4) else '')
    return Run(name, 'unpack_tilize_perf', lambda n: common(isolate), lambda n: words(
        TILE_CNT=rows * columns, LOOP_FACTOR=n, FULL_RT_DIM=rows, FULL_CT_DIM=columns, BLOCK_CT_DIM=columns,
        BLOCK_RT_DIM=rows), rows * columns)


def pack_untilize(block, isolate='PACK_ISOLATE', columns=None, half=False, forms=()):
    """half: to binary16, which takes sums of 32 bits."""
    columns = columns or block
    constants = common(isolate, *(f'{WORD} {name} {value}' for name, value in (
        ('FULL_RT_DIM', 1), ('FULL_CT_DIM', columns), ('BLOCK_RT_DIM', 1), ('BLOCK_CT_DIM', block))), sums=str(half).lower())
    return Run(f'pack-untilize-{isolate}-{block}-{columns}{"-half" if half else ""}{len(forms) or ""}', 'pack_untilize_perf', lambda n: constants,
               lambda n: words(TILE_CNT=columns, LOOP_FACTOR=n), columns, forms=forms)


BLOCKS = (('unpack_A_src', 'Bfp8_b'), ('unpack_B_src', 'Bfp8_b'))
HALVES = (*BLOCKS, ('pack_src', 'Float32'), ('pack_dst', 'Float16'))


def untilized(when, source, measured):
    """The 27 configurations of tt-metal#46474 by their minimum, median and maximum. Its text names no type of run, so that
    from L1 to L1 has a row, too. The maximum is that of blocks of one tile, as for five columns and binary16."""
    shapes = (('8 tiles in a block, the least', 8, 8, False, BLOCKS), ('6 tiles in a block, the median', 6, 6, False, BLOCKS),
              ('a tile in a block, the most', 1, 5, True, HALVES))
    for (what, block, columns, half, forms), cycles in zip(shapes, measured):
        for isolate, text, thread in (('PACK_ISOLATE', 'pack only', 'pack'), ('L1_TO_L1', 'from L1 to L1', 'total')):
            yield Row(f'pack and untilize {when}, {what}, {text}', (pack_untilize(block, isolate, columns, half, forms),), cycles, source,
                      thread, other=isolate == 'L1_TO_L1')


def unpack_untilize(columns):
    """The unpack thread does not repeat its tiles, so it needs more of them."""
    return Run('unpack-untilize', 'unpack_untilize_perf', lambda n: common('L1_TO_L1', *(
        f'{WORD} {name} {value}' for name, value in (('FULL_RT_DIM', 1), ('FULL_CT_DIM', columns), ('BLOCK_CT_DIM', columns)))),
               lambda n: words(TILE_CNT=columns * n, LOOP_FACTOR=1), columns)


def wormhole(run):
    return replace(run, name=run.name + '-wormhole', arch='wormhole')


def _less(one, other):
    return one - other


def _share(full, throttled):
    return 100 * full / throttled


def _use(cycles):
    return 100 * 32 / cycles


COMPILED = "the vendor's compiler chooses other words; what it makes of sfpi code is an estimate"
BANKS = 'the time that a bank takes from one unit to the other is known only roughly'
STATES = 'two stable states, and no document says what selects them'
FLUSH = 'each call flushes the packer before the tile, and no document says how long that takes'
TILES = (('LoFi', 34.92), ('HiFi2', 52.47), ('HiFi4', 86.12))
LEVELS = (73, 67, 50, 40, 33)
FUNCTIONS = (('abs', 146, "tt-metal#57292, by tt-metal's own call"),)
ROWS = [
    Row('matmul, HiFi2 minus LoFi, a tile', (matmul('HiFi2'), matmul('LoFi')), 17.55, 'tt-sim tensixbench phase B', value=_less),
    Row('matmul, HiFi4 minus HiFi2', (matmul('HiFi4'), matmul('HiFi2')), 33.65, 'tt-sim tensixbench phase B',
        value=_less),
    *(Row(f'matmul {fidelity}, a tile at a time, from L1 to L1', (matmul(fidelity, 0, 'L1_TO_L1', 1, 1, 8),), cycles,
          'tt-sim tensixbench phase B, whole loops', 'total',
          why='the measured loops also wait for circular buffers; their author compares only differences') for fidelity, cycles in TILES),
    Row('matmul HiFi2 from L1 to L1: 32 cycles of a tile product, % of its time',
        (matmul('HiFi2', 0, 'L1_TO_L1'),), 87, 'GEMM_FLOPS.md, 11x10 cores: the model is a bound', 'total', _use,
        limit=True),
    *(Row(f'matmul LoFi at throttle level {level}, % of level 0', (matmul('LoFi'), matmul('LoFi', level)), percent,
          'tt-llk#88, +-3 of 100', value=_share, plain=True) for level, percent in enumerate(LEVELS, 1)),
    Row('ELWMUL HiFi2, math only', (binary('ELWMUL', 'HiFi2', 'MATH_ISOLATE'),), 34.6, 'tt-metal#58723'),
    Row('ELWMUL HiFi4, math only', (binary('ELWMUL', 'HiFi4', 'MATH_ISOLATE'),), 82.6, 'tt-metal#58723'),
    Row('reduce rows, MAX, math only', (reduce('MATH_ISOLATE'),), 58.06,
        'tt-metal#55053 (97.94 before four writes of configuration a tile were removed)', why=BANKS),
    Row('vector kernel of 4 words and 32 rounds, math only', (vector('abs', 'MATH_ISOLATE'),), 28 + 32 * 4, 'tt-metal#54317: 28 + 32 * (slots + stalls)'),
    *(Row(f'vector function {name}, math only', (vector(name, 'MATH_ISOLATE'),), cycles, source,
          why=COMPILED) for name, cycles, source in FUNCTIONS),
    Row('unpack of a tile', (vector('abs', 'UNPACK_ISOLATE'),), 26.5, 'tt-llk#130: 25 to 28; determines unpack_overlap', 'unpack'),
    Row('unpack of A and B', (binary('ELWMUL', 'HiFi2', 'UNPACK_ISOLATE'),), 36.5, '34.9 to 38.1 a pair; determines unpack_joint_rate', 'unpack'),
    Row('pack, 8 tiles a call, a tile', (pack(8, 0),), 16 + 9.13 / 8, 'tt-metal#51901', 'pack', kind='packer'),
    Row('pack, 4 tiles a call', (pack(4, 0),), 16 + 9.13 / 4, 'tt-metal#51901', 'pack', kind='packer'),
    Row('pack, a tile a call', (vector('abs', 'PACK_ISOLATE'),), 16 + 9.13, 'tt-metal#51901', 'pack'),
    Row('pack adding to L1, 8 tiles in a call', (pack(8, 1),), 16 + 9.13 / 8, 'tt-metal#51901: the fast one of two stable states', 'pack',
        kind='packer that adds to L1'),
    Row('pack adding to L1, 8 tiles in a call, the slow state', (pack(8, 1),), 24, 'tt-metal#51901: 24.0 * tiles', 'pack',
        kind='packer that adds to L1', why=STATES + '; pack_accumulate=150 is this one'),
    Row('tilize, unpack only', (tilize('UNPACK_ISOLATE'),), 25, 'tt-llk#130, a whole operation', 'unpack',
        why='the code of its loop limits it'),
    Row('unpack and untilize, a tile', (unpack_untilize(8),), 512, 'tt-llk#131, a whole operation; kept apart', 'unpack', other=True),
    Row('tilize, pack only', (tilize('PACK_ISOLATE'),), 39, 'tt-llk#130, a whole operation', 'pack'),
    Row('Wormhole: unpack of a tile', (wormhole(vector('abs', 'UNPACK_ISOLATE')),), 38, 'tt-llk#131, a whole operation', 'unpack'),
    Row('Wormhole: tilize, unpack only', (wormhole(tilize('UNPACK_ISOLATE')),), 52, 'tt-llk#130, a whole operation', 'unpack',
        why='as on Blackhole, the code of its loop limits it, and rows of tiles conflict in the banks of L1'),
    Row('Wormhole: unpack and untilize, a tile', (wormhole(unpack_untilize(8)),), 393, 'tt-llk#131, a whole operation', 'unpack', other=True,
        why='393 cycles are too few for the 512 bytes of each of its 64 words, as the later form of the kernel asks for them'),
    Row('Wormhole: pack, a tile a call', (wormhole(vector('abs', 'PACK_ISOLATE')),), 47, 'tt-llk#131, a whole operation', 'pack', why=FLUSH),
    Row('Wormhole: tilize, pack only', (wormhole(tilize('PACK_ISOLATE')),), 45, 'tt-llk#130, a whole operation', 'pack', why=FLUSH),
]
