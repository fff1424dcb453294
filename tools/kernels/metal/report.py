# SPDX-License-Identifier: Apache-2.0
"""Reports about results for the user: where they differ from the expected numbers, and a corner of them."""
import re

from ..formats import datum_order

FEW = 8  # number of wrong results that are printed


class Map:
    """The position of each datum of a buffer's pages: in a matrix if a description has one; otherwise pages are
    tiles, which are side by side or `across` in a row."""

    def __init__(self, case, number, described=None, places=None, across=0):
        if number in case.program.tensors and not places:
            self._of_tensor(case.program.tensors[number])
            return
        b = case.program.tensors.get(number) or case.buffers[number]
        self.tile, self.matrix = (b.rows, b.columns), described is not None
        if described is not None:
            (self.rows, self.columns), self.places = described.shapes[number], places
            if self.rows % b.rows or self.columns % b.columns:
                self.tile = (1, self.columns)  # its pages are rows
            return
        pages = case.outputs[number]
        across = across or next((n for n in range(round(pages ** 0.5), 0, -1) if pages % n == 0), 1)
        self.rows, self.columns = pages // across * b.rows, across * b.columns
        inside = datum_order(b.rows, b.columns)
        self.places = [(i // across * b.rows + r, i % across * b.columns + c) for i in range(pages) for r, c in inside]

    def _of_tensor(self, t):
        """Pages are rows."""
        self.rows, self.columns, self.matrix = t.pages, t.datums // t.pages, False
        self.tile = (1, self.columns)
        self.places = [(i // self.columns, i % self.columns) for i in range(t.datums)]

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
    return (f'{name_of(check.buffer)} index {compared.places[i]}: got {compared.got[i]!r}, want {check.golden[i]!r}; '
            f'{where.where(compared.places[i])}')


def _allowed(compared):
    check = compared.check
    rule = 'equal numbers' if check.rule == 'equal' else f'an error of {check.atol:g} + {check.rtol:g} x |want|'
    asked = '' if check.pcc is None else f', correlation {check.pcc:g} or more'
    return f'allowed: {rule}{asked}; the correlation is {compared.pcc:.6f}'


def _of_check(compared, where):
    """Lines about one check; the first is the summary."""
    check = compared.check
    lines = [_datum(compared, i, where) for i in compared.wrong[:1]]
    if check.pcc is not None and compared.pcc + 1e-12 < check.pcc:
        lines.append(f'{name_of(check.buffer)}: correlation {compared.pcc:.6f}, below {check.pcc:g}')
    if not lines:
        return []
    worst = max(range(len(compared.got)), key=compared.distance)
    tiles = {where.tile_of(place) for place in compared.places}
    bad = {where.tile_of(compared.places[i]) for i in compared.wrong}
    lines.append(f'{len(compared.wrong)} of {len(compared.got)} numbers of {name_of(check.buffer)} are wrong, in {len(bad)} of '
                 f'{len(tiles)} tiles; largest error {compared.distance(worst):.6g}, {_datum(compared, worst, where)}')
    lines.append(_allowed(compared))
    lines += [_datum(compared, i, where) for i in compared.wrong[1:FEW]]
    if len(compared.wrong) > FEW:
        lines.append(f'and {len(compared.wrong) - FEW} more')
    return lines


def mismatch(verdict, maps):
    """First line and details of a failed verdict. maps: of each buffer's datums."""
    lines = [line for c in verdict.compared for line in _of_check(c, maps[c.check.buffer])]
    return lines[0], '\n'.join('    ' + line for line in lines[1:])


def corner(number, got, wanted):
    """The first numbers of a matrix, and the expected ones."""
    lines = [f'  {name_of(number)}, {len(got)} x {len(got[0])}, first rows and columns'
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
