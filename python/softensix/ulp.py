# SPDX-License-Identifier: Apache-2.0
"""The error of a function of the vector unit, as arrays. The exact function is given in binary64; the program
stx-ulp (docs/ulp.md) has it from MPFR."""
import math
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterable, Optional, Tuple, Union

import numpy as np

from . import _given
from ._library import Array
from ._picture import Picture
from .core import Core, Word
from .formats import Format
from .tiles import apply

Function = Callable[[Array], Any]

BIAS = {'fp32': (23, -126), 'bf16': (7, -126)}


def _bias(form: str) -> Tuple[int, int]:
    if form not in BIAS:
        raise ValueError(f'no form {form!r}; there are {", ".join(BIAS)}')
    return BIAS[form]


def ulp_of(x: Array, form: str = 'bf16') -> Array:
    """The unit in the last place of real numbers in a format, bf16 or fp32: 2^(e-m) for
    2^e <= |x| < 2^(e+1), and not less than that of the smallest normal number."""
    mantissa, emin = _bias(form)
    x = np.asarray(x, np.float64)
    if not np.isfinite(x).all():
        raise ValueError('an infinity or NaN has no unit in the last place')
    _, exponent = np.frexp(x)
    return np.asarray(np.ldexp(1.0, np.maximum(exponent - 1, emin) - mantissa))


@dataclass
class Errors:
    """All of the same shape (n,): inputs and results as numbers, exact values, errors in ulp. Where an input or
    an exact value is no ordinary number the error is NaN."""
    x: Array
    y: Array
    exact: Array
    ulp: Array

    @property
    def worst(self) -> int:
        """Where the error is largest."""
        return int(np.nanargmax(self.ulp))

    def between(self, low: float, high: float) -> 'Errors':
        """Those of inputs from low to high, which is not one of them."""
        inside = (self.x >= low) & (self.x < high)
        return Errors(self.x[inside], self.y[inside], self.exact[inside], self.ulp[inside])

    def plot(self) -> Picture:
        """A picture, which notebooks show: the largest error of each of at most 560 neighbouring groups of inputs, from the least
        input to the largest."""
        order = np.argsort(self.x)
        order = order[~np.isnan(self.ulp[order])]
        if not order.size:
            raise ValueError('no input has an error in ulp')
        groups = np.array_split(order, min(560, order.size))
        high = [float(self.ulp[group].max()) for group in groups]
        top = max(high) or 1.0
        points = ' '.join(f'{40 + 560 * i / len(high):.1f},{200 - 180 * value / top:.1f}' for i, value in enumerate(high))
        svg = ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 230" font-family="sans-serif" font-size="12">'
               f'<rect width="620" height="230" fill="white"/><polyline points="{points}" fill="none" stroke="#1f6feb"/>'
               f'<path d="M40 20V200H600" fill="none" stroke="#333"/><text x="2" y="14">{top:.3g} ulp</text>'
               f'<text x="40" y="218">x = {self.x[order[0]]:.4g}</text>'
               f'<text x="600" y="218" text-anchor="end">{self.x[order[-1]]:.4g}</text></svg>')
        return Picture(svg)

    def _repr_svg_(self) -> str:
        return self.plot().svg


def _numbers(bits: Array, form: str) -> Array:
    with np.errstate(invalid='ignore'):  # NaN
        return (bits << 16 if form == 'bf16' else bits).astype(np.uint32).view(np.float32).astype(np.float64)


def _exact_gelu(x: Array) -> Any:
    halves = [0.5 + 0.5 * math.erf(one / math.sqrt(2)) for one in x.flat]
    return x * np.reshape(halves, x.shape)


# Functions of Device.apply() as they are defined.
EXACT: Dict[str, Function] = {
    'abs': np.abs, 'negative': np.negative, 'square': np.square, 'exp': np.exp, 'log': np.log, 'sqrt': np.sqrt, 'rsqrt': lambda x: 1 / np.sqrt(x),
    'reciprocal': np.reciprocal, 'sigmoid': lambda x: 1 / (1 + np.exp(-x)), 'tanh': np.tanh, 'gelu': _exact_gelu, 'silu': lambda x: x / (1 + np.exp(-x)),
    'sin': np.sin, 'cos': np.cos}


def _of_words(words: Iterable[Word], core: Optional[Core], given: Array, form: str) -> Array:
    if core is None:
        core = Core(4096, firmware=True)
        core.write(0xFFEF0004, Format.BF16 << 21 | (form == 'fp32') << 30)  # what SFPLOAD without a format takes Dst for
    return _numbers(core.map(words, given, form), form)


def _of_device(function: str, x: Array, form: str) -> Array:
    """A function of Device.apply(); the inputs are padded to whole tiles."""
    padded = np.zeros((32, -(-x.size // 1024) * 32), np.float32)
    padded.flat[:x.size] = x.ravel()
    return apply(function, padded, form).ravel()[:x.size].astype(np.float64).reshape(x.shape)


def errors(function: Union[str, Iterable[Word]], exact: Optional[Function] = None, form: str = 'bf16',
           inputs: Optional[Array] = None, core: Optional[Core] = None) -> Errors:
    """The errors of a function, for all inputs of BF16, or for bit patterns (uint32, shape (n,)). function: words from
    SFPLOAD to SFPSTORE of address 0, or the name of a function of Device.apply(), which is its own definition. exact: the
    function, from and to float64 arrays."""
    _bias(form)
    name = function if isinstance(function, str) else None
    if name is not None and name not in EXACT:
        raise ValueError(f'no function {_given.shown(name)}; there are {", ".join(EXACT)}, and lists of words')
    exact = exact or (EXACT[name] if name else None)
    if exact is None:
        raise TypeError('exact says what the words should compute: errors(words, np.exp)')
    if inputs is None:
        if form != 'bf16':
            raise ValueError('fp32 has too many inputs: give them')
        inputs = np.arange(1 << 16, dtype=np.uint32)
    given = _given.bits(inputs, 16 if form == 'bf16' else 32)
    x = _numbers(given, form)
    y = _of_device(name, x, form) if name else _of_words(function, core, given, form)
    return _compared(x, y, exact, form)


def _compared(x: Array, y: Array, exact: Function, form: str) -> Errors:
    smallest, largest = 2.0 ** -126, float(np.finfo(np.float32).max)
    with np.errstate(all='ignore'):
        value = np.asarray(exact(x), np.float64)
        if value.shape != x.shape:
            raise ValueError(f'exact() gives numbers of shape {value.shape} for {x.shape}')
        ordinary = np.isfinite(x) & (np.abs(x) >= smallest) & (np.abs(value) >= smallest)
        ordinary &= (np.abs(value) <= largest)
        ulp = np.full(x.shape, np.nan)
        ulp[ordinary] = np.abs(y - value)[ordinary] / ulp_of(value[ordinary], form)
    return Errors(x, y, value, ulp)
