#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Operations that are defined in Python, as descriptions of programs on several cores (docs/cores.md). Last line "N passed, N failed"."""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, '../..')
sys.path[:0] = [os.path.join(HERE, '..'), os.path.join(ROOT, 'tools')]
from claims import main, test  # noqa: E402
from kernels.chips import CHIPS  # noqa: E402
from kernels.metal import grid  # noqa: E402

BEGIN = '''import torch
import ttnn
C, R, S = ttnn.CoreCoord, ttnn.CoreRange, ttnn.CoreRangeSet
device = ttnn.open_device(3, 2)
left, right = S([R(C(0, 0), C(1, 1))]), S([R(C(2, 0), C(2, 0)), R(C(2, 1), C(2, 1))])


def reference(x: torch.Tensor, device: ttnn.MeshDevice):
    return torch.nn.functional.silu(x)


def run(config=None, tensors=None, **more):
    kernels = [ttnn.KernelDescriptor(kernel_source='k.cpp', core_ranges=left, named_compile_time_args=[('mine', 1)], compile_time_args=[5, 6],
                                     common_runtime_args=[x.buffer_address(), -1], defines=[('LEFT', '1')],
                                     config=config or ttnn.DataMovementConfigDescriptor(
                                         processor=ttnn.DataMovementProcessor.RISCV_1, noc=ttnn.NOC.RISCV_1_default)),
               ttnn.KernelDescriptor(kernel_source='k.cpp', core_ranges=right, named_compile_time_args=[('yours', 2)],
                                     config=ttnn.DataMovementConfigDescriptor(processor='RISCV_0', noc=ttnn.NOC.NOC_0)),
               ttnn.KernelDescriptor(kernel_source='c.cpp', core_ranges=right, config=ttnn.ComputeConfigDescriptor(
                   math_fidelity=ttnn.MathFidelity.LoFi, fp32_dest_acc_en=True))]
    cbs = [ttnn.cb_descriptor_from_sharded_tensor(3, x), ttnn.cb_descriptor_from_sharded_tensor(4, y)]
    ttnn.generic_op(tensors or [x, y], ttnn.ProgramDescriptor(kernels=kernels, cbs=cbs, **more))


x = ttnn.sharded(device, 'x', left, (1, 64), tile=(1, 32), memory_layout=ttnn.TensorMemoryLayout.WIDTH_SHARDED)
y = ttnn.sharded(device, 'y', right, (64, 32), ttnn.bfloat8_b)
ttnn.describe('in x X random 1 256', 'in y Y random 128 32', 'out y 128 32', 'expect y Y', 'out x 1 256', 'expect x X')
'''


def replayed(work, script):
    """(The Grid of a script's program, or None; what is told of its failure.)"""
    path, made = os.path.join(work, 'x.py'), os.path.join(work, 'x.grid')
    with open(path, 'w', encoding='utf-8') as f:
        f.write(script)
    done = subprocess.run([sys.executable, '-m', 'kernels.metal.replay', path, '-o', made], capture_output=True, text=True, check=False,
                          env={**os.environ, 'PYTHONPATH': os.path.join(ROOT, 'tools')})
    return (grid.load(made, None, False, CHIPS['blackhole']), '') if done.returncode == 0 else (None, done.stderr)


@test
def the_example_is_the_description_beside_it(work):
    with open(os.path.join(ROOT, 'examples/metal/multicast.py'), encoding='utf-8') as f:
        made, _ = replayed(work, f.read())
    own = grid.load(os.path.join(ROOT, 'examples/metal/multicast.grid'), None, False, CHIPS['blackhole'])
    assert len(made.cores) == len(own.cores) == 4
    for a, b in zip(made.cores, own.cores):
        assert os.path.basename(a.case.kernel) == os.path.basename(b.case.kernel) and a.case.args == b.case.args
        assert a.case.fidelity == b.case.fidelity and a.case.placed == b.case.placed
        for side in 'reader', 'writer':
            p, q = a.case.program.movers[side], b.case.program.movers[side]
            assert os.path.basename(p.kernel) == os.path.basename(q.kernel) and p.args == q.args
        assert [check.golden for check in a.case.checks] == [check.golden for check in b.case.checks]


@test
def kernels_and_tensors_of_some_cores(work):
    made, why = replayed(work, BEGIN + 'run(semaphores=[ttnn.SemaphoreDescriptor(id=1, core_ranges=left, initial_value=7)])\n')
    assert made, why
    cases = {(core.x, core.y): core.case for core in made.cores}
    reader, writer = cases[0, 1].program.movers['reader'], cases[2, 1].program.movers['writer']
    assert set(cases[0, 1].program.movers) == {'reader'} and set(cases[2, 1].program.movers) == {'writer'}
    assert (reader.noc, writer.noc) == (1, 0) and reader.compile_args == [5, 6] and dict(reader.defines) == {'LEFT': '1'}
    # names of the other kernels of the same source are there, and 0
    assert dict(reader.named_args) == {'mine': 1, 'yours': 0} and dict(writer.named_args) == {'mine': 0, 'yours': 2}
    assert reader.common_args == [cases[0, 0].placed[3], 0xFFFFFFFF]
    assert cases[0, 0].kernel == 'none' and cases[2, 0].kernel.endswith('c.cpp')
    assert (cases[2, 0].fidelity, cases[2, 0].fp32_dst) == ('lofi', True)
    # the memory of a tensor is on all cores; two tiles of Bfp8_b have 2 x 1088 bytes
    assert all(case.buffers[4].pages * case.buffers[4].page_bytes == 2176 for case in cases.values())
    assert all(case.program.semaphores == {1: 7} for case in cases.values())
    assert [core for core, case in cases.items() if 'y' in case.program.tensors] == [(2, 0), (2, 1)]
    parts = {core: check.golden for core, case in cases.items() for check in case.checks if check.of == 'x'}
    assert sorted(parts) == [(0, 0), (0, 1), (1, 0), (1, 1)] and all(len(part) == 64 for part in parts.values())


MORE = BEGIN + '''z = ttnn.sharded(device, 'z', left, (8, 64), tile=(8, 32))
w = ttnn.sharded(device, 'w', left, (4, 64), layout=ttnn.ROW_MAJOR_LAYOUT)
d = ttnn.interleaved(device, 'd', (32, 64), ttnn.float32)
assert (d.buffer_num_pages(), d.buffer_aligned_page_size()) == (2, 4096) and (w.buffer_num_pages(), w.buffer_page_size()) == (16, 128)
ttnn.describe('in z Z random 32 64', 'in w W random 16 64', 'out w 16 64', 'in d D random 32 64', 'out d 32 64', 'expect d D')
run(ttnn.ReaderConfigDescriptor(), [x, y, z, d, d, w])
'''


@test
def tensors_without_a_buffer_of_kernels_and_small_tiles(work):
    made, why = replayed(work, MORE)
    assert made, why
    case = made.first.case
    assert [(number, b.pages, b.rows, b.page_bytes) for number, b in case.buffers.items() if number > 4] == [(63, 2, 8, 512), (62, 4, 32, 128)]
    assert (case.program.tensors['z'].buffer, case.program.tensors['z'].rows, case.program.tensors['z'].pages) == (63, 8, 2)
    assert (case.program.tensors['w'].buffer, case.program.tensors['w'].pages, case.program.tensors['w'].page_bytes) == (62, 4, 128)


PARTED = BEGIN.replace('open_device(3, 2)', 'open_device(4, 2)') + '''z = ttnn.sharded(device, 'z', left, (2, 32), tile=(1, 32), memory_layout='BLOCK_SHARDED')
b = ttnn.in_banks(device, 'b', (64, 96))
assert z.shape == (4, 64) and b.shape == (6 * 8 * 32, 32) and b.memory_config().shard_spec.shape == (64, 96)
assert ttnn.interleaved(device, 'odd', (33, 40), tile=(8, 32)).padded_shape == (40, 64)
assert ttnn.sharded(device, 'rows', left, (3, 40), layout=ttnn.ROW_MAJOR_LAYOUT).padded_shape == (12, 40)
near = device.get_optimal_dram_bank_to_logical_worker_assignment('NOC_0')
assert near == S([R(C(0, 0), C(3, 1))]).cores() and device.arch() == ttnn.device.Arch.BLACKHOLE
assert ttnn.open_device(2, 2, 'wormhole').arch() == ttnn.device.Arch.WORMHOLE_B0
ttnn.describe('in z Z random 4 64', 'out z 4 64', 'expect z Z', 'in b B random 1536 32')
run(tensors=[x, y, z, b])
'''


@test
def tensors_in_blocks_and_in_banks(work):
    made, why = replayed(work, PARTED)
    assert made, why
    parts = {(core.x, core.y): check.golden for core in made.cores for check in core.case.checks if check.of == 'z'}
    assert sorted(parts) == [(0, 0), (0, 1), (1, 0), (1, 1)] and all(len(part) == 64 for part in parts.values())
    assert made.first.case.program.tensors['b'].pages == 48


@test
def distances_on_a_torus(work):
    made, why = replayed(work, BEGIN + '''far = ttnn._ttnn.multi_device.experimental.get_worker_noc_hop_distance
assert [far(device, C(0, 0), C(2, 1), noc) for noc in ('NOC_0', 'NOC_1')] == [3, 26]  # 17 columns and 12 rows
assert [far(device, C(2, 0), C(0, 1), noc) for noc in ('NOC_0', 'NOC_1')] == [16, 13]
run()
''')
    assert made, why


@test
def a_kernel_that_uses_both_nocs(work):
    made, why = replayed(work, BEGIN + 'run(ttnn.DataMovementConfigDescriptor(noc_mode=ttnn.NOC_MODE.DM_DYNAMIC_NOC))\n')
    assert made, why
    assert [(side, mover.mode) for side, mover in made.cores[0].case.program.movers.items()] == [('writer', 'dynamic')]


@test
def cores_are_listed_range_by_range_and_column_by_column(work):
    """As by ttnn.corerange_to_cores(core_range_set, max_cores=None, row_wise=False)."""
    made, why = replayed(work, BEGIN + '''def listed(*given, **more):
    return [(core.x, core.y) for core in ttnn.corerange_to_cores(*given, **more)]
both = S([R(C(1, 0), C(2, 1)), R(C(0, 0), C(0, 1))])
assert listed(both) == [(1, 0), (1, 1), (2, 0), (2, 1), (0, 0), (0, 1)]
assert listed(both, row_wise=True) == [(1, 0), (2, 0), (1, 1), (2, 1), (0, 0), (0, 1)]
assert listed(both, 5) == listed(both)[:5] and listed(both, 1) == [(1, 0)] and listed(R(C(0, 0), C(1, 1))) == [(0, 0), (0, 1), (1, 0), (1, 1)]
assert listed(C(1, 1)) == [(1, 1)]
run()
''')
    assert made, why


@test
def buffers_of_tensors_have_their_size_and_cores_unless_others_are_given(work):
    made, why = replayed(work, BEGIN + '''def cb(*given, **more):
    made = ttnn.cb_descriptor_from_sharded_tensor(3, y, *given, **more)
    return made.total_size, made.core_ranges
assert cb() == cb(0, 0, None) == cb(address_offset=0, total_size=0) == (2176, right)
assert cb(total_size=1088) == (1088, right) and cb(core_ranges=left) == (2176, left)
run()
''')
    assert made, why


@test
def what_is_not_given_is_as_in_ttnn(work):
    """Program_descriptors.hpp of tt-metal."""
    made, why = replayed(work, BEGIN + '''file = ttnn.KernelDescriptor.SourceType.FILE_PATH
kernel = ttnn.KernelDescriptor(kernel_source='c.cpp', core_ranges=left, config=ttnn.ComputeConfigDescriptor(), source_type=file)
ttnn.generic_op([x, y], ttnn.ProgramDescriptor(kernels=[kernel], cbs=[ttnn.cb_descriptor_from_sharded_tensor(3, x)]))
compute = vars(ttnn.ComputeConfigDescriptor())
assert [compute[n] for n in ('math_fidelity', 'math_approx_mode', 'fp32_dest_acc_en', 'dst_full_sync_en')] == ['HiFi4', False, False, False]
assert vars(ttnn.DataMovementConfigDescriptor()) == {'processor': 'RISCV_0', 'noc': 'RISCV_0_default', 'noc_mode': 'DM_DEDICATED_NOC'}
assert ttnn.SemaphoreDescriptor(id=1).initial_value == 0 and ttnn.CBFormatDescriptor(buffer_index=1).tile is None
assert ttnn.TileDescriptor().shape == (32, 32) and not ttnn.TileDescriptor(16, 32).transpose and ttnn.Tile().tile_shape == (32, 32)
''')
    assert made, why
    case = next(core.case for core in made.cores if (core.x, core.y) == (0, 0))
    assert (case.fidelity, case.fp32_dst, case.full_sync, case.approx) == ('hifi4', False, False, False)


def with_buffer(given):
    """Lines that run the operation with one more buffer, or with one of y's tensor."""
    return f'cb = {given}\nkeep = ttnn.generic_op\nttnn.generic_op = lambda t, p: (p.cbs.append(cb), keep(t, p))\nrun()'


FORM = "ttnn.CBFormatDescriptor(buffer_index=9, data_format=ttnn.bfloat16, page_size=2048, tile=%s)"
OTHER = 'ttnn.CBDescriptor(total_size=2048, core_ranges=left, format_descriptors=[' + FORM + '])'


@test
def a_buffer_without_a_tensor(work):
    for tile in 'ttnn.TileDescriptor(32, 32)', 'None, face_geometry=ttnn.FaceGeometry(16, 4)':
        made, why = replayed(work, BEGIN + with_buffer(OTHER % tile))
        assert made, why
        assert made.first.case.buffers[9].page_bytes == 2048
    for tile in '(8, 32), face_geometry=ttnn.FaceGeometry(8, 2)', '(16, 16), face_geometry=ttnn.FaceGeometry(16, 1)':
        made, why = replayed(work, BEGIN + with_buffer(OTHER.replace('2048', '512') % f'ttnn.TileDescriptor{tile}'))
        assert made, why


REFUSED = [
    ('z = ttnn.interleaved(device, "z", (32, 32))\nz.tile = ttnn.Tile((32, 32), True)\nrun(tensors=[x, y, z])', 'replay: Tile: transpose is not modelled'),
    ('x.tile = ttnn.Tile((1, 32), transpose_tile=True)\nrun()', 'TileDescriptor: transpose is not modelled'),
    (with_buffer(OTHER % 'ttnn.TileDescriptor(32, 32, True)'), 'TileDescriptor: transpose is not modelled'),
    (with_buffer('ttnn.cb_descriptor_from_sharded_tensor(9, y, address_offset=1088, total_size=1088)'), 'CBDescriptor: address_offset is not modelled'),
    ('run(ttnn.ComputeConfigDescriptor(unpack_to_dest_mode=[ttnn.UnpackToDestMode]))', 'ComputeConfigDescriptor: unpack_to_dest_mode is not modelled'),
    ('run(semaphores=[ttnn.SemaphoreDescriptor(id=0, core_ranges=left, core_type="ETH")])', 'SemaphoreDescriptor: core_type is not modelled'),
    (with_buffer(OTHER % 'None, face_geometry=ttnn.FaceGeometry(16, 2)'), 'CBFormatDescriptor: face_geometry is not modelled'),
    (with_buffer(OTHER % 'None, face_geometry=ttnn.FaceGeometry(8, 4)'), 'CBFormatDescriptor: face_geometry is not modelled'),
    ('run(custom_program_hash=3)', 'ProgramDescriptor: custom_program_hash is not modelled'),
    ('run(ttnn.DataMovementConfigDescriptor(noc_mode=ttnn.NOC_MODE.DM_INVALID_NOC))', 'k.cpp: the mode DM_INVALID_NOC is not modelled'),
    ('run()\nrun()', '2 calls of ttnn.generic_op(), not one'),
    ('', '0 calls of ttnn.generic_op(), not one'),
    ('device.get_optimal_dram_bank_to_logical_worker_assignment("NOC_0")', 'for each of 8 banks of DRAM, and the grid has 6'),
    ('ttnn.all_gather(x)', 'the stand-in for ttnn has no all_gather'),
]


@test
def what_a_description_cannot_say_is_refused(work):
    for script, words in REFUSED:
        made, why = replayed(work, BEGIN + script + '\n')
        assert not made and why.startswith('replay: ') and words in why, (script, why)


if __name__ == '__main__':
    sys.exit(main())
