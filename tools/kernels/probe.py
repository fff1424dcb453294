# SPDX-License-Identifier: Apache-2.0
"""Dst and LRegs at a line of a kernel (--probe): lines that say what they held whenever a thread left it, and NumPy files
(port/llk/probe.h). A first run tells the places that the kernel has, a second one keeps what is asked for at those of the line."""
import math
import os
import struct

from . import machine, npy
from .recorder import described
from .text import CaseError

HEAD = struct.Struct('<3I')
THREADS = ('unpack', 'math', 'pack')
FORMS = {1: 'BF16', 2: 'FP16', 3: 'FP32', 4: 'INT32'}  # softensix/dump.h
MOST_PLACES, MOST_TOLD = 64, 8
FACE, MATH = 16, '1'


def add_options(parser):
    parser.add_argument('--probe', nargs=3, metavar=('FILE:LINE', 'WHAT', 'N'), action='append', default=[],
                        help='dst 0, or lreg 3: what this tile of Dst or this LReg holds whenever a thread leaves this line; '
                             'needs --variant=-diag (--save: in DIR/NAME-probeN.npy)')


def checked(options):
    """Refuses what cannot be meant."""
    for where, what, number in options.probe:
        if what not in ('dst', 'lreg') or not number.isdigit() or not where.rpartition(':')[2].isdigit() or ':' not in where:
            raise CaseError(f'--probe {where} {what} {number}: FILE:LINE dst TILE, or FILE:LINE lreg NUMBER')
        if int(number) >= (16 if what == 'dst' else 17):
            raise CaseError(f'--probe {where} {what} {number}: there is no such {"tile of Dst" if what == "dst" else "LReg"}')
    if options.probe and options.variant != '-diag':
        raise CaseError('--probe needs --variant=-diag (make DIAG=1)')


def _is_line(place, where):
    """Is file:line, of any directory, what was asked for?"""
    return place == where or place.endswith('/' + where)


def _places(programs, told, where):
    """"T.ADDRESS" of the places at a line, those of the math thread if it has any; and the lines that the kernel has of this file."""
    programs, found, known = programs[1:] or programs * 3, [], set()
    by_thread = {}
    for line in told.split('\n'):
        if line:
            thread, address = line.split()
            by_thread.setdefault(int(thread), []).append(int(address, 16))
    name = where.rpartition(':')[0]
    for thread, addresses in by_thread.items():
        for address, frames in machine.frames(programs[thread], addresses).items():
            lines = [place for _, place in frames]
            known.update(int(place.rpartition(':')[2]) for place in lines if _is_line(place.rpartition(':')[0], name))
            if any(_is_line(place, where) for place in lines):
                found.append(f'{thread}.{address:#x}')
    return [place for place in found if place[0] == MATH] or found, sorted(known)


def _walked(scratch, once):
    """What a run tells of its places; one that fails tells those until then."""
    places = scratch + '.places'
    try:
        once([f'places={places}'])
    except machine.RunError:
        if not os.path.exists(places):
            raise
    with open(places, encoding='ascii') as f:
        told = f.read()
    os.remove(places)
    return told


def arguments(options, job, programs, scratch, once):
    """Arguments of a program, after its own. once(arguments) runs it."""
    if not options.probe:
        return []
    if hasattr(job, 'told'):
        raise CaseError('--probe: a program of several cores has no probes')
    told, made = _walked(scratch, once), []
    for number, (where, what, which) in enumerate(options.probe):
        found, known = _places(programs, told, where)
        if not found:
            some = f'; lines with words: {", ".join(map(str, known))}' if known else ', nor does another line of that file'
            raise CaseError(f'--probe {where}: no word comes from this line{some}')
        made.append(f'probe={_path(scratch, number)}:{what}:{int(which)}:{",".join(found[:MOST_PLACES])}')
    return made


def _path(scratch, number):
    return f'{scratch}.probe{number}'


def _number(bits, form):
    """An element of Dst as a number (softensix/inspect.h)."""
    if form == 4:
        return -float(bits & 0x7FFFFFFF) if bits >> 31 else float(bits)
    if form == 2:
        magnitude = math.ldexp((bits & 0x3FF) | (0x400 if bits & 0x7C00 else 0), max(bits >> 10 & 31, 1) - 25)
        return -magnitude if bits >> 15 & 1 else magnitude
    return struct.unpack('<f', struct.pack('<I', bits << 16 & 0xFFFFFFFF if form == 1 else bits))[0]


def _by_rows(numbers):
    """The faces of a tile as its rows of 32."""
    return [numbers[(2 * (row // FACE) + column // FACE) * FACE * FACE + row % FACE * FACE + column % FACE]
            for row in range(2 * FACE) for column in range(2 * FACE)]


def _read(path):
    """Yields (thread, form, numbers) of each visit."""
    if not os.path.exists(path):
        return
    with open(path, 'rb') as f:
        while len(head := f.read(HEAD.size)) == HEAD.size:
            thread, form, count = HEAD.unpack(head)
            data = f.read(4 * count)
            if len(data) == 4 * count:
                numbers = [_number(bits, form) for bits in struct.unpack(f'<{count}I', data)]
                yield thread, form, _by_rows(numbers) if count == 4 * FACE * FACE else numbers


def told(options, scratch, name):
    """Lines about what the probes have seen, and files of it."""
    lines = []
    for number, (where, what, which) in enumerate(options.probe):
        visits = list(_read(_path(scratch, number)))
        for visit, (thread, form, numbers) in enumerate(visits[:MOST_TOLD]):
            lines.append(f'probe {where}, visit {visit} of {len(visits)}, {THREADS[thread]}: {what} {which}'
                         f'{"" if what == "lreg" else ", " + FORMS[form]}: {described(numbers, 32)}')
        if options.save and visits:
            made = os.path.join(options.save, f'{name}-probe{number}.npy')
            os.makedirs(options.save, exist_ok=True)
            shape = (len(visits), 32, 32) if what == 'dst' else (len(visits), 32)
            with open(made, 'wb') as f:
                f.write(npy.array('Float32', shape, [numbers for *_, numbers in visits]))
            lines.append(f'saved {made}')
    return lines


def forget(options, scratch):
    """Removes the files of a run."""
    for number in range(len(options.probe)):
        if os.path.exists(_path(scratch, number)):
            os.remove(_path(scratch, number))
