# SPDX-License-Identifier: Apache-2.0
"""Runs a program made by build.py in QEMU: memory in, ranges of L1 out."""
import os
import re
import struct
import subprocess
from dataclasses import dataclass


class RunError(Exception):
    """The program's own report: a fault, a deadlock, a time-out."""


@dataclass
class Result:
    data: bytes
    tensix: int  # instructions, after MOP and replay
    riscv: int   # instructions


def _input(memory, reads):
    out = [b'LLKRUN1\n', struct.pack('<I', len(memory))]
    for address, data in memory:
        out += [struct.pack('<II', address, len(data)), data]
    out.append(struct.pack('<I', len(reads)))
    out += [struct.pack('<II', address, size) for address, size in reads]
    return b''.join(out)


def _counter(text, name):
    found = re.search(rf'^{name} (\d+)$', text, re.M)
    return int(found.group(1)) if found else 0


def _lines(elf, address):
    """file:line of a call, what it was inlined into behind it."""
    tool = os.environ.get('CROSS', 'riscv64-unknown-elf-') + 'addr2line'
    done = subprocess.run([tool, '-i', '-e', elf, hex(address - 2)], capture_output=True, text=True,
                          check=False)
    found = [re.sub(r' \(discriminator \d+\)', '', line) for line in done.stdout.splitlines()]
    return [os.path.relpath(line) for line in found if not line.startswith('?') and
            'port/llk/thread.cpp' not in line]


def _report(elf, text):
    """A program's report of its failure, with each thread's place in the source."""
    places = {n: int(address, 16) for n, address in re.findall(r'^place (\d) (\S+)$', text, re.M)}
    out = []
    for line in text.strip().splitlines():
        if re.match(r'(place|tensix|riscv) ', line):
            continue
        out.append(line)
        thread = re.match(r'  thread (\d) .*(?<!has ended)$', line)
        if thread and places.get(thread.group(1)):
            out += [f'    at {where}' for where in _lines(elf, places[thread.group(1)])]
    return '\n'.join(out)


def run(root, elf, memory, reads, scratch, timeout):
    """memory: (address, bytes) in L1; reads: (address, size). Returns a Result."""
    given, made = scratch + '.in', scratch + '.out'
    with open(given, 'wb') as f:
        f.write(_input(memory, reads))
    if os.path.exists(made):
        os.remove(made)
    environment = dict(os.environ, QEMU_TIMEOUT=str(timeout))
    done = subprocess.run([os.path.join(root, 'tools/run-qemu.sh'), elf, given, made],
                          capture_output=True, text=True, check=False, env=environment)
    if done.returncode == 124:
        raise RunError(f'no end after {timeout} seconds')
    if done.returncode or not os.path.exists(made):
        raise RunError(f'exit {done.returncode}: {_report(elf, done.stdout + done.stderr)}')
    with open(made, 'rb') as f:
        data = f.read()
    if len(data) != sum(size for _, size in reads):
        raise RunError('the output is cut short')
    return Result(data, _counter(done.stdout, 'tensix'), _counter(done.stdout, 'riscv'))
