# SPDX-License-Identifier: Apache-2.0
"""Pages of circular buffers as they were pushed (--record): lines that say what they hold, and NumPy files
(port/metal/recorder.h)."""
import argparse
import contextlib
import math
import os
import struct

from . import machine, npy, report
from .formats import decode
from .machine import RunError

HEAD = struct.Struct('<5I')
WHO = ('unpack', 'math', 'pack', 'reader', 'writer')
FIRST = 8  # numbers of a page's first row that are shown


def _ids(text):
    for word in text.split():
        if word != 'all' and not (word.isdigit() and int(word) < 64):
            raise argparse.ArgumentTypeError(f'{word} is no number of a circular buffer, nor "all"')
    return text.split()


def add_options(parser):
    parser.add_argument('--record', metavar='IDS', type=_ids, default=[],
                        help='"24 25" or all: keep each page that is pushed into these buffers, in order (--save: in DIR/NAME-cbN-pushed.npy), '
                             'and print what it holds')


def _path(scratch):
    return scratch + '.pushed'


def arguments(options, case, scratch):
    """Arguments of a program, after its own."""
    ids = options.record + list(map(str, case.pushed))
    return [f'record={_path(scratch)}:{",".join(ids)}'] if ids else []


@contextlib.contextmanager
def kept(scratch):
    """The pages that are pushed meanwhile are kept until the end."""
    try:
        yield
    finally:
        if os.path.exists(_path(scratch)):
            os.remove(_path(scratch))


def _read(name):
    """Yields (buffer, thread, place, page, bytes) of a file, as far as it goes."""
    with open(name, 'rb') as f:
        while len(head := f.read(HEAD.size)) == HEAD.size:
            number, thread, place, page, size = HEAD.unpack(head)
            data = f.read(size)
            if len(data) == size:
                yield number, thread, place, page, data


def _number(x):
    return f'{x:.7g}'


def take(case, pages, scratch):
    """Adds what a description expects of pages that are pushed to the pages that a run has given, in the order of their first push."""
    found = {}
    for number, _, _, _, data in _read(_path(scratch)) if case.pushed else ():
        found.setdefault(number, []).append(data)
    for number, many in case.pushed.items():
        if len(found.get(number, ())) != many:
            raise RunError(f'pages: {len(found.get(number, ()))} pages were pushed into cb {number}, and the case has {many}')
    pages.update({number: b''.join(data) for number, data in found.items() if number in case.pushed})


def described(numbers, columns):
    """What a page, or a tile, holds: its span and its first row."""
    good = [x for x in numbers if math.isfinite(x)]
    nans, infinite = sum(map(math.isnan, numbers)), sum(map(math.isinf, numbers))
    odd = ''.join(f', {count} {what}' for count, what in ((nans, 'NaN'), (infinite, 'infinite')) if count)
    span = f'{_number(min(good))} to {_number(max(good))}' if good else 'no number'
    return f'{span}{odd}, first row {" ".join(map(_number, numbers[:min(FIRST, columns)]))}' + (' ...' if columns > FIRST else '')


def _numbers(b, data):
    """The numbers of a page, row by row."""
    order = report.Map('', b.rows, b.columns, 1, 0).places
    return [x for _, x in sorted(zip(order, decode(b.format, b.rows, b.columns, data)), key=lambda one: one[0])]


def _where(programs, thread, place):
    lines = machine.lines_of((programs[1:] or programs * 3)[thread], place) if place and thread < 3 else []
    return f', {lines[-1]}' if lines else ''


def told(options, case, programs, scratch, name):
    """Lines about the pages that a run has pushed, and files of them."""
    if not options.record or not os.path.exists(_path(scratch)):
        return []
    pages, lines = {}, []
    for number, thread, place, page, data in _read(_path(scratch)):
        if str(number) not in options.record and 'all' not in options.record:
            continue
        b = case.buffers[number]
        numbers = _numbers(b, data)
        pages.setdefault(number, []).append(numbers)
        lines.append(f'pushed cb {number}, page {page} ({len(pages[number]) - 1} so far), by {WHO[thread]}{_where(programs, thread, place)}: '
                     f'{described(numbers, b.columns)}')
    for number, rows in pages.items() if options.save else ():
        b, made = case.buffers[number], os.path.join(options.save, f'{name}-cb{number}-pushed.npy')
        os.makedirs(options.save, exist_ok=True)
        with open(made, 'wb') as f:
            f.write(npy.array(b.format, (len(rows), b.rows, b.columns), rows))
        lines.append(f'saved {made}')
    return lines
