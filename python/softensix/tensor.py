# SPDX-License-Identifier: Apache-2.0
"""A tensor of tiles on a device, with the operators that users of numpy expect."""
from typing import TYPE_CHECKING, Any, NoReturn, Optional, Tuple, Union

import numpy as np

from ._library import Array, LIB, TensorStruct, words_of
from .formats import INTEGERS, Format

if TYPE_CHECKING:
    from .tiles import Device

Slices = Tuple[slice, slice]
BROADCASTS = {(False, False): 'elements', (False, True): 'column', (True, False): 'row', (True, True): 'scalar'}


class _Bytes:
    """Bytes of L1 that keep their tensor as long as an array looks at them."""

    def __init__(self, tensor: 'Tensor', view: Array):
        self.tensor, self.__array_interface__ = tensor, view.__array_interface__


def _sliced(key: Any, size: int) -> slice:
    """The tiles of a slice, which begins and ends with a tile."""
    if not isinstance(key, slice):
        raise IndexError(f'{key!r}: a tensor has slices of whole tiles; np.asarray(tensor) has single numbers')
    start, stop, step = key.indices(size)
    if step != 1 or start % 32 or stop % 32 or start >= stop:
        raise IndexError(f'{start}:{stop}:{step} are no whole tiles of 32; np.asarray(tensor) has all slices')
    return slice(start // 32, stop // 32)


class Tensor:
    """A matrix of tiles in the L1 of a device: shape (rows, columns) in numbers. Its place is free again when nobody
    holds it. np.asarray(tensor) has its numbers; + - * @ compute on the device, with tensors of the same device, or
    with numbers and arrays, which first become tensors of the same format; + - * give that format, @ gives FP32."""
    __array_ufunc__ = None  # so that array + tensor is this class's

    def __init__(self, device: 'Device', struct: TensorStruct):
        self.device, self.struct = device, struct

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
    def T(self) -> 'Tensor':
        """The transposed tensor, on the device."""
        return self.device.transpose(self)

    def raw(self) -> Array:
        """Its bytes in L1, uint8, shape (n,); writing to them writes to L1."""
        first = self.struct.address
        return np.asarray(_Bytes(self, self.device.core.l1[first:first + LIB.stx_tensor_bytes(self.struct)]))

    def numpy(self) -> Array:
        """The numbers: float32, or int32 of integer formats, shape (rows, columns)."""
        out = np.empty(self.shape, np.uint32)
        self.device.call(LIB.stx_tile_read, self, words_of(out), self.shape[1])
        return out.view(np.int32 if self.format in INTEGERS else np.float32)

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Array:
        if copy is False:
            raise ValueError('the numbers of a tensor are copied from L1, always; tensor.raw() has its bytes in place')
        return self.numpy().astype(dtype or None, copy=False) if dtype else self.numpy()

    def __repr__(self) -> str:
        body = np.array2string(self.numpy(), separator=', ', threshold=64, prefix='Tensor(')
        return f'Tensor({body}, {self.format.name}, shape={self.shape})'

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> NoReturn:
        raise TypeError('a tensor is not iterable: np.asarray(tensor) has rows')

    def __bool__(self) -> NoReturn:
        raise ValueError('a tensor of many numbers is neither true nor false')

    def __reduce__(self) -> NoReturn:
        raise TypeError('a tensor lies in the L1 of its device: pickle tensor.numpy(), or its raw() bytes, format and shape')

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
        if len(keys) > 2:
            raise IndexError(f'a tensor has 2 dimensions, and {len(keys)} were given')
        rows, columns = (*keys, slice(None))[:2]
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
            values = self.device.tensor(np.broadcast_to(np.asarray(values), shape), self.format)
        elif values.format != self.format:
            values = values.astype(self.format)
        if values.shape != shape:
            raise ValueError(f'shape {values.shape} does not fit {shape}')
        part[:] = values._tiles()

    def _operand(self, other: Any) -> Tuple['Tensor', str]:
        """The other operand as a tensor, and how its numbers are broadcast."""
        if isinstance(other, Tensor):
            if other.shape != self.shape:
                raise ValueError(f'tensors of shapes {self.shape} and {other.shape}; Device.binary() broadcasts a row, a column or a number')
            return other, 'elements'
        array = np.asarray(other)
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
        return self.device.tensor(np.broadcast_to(np.asarray(other), self.shape), self.format) - self

    def __matmul__(self, other: Any) -> 'Tensor':
        return self.device.matmul(self, other if isinstance(other, Tensor) else self.device.tensor(other, self.format))

    def __rmatmul__(self, other: Any) -> 'Tensor':
        return self.device.matmul(self.device.tensor(other, self.format), self)

    def __truediv__(self, other: Any) -> NoReturn:
        raise TypeError('the device does not divide: multiply by device.apply("reciprocal", tensor)')

    __rtruediv__ = __truediv__
