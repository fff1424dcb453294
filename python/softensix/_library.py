# SPDX-License-Identifier: Apache-2.0
"""The library itself, by ctypes. The environment variable SOFTENSIX_ARCH names the chip: blackhole, which is the
default, or wormhole."""
import ctypes
import os
from typing import Any
from ctypes import POINTER, c_bool, c_char_p, c_int, c_long, c_size_t, c_uint32, c_uint64, c_uint8, \
    c_uint16, c_void_p

import numpy.typing as npt

Array = npt.NDArray[Any]
WORDS = POINTER(c_uint32)


class TensorStruct(ctypes.Structure):
    """struct stx_tensor of softensix/tile.h."""
    _fields_ = [('address', c_uint32), ('rows', c_uint16), ('columns', c_uint16), ('format', c_uint8)]


class ProductStruct(ctypes.Structure):
    """struct stx_tile_product of softensix/tile.h."""
    _fields_ = [('fidelity', c_uint8), ('dst16', c_bool), ('accumulate', c_bool),
                ('bias', POINTER(TensorStruct)), ('activation', c_int), ('parameter', c_uint32)]


class ItemStruct(ctypes.Structure):
    """struct stx_item of softensix/inspect.h."""
    _fields_ = [('name', c_char_p), ('offset', c_uint32), ('size', c_uint8), ('count', c_uint32),
                ('row', c_uint32), ('bank', c_uint32), ('limit', c_uint32)]


class FaultStruct(ctypes.Structure):
    """struct stx_fault of softensix/core.h."""
    _fields_ = [('kind', c_int), ('rule', c_int), ('thread', c_uint32), ('word', c_uint32), ('detail', c_uint32), ('detail_high', c_uint32),
                ('what', c_char_p), ('where', c_char_p)]


TENSOR = POINTER(TensorStruct)
SIGNATURES = {
    'stx_version': (c_char_p,), 'stx_py_chip': (c_char_p,), 'stx_py_l1_bytes': (c_uint32,),
    'stx_py_core_bytes': (c_size_t,), 'stx_py_tiles_bytes': (c_size_t,),
    'stx_py_start': (None, c_void_p, c_void_p, c_uint32, c_uint32),
    'stx_clear_fault': (None, c_void_p),
    'stx_last_fault': (POINTER(FaultStruct), c_void_p),
    'stx_py_lreg': (None, c_void_p, c_uint32, WORDS), 'stx_py_set_lreg': (None, c_void_p, c_uint32, WORDS),
    'stx_py_dst': (None, c_void_p, c_uint32, WORDS), 'stx_py_set_dst': (None, c_void_p, c_uint32, WORDS),
    'stx_py_issue': (c_long, c_void_p, c_uint32, WORDS, c_size_t),
    'stx_py_map': (None, c_void_p, c_void_p, WORDS, c_size_t, c_uint32, WORDS, WORDS, c_size_t, POINTER(c_uint8)),
    'stx_disasm': (c_size_t, c_char_p, c_size_t, c_uint32),
    'stx_assemble': (c_char_p, WORDS, c_char_p),
    'stx_mmio_write': (None, c_void_p, c_uint32, c_uint32, c_uint32),
    'stx_mmio_read': (c_uint32, c_void_p, c_uint32, c_uint32),
    'stx_item_at': (POINTER(ItemStruct), c_size_t),
    'stx_src_peek': (c_uint32, c_void_p, c_uint32, c_uint32, c_uint32, c_uint32),
    'stx_src_poke': (None, c_void_p, c_uint32, c_uint32, c_uint32, c_uint32, c_uint32),
    'stx_dst_poke': (None, c_void_p, c_uint32, c_uint32, c_uint32),
    'stx_dst_peek': (c_uint32, c_void_p, c_uint32, c_uint32),
    'stx_departure_set_all': (None, c_void_p, c_int),
    'stx_policy_set_all': (None, c_void_p, c_int),
    'stx_save': (c_size_t, c_void_p, c_void_p, c_size_t),
    'stx_restore': (c_bool, c_void_p, c_char_p, c_size_t),
    'stx_tile_text': (c_char_p, c_int), 'stx_tile_bytes': (c_uint32, c_int),
    'stx_tensor_bytes': (c_uint64, TENSOR),
    'stx_tile_function_name': (c_char_p, c_int),
    'stx_tiles_init': (c_int, c_void_p, c_void_p, c_uint32, c_uint32, c_uint32),
    'stx_tile_write': (c_int, c_void_p, TENSOR, WORDS, c_uint32),
    'stx_tile_read': (c_int, c_void_p, TENSOR, WORDS, c_uint32),
    'stx_tile_convert': (c_int, c_void_p, TENSOR, TENSOR),
    'stx_tile_unary': (c_int, c_void_p, c_int, c_uint32, TENSOR, TENSOR),
    'stx_tile_matmul': (c_int, c_void_p, TENSOR, TENSOR, TENSOR, POINTER(ProductStruct)),
    'stx_tile_binary': (c_int, c_void_p, c_int, c_int, TENSOR, TENSOR, TENSOR, c_int),
    'stx_tile_reduce': (c_int, c_void_p, c_int, c_int, TENSOR, TENSOR),
    'stx_tile_argmax': (c_int, c_void_p, TENSOR, TENSOR),
    'stx_tile_transpose': (c_int, c_void_p, TENSOR, TENSOR),
    'stx_tile_softmax': (c_int, c_void_p, TENSOR, TENSOR),
    'stx_tile_layernorm': (c_int, c_void_p, TENSOR, TENSOR, TENSOR, TENSOR, c_uint32),
}


def _load() -> ctypes.CDLL:
    arch = os.environ.get('SOFTENSIX_ARCH') or 'blackhole'
    path = os.path.join(os.path.dirname(__file__), f'_{os.path.basename(arch)}.so')
    if not os.path.exists(path):
        raise ImportError(f'SOFTENSIX_ARCH={arch}: there is blackhole and wormhole')
    library = ctypes.CDLL(path)
    for name, (result, *arguments) in SIGNATURES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


LIB = _load()


CHIP: str = LIB.stx_py_chip().decode()


def version() -> str:
    """The library's version."""
    return str(LIB.stx_version().decode())


def words_of(array: Array) -> Any:
    """The numbers of a contiguous array of 32 bits as C sees them."""
    return array.ctypes.data_as(WORDS)
