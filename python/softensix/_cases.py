# SPDX-License-Identifier: Apache-2.0
"""Cases for the runner of kernels, written from arrays: a description of a kernel of tt-metal (docs/metal.md), or an
LLKCASE file of a kernel in LLK's style (docs/llk.md)."""
import os
import re
import struct
from typing import Any, Dict, Iterable, List, Mapping, Tuple, Union

import numpy as np

from . import _given
from ._library import Array
from .formats import VENDOR, AnyFormat, Format
from .tiles import pack, tile_bytes

Name = Union[int, str]
Shapes = Mapping[Name, Tuple[int, int]]
TITLES = {form: name for name, form in VENDOR.items()}  # the vendor's names
ARGUMENTS, FIRST = 0x20000, 0x21000  # where LLK kernels find parameters, and operands
TILE = 1024


def _number(what: str, value: Any) -> int:
    return _given.whole(what, value, -(1 << 31), _given.MOST_WORD)


def _pages(shape: Iterable[int]) -> int:
    rows, columns = _given.tiles(shape)
    return rows * columns


def _buffer(of: Name) -> int:
    """The number of a circular buffer: 0, or "cb0"."""
    found = re.fullmatch(r'cb(\d+)', of) if isinstance(of, str) else None
    if isinstance(of, str) and not found:
        raise ValueError(f'{of}: a kernel of tt-metal has buffers by number: {{0: a, 1: b}}')
    return _given.whole('a circular buffer', int(found[1]) if found else of, 0, 63)


def description(kernel: str, work: str, inputs: Mapping[Name, Any], outputs: Shapes, form: AnyFormat, args: Iterable[int],
                defines: Mapping[str, object], expected: Mapping[Name, Any]) -> str:
    """The lines of a description. Arrays go to files of work; a buffer holds all pages that go through it."""
    title, lines = TITLES[Format.of(form)], [f'kernel {kernel}']
    lines += [f'define {name} {"" if value is None else value}' for name, value in defines.items()]
    lines += ['args ' + ' '.join(str(_number('an argument', one)) for one in args)] if args else []
    for of, values in inputs.items():
        array, number = _given.matrix(values), _buffer(of)
        np.save(os.path.join(work, f'in{number}.npy'), array.astype(np.float32))
        lines += [f'cb {number} {title} {_pages(array.shape)} 32 32', f'in {number} in{number} file {array.shape[0]} {array.shape[1]} in{number}.npy']
    for of, shape in outputs.items():
        number = _buffer(of)
        lines += [f'cb {number} {title} {_pages(shape)} 32 32'] if of not in inputs else []
        lines.append(f'out {number} {shape[0]} {shape[1]}')
    for of, values in expected.items():
        np.save(os.path.join(work, f'want{_buffer(of)}.npy'), _given.matrix(values).astype(np.float32))
        lines.append(f'expect {_buffer(of)} file want{_buffer(of)}.npy')
    return '\n'.join([*lines, ''])


def _data(keyword: str, raw: bytes) -> List[str]:
    text = raw.hex()
    return [f'{keyword} {len(raw)}', *(text[i:i + 64] for i in range(0, len(text), 64))]


def _register(form: Format, wide: bool) -> Format:
    """The format of the source registers for one of L1; TF32 for FP32, which has more bits than they."""
    if form in (Format.BFP8, Format.BFP4, Format.BFP2):
        return Format.BF16
    if form in (Format.BFP8A, Format.BFP4A, Format.BFP2A, Format.FP8):
        return Format.FP16
    return Format.TF32 if form == Format.FP32 and wide else Format.BF16 if form == Format.FP32 else form


def _constants(given: Mapping[str, object]) -> List[str]:
    """Lines of constants; without another word Dst has 16 bits."""
    lines, constants = [], dict(given)
    constants.setdefault('is_fp32_dest_acc_en', False)
    for name, value in constants.items():
        whole = not isinstance(value, (bool, np.bool_))
        lines.append(f'const {"int" if whole else "bool"} {name} {_number(name, value) if whole else str(bool(value)).lower()}')
    return lines


def _places(inputs: Mapping[Name, Any], form: Format) -> Tuple[Dict[str, int], List[str], int]:
    """The fields that name the inputs (NAME, NAME_BYTES), their lines of memory, and the first address behind them."""
    fields, memory, at = {}, [], FIRST
    for name, values in inputs.items():
        raw = bytes(pack(_given.matrix(values), form))
        fields.update({f'{name}': at, f'{name}_BYTES': tile_bytes(form)})
        memory += _data(f'mem {at:#x}', raw)
        at += -(-len(raw) // 4096) * 4096
    return fields, memory, at


def _expectation(values: Any, bits: int) -> List[str]:
    """Lines that compare a result with an array, with four roundings of the largest number. Faces of 16 by 16."""
    tall, wide = (n // 16 for n in np.shape(values))
    faces = _given.matrix(values).reshape(tall // 2, 2, 16, wide // 2, 2, 16).transpose(0, 3, 1, 4, 2, 5)
    flat = faces.reshape(-1).astype('<f4')
    allowed = 4 * float(np.abs(flat[np.isfinite(flat)]).max(initial=0)) * 2.0 ** -bits
    return [f'check 0 isclose f32 {flat.size} {allowed:.9g} 0 -', f'map 0:{flat.size}', *_data('golden', flat.tobytes())]


def llk(kernel: str, chip: str, inputs: Mapping[Name, Any], outputs: Shapes, form: AnyFormat, args: Mapping[str, int],
        constants: Mapping[str, object], expected: Mapping[Name, Any]) -> str:
    """An LLKCASE file. The kernel's parameters are formats, then of each input NAME and NAME_BYTES, of each number its
    name, and of the output, again, NAME and NAME_BYTES; TILES is the number of tiles of the output, if args has none."""
    if len(outputs) != 1:
        raise ValueError(f'a kernel in LLK\'s style has one output here, not {len(outputs)}: outputs={{"RESULT": (rows, columns)}}')
    (out, shape), form = next(iter(outputs.items())), Format.of(form)
    tiles, (fields, memory, at) = _pages(shape), _places(inputs, form)
    fields.update({'TILES': tiles, **{name: _number(name, one) for name, one in args.items()}, f'{out}': at, f'{out}_BYTES': tile_bytes(form)})
    wide = bool(constants.get('is_fp32_dest_acc_en'))
    register = _register(form, wide)
    packs = [Format.FP32 if wide else register, form]
    words = [form, form, form, register, register, register, register, *packs, *packs, *fields.values()]
    lines = ['LLKCASE 1', f'kernel {kernel}', 'node python', f'arch {chip}', 'formats runtime', *_constants(constants), 'field FormatConfig formats 1']
    lines += [f'field std::uint32_t {name} 1' for name in fields]
    lines += [*_data(f'args {ARGUMENTS:#x}', struct.pack(f'<{len(words)}I', *(word & _given.MOST_WORD for word in words))), *memory]
    size, shared = tile_bytes(form), 64 if form in (Format.BFP8, Format.BFP4, Format.BFP2) else 0
    lines.append(f'read 0 {at:#x} {size * tiles} {TITLES[form]} {tiles} {size} {TILE} {shared}')
    for values in expected.values():
        if np.shape(values) != tuple(shape):
            raise ValueError(f'what is expected has the shape {np.shape(values)}, and the output {tuple(shape)}')
        lines += _expectation(values, 7)
    return '\n'.join([*lines, 'end', ''])


def matrix_of(tiles: Array, shape: Tuple[int, int]) -> Array:
    """Tiles in row-major order, shape (n, 32, 32), as a matrix."""
    rows, columns = _given.tiles(shape)
    return tiles.reshape(rows, columns, 32, 32).transpose(0, 2, 1, 3).reshape(shape)
