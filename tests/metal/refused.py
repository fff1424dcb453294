#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Descriptions and case files with a word that is missing, too much, out of range, said twice or misspelt: each is
refused before anything is built, by a message that names file, line and what was expected there. What may stand in
any place is taken from any place. Last line "N passed, N failed"."""
import gzip
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '../../tools')]
from kernels.metal import case as cases, description  # noqa: E402
from kernels.text import CaseError  # noqa: E402

GOOD = '''kernel x.cpp
let K 2
define OP add
ct 1,2
named size 3
cb 0 Float16_b 2 32 32
cb 1 Float16_b 2 32 32
cb 16 Float16_b 2 32 32
in 0 a random 64 64
in 1 b const 64 64 0.5
out 16 64 64
expect 16 a + b
tolerance 16 0.1 0.1 0.999
'''
# (line that is changed, what stands there, words of the message); a line beyond the last one is added.
DESCRIPTIONS = [
    # sizes
    (11, 'out 16 -64 -64', 'ROWS -64 is not from 1 to'),
    (11, 'out 16 0 64', 'ROWS 0 is not from 1 to'),
    (11, 'out 16 64 0', 'COLUMNS 0 is not from 1 to'),
    (11, 'out 16 48 64', '48 x 64 is not a whole number of tiles of 32 x 32; expected "out ID ROWS COLUMNS"'),
    (11, 'out 16 64', '2 of 3 words; expected "out ID ROWS COLUMNS"'),
    (11, 'out 16 64 64 64', 'the word "64" is one too many'),
    (11, 'out 16 64 6.4', 'COLUMNS "6.4" is not an integer'),
    (11, 'out 17 64 64', 'there is no cb 17 above'),
    (11, 'out 64 64 64', 'ID 64 is not from 0 to 63'),
    (11, 'out 16 100000000 100000000', 'is not from 1 to'),
    (11, 'out 16 4194304 4194304', 'numbers in Float16_b have'),
    (9, 'in 0 a random 100000000 100000000', 'ROWS 100000000 is not from 1 to'),
    (9, 'in 0 a random 1048576 1048576', 'bytes fit'),
    (9, 'in 0 a random -64 64', 'ROWS -64'),
    (9, 'in 0 a random 0 64', 'ROWS 0'),
    (9, 'in 0 a random 64 33', 'not a whole number of tiles'),
    # inputs
    (9, 'in 0 a random 64', '1 of 2 words; expected "in ID NAME random ROWS COLUMNS [LOW HIGH]"'),
    (9, 'in 0 a random 64 64 1', 'LOW without HIGH'),
    (9, 'in 0 a random 64 64 1 -1', 'LOW 1 is more than HIGH -1'),
    (9, 'in 0 a random 64 64 0 nan', 'HIGH nan is not finite'),
    (9, 'in 0 a random 64 64 0 1 2', 'one too many'),
    (9, 'in 0 a radnom 64 64', 'no input of kind radnom; is it "random"?'),
    (9, 'in 0 a', '2 of 3 words; expected "in ID NAME KIND ..."'),
    (9, 'in 0 a const 64 64', '2 of 3 words'),
    (9, 'in 0 a const 64 64 one', "could not convert string to float: 'one'"),
    (9, 'in 0 a scaler', '0 of 1 words; expected "in ID NAME scaler VALUE"'),
    (9, 'in 0 a column 1 2', 'one too many'),
    (9, 'in 0 a of 64 64', '2 of 3 words'),
    (9, 'in 0 a of 64 64 Matrix([[1, 2]])', 'the value is 1 x 2, and must be 64 x 64'),
    (9, 'in 0 a of 64 64 Matrix([[1], [2, 3]])', 'rows of a matrix that differ in length'),
    (9, 'in 0 a of 64 64 exp(', '"exp(" is not an expression'),
    (9, 'in 0 a file 64 64 none.bin', 'none.bin'),
    (9, 'in 0 a file 64 64 short.bin', 'short.bin has only 8 bytes, and 64 x 64 numbers are 16384'),
    (9, 'in 0 a file 64 64 /dev/zero', '/dev/zero has more'),
    (9, 'in 0 9a random 64 64', 'NAME "9a" is not a valid name'),
    (9, 'in 0 max random 64 64', 'NAME "max" is the name of a function'),
    (9, 'in 0 K random 64 64', 'the name K a second time'),
    (10, 'in 0 b const 64 64 0.5', 'in 0 a second time'),
    (10, 'in 1 a const 64 64 0.5', 'the name a a second time'),
    (10, 'in 2 b const 64 64 0.5', 'there is no cb 2 above'),
    (10, 'in one b const 64 64 0.5', 'ID "one" is not an integer'),
    (14, 'let a 3', 'the name a a second time'),
    # what is expected
    (12, 'expect 16', 'no EXPRESSION; expected "expect ID EXPRESSION"'),
    (12, 'expect 17 a + b', 'there is no cb 17 above'),
    (12, 'expect 1 a + b', 'there is no line "out 1" above'),
    (12, 'expect 16 a + c', "name 'c' is not defined"),
    (12, 'expect 16 Matrix([[1, 2, 3]])', 'the value is 1 x 3, and must be 64 x 64'),
    (12, 'expect 16 file short.bin', 'short.bin has only 8 bytes'),
    (14, 'expect 16 a', 'expect 16 a second time'),
    (13, 'tolerance 16 -1 0 1', 'ATOL -1 is not 0 or more'),
    (13, 'tolerance 16 inf 0 1', 'ATOL inf is not 0 or more'),
    (13, 'tolerance 16 0 1e400 1', 'RTOL 1e400'),
    (13, 'tolerance 16 0 0 2', 'PCC 2 is not from -1 to 1'),
    (13, 'tolerance 16 0 0 nan', 'PCC nan'),
    (13, 'tolerance 16 0 0', '3 of 4 words; expected "tolerance ID ABSOLUTE RELATIVE PCC"'),
    (13, 'tolerance 1 0 0 1', 'nothing is expected of cb 1'),
    (13, 'tolerance 9 0 0 1', 'nothing goes in or out through cb 9'),
    (14, 'tolerance 16 0 0 1', 'tolerance 16 a second time'),
    # parts
    (14, 'part 16 lambda r, c: False', 'part of cb 16 selects nothing'),
    (14, 'part 16 lambda r, c: r > 31', 'part of cb 16 selects nothing'),
    (14, 'part 16 lambda r: True', 'positional argument'),
    (14, 'part 16 3', '3 is not a function of row and column'),
    (14, 'part 16 colum', "name 'colum' is not defined"),
    (14, 'part 16', 'no PART'),
    (14, 'part 1 row', 'nothing is expected of cb 1'),
    # orders and layouts
    (14, 'order 0 [0, 1, 2, 4]', 'there is no tile 4: cb 0 has 4'),
    (14, 'order 0 [-1]', 'there is no tile -1'),
    (14, 'order 0 []', 'no pages'),
    (14, 'order 0 [0.5]', 'not all numbers of tiles are integers'),
    (14, 'order 0 3', 'is not iterable'),
    (14, 'order 16 [0, 1, 2]', '4 pages are taken from cb 16, and the order does not name each of its tiles once'),
    (14, 'order 16 [0, 1, 2, 2]', 'does not name each of its tiles once'),
    (14, 'order 3 [0]', 'nothing goes in or out through cb 3'),
    (14, 'layout 16 row', 'no layout row; is it "rows"?'),
    (14, 'layout 16', '1 of 2 words; expected "layout ID rows"'),
    (14, 'layout 3 rows', 'nothing goes in or out through cb 3'),
    # the kernel and its surroundings
    (1, '', 'no kernel is named'),
    (1, 'kernel ', 'no PATH; expected "kernel PATH"'),
    (14, 'kernel y.cpp', 'this line a second time'),
    (3, 'define 3OP add', 'NAME "3OP" is not the name of a macro'),
    (3, 'define', 'NAME "" is not the name of a macro'),
    (3, 'define A 1 \\', 'would take the next line'),
    (14, 'define OP mul', 'define OP a second time'),
    (4, 'ct 1,,2', '"" is not an integer'),
    (4, 'ct 1 2x', '"2x" is not an integer; expected "ct V,V,..."'),
    (4, 'ct 4294967296', '4294967296 is not a word of 32 bits'),
    (4, 'ct {a}', "name 'a' is not defined"),
    (4, 'ct {range(3)}', 'is neither a number nor text'),
    (5, 'named size', '1 of 2 words; expected "named NAME VALUE"'),
    (14, 'named size 4', 'named size a second time'),
    (6, 'cb 0 Float16_b 2 32', '4 of 5 words; expected "cb ID FORMAT PAGES ROWS COLUMNS"'),
    (6, 'cb 0 Float16b 2 32 32', 'no data format Float16b; is it "Float16_b"?'),
    (6, 'cb 0 Float16_b 0 32 32', 'PAGES 0 is not from 1 to 65535'),
    (6, 'cb 0 Float16_b 65536 32 32', 'PAGES 65536'),
    (6, 'cb 0 Float16_b 2 32 31', 'no tile of 32 x 31'),
    (6, 'cb 0 Bfp2_b 2 1 16', 'has 20 bytes, which is not a multiple of 16'),
    (7, 'cb 0 Float16_b 2 32 32', 'cb 0 a second time'),
    (7, 'cb 1 Float16_b 700 32 32', 'the circular buffers need'),
    (14, 'alias 0 0', 'a buffer cannot be an alias of itself'),
    (14, 'alias 0 9', 'there is no cb 9 above'),
    (14, 'unpackdest 0 2', '2 is neither 0 nor 1'),
    (14, 'unpackdest 0', '1 of 2 words; expected "unpackdest ID 0 or 1"'),
    (14, 'fidelity hifi5', 'no fidelity hifi5; is it "hifi'),
    (14, 'fidelity', '0 of 1 words; expected "fidelity lofi, hifi2, hifi3 or hifi4"'),
    (14, 'fidelty hifi4', 'no such keyword; is it "fidelity"?'),
    (14, 'fp32dest', '0 of 1 words'),
    (14, 'approx 2', '2 is neither 0 nor 1'),
    (14, 'l1 2 3', 'is not the address of a word below 0x20000'),
    (14, 'mailbox 1 2 3 4 5', '5 words, and a mailbox holds 4'),
    (14, 'mailbox', '0 of 1 words'),
    (14, 'seed', '0 of 1 words; expected "seed N"'),
    (14, 'seed x', 'N "x" is not an integer'),
    (14, 'reader', '0 of 1 words; expected "reader FILE ARGUMENTS"'),
    (14, 'reader none.c', 'the reader none.c does not exist'),
    (14, 'reader short.bin\nreader short.bin', 'a reader a second time'),
    (14, 'reader short.bin\nreader kernel x.cpp', 'a reader in C beside one of tt-metal'),
    (9, 'reader kernel x.cpp\nreader short.bin', 'a reader in C beside one of tt-metal'),
    (14, 'let', 'no EXPRESSION; expected "let NAME EXPRESSION"'),
    (14, 'let n', 'no EXPRESSION'),
    (14, 'let 3 4', 'NAME "3" is not a valid name'),
    (14, 'golden 16 4', 'no such keyword; it is a keyword of case files'),
    (14, 'check 16 isclose 0 0 -', 'no such keyword; it is a keyword of case files'),
    (14, 'map 16 0:0:1', 'no such keyword; it is a keyword of case files'),
    # sections
    (1, 'case ', 'no NAME; expected "case NAME"'),
    (14, 'case', 'no NAME; expected "case NAME"'),
    (14, 'case one two', 'the word "two" is one too many; expected "case NAME"'),
    (14, 'case a:b', 'holds : or /'),
]

ZERO = '*512 00000000'
CASE = ['METALCASE 1', 'kernel x.cpp', 'cb 0 Float16_b 2 32 32', 'cb 16 Float16_b 2 32 32', 'in 0 1 2048', ZERO,
        'out 16 1', 'check 16 isclose 0 0 -', 'map 16 0:4:1', 'golden 16 4', '*4 00000000', 'end']
CASES = [
    (9, ['map 16 0:0:1', 'golden 16 0'], 8, 'the check of cb 16 compares nothing', 2),
    (9, ['map 16 0:0:1'], 8, '0 datums of cb 16 are compared with 4 golden values'),
    (9, ['map 16'], 9, '1 of 2 words; expected "map ID START:COUNT:STEP..."'),
    (9, ['map 16 0:4:1:1'], 9, '"0:4:1:1" is not START:COUNT or START:COUNT:STEP'),
    (9, ['map 16 4'], 9, 'is not START:COUNT'),
    (9, ['map 16 0:99999999:1'], 9, '99999999 elements'),
    (9, ['map 16 0:4000000:0 0:4000000:0'], 9, 'elements'),
    (9, ['map 16 1021:4:1'], 8, 'a map that leaves the pages of cb 16'),
    (9, ['map 16 -1:4:1'], 8, 'a map that leaves the pages of cb 16'),
    (9, ['map 0 0:4:1'], 9, 'there is no check of cb 0 above'),
    (10, ['golden 16 1'], 11, 'not a line of hexadecimal data'),
    (9, ['golden 16 1', '00000000'], 8, '1024 datums of cb 16 are compared with 1 golden values', 2),
    (9, [], 8, '1024 datums of cb 16 are compared with 4 golden values'),
    (8, ['check 16 isclose -1 0 -'], 8, 'ATOL -1 is not 0 or more'),
    (8, ['check 16 isclose 0 -0.5 -'], 8, 'RTOL -0.5 is not 0 or more'),
    (8, ['check 16 isclose inf 0 -'], 8, 'ATOL inf is not 0 or more'),
    (8, ['check 16 isclose 0 0 1.5'], 8, 'PCC 1.5 is not from -1 to 1'),
    (8, ['check 16 isclose 0 0 nan'], 8, 'PCC nan'),
    (4, ['cb 16 Float16_b 2 32 32', 'cb 16 Float32 2 32 32'], 5, 'cb 16 a second time'),
    (6, [ZERO, 'in 0 1 2048', ZERO], 7, 'pages for cb 0 a second time'),
    (10, ['golden 16 99999999'], 10, 'COUNT 99999999 is not from 0 to'),
    (10, ['golden 16'], 10, '1 of 2 words'),
    (8, ['check 16 isclse 0 0 -'], 8, 'no rule isclse; is it "isclose"?'),
    (8, ['check 16 isclose nan 0 -'], 8, 'ATOL nan is not 0 or more'),
    (8, ['check 16 isclose 0 inf -'], 8, 'RTOL inf'),
    (8, ['check 16 isclose 0 0'], 8, '4 of 5 words; expected "check ID RULE ATOL RTOL PCC"'),
    (8, ['check 0 isclose 0 0 -'], 8, 'no pages are taken from cb 0'),
    (7, ['out 16 0'], 8, 'a map that leaves'),
    (7, ['out 16 -1'], 7, 'PAGES -1 is not from 0 to'),
    (7, ['out 16 524288'], 12, 'bytes of pages, and a run has room for'),
    (7, ['out 16 1', 'out 16 1'], 8, 'pages of cb 16 a second time'),
    (6, ['*99999999999 ' + '00' * 32], 6, 'not a line of hexadecimal data'),
    (6, ['*512 zz'], 6, 'not a line of hexadecimal data'),
    (5, ['in 0 1 -2048'], 5, 'BYTES -2048'),
    (5, ['in 0 1 2047'], 5, '1 pages of cb 0 are 2048 bytes, not 2047'),
    (5, ['in 0 1'], 5, '2 of 3 words; expected "in ID PAGES BYTES"'),
    (4, ['cb 16 Float16_b 2 32 32', 'alias 16 0', 'alias 0 16'], 6, 'a buffer cannot be an alias of itself'),
    (4, ['cb 16 Float16_b 2 32 32', 'alias 16 0', 'alias 16 0'], 6, 'alias 16 a second time'),
    (2, ['kernel x.cpp', 'approx'], 3, '0 of 1 words; expected "approx 0 or 1"'),
    (2, ['kernel x.cpp', 'approx 1', 'approx 0'], 4, 'this line a second time'),
    (2, ['kernel x.cpp', 'l1 16 1', 'l1 16 2'], 4, 'the word at 16 a second time'),
    (2, ['kernel x.cpp', 'l1 16 20', 'l1 20 2', 'l1 20 3'], 5, 'the word at 20 a second time'),
    (2, ['kernel x.cpp', 'fidelty hifi4'], 3, 'no such keyword; is it "fidelity"?'),
    (2, ['kernel x.cpp', ' approx 1'], 3, 'no such keyword'),
    (2, [], 11, 'no kernel is named'),
    (12, ['end', 'kernel y.cpp'], 13, 'lines after "end"'),
    (12, [], 12, 'the file is cut short: no line "end"'),
]


# Of METALCASE 2, behind the buffers; and words of a reader, which has no pages beside it.
ONCE = ['define X 1', 'named n 1', 'l1 16 1', 'fidelity hifi4', 'approx 1', 'fp32dest 1', 'fullsync 1', 'unpackdest 0 1', 'faces 0 16 4', 'alias 16 0',
        'arg a ct 1', 'dfb d 0', 'cbpage 0 2048', 'preload 0 4\n00000000']
OF_READER = ['kernel x.cpp', 'define X 1', 'named n 1', 'noc 1', 'noc_mode dynamic', 'arg a ct 1', 'dfb d 0', 'sem s 3', 'tensor t t']
# Numbers that further lines continue.
AGAIN = ['ct 1', 'args 1', 'cargs 1']


class Tally:
    def __init__(self):
        self.passed = self.failed = 0

    def check(self, good, what):
        self.passed += bool(good)
        self.failed += not good
        if not good:
            print(f'FAIL {what}')


def message(load, *given):
    """What is said; None if it is taken."""
    try:
        load(*given)
    except CaseError as e:
        return str(e)
    return None


def of_description(work, text):
    path = os.path.join(work, 'x.desc')
    with open(path, 'w', encoding='utf-8') as f:
        f.write(text)
    return [message(description.load, name, None) for name in description.expand(path)]


def changed(lines, number, *new):
    return '\n'.join([*lines[:number - 1], *new, *lines[number:]]) + '\n'


def descriptions(work, tally):
    lines = GOOD.splitlines()
    tally.check(of_description(work, GOOD) == [None], 'the description that the others are changes of')
    for number, line, words in DESCRIPTIONS:
        said = of_description(work, changed(lines, number, line))
        at = len(lines) if words == 'no kernel is named' or 'buffers need' in words else number + line.count('\n')
        good = len(said) == 1 and said[0] and said[0].startswith(f'{work}/x.desc:{at}: ') and words in said[0] and said[0].count('; expected ') < 2
        tally.check(good, f'"{line}": {said}, expected :{at}: ... {words}')


def write_case(path, number, new, more=0):
    """The case with other lines in the place of one, and of some behind it."""
    with open(path, 'w', encoding='ascii') as f:
        f.write('\n'.join([*CASE[:number - 1], *new, *CASE[number + more:]]) + '\n')


def case_files(work, tally):
    path = os.path.join(work, 'x.metal')
    for number, new, at, words, *taken in [(2, CASE[1:2], None, None), *CASES]:
        write_case(path, number, new, *taken)
        said = message(cases.load, path)
        good = said is None if words is None else said and said.startswith(f'{path}:{at}: ') and words in said
        tally.check(good, f'{new}: {said}, expected :{at}: ... {words}')


def words_stand_once(work, tally):
    """Each line is taken, and a second time refused, but for lists."""
    path, plain = os.path.join(work, 'x.metal'), ['METALCASE 2', *CASE[1:4], 'semaphore 3 0', 'tensor t Float16_b 2048 1 dram']
    of_reader = [f'reader {line}' for line in (*OF_READER, *AGAIN)]
    for line in (*ONCE, *AGAIN, 'mailbox 1', 'note a', *of_reader):
        said, before = [], [*plain, *['reader kernel y.cpp'] * (line in of_reader[1:])]
        for many in (1, 2):
            with open(path, 'w', encoding='ascii') as f:
                f.write('\n'.join([*before, *[line] * many, 'end']) + '\n')
            said.append(message(cases.load, path))
        again = line.split()[line.startswith('reader')] in ('ct', 'args', 'cargs', 'mailbox', 'note')
        second = len(before) + 2 + line.count('\n')
        good = said[1] is None if again else said[1] and f':{second}: ' in said[1] and ('a second time' in said[1] or 'or a second one' in said[1])
        tally.check(said[0] is None and good, f'{line}: {said}')


def taken_anywhere(work, tally):
    """A layout, an order or a part is honoured wherever it stands."""
    head = 'kernel x\ncb 0 Float16_b 4 32 32\ncb 16 Float16_b 4 32 32\n'
    moves = 'in 0 a random 32 64\nout 16 32 64\nexpect 16 a\n'
    for line in ('layout 0 rows\nlayout 16 rows\n', 'order 0 [1, 0]\norder 16 [1, 0]\n', 'tolerance 16 0 0 1\n',
                 'part 16 row\n'):
        loaded = []
        for text in (head + line + moves, head + moves + line):
            path = os.path.join(work, 'x.desc')
            with open(path, 'w', encoding='utf-8') as f:
                f.write(text)
            case = description.load(path, None).case
            check = case.checks[0]
            loaded.append((case.inputs, check.golden, check.map, check.atol))
        tally.check(loaded[0] == loaded[1], f'"{line.splitlines()[0]}" behind the lines in and out is not honoured')


def a_part_of_rows(work, tally):
    """The place of a datum in the matrix counts, not that in a tile of faces."""
    path = os.path.join(work, 'x.desc')
    with open(path, 'w', encoding='utf-8') as f:
        f.write('kernel x\ncb 0 Float16_b 4 32 32\nlayout 0 rows\nin 0 a random 32 64\nout 0 32 64\nexpect 0 a\n'
                'part 0 lambda r, c: r == 1 and c == 3\n')
    check = description.load(path, None).case.checks[0]
    tally.check(check.map == [64 + 3, 64 + 32 + 3], f'a part of rows: {check.map}')


def infinities_expected(work, tally):
    path = os.path.join(work, 'x.desc')
    with open(path, 'w', encoding='utf-8') as f:
        f.write('kernel x\ncb 0 Float32 1 32 32\nin 0 a const 32 32 2\nout 0 32 32\n'
                'expect 0 each(lambda x: math.inf if x > 3 else x, a * Matrix([[1] * 31 + [2]]))\n')
    check = description.load(path, None).case.checks[0]
    tally.check(check.atol < 1e-5, f'an infinite number that is expected makes the tolerance {check.atol}')


def aliases(work, tally):
    """An alias of an alias has the room of all of them."""
    path = os.path.join(work, 'x.metal')
    with open(path, 'w', encoding='ascii') as f:
        f.write('METALCASE 1\nkernel x\ncb 0 Float16_b 1 32 32\ncb 1 Float16_b 1 32 32\ncb 2 Float16_b 9 32 32\n'
                'cb 3 Float16_b 1 32 32\nalias 1 0\nalias 2 1\nend\n')
    from kernels.metal.place import layout
    at = layout(cases.load(path))
    tally.check(at[0] == at[1] == at[2] and at[3] >= at[0] + 9 * 2048, f'aliases lie at {at}')


def a_bomb(work, tally):
    """Gzip makes 300 MB of 300 KB."""
    path = os.path.join(work, 'x.metal.gz')
    with gzip.open(path, 'wb', 1) as f:
        for _ in range(300):
            f.write(b'\n' * (1 << 20))
    said = message(cases.load, path)
    tally.check(said and 'bytes of text' in said, f'a file that unpacks to 300 MB: {said}')


def the_longest_text(work, tally):
    path = os.path.join(work, 'long.desc')
    for length in (4 << 20, (4 << 20) + 1):
        with open(path, 'w', encoding='ascii') as f:
            f.write('#' + '.' * (length - 1))
        said = message(description.load, path, None)
        tally.check(('more than 4194304 characters' in said) == (length > 4194304), f'{length} characters: {said}')


def the_batch_goes_on(work, tally):
    """A description whose sections cannot be told costs no other case its line."""
    for name, text in (('a.desc', 'case \nkernel x\n'), ('b.desc', 'case one\nkernel x\ncase one\nkernel y\n'),
                       ('c.desc', 'kernel none.cpp\n')):
        with open(os.path.join(work, name), 'w', encoding='utf-8') as f:
            f.write(text)
    os.mkfifo(os.path.join(work, 'd.desc'))
    os.mkfifo(os.path.join(work, 'e.metal'))
    tool = os.path.join(HERE, '../../tools/run_kernels.py')
    done = subprocess.run([sys.executable, tool, '--march', 'rv32im', '--kernels', work, '--objects', work,
                           *(os.path.join(work, n) for n in ('a.desc', 'b.desc', 'c.desc', 'd.desc', 'e.metal'))],
                          capture_output=True, text=True, check=False, timeout=60)
    lines = done.stdout.splitlines()
    expected = [f'FAIL a.desc: case: {work}/a.desc:1: no NAME; expected "case NAME"',
                f'FAIL b.desc: case: {work}/b.desc:3: case one a second time; expected "case NAME"',
                'FAIL c.desc: case: the kernel none.cpp does not exist',
                f'FAIL d.desc: case: {work}/d.desc:0: cannot be read: it is not a regular file',
                f'FAIL e.metal: case: {work}/e.metal:0: cannot be read: it is not a regular file',
                '0 passed, 5 failed, 0 skipped']
    tally.check(lines == expected and 'Traceback' not in done.stderr, f'a batch: {lines} {done.stderr[-300:]}')


def main():
    tally = Tally()
    with tempfile.TemporaryDirectory() as work:
        with open(os.path.join(work, 'short.bin'), 'wb') as f:
            f.write(bytes(8))
        for test in (descriptions, case_files, words_stand_once, taken_anywhere, a_part_of_rows, infinities_expected, aliases, a_bomb, the_longest_text,
                     the_batch_goes_on):
            try:
                test(work, tally)
            except Exception as e:  # any of them is a failed test
                tally.check(False, f'{test.__name__}: {type(e).__name__} {e}')
    print(f'{tally.passed} passed, {tally.failed} failed')
    return 1 if tally.failed else 0


if __name__ == '__main__':
    sys.exit(main())
