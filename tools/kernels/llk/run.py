# SPDX-License-Identifier: Apache-2.0
"""Runs a program with memory as its input; returns ranges of L1."""
import struct

from .. import run as runs
from ..machine import RunError

REGISTERS = ('registers',)  # arguments that ask for them


def _input(memory, reads):
    out = [b'LLKRUN1\n', struct.pack('<I', len(memory))]
    for address, data in memory:
        out += [struct.pack('<II', address, len(data)), data]
    out.append(struct.pack('<I', len(reads)))
    out += [struct.pack('<II', address, size) for address, size in reads]
    return b''.join(out)


def run(programs, memory, reads, scratch, timeout, arguments=()):
    """programs: from build.py; memory: (address, bytes) in L1; reads: (address, size). Returns a Result whose pages are the reads."""
    result = runs.run(programs, _input(memory, reads), {i: size for i, (_, size) in enumerate(reads)}, scratch, timeout, arguments)
    if result.l1:
        raise RunError('the output is longer than what was asked for')
    return result
