# SPDX-License-Identifier: Apache-2.0
"""Cases of compute kernels (METALCASE 1 and 2, docs/metal.md): buffers, pages and expected numbers as arrays, judged by the
case's own rules, and run by a tree of softensix."""
import glob
import gzip
import os
import subprocess
import tempfile
from dataclasses import dataclass, field
from typing import Dict, List, Optional, Union

import numpy as np

Key = Union[int, str]  # the number of a circular buffer, or the name of a tensor
PLAIN = {'Float32': '<f4', 'Int32': '<i4', 'UInt32': '<u4', 'UInt16': '<u2', 'UInt8': 'u1', 'Float16': '<f2'}
BLOCK_BITS = {'Bfp8': 8, 'Bfp8_b': 8, 'Bfp4': 4, 'Bfp4_b': 4, 'Bfp2': 2, 'Bfp2_b': 2}
SMALL = {'Lf8': (5, 2), 'Fp8_e4m3': (4, 3)}
# Lines that are kept as they are.
SETTINGS = ('define', 'ct', 'named', 'args', 'cargs', 'mailbox', 'l1', 'fidelity', 'approx', 'fp32dest', 'fullsync', 'unpackdest', 'alias',
            'faces', 'tree', 'arg', 'dfb', 'cbpage', 'banks', 'semaphore', 'reader', 'writer')
INTEGERS = ('Int32', 'UInt32', 'UInt16', 'UInt8', 'Int8')


def _small_floats(exponent_bits: int, mantissa_bits: int) -> np.ndarray:
    """The numbers of all 256 codes; with four bits of exponent there is a NaN and no infinity."""
    code = np.arange(256)
    exponent, mantissa = code >> mantissa_bits & (1 << exponent_bits) - 1, code & (1 << mantissa_bits) - 1
    lead = np.where(exponent, 1 << mantissa_bits, 0)
    value = np.ldexp((lead + mantissa).astype(np.float64),
                     np.maximum(exponent, 1) - (1 << exponent_bits - 1) + 1 - mantissa_bits)
    top = exponent == (1 << exponent_bits) - 1
    value[top if exponent_bits == 5 else code & 127 == 127] = np.nan
    if exponent_bits == 5:
        value[top & (mantissa == 0)] = np.inf
    return np.where(code >> 7, -value, value)


def _block_floats(name: str, raw: np.ndarray, datums: int) -> np.ndarray:
    bits, count = BLOCK_BITS[name], (datums // 16 + 15) // 16 * 16
    tiles = raw.reshape(-1, count + datums * bits // 8)
    exponent = np.repeat(tiles[:, :datums // 16].astype(np.int64), 16, axis=1)
    shifts = np.arange(0, 8, bits)
    code = (tiles[:, count:, None] >> shifts & (1 << bits) - 1).reshape(len(tiles), -1).astype(np.int64)
    value = np.ldexp((code & (1 << bits - 1) - 1).astype(np.float64), exponent - (127 if name.endswith('_b') else 15) - (bits - 2))
    return np.where(code >> bits - 1, -value, value).reshape(-1)


def datums(name: str, raw: bytes, of_tile: int = 1024) -> np.ndarray:
    """The numbers in pages of a data format, by its name in tt-metal, in the order in which they lie in L1: float64, or an
    integer type, shape (n,)."""
    with np.errstate(invalid='ignore'):  # NaN
        return _datums(name, np.frombuffer(raw, np.uint8), of_tile)


def _datums(name: str, given: np.ndarray, of_tile: int) -> np.ndarray:
    if name in BLOCK_BITS:
        return _block_floats(name, given, of_tile)
    if name in SMALL:
        return _small_floats(*SMALL[name])[given]
    if name == 'Float16_b':
        return (given.view('<u2').astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    if name == 'Int8':
        return np.where(given >> 7, -(given & 127).astype(np.int32), given.astype(np.int32))
    if name not in PLAIN:
        raise ValueError(f'no data format {name}')
    found = given.view(PLAIN[name])
    return found if name in INTEGERS else found.astype(np.float64)


@dataclass
class Buffer:
    """A circular buffer: format, capacity in pages, shape of its tile."""
    format: str
    pages: int
    rows: int
    columns: int

    def matrices(self, numbers: np.ndarray) -> np.ndarray:
        """Datums in the order of L1 as tiles: shape (tiles, rows, columns). A face is 16 columns wide and 16 rows high,
        or as high as the tile."""
        high, wide = min(self.rows, 16), min(self.columns, 16)
        faces = np.asarray(numbers).reshape(-1, self.rows // high, self.columns // wide, high, wide)
        return faces.transpose(0, 1, 3, 2, 4).reshape(-1, self.rows, self.columns)

    def flat(self, tiles: np.ndarray) -> np.ndarray:
        """The same the other way: shape (n,)."""
        high, wide = min(self.rows, 16), min(self.columns, 16)
        split = np.asarray(tiles).reshape(-1, self.rows // high, high, self.columns // wide, wide)
        return split.transpose(0, 1, 3, 2, 4).reshape(-1)


@dataclass
class Check:
    """What must come out: golden numbers in the order of datums, shape (n,), or of those that places names."""
    of: Key
    rule: str
    atol: float
    rtol: float
    pcc: Optional[float]
    places: Optional[np.ndarray] = None
    golden: np.ndarray = field(default_factory=lambda: np.zeros(0))

    def wrong(self, numbers: np.ndarray) -> np.ndarray:
        """The indices of numbers, shape (n,), that break the rule."""
        got = np.asarray(numbers, np.float64).reshape(-1)
        got, want = (got if self.places is None else got[self.places]), self.golden.astype(np.float64)
        with np.errstate(invalid='ignore'):
            good = (got == want) | (np.isnan(got) & np.isnan(want))
            if self.rule == 'isclose':
                good |= np.isfinite(got) & np.isfinite(want) & (np.abs(got - want) <= self.atol + self.rtol * np.abs(want))
        at = np.flatnonzero(~good)
        return at if self.places is None else self.places[at]

    def correlation(self, numbers: np.ndarray) -> float:
        """Pearson's, of the finite ones; 1 where either side is constant."""
        got = np.asarray(numbers, np.float64).reshape(-1)
        got, want = (got if self.places is None else got[self.places]), self.golden.astype(np.float64)
        both = np.isfinite(got) & np.isfinite(want)
        if not both.any() or np.ptp(got[both]) == 0 or np.ptp(want[both]) == 0:
            return 1.0
        return float(np.corrcoef(got[both], want[both])[0, 1])

    def passes(self, numbers: np.ndarray) -> bool:
        """The rule, and the correlation if one is asked for."""
        return not len(self.wrong(numbers)) and (self.pcc is None or self.correlation(numbers) + 1e-12 >= self.pcc)


class _Lines:
    """The lines of a file; what is wrong is told with its line."""

    def __init__(self, path: str):
        self.path, self.at = path, 0
        with open(path, 'rb') as f:
            packed = f.read(2) == b'\x1f\x8b'
        with gzip.open(path) if packed else open(path, 'rb') as f:
            self.lines = f.read().decode('ascii').split('\n')

    def next(self) -> str:
        if self.at >= len(self.lines):
            raise ValueError('the file is cut short: no line "end"')
        self.at += 1
        return self.lines[self.at - 1]

    def data(self, size: int) -> bytes:
        """Hexadecimal digits, or *COUNT and four bytes."""
        out = bytearray()
        while len(out) < size:
            line = self.next()
            count, group = line[1:].split() if line.startswith('*') else (1, line)
            if not group or int(count) * (len(group) // 2) > size - len(out):
                raise ValueError(f'data of {size} bytes end inside a line')
            out += bytes.fromhex(group) * int(count)
        return bytes(out)


class MetalCase:
    """One case. settings: the words behind every other keyword, a list for each line."""

    def __init__(self, path: str):
        self.path, self.kernel, self.note = path, '', ''
        self.settings: Dict[str, List[str]] = {}
        self.buffers: Dict[int, Buffer] = {}
        self.formats: Dict[Key, str] = {}
        self.inputs: Dict[int, bytes] = {}
        self.outputs: Dict[int, int] = {}
        self.contents: Dict[str, bytes] = {}
        self.checks: List[Check] = []

    @classmethod
    def read(cls, path: str) -> 'MetalCase':
        """A file NAME.metal or NAME.metal.gz."""
        case, lines = cls(path), _Lines(path)
        try:
            if lines.next() not in ('METALCASE 1', 'METALCASE 2'):
                raise ValueError('the first line is neither "METALCASE 1" nor "METALCASE 2"')
            while (line := lines.next()) != 'end':
                if line and not line.startswith('#'):
                    case._take(*line.partition(' ')[::2], lines)
            for check in case.checks:
                if len(check.golden) == 0:
                    raise ValueError(f'the check of {check.of} has no golden numbers')
        except (ValueError, KeyError, IndexError) as e:
            raise ValueError(f'{path}:{lines.at}: {e}') from e
        return case

    def _take(self, key: str, rest: str, lines: _Lines) -> None:
        words = rest.split()
        if key in ('kernel', 'note'):
            setattr(self, key, f'{getattr(self, key)} {rest}'.strip())
        elif key == 'cb':
            self.buffers[int(words[0])] = Buffer(words[1], *map(int, words[2:]))
            self.formats[int(words[0])] = words[1]
        elif key == 'tensor':
            self.formats[words[0]] = words[1]
            self.settings.setdefault(key, []).append(rest)
        elif key in ('in', 'contents', 'preload'):
            where = self.inputs if key == 'in' else self.contents
            where[int(words[0]) if key == 'in' else words[0]] = lines.data(int(words[-1]))
        elif key == 'out':
            self.outputs[int(words[0])] = int(words[1])
        elif key == 'check':
            self.checks.append(Check(self._key(words[0]), words[1], float(words[2]), float(words[3]),
                                     None if words[4] == '-' else float(words[4])))
        elif key in ('map', 'golden'):
            self._extend(key, self._last(words[0]), words, lines)
        elif key in SETTINGS:
            self.settings.setdefault(key, []).append(rest)
        else:
            raise ValueError(f'no such keyword: {key}')

    def _key(self, text: str) -> Key:
        key = text if text in self.formats else int(text)
        if key not in self.formats:
            raise ValueError(f'there is no cb {text} above')
        return key

    def _last(self, text: str) -> Check:
        return [c for c in self.checks if c.of == self._key(text)][-1]

    def _extend(self, key: str, check: Check, words: List[str], lines: _Lines) -> None:
        if key == 'golden':
            name = self.formats[check.of]
            kind = '<f4' if name not in INTEGERS else '<u4' if name == 'UInt32' else '<i4'
            check.golden = np.frombuffer(lines.data(4 * int(words[1])), kind)
            return
        steps = [[*map(int, word.split(':')), 1][:3] for word in words[1:]]
        more = [start + step * np.arange(count) for start, count, step in steps]
        check.places = np.concatenate([*([] if check.places is None else [check.places]), *more])

    def numbers(self, of: Key) -> np.ndarray:
        """What the mover pushes into a buffer, or what a tensor holds from the start, in the order of L1: shape (n,)."""
        buffer = self.buffers.get(of, Buffer('', 0, 32, 32))
        return datums(self.formats[of], self.inputs[of] if of in self.inputs else self.contents[of], buffer.rows * buffer.columns)

    def tiles(self, of: int) -> np.ndarray:
        """The input of a buffer as tiles: shape (tiles, rows, columns)."""
        return self.buffers[of].matrices(self.numbers(of))

    def passes(self, results: Dict[Key, np.ndarray]) -> bool:
        """Do numbers in the order of L1, shape (n,) for each buffer, keep all checks?"""
        return all(check.passes(results[check.of]) for check in self.checks)

    def run(self, tree: str, tt_metal: Optional[str] = None, sfpi: Optional[str] = None, march: str = 'rv32im') -> Dict[int, np.ndarray]:
        """Compiles and executes the case with a tree of softensix, in QEMU, and its kernel from a checkout of tt-metal and sfpi,
        or from the tree's examples. What came out of each buffer as tiles, right or not; RuntimeError if the run did not end."""
        with tempfile.TemporaryDirectory() as work:
            trees = ['metal', f'TT_METAL={tt_metal}', f'SFPI={sfpi}'] if tt_metal else ['metal-own']
            done = subprocess.run(['make', '-s', '-C', tree, *trees, f'MARCH={march}', f'CASES={os.path.abspath(self.path)}',
                                   f'METAL_FLAGS=--save {work}'], capture_output=True, text=True, check=False)
            saved = {number: glob.glob(os.path.join(glob.escape(work), f'*-cb{number}.npy')) for number in self.outputs}
            if not saved or not all(saved.values()):
                raise RuntimeError((done.stdout + done.stderr).strip())
            return {number: np.load(paths[0]) for number, paths in saved.items()}
