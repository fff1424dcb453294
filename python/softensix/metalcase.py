# SPDX-License-Identifier: Apache-2.0
"""Cases of compute kernels (METALCASE 1 and 2, docs/metal.md): buffers, pages and expected numbers as arrays, judged by the
case's own rules, and run by a tree of softensix. Files are read and results compared by the runner's own code
(tools/kernels/metal), of which the package contains a copy."""
import glob
import os
import subprocess
import tempfile
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Tuple, Union

import numpy as np

from ._kernels import compare, formats
from ._kernels.chips import CHIPS
from ._kernels.metal import case as case_files
from ._kernels.text import CaseError
from ._library import Array, CHIP

Key = Union[int, str]  # the number of a circular buffer, or the name of a tensor
KINDS = {'Int32': '<i4', 'UInt32': '<u4', 'UInt16': '<u2', 'UInt8': 'u1', 'Int8': '<i4'}  # of all others float64
# Keywords whose lines have members of their own; those of all others are kept as they are.
READ = ('kernel', 'note', 'cb', 'in', 'contents', 'preload', 'out', 'check', 'map', 'golden')


def datums(name: str, raw: bytes, of_tile: int = 1024) -> Array:
    """The numbers in pages of a data format, by its name in tt-metal, in the order in which they lie in L1: float64, or an
    integer type, shape (n,)."""
    if not formats.is_known(name):
        raise ValueError(f'no data format {name}')
    return np.array(formats.decode(name, 1, of_tile, bytes(raw)), KINDS.get(name, np.float64))


@dataclass
class Buffer(case_files.Buffer):
    """A circular buffer: format, capacity in pages, shape of its tile."""

    def matrices(self, numbers: Array) -> Array:
        """Datums in the order of L1 as tiles: shape (tiles, rows, columns). A face is 16 columns wide and 16 rows high,
        or as high as the tile."""
        high, wide = min(self.rows, 16), min(self.columns, 16)
        faces = np.asarray(numbers).reshape(-1, self.rows // high, self.columns // wide, high, wide)
        return faces.transpose(0, 1, 3, 2, 4).reshape(-1, self.rows, self.columns)

    def flat(self, tiles: Array) -> Array:
        """The same the other way: shape (n,)."""
        high, wide = min(self.rows, 16), min(self.columns, 16)
        split = np.asarray(tiles).reshape(-1, self.rows // high, high, self.columns // wide, wide)
        return split.transpose(0, 1, 3, 2, 4).reshape(-1)


def _real(numbers: Any) -> Array:
    array = np.asarray(numbers)
    if array.dtype.kind not in 'biuf':
        raise ValueError(f'results are real numbers, not {array.dtype}')
    return array


class Check:
    """What must come out: golden numbers in the order of datums, shape (n,), or of those that places names. count: how
    many numbers its buffer gives."""

    def __init__(self, check: compare.Check, kind: str, count: int):
        self._check, self._count = check, count
        self.of, self.rule, self.atol, self.rtol, self.pcc = check.of, check.rule, check.atol, check.rtol, check.pcc
        self.places = None if check.map is None else np.array(check.map)
        self.golden = np.array(check.golden, kind)
        for array in (self.places, self.golden):
            if array is not None:
                array.flags.writeable = False  # the check is what the file says

    def _compared(self, numbers: Array) -> compare.Compared:
        array = _real(numbers).reshape(-1)
        if len(array) != self._count:
            raise ValueError(f'{len(array)} results of {self.of}, which has {self._count} datums')
        return compare.compared(self._check, array.tolist())

    def wrong(self, numbers: Array) -> Array:
        """The indices of numbers, shape (n,), that break the rule."""
        found = self._compared(numbers)
        return np.array([found.places[i] for i in found.wrong], np.int64)

    def correlation(self, numbers: Array) -> float:
        """Pearson's, of the finite ones; 1 where either side is constant."""
        return self._compared(numbers).pcc

    def passes(self, numbers: Array) -> bool:
        """The rule, and the correlation if one is asked for."""
        return self._compared(numbers).passed


class MetalCase:
    """One case. settings: the words behind every other keyword, a list for each line."""

    def __init__(self, path: str, case: case_files.Case):
        self.path, self.kernel, self.note, self._case = path, case.kernel, case.note, case
        self.settings: Dict[str, List[str]] = {}
        for key, rest in case.lines:
            if key not in READ:
                self.settings.setdefault(key, []).append(rest)
        self.buffers: Dict[Key, Buffer] = {number: Buffer(**vars(b)) for number, b in case.buffers.items()}
        tensors = case.program.tensors
        self.formats: Dict[Key, str] = {of: buffer.format for of, buffer in case.buffers.items()}
        self.formats.update({of: tensor.format for of, tensor in tensors.items()})
        self.inputs: Dict[Key, bytes] = case.inputs
        self.outputs: Dict[Key, int] = case.outputs
        self.contents: Dict[Key, bytes] = {name: t.contents for name, t in tensors.items() if t.contents is not None}
        self.contents.update(case.preloads)
        self.checks: Tuple[Check, ...] = tuple(Check(c, self._kind(c.of), case_files.datums_of(case, c.of)) for c in case.checks)

    def _kind(self, of: Key) -> str:
        """The type of golden numbers."""
        name = self.formats[of]
        return '<f4' if name not in formats.INTEGERS else '<u4' if name == 'UInt32' else '<i4'

    @classmethod
    def read(cls, path: str) -> 'MetalCase':
        """A file NAME.metal or NAME.metal.gz, for the chip of the package; ValueError tells what is wrong in which line."""
        try:
            return cls(os.fspath(path), case_files.load(os.fspath(path), CHIPS[CHIP.lower()]))
        except CaseError as e:
            raise ValueError(str(e)) from e

    def numbers(self, of: Key) -> Array:
        """What the mover pushes into a buffer, or what a tensor holds from the start, in the order of L1: shape (n,)."""
        raw = self.inputs.get(of, self.contents.get(of)) if of in self.formats else None
        if raw is None:
            raise ValueError(f'nothing goes in through {of!r}')
        buffer = self.buffers.get(of)
        return datums(self.formats[of], raw, buffer.rows * buffer.columns if buffer else 1024)

    def tiles(self, of: int) -> Array:
        """The input of a buffer as tiles: shape (tiles, rows, columns)."""
        if of not in self.buffers:
            raise ValueError(f'there is no cb {of!r}')
        return self.buffers[of].matrices(self.numbers(of))

    def _flat(self, of: Key, numbers: Array) -> Array:
        """Results in the order of L1; those of a buffer may be tiles."""
        array = _real(numbers)
        if of not in self.outputs and of not in self._case.program.tensors:
            raise ValueError(f'nothing comes out of {of!r}')
        if array.ndim == 3 and of in self.buffers and array.shape[1:] == (self.buffers[of].rows, self.buffers[of].columns):
            return self.buffers[of].flat(array)
        if array.ndim != 1:
            raise ValueError(f'results of {of} have the shape {array.shape}, and one of (n,) or of tiles is needed')
        return array

    def passes(self, results: Dict[Key, Array]) -> bool:
        """Do numbers in the order of L1, shape (n,) for each buffer, or tiles as run() returns them, keep all checks? A case
        without checks never passes."""
        flat = {of: self._flat(of, numbers) for of, numbers in results.items()}
        missing = [check.of for check in self.checks if check.of not in flat]
        if missing:
            raise ValueError(f'no results of {missing[0]}')
        kept = [check.passes(flat[check.of]) for check in self.checks]
        return bool(kept) and all(kept)

    def run(self, tree: str, tt_metal: Optional[str] = None, sfpi: Optional[str] = None, march: str = 'rv32im') -> Dict[Key, Array]:
        """Compiles and executes the case with a tree of softensix, in QEMU, and its kernel from a checkout of tt-metal and sfpi,
        or from the tree's examples. What came out of each buffer as tiles, right or not; RuntimeError if the run did not end."""
        trees = ['metal', f'TT_METAL={tt_metal}', *([f'SFPI={sfpi}'] if sfpi else [])] if tt_metal else ['metal-own']
        with tempfile.TemporaryDirectory() as work:
            done = subprocess.run(['make', '-s', '-C', tree, *trees, f'ARCH={CHIP.lower()}', f'MARCH={march}', f'CASES={os.path.abspath(self.path)}',
                                   f'METAL_FLAGS=--save {work}'], capture_output=True, text=True, check=False)
            saved = {number: glob.glob(os.path.join(glob.escape(work), f'*-cb{number}.npy')) for number in self.outputs}
            if not saved or not all(saved.values()):
                raise RuntimeError((done.stdout + done.stderr).strip())
            return {number: np.load(paths[0]) for number, paths in saved.items()}
