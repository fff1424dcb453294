#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""stx-time: two runs side by side, times that were kept, folded stacks. Last line "N passed, N failed"."""
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..'), os.path.join(HERE, '../../tools/timeline')]
import runs  # noqa: E402
import timeline  # noqa: E402
from claims import main, test  # noqa: E402

TOOL = os.path.join(HERE, '../../tools/timeline/stx_time.py')


def run(*arguments, given=''):
    """(status, what it prints, its errors)."""
    done = subprocess.run([TOOL, *arguments], input=given, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def words(*rows):
    """Of the math thread: (text, line, cycle of arrival, start, cause of the wait, is it a wait's)."""
    return [{'n': i + 1, 'thread': 1, 'arrive': arrive, 'start': start, 'end': start + 1, 'text': text,
             'where': f'src/math.c:{line}', 'stall': stall, **({'held': 1} if held else {})}
            for i, (text, line, arrive, start, stall, held) in enumerate(rows)]


# Cycles 0 and 1: products; the product of line 7 comes when SrcA is there, in cycle 6.
BEFORE = words(('MVMUL a', 5, 0, 0, 'NONE', 0), ('MVMUL b', 6, 1, 1, 'NONE', 0), ('MVMUL c', 7, 2, 6, 'SRCA', 0),
               ('SETRWC', 8, 7, 7, 'NONE', 0))
# The same with a STALLWAIT in a new line 6, which holds the word behind it for five cycles.
AFTER = words(('MVMUL a', 5, 0, 0, 'NONE', 0), ('STALLWAIT x', 6, 1, 1, 'NONE', 0), ('MVMUL b', 7, 2, 7, 'WAIT_MATH', 1),
              ('MVMUL c', 8, 8, 10, 'SRCA', 0), ('SETRWC', 9, 11, 11, 'NONE', 0))


def write(path, given):
    with open(path, 'w', encoding='ascii') as f:
        f.write('{"schema":"softensix-time","version":1,"clock":1350}\n' + ''.join(json.dumps(word) + '\n' for word in given))
    return path


OUTPUT = 'x\ncycles {} unpack 1 math 2 pack 3 total {} low 4 high 9\nbusy:\n'


@test
def a_wait_that_was_added_is_named_first(work):
    status, told, _ = run('diff', write(work + '/a.jsonl', BEFORE), write(work + '/b.jsonl', AFTER))
    assert status == 1
    assert told == ('8 -> 12 cycles, +4 (+50.0 %)\n'
                    'unpack: 0 -> 0 cycles, +0\n'
                    'math: 8 -> 12 cycles, +4 (+50.0 %)\n'
                    '      +6  src/math.c:6: new, 0 -> 6 cycles; WAIT_MATH +5\n'
                    '      -2  src/math.c:8: 5 -> 3 cycles; SRCA -2\n'
                    'pack: 0 -> 0 cycles, +0\n'), told


@test
def cycles_a_tile_are_told_where_tiles_are_known(work):
    packed = [[*given, {'n': 9, 'thread': 2, 'arrive': 0, 'start': 0, 'end': 1, 'text': 'STOREREG', 'where': 'p.c:1', 'stall': 'NONE', 'pages': 2,
                        'buffer': 16}] for given in (BEFORE, AFTER)]
    a, b = (write(work + name, given) for name, given in zip(('/a.jsonl', '/b.jsonl'), packed))
    assert run('diff', a, b)[1].startswith('8 -> 12 cycles, +4 (+50.0 %); a tile 4.0 -> 6.0\n')
    assert json.loads(run('diff', '--json', a, b)[1])['tiles'] == [2, 2]
    assert run('diff', '--tiles', '4', a, b)[1].startswith('8 -> 12 cycles, +4 (+50.0 %); a tile 2.0 -> 3.0\n')
    output = OUTPUT.format('a', 100) + 'pages: 8 pushed by pack, one in 12.5 cycles\n' + OUTPUT.format('b', 50)
    kept = work + '/kept.json'
    run('check', '--baseline', kept, '--write', given=output)
    told = run('check', '--baseline', kept, given=output.replace('total 100', 'total 104'))[1]
    assert told == 'a: slower, 100 -> 104 cycles, +4.0 %; a tile 12.5 -> 13.0\nb: same, 50 -> 50 cycles, +0.0 %\n', told


# Four products of two fidelity phases, 4096 operations a word, and 512 bytes of the unpackers: in 16 cycles.
PRODUCTS = [{'n': 9, 'thread': 0, 'arrive': 0, 'start': 0, 'end': 4, 'text': 'UNPACR', 'unit': 'unpackers', 'stall': 'NONE', 'bytes': 512},
            {'n': 10, 'thread': 2, 'arrive': 0, 'start': 12, 'end': 16, 'text': 'PACR', 'unit': 'packer', 'stall': 'NONE', 'bytes': 4096}] + [
    {'n': i, 'thread': 1, 'arrive': i, 'start': i, 'end': i + 5, 'text': 'MVMUL', 'unit': 'matrix unit', 'stall': 'NONE', 'flops': 4096, 'phase': i % 2}
    for i in range(8)]


@test
def a_run_is_a_point_below_the_roofs(work):
    status, told, _ = run('roofline', write(work + '/products.jsonl', PRODUCTS))
    assert status == 0
    assert told == 'products: 32.00 operations a byte, 1024.0 a cycle; roof 2048 at HiFi2 (limited by operations), 50.0 % of it\n', told
    few = [dict(word, bytes=4096) if word.get('bytes') == 512 else word for word in PRODUCTS]  # 4 a byte: 512 a cycle
    told = json.loads(run('roofline', '--json', write(work + '/few.jsonl', few))[1])[0]
    assert (told['intensity'], told['reached'], told['roof'], told['phases']) == (4, 1024, 512, 2), told


@test
def points_are_drawn(work):
    picture = work + '/roof.svg'
    assert run('roofline', '--svg', picture, write(work + '/a&b.jsonl', PRODUCTS), write(work + '/c.jsonl', PRODUCTS))[0] == 0
    with open(picture, encoding='ascii') as f:
        drawn = f.read()
    root = xml.etree.ElementTree.fromstring(drawn)
    circles = [e for e in root if e.tag.endswith('circle')]
    names = [e.text for e in root if e.tag.endswith('text')]
    assert len(circles) == 2 and 'a&b, 50 %' in names and 'c, 50 %' in names and 'HiFi4: 1024' in names, names
    roofs = [e for e in root if e.tag.endswith('polyline')]
    lowest = [float(e.get('points').split(' ')[2].split(',')[1]) for e in roofs]
    assert lowest == sorted(lowest) and len(roofs) == 4  # HiFi4 lies lowest
    hifi2 = lowest[1]
    assert all(float(c.get('cy')) > hifi2 for c in circles)  # below its roof
    status, _, errors = run('roofline', write(work + '/none.jsonl', BEFORE))
    assert status == 2 and 'Traceback' not in errors


@test
def the_tolerance_decides_about_the_exit_status(work):
    a, b = write(work + '/a.jsonl', BEFORE), write(work + '/b.jsonl', AFTER)
    assert run('diff', '--tolerance', '50%', a, b)[0] == 0
    assert run('diff', '--tolerance', '0.49', a, b)[0] == 1
    assert run('diff', b, a)[0] == 0 and run('diff', a, a)[0] == 0
    assert run('diff', '--tolerance', '3 percent', a, b)[0] == 2


@test
def machines_get_the_same(work):
    told = json.loads(run('diff', '--json', write(work + '/a.jsonl', BEFORE), write(work + '/b.jsonl', AFTER))[1])
    assert (told['before'], told['after']) == (8, 12)
    assert told['lines'][0] == {'thread': 'math', 'where': 'src/math.c:6', 'call': '', 'before': None, 'after': 6, 'stalls': {'WAIT_MATH': 5}}
    assert sum((c['after'] or 0) - (c['before'] or 0) for c in told['lines']) == 4


@test
def lines_that_go_are_told_too(work):
    told = run('diff', write(work + '/a.jsonl', AFTER), write(work + '/b.jsonl', BEFORE))[1]
    assert '    -6  src/math.c:6: gone, 6 -> 0 cycles; WAIT_MATH -5\n' in told


@test
def words_without_lines_are_told_by_their_text(work):
    plain = [[{k: v for k, v in word.items() if k != 'where'} for word in given] for given in (BEFORE, AFTER)]
    told = run('diff', write(work + '/a.jsonl', plain[0]), write(work + '/b.jsonl', plain[1]))[1]
    assert '    +6  STALLWAIT x: new, 0 -> 6 cycles; WAIT_MATH +5\n' in told


@test
def the_cycles_of_all_lines_are_those_of_the_thread():
    for given in BEFORE, AFTER:
        assert runs.Run(given).cycles == {'unpack': 0, 'math': given[-1]['start'] + 1, 'pack': 0}
        assert sum(runs.stacks(given).values()) == given[-1]['start'] + 1


def hues(*units_and_texts):
    """Maps the lanes of a page to their hues."""
    given = [dict(word, unit=unit, text=text, after=0, signals=0) for word, (unit, text) in zip(BEFORE, units_and_texts)]
    data = json.loads(re.search('const data = (.*);', timeline.page(given, 'x'))[1])
    return dict(zip(data['lanes'], data['hues']))


@test
def a_unit_has_its_lane_and_its_colour_in_every_run():
    some = hues(('counters', 'INCRWC'), ('packer', 'PACR'), ('unpackers', 'UNPACR a=0 unpack_block_selection=1'))
    more = hues(('unpackers', 'UNPACR_NOP unpacker_select=0 no_op=1'), ('matrix unit', 'MVMUL'), ('counters', 'INCRWC'), ('packer', 'PACR'))
    assert list(some) == ['unpacker 1', 'packer', 'counters'] and list(more) == ['unpacker 0', 'matrix unit', 'packer', 'counters']
    assert len({**some, **more}) == len({*some.values(), *more.values()}) == 5
    assert all(some[lane] == more[lane] for lane in ('packer', 'counters'))


@test
def stacks_are_folded(work):
    given = [dict(word, call='_llk_math_') for word in AFTER]
    status, told, _ = run('flame', write(work + '/a.jsonl', given))
    assert status == 0 and 'math;_llk_math_;src/math.c:6;[WAIT_MATH] 5\n' in told
    assert 'math;_llk_math_;src/math.c:8;[SRCA] 2\nmath;_llk_math_;src/math.c:8;MVMUL 1\n' in told
    status, listed, _ = run('flame', work + '/a.jsonl', '--json')
    assert status == 0 and {'stack': ['math', '_llk_math_', 'src/math.c:8', 'MVMUL'], 'cycles': 1} in json.loads(listed)
    assert [f'{";".join(one["stack"])} {one["cycles"]}' for one in json.loads(listed)] == told.splitlines()


@test
def a_wait_for_pages_is_charged_to_its_call(work):
    late = [dict(word, arrive=word['arrive'] + 20, start=word['start'] + 20, end=word['end'] + 20) for word in BEFORE]
    late[0] = dict(BEFORE[0], start=20, end=21, stall='PAGES', polled='cb_wait_front[3]')
    status, told, _ = run('diff', write(work + '/a.jsonl', BEFORE), write(work + '/b.jsonl', late))
    assert status == 1 and '     +20  cb_wait_front[3]: new, 0 -> 20 cycles; PAGES +20\npack' in told, told
    assert runs.stacks(late)['math;cb_wait_front[3];[PAGES]'] == 20


@test
def times_that_were_kept_are_compared(work):
    kept = work + '/kept.json'
    assert run('check', '--baseline', kept, '--write', given=OUTPUT.format('a', 100) + OUTPUT.format('b', 100))[0] == 0
    both = OUTPUT.format('a', 103) + OUTPUT.format('b', 100)
    assert run('check', '--baseline', kept, '--tolerance', '3%', given=both)[:2] == (
        0, 'a: same, 100 -> 103 cycles, +3.0 %\nb: same, 100 -> 100 cycles, +0.0 %\n')
    assert run('check', '--baseline', kept, '--tolerance', '2.9%', given=both)[0] == 1
    status, told, _ = run('check', '--baseline', kept, '--json', given=OUTPUT.format('a', 90) + OUTPUT.format('b', 101))
    assert status == 1 and [row['verdict'] for row in json.loads(told)] == ['faster', 'slower']


@test
def what_has_nothing_to_compare_with_fails(work):
    kept = work + '/kept.json'
    run('check', '--baseline', kept, '--write', given=OUTPUT.format('a', 100))
    status, told, _ = run('check', '--baseline', kept, given=OUTPUT.format('b', 100))
    assert status == 1
    assert told == 'a: missing: in the baseline only\nb: new: not in the baseline; --write keeps it\n'


@test
def a_run_without_advice_says_so(work):
    one = [{**word, 'unit': 'FPU'} for word in words(('MVMUL a', 5, 0, 0, 'NONE', 0))]
    assert run('advise', write(work + '/one.jsonl', one))[:2] == (0, 'no rule finds anything\n')


@test
def bad_input_is_refused(work):
    good = write(work + '/a.jsonl', BEFORE)
    for name, text in (('empty', ''), ('other', '{"schema":"x"}\n'), ('cut', '{"schema":"softensix-time","version":1}\n{"n":'),
                       ('fields', '{"schema":"softensix-time","version":1}\n{"n":1}\n')):
        with open(f'{work}/{name}', 'w', encoding='ascii') as f:
            f.write(text)
        status, _, errors = run('diff', good, f'{work}/{name}')
        assert status == 2 and errors.startswith('stx-time: ') and 'Traceback' not in errors, f'{name}: {status} {errors}'
    assert run('diff', good, work + '/none')[0] == 2
    assert run('check', '--baseline', good, given=OUTPUT.format('a', 1))[0] == 2
    for other in ('{"schema": "softensix-time-baseline", "version": 2, "runs": {}}', '{"schema": "x", "version": 1, "runs": {}}', '[1]'):
        with open(work + '/baseline', 'w', encoding='ascii') as f:
            f.write(other)
        status, _, errors = run('check', '--baseline', work + '/baseline', given=OUTPUT.format('a', 1))
        assert status == 2 and 'is not schema softensix-time-baseline, version 1' in errors, errors
    status, _, errors = run('check', '--baseline', work + '/none', given='nothing')
    assert status == 2 and 'no line "cycles NAME' in errors


if __name__ == '__main__':
    sys.exit(main())
