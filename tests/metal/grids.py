#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Descriptions of programs on several cores (docs/cores.md): what each core gets of them, and what is refused, with file and line.
Last line "N passed, N failed"."""
import os
import re
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..'), os.path.join(HERE, '../../tools')]
from claims import main, test  # noqa: E402
from kernels.chips import CHIPS  # noqa: E402
from kernels.metal import cores_doc, grid, shards  # noqa: E402
from kernels.text import CaseError  # noqa: E402

GOOD = '''grid 3 2
set S i + 1
kernel none
cb 0 Float16_b 2 32 32
at x==2 cb 1 Float16_b {S} 32 32
cb 2 Float16_b 1 32 32
semaphore 0 0
cores some 0,0-1,0 2,1
tensor t Float16_b shard:0
at x==0andy>0 reader define LOW
at some reader define SOME
at {x + y == 2 or i == 0} reader define SUM {S * 10}
reader kernel x.cpp
reader args {[nx(k) for k in range(W)]} {ny(y)}
in t T of 32 32 ${S}
out t 32 32
expect t T
'''


def load(text, given=None, chip='blackhole'):
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, 'x.grid')
        with open(path, 'w', encoding='utf-8') as f:
            f.write(text)
        return grid.load(path, None, False, CHIPS[chip], given)


def reader(core):
    return core.case.program.movers['reader']


@test
def each_core_has_its_lines_and_numbers():
    cores = load(GOOD).cores
    names = [[name for name, _ in reader(core).defines] for core in cores]
    assert names == [['SOME', 'SUM'], ['SOME'], ['SUM'], ['LOW'], ['SUM'], ['SOME']], names
    assert [dict(reader(core).defines).get('SUM') for core in cores] == ['10', None, '30', None, '50', None]
    assert [reader(core).args for core in cores] == [[1, 2, 3, 2]] * 3 + [[1, 2, 3, 3]] * 3
    assert [core.case.checks[0].golden[0] for core in cores] == [1, 2, 3, 4, 5, 6]


@test
def columns_of_a_chip_have_a_gap():
    wide = load(GOOD.replace('grid 3 2', 'grid 9 1').replace(' 2,1', ''))
    assert [core.noc for core in wide.cores] == [(x, 2) for x in (1, 2, 3, 4, 5, 6, 7, 10, 11)]
    assert [core.noc for core in load(GOOD, chip='wormhole').cores][-1] == (20, 19)


@test
def parts_of_a_tensor_are_on_the_first_cores():
    for by_row, some in (('row', [(0, 0), (1, 0), (2, 0)]), ('column', [(0, 0), (0, 1), (1, 0)])):
        name, parts = shards.take(['t', '1x3', by_row, 'all'], {'all': [(0, 0, 2, 1)]})
        assert (name, parts.rows, parts.columns, parts.cores) == ('t', 1, 3, some), parts
        assert [parts.part(core) for core in some] == [(0, 0), (0, 1), (0, 2)] and parts.part((2, 1)) is None
    # Ranges one after the other; a core of two ranges once.
    assert shards.take('t 2x2 row two'.split(), {'two': [(1, 0, 1, 1), (0, 0, 1, 1)]})[1].cores == [(1, 0), (1, 1), (0, 0), (0, 1)]


@test
def buffers_have_one_address_on_all_cores():
    cores = load(GOOD).cores
    assert len({core.case.placed[2] for core in cores}) == 1
    assert cores[2].case.placed[1] == cores[5].case.placed[1] >= cores[0].case.placed[2] + 2048
    assert 1 not in cores[0].case.placed and 1 in cores[2].case.placed


@test
def names_that_are_given_come_first():
    cores = load(GOOD.replace(' 2,1', ''), {'W': '2', 'S': '7'}).cores
    assert len(cores) == 4 and dict(reader(cores[0]).defines)['SUM'] == '70'


@test
def a_tensor_in_dram_belongs_to_all_cores():
    cores = [core.case for core in load(GOOD.replace('shard:0', 'dram')).cores]
    assert [[(check.of, check.golden[0]) for check in case.checks] for case in cores] == [[('t', 1)], [], [], [], [], []]
    assert cores[0].program.tensors['t'].contents[:2] == b'\x80\x3f'
    # the lines of a later core count if no earlier one has any
    later = GOOD.replace('shard:0', 'dram').replace('expect', 'at i>1 expect').replace('in t', 'at i>2 in t').replace('t T\n', 't 8 * i\n')
    cores = [core.case for core in load(later.replace('8 * i', '${8 * i}')).cores]
    assert [len(case.checks) for case in cores] == [0, 0, 1, 0, 0, 0] and cores[2].checks[0].golden[0] == 16
    assert cores[0].program.tensors['t'].contents[:2] == b'\x80\x40', 'four'


DIVIDED = '''grid 3 2
cores some 0,0-1,1
shards t 2x2 ORDER some
kernel none
at some cb 4 Float16_b 2 32 32
cb 5 Float16_b 1 32 32
tensor t Float16_b shard:4
tensor u Float16_b shard:5
reader kernel x.cpp
reader args addr(t)
reader ct accessor(t)
in t T of 64 128 Matrix([[r // 32 * 10 + c // 32 for c in range(128)] for r in range(64)])
out t 64 128
expect t T + 1
tolerance t 0 0 1
in u U of 32 32 5
out u 32 32
expect u U
'''


@test
def tensors_are_divided():
    row, column = [0, 2, None, 10, 12, None], [0, 10, None, 2, 12, None]
    for order, firsts, places in ('row', row, [0x02020102, 0x02030103]), ('column', column, [0x01030102, 0x02030202]):
        cores = [core.case for core in load(DIVIDED.replace('ORDER', order)).cores]
        found = [[check.golden[0] - 1 for check in case.checks if check.of == 't'] for case in cores]
        assert found == [[] if first is None else [first] for first in firsts], (order, found)
        assert [case.program.tensors['t'].pages for case, f in zip(cores, found) if f] == [2] * 4
        assert ['t' in case.program.elsewhere for case in cores] == [not f for f in found]
        assert len({case.program.movers['reader'].args[0] for case in cores}) == 1
        # the whole and a part, in pages; then the four cores, two in a word
        assert all(case.program.movers['reader'].compile_args == [1, 2048, 2, 4, 2, 4, 1, 2, *places] for case in cores)


REFUSED = [  # (line, what stands there, words of the message)
    (1, 'grid 3', '1 of 2 words; expected "grid W H"'),
    (1, 'grid 15 2', 'W 15 is not from 1 to 14'),
    (1, 'grid 3 2\ngrid 3 2', ':2: grid a second time'),
    (1, 'cores a 0,0', 'the first line is not "grid W H"'),
    (2, 'set S', 'no NAME, or no EXPRESSION; expected "set NAME EXPRESSION"'),
    (2, 'set S 1\nset S 2', ':3: the name S a second time'),
    (2, 'set S T + 1', "name 'T' is not defined"),
    (2, 'set S 1 +', 'is not an expression'),
    (5, 'at x==2', 'no CORES, or no LINE; expected "at CORES LINE"'),
    (5, 'at left cb 1 Float16_b 1 32 32', 'there are no cores left'),
    (5, 'at soma cb 1 Float16_b 1 32 32', 'there are no cores soma; is it "some"?'),
    (5, 'at x==2 global g 64 0,0 1,0', 'global is not for some cores; expected "'),
    (5, 'global g 64 {x},0 3,0', 'core (3, 0) is outside the grid'),
    (5, 'global g 64 0,0 left', '"left" is not a range; expected "global NAME BYTES SENDER RECEIVER ..."'),
    (5, 'at x==2 kb 1 Float16_b 1 32 32', 'no such keyword'),
    (5, 'at all grid 2 2', 'grid is not for some cores'),
    (8, 'cores some 0,0-3,0', 'core (3, 0) is outside the grid'),
    (8, 'cores some 1,0-0,0', 'ends before it begins'),
    (8, 'cores some 0;0', 'is not a range; expected "cores NAME X0,Y0-X1,Y1 ..."'),
    (9, 'shards t 2 row all\ntensor t Float16_b shard:0', '"2" is not RxC, such as 2x4; expected "shards NAME RxC row|column CORES"'),
    (9, 'shards t 3x3 row all\ntensor t Float16_b shard:0', '3 x 3 parts need 9 cores, and all has 6'),
    (9, 'shards t 1x2 rows all\ntensor t Float16_b shard:0', 'no order rows'),
    (9, 'shards t 1x1 row all\nshards t 1x1 row all\ntensor t Float16_b shard:0', ':10: shards t a second time'),
    (8, 'cores some 0,0\ncores some 0,1', ':9: the cores some a second time'),
    (9, 'shards t 1x2 row left\ntensor t Float16_b shard:0', 'there are no cores left'),
    (9, 'shards t 1x2 row all\ntensor t Float16_b shard:0', 'a part of 32 x 16 is not a whole number of tiles'),
    (9, 'shards q 1x1 row all\ntensor t Float16_b shard:0', 'shards q: there is no tensor q'),
    (9, 'shards t 1x1 row all\ntensor t Float16_b shard:0\norder t [0]', 'tensor t is divided, and has no order of its own'),
    (9, 'at x==0 shards t 1x1 row all\ntensor t Float16_b shard:0', 'shards is not for some cores'),
    (13, 'reader kernel x.cpp\nreader noc 2', 'N 2 is not from 0 to 1'),
    (13, 'reader kernel x.cpp\nreader noc 1\nreader noc 1', 'noc a second time'),
    (13, 'reader kernel x.cpp\nreader noc_mode both', 'no word both'),
    (13, 'reader kernel x.cpp\nreader noc_mode dynamic\nreader noc_mode dynamic', 'noc_mode a second time'),
    (13, 'reader kernel x.cpp\nwriter kernel x.cpp\nwriter noc_mode dynamic', 'reader and writer of a core do not have the same noc_mode'),
    (14, 'reader args {z}', "name 'z' is not defined"),
    (9, 'tensor t Float16_b shard:0 8', 'ROWS without COLUMNS'),
    (9, 'tensor t Float16_b shard:0 7 32', 'no tile of 7 x 32'),
    (9, 'tensor t Float16_b shard:0 32 32 32', 'the word "32" is one too many; expected "tensor NAME FORMAT PLACE [ROWS COLUMNS]"'),
    (17, 'expect t T\nat x==0 tensor d Float16_b dram\nat x==0 out d 32 32\nat x==1 tensor d Float16_b dram\nat x==1 out d 64 32',
     'tensor d is in DRAM, and not the same for all cores'),
]


@test
def lines_are_refused():
    for number, text, words in REFUSED:
        lines = GOOD.split('\n')
        lines[number - 1] = text
        try:
            load('\n'.join(lines))
        except CaseError as e:
            assert words in str(e) and 'x.grid:' in str(e), (text, str(e))
        else:
            raise AssertionError(f'{text} is not refused')


@test
def a_file_without_lines_is_refused():
    for text in ('', '\n# nothing\n'):
        try:
            load(text)
        except CaseError as e:
            assert str(e).endswith('x.grid:0: no line "grid W H"'), e
        else:
            raise AssertionError(text)


@test
def the_list_of_kernels_names_the_descriptions():
    with open(os.path.join(HERE, '../../docs/metal-cores.tsv'), encoding='utf-8') as f:
        told = f.read()
    rows = [line.split('\t') for line in told.splitlines()][1:]
    cases = cores_doc.described()
    for kernel, compiles, runs, _ in rows:
        assert runs == ', '.join(cases.get(kernel, [])) and (compiles == 'yes' or not runs), f'{kernel}: {runs}'
    # The list is what its tool writes: the first line names the columns.
    assert told.startswith('kernel\tcompiles\truns in\twhy it does not compile\n') and cores_doc.text({row[0]: row[3] for row in rows}) == told
    with open(os.path.join(HERE, '../../docs/cores.md'), encoding='utf-8') as f:
        text = f.read()
    told = re.search(r'(\d+) of (\d+) compile, and (\d+) run', text)
    assert told and (int(told[2]), int(told[1]), int(told[3])) == cores_doc.counted(os.path.join(HERE, '../../docs/metal-cores.tsv'))


if __name__ == '__main__':
    sys.exit(main())
