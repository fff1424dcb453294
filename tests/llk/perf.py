#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/kernels/llk/perf.py without kernels: its measurements are those of docs/time-measured.tsv, its verdicts those of the numbers there, its cases
count the tiles that they say. Last line "N passed, N failed"."""
import contextlib
import io
import json
import os
import re
import sys
from types import SimpleNamespace
from unittest import mock

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, '../..')
sys.path[:0] = [os.path.join(HERE, '..'), os.path.join(ROOT, 'tools')]
from claims import main, test  # noqa: E402
from kernels.llk import perf, perf_earlier, perf_later, perf_rows  # noqa: E402

WORDS = re.compile(r'std::uint32_t (\w+) (\d+)')


def told():
    """The rows of the table by program, what they measure and source."""
    with open(os.path.join(ROOT, 'docs/time-measured.tsv'), encoding='utf-8') as f:
        rows = [line.rstrip('\n').split('\t') for line in f]
    return {(row[0], row[1], row[-1]): row[1:] for row in rows}


@test
def measurements_and_verdicts_are_those_of_the_document():
    document = told()
    given = [(perf.TREES[name], row) for name, rows in (('rows', perf_rows), ('later', perf_later), ('earlier', perf_earlier)) for row in rows.ROWS]
    for program, row in given:
        _, measured, model, _, _, error, inside, kind, _ = document[program, row.what, row.source]
        assert f'{row.measured:.2f}' == measured, row
        assert kind.endswith('; not used') == row.other and kind.startswith('a share') == (row.plain or row.limit), row
        verdict = perf._inside(row, float(model), float(error.rstrip(' %')))
        assert verdict == (inside if row.plain or row.limit else inside.partition(': ')[2]), (row, verdict)
    assert len({(row.what, row.source) for _, row in given}) == len(given) == sum(not program.startswith(('streams', 'program')) for program, *_ in document)


def row(**more):
    return perf_rows.Row(**{'what': 'x', 'runs': (), 'measured': 100.0, 'source': 's, +-10 of 100', **more})


@test
def shares_have_verdicts_and_times_a_reason_where_they_are_far():
    # Of 100 as of 50: points count, not parts of the measurement. The source says how many.
    for value, expected in ((110, 'yes'), (90, 'yes'), (110.5, 'no'), (89.5, 'no')):
        assert perf._inside(row(plain=True), value, 0) == perf._inside(row(plain=True, measured=50.0), value - 50, 0) == expected, value
    assert perf._inside(row(plain=True, source='tt-llk#88, +-3 of 100'), 97, -3) == 'yes' != perf._inside(row(plain=True, source='+-2 of 100'), 97, -3)
    for value, expected in ((100, 'yes'), (99.5, 'no'), (500, 'yes')):
        assert perf._inside(row(limit=True), value, 0) == expected, value
    for error, expected in ((4, ''), (-4, ''), (4.5, 'w'), (-4.5, 'w')):
        assert perf._inside(row(why='w'), 100, error) == expected, error


@test
def a_row_is_the_difference_of_two_rounds_a_tile():
    def times(thread, first, second, low, high, kind='packer'):
        return {'r-1': {thread: first, 'total': 0}, 'r-2': {'total': 200, 'low': low, 'high': high, 'kind': kind, thread: second}}
    run = perf_rows.Run('r', 'k', None, None, 4)
    made = perf_rows.Row('what', (run,), 50, 'source', 'pack')
    # 40 and 200 cycles: 40 a tile; the run's total of 200 may be 150 to 300, so a tile 30 to 60.
    assert perf._row(made, times('pack', 40, 200, 150, 300)) == 'what\t50.00\t40.00\t30.00\t60.00\t-20.0 %\t\tpacker\tsource'
    other = perf_rows.Row('what', (perf_rows.wormhole(run),), 50, 'source', 'pack', other=True, kind='unpackers', why='late')
    renamed = [{name.replace('r', 'r-wormhole'): value for name, value in times('pack', 40, 200, 210, 300).items()}]
    assert perf._row(other, *renamed) == 'what\t50.00\t40.00\t42.00\t60.00\t-20.0 %\tlate\tunpackers on Wormhole; not used\tsource'
    share = perf_rows.Row('what', (run,), 40, 'source, +-0 of 100', 'pack', plain=True)
    assert perf._row(share, times('pack', 40, 200, 1, 2)).endswith('\t40.00\t40.00\t+0.0 %\tyes\ta share, not a time\tsource, +-0 of 100')
    assert perf._row(perf_rows.Row('what', (run,), 40, 'source', 'pack', limit=True),
                     times('pack', 40, 200, 1, 2)).endswith('\ta share, not a time\tsource')
    assert (perf_rows._less(5, 3), perf_rows._share(1, 4), perf_rows._use(64)) == (2, 25, 50)


@test
def arguments_are_the_bytes_of_a_structure():
    assert perf._arguments([('bool', 'a', True), (perf_rows.WORD, 'b', 5), ('Operand', 'c', (1, 2)), ('bool', 'd', False), ('bool', 'e', True)]).hex() == (
        '01000000' '05000000' '01000000' '02000000' '00010000')


def counted(run, rounds):
    """The tiles of a case of so many rounds, from its words alone."""
    values = {name: value for _, name, value in run.fields(rounds)} | {m[1]: int(m[2]) for c in run.constants(rounds) for m in [WORDS.match(c)] if m}
    assert values.get('num_faces', values.get('num_faces_A', 4)) == 4 and values.get('num_faces_B', 4) == 4, values  # of 16 x 16 of 32 x 32 numbers
    assert values.get('TILE_SIZE_UNPACK_A', 128) == values.get('TILE_SIZE_UNPACK_B', 128) == 128  # 2048 bytes, in units of 16
    assert values.get('NUM_TILES_IN_BLOCK', 1) * values.get('NUM_BLOCKS', 1) in (1, values.get('TILE_CNT')), values
    for names in (('FULL_RT_DIM', 'FULL_CT_DIM'), ('BLOCK_RT_DIM', 'BLOCK_CT_DIM')):
        assert 'BLOCK_CT_DIM' not in values or run.name.startswith('unpack-untilize') or values['TILE_CNT'] % (values[names[0]] * values[names[1]]) == 0, values
    if 'KT_DIM' in values:
        return values['RT_DIM'] * values['CT_DIM'] * values['KT_DIM'] * values['LOOP_FACTOR']
    return values['TILE_CNT'] * values.get('LOOP_FACTOR', 1)


@test
def cases_have_the_tiles_that_they_count():
    runs = {run.name: run for made in perf_rows.ROWS + perf_later.ROWS + perf_earlier.ROWS for run in made.runs}
    for run in runs.values():
        assert counted(run, 2) - counted(run, 1) == run.tiles == counted(run, 1), run
    assert sum(run.arch == 'wormhole' for run in runs.values()) > 20
    for name in ('DST_INDEX', 'L1_ACC'):
        assert {value for run in runs.values() for _, field, value in run.fields(1) if field == name} <= {0, 1}


@test
def a_case_is_a_file_for_the_tools():
    run = perf_rows.Run('r', 'eltwise', lambda n: [f'{perf_rows.WORD} LOOP {n}'], lambda n: [('bool', 'A', True), (perf_rows.WORD, 'B', 7 + n)], 1, 'Int32')
    lines = perf.case_text(run, 2).split('\n')
    assert lines[:5] == ['LLKCASE 1', 'kernel sources/eltwise.cpp', 'node perf', 'arch blackhole', 'formats compiletime'], lines
    assert lines[5] == 'const std::uint32_t LOOP 2' and lines[6] == 'ctformat FORMAT_0 Int32'
    assert lines[-6:] == ['field bool A 1', 'field std::uint32_t B 1', 'args 0x20000 8', '0100000009000000', 'end', ''], lines
    long = perf_rows.Run('r', 'k', lambda n: [], lambda n: perf_rows.words(**{f'W{i}': i for i in range(9)}), 1)
    assert perf.case_text(long, 1).split('\n')[-5:] == ['args 0x20000 36', ''.join(f'{i:02x}000000' for i in range(8)), '08000000', 'end', '']


@test
def times_of_kept_cases_are_used_again(work):
    path = os.path.join(work, 'a.llk.x')
    with open(path, 'w', encoding='ascii') as f:
        f.write('x')
    kept = perf.Kept.__new__(perf.Kept)
    kept.path, kept.salt, kept.cycles = os.path.join(work, 'kept.json'), 'salt', {}
    kept.add(kept.key(path, ()), {'total': 5})
    assert perf._time(kept, {'blackhole': [path]}, SimpleNamespace()) == {'a': {'total': 5}}
    assert len({kept.key(path, ()), kept.key(path, ('a',)), kept.key(path, ('b',))}) == 3
    with open(kept.path, encoding='ascii') as f:
        assert list(json.load(f).values()) == [{'total': 5}]


@test
def times_are_measured_again_when_what_made_them_changes(work):
    options, keys = SimpleNamespace(tt_llk='a', sfpi='b'), []
    with mock.patch.object(perf, 'ROOT', work):
        for name in ('build/rv32im-wormhole-diag/llk/runtime.a', 'port/llk/thread.cpp', 'tools/kernels/toolchain.py', 'tools/kernels/llk/build.py',
                     'tools/kernels/llk/changes/floor.cpp', 'include/llk/a/b.h', 'tools/kernels/llk/perf_rows.py'):
            os.makedirs(os.path.join(work, os.path.dirname(name)), exist_ok=True)
            with open(os.path.join(work, name), 'w', encoding='ascii') as f:
                f.write('x')
            keys.append(perf.Kept(options).salt)
    # The rows themselves say only which cases there are.
    assert len(set(keys)) == 6 and keys[5] == keys[6], keys


# Stands for tools/run_kernels.py: a round of a case takes 100 cycles of each thread, one of a case on Wormhole 200.
RUNNER = """import os, sys
for path in (a for a in sys.argv if a.endswith('.llk')):
    assert open(path).read().startswith('LLKCASE 1') and '--time' in sys.argv and sys.argv[sys.argv.index('--sfpi') + 1] == 'tools', sys.argv
    name = os.path.basename(path)[:-4]
    one = (200 if sys.argv[sys.argv.index('--arch') + 1] == 'wormhole' else 100)
    cycles = 40 + one * int(name[-1])
    print('FAIL bad: why\\nand more' if 'bad' in name else 'cycles %s unpack %d math %d pack %d total %d low %d high %d' % (name, *[cycles] * 5, 2 * cycles), flush=True)
    print('band: packer (few), -10 to +5 %')
"""


def printed(work, monkey_rows):
    """What the command prints for rows, with a tree that has nothing but a runner; or its message."""
    os.makedirs(work + '/tools', exist_ok=True)
    with open(work + '/tools/run_kernels.py', 'w', encoding='ascii') as f:
        f.write(RUNNER)
    root, rows, arguments, out = perf.ROOT, perf_rows.ROWS, sys.argv, io.StringIO()
    try:
        perf.ROOT, perf_rows.ROWS, sys.argv = work, monkey_rows, ['perf.py', '--tt-llk', 'tests', '--sfpi', 'tools']
        with contextlib.redirect_stdout(out):
            perf.main()
    except SystemExit as e:
        return str(e)
    finally:
        perf.ROOT, perf_rows.ROWS, sys.argv = root, rows, arguments
    return out.getvalue()


@test
def the_command_times_each_case_twice_and_prints_rows(work):
    def run(name):
        return perf_rows.Run(name, name, lambda n: [f'int N {n}'], lambda n: [], 2)
    rows = [perf_rows.Row('one', (run('a'),), 50, 's'), perf_rows.Row('two', (perf_rows.wormhole(run('b')),), 50, 's', why='w')]
    expected = ['tt-llk 36b092e8\tone\t50.00\t50.00\t50.00\t100.00\t+0.0 %\t\tpacker\ts',
                'tt-llk 36b092e8\ttwo\t50.00\t100.00\t100.00\t200.00\t+100.0 %\tw\tpacker on Wormhole\ts', '']
    assert printed(work, rows).split('\n') == expected, printed(work, rows)
    # What is kept needs no runner any more.
    os.remove(work + '/tools/run_kernels.py')
    assert sorted(os.listdir(work + '/build/time')) == ['a-1.llk', 'a-2.llk', 'b-wormhole-1.llk', 'b-wormhole-2.llk', 'kept.json']
    with open(work + '/build/time/kept.json', encoding='ascii') as f:
        assert len(json.load(f)) == 4
    # The runner is sent away, so what it prints last may be missing.
    assert printed(work, [perf_rows.Row('bad', (run('bad'),), 50, 's')]).startswith('FAIL bad: why\n')


if __name__ == '__main__':
    sys.exit(main())
