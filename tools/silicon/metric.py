# SPDX-License-Identifier: Apache-2.0
"""Steps between expected and computed numbers, and the lanes that count, as the vendor's table has them."""
import math
from dataclasses import dataclass

import numpy as np

from formats import ALL, MANTISSA, SMALLEST, of_values, quantised, values

LARGEST = {'b': 3.3895313892515355e38, 'p8': 3.3895313892515355e38, 'h': 65504.0, 'f': 3.4028234663852886e38}
# Where a function is undefined on one side of a point (A: defined above it, B: below), or at the point alone.
POLES = {'Reciprocal': [(0.0, '*')], 'Rdiv': [(0.0, '*')], 'Log1p': [(-1.0, 'A')], 'Acosh': [(1.0, 'A')],
         **{op: [(0.0, 'A')] for op in ('Log', 'LogWithBase', 'Sqrt', 'SqrtCustom', 'Rsqrt', 'RsqrtCompat')},
         **{op: [(-1.0, 'A'), (1.0, 'B')] for op in ('Atanh', 'Erfinv', 'Asin', 'Acos')}}
PERIODIC = ('Sin', 'Cos', 'Tan')  # claimed up to pi
# Known defects (tenstorrent/tt-metal issue 58607): a 16-bit Dst of FP16 holds an infinity where the answer is one of
# the largest numbers. Inputs from, to; of magnitudes.
KNOWN = {**{op: (65408.0, 65504.0, False) for op in ('Celu', 'Elu', 'Gelu', 'GeluTanh', 'Mish')}, 'Silu': (65440.0, 65504.0, False),
         'Selu': (62272.0, 62336.0, False), 'Xielu': (255.5, 255.625, False), 'UnaryPower': (255.625, 255.875, True),
         'Square': (255.75, 255.875, True), 'Tanhshrink': (65440.0, 65504.0, True)}


@dataclass(frozen=True)
class Cell:
    """One cell of the table: formats b, h, f, p8, p4 of input and output; wide: Dst has 32 bits."""
    op: str
    form: str
    out: str
    approx: bool
    wide: bool

    def __str__(self):
        return f'{self.op} {self.form} {self.out} {"NY"[self.approx]} {"NY"[self.wide]}'


def rank(numbers, out, subnormals=False):
    """Positions of float32 numbers in the order of the format; 0 and, unless told, all subnormals have one."""
    held = 'b' if out == 'p8' else out
    patterns = of_values(numbers, held).astype(np.int64)
    sign = patterns >> (31 if held == 'f' else 15)
    magnitude = patterns & (0x7FFFFFFF if held == 'f' else 0x7FFF)
    if not subnormals:
        magnitude = np.maximum(magnitude - ((1 << MANTISSA[out]) - 1), 0)
    return np.where(sign == 1, -magnitude, magnitude)


def _usable(cell, patterns, count):
    """Lanes whose input is neither padding nor subnormal nor outside what a 16-bit Dst can hold."""
    x = np.abs(values(patterns, cell.form))
    seen = np.abs(values(quantised(patterns, cell.form), 'b')) if cell.form in ('p8', 'p4') else x
    low, high = SMALLEST[cell.form], math.inf
    if cell.form == 'f' and not cell.wide:
        low, high = (2.0 ** -14, 65504.0) if cell.out == 'h' else (low, LARGEST['b'])
    return (np.arange(ALL) < count) & ((x >= low) | (x == 0)) & (x <= high) & ((seen >= low) | (seen == 0))


def _claimed(cell, x):
    """Lanes at which a difference in being finite counts; and those at a pole."""
    claimed, pole = np.ones(len(x), bool), np.zeros(len(x), bool)
    for point, side in POLES.get(cell.op, ()):
        claimed &= x >= point if side == 'A' else x <= point if side == 'B' else x != point
        pole |= x == point
    narrow_half = cell.form == 'h' or (cell.form == 'f' and cell.out == 'h' and not cell.wide)
    if cell.op in PERIODIC and not narrow_half:
        claimed &= np.abs(x) <= math.pi
    if cell.out == 'h' and not cell.wide and cell.op in KNOWN:
        low, high, magnitude = KNOWN[cell.op]
        size = np.abs(x) if magnitude else x
        claimed &= ~((size >= low) & (size <= high))
    if cell.op == 'Sqrt' and (cell.form, cell.out, cell.wide) == ('f', 'h', True):  # issue 57215
        claimed &= ~((x >= 65488.0 ** 2) & (x <= 65520.0 ** 2))
    return claimed, pole


@dataclass
class Counted:
    """A cell's figures: the largest number of steps and its lane, and the lanes that differ in being finite."""
    steps: int
    lane: int
    differing: np.ndarray


def count(cell, patterns, real, expected, got, subnormals=False):
    """Compares float32 numbers; real: how many inputs are no padding."""
    with np.errstate(all='ignore'):
        nan_e, nan_g, inf_e, inf_g = np.isnan(expected), np.isnan(got), np.isinf(expected), np.isinf(got)
        opposite = inf_e & inf_g & (np.signbit(expected) != np.signbit(got))
        mixed = (nan_e ^ nan_g) | (inf_e ^ inf_g) | opposite
        usable = _usable(cell, patterns, real)
        steps = np.where(usable & ~mixed & ~nan_e & ~nan_g,
                         np.abs(rank(expected, cell.out, subnormals) - rank(got, cell.out, subnormals)), -1)
        x = values(quantised(patterns, cell.form), 'b') if cell.form in ('p8', 'p4') else values(patterns, cell.form)
        claimed, pole = _claimed(cell, x)
        same = np.signbit(expected) == np.signbit(got)
        saturated = nan_g | (inf_g & same)
        if cell.out == 'h':
            saturated |= same & (np.abs(got) == LARGEST['h'])
        excused = nan_e | ((np.abs(expected) > LARGEST[cell.out]) & (saturated | pole))
        return Counted(int(steps.max()), int(steps.argmax()), mixed & usable & claimed & ~excused)
