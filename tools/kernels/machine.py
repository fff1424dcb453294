# SPDX-License-Identifier: Apache-2.0
"""Runs programs in QEMU or on the host, and replaces addresses in their reports by source lines."""
import contextlib
import errno
import hashlib
import os
import re
import signal
import socket
import subprocess
import tempfile

from .toolchain import PREFIX, ROOT

EMULATOR = 'qemu-i386'


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


def running_code(monitor):
    """What a program in QEMU executes now: its pc, the return address and that of the last trap."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as ask:
        ask.settimeout(5)
        ask.connect(monitor)
        ask.sendall(b'info registers\n')
        told = b''
        while not re.search(rb'\sx31\S* +\w+\s', told):
            more = ask.recv(4096)
            if not more:
                break
            told += more
        return [int(found[1], 16) for found in re.finditer(rb'\s(?:pc|x1/ra|mepc) +(\w+)', told)]
    return []


def where(programs, monitor):
    """Lines of a kernel that runs, one below the other. It may be in the library at that moment, so it is asked
    again and again."""
    library = tuple(os.path.relpath(os.path.join(ROOT, part)) + os.sep for part in ('lib', 'port', 'include'))
    for _ in range(200):
        for address in running_code(monitor):
            for program in programs:
                lines = [line for line in lines_of(program, address + 2) if not line.startswith(library)]
                if lines:
                    return ''.join(f'\n    at {line}' for line in lines)
    return ''


def in_qemu(programs, arguments, timeout):
    with tempfile.TemporaryDirectory() as directory:
        monitor = os.path.join(directory, 'monitor')
        extra = f'-chardev socket,id=stopped,path={monitor},server=on,wait=off -mon stopped {os.environ.get("QEMU_EXTRA", "")}'
        environment = dict(os.environ, QEMU_TIMEOUT=str(timeout + 60), QEMU_EXTRA=extra)
        with subprocess.Popen([os.path.join(ROOT, 'tools/run-qemu.sh'), programs[0], *arguments], env=environment,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors='replace') as done:
            try:
                told = done.communicate(timeout=timeout)
            except subprocess.TimeoutExpired as e:
                place = where(programs[1:] or programs, monitor)
                done.terminate()
                raise RunError(f'no end after {timeout} seconds{place}') from e
        return done.returncode, ''.join(told)


def started(command):
    """A process of a 32-bit program, in QEMU's user mode where the host's kernel does not execute such programs."""
    def process(words):
        return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors='replace')
    try:
        return process(command)
    except OSError as e:
        if e.errno != errno.ENOEXEC:
            raise
    try:
        return process([EMULATOR, *command])
    except FileNotFoundError as e:
        raise RunError(f'this host does not execute 32-bit programs, and there is no {EMULATOR} (tools/setup.sh --host32)') from e


def on_host(programs, arguments, timeout):
    """SIGALRM makes a program tell where it is (port/host32/trap.c)."""
    with started([programs[0], *arguments]) as done:
        try:
            told = done.communicate(timeout=timeout)
            return done.returncode, ''.join(told)
        except subprocess.TimeoutExpired as e:
            done.send_signal(signal.SIGALRM)
            try:
                told = ''.join(done.communicate(timeout=10))
            except subprocess.TimeoutExpired:
                done.kill()
                told = ''
            place = report(programs[1:] or programs * 3, told)
            raise RunError(f'no end after {timeout} seconds\n{place}'.rstrip()) from e


def execute(programs, arguments, timeout):
    """(exit status, output) of the first program, which is given the others, those of the threads."""
    arguments = [*programs[1:], *arguments]
    return (in_qemu if is_riscv(programs[0]) else on_host)(programs, arguments, timeout)


def counter(text, name):
    """The number in the line "NAME number"; 0 if there is none."""
    found = re.search(rf'^{name} (\d+)$', text, re.M)
    return int(found.group(1)) if found else 0


def infinities(text):
    """Sentences about products that overflow, of which a user should know that they are infinite on silicon's side only."""
    words = counter(text, 'infinities')
    return [f'{words} words have left an infinity in Dst, where later phases of a product that overflows give 0 in the simulator '
            '(departure INFINITY_STAYS, docs/spec/appendix-e-departures.md)'] if words else []


def place(line):
    """file:line with links resolved, relative if the file is below this directory."""
    path, _, number = line.rpartition(':')
    path = os.path.realpath(path)
    short = os.path.relpath(path)
    return f'{path if short.startswith("..") else short}:{number}'


def frames(program, addresses):
    """Maps addresses to ((function, file:line)...) of a call and of the functions that it was inlined into, the innermost first."""
    tool = (PREFIX if is_riscv(program) else '') + 'addr2line'
    done = subprocess.run([tool, '-afCi', '-e', program, *(hex(address - 2) for address in addresses)],
                          capture_output=True, text=True, errors='replace', check=False)
    found, lines = [], iter(done.stdout.splitlines())
    for line in lines:
        if line.startswith('0x'):
            found.append([])
        else:
            where = re.sub(r' \(discriminator \d+\)', '', next(lines, '?'))
            if not where.startswith('?') and not re.search('/thread.cpp|/port/metal/dataflow.cpp', where):
                found[-1].append((line, place(where)))
    return dict(zip(addresses, found))


def lines_of(program, address):
    """The file:line of these."""
    return [line for _, line in frames(program, [address]).get(address, ())]


def report(programs, text):
    """A program's report of its failure, with each thread's place in the source. programs: those of
    the threads."""
    places = {n: int(address, 16) for n, address in re.findall(r'^place (\d) (\S+)$', text, re.M)}
    out, told, number = [], [], '0'
    for line in text.strip().splitlines():
        if re.match(r'(place|tensix|riscv|infinities) ', line):
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
