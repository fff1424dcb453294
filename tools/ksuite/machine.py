# SPDX-License-Identifier: Apache-2.0
"""Runs programs in QEMU or on the host, and replaces addresses in their reports by source lines."""
import contextlib
import hashlib
import os
import re
import subprocess

from ksuite.toolchain import PREFIX


class RunError(Exception):
    """The program's own report: a fault, a deadlock, a time-out."""


def scratch(directory, path):
    """The beginning of the names of a case's files, which differs between processes."""
    return os.path.join(directory, f'{hashlib.sha256(os.fsencode(path)).hexdigest()[:16]}.{os.getpid()}')


@contextlib.contextmanager
def exchange(begin):
    """The names of a program's input and output files, which are deleted afterwards."""
    names = begin + '.in', begin + '.out'
    try:
        yield names
    finally:
        for name in names:
            with contextlib.suppress(FileNotFoundError):
                os.remove(name)


def is_riscv(program):
    """True if the ELF header's machine is RISC-V."""
    with open(program, 'rb') as f:
        return f.read(20)[18:20] == b'\xf3\0'


def execute(root, program, arguments, timeout):
    """(exit status, output)."""
    if not is_riscv(program):
        try:
            done = subprocess.run([program, *arguments], capture_output=True, text=True, errors='replace', check=False,
                                  timeout=timeout)
        except subprocess.TimeoutExpired as e:
            raise RunError(f'no end after {timeout} seconds') from e
        return done.returncode, done.stdout + done.stderr
    environment = dict(os.environ, QEMU_TIMEOUT=str(timeout))
    done = subprocess.run([os.path.join(root, 'tools/run-qemu.sh'), program, *arguments],
                          capture_output=True, text=True, errors='replace', check=False, env=environment)
    if done.returncode == 124:
        raise RunError(f'no end after {timeout} seconds')
    return done.returncode, done.stdout + done.stderr


def counter(text, name):
    """The number in the line "NAME number"; 0 if there is none."""
    found = re.search(rf'^{name} (\d+)$', text, re.M)
    return int(found.group(1)) if found else 0


def place(line):
    """file:line with links resolved, relative if the file is below this directory."""
    path, _, number = line.rpartition(':')
    path = os.path.realpath(path)
    short = os.path.relpath(path)
    return f'{path if short.startswith("..") else short}:{number}'


def lines_of(program, address):
    """file:line of a call, followed by the functions that it was inlined into."""
    tool = (PREFIX if is_riscv(program) else '') + 'addr2line'
    done = subprocess.run([tool, '-i', '-e', program, hex(address - 2)],
                          capture_output=True, text=True, errors='replace', check=False)
    found = [re.sub(r' \(discriminator \d+\)', '', line) for line in done.stdout.splitlines()]
    return [place(line) for line in found if not line.startswith('?') and not re.search('/thread.cpp|/port/metal/dataflow.cpp', line)]


def report(programs, text):
    """A program's report of its failure, with each thread's place in the source. programs: those of
    the threads."""
    places = {n: int(address, 16) for n, address in re.findall(r'^place (\d) (\S+)$', text, re.M)}
    out, told, number = [], [], '0'
    for line in text.strip().splitlines():
        if re.match(r'(place|tensix|riscv) ', line):
            continue
        word = re.match(r'    at 0x([0-9a-f]{8})$', line)  # the place of a word, from a library with tracing
        thread = re.match(r'(?:lint:|  first raised by|  first:|  then:|)  ?thread (\d)\b', line)
        number = thread.group(1) if thread else number
        if word:
            found = (lines_of(program, int(word.group(1), 16)) for program in (programs[int(number)], *programs))
            lines = [f'    at {where}' for where in next(filter(None, found), [])]
            out += [where for where in lines if where not in told]
            continue
        out.append(line)
        told = []
        if re.match(r'  thread (\d) .*(?<!has ended)$', line) and places.get(number):
            told = [f'    at {where}' for where in lines_of(programs[int(number)], places[number])]
            out += told
    return '\n'.join(out)
