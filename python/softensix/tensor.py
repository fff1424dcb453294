# SPDX-License-Identifier: Apache-2.0
"""A tensor of tiles on a device, with the operators that users of numpy expect."""
import operator
from typing import TYPE_CHECKING, Any, Callable, Dict, NoReturn, Optional, Tuple, Union

import numpy as np

from . import _given
from ._library import Array, LIB, TensorStruct, words_of
from .formats import INTEGERS, Format

if TYPE_CHECKING:
    from .tiles import Device

Slices = Tuple[slice, slice]
AXES = {None: 'all', 0: 'columns', 1: 'rows', -1: 'rows', -2: 'columns'}
BROADCASTS = {(False, False): 'elements', (False, True): 'column', (True, False): 'row', (True, True): 'scalar'}


class _Bytes:
    """Bytes of L1 that keep their tensor as long as an array looks at them."""

    def __init__(self, tensor: 'Tensor', view: Array):
        self.tensor, self.__array_interface__ = tensor, view.__array_interface__


def _sliced(key: Any, size: int) -> slice:
    """The tiles of a slice, which begins and ends with a tile."""
    if not isinstance(key, slice):
        raise IndexError(f'{_given.shown(key)}: a tensor has slices of whole tiles; np.asarray(tensor) has single numbers')
    try:
        start, stop, step = key.indices(size)
    except TypeError:
        raise IndexError(f'{_given.shown(key)}: the ends of a slice are whole numbers') from None
    if step != 1 or start % 32 or stop % 32 or start >= stop:
        raise IndexError(f'{start}:{stop}:{step} are no whole tiles of 32; np.asarray(tensor) has all slices')
    return slice(start // 32, stop // 32)


class Tensor:
    """A matrix of tiles in the L1 of a device: shape (rows, columns) in numbers. Its place is free again when nobody
    holds it. np.asarray(tensor) has its numbers; + - * @ compute on the device, with tensors of the same device, or
    with numbers and arrays, which first become tensors of the same format; + - * give that format, @ gives FP32.
    Comparisons are numpy's, of the numbers."""
    __slots__ = ('device', 'struct', '__weakref__')  # t.real = 1 is refused

    def __init__(self, device: 'Device', struct: Optional[TensorStruct] = None):
        if not isinstance(struct, TensorStruct):
            raise TypeError('a tensor is made by a device: Device().tensor(values, "bf16")')
        self.device, self.struct = device, struct

    def __array_ufunc__(self, ufunc: Any, method: str, *given: Any, **named: Any) -> Any:
        """numpy's functions that are operators of a tensor; array + tensor comes here, too."""
        name = ufunc.__name__
        if method != '__call__' or named or name not in UFUNCS:
            called = f'np.{name}' if method == '__call__' else f'np.{name}.{method}'
            more = f' with {"=, ".join(named)}=' if named else ''
            raise TypeError(f'{called}{more} is not for tensors: {called}(np.asarray(tensor)) is numpy\'s, and device.apply(), binary() '
                            'and reduce() are the device\'s')
        plain, reflected = UFUNCS[name]
        if isinstance(given[0], Tensor):
            return plain(*given)
        return reflected(given[1], given[0])

    def __getattr__(self, name: str) -> NoReturn:
        more = f': np.asarray(tensor).{name} is numpy\'s' if hasattr(np.ndarray, name) and not name.startswith('_') else ''
        raise AttributeError(f'a tensor has no {name!r}{more}')

    @property
    def shape(self) -> Tuple[int, int]:
        """Rows and columns in numbers."""
        return 32 * self.struct.rows, 32 * self.struct.columns

    @property
    def ndim(self) -> int:
        """2."""
        return 2

    @property
    def size(self) -> int:
        """How many numbers."""
        return self.shape[0] * self.shape[1]

    @property
    def format(self) -> Format:
        """The data format."""
        return Format(self.struct.format)

    dtype = format

    @property
    def nbytes(self) -> int:
        """Bytes in L1."""
        return int(LIB.stx_tensor_bytes(self.struct))

    @property
    def T(self) -> 'Tensor':
        """The transposed tensor, on the device."""
        return self.device.transpose(self)

    def transpose(self, *axes: Any) -> 'Tensor':
        """The same, as numpy calls it."""
        if axes not in ((), (None,), (1, 0), ((1, 0),)):
            raise ValueError(f'axes {axes}: rows and columns change places, (1, 0)')
        return self.T

    def dot(self, other: Any) -> 'Tensor':
        """tensor @ other."""
        return self.__matmul__(other)

    def raw(self) -> Array:
        """Its bytes in L1, uint8, shape (n,); writing to them writes to L1."""
        first = self.struct.address
        return np.asarray(_Bytes(self, self.device.core.l1[first:first + self.nbytes]))

    def numpy(self) -> Array:
        """The numbers: float32, or int32 of integer formats, shape (rows, columns)."""
        out = np.empty(self.shape, np.uint32)
        self.device.call(LIB.stx_tile_read, self, words_of(out), self.shape[1])
        return out.view(np.int32 if self.format in INTEGERS else np.float32)

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Array:
        if copy is False:
            raise ValueError('the numbers of a tensor are copied from L1, always; tensor.raw() has its bytes in place')
        return np.asarray(self.numpy(), dtype)

    def __repr__(self) -> str:
        body = np.array2string(self.numpy(), separator=', ', prefix='Tensor(')
        return f'Tensor({body}, {self.format.name}, shape={self.shape})'

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> NoReturn:
        raise TypeError('a tensor is not iterable: np.asarray(tensor) has rows')

    __reversed__ = None

    def __contains__(self, number: Any) -> bool:
        return bool((self.numpy() == number).any())

    def __bool__(self) -> NoReturn:
        raise ValueError('a tensor of many numbers is neither true nor false')

    def __float__(self) -> NoReturn:
        raise TypeError('a tensor has many numbers: np.asarray(tensor)[0, 0] is one of them')

    __int__ = __index__ = __complex__ = __float__

    def __round__(self, digits: Optional[int] = None) -> NoReturn:
        raise TypeError('the device does not round to digits: np.round(np.asarray(tensor)) does')

    def __reduce__(self) -> NoReturn:
        raise TypeError('a tensor lies in the L1 of its device: pickle tensor.numpy(), or its raw() bytes, format and shape')

    def __copy__(self) -> 'Tensor':
        return self.copy()

    def __deepcopy__(self, known: Dict[int, Any]) -> 'Tensor':
        return self.copy()

    def astype(self, form: Union[Format, int, str]) -> 'Tensor':
        """The same numbers in another format."""
        return self.device.convert(self, form)

    def copy(self) -> 'Tensor':
        """Another tensor with the same bytes."""
        return self[:, :]

    def _tiles(self) -> Array:
        return self.raw().reshape(self.struct.rows, self.struct.columns, -1)

    def _slices(self, key: Any) -> Slices:
        keys = key if isinstance(key, tuple) else (key,)
        dots = [i for i, one in enumerate(keys) if one is Ellipsis]
        if len(dots) > 1:
            raise IndexError('an index has one ... at most')
        for i in dots:
            keys = (*keys[:i], *(3 - len(keys)) * (slice(None),), *keys[i + 1:])
        if len(keys) > 2:
            raise IndexError(f'a tensor has 2 dimensions, and {len(keys)} were given')
        rows, columns = (*keys, slice(None), slice(None))[:2]
        return _sliced(rows, self.shape[0]), _sliced(columns, self.shape[1])

    def __getitem__(self, key: Any) -> 'Tensor':
        part = self._tiles()[self._slices(key)]
        made = self.device.empty((32 * part.shape[0], 32 * part.shape[1]), self.format)
        made._tiles()[:] = part
        return made

    def __setitem__(self, key: Any, values: Any) -> None:
        part = self._tiles()[self._slices(key)]
        shape = 32 * part.shape[0], 32 * part.shape[1]
        if not isinstance(values, Tensor):
            values = self.device.tensor(_given.broadcast(values, shape), self.format)
        elif values.format != self.format:
            values = values.astype(self.format)
        if values.shape != shape:
            raise ValueError(f'shape {values.shape} does not fit {shape}')
        part[:] = values._tiles()

    def __delitem__(self, key: Any) -> NoReturn:
        raise TypeError('nothing of a tensor is deleted: a slice is a smaller tensor')

    def _operand(self, other: Any) -> Tuple['Tensor', str]:
        """The other operand as a tensor, and how its numbers are broadcast."""
        if isinstance(other, Tensor):
            if other.shape != self.shape:
                raise ValueError(f'tensors of shapes {self.shape} and {other.shape} cannot be broadcast together; Device.binary() takes '
                                 'a row, a column or a number from a tensor\'s beginning')
            return other, 'elements'
        array = _given.unmasked(other)
        shape = ((1, 1) + array.shape)[-2:] if array.ndim <= 2 else array.shape
        if len(shape) > 2 or not all(one in (1, own) for one, own in zip(shape, self.shape)):
            raise ValueError(f'shapes {self.shape} and {array.shape} cannot be broadcast together')
        padded = np.zeros([-(-n // 32) * 32 for n in shape], array.dtype)
        padded[:shape[0], :shape[1]] = array
        return self.device.tensor(padded, self.format), BROADCASTS[shape[0] == 1, shape[1] == 1]

    def _binary(self, operation: str, other: Any) -> 'Tensor':
        tensor, broadcast = self._operand(other)
        return self.device.binary(operation, self, tensor, broadcast)

    def __add__(self, other: Any) -> 'Tensor':
        return self._binary('add', other)

    def __sub__(self, other: Any) -> 'Tensor':
        return self._binary('sub', other)

    def __mul__(self, other: Any) -> 'Tensor':
        return self._binary('mul', other)

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other: Any) -> 'Tensor':
        self._operand(other)
        return self.device.tensor(_given.broadcast(other, self.shape), self.format) - self

    def _in_place(self, made: 'Tensor') -> 'Tensor':
        self[:] = made
        return self

    def __iadd__(self, other: Any) -> 'Tensor':
        return self._in_place(self + other)

    def __isub__(self, other: Any) -> 'Tensor':
        return self._in_place(self - other)

    def __imul__(self, other: Any) -> 'Tensor':
        return self._in_place(self * other)

    def __matmul__(self, other: Any) -> 'Tensor':
        return self.device.matmul(self, other if isinstance(other, Tensor) else self.device.tensor(other, self.format))

    def __rmatmul__(self, other: Any) -> 'Tensor':
        return self.device.matmul(self.device.tensor(other, self.format), self)

    def __imatmul__(self, other: Any) -> NoReturn:
        raise TypeError('a product is another tensor, FP32: a = a @ b instead of a @= b')

    def __neg__(self) -> 'Tensor':
        return self.device.apply('negative', self)

    def __pos__(self) -> 'Tensor':
        return self.copy()

    def __abs__(self) -> 'Tensor':
        return self.device.apply('abs', self)

    def __pow__(self, other: Any, modulo: Any = None) -> 'Tensor':
        if isinstance(other, Tensor) or np.ndim(other) or other != 2 or modulo is not None:
            raise TypeError('the device has the power 2: tensor ** 2; device.apply() has sqrt, rsqrt, reciprocal, exp and log')
        return self.device.apply('square', self)

    def __rpow__(self, other: Any) -> NoReturn:
        raise TypeError('of powers with a tensor as exponent the device has those of e: device.apply("exp", tensor)')

    def __truediv__(self, other: Any) -> NoReturn:
        raise TypeError('the device does not divide: multiply by a number\'s reciprocal, or by device.apply("reciprocal", tensor)')

    __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __itruediv__ = __divmod__ = __rdivmod__ = __truediv__

    def __and__(self, *other: Any) -> NoReturn:
        raise TypeError('a tensor has numbers, and no bits to combine: comparisons give arrays of numpy, which have & | ^ ~')

    __or__ = __xor__ = __rand__ = __ror__ = __rxor__ = __lshift__ = __rshift__ = __rlshift__ = __rrshift__ = __invert__ = __and__

    def _compared(self, compare: Callable[[Any, Any], Any], other: Any) -> Array:
        return np.asarray(compare(self.numpy(), other.numpy() if isinstance(other, Tensor) else other))

    def __eq__(self, other: object) -> Array:  # type: ignore[override]
        return self._compared(operator.eq, other)

    def __ne__(self, other: object) -> Array:  # type: ignore[override]
        return self._compared(operator.ne, other)

    def __lt__(self, other: Any) -> Array:
        return self._compared(operator.lt, other)

    def __le__(self, other: Any) -> Array:
        return self._compared(operator.le, other)

    def __gt__(self, other: Any) -> Array:
        return self._compared(operator.gt, other)

    def __ge__(self, other: Any) -> Array:
        return self._compared(operator.ge, other)

    def _reduced(self, reduction: str, axis: Optional[int], named: Dict[str, Any]) -> Any:
        """The numbers of a reduction on the device, as numpy has them: shape (), (rows,) or (columns,)."""
        if any(value is not None and value is not False for value in named.values()):
            raise TypeError(f'a tensor reduces along an axis, without {", ".join(named)}: np.asarray(tensor) does the rest')
        if not (axis is None or isinstance(axis, (int, np.integer))) or axis not in AXES:
            raise ValueError(f'axis {axis} is not None, 0 or 1')
        made = self.device.reduce(reduction, AXES[axis], self).numpy()
        return {'all': made[0, 0], 'columns': made[0], 'rows': made[:, 0]}[AXES[axis]]

    def sum(self, axis: Optional[int] = None, **named: Any) -> Any:
        """The sum of all numbers, of each column (axis 0) or of each row (axis 1), computed on the device."""
        return self._reduced('sum', axis, named)

    def mean(self, axis: Optional[int] = None, **named: Any) -> Any:
        """The average, likewise."""
        return self._reduced('average', axis, named)

    def max(self, axis: Optional[int] = None, **named: Any) -> Any:
        """The largest number, likewise."""
        return self._reduced('max', axis, named)

    def min(self, axis: Optional[int] = None, **named: Any) -> Any:
        """The smallest number, likewise."""
        return self._reduced('min', axis, named)


def _is(ufunc: Callable[[Any], Any]) -> Callable[..., Any]:
    return lambda a: ufunc(a.numpy())


# What numpy's functions mean, with a tensor as the first operand, and as the second.
UFUNCS: Dict[str, Tuple[Callable[..., Any], Callable[..., Any]]] = {
    'add': (Tensor.__add__, Tensor.__radd__), 'subtract': (Tensor.__sub__, Tensor.__rsub__), 'multiply': (Tensor.__mul__, Tensor.__rmul__),
    'matmul': (Tensor.__matmul__, Tensor.__rmatmul__), 'divide': (Tensor.__truediv__, Tensor.__rtruediv__),
    'equal': (Tensor.__eq__, Tensor.__eq__), 'not_equal': (Tensor.__ne__, Tensor.__ne__), 'less': (Tensor.__lt__, Tensor.__gt__),
    'less_equal': (Tensor.__le__, Tensor.__ge__), 'greater': (Tensor.__gt__, Tensor.__lt__), 'greater_equal': (Tensor.__ge__, Tensor.__le__),
    'power': (Tensor.__pow__, Tensor.__rpow__),
    'isnan': (_is(np.isnan), _is(np.isnan)), 'isinf': (_is(np.isinf), _is(np.isinf)), 'isfinite': (_is(np.isfinite), _is(np.isfinite)),
    **{name: (call, call) for name, call in (('negative', Tensor.__neg__), ('positive', Tensor.__pos__),
                                             ('absolute', Tensor.__abs__), ('square', lambda a: a ** 2))}}
