#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/time_bands.py: bands of numbers worked out by hand, rows that are left out in turn, tables that stay as they are when
they are made again, rows that replace others, and docs/time-measured.tsv itself. Last line "N passed, N failed"."""
import math
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..'), os.path.join(HERE, '../../tools')]
import time_bands as bands  # noqa: E402
import time_changes as changes  # noqa: E402
from claims import main, test  # noqa: E402

HEAD = 'what measured model low high error inside kind source\n'.replace(' ', '\t')
KINDS = [('MATRIX', 'matrix unit'), ('PACKING', 'packer')]


def rows(*given):
    """Of (measured, model, kind, why)."""
    return HEAD + ''.join(f'row {i}\t{measured}\t{model}\t0\t0\tx\t{"no: " + why if why else "no"}\t{kind}\ts\n'
                          for i, (measured, model, kind, why) in enumerate(given))


def evaluated(text):
    kinds = [bands.Kind(*kind) for kind in KINDS]
    timed, limits = bands.evaluate(bands.read_rows(text), kinds)
    return timed, kinds, limits


@test
def students_t_is_that_of_tables():
    for degrees, quantile in ((3, 3.896), (4, 3.298), (6, 2.829), (10, 2.527), (30, 2.278)):
        assert abs(bands.student(degrees) / quantile - 1) < 0.02, (degrees, bands.student(degrees))


@test
def a_band_is_mean_and_deviation():
    ratios = [math.log(r) for r in (1.00, 1.02, 1.04, 1.06)]
    mean, deviation = sum(ratios) / 4, 0.02495
    spread = math.sqrt((3 * deviation**2 + 2 * 0.05**2) / 5)
    low, high = bands.band(ratios, 0.05)
    assert abs(high - math.exp(mean + 3.003 * spread * math.sqrt(1.25))) < 0.005, high
    assert abs(low - math.exp(mean - 3.003 * spread * math.sqrt(1.25))) < 0.005, low


@test
def the_models_own_time_lies_in_every_band():
    low, high = bands.band([math.log(2)] * 12, 0.001)
    assert low == 1 and high > 2
    low, high = bands.band([], 0.1)
    assert low < 1 < high


@test
def a_row_is_judged_by_the_others():
    near = [(100 + i % 3, 100, 'matrix unit', '') for i in range(9)]
    timed, _, limits = evaluated(rows(*near, (140, 100, 'matrix unit', 'a cause'), *near))
    assert [row.within(row.left_out) for row in timed].count(False) == 1
    assert not timed[9].within(timed[9].left_out)
    assert limits['matrix unit'][1] > timed[9].left_out[1]  # it counts for all the others


@test
def rows_that_are_not_used_are_judged_and_form_no_band():
    near = [(100 + i % 3, 100, 'matrix unit', '') for i in range(9)]
    timed, kinds, limits = evaluated(rows(*near, (140, 100, 'matrix unit; not used', 'another form')))
    assert len(timed) == 10 and len(kinds[0].rows) == 9 and limits['matrix unit'][1] < 1.1
    told = bands.table(timed, kinds, limits)
    assert '9 of 10 measurements, 90 %' in told and '- row 9: 140 measured, 100 in the model: another form' in told, told
    assert told.splitlines()[2].startswith('| matrix unit | 9 | ') and told.splitlines()[2].endswith(' | 9 of 10 |'), told


@test
def columns_are_completed_once():
    text = rows((103, 100, 'matrix unit', ''), (101, 100, 'matrix unit', 'why'), (99, 100, 'matrix unit', ''), (500, 100, 'matrix unit; not used', 'why'))
    timed, _, limits = evaluated(text)
    for row in timed:
        row.complete()
    assert [row.of('inside') for row in timed] == ['yes', 'yes: why', 'yes', 'no: why']
    assert timed[0].of('low') == f'{100 * limits["matrix unit"][0]:.2f}' and timed[0].of('high') == f'{100 * limits["matrix unit"][1]:.2f}'
    again = HEAD + '\n'.join(row.text() for row in timed) + '\n'
    second, _, _ = evaluated(again)
    for row in second:
        row.complete()
    assert [row.text() for row in second] == [row.text() for row in timed]


@test
def a_reason_alone_or_nothing_becomes_a_verdict():
    text = rows(*((100 + i, 100, 'matrix unit', '') for i in range(3)), (500, 100, 'matrix unit; not used', 'why'))
    timed, _, _ = evaluated(text.replace('\tno\t', '\t\t').replace('no: why', 'why'))
    for row in timed:
        row.complete()
    assert [row.of('inside') for row in timed] == ['yes'] * 3 + ['no: why']


@test
def the_other_chip_has_bands_of_its_own_rows_or_borrows_them():
    text = rows(*((100 + i, 100, 'matrix unit', '') for i in range(4)), *((150 + i, 100, 'packer', '') for i in range(4)),
                *((200 + i, 100, 'packer on Wormhole', '') for i in range(4)))
    kinds = [bands.Kind(*kind, chip) for chip in ('', bands.WORMHOLE) for kind in KINDS]
    timed, limits = bands.evaluate(bands.read_rows(text), kinds)
    made = [bands.definition(kind, kinds, limits) for kind in kinds]
    assert len(timed) == 12 and limits['packer'][1] < 1.7 < limits['packer on Wormhole'][1]
    assert made[2] == made[0].replace('BAND(', 'BAND_OF_BLACKHOLE(') and made[0].startswith('BAND(MATRIX, "matrix unit", '), made
    assert made[3].startswith('BAND(PACKING, "packer", 1000, 2') and made[1] != made[3], made
    assert '| packer on Wormhole | 4 |' in bands.table(timed, kinds, limits) and 'matrix unit on Wormhole' not in bands.table(timed, kinds, limits)


@test
def sources_are_in_the_order_of_their_days():
    days = ('', 'tt-llk#130', 'tt-metal#31266', 'tt-llk#916', 'tt-metal#44596', 'tt-metal#45660, before it', 'tt-sim docs/bh_arch.md', 'tt-metal#55053')
    ages = [bands._age(day) for day in days]
    assert ages == sorted(set(ages)), ages


@test
def a_row_is_predicted_from_those_before_it():
    near = ''.join(f'r\t{100 + i % 3}\t100\t0\t0\tx\tno\tmatrix unit\ttt-metal#{100 + i}\n' for i in range(20))
    late = 'late\t130\t100\t0\t0\tx\tno\tmatrix unit\ttt-metal#200\n'
    timed, kinds, limits = evaluated(HEAD + late + near)
    assert [row.older is None for row in timed] == [False, True] + [False] * 19  # nothing is older than row 100
    assert [row.within(row.older) for row in timed if row.older] == [False] + [True] * 19
    told = bands.table(timed, kinds, limits)
    assert '19 of 20 measurements, 95 %, lie within the band of the rows of their kind that were published before' in told, told
    assert 'within 15 % of 20 of 21' in told, told
    assert next(iter(bands.listing(timed))).split()[-5:-2] == ['OUT', 'OUT', 'OUT']


@test
def a_change_has_a_sign_and_a_size():
    told = changes.table([changes.Change(*given) for given in (('tt-metal#45660', 'a', 0.5, 0.45), ('tt-metal#1', 'b', 0.5, 0.3),
                                                               ('tt-metal#2', 'c', 0.1, -0.05), ('tt-metal#3', 'd', -0.1, 0), ('tt-metal#4', 'e', -0.2, -0.1))])
    assert told[2] == '| tt-metal#45660, given | a | 50.0 % | 45.0 % | right |', told
    assert told[4].endswith('| 10.0 % | -5.0 % | wrong |') and told[5].endswith('wrong |'), told
    assert '1 of 1 given pairs' in told[8] and told[8].endswith('for 1.') and '2 of 4 other pairs' in told[10] and told[10].endswith('for 2.'), told


@test
def the_document_has_both_forms_of_each_public_change():
    with open(bands.MEASURED, encoding='utf-8') as f:
        rows = bands.read_rows(f.read())
    found = {(change.source, change.what): change for change in changes.of(rows)}
    macros = found['tt-metal#45660', 'vector function reciprocal, whose macros RISC-V code makes']
    assert macros.silicon == 1 - 287.64 / 637.97 and macros.right  # of two trees
    rolled = found['tt-metal#48925', 'Wormhole: vector function floor, not unrolled']
    assert rolled.silicon == 1 - 520.1 / 567.8 and rolled.right
    assert all(change.right for change in found.values() if change.given) and len([change for change in found.values() if not change.given]) >= 6


@test
def new_rows_of_a_program_stand_where_its_old_ones_stood():
    table = 'program\twhat\nb\t1\na\t2\nb\t3\n'
    assert bands.merged(table, 'b\t4\nc\t5\nb\t6\n') == 'program\twhat\nb\t4\nb\t6\na\t2\nc\t5\n'
    assert bands.merged('program\twhat\nb\t1\na\t2\n', 'a\t3\n') == 'program\twhat\nb\t1\na\t3\n'


@test
def the_document_is_what_its_rows_give():
    printed = subprocess.run([sys.executable, bands.__file__, '--print'], capture_output=True, text=True, check=True).stdout
    rows, _, made = printed.partition('| kind | measurements |')
    with open(bands.DOCUMENT, encoding='utf-8') as f:
        assert f'-->\n| kind | measurements |{made.rstrip()}\n<!-- end -->' in f.read(), made
    # A line for each row that has a band; those outside of the band of the others are the list of the document.
    told = [line[58:].split() for line in rows.splitlines() if line]
    assert sum(line[7] == 'OUT' for line in told) == len(re.findall('^- .* in the model: ', made, re.M)), made


@test
def of_the_measurements_of_the_document_85_in_100_lie_where_the_others_say():
    with open(bands.DOCUMENT, encoding='utf-8') as f:
        text = f.read()
    found = re.search(r'^(\d+) of (\d+) measurements, (\d+) %, lie within the band', text, re.M)
    assert found and int(found[1]) >= 0.85 * int(found[2]), found and found[0]
    assert 'no cause is known' not in text


if __name__ == '__main__':
    sys.exit(main())
