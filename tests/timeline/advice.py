#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The rules of stx-time advise: each finds its case, with its cycles, and not the case that is good already. Last line
"N passed, N failed"."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..'), os.path.join(HERE, '../../tools/timeline')]
import advice  # noqa: E402
from claims import main, test  # noqa: E402

UNITS = {'SFPMAD': 'vector unit', 'MVMUL': 'matrix unit', 'SETRWC': 'matrix unit', 'STALLWAIT': 'sync unit', 'SEMWAIT': 'sync unit',
         'SEMPOST': 'sync unit', 'UNPACR': 'unpackers', 'PACR': 'packer'}


def run(*rows):
    """Of (thread, text, arrival, start, end, stall, held, number that ended the wait); the line is the row's number."""
    return [{'n': i + 1, 'thread': thread, 'text': text, 'arrive': arrive, 'start': start, 'end': end, 'stall': stall, 'after': after,
             'unit': UNITS[text.split(' ')[0]], 'where': f'k.c:{i + 1}', **({'held': 1} if held else {})}
            for i, (thread, text, arrive, start, end, stall, held, after) in enumerate(rows)]


def told(rule, words):
    return [(a.thread, a.where, a.cycles) for a in rule(words)]


@test
def vector_words_that_wait_for_the_one_before():
    words = run((1, 'SFPMAD a', 0, 0, 2, 'NONE', 0, 0), (1, 'SFPMAD b', 1, 2, 4, 'LREG', 0, 0), (1, 'SFPMAD c', 3, 3, 5, 'NONE', 0, 0))
    assert told(advice.rotation, words) == [('math', 'k.c:2', 1)]
    assert not told(advice.rotation, words[:1] + words[2:])


@test
def products_that_come_back_to_a_block_of_dst():
    words = run((1, 'MVMUL a', 0, 0, 5, 'NONE', 0, 0), (1, 'MVMUL a', 1, 6, 11, 'DST', 0, 0), (1, 'MVMUL b', 7, 7, 12, 'NONE', 0, 0))
    assert told(advice.blocks, words) == [('math', 'k.c:2', 5)]


@test
def mathematics_and_packer_that_take_turns():
    words = run((2, 'SEMWAIT p', 0, 0, 1, 'NONE', 0, 0), (2, 'PACR', 1, 31, 40, 'SEMAPHORE', 1, 0),
                (1, 'SEMWAIT m', 30, 30, 31, 'NONE', 0, 0), (1, 'MVMUL', 31, 41, 46, 'SEMAPHORE_FULL', 1, 0))
    assert told(advice.halves, words) == [('math', 'k.c:3', 10)]
    assert not told(advice.halves, words[2:])  # the packer never waits: nothing to gain
    assert not told(advice.halves, words[:2])


@test
def a_stallwait_whose_last_unit_costs_cycles():
    words = run((1, 'MVMUL', 0, 0, 5, 'NONE', 0, 0), (1, 'SFPMAD', 1, 1, 20, 'NONE', 0, 0),
                (1, 'STALLWAIT stall_res=SYNC wait_res=MATH|WAIT_SFPU', 2, 2, 3, 'NONE', 0, 0), (1, 'SEMPOST', 3, 21, 22, 'WAIT_SFPU', 1, 0))
    assert told(advice.width, words) == [('math', 'k.c:3', 15)]
    words[2]['text'] = 'STALLWAIT stall_res=SYNC wait_res=WAIT_SFPU'
    assert not told(advice.width, words)


@test
def a_bank_that_is_returned_late():
    words = run((1, 'MVMUL', 0, 0, 5, 'NONE', 0, 0), (1, 'SFPMAD', 1, 1, 3, 'NONE', 0, 0), (1, 'SETRWC', 2, 9, 10, 'UNIT', 0, 0),
                (0, 'UNPACR', 0, 10, 30, 'BANK', 0, 3))
    assert told(advice.release, words) == [('unpack', 'k.c:3', 8)]
    words[2]['start'] = 1
    assert told(advice.release, words) in ([], [('unpack', 'k.c:3', 0)])


@test
def matrix_and_vector_unit_that_take_turns_in_a_thread():
    words = run((1, 'MVMUL a', 0, 0, 5, 'NONE', 0, 0), (1, 'MVMUL b', 1, 1, 6, 'NONE', 0, 0), (1, 'SFPMAD a', 2, 2, 4, 'NONE', 0, 0),
                (1, 'SFPMAD b', 3, 3, 5, 'NONE', 0, 0), (1, 'MVMUL c', 4, 9, 14, 'SRCA', 0, 0), (1, 'SFPMAD c', 10, 10, 12, 'NONE', 0, 0),
                (1, 'SETRWC', 11, 11, 12, 'NONE', 0, 0))
    assert told(advice.series, words) == [('math', 'k.c:3', 3)], told(advice.series, words)
    assert not told(advice.series, words[:5])  # they change once
    assert not told(advice.series, [dict(word, thread=1 if word['unit'] == 'matrix unit' else 2) for word in words])


@test
def the_largest_come_first_and_little_ones_are_left_out():
    words = run((1, 'MVMUL a', 0, 0, 5, 'NONE', 0, 0), (1, 'SFPMAD b', 1, 3, 5, 'LREG', 0, 0), (1, 'MVMUL a', 4, 10, 15, 'DST', 0, 0))
    assert [a.rule for a in advice.all_of(words)] == ['blocks', 'rotation']
    words[2]['end'] = 1000
    assert not advice.all_of(words)
    assert not advice.all_of([])


if __name__ == '__main__':
    sys.exit(main())
