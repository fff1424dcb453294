# SPDX-License-Identifier: Apache-2.0
"""Runs the program of a case and returns the pages that were taken."""
import struct

from .. import recorder, run as runs
from ..formats import CODES
from ..machine import RunError
from .globalcb import place as place_of_global
from .place import SEMAPHORES, layout


def _words(values):
    return struct.pack(f'<I{len(values)}I', len(values), *values)


def encoded(case, options, seed, dram=True):
    """The input of the program. dram: with the contents of tensors in DRAM."""
    addresses = layout(case)
    out = [b'METALRN2', struct.pack('<4I', options.turns, seed, options.order == 'plausible', options.digests),
           _words(case.args), _words(case.common_args), _words(case.mailbox), _words(case.l1),
           *(_words(_arguments(case, side)) for side in ('reader', 'writer')),
           struct.pack('<I', len(case.buffers))]
    for number, b in case.buffers.items():
        out.append(struct.pack('<5I', number, addresses[number], b.page_bytes, b.pages, CODES[b.format]))
    out.append(struct.pack('<I', len(case.inputs)))
    for number, data in case.inputs.items():
        out += [struct.pack('<2I', number, len(data) // case.buffers[number].page_bytes), data]
    out.append(struct.pack('<I', len(case.outputs)))
    out += [struct.pack('<2I', number, pages) for number, pages in case.outputs.items()]
    return b''.join(out) + _program(case, addresses, dram)


PLACES = {'dram': 0, 'l1': 1, 'shard': 2}


def _tensor(tensor, dram):
    given = tensor.contents is not None and (dram or tensor.place != 'dram')
    return struct.pack('<6I', PLACES[tensor.place], tensor.address, tensor.aligned, tensor.page_bytes, tensor.pages,
                       given) + (tensor.contents if given else b'')


def _program(case, addresses, dram):
    """The initial contents of buffers, and the arguments of a reader and a writer of tt-metal."""
    program = case.program
    out = [struct.pack('<I', len(case.preloads))]
    out += [struct.pack('<2I', number, len(data)) + data for number, data in case.preloads.items()]
    out += [_words(program.movers[side].common_args if side in program.movers else []) for side in ('reader', 'writer')]
    out += [struct.pack('<4I', bool(program.movers), program.banks, addresses.get(SEMAPHORES, 0), len(program.semaphores))]
    out += [struct.pack('<2I', number, value) for number, value in program.semaphores.items()]
    out += [struct.pack('<I', len(program.tensors)), *(_tensor(t, dram) for t in program.tensors.values())]
    remotes = [one.words(addresses[place_of_global(one.of.name)]) for one in program.remotes.values()]
    out += [struct.pack('<I', len(remotes)), *(struct.pack(f'<{len(words)}I', *words) for words in remotes)]
    return b''.join(out)


def _arguments(case, side):
    """The arguments of a reader or writer, in C or of tt-metal."""
    if side in case.program.movers:
        return case.program.movers[side].args
    return case.movers.get(side, ('', []))[1]


def _about_formats(case, report):
    """The report of a failure, with a hint for buffers that a case does not define, which have format 255; its low bits are those of
    Bfp2."""
    head, rest, details = report.partition('\n')
    if 'no rule for this data format' in head and not any(b.format.startswith('Bfp2') for b in case.buffers.values()):
        head += '; does the kernel use a circular buffer that is not defined?'
    return head + rest + details


def sizes(case):
    """The bytes that come out of each buffer, and those of each tensor."""
    return {**{number: pages * case.buffers[number].page_bytes for number, pages in case.outputs.items()},
            **{name: tensor.pages * tensor.page_bytes for name, tensor in case.program.tensors.items()}}


def run(programs, case, scratch, options, seed, arguments=()):
    """Returns a Result, or raises RunError. programs: from build.py."""
    try:
        arguments = [*arguments, *recorder.arguments(options, case, scratch)]
        result = runs.run(programs, encoded(case, options, seed), sizes(case), scratch, options.timeout, arguments, case.kernel)
        recorder.take(case, result.pages, scratch)
        return result
    except RunError as e:
        raise RunError(_about_formats(case, str(e))) from e
