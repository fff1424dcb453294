# SPDX-License-Identifier: Apache-2.0
"""Runs the program of a case: what it has written, and what it has reported."""
import os
import re
from dataclasses import dataclass, field

from . import machine, ordering, timed
from .machine import RunError

NAMES = {2: 'fault', 3: 'deadlock', 5: 'pages'}


@dataclass
class Result:
    pages: dict       # buffer, tensor or read -> bytes
    l1: bytes = b''   # what comes after them: all of L1, if asked for
    tensix: int = 0   # instructions after MOP and replay
    riscv: int = 0    # instructions; 0 on a host, which cannot count them
    time: str = ''    # the report of the time model, if asked for
    order: str = ''   # the report of the order checker, if asked for
    findings: int = 0
    contract: str = ''  # violations of the contract of circular buffers
    left: list = field(default_factory=list)       # sentences about what the run has left undone
    told: list = field(default_factory=list)       # sentences about numbers
    registers: list = field(default_factory=list)  # lines about the final state of registers, if asked for


def _failure(programs, status, text):
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
    return '\n'.join([head, *lines])


def _pages(data, sizes):
    """(The bytes of each part, the rest.)"""
    pages, at = {}, 0
    for name, size in sizes.items():
        pages[name] = data[at:at + size]
        at += size
    return pages, data[at:]


def run(programs, given, sizes, scratch, timeout, arguments=(), kernel=''):
    """Returns a Result, or raises RunError, which begins with the failure's name. given: the program's input; sizes: of the parts
    of its output; arguments: those of timed.py and others; kernel: the name of the kernel's file."""
    with machine.exchange(scratch) as (taken, made):
        with open(taken, 'wb') as f:
            f.write(given)
        status, text = machine.execute(programs, [taken, made, *arguments], timeout)
        time, text = timed.told(text, programs, arguments)
        order, findings, text = ordering.findings(text, programs, kernel)
        contract, text = ordering.contract(text, programs)
        if status or not os.path.exists(made):
            raise RunError(_failure(programs, status, text) + ''.join(f'\n{more}' for more in (time, order, contract) if more))
        with open(made, 'rb') as f:
            data = f.read()
    if len(data) < sum(sizes.values()):
        raise RunError('the output is cut short')
    registers = re.search(r'^registers begin\n(.*?)^registers end$', text, re.M | re.S)
    return Result(*_pages(data, sizes), machine.counter(text, 'tensix'), machine.counter(text, 'riscv'), time, order, findings, contract,
                  re.findall(r'^left: (.*)$', text, re.M), machine.infinities(text), registers.group(1).splitlines() if registers else [])
