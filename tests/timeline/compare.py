#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""stx-time: two runs side by side, times that were kept, folded stacks. Last line "N passed, N failed"."""
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..'), os.path.join(HERE, '../../tools/timeline')]
import runs  # noqa: E402
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


@test
def stacks_are_folded(work):
    given = [dict(word, call='_llk_math_') for word in AFTER]
    status, told, _ = run('flame', write(work + '/a.jsonl', given))
    assert status == 0 and 'math;_llk_math_;src/math.c:6;[WAIT_MATH] 5\n' in told
    assert 'math;_llk_math_;src/math.c:8;[SRCA] 2\nmath;_llk_math_;src/math.c:8;MVMUL 1\n' in told


OUTPUT = 'x\ncycles {} unpack 1 math 2 pack 3 total {} low 4 high 9\nbusy:\n'


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
    status, _, errors = run('check', '--baseline', work + '/none', given='nothing')
    assert status == 2 and 'no line "cycles NAME' in errors


if __name__ == '__main__':
    sys.exit(main())
