# SPDX-License-Identifier: Apache-2.0
"""Reports about results for the user: where they differ from the expected numbers, and a corner of them."""
import re

from .formats import datum_order

FEW = 8  # number of wrong results that are printed


class Map:
    """The place of each datum of what was compared: tiles side by side, or `across` in a row, unless a matrix and places in it are
    given. A tile whose columns are not a multiple of 16 is a row."""

    def __init__(self, name, rows, columns, tiles=1, across=0, matrix=None, places=None):
        self.name, self.tile, self.matrix, self.places = name, (rows, columns), matrix is not None, places
        if matrix:
            self.rows, self.columns = matrix
            return
        across = across or next((n for n in range(round(tiles ** 0.5), 0, -1) if tiles % n == 0), 1)
        self.rows, self.columns = tiles // across * rows, across * columns
        inside = datum_order(rows, columns) if rows > 1 else [(0, c) for c in range(columns)]
        self.places = [(i // across * rows + r, i % across * columns + c) for i in range(tiles) for r, c in inside]

    def tile_of(self, index):
        """The number of the datum's tile, in row-major order."""
        row, column = self.places[index]
        return row // self.tile[0] * (self.columns // self.tile[1]) + column // self.tile[1]

    def where(self, index):
        """The position in words."""
        row, column = self.places[index]
        text = f'tile {self.tile_of(index)}, row {row % self.tile[0]}, column {column % self.tile[1]}'
        if self.matrix and (self.rows, self.columns) != self.tile:
            text += f' (row {row}, column {column} of {self.rows} x {self.columns})'
        return text


def name_of(buffer):
    return f'tensor {buffer}' if isinstance(buffer, str) else f'cb {buffer}'


def _datum(compared, i, where):
    check = compared.check
    return (f'{where.name} index {compared.places[i]}: got {compared.got[i]!r}, want {check.golden[i]!r}; '
            f'{where.where(compared.places[i])}')


def _allowed(compared):
    check = compared.check
    rule = {'equal': 'equal numbers', 'isclose': f'an error of {check.atol:g} + {check.rtol:g} x |{"got" if check.ctype else "want"}|'}.get(
        check.rule, f'what the rule {check.rule} allows')
    asked = '' if check.pcc is None else f', correlation {check.pcc:g} or more'
    return f'allowed: {rule}{asked}; the correlation is {compared.pcc:.6f}'


def _of_check(compared, where):
    """Lines about one check; the first is the summary."""
    check = compared.check
    lines = [_datum(compared, i, where) for i in compared.wrong[:1]]
    if compared.too_far:
        lines.append(f'{where.name}: correlation {compared.pcc:.6f}, below {check.pcc:g}')
    if compared.passed:
        return []
    worst = max(range(len(compared.got)), key=compared.distance)
    tiles = {where.tile_of(place) for place in compared.places}
    bad = {where.tile_of(compared.places[i]) for i in compared.wrong}
    lines.append(f'{len(compared.wrong)} of {len(compared.got)} numbers of {where.name} are wrong, in {len(bad)} of '
                 f'{len(tiles)} tiles; largest error {compared.distance(worst):.6g}, {_datum(compared, worst, where)}')
    lines.append(_allowed(compared))
    lines += [_datum(compared, i, where) for i in compared.wrong[1:FEW]]
    if len(compared.wrong) > FEW:
        lines.append(f'and {len(compared.wrong) - FEW} more')
    return lines


def mismatch(verdict, maps):
    """First line and details of a failed verdict. maps: of each buffer's datums."""
    lines = [line for c in verdict.compared for line in _of_check(c, maps[c.check.of])]
    return lines[0], '\n'.join('    ' + line for line in lines[1:])


def corner(name, got, wanted):
    """The first numbers of a matrix, and the expected ones."""
    lines = [f'  {name}, {len(got)} x {len(got[0])}, first rows and columns'
             + (', expected on the right:' if wanted else ':')]
    for r in range(min(4, len(got))):
        left = ' '.join(f'{x:11.5g}' for x in got[r][:4])
        right = ' '.join(f'{x:11.5g}' for x in wanted[r][:4]) if wanted else ''
        lines.append(f'    {left}   {right}'.rstrip())
    return lines


def not_built(message):
    """The first line and the details about a program that could not be built. Fabric connects to other chips and
    their cores."""
    who, _, told = message.partition(':\n')
    fabric = re.search(r'fatal error: (\S*fabric\S*): No such file', told)
    if fabric:
        return f'fault: {who}: not modelled: another core, by fabric ({fabric[1]})', told
    text, _, details = f'build: {message}'.partition('\n')
    return text, details
