# SPDX-License-Identifier: Apache-2.0
"""Tiles from and to numpy in every data format, converted by the words that silicon uses, and tensors of
tiles on a core (softensix/tile.h)."""
import collections
import ctypes
import weakref
from typing import Any, Callable, Deque, Iterator, List, NoReturn, Optional, Tuple, Union

import numpy as np

from . import _given
from ._library import CHIP, Array, LIB, ProductStruct, TensorStruct, words_of
from .core import Core, Fault
from .formats import INTEGERS, AnyFormat, Format
from .tensor import Tensor

SCRATCH, FIRST = 4096, 16
MOST_TILES = 0xFFFF  # rows or columns of a tensor (struct stx_tensor)
PART = 64            # tiles that are converted at a time


FUNCTIONS = {LIB.stx_tile_function_name(i).decode(): i for i in range(18)}
OPERATIONS = {'add': 0, 'sub': 1, 'mul': 2}
BROADCASTS = {'elements': 0, 'column': 1, 'row': 2, 'scalar': 3}
REDUCTIONS = {'sum': 0, 'average': 1, 'max': 2, 'min': 3}
FIDELITIES = {'LoFi': 1, 'HiFi2': 2, 'HiFi3': 3, 'HiFi4': 4}
CREATED = ('arange', 'array', 'asarray', 'eye', 'full', 'linspace', 'ones', 'zeros')  # what numpy makes arrays with
DIMENSIONS = {'rows': 0, 'columns': 1, 'all': 2}


def tile_bytes(form: AnyFormat) -> int:
    """Bytes of a tile of 32 x 32 numbers in L1."""
    return int(LIB.stx_tile_bytes(Format.of(form)))


class Memory:
    """The free bytes of an L1: where a tensor goes, and where one lay that nobody holds any more."""

    def __init__(self, first: int, end: int):
        self.free = [(first, end)]
        self.given_back: Deque[Tuple[int, int]] = collections.deque()  # by threads of any kind, at any time

    def _merge(self) -> None:
        while self.given_back:
            self.free.append(self.given_back.popleft())
        merged: List[Tuple[int, int]] = []
        for first, end in sorted(self.free):
            if merged and merged[-1][1] == first:
                first = merged.pop()[0]
            merged.append((first, end))
        self.free = merged

    def left(self) -> int:
        """How many bytes are free."""
        return sum(end - first for first, end in [*self.free, *self.given_back])

    def take(self, size: int) -> Tuple[int, int]:
        """The first place that is large enough: its address and end. MemoryError if there is none. Each tile has a multiple of 16
        bytes, so each place begins at one."""
        self._merge()
        for i, (first, end) in enumerate(self.free):
            if end - first >= size:
                self.free[i] = first + size, end
                return first, first + size
        raise MemoryError(f'L1 is full: {size} bytes are needed, and of {self.left()} free ones at most '
                          f'{max((e - f for f, e in self.free), default=0)} are next to each other; softensix.apply(), binary() and '
                          'matmul() take matrices by parts')


class Device:
    """A core whose L1 holds tensors. Several devices may be made of one core, and share its L1."""

    def __init__(self, core: Optional[Core] = None):
        if not isinstance(core, (Core, type(None))):
            raise TypeError(f'a device is made of a Core, not of {_given.shown(core)}')
        self.core = Core() if core is None else core
        self._room = ctypes.create_string_buffer(LIB.stx_py_tiles_bytes())
        self._at = ctypes.cast(self._room, ctypes.c_void_p)
        with self.core.lock:
            self._check('', LIB.stx_tiles_init(self._at, self.core._at, 1, FIRST, SCRATCH))
            self.memory = self.core.memory = self.core.memory or Memory(FIRST + SCRATCH, len(self.core.l1))

    def __repr__(self) -> str:
        return f'Device({CHIP}, {self.memory.left()} of {len(self.core.l1)} bytes of L1 free)'

    def __enter__(self) -> 'Device':
        return self

    def __exit__(self, *error: object) -> None:
        self.core.reset()

    def __reduce__(self) -> NoReturn:
        raise TypeError('a device is neither pickled nor copied: make one where it is needed')

    def __getattr__(self, name: str) -> NoReturn:
        more = f': device.apply("{name}", tensor) computes it' if name in FUNCTIONS else \
            f': device.tensor(np.{name}(...), "bf16") makes a tensor of an array' if name in CREATED else ''
        raise AttributeError(f'a device has no {name!r}{more}')

    def _check(self, tensors: str, result: int) -> None:
        if result:
            text = LIB.stx_tile_text(result).decode()
            more = '; device.tensor(np.asarray(tensor), "fp32") has the numbers in another format' if 'data formats' in text else ''
            raise (self.core.fault() or Fault(text)) if 'fault' in text.lower() else ValueError(f'{text}: {tensors}{more}')

    def call(self, function: Callable[..., int], *given: Any) -> None:
        """Calls a function of tile.h with tensors of this device and other arguments; raises what it answers."""
        tensors = ', '.join(f'{x.format.name} {x.shape}' for x in given if isinstance(x, Tensor))
        with self.core.lock:
            LIB.stx_clear_fault(self.core._at)
            self._check(tensors, function(self._at, *(self._own(x) if isinstance(x, Tensor) else x for x in given)))

    def _own(self, a: Tensor) -> TensorStruct:
        if not isinstance(a, Tensor):
            raise TypeError(f'a Tensor is needed, not {_given.shown(a)}: device.tensor(values, "bf16") makes one')
        if a.device.core is not self.core:
            raise ValueError('a tensor is in the L1 of another device')
        return a.struct

    def empty(self, shape: Tuple[int, int], form: AnyFormat) -> Tensor:
        """Room for a tensor; shape in numbers, multiples of 32."""
        (rows, columns), form = _given.tiles(shape), Format.of(form)
        if max(rows, columns) > MOST_TILES:
            raise ValueError(f'{tuple(shape)}: a tensor has at most {32 * MOST_TILES} rows and columns')
        with self.core.lock:
            first, end = self.memory.take(rows * columns * tile_bytes(form))
        made = Tensor(self, TensorStruct(first, rows, columns, form))
        weakref.finalize(made, self.memory.given_back.append, (first, end)).atexit = False
        return made

    def tensor(self, values: Any, form: Optional[AnyFormat] = None, saturate: bool = False, *, dtype: Optional[AnyFormat] = None) -> Tensor:
        """A tensor of the numbers of a matrix, in the given format (form, or dtype as numpy calls it) or, without one, in that of
        its type (FP32 or INT32 if no format is that type's): rounded as the packer does it, which makes those beyond a format
        with exponents, and NaN of a format without NaN, the largest ones or infinite. What binary32, or an integer format, does
        not have is refused, or, with saturate=True, becomes the nearest number that it has; NaN and fractions are no integers at all."""
        if form is not None and dtype is not None:
            raise TypeError('form and dtype are two names of one argument')
        form = dtype if form is None else form
        form = _format_of(values) if form is None else Format.of(form)
        given = _given.matrix(values)
        rows, columns = given.shape
        made = self.empty((rows, columns), form)  # before the numbers are looked at: there may be very many
        self.call(LIB.stx_tile_write, made, words_of(_numbers(given, form, saturate).view(np.uint32)), columns)
        return made

    def convert(self, a: Tensor, form: AnyFormat) -> Tensor:
        """The same numbers in another format."""
        return self._unary(LIB.stx_tile_convert, a, form)

    def _like(self, a: Tensor, form: Optional[AnyFormat]) -> Tensor:
        self._own(a)
        return self.empty(a.shape, a.format if form is None else form)

    def _unary(self, call: Callable[..., int], a: Tensor, form: Optional[AnyFormat]) -> Tensor:
        out = self._like(a, form)
        self.call(call, out, a)
        return out

    def apply(self, function: str, a: Tensor, form: Optional[AnyFormat] = None, parameter: float = 0) -> Tensor:
        """A function of each number: exp, log, tanh, gelu ... (tiles.FUNCTIONS)."""
        number, out = _given.choice('function', function, FUNCTIONS), self._like(a, form)
        self.call(LIB.stx_tile_unary, number, _given.binary32('parameter', parameter), out, a)
        return out

    def matmul(self, a: Tensor, b: Tensor, form: AnyFormat = Format.FP32, fidelity: Union[int, str] = 4) -> Tensor:
        """The product of an M x K and a K x N tensor; fidelity 1 to 4, or "LoFi" to "HiFi4". If L1 does not hold all three,
        softensix.matmul() computes it by parts."""
        self._own(a), self._own(b)
        if a.shape[1] != b.shape[0]:
            raise ValueError(f'{a.shape} @ {b.shape}: the first has as many columns as the second has rows')
        options = ProductStruct(fidelity=_fidelity(fidelity))
        out = self.empty((a.shape[0], b.shape[1]), form)
        self.call(LIB.stx_tile_matmul, out, a, b, options)
        return out

    def binary(self, operation: str, a: Tensor, b: Tensor, broadcast: str = 'elements',
               form: Optional[AnyFormat] = None, fidelity: Union[int, str] = 4) -> Tensor:
        """add, sub or mul, number by number; broadcast of b: elements, column, row, scalar."""
        numbers = _given.choice('operation', operation, OPERATIONS), _given.choice('broadcast', broadcast, BROADCASTS)
        self._own(b)
        phases, out = _fidelity(fidelity), self._like(a, form)
        self.call(LIB.stx_tile_binary, *numbers, out, a, b, phases)
        return out

    def reduce(self, reduction: str, dimension: str, a: Tensor, form: AnyFormat = Format.FP32) -> Tensor:
        """sum, average, max or min of rows, columns or all; the result fills a column of tiles, a row, a tile."""
        numbers = _given.choice('reduction', reduction, REDUCTIONS), _given.choice('dimension', dimension, DIMENSIONS)
        self._own(a)
        out = self.empty({'rows': (a.shape[0], 32), 'columns': (32, a.shape[1]), 'all': (32, 32)}[dimension], form)
        self.call(LIB.stx_tile_reduce, *numbers, out, a)
        return out

    def transpose(self, a: Tensor) -> Tensor:
        """Rows become columns."""
        self._own(a)
        out = self.empty(a.shape[::-1], a.format)
        self.call(LIB.stx_tile_transpose, out, a)
        return out

    def argmax(self, a: Tensor) -> Tensor:
        """The column of the largest number of each row, INT32, in all columns of a column of tiles."""
        self._own(a)
        out = self.empty((a.shape[0], 32), Format.INT32)
        self.call(LIB.stx_tile_argmax, out, a)
        return out

    def layernorm(self, a: Tensor, gamma: Optional[Tensor] = None, beta: Optional[Tensor] = None, epsilon: float = 1e-5,
                  form: Optional[AnyFormat] = None) -> Tensor:
        """Layer normalisation of each row; gamma and beta have a factor and a term for each column in their row 0."""
        for more in (gamma, beta):
            if more is not None:
                self._own(more)
        out = self._like(a, form)
        self.call(LIB.stx_tile_layernorm, out, a, gamma, beta, _given.binary32('epsilon', epsilon, 0))
        return out

    def softmax(self, a: Tensor, form: Optional[AnyFormat] = None) -> Tensor:
        """Softmax of each row."""
        return self._unary(LIB.stx_tile_softmax, a, form)


def _format_of(values: Any) -> Format:
    """The format that a type of numpy has, or the widest of its kind."""
    if isinstance(values, Tensor):
        return values.format
    kind = np.asarray(values).dtype
    return {'float16': Format.FP16, 'int8': Format.INT8}.get(kind.name, Format.FP32 if kind.kind == 'f' else Format.INT32)


def _fidelity(number: Union[int, str]) -> int:
    if isinstance(number, str):
        return _given.choice('fidelity', number, FIDELITIES)
    return _given.whole('fidelity', number, 1, 4)


def _numbers(values: Any, form: AnyFormat, saturate: bool) -> Array:
    """A matrix as the device takes it: binary32, or int32 for integer formats, row by row."""
    form = Format.of(form)
    array = _given.integers(values, INTEGERS[form], saturate) if form in INTEGERS else _given.floats(values, saturate)
    return np.ascontiguousarray(array)


def _parts(rows: int, columns: int) -> Iterator[Tuple[slice, slice]]:
    """A matrix of tiles in parts of at most PART, in the order of the tiles: slices of rows and of columns in numbers."""
    high, wide = max(1, PART // columns), min(columns, PART)
    for row in range(0, rows, high):
        for column in range(0, columns, wide):
            yield (slice(32 * row, 32 * min(row + high, rows)), slice(32 * column, 32 * min(column + wide, columns)))


def pack(values: Array, form: AnyFormat, saturate: bool = False) -> bytes:
    """The bytes in L1 of a matrix as tiles of a format, as the packer makes them. values: real numbers, shape (rows,
    columns), multiples of 32; saturate: Device.tensor() has the rule."""
    array, device = _numbers(values, form, saturate), Device()
    return b''.join(device.tensor(array[part], form).raw().tobytes() for part in _parts(*_given.tiles(array.shape)))


def unpack(raw: bytes, form: AnyFormat, shape: Tuple[int, int] = (32, 32)) -> Array:
    """The numbers of such bytes, as the unpacker reads them: float32, or int32 of integer formats, of this
    shape."""
    (rows, columns), form, device = _given.tiles(shape), Format.of(form), Device()
    data, at = np.frombuffer(raw, np.uint8), 0
    if len(data) != rows * columns * tile_bytes(form):
        raise ValueError(f'{rows * columns * tile_bytes(form)} bytes are needed for shape={tuple(shape)}, not {len(data)}')
    out = np.empty((32 * rows, 32 * columns), np.int32 if form in INTEGERS else np.float32)
    for part in _parts(rows, columns):
        high, wide = out[part].shape
        tensor = device.empty((high, wide), form)
        room = tensor.raw()
        room[:] = data[at:at + len(room)]
        out[part], at = tensor.numpy(), at + len(room)
    return out


def _by_parts(compute: Callable[[Device, List[Tensor]], Tensor], operands: AnyFormat, *given: Any) -> Array:
    """A function of tensors of one shape, number by number, of matrices of any size."""
    arrays, device = [_numbers(values, operands, False) for values in given], Device()
    if any(array.shape != arrays[0].shape for array in arrays):
        raise ValueError(f'matrices of one shape are needed, not of {" and ".join(str(array.shape) for array in arrays)}')
    out: Optional[Array] = None
    for part in _parts(*_given.tiles(arrays[0].shape)):
        made = compute(device, [device.tensor(array[part], operands) for array in arrays]).numpy()
        out = np.empty(arrays[0].shape, made.dtype) if out is None else out
        out[part] = made
    assert out is not None
    return out


def apply(function: str, values: Any, operands: AnyFormat = Format.BF16, form: Optional[AnyFormat] = None, parameter: float = 0) -> Array:
    """Device.apply() of a matrix of any size, by parts."""
    return _by_parts(lambda device, given: device.apply(function, given[0], form, parameter), operands, values)


def binary(operation: str, a: Any, b: Any, operands: AnyFormat = Format.BF16, form: Optional[AnyFormat] = None,
           fidelity: Union[int, str] = 4) -> Array:
    """Device.binary() of two matrices of one shape and of any size, by parts."""
    return _by_parts(lambda device, given: device.binary(operation, given[0], given[1], 'elements', form, fidelity), operands,
                     a, b)


def matmul(a: Array, b: Array, operands: AnyFormat = Format.BF16, form: AnyFormat = Format.FP32, fidelity: Union[int, str] = 4) -> Array:
    """The product of two matrices of any size, M x K and K x N, of which a row and a column of tiles fit into L1
    together: by parts, with the same bits as Device.matmul() gives for the whole."""
    device, a, b = Device(), _numbers(a, operands, False), _numbers(b, operands, False)
    (rows, inner), (height, columns) = _given.tiles(a.shape), _given.tiles(b.shape)
    if inner != height:
        raise ValueError(f'{a.shape} x {b.shape}: the first has as many columns as the second has rows')
    free, side = len(device.core.l1) - SCRATCH - 64, 1
    while 2 * (side + 1) * inner * tile_bytes(operands) + (side + 1) ** 2 * tile_bytes(form) <= free:
        side += 1
    out = np.empty((32 * rows, 32 * columns), np.int32 if form in INTEGERS else np.float32)
    for row in range(0, len(a), 32 * side):
        left = device.tensor(a[row:row + 32 * side], operands)
        for column in range(0, b.shape[1], 32 * side):
            right = device.tensor(b[:, column:column + 32 * side], operands)
            out[row:row + 32 * side, column:column + 32 * side] = device.matmul(left, right, form, fidelity).numpy()
            del right
        del left
    return out
