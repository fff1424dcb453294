#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The pictures of runs: where rows, waits, words, lines and texts lie, worked out from the sizes below. Last line "N passed, N failed"."""
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree
from unittest import mock

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..'), os.path.join(HERE, '../../tools/timeline')]
import lines  # noqa: E402
import perfetto  # noqa: E402
import roofline  # noqa: E402
import timeline  # noqa: E402
from claims import main, test  # noqa: E402


def parts(picture, kind):
    """The attributes of all parts of a kind, with numbers as numbers, and their texts."""
    root = xml.etree.ElementTree.fromstring(picture)
    return [{name: float(value) if re.fullmatch(r'-?[\d.]+', value) else value for name, value in part.items()} | {'text': part.text}
            for part in root.iter() if part.tag.endswith('}' + kind)]


def boxes(picture):
    """(x, y, width, height, fill) of all boxes but the paper."""
    return [tuple(part[name] for name in ('x', 'y', 'width', 'height', 'fill')) for part in parts(picture, 'rect') if 'fill' in part]


def texts(picture):
    return {part['text']: (part['x'], part['y']) for part in parts(picture, 'text')}


def word(thread, arrive, start, end, unit, stall='NONE', text=''):
    return {'thread': thread, 'arrive': arrive, 'start': start, 'end': end, 'unit': unit, 'stall': stall, 'text': text}


# A picture of time is 1000 wide; names take 130 on the left, 10 stay free on the right: of 86 cycles each is 10 wide. The first row
# begins at 40, and each is 26 high. Bars of words leave 3 above and below, those of waits 7.
WORDS = [word(0, 90, 102, 108, 'unpackers', 'SRCA', 'UNPACR unpack_block_selection=1'), word(1, 110, 110, 115, 'matrix unit'),
         word(2, 120, 180, 195, 'packer', 'WAIT_MATH'), word(1, 0, 1, 100, 'matrix unit'), word(1, 186, 187, 190, 'matrix unit'),
         word(2, 99, 99, 101, 'packer', 'LREG'), word(1, 185, 200, 201, 'matrix unit', 'SRCB')]


def colour(lane):
    return f'hsl({lines.hue(lane)} 45% 65%)'


@test
def words_and_their_waits_lie_in_the_rows_of_thread_and_unit():
    causes = lines.stalls()
    srca, srcb, math = causes['SRCA'][1], causes['SRCB'][1], causes['WAIT_MATH'][1]
    unpacker, matrix, packer = map(colour, ('unpacker 1', 'matrix unit', 'packer'))
    drawn = boxes(timeline.picture(WORDS, 100, 186, 'run'))
    # Rows: unpack 40, math 66, pack 92, unpacker 1 118, matrix unit 144, packer 170; they end at 196. What lies outside is cut off.
    assert drawn[:13] == [
        (130, 47, 20, 12, srca), (150, 43, 10, 20, unpacker), (150, 121, 60, 20, unpacker),
        (230, 69, 10, 20, matrix), (230, 147, 50, 20, matrix),
        (330, 99, 600, 12, math), (930, 95, 10, 20, packer), (930, 173, 60, 20, packer),
        (130, 95, 0.4, 20, packer), (130, 173, 10, 20, packer),
        (980, 73, 10, 12, srcb), (990, 69, 0.4, 20, matrix), (990, 147, 0.4, 20, matrix)], drawn


@test
def causes_of_waits_are_told_below_five_in_a_line():
    picture = timeline.picture(WORDS, 100, 186, 'run')
    causes = [name for name in lines.stalls() if name in ('SRCA', 'SRCB', 'WAIT_MATH')]
    assert boxes(picture)[13:] == [(130 + 150 * i, 201, 9, 9, lines.stalls()[name][1]) for i, name in enumerate(causes)]
    assert [texts(picture)[name] for name in causes] == [(143, 210), (293, 210), (443, 210)]
    assert texts(picture)['waits, by cause'] == (6, 210)
    paper = parts(picture, 'rect')[0]
    assert (paper['width'], paper['height']) == (1000, 220)
    assert 'viewBox="0 0 1000 220"' in picture
    for count, high in ((5, 220 - 26), (6, 234 - 26), (10, 234 - 26), (11, 248 - 26)):
        some = [word(1, 0, 1, 2, 'matrix unit', name) for name in list(lines.stalls())[1:count + 1]] + [word(1, 0, 0, 1, 'packer')]
        picture = timeline.picture(some, 0, 86, 'run')
        assert parts(picture, 'rect')[0]['height'] == high, (count, high)
        first = high - 19 - 14 * ((count - 1) // 5)
        assert [box[:2] for box in boxes(picture)[-count:]] == [(130 + 150 * (i % 5), first + 14 * (i // 5)) for i in range(count)]


@test
def rows_have_names_and_cycles_stand_above():
    picture = timeline.picture(WORDS, 100, 186, 'a<b')
    names = ('unpack', 'math', 'pack', 'unpacker 1', 'matrix unit', 'packer')
    assert [texts(picture)[name] for name in names] == [(6, 57 + 26 * i) for i in range(6)]
    title = next(text for text in texts(picture) if text.startswith('a<b, cycles 100 to 186: '))
    assert texts(picture)[title] == (6, 14)
    # A tenth of 86 cycles is 8. Lines begin a little above the rows and end with them.
    assert [part['d'] for part in parts(picture, 'path')] == [f'M{130 + 80 * i}.0 34V196' for i in range(11)]
    assert [texts(picture)[str(100 + 8 * i)] for i in range(11)] == [(130 + 80 * i, 31) for i in range(11)]
    assert all(part.get('text-anchor') == 'middle' for part in parts(picture, 'text') if (part['text'] or '').isdigit())
    # The last number ends before the right side; of a few cycles each has a line.
    last = parts(timeline.picture(WORDS, 100, 200, 'run'), 'text')
    assert [(part['x'], part['text-anchor']) for part in last if part['text'] in ('190', '200')] == [(904, 'middle'), (990, 'end')]
    for span, last, anchor in ((172, 170, 'middle'), (91, 90, 'end')):  # at 980 and 980.5
        assert [part['text-anchor'] for part in parts(timeline.picture(WORDS, 100, 100 + span, 'run'), 'text') if part['text'] == str(100 + last)] == [anchor]
    few = texts(timeline.picture(WORDS, 100, 105, 'run'))
    assert [few[str(100 + i)][0] for i in range(6)] == [130 + 172 * i for i in range(6)] and '106' not in few


# Of the pack thread: zone A has two words that wait for pages, a semaphore is asked, and another line has a word without a zone.
RUN = [dict(word(2, 3, 8, 9, 'packer', 'PAGES', 'a'), n=4, zone='A', after=0, signals=0, where='/x/y/p.c:5', call='cb_wait_front'),
       dict(word(1, 7, 7, 8, 'matrix unit', 'LREG', 'b'), n=5, after=0, signals=1, where='m.c:1'),
       dict(word(2, 9, 11, 30, 'packer', 'SRCA', 'a'), n=6, zone='A', after=5, signals=0, where='/x/y/p.c:5', call='cb_wait_front'),
       dict(word(2, 12, 12, 13, 'packer', 'NONE', 'c'), n=7, after=0, signals=1, where='p.c:9')]


def data(page):
    """What the page's script is given."""
    return json.loads(re.search(r'(\{"threads":.*\})', page)[1])


@test
def the_page_gets_each_word_once_with_its_waits_and_place():
    given = data(timeline.page(RUN, 'run'))
    assert given['threads'] == ['unpack', 'math', 'pack'] and given['lanes'] == ['matrix unit', 'packer']
    # Thread, cycles since the thread's previous arrival, wait, time, number of the cause, of the text, of the unit, after, place.
    names = [name for name, *_ in given['stalls']]
    assert sorted(names) == ['PAGES', 'SRCA']
    places = ['y/p.c:5 in cb_wait_front', 'm.c:1', 'p.c:9']
    assert given['texts'] == ['a', 'b', 'c'] and given['places'] == places
    assert given['words'] == [[2, 3, 5, 1, names.index('PAGES'), 0, 1, 0, 0], [1, 7, 0, 1, -1, 1, 0, 0, 1],
                              [2, 6, 2, 19, names.index('SRCA'), 0, 1, 5, 0], [2, 3, 0, 1, -1, 2, 1, 0, 2]], given['words']
    assert given['number'] == {'5': 1, '7': 3}
    # The zone lasts from the first arrival until its last word has started.
    assert given['zones'] == [[2, 'A', 3, 12]], given['zones']
    lasting = data(timeline.page(RUN[:3], 'run'))['zones']
    assert lasting == [[2, 'A', 3, 12]], lasting
    assert data(timeline.page([dict(w, zone='B') if w['n'] == 6 else w for w in RUN], 'run'))['zones'] == [[2, 'A', 3, 9], [2, 'B', 9, 12]]


@test
def zones_begin_and_end_with_their_words():
    zones = [dict(word(0, at, at + 1, at + 2, 'packer'), n=at, after=0, signals=0, **({'zone': zone} if zone else {}))
             for at, zone in ((1, None), (5, 'Z'), (9, None), (13, 'Y'))]
    given = data(timeline.page(zones, 'run'))
    assert given['zones'] == [[0, 'Y', 13, 15], [0, 'Z', 5, 7]], given['zones']
    assert [row[1] for row in given['words']] == [1, 4, 4, 4]


@test
def a_wait_is_that_of_the_word_that_holds_others():
    gate, held = (dict(word(1, at, start, start + 1, 'matrix unit', stall, text), n=at, after=0, signals=0, where=where, **more)
                  for at, start, stall, text, where, more in (
        (1, 1, 'NONE', 'STALLWAIT a', 'm.c:1', {}), (2, 6, 'WAIT_MATH', 'b', 'm.c:2', {'held': 1})))
    given = data(timeline.page([gate, held], 'run'))
    assert [row[8:] for row in given['words']] == [[0], [1, 0]] and given['places'] == ['m.c:1', 'm.c:2'], given['words']


@test
def costs_are_the_lines_that_take_most():
    costs = data(timeline.page(RUN, 'run'))['costs']
    # Line 5 of pack: 5 and 2 cycles of waits and its two words; line 9 one word: nine and one tenth of the thread.
    assert costs == [[2, 'y/p.c:5 in cb_wait_front', 9, 900, 2, 'PAGES 5, SRCA 2'], [1, 'm.c:1', 1, 1000, 1, ''], [2, 'p.c:9', 1, 100, 1, '']], costs
    many = [dict(word(1, i, i, i + 1, 'matrix unit'), n=i, after=0, signals=0, where=f'm.c:{i}') for i in range(30)]
    assert len(data(timeline.page(many, 'run'))['costs']) == 24


@test
def titles_and_chips_stand_in_the_page_and_names_come_from_files(work):
    assert '<title>a&lt;b' in timeline.page(RUN, 'a<b') and 'Wormhole' in timeline.page(RUN, 'x', 'Wormhole')
    path = work + '/kernel.one.jsonl'
    with open(path, 'w', encoding='ascii') as f:
        f.write('{"schema":"softensix-time","version":1,"arch":"wormhole"}\n' + ''.join(json.dumps(w) + '\n' for w in RUN))
    tool = os.path.join(HERE, '../../tools/timeline/timeline.py')
    drawn = subprocess.run([tool, '--svg', '0', '86', path], capture_output=True, text=True, check=True).stdout
    assert drawn == timeline.picture(RUN, 0, 86, 'kernel')
    assert subprocess.run([tool, '--name', 'other', path], capture_output=True, text=True, check=True).stdout == timeline.page(RUN, 'other', 'Wormhole')


# The roofs: 720 by 420; operations per byte from 1/8 to 1024 between 70 and 700, operations per cycle from 1 to 8192 between 380 and 30,
# both as logarithms.
def across(octave):
    return round(70 + (octave + 3) * 630 / 13, 1)


def up(octave):
    return round(380 - octave * 350 / 13, 1)


# 2**12 operations of 2**7 bytes in 2**2 cycles: 2**5 a byte, 2**10 a cycle. One phase: its roof is 128 bytes a cycle times 32 = 2**12.
HIGH = roofline.Point('high', 2**12, 1, 2**7, 2**2, 128)
# 2**9 operations of 2**11 bytes in 2**5 cycles: 2**-2 a byte, 2**4 a cycle, where L1 allows 2**5. Four phases.
LOW = roofline.Point('low', 2**9, 4, 2**11, 2**5, 128)


@test
def a_point_lies_at_its_numbers_and_a_line_leads_to_its_roof():
    picture = roofline.picture([HIGH, LOW])
    assert [(part['cx'], part['cy'], part['r']) for part in parts(picture, 'circle')] == [(across(5), up(10), 5), (across(-2), up(4), 5)]
    dashed = [part for part in parts(picture, 'line') if 'stroke-dasharray' in part]
    assert [(part['x1'], part['x2'], part['y1'], part['y2']) for part in dashed] == [
        (across(5), across(5), up(10), up(12)), (across(-2), across(-2), up(4), up(5))]
    # They differ in colour from each other.
    assert dashed[0]['stroke'] != dashed[1]['stroke'] and [p['fill'] for p in parts(picture, 'circle')] == [p['stroke'] for p in dashed]
    assert texts(picture)['high, 25 %'] == (round(across(5) + 8, 1), round(up(10) + 4, 1))
    assert texts(picture)['low, 50 %'] == (round(across(-2) + 8, 1), round(up(4) + 4, 1))
    # At the ridge, where both limits are the same, the bytes are enough.
    assert HIGH.text() == 'high: 32.00 operations a byte, 1024.0 a cycle; roof 4096 at LoFi (limited by operations), 25.0 % of it'
    assert '(limited by bytes from L1), 50.0 % of it' in LOW.text()
    # What is outside lies on the edge.
    far = roofline.picture([roofline.Point('far', 2**30, 1, 2**10, 2**10, 128), roofline.Point('near', 1, 1, 64, 64, 128)])
    assert [(part['cx'], part['cy']) for part in parts(far, 'circle')] == [(700, 30), (70, 380)]


@test
def seven_points_have_six_colours():
    colours = [part['fill'] for part in parts(roofline.picture([HIGH] * 7), 'circle')]
    assert len(set(colours)) == 6 and colours[6] == colours[0]


@test
def roofs_rise_with_the_rate_of_l1_and_end_at_the_peak_of_a_fidelity():
    picture = roofline.picture([HIGH])
    # At 128 bytes a cycle: 16 operations for 1/8 a byte. 4096 = 2**12 a cycle at LoFi, half at HiFi2, a quarter at HiFi4.
    roofs = [[tuple(map(float, place.split(','))) for place in part['points'].split()] for part in parts(picture, 'polyline')]
    assert [len(roof) for roof in roofs] == [3] * 4
    for roof, peak in ((roofs[0], 12), (roofs[1], 11), (roofs[3], 10)):
        assert roof == [(70, up(4)), (across(peak - 7), up(peak)), (700, up(peak))], roof
    assert abs(roofs[2][2][1] - (380 - 10.415 * 350 / 13)) < 0.06  # 4096 / 3 = 2**10.415
    places = texts(picture)
    assert [places[name] for name in ('LoFi: 4096', 'HiFi2: 2048')] == [(696, round(up(n) - 3, 1)) for n in (12, 11)]
    assert places['HiFi4: 1024'] == (696, round(up(10) + 12, 1)) and abs(places['HiFi3: 1365'][1] - roofs[2][2][1] + 3) < 0.11
    narrow = parts(roofline.picture([roofline.Point('a', 4, 1, 4, 4, 64)]), 'polyline')[0]['points'].split()
    assert [tuple(map(float, place.split(','))) for place in narrow][:2] == [(70, up(3)), (across(6), up(12))]


@test
def the_axes_of_the_roofs_have_numbers():
    picture = roofline.picture([HIGH])
    grid = [(part['x1'], part['y1'], part['x2'], part['y2']) for part in parts(picture, 'line') if part.get('class') == 'grid']
    assert grid == [(across(n), 30, across(n), 380) for n in (-3, -1, 1, 3, 5, 7, 9)] + [(70, up(n), 700, up(n)) for n in range(0, 13, 2)], grid
    places = texts(picture)
    assert [places[name] for name in ('0.125', '0.5', '2', '8', '32', '128', '512')] == [(across(n), 396) for n in (-3, -1, 1, 3, 5, 7, 9)]
    assert [places[str(4**n)] for n in range(7)] == [(64, round(up(2 * n) + 4, 1)) for n in range(7)]
    assert places['operations per byte that the unpackers fetch from L1'] == (360, 414)
    assert places['operations per cycle; the slope is L1 at 128 bytes per cycle'] == (8, 16)
    assert 'viewBox="0 0 720 420"' in picture and {'width': 720, 'height': 420}.items() <= parts(picture, 'rect')[0].items()


@test
def a_run_without_products_or_bytes_is_no_point():
    products = [dict(word(1, i, i, i + 5, 'matrix unit'), flops=3, phase=i) for i in range(3)] + [dict(word(0, 0, 0, 20, 'unpackers'), bytes=2)]
    found = roofline.point('a', products, 64)
    assert (found.operations, found.phases, found.fetched, found.cycles, found.rate) == (3, 3, 2, 20, 64)
    # Bytes of the packer are not fetched; phases of half the words count to the nearest number.
    mixed = products + [dict(word(1, 9, 9, 10, 'matrix unit'), flops=4), dict(word(2, 0, 0, 4, 'packer'), bytes=100)]
    found = roofline.point('a', mixed, 64)
    assert (found.operations, found.phases, found.fetched) == (7, 2, 2)
    # 15 of 10 and 14 of 10; more than four phases there are not, and words of unpackers need not fetch anything.
    for second, phases in ((5, 2), (4, 1), (90, 4)):
        some = [dict(word(1, 0, 0, 1, 'matrix unit'), flops=10), dict(word(1, 0, 0, 1, 'matrix unit'), flops=second, phase=1),
                dict(word(0, 0, 0, 1, 'unpackers'), bytes=2), word(0, 0, 0, 1, 'unpackers')]
        assert (roofline.point('a', some, 64).phases, roofline.point('a', some, 64).fetched) == (phases, 2)
    for some in (products[:3], products[3:]):
        try:
            raise AssertionError(roofline.point('a', some, 64))
        except ValueError:
            pass


@test
def a_word_that_ends_a_wait_of_another_core_is_an_arrow_between_two_slices():
    """Tracks of the first core begin at 0, of the second at 3; a word lasts as long as one cycle. The other end may be of a core without lines."""
    told = {'a.0-0.jsonl': [], 'a.1-0.jsonl': [
        {'semaphore': 2, 'value': 5, 'from': [0, 0], 'sender': 'reader', 'left': 10, 'receiver': 'writer', 'arrived': 30},
        {'semaphore': 4, 'value': 1, 'from': [7, 7], 'sender': 'reader', 'left': 11, 'receiver': 'reader', 'arrived': 40}]}
    with mock.patch.object(perfetto.lines, 'semaphores', told.get):
        events = list(perfetto._semaphores(list(told)))
    tid = perfetto.MOVERS
    slices = [(e['pid'], e['tid'], e['name'], e['ts'], e['dur']) for e in events if e['ph'] == 'X']
    assert slices == [(0, tid['reader'], 'semaphore 2 is 5', 10, 1), (3, tid['writer'], 'semaphore 2 is 5', 30, 1),
                      (3, tid['reader'], 'semaphore 4 is 1', 40, 1)], slices
    arrows = [(e['ph'], e['id'], e['pid'], e['tid'], e['ts'], e.get('bp')) for e in events if e['ph'] in 'sf']
    assert arrows == [('s', 'word 0', 0, tid['reader'], 10, None), ('f', 'word 0', 3, tid['writer'], 30, 'e')], arrows
    named = {(e['pid'], e['tid'], e['args']['name']) for e in events if e['ph'] == 'M'}
    assert named == {(pid, number, mover) for pid in (0, 3) for mover, number in tid.items()}, named


if __name__ == '__main__':
    sys.exit(main())
