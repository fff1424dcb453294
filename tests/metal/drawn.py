#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Where a picture of numbers has its squares, lines and texts, worked out by hand. Last line "N passed, N failed"."""
import math
import os
import sys
import xml.etree.ElementTree
from types import SimpleNamespace

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..'), os.path.join(HERE, '../../tools')]
from claims import main, test  # noqa: E402
from kernels import picture  # noqa: E402
from kernels.picture import EQUAL, FAR, WITHIN, WRONG  # noqa: E402


def numbers(distances, wrong, rule='isclose', atol=1, rtol=0.5, golden=0):
    """Results with these distances from what is expected, which is the same everywhere, and the places of those that are wrong."""
    count = len(distances)
    return SimpleNamespace(places=range(count), wrong=wrong, got=[0] * count, distance=lambda i: distances[i],
                           check=SimpleNamespace(rule=rule, atol=atol, rtol=rtol, golden=[golden] * count))


def matrix(rows, columns, tile):
    return SimpleNamespace(rows=rows, columns=columns, tile=tile, places=[(i // columns, i % columns) for i in range(rows * columns)])


@test
def kinds_are_of_the_distance_and_the_rule():
    def kinds(given, columns):
        return [kind for _, kind in sorted(picture.squares(given, matrix(1, columns, (1, 1)))[1].items())]
    assert kinds(numbers([0, 0.5, 9.9, 10, 1000], [2, 3, 4]), 5) == [EQUAL, WITHIN, WRONG, FAR, FAR]
    # 1 and half of 8 are allowed; ten times that is 50.
    assert kinds(numbers([49, 50], [0, 1], golden=-8), 2) == [WRONG, FAR]
    assert kinds(numbers([1, 1.5, 0], [0, 1], 'equal', 9, 9, 9), 3) == [WRONG, FAR, EQUAL]


@test
def the_worst_number_of_a_square_counts():
    # 300 rows or columns are more than 128: three by three are a square.
    for rows, columns in ((300, 3), (3, 300)):
        distances = [0] * 900
        distances[0], distances[899], distances[450] = 100, 0.5, 0.25
        side, kinds = picture.squares(numbers(distances, [0]), matrix(rows, columns, (32, 32)))
        middle, last = ((50, 0), (99, 0)) if rows == 300 else ((0, 50), (0, 99))
        assert side == 3 and len(kinds) == 100 and kinds[0, 0] == FAR, kinds
        assert {at for at, kind in kinds.items() if kind == WITHIN} == {middle, last}, kinds
    assert picture.squares(numbers([0] * 128, []), matrix(1, 128, (1, 1)))[0] == 1 and picture.squares(numbers([0] * 129, []), matrix(1, 129, (1, 1)))[0] == 2


@test
def expected_got_and_difference_are_side_by_side():
    # 0 to 8 in eight levels: 2 is the third. The differences 0, 6, infinity: 6 is the largest that is finite.
    given = SimpleNamespace(places=range(3), wrong=[1, 2], got=[0, 8, math.inf], distance=lambda i: (0, 6, math.inf)[i],
                            check=SimpleNamespace(rule='isclose', atol=1, rtol=0, golden=[0, 2, 1]))
    where = matrix(1, 3, (1, 3))
    found = list(picture.panels(given, where))
    assert [(name, low, high) for name, low, high, _ in found] == [('expected', 0, 8), ('got', 0, 8), ('difference', 0, 6)], found
    assert [[level for _, level in sorted(levels.items())] for *_, levels in found] == [[0, 2, 1], [0, 7, -1], [0, 7, -1]], found
    drawn = xml.etree.ElementTree.fromstring(picture.numbers('a < b', given, where))
    texts = [part.text for part in drawn.iter() if part.tag.endswith('}text')]
    assert texts == ['expected', '0 to 8', 'got', '0 to 8', 'difference', '0 to 6'], texts
    # Each has a third of 660, with 10 on both sides of 200; two lines of text, and below them its squares. Three numbers are 200 wide.
    assert drawn.get('viewBox').split()[2:] == ['660', '137'], drawn.attrib
    lies = [(part.get('x'), part.get('y')) for part in drawn.iter() if part.tag.endswith('}text')]
    assert lies == [(left, y) for left in ('10', '230', '450') for y in ('20', '38')], lies
    moved = [part.get('transform') for part in drawn.iter() if part.tag.endswith('}g')]
    assert moved == [f'translate({left} 46) scale(66.666667)' for left in (10, 230, 450)], moved
    fills = [part.get('fill') for part in drawn.iter() if part.tag.endswith('}path')]
    assert fills == [picture.SCALE[0], picture.SCALE[1], picture.SCALE[2], picture.ODD, picture.SCALE[0], picture.SCALE[7], picture.ODD, picture.SCALE[0],
                     picture.SCALE[7]], fills


@test
def squares_lines_and_texts_lie_where_they_belong():
    # Two rows of eight numbers in tiles of one row and four: 640 by 160, 80 a number, from 10, 50.
    given = numbers([0, 0, 5, 5, 0, 0.5, 0, 100] + [0] * 8, [2, 3, 7])
    drawn = xml.etree.ElementTree.fromstring(picture.draw('a < b', given, matrix(2, 8, (1, 4))))
    of = {kind: [part for part in drawn.iter() if part.tag.endswith('}' + kind)] for kind in ('svg', 'path', 'rect', 'text', 'g', 'title')}
    # Four kinds below the picture: 50 + 160 + 8 + 4 * 20 + 4 high; 10 beside it on both sides.
    assert [svg.get('viewBox') for svg in of['svg']] == ['0 0 660 302', None]
    assert [of['svg'][1].get(name) for name in ('x', 'y', 'width', 'height')] == ['10', '50', '640.00', '160.00']
    assert of['g'][0].get('transform') == 'scale(80.000000)' and of['title'][0].text == 'a < b'
    assert [(path.get('fill'), path.get('d')) for path in of['path']] == [
        (picture.COLOURS[EQUAL], 'M0 0h2v1h-2zM4 0h1v1h-1zM6 0h1v1h-1zM0 1h8v1h-8z'), (picture.COLOURS[WITHIN], 'M5 0h1v1h-1z'),
        (picture.COLOURS[WRONG], 'M2 0h2v1h-2z'), (picture.COLOURS[FAR], 'M7 0h1v1h-1z'),
        ('none', 'M0.00 0v160.00M320.00 0v160.00M640.00 0v160.00M0 0.00h640.00M0 80.00h640.00M0 160.00h640.00')], [path.get('d') for path in of['path']]
    assert [(text.text, text.get('x'), text.get('y')) for text in of['text']] == [
        ('a < b', '10', '20'), ('3 of 16 numbers are wrong, largest error 100', '10', '40'),
        *((picture.WORDS[kind], '32', str(230 + 20 * i)) for i, kind in enumerate((EQUAL, WITHIN, WRONG, FAR)))]
    legend = [rect for rect in of['rect'] if rect.get('stroke')]
    assert [tuple(rect.get(name) for name in ('x', 'y', 'width', 'height', 'fill')) for rect in legend] == [
        ('10', str(218 + 20 * i), '14', '14', picture.COLOURS[kind]) for i, kind in enumerate((EQUAL, WITHIN, WRONG, FAR))]


@test
def a_large_matrix_has_squares_of_several_numbers():
    drawn = picture.draw('x', numbers([0] * 256, []), matrix(256, 1, (32, 32)))
    assert 'scale(5.000000)' in drawn and drawn.count('h1v1h-1z') == 128 and 'width="2.50" height="640.00"' in drawn
    assert picture._grid(matrix(2, 1, (1, 1)), 3) == 'M0.00 0v6.00M3.00 0v6.00M0 0.00h3.00M0 3.00h3.00M0 6.00h3.00'
    assert '0 of 256 numbers are wrong, largest error 0<' in drawn


if __name__ == '__main__':
    sys.exit(main())
