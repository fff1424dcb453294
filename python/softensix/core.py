# SPDX-License-Identifier: Apache-2.0
"""A coprocessor: words, registers, Dst, L1, saved states."""
import ctypes
from typing import Dict, Iterable, Optional, Union

import numpy as np

from ._library import LIB, words_of

Word = Union[int, str]
DST_FORMATS = {'fp32': 0, 'bf16': 1, 'fp16': 2}


class Fault(Exception):
    """A word could not be executed; the message names it and the rule that it breaks."""


def assemble(text: str) -> int:
    """The word of one line of assembly: assemble("MVMUL dst=16")."""
    word = ctypes.c_uint32()
    wrong = LIB.stx_assemble(ctypes.byref(word), text.encode())
    if wrong:
        raise ValueError(f'{text}: {wrong.decode()}')
    return word.value


def disassemble(word: int) -> str:
    """One word as assembly."""
    text = ctypes.create_string_buffer(256)
    LIB.stx_disasm(text, len(text), word)
    return text.value.decode()


def words_array(words: Union[Word, Iterable[Word]]) -> np.ndarray:
    """Words or lines of assembly as numbers, shape (n,)."""
    if isinstance(words, (int, str, np.integer)):
        words = [words]
    return np.array([assemble(w) if isinstance(w, str) else w for w in words], dtype=np.uint32)


def _items():
    index = 0
    while LIB.stx_item_at(index):
        item = LIB.stx_item_at(index).contents
        yield item.name.decode(), item
        index += 1


class Core:
    """One coprocessor with its own L1, which is as large as the chip's unless a size is given."""

    def __init__(self, l1_bytes: Optional[int] = None):
        l1_bytes = l1_bytes or LIB.stx_py_l1_bytes()
        self.l1 = np.zeros(l1_bytes, np.uint8)
        self._room = ctypes.create_string_buffer(LIB.stx_py_core_bytes() + 64)
        self._at = ctypes.c_void_p((ctypes.addressof(self._room) + 63) & ~63)
        LIB.stx_py_start(self._at, self.l1.ctypes.data, l1_bytes)

    def issue(self, words: Union[Word, Iterable[Word]], thread: int = 1) -> None:
        """Executes words, or lines of assembly, for a thread (0 unpack, 1 math, 2 pack)."""
        array = words_array(words)
        done = LIB.stx_py_issue(self._at, thread, words_of(array), len(array))
        if done < len(array):
            raise Fault(self._why(int(array[done])))

    def _why(self, word: int) -> str:
        text = ctypes.create_string_buffer(512)
        if LIB.stx_py_fault(self._at, text, len(text)):
            return text.value.decode()
        return f'{disassemble(word)}: waits for another thread'

    def lreg(self, index: int) -> np.ndarray:
        """LReg 0..15 of the vector unit, uint32, shape (32,)."""
        out = np.empty(32, np.uint32)
        LIB.stx_py_lreg(self._at, index, words_of(out))
        return out

    def set_lreg(self, index: int, values) -> None:
        """Sets LReg 0..15; values: 32 numbers, or one for all lanes."""
        array = np.ascontiguousarray(np.broadcast_to(np.asarray(values, np.uint32), 32))
        LIB.stx_py_set_lreg(self._at, index, words_of(array))

    def dst(self, form: str = 'fp32') -> np.ndarray:
        """The first 64 rows of Dst, bit patterns as uint32, shape (64, 16); form: fp32, bf16, fp16."""
        out = np.empty((64, 16), np.uint32)
        LIB.stx_py_dst(self._at, DST_FORMATS[form], words_of(out))
        return out

    def set_dst(self, values: np.ndarray, form: str = 'fp32') -> None:
        """Sets the first 64 rows of Dst from bit patterns, shape (64, 16)."""
        array = np.ascontiguousarray(values, dtype=np.uint32)
        if array.shape != (64, 16):
            raise ValueError(f'64 rows of 16 numbers are needed, not {array.shape}')
        LIB.stx_py_set_dst(self._at, DST_FORMATS[form], words_of(array))

    def map(self, words: Union[Word, Iterable[Word]], values: np.ndarray, form: str = 'fp32') -> np.ndarray:
        """A function of the vector unit, as words from SFPLOAD to SFPSTORE of address 0, for each number:
        bit patterns in, bit patterns out, of the same shape. Each time the core begins as it is now."""
        array, given = words_array(words), np.ascontiguousarray(values, dtype=np.uint32)
        out, bad = np.empty_like(given), ctypes.c_uint8()
        LIB.stx_py_map(self._at, words_of(array), len(array), DST_FORMATS[form], words_of(given),
                       words_of(out), given.size, ctypes.byref(bad))
        if bad.value:
            raise Fault(self._why(int(array[0])))
        return out

    def items(self) -> Dict[str, np.ndarray]:
        """The state as named arrays, which are the state itself: writing to them changes it. Shapes: (n,), or
        (rows, n) where the state has rows."""
        return {name: self._view(item) for name, item in _items()}

    def _view(self, item) -> np.ndarray:
        kind = {1: np.uint8, 2: np.uint16, 4: np.uint32}[item.size]
        offset = self._at.value - ctypes.addressof(self._room) + item.offset
        flat = np.frombuffer(self._room, kind, item.count, offset)
        return flat.reshape(-1, item.row) if item.row > 1 else flat

    def read(self, address: int, thread: int = 1) -> int:
        """A register by its address on the RISC-V side."""
        return LIB.stx_mmio_read(self._at, thread, address)

    def write(self, address: int, value: int, thread: int = 1) -> None:
        """Writes such a register."""
        LIB.stx_mmio_write(self._at, thread, address, value)

    def save(self) -> bytes:
        """The whole state but L1, the same bytes on every machine."""
        size = LIB.stx_save(self._at, None, 0)
        room = ctypes.create_string_buffer(size)
        LIB.stx_save(self._at, room, size)
        return room.raw

    def restore(self, state: bytes) -> None:
        """Takes a saved state."""
        if not LIB.stx_restore(self._at, state, len(state)):
            raise ValueError('this is no saved state of this version')
