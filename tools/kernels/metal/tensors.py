# SPDX-License-Identifier: Apache-2.0
"""Tensors of descriptions (docs/metal.md): matrices in memory, as tiles or row by row, for a reader and a writer of
tt-metal. A tensor's name may take the place of a buffer's number."""
from .. import formats
from . import case as cases, program
from .words import Unexpected, buffer_number, nearest


def known(d, key, text):
    """The name of a tensor that was described above, or for a layout also later; '' if it is not a name."""
    there = d.case.program.tensors
    if not text.isidentifier() or not there and key != 'layout':
        return ''
    if text not in there and key != 'layout':
        raise ValueError(f'there is no tensor {text} above{nearest(text, there)}')
    return text


def take(case, words):
    """Handles tensor NAME FORMAT PLACE [ROWS COLUMNS]; lines "in" and "out" determine the number of pages."""
    if len(words) == 4:
        raise Unexpected('ROWS without COLUMNS')
    tensor = program.new_tensor(case, *words[:3], buffer_number)
    if words[3:]:
        tensor.rows, tensor.columns = program.tile_shape(*words[3:])


def rows_among(lines):
    """The buffers and tensors that a line "layout ID rows" names, wherever it is."""
    words = [line.split() for line in lines]
    return {int(w[1]) if w[1].isdigit() else w[1] for w in words if len(w) == 3 and w[0] == 'layout' and w[2] == 'rows'}


def pages_of(d, number, shape):
    """The number of pages of a matrix of this shape: rows of a tensor, bytes of a buffer, or tiles."""
    b, (rows, columns) = cases.holder(d.case, number), shape
    if number not in d.rows:
        return rows * columns // (b.rows * b.columns)
    return rows if number in d.case.program.tensors else rows * columns * formats.BYTES[b.format] // b.page_bytes


def _finish_one(d, tensor, pages):
    name = tensor.name
    shapes = {shape for shape in (d.shapes.get(name), d.elsewhere.get(name), name in d.sources and
                                  (len(d.sources[name].matrix), len(d.sources[name].matrix[0]))) if shape}
    if len(shapes) != 1:
        raise ValueError(f'tensor {name}: ' + ('"in" and "out" have two shapes' if shapes else 'no line "in" or "out" has its shape'))
    shape = shapes.pop()
    tensor.part, tensor.page = d.parts.get(name), (1, shape[1]) if name in d.rows else (tensor.rows, tensor.columns)
    tensor.pages = pages_of(d, name, shape)
    tensor.page_bytes = (shape[1] * formats.BYTES[tensor.format] if name in d.rows else
                         formats.page_bytes(tensor.format, tensor.rows, tensor.columns))
    if name in d.sources and ('in', name) not in d.said:
        tensor.contents = pages(d, name)
    if name in d.parts and tensor.place != 'shard':
        raise ValueError(f'tensor {name} is divided, and not in the memory of a buffer, shard:CB')
    if tensor.place == 'shard' and tensor.buffer not in d.case.buffers and d.has(name):
        raise ValueError(f'tensor {name}: there is no cb {tensor.buffer}')


def finish(d, pages):
    """Sets pages and contents of all tensors. pages(d, name): the bytes of a line "in"."""
    there = d.case.program.tensors
    for tensor in there.values():
        _finish_one(d, tensor, pages)
    missing = [name for name in d.parts if name not in there]
    if missing:
        raise ValueError(f'shards {missing[0]}: there is no tensor {missing[0]}{nearest(missing[0], there)}')
    d.case.program.elsewhere = {name: there.pop(name) for name in d.parts if not d.has(name)}
    if d.case.program and (d.case.inputs or d.case.outputs):
        raise ValueError('a reader or writer of tt-metal moves tensors, not "in" or "out" of a circular buffer')
