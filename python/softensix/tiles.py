# SPDX-License-Identifier: Apache-2.0
"""Tiles from and to numpy in every data format, converted by the words that silicon uses, and tensors of
tiles on a core (softensix/tile.h)."""
import ctypes
import enum
from typing import Optional, Tuple

import numpy as np

from ._library import LIB, ProductStruct, TensorStruct, words_of
from .core import Core, Fault

SCRATCH, FIRST = 4096, 16


class Format(enum.IntEnum):
    """Data formats by the hardware's codes."""
    FP32 = 0
    FP16 = 1
    BFP8A = 2
    BFP4A = 3
    TF32 = 4
    BF16 = 5
    BFP8 = 6
    BFP4 = 7
    INT32 = 8
    FP8 = 10
    BFP2A = 11
    INT8 = 14
    BFP2 = 15


INTEGERS = (Format.INT32, Format.INT8)
FUNCTIONS = {LIB.stx_tile_function_name(i).decode(): i for i in range(18)}
OPERATIONS = {'add': 0, 'sub': 1, 'mul': 2}
BROADCASTS = {'elements': 0, 'column': 1, 'row': 2, 'scalar': 3}
REDUCTIONS = {'sum': 0, 'average': 1, 'max': 2, 'min': 3}
DIMENSIONS = {'rows': 0, 'columns': 1, 'all': 2}


def tile_bytes(form: Format) -> int:
    """Bytes of a tile of 32 x 32 numbers in L1."""
    return LIB.stx_tile_bytes(form)


class Tensor:
    """A matrix of tiles in the L1 of a device: shape (rows, columns) in numbers."""

    def __init__(self, device: 'Device', struct: TensorStruct):
        self.device, self.struct = device, struct

    @property
    def shape(self) -> Tuple[int, int]:
        """Rows and columns in numbers."""
        return 32 * self.struct.rows, 32 * self.struct.columns

    @property
    def format(self) -> Format:
        """The data format."""
        return Format(self.struct.format)

    def raw(self) -> np.ndarray:
        """Its bytes in L1, uint8, shape (n,); writing to them writes to L1."""
        first = self.struct.address
        return self.device.core.l1[first:first + LIB.stx_tensor_bytes(self.struct)]

    def numpy(self) -> np.ndarray:
        """The numbers: float32, or int32 of integer formats, shape (rows, columns)."""
        out = np.empty(self.shape, np.uint32)
        self.device.check(LIB.stx_tile_read(self.device.at, self.struct, words_of(out), self.shape[1]))
        return out.view(np.int32 if self.format in INTEGERS else np.float32)


class Device:
    """A core whose L1 holds tensors, one behind the other."""

    def __init__(self, core: Optional[Core] = None):
        self.core = core or Core()
        self._room = ctypes.create_string_buffer(LIB.stx_py_tiles_bytes())
        self.at = ctypes.cast(self._room, ctypes.c_void_p)
        self.next = FIRST + SCRATCH
        self.check(LIB.stx_tiles_init(self.at, self.core._at, 1, FIRST, SCRATCH))

    def check(self, result: int) -> None:
        """Raises what a call of tile.h answers."""
        if result:
            text = LIB.stx_tile_text(result).decode()
            raise (Fault if 'fault' in text.lower() else ValueError)(text)

    def empty(self, shape: Tuple[int, int], form: Format) -> Tensor:
        """Room for a tensor; shape in numbers, multiples of 32."""
        if shape[0] % 32 or shape[1] % 32 or not shape[0] or not shape[1]:
            raise ValueError(f'{shape}: rows and columns are multiples of 32')
        struct = TensorStruct(self.next, shape[0] // 32, shape[1] // 32, form)
        size = LIB.stx_tensor_bytes(struct)
        if self.next + size > len(self.core.l1):
            raise MemoryError('L1 is full')
        self.next = (self.next + size + 15) & ~15
        return Tensor(self, struct)

    def tensor(self, values: np.ndarray, form: Format) -> Tensor:
        """A tensor of the numbers of a matrix, rounded and saturated as the packer does it."""
        integer = form in INTEGERS
        array = np.ascontiguousarray(values, dtype=np.int32 if integer else np.float32)
        if array.ndim != 2:
            raise ValueError('a matrix is needed')
        made = self.empty(array.shape, form)
        self.check(LIB.stx_tile_write(self.at, made.struct, words_of(array.view(np.uint32)), array.shape[1]))
        return made

    def convert(self, a: Tensor, form: Format) -> Tensor:
        """The same numbers in another format."""
        return self._unary(LIB.stx_tile_convert, a, form)

    def _unary(self, call, a: Tensor, form: Optional[Format]) -> Tensor:
        out = self.empty(a.shape, a.format if form is None else form)
        self.check(call(self.at, out.struct, a.struct))
        return out

    def apply(self, function: str, a: Tensor, form: Optional[Format] = None, parameter: float = 0) -> Tensor:
        """A function of each number: exp, log, tanh, gelu ... (tiles.FUNCTIONS)."""
        out = self.empty(a.shape, a.format if form is None else form)
        bits = int(np.float32(parameter).view(np.uint32))
        self.check(LIB.stx_tile_unary(self.at, FUNCTIONS[function], bits, out.struct, a.struct))
        return out

    def matmul(self, a: Tensor, b: Tensor, form: Format = Format.FP32, fidelity: int = 4) -> Tensor:
        """The product of an M x K and a K x N tensor; fidelity 1 (LoFi) to 4 (HiFi4)."""
        out = self.empty((a.shape[0], b.shape[1]), form)
        options = ProductStruct(fidelity=fidelity)
        self.check(LIB.stx_tile_matmul(self.at, out.struct, a.struct, b.struct, options))
        return out

    def binary(self, operation: str, a: Tensor, b: Tensor, broadcast: str = 'elements',
               form: Optional[Format] = None, fidelity: int = 4) -> Tensor:
        """add, sub or mul, number by number; broadcast of b: elements, column, row, scalar."""
        out = self.empty(a.shape, a.format if form is None else form)
        self.check(LIB.stx_tile_binary(self.at, OPERATIONS[operation], BROADCASTS[broadcast], out.struct,
                                       a.struct, b.struct, fidelity))
        return out

    def reduce(self, reduction: str, dimension: str, a: Tensor, form: Format = Format.FP32) -> Tensor:
        """sum, average, max or min of rows, columns or all; the result fills a column of tiles, a row, a tile."""
        shape = {'rows': (a.shape[0], 32), 'columns': (32, a.shape[1]), 'all': (32, 32)}[dimension]
        out = self.empty(shape, form)
        self.check(LIB.stx_tile_reduce(self.at, REDUCTIONS[reduction], DIMENSIONS[dimension], out.struct,
                                       a.struct))
        return out

    def transpose(self, a: Tensor) -> Tensor:
        """Rows become columns."""
        out = self.empty(a.shape[::-1], a.format)
        self.check(LIB.stx_tile_transpose(self.at, out.struct, a.struct))
        return out

    def argmax(self, a: Tensor) -> Tensor:
        """The column of the largest number of each row, INT32, in all columns of a column of tiles."""
        out = self.empty((a.shape[0], 32), Format.INT32)
        self.check(LIB.stx_tile_argmax(self.at, out.struct, a.struct))
        return out

    def layernorm(self, a: Tensor, gamma: Optional[Tensor] = None, beta: Optional[Tensor] = None, epsilon: float = 1e-5,
                  form: Optional[Format] = None) -> Tensor:
        """Layer normalisation of each row; gamma and beta have a factor and a term for each column in their row 0."""
        out = self.empty(a.shape, a.format if form is None else form)
        bits = int(np.float32(epsilon).view(np.uint32))
        self.check(LIB.stx_tile_layernorm(self.at, out.struct, a.struct, gamma and gamma.struct, beta and beta.struct, bits))
        return out

    def softmax(self, a: Tensor, form: Optional[Format] = None) -> Tensor:
        """Softmax of each row."""
        return self._unary(LIB.stx_tile_softmax, a, form)


def pack(values: np.ndarray, form: Format) -> bytes:
    """The bytes in L1 of a matrix as tiles of a format, as the packer makes them. values: float32, or int32 for
    integer formats, shape (rows, columns), multiples of 32."""
    room = 2 * np.asarray(values).size * 4 + 65536
    return Device(Core(room)).tensor(values, form).raw().tobytes()


def unpack(raw: bytes, form: Format, shape: Tuple[int, int] = (32, 32)) -> np.ndarray:
    """The numbers of such bytes, as the unpacker reads them: float32, or int32 of integer formats, of this
    shape."""
    device = Device(Core(2 * shape[0] * shape[1] * 4 + 65536))
    tensor = device.empty(shape, form)
    room = tensor.raw()
    if len(raw) != len(room):
        raise ValueError(f'{len(room)} bytes are needed, not {len(raw)}')
    room[:] = np.frombuffer(raw, np.uint8)
    return tensor.numpy()
