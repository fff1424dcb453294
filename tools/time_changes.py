# SPDX-License-Identifier: Apache-2.0
"""Public changes that have made a kernel faster: the rows of docs/time-measured.tsv before and after each of them. What a change
has gained on silicon and what it gains in the model (tools/time_bands.py writes the table)."""
from dataclasses import dataclass

GIVEN = ('tt-metal#45660', 'tt-metal#44596', 'tt-metal#55053', 'tt-metal#54429', 'tt-metal#55061')  # the model was made with these at hand
NEAR = 0.1
_UNTILIZED = ('8 tiles in a block, the least', '6 tiles in a block, the median', 'a tile in a block, the most')


def _pairs():
    """(change, row before, row after)"""
    yield 'tt-metal#45660', 'vector function reciprocal, whose macros RISC-V code makes', 'vector function reciprocal'
    for what in _UNTILIZED:
        yield 'tt-metal#44596', f'pack and untilize with ADDDMAREG, {what}, pack only', f'pack and untilize with CFGSHIFTMASK, {what}, pack only'
    yield 'tt-metal#55053', 'reduce rows, MAX, math only, with four writes of configuration', 'reduce rows, MAX, math only'
    average, sigmoid = 'Wormhole: moving average of rows', 'Wormhole: vector function sigmoid, approximate'
    yield 'tt-metal#54429', f'{average}, from L1 to L1', f'{average}, replayed, from L1 to L1'
    yield 'tt-metal#55061', sigmoid, f'{sigmoid}, two rows in flight'
    yield 'tt-metal#54938', 'Wormhole: vector function relu_max', 'Wormhole: vector function relu_max without conditions'
    yield 'tt-metal#43973', 'vector function exponential, sfpi code', 'vector function exponential'
    yield 'tt-metal#43973', 'Wormhole: vector function exponential, sfpi code', 'Wormhole: vector function exponential'
    for source, names in (('tt-metal#45552', ('sinh', 'cosh')), ('tt-metal#50112', ('atan', 'asin', 'acos'))):
        for name in names:
            for chip in ('', 'Wormhole: '):
                yield source, f"{chip}vector function {name}, tt-metal's own", f'{chip}vector function {name}'
    for source, names in (('tt-metal#48925', ('floor', 'trunc', 'frac', 'exp2', 'tanh')), ('tt-metal#48696', ('softsign',))):
        for name in names:
            yield source, f'Wormhole: vector function {name}, not unrolled', f'Wormhole: vector function {name}'
    yield 'tt-metal#49820', 'AbsInt32, a word made by RISC-V code', 'AbsInt32 and BitwiseNot, replayed'
    yield 'tt-metal#49820', 'SUB of int32, words made by RISC-V code', 'SUB of int32'
    yield 'tt-metal#54317', 'SFPU tanh by table: load, look up, store, next', 'SFPU tanh: look up, load the next, store'


@dataclass
class Change:
    source: str
    what: str        # the row before
    silicon: float   # the part of the time that it saves
    model: float

    @property
    def given(self):
        return self.source in GIVEN

    @property
    def right(self):
        return (self.silicon > 0) == (self.model > 0) and self.model != 0

    def line(self):
        return (f'| {self.source}{", given" * self.given} | {self.what} | {100 * self.silicon:.1f} % | {100 * self.model:.1f} % | '
                f'{"right" if self.right else "wrong"} |')


def _saved(before, after, column):
    return 1 - float(after.of(column)) / float(before.of(column))


def of(rows):
    """All changes."""
    by_name = {}
    for row in rows:
        by_name.setdefault(row.of('what'), []).append(row)
    found = []
    for source, first, last in _pairs():
        before, after = by_name[first][0], by_name[last][0]
        found.append(Change(source, first, _saved(before, after, 'measured'), _saved(before, after, 'model')))
    return found


def table(changes):
    lines = ['| change | kernel before it | saved on silicon | in the model | sign |', '|---|---|---|---|---|', *(change.line() for change in changes)]
    for some, name in (([change for change in changes if change.given], 'given'), ([change for change in changes if not change.given], 'other')):
        right = sum(change.right for change in some)
        near = sum(abs(change.silicon - change.model) <= NEAR for change in some)
        lines += ['', f'The sign is right for {right} of {len(some)} {name} pairs, and the saving is within {100 * NEAR:.0f} points of a hundred for {near}.']
    return lines


def text(rows):
    return '\n'.join(['', 'What public changes to kernels save, of the time before them:', '', *table(of(rows))]) + '\n'
