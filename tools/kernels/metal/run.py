# SPDX-License-Identifier: Apache-2.0
"""Runs the program of a case and returns the pages that were taken."""
import os
import struct
from dataclasses import dataclass

from ..formats import CODES
from .. import machine, ordering, timed
from ..machine import RunError
from .place import SEMAPHORES, layout

NAMES = {2: 'fault', 3: 'deadlock', 5: 'pages'}


@dataclass
class Result:
    pages: dict  # buffer -> bytes
    l1: bytes
    tensix: int
    riscv: int
    time: str = ''  # the report of the time model, if asked for
    order: str = ''  # the report of the order checker, if asked for
    findings: int = 0
    contract: str = ''  # violations of the contract of circular buffers


def _words(values):
    return struct.pack(f'<I{len(values)}I', len(values), *values)


def _input(case, options, seed):
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
    return b''.join(out) + _program(case, addresses)


PLACES = {'dram': 0, 'l1': 1, 'shard': 2}


def _tensor(tensor):
    given = tensor.contents is not None
    return struct.pack('<6I', PLACES[tensor.place], tensor.address, tensor.aligned, tensor.page_bytes, tensor.pages,
                       given) + (tensor.contents if given else b'')


def _program(case, addresses):
    """The initial contents of buffers, and the arguments of a reader and a writer of tt-metal."""
    program = case.program
    out = [struct.pack('<I', len(case.preloads))]
    out += [struct.pack('<2I', number, len(data)) + data for number, data in case.preloads.items()]
    out += [_words(program.movers[side].common_args if side in program.movers else []) for side in ('reader', 'writer')]
    out += [struct.pack('<4I', bool(program.movers), program.banks, addresses.get(SEMAPHORES, 0), len(program.semaphores))]
    out += [struct.pack('<2I', number, value) for number, value in program.semaphores.items()]
    out += [struct.pack('<I', len(program.tensors)), *(_tensor(t) for t in program.tensors.values())]
    return b''.join(out)


def _arguments(case, side):
    """The arguments of a reader or writer, in C or of tt-metal."""
    if side in case.program.movers:
        return case.program.movers[side].args
    return case.movers.get(side, ('', []))[1]


def _about_formats(case, head):
    """A hint for buffers that a case does not define, which have format 255; its low bits are those
    of Bfp2."""
    used = any(b.format.startswith('Bfp2') for b in case.buffers.values())
    if 'no rule for this data format' in head and not used:
        head += '; does the kernel use a circular buffer that is not defined?'
    return head


def _failure(case, programs, status, text):
    """The report, with the failure's name in its first line."""
    lines = machine.report(programs[1:] or programs * 3, text).splitlines()
    starts = ('deadlock: ', 'fault: ', 'pages ', 'input: ')
    if status == 3:
        starts = ('deadlock: ', 'fault: deadlock')
    first = next((i for i, line in enumerate(lines) if line.startswith(starts)), None)
    if first is None:
        return f'{NAMES.get(status, f"exit {status}")}: ' + '\n'.join(lines)
    head = lines.pop(first).removeprefix('fault: deadlock')
    if status == 3 and not head.startswith('deadlock'):
        head = 'deadlock: ' + head.removeprefix(': ')
    return '\n'.join([_about_formats(case, head), *lines])


def run(root, programs, case, scratch, options, seed, arguments=()):
    """Returns a Result, or raises RunError, which begins with the failure's name. programs: from build.py;
    arguments: those for the time model (kernels/timed.py)."""
    with machine.exchange(scratch) as (given, made):
        with open(given, 'wb') as f:
            f.write(_input(case, options, seed))
        status, text = machine.execute(root, programs, [given, made, *arguments], options.timeout)
        time, text = timed.told(text, programs, arguments)
        order, findings, text = ordering.findings(text, programs, case.kernel)
        contract, text = ordering.contract(text, programs)
        if status or not os.path.exists(made):
            raise RunError(_failure(case, programs, status, text) + ''.join(f'\n{more}' for more in (time, order, contract) if more))
        with open(made, 'rb') as f:
            data = f.read()
    pages, at = {}, 0
    for number, count in case.outputs.items():
        size = count * case.buffers[number].page_bytes
        pages[number] = data[at:at + size]
        at += size
    for name, tensor in case.program.tensors.items():
        size = tensor.pages * tensor.page_bytes
        pages[name] = data[at:at + size]
        at += size
    return Result(pages, data[at:], machine.counter(text, 'tensix'), machine.counter(text, 'riscv'),
                  time, order, findings, contract)
