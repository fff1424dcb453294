# SPDX-License-Identifier: Apache-2.0
"""Card files: cases of golden vectors (docs/testing.md) of which all words are thread 1's, and of whose state the
first 64 rows of a 32-bit Dst are compared, and tiles of L1 for examples/llk/words.cpp. Needs Python alone."""
import struct

ROWS, COLUMNS, MOST_WORDS = 64, 16, 1023
TILE_BYTES = 4 * ROWS * COLUMNS


class Case:
    """A name, words, and 64 rows of 16 numbers before and after them; comments: lines about all cases."""

    def __init__(self, name, words, before, after=None):
        self.name, self.words, self.before, self.after = name, words, before, after


def _row_of(row):
    """The row of cells with the high halves of a row; the low ones lie eight rows below."""
    return (row & ~7) << 1 | row & 7


def _high(v):
    """The high half of a number as Dst has it: sign, mantissa, exponent."""
    return v >> 16 & 0x8000 | (v >> 16 & 127) << 8 | v >> 23 & 255


def _number(high, low):
    return (high & 0x8000) << 16 | (high & 255) << 23 | (high >> 8 & 127) << 16 | low


def _rows(numbers):
    """State lines of rows."""
    lines = []
    for row, values in enumerate(numbers):
        for at, cells in ((0, map(_high, values)), (8, (v & 0xFFFF for v in values))):
            lines.append(f'd {_row_of(row) + at:x} ' + ' '.join(f'{c:x}' for c in cells))
    return lines


def _of_rows(lines):
    """Numbers of state lines."""
    cells = [[0] * COLUMNS for _ in range(2 * ROWS)]
    for line in lines:
        row, *values = (int(t, 16) for t in line.split()[1:])
        cells[row] = values
    return [[_number(*pair) for pair in zip(cells[_row_of(r)], cells[_row_of(r) + 8])] for r in range(ROWS)]


def write(path, cases, comments=()):
    """Without results, the section of what is expected is empty."""
    lines = [f'# {c}' for c in comments]
    for case in cases:
        lines += [f'case {case.name}', *_rows(case.before), 'run']
        lines += [f'x 1 {w:08x}' for w in case.words]
        lines += ['expect', *(_rows(case.after) if case.after else []), 'end']
    with open(path, 'w', encoding='ascii') as f:
        f.write('\n'.join(lines + ['']))


def read(path):
    """Cases of a file that write() has made."""
    cases, part = [], {}
    with open(path, encoding='ascii') as f:
        for line in f.read().splitlines():
            word = line.split()[0] if line.split() else '#'
            if word == 'case':
                name, part, section = line.split()[1], {'case': [], 'run': [], 'expect': []}, 'case'
            elif word in ('run', 'expect'):
                section = word
            elif word == 'end':
                words = [int(text.split()[2], 16) for text in part['run']]
                after = _of_rows(part['expect']) if part['expect'] else None
                cases.append(Case(name, words, _of_rows(part['case']), after))
            elif not word.startswith('#'):
                part[section].append(line)
    return cases


def to_tiles(cases):
    """Words of 32 bits: the input of words.cpp."""
    tiles = [[len(cases)]]
    for case in cases:
        if len(case.words) > MOST_WORDS:
            raise ValueError(f'{case.name}: more than {MOST_WORDS} words')
        tiles.append([len(case.words), *case.words])
        tiles.append([v for row in case.before for v in row])
    return [v for tile in tiles for v in tile + [0] * (ROWS * COLUMNS - len(tile))]


def with_results(cases, numbers):
    """Adds to each case its tile of the result."""
    for i, case in enumerate(cases):
        tile = [v & 0xFFFFFFFF for v in numbers[i * ROWS * COLUMNS:(i + 1) * ROWS * COLUMNS]]
        case.after = [tile[r * COLUMNS:(r + 1) * COLUMNS] for r in range(ROWS)]


def of_bytes(data):
    return list(struct.unpack(f'<{len(data) // 4}I', data))
