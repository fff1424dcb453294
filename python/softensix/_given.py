# SPDX-License-Identifier: Apache-2.0
"""What callers give, before C sees it: a number that does not fit, or an array of another kind, is refused and not
made to fit."""
import operator
from typing import Any, Dict, Iterable, Tuple, Type

import numpy as np

from ._library import Array

MOST_WORD = 0xFFFFFFFF


def shown(value: Any) -> str:
    """A value in one line: of an array, what it is."""
    text = f'an array of shape {value.shape}' if isinstance(value, np.ndarray) else repr(value)
    return text if len(text) <= 80 and '\n' not in text else type(value).__name__


def whole(what: str, value: Any, low: int, high: int, error: Type[Exception] = ValueError) -> int:
    """A whole number in this range."""
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f'{what} is a whole number, not {value}')
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f'{what} is a whole number, not {shown(value)}') from None
    if not low <= number <= high:
        raise error(f'{what} {number} is not from {low} to {high}')
    return number


def choice(what: str, name: str, known: Dict[str, int]) -> int:
    """What a name stands for."""
    if not isinstance(name, str) or name not in known:
        raise ValueError(f'no {what} {shown(name)}; there are {", ".join(known)}')
    return known[name]


def bits(values: Any, width: int = 32) -> Array:
    """Bit patterns as contiguous uint32; they are integers of that many bits."""
    array = np.asarray(values)
    if array.dtype.kind not in 'iu' and array.size:
        raise TypeError(f'bit patterns are unsigned integers, not {array.dtype}')
    if array.size and not 0 <= int(array.min()) <= int(array.max()) < 1 << width:
        raise ValueError(f'bit patterns are from 0 to {(1 << width) - 1:#x}')
    return np.ascontiguousarray(array, np.uint32).reshape(array.shape)


def unmasked(values: Any) -> Array:
    """An array, whose numbers are all there."""
    if isinstance(values, np.ma.MaskedArray):
        raise TypeError('a masked array has no numbers where it is masked: values.filled(0) has')
    return np.asarray(values)


def broadcast(values: Any, shape: Tuple[int, int]) -> Array:
    """An array of this shape, by numpy's rule."""
    array = unmasked(values)
    try:
        return np.broadcast_to(array, shape)
    except ValueError:
        raise ValueError(f'shape {array.shape} does not fit {shape}') from None


def matrix(values: Any) -> Array:
    """A matrix of real numbers, none of them an object, a text or a complex one."""
    array = unmasked(values)
    if array.dtype.kind not in 'biuf' or array.dtype.itemsize > 8:
        raise TypeError(f'a matrix of real numbers of at most 64 bits is needed, not of {array.dtype}')
    if array.ndim != 2:
        raise ValueError(f'a matrix is needed, and the shape is {array.shape}: reshape() makes rows and columns of other arrays')
    return array


def tiles(shape: Iterable[int]) -> Tuple[int, int]:
    """Rows and columns of a matrix in tiles."""
    shape = tuple(shape) if isinstance(shape, Iterable) else (shape,)
    if len(shape) != 2 or any(whole('a size', n, 0, MOST_WORD) % 32 or not n for n in shape):
        raise ValueError(f'{shape}: rows and columns are two multiples of 32, which np.pad() makes of others')
    return int(shape[0]) // 32, int(shape[1]) // 32


def floats(values: Any, saturate: bool) -> Array:
    """Real numbers as binary32; one that is finite and would become infinite is refused, or becomes the largest."""
    array, most = matrix(values), np.finfo(np.float32).max
    with np.errstate(over='ignore', invalid='ignore'):
        made = array.astype(np.float32)
        lost = np.isinf(made) & np.isfinite(array)
    if lost.any() and not saturate:
        raise ValueError(f'{array[lost][0]:g} is no number of binary32; saturate=True makes it the largest one')
    return np.where(lost, np.copysign(most, made), made).astype(np.float32)


def integers(values: Any, most: int, saturate: bool) -> Array:
    """Whole numbers from -most to most as int32; those beyond are refused, or become the nearest."""
    array = matrix(values)
    if array.dtype.kind == 'f':
        array = array.astype(np.float64)
        broken = np.isnan(array) | (np.isfinite(array) & (array != np.floor(array)))
        if broken.any():
            raise ValueError(f'{array[broken][0]} is no whole number')
    beyond = (array < -most) | (array > most)
    if beyond.any() and not saturate:
        raise ValueError(f'{array[beyond][0]} is not from {-most} to {most}; saturate=True makes it the nearest of these')
    made = np.where(array > most, np.int32(most), np.int32(-most))
    made[~beyond] = array[~beyond]
    return made


def binary32(what: str, value: float, low: float = -np.inf) -> int:
    """The bit pattern of a number that is not below low."""
    if isinstance(value, bool) or not isinstance(value, (int, float, np.integer, np.floating)):
        raise TypeError(f'{what} is a number, not {shown(value)}')
    with np.errstate(over='ignore'):
        number = np.float32(value)
    if np.isinf(number) and np.isfinite(float(value)):
        raise ValueError(f'{what} {value} is no number of binary32')
    if low > -np.inf and not low <= number < np.inf:
        raise ValueError(f'{what} {value} is not {low:g} or more')
    return int(number.view(np.uint32))
