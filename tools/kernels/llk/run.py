# SPDX-License-Identifier: Apache-2.0
"""Runs a program made by build.py with memory as its input; returns ranges of L1."""
import os
import re
import struct
from dataclasses import dataclass

from .. import machine, ordering, timed
from ..machine import RunError


@dataclass
class Result:
    data: bytes
    tensix: int  # instructions after MOP and replay
    riscv: int   # instructions
    left: list   # sentences about what the run has left undone
    time: str    # the time model's report, if requested
    order: str   # the order checker's report, if requested
    findings: int
    registers: list  # lines about the final state of registers, if requested


def _input(memory, reads):
    out = [b'LLKRUN1\n', struct.pack('<I', len(memory))]
    for address, data in memory:
        out += [struct.pack('<II', address, len(data)), data]
    out.append(struct.pack('<I', len(reads)))
    out += [struct.pack('<II', address, size) for address, size in reads]
    return b''.join(out)


REGISTERS = ('registers',)  # arguments that request them


def run(root, programs, memory, reads, scratch, timeout, arguments=()):
    """programs: from build.py; memory: (address, bytes) in L1; reads: (address, size); arguments: REGISTERS, or
    those for the time model (kernels/timed.py). Returns a Result."""
    with machine.exchange(scratch) as (given, made):
        with open(given, 'wb') as f:
            f.write(_input(memory, reads))
        status, text = machine.execute(root, programs, [given, made, *arguments], timeout)
        time, text = timed.told(text, programs, arguments)
        order, findings, text = ordering.findings(text, programs)
        if status or not os.path.exists(made):
            told = machine.report(programs[1:] or programs * 3, text)
            raise RunError(f'exit {status}: {told}' + ''.join(f'\n{more}' for more in (time, order) if more))
        with open(made, 'rb') as f:
            data = f.read()
    if len(data) != sum(size for _, size in reads):
        raise RunError('the output is cut short')
    registers = re.search(r'^registers begin\n(.*?)^registers end$', text, re.M | re.S)
    return Result(data, machine.counter(text, 'tensix'), machine.counter(text, 'riscv'),
                  re.findall(r'^left: (.*)$', text, re.M), time, order, findings,
                  registers.group(1).splitlines() if registers else [])
