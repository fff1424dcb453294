#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The rules of stx-time advise: each finds its case, with its cycles, and not the case that is good already. Last line
"N passed, N failed"."""
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..'), os.path.join(HERE, '../../tools/timeline')]
import advice  # noqa: E402
import lines  # noqa: E402
import what_if  # noqa: E402
from claims import main, test  # noqa: E402

UNITS = {'SFPMAD': 'vector unit', 'MVMUL': 'matrix unit', 'SETRWC': 'matrix unit', 'STALLWAIT': 'sync unit', 'SEMWAIT': 'sync unit',
         'SEMPOST': 'sync unit', 'UNPACR': 'unpackers', 'UNPACR_NOP': 'unpackers', 'PACR': 'packer'}


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
def a_cleared_bank_that_waits_for_the_other():
    words = run((0, 'UNPACR', 0, 0, 6, 'NONE', 0, 0), (1, 'SETRWC', 0, 10, 11, 'SRCA', 1, 1),
                (0, 'UNPACR_NOP unpacker_select=1 stall_clr_cntrl=0', 2, 11, 12, 'BANK', 0, 2), (0, 'UNPACR', 12, 12, 18, 'NONE', 0, 0))
    assert told(advice.clear, words) == [('unpack', 'k.c:3', 9)]
    assert [(a.rule, a.cycles) for a in advice.all_of(words)] == [('clear', 5)]  # the unpackers are busy until 6, so it ends at 13
    words[2]['text'] = 'UNPACR_NOP unpacker_select=1 stall_clr_cntrl=1'
    assert not told(advice.clear, words)


@test
def matrix_and_vector_unit_that_take_turns_in_a_thread():
    words = run((1, 'MVMUL a', 0, 0, 5, 'NONE', 0, 0), (1, 'MVMUL b', 1, 1, 6, 'NONE', 0, 0), (1, 'SFPMAD a', 2, 2, 4, 'NONE', 0, 0),
                (1, 'SFPMAD b', 3, 3, 5, 'NONE', 0, 0), (1, 'MVMUL c', 4, 9, 14, 'SRCA', 0, 0), (1, 'SFPMAD c', 10, 10, 12, 'NONE', 0, 0),
                (1, 'SETRWC', 11, 11, 12, 'NONE', 0, 0))
    assert told(advice.series, words) == [('math', 'k.c:3', 3)], told(advice.series, words)
    assert not told(advice.series, words[:5])  # they change once
    assert not told(advice.series, [dict(word, thread=1 if word['unit'] == 'matrix unit' else 2) for word in words])


@test
def advice_that_does_not_shorten_the_run_is_not_given():
    words = run((1, 'MVMUL a', 0, 0, 5, 'NONE', 0, 0), (1, 'SFPMAD a', 0, 0, 2, 'NONE', 0, 0), (1, 'SFPMAD b', 1, 7, 9, 'LREG', 0, 0),
                (1, 'MVMUL a', 8, 10, 15, 'DST', 0, 0))
    assert [(a.rule, a.cycles) for a in advice.all_of(words)] == [('blocks', 2)]  # without the other wait the product comes no sooner
    assert [(a.rule, a.cycles) for a in advice.all_of(words[:3])] == [('rotation', 4)]  # the product ends at 5
    assert not advice.all_of([*words, {**words[3], 'n': 9, 'arrive': 11, 'start': 1000, 'end': 1000, 'stall': 'PUSH', 'pushed': 1000}])
    assert not advice.all_of([])


@test
def without_a_change_a_run_takes_as_long_as_before():
    words = run((0, 'UNPACR', 0, 0, 20, 'NONE', 0, 0), (1, 'MVMUL a', 0, 20, 25, 'SRCA', 0, 1), (1, 'STALLWAIT', 21, 21, 22, 'NONE', 0, 0),
                (1, 'SFPMAD', 22, 25, 27, 'WAIT_MATH', 1, 0), (0, 'UNPACR', 2, 27, 47, 'BANK', 0, 2), (1, 'SFPMAD b', 26, 27, 29, 'LREG', 0, 0))
    assert what_if.total(words) == 47


def pushed(gap, *texts):
    """Words of the math thread, each pushed so many cycles after the one before, and all waited for."""
    return [{'n': i + 1, 'thread': 1, 'text': text, 'pushed': gap * i, 'arrive': gap * (i - 1) + 1 if i else 0, 'start': gap * i, 'end': gap * i + 1,
             'stall': 'PUSH' if i and gap > 1 else 'NONE', 'unit': 'vector unit', 'where': f'k.c:{i % 2}'} for i, text in enumerate(texts)]


@test
def words_that_riscv_code_makes_or_pushes_slowly():
    words = pushed(6, *['SFPMOV'] * 20)
    assert [(a.rule, a.where, a.cycles) for a in advice.all_of(words)] == [('made', 'k.c:1', 19 * 5)]
    assert [a.rule for a in advice.all_of(pushed(2, *['SFPMOV'] * 20))] == ['replay']
    assert not advice.all_of(pushed(1, *['SFPMOV'] * 20))


def one_a_cycle(*words):
    """Words of the math thread with the cycles that each waits for before it starts."""
    out, now = [], 0
    for i, (text, unit, waits, stall) in enumerate(words):
        out.append({'n': i + 1, 'thread': 1, 'text': text, 'pushed': 0, 'arrive': now, 'start': now + waits, 'end': now + waits + 1,
                    'stall': stall if waits else 'NONE', 'unit': unit, 'where': f'k.c:{i}'})
        now += waits + 1
    return out


@test
def additions_to_an_address_by_way_of_a_register():
    words = one_a_cycle(*[('PACR', 'packer', 0, ''), ('ADDDMAREG a', 'scalar unit', 0, ''), ('STALLWAIT', 'sync unit', 0, ''),
                          ('WRCFG', 'configuration', 3, 'WAIT_SCALAR'), ('NOP', 'counters', 0, '')] * 4)
    assert [(a.rule, a.where) for a in advice.all_of(words)] == [('shift', 'k.c:1')]
    assert advice.all_of(words)[0].cycles == 4 * 8 - (4 * 3 - 1)  # PACR and a write of two cycles remain; nothing follows the last one
    assert not advice.all_of(words, chip='Wormhole')  # it has no such word
    assert not advice.all_of([word for word in words if word['text'] != 'STALLWAIT'])


@test
def configuration_that_alternates():
    def write(value):
        return [('STALLWAIT', 'sync unit', 0, ''), (f'RMWCIB0 addr=1 data={value}', 'configuration', 5, 'WAIT_MATH'), *[('MVMUL', 'matrix unit', 0, '')] * 4]
    words = one_a_cycle(*(write(1) + write(0)) * 3)
    assert [a.rule for a in advice.all_of(words)] == ['alternation']
    assert not advice.all_of(one_a_cycle(*write(1) + write(2) + write(3) + write(4)))


@test
def a_wait_for_something_else_keeps_its_length_and_no_distance_from_a_unit_used_long_ago():
    words = run((1, 'STALLWAIT', 0, 0, 1, 'NONE', 0, 0), (1, 'SFPMAD a', 1, 1, 3, 'NONE', 0, 0), (1, 'SFPMAD b', 2, 90, 92, 'LREG', 0, 0),
                (1, 'SEMPOST', 91, 93, 94, 'WAIT_MATH', 1, 0))
    assert what_if.total(words) == 94
    assert what_if.total(words, what_if.Change(free=frozenset([3]))) == 2 + 1 + 2 + 1  # b at 2, then the post 2 cycles after its arrival
    words[3]['after'] = 2  # it waited for this word, from which it keeps its distance
    assert what_if.total(words, what_if.Change(free=frozenset([3]))) == 94


@test
def waits_of_all_lines_of_a_thread_are_hidden_together():
    words = run(*[(1, f'SFPMAD {i}', 3 * i, 3 * i + 1, 3 * i + 3, 'LREG', 0, 0) for i in range(4)])
    assert told(advice.rotation, words) == [('math', 'k.c:1', 4)]


@test
def advice_that_stays_within_the_band_is_not_given():
    words = pushed(2, *['SFPMOV'] * 20)  # 39 cycles, of which 19 are gaps between pushes
    gain = advice.all_of(words)[0].cycles
    assert gain == 19 and what_if.total(words) == 39
    words.append({**words[-1], 'n': 99, 'start': 124, 'end': 125, 'stall': 'NONE'})  # 19 of 125 are 15.2 %
    assert advice.all_of(words, (1000, 850)) and not advice.all_of(words, (1000, 846))
    assert advice.all_of(words[:-1], (1000, 100))  # 48.7 % are enough for any band


@test
def the_band_of_a_run_is_its_last_line():
    with tempfile.NamedTemporaryFile('w', suffix='.jsonl', encoding='ascii') as f:
        f.write('{"schema":"softensix-time","version":1}\n{"n":1,"thread":0}\n{"total":100,"low":91,"high":112,"kind":"vector unit"}\n')
        f.flush()
        assert lines.band(f.name) == (100, 91) and [word['n'] for word in lines.load(f.name)] == [1]


@test
def counters_that_an_address_mode_could_advance():
    row = [('SFPLOAD', 'vector unit', 0, ''), ('SFPSTORE', 'vector unit', 0, ''), ('INCRWC', 'matrix unit', 0, '')]
    words = one_a_cycle(*row * 8)
    assert [(a.rule, a.cycles) for a in advice.all_of(words)] == [('increment', 8)]
    assert not advice.all_of(one_a_cycle(*row[:2] * 8))


if __name__ == '__main__':
    sys.exit(main())
