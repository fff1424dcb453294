#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Case files of programs on several cores, METALCASE 3 (docs/cores.md): what each core gets of one, that a written description gives
every core the same, and what is refused, with file and line. Last line "N passed, N failed"."""
import glob
import os
import struct
import sys
import tempfile
import types
from dataclasses import fields

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..'), os.path.join(HERE, '../../tools')]
from claims import main, test  # noqa: E402
from kernels.chips import CHIPS  # noqa: E402
from kernels.metal import build, description, grid, gridcase, gridwriter, run  # noqa: E402
from kernels.text import CaseError  # noqa: E402

OPTIONS = types.SimpleNamespace(turns=0, order='plausible', digests=False)
GOOD = '''METALCASE 3
chip blackhole
grid 3 2
cores some 0,0-1,0 1,1
shards t 1x3 column some 1 3
kernel none
semaphore 0 7
core 0,0-1,1
cb 4 Float16_b 1 32 32
end
tensor t Float16_b 2048 1 shard:4
tensor d Int32 64 2 dram
# all cores have a reader; two have a semaphore of their own
reader kernel x.cpp
reader ct accessor(t)
core 2,0-2,1
semaphore 1 9
reader noc 1
reader noc_mode dynamic
end
core 0,1
reader args addr(t) core_x core_y
end
contents d 128
*32 01000000
check d equal 0 0 -
golden d 32
*32 02000000
core 1,0
contents t 2048
*512 803f803f
end
core 0,0 1,0
check t isclose 0 0 -
map t 0:1
golden t 1
0000803f
end
end
'''


def load(text, chip='blackhole'):
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, 'x.metal')
        with open(path, 'w', encoding='utf-8') as f:
            f.write(text)
        assert gridcase.is_case(path) == text.startswith('METALCASE 3\n')
        return gridcase.load(path, CHIPS[chip])


@test
def each_core_has_its_lines():
    cores = [core.case for core in load(GOOD).cores]
    assert [core.noc for core in load(GOOD).cores] == [(1, 2), (2, 2), (3, 2), (1, 3), (2, 3), (3, 3)]
    assert [case.program.semaphores for case in cores] == [{0: 7}, {0: 7}, {0: 7, 1: 9}, {0: 7}, {0: 7}, {0: 7, 1: 9}]
    assert [case.program.movers['reader'].noc for case in cores] == [None, None, 1, None, None, 1]
    assert [4 in case.buffers for case in cores] == [True, True, False, True, True, False]
    assert [case.program.movers['reader'].args for case in cores] == [[], [], [], [cores[0].placed[4], 1, 3], [], []]
    assert [[check.of for check in case.checks] for case in cores] == [['d', 't'], ['t'], [], [], [], []]
    assert cores[0].checks[0].golden == [2] * 32 and cores[0].program.tensors['d'].contents == b'\1\0\0\0' * 32


@test
def a_divided_tensor_is_where_the_line_says():
    cores = [core.case for core in load(GOOD).cores]
    assert ['t' in case.program.tensors for case in cores] == [True, True, False, False, True, False]
    assert cores[1].program.tensors['t'].contents == b'\x80\x3f' * 1024 and cores[0].program.tensors['t'].contents is None
    # rank 2, three cores; one row of three pages, of which a core has one; the cores, x * 256 + y, two in a word
    wanted = [1, 2048, 2, 3, 1, 3, 1, 1, 0x02020102, 0x0203]
    assert all(case.program.movers['reader'].compile_args == wanted for case in cores)


GLOBALS = GOOD.replace('kernel none\n', """kernel none
global w 4112 0,0 1,0-2,0
global w 4112 0,1 2,1
global v 64 0,0 1,1
core 0,0-2,0 0,1 2,1
remote 31 w 2048
end
core 2,0
cb 1 Float16_b 2 32 32
end
""")


@test
def a_global_circular_buffer_has_two_counters_for_each_receiver():
    cores = [core.case for core in load(GLOBALS).cores]
    address = cores[0].placed['global w']
    place = {(x, y): (y + 2) << 6 | x + 1 for x in range(3) for y in range(2)}  # Blackhole's NoC
    wanted = {0: [31, 2048, address, 4112, 16, True, 2, 0, 2, place[1, 0], place[2, 0]],
              1: [31, 2048, address, 4112, 16, False, 2, 0, 1, place[0, 0]], 2: [31, 2048, address, 4112, 16, False, 2, 1, 1, place[0, 0]],
              3: [31, 2048, address, 4112, 16, True, 1, 0, 1, place[2, 1]], 5: [31, 2048, address, 4112, 16, False, 1, 0, 1, place[0, 1]]}
    assert {i: case.program.remotes[31].words(address) for i, case in enumerate(cores) if case.program.remotes} == wanted
    assert cores[0].program.globals['v'].counter == 20  # behind two receivers of w


@test
def a_buffer_lies_where_the_global_one_does():
    text = GLOBALS.replace('remote 31 w 2048\nend', 'end').replace('cb 1 Float16_b 2 32 32', 'cb 1 Float16_b 2 32 32\nremote 31 w 2048 1')
    cores = [core.case for core in load(text).cores]
    assert cores[2].placed[1] == cores[0].placed['global w'] and not build._defines(cores[0], cores[0])
    assert 'align_local_cbs_to_remote_cb<1>(31,{1});' in build._defines(cores[2], cores[2])


@test
def a_case_for_another_chip_is_skipped():
    assert load(GOOD, 'wormhole').skipped == 'skipped: the case is for blackhole' and not load(GOOD).skipped


def _state(core, first):
    """All that a build and a run take from a core's case."""
    case = core.case
    checks = [(c.of, c.rule, c.atol, c.rtol, c.pcc, c.map, struct.pack(f'<{len(c.golden)}f', *c.golden)) for c in case.checks]
    movers = [{f.name: getattr(mover, f.name) for f in fields(mover) if f.name != 'said'} for mover in case.program.movers.values()]
    return [run.encoded(case, OPTIONS, 0, first), case.kernel, case.trees, case.fidelity, case.approx, case.fp32_dst, case.full_sync,
            build._arguments(case), build._defines(case, case), case.bindings, case.buffers, checks, movers]


@test
def a_written_description_gives_every_core_the_same():
    count = 0
    for pattern in ('../../examples/metal/*.grid', 'cores/*.grid', 'checkout/*.grid'):
        for path in sorted(glob.glob(os.path.join(HERE, pattern))):
            for name in description.expand(path):
                for chip in CHIPS:
                    described = grid.load(name, None, True, CHIPS[chip])
                    read = load(gridwriter.text(described), chip)
                    assert len(read.cores) == len(described.cores), name
                    for core, other in zip(described.cores, read.cores):
                        for is_, was in zip(_state(other, other is read.first), _state(core, core is described.first)):
                            assert is_ == was, (name, chip, core.x, core.y, was, is_)
                        count += 1
    assert count > 200, count


@test
def a_line_is_written_once():
    text = gridwriter.text(grid.load(os.path.join(HERE, '../../examples/metal/multicast.grid'), None, True, CHIPS['blackhole']))
    lines = [line for line in text.split('\n') if ' ' in line and not line.startswith(('core ', '*'))]
    assert len(lines) == len(set(lines)), [line for line in lines if lines.count(line) > 1]


@test
def kernels_are_named_by_their_place_in_the_checkout():
    examples = os.path.join(HERE, '../../examples/metal')
    described = grid.load(os.path.join(examples, 'multicast.grid'), None, True, CHIPS['blackhole'])
    for core in described.cores:
        core.case.program.movers['reader'].kernel = './multicast_reader.cpp'
    assert os.path.isabs(described.first.case.kernel)
    for root, compute, reader in ((examples, 'matmul.cpp', 'multicast_reader.cpp'),
                                  (os.path.dirname(examples), 'metal/matmul.cpp', 'metal/multicast_reader.cpp'),
                                  (HERE, described.first.case.kernel, './multicast_reader.cpp')):
        lines = gridwriter.text(described, root).split('\n')
        assert f'kernel {compute}' in lines and f'reader kernel {reader}' in lines, root


@test
def small_tiles_in_block_formats_are_not_written():
    text = ('grid 1 1\nkernel none\nreader kernel x.cpp\ncb 0 Bfp8_b 1 16 32\ntensor t Bfp8_b shard:0 16 32\n'
            'in t T of 16 32 1\n')
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, 'x.grid')
        with open(path, 'w', encoding='utf-8') as f:
            f.write(text)
        try:
            gridwriter.text(grid.load(path, None, True, CHIPS['blackhole']))
        except CaseError as e:
            assert str(e) == 'tensor t: a case file has no tiles of 16 x 32 in Bfp8_b'
        else:
            raise AssertionError('no error')


REFUSED = [  # (what stands in GOOD, what takes its place, words of the message)
    ('METALCASE 3', 'METALCASE 2', ':1: the first line is not "METALCASE 3"'),
    ('chip blackhole\n', '', ':2: malformed "grid": no line "chip" above'),
    ('chip blackhole', 'chip grayskull', ':2: malformed "chip": no chip grayskull'),
    ('chip blackhole', 'chip blackhole\nchip blackhole', ':3: malformed "chip": chip a second time'),
    ('grid 3 2\n', '', ':3: malformed "cores": no line "grid" above'),
    ('grid 3 2', 'grid 15 2', ':3: malformed "grid": W 15 is not from 1 to 14; expected "grid W H"'),
    ('grid 3 2', 'grid 3 2\ngrid 3 2', ':4: malformed "grid": grid a second time'),
    ('grid 3 2', 'cb 0 Float16_b 1 32 32', ':3: malformed "cb": no line "grid" above'),
    ('cores some', 'cores all 0,0\ncores all', ':5: malformed "cores": the cores all a second time'),
    ('cores some 0,0-1,0', 'cores some 0,0-3,0', ':4: malformed "cores": core (3, 0) is outside the grid'),
    ('shards t 1x3', 'shards t 2x2', ':5: malformed "shards": 2 x 2 parts need 4 cores, and some has 3'),
    ('some 1 3', 'some 1 4', ':5: malformed "shards": 1 x 4 is not a whole number of parts'),
    ('some 1 3', 'some 1 6', 'core (0, 0): a part has 2 pages'),
    ('shards t', 'shards u 1x1 row some 1 1\nshards t', 'shards u: there is no tensor u'),
    ('shards t', 'shards t 1x3 column some 1 3\nshards t', ':6: malformed "shards": shards t a second time'),
    ('core 0,0-1,1', 'core 0,0-1,2', ':8: malformed "core": core (0, 2) is outside the grid'),
    ('core 0,0-1,1', 'core left', '"left" is not a range; expected "core X0,Y0-X1,Y1 ..."'),
    ('core 0,0-1,1', 'core 0,0-1,1\ncore 0,0', ':9: malformed "core": it is not for a block'),
    ('semaphore 0 7', 'semaphore 0 7\ncore 1,0\nsemaphore 0 8\nend', ':9: malformed "semaphore": core (1, 0): semaphore 0 a second time'),
    ('semaphore 0 7', 'semaphore 0 7\nmailbox 1', ':8: malformed "mailbox": only for one core'),
    ('kernel none\n', '', 'no kernel is named'),
    ('contents d 128', 'core 0,0\ncontents d 128', 'tensor d is in DRAM, which belongs to all cores: its lines are not in a block'),
    ('core 1,0\ncontents t', 'core 2,0\ncontents t', 'core (2, 0): it has no part of tensor t'),
    ('reader args addr(t) core_x core_y', 'reader args addr(q)', 'there is no tensor q'),
    ('reader args addr(t) core_x core_y', 'reader ags 1', 'core (0, 1): no word ags; is it "args"?'),
    ('contents d 128', 'contents d 64', 'core (0, 0): 2 pages of 64 bytes are 128 bytes, not 64'),
    ('0000803f\nend\nend\n', '0000803f\nend\n', 'the file is cut short: no line "end"'),
    ('0000803f\nend\nend\n', '0000803f\nend\nend\ncb\n', 'lines after "end"'),
    ('golden t 1\n0000803f\n', '', 'are compared with 0 golden values'),
]


REFUSED_GLOBALS = [
    ('global v 64 0,0 1,1', 'global v 64 0,0', '3 of 4 words; expected "global NAME BYTES SENDER RECEIVER ..."'),
    ('global v 64', 'global v 40', 'a buffer of 40 bytes is not a multiple of 16'),
    ('global v 64 0,0', 'global v 64 0,0-1,0', 'SENDER "0,0-1,0" is not one core'),
    ('global v 64 0,0 1,1', 'global v 64 0,0 1,2', 'core (1, 2) is outside the grid'),
    ('global w 4112 0,1 2,1', 'global w 4096 0,1 2,1', 'global w has 4112 bytes in a line above'),
    ('global w 4112 0,1 2,1', 'global w 4112 0,0 2,1', 'receivers of core (0, 0) a second time'),
    ('global w 4112 0,1 2,1', 'global w 4112 0,1 2,0', 'core (2, 0) has a sender above'),
    ('global w 4112 0,1 2,1', 'global w 4112 1,0 2,1', 'a core of global w would be its sender and its receiver'),
    ('global w 4112 0,1 2,1', 'global w 4112 0,1 0,0', 'a core of global w would be its sender and its receiver'),
    ('remote 31 w 2048', 'remote 31 z 2048', 'core (0, 0): there is no global circular buffer z'),
    ('remote 31 w 2048', 'remote 31 w 4128', 'BYTES 4128 is not from 16 to 4112'),
    ('remote 31 w 2048', 'remote 31 w 2040', 'a page of 2040 bytes is not a multiple of 16'),
    ('remote 31 w 2048', 'remote 31 w 2048\nremote 30 w 2048', 'core (0, 0): a number for w a second time'),
    ('remote 31 w 2048', 'remote 31 w 2048\nremote 31 v 16', 'core (0, 0): remote 31 a second time'),
    ('remote 31 w 2048', 'remote 31 v 16', 'core (1, 0): core (1, 0) neither sends nor receives v'),
    ('remote 31 w 2048', 'remote 31 w 2048 4', 'core (0, 0) sends w, and no circular buffer of a sender uses its memory'),
    ('remote 31 w 2048', 'remote 1 w 2048', 'cb 4 is not below cb 1, which is a global one'),
    ('cb 1 Float16_b 2 32 32', 'cb 1 Float16_b 1 32 32\nremote 30 v 16', 'core (2, 0) neither sends nor receives v'),
]


@test
def lines_are_refused():
    for good, there, instead, words in [(GOOD, *row) for row in REFUSED] + [(GLOBALS, *row) for row in REFUSED_GLOBALS]:
        assert good.count(there) == 1, there
        try:
            load(good.replace(there, instead))
        except CaseError as e:
            assert words in str(e) and 'x.metal:' in str(e), (instead, str(e))
        else:
            raise AssertionError(f'{instead} is not refused')


if __name__ == '__main__':
    sys.exit(main())
