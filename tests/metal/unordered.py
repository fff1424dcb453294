#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Deletes each wait of the kernels of examples/metal/multicast.grid and prefetch.grid, one at a time: the run must fail by the name of what is then
not ordered, or end with a note that has the name, with a line of the kernel. A kernel that is known to lack one passes, with a note. Then it deletes
what others wait for: the deadlock's report must name the kernel that lacks it, also if that kernel has ended. A wait that comes too late, and a
multicast that is too short or missing, are named with their lines. Last line "N passed, N failed"."""
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EXAMPLES = os.path.join(ROOT, 'examples/metal')
NOTE = ('CB_POP', 'CB_PUSH')
# (kernel, the line that is deleted, names of what may be found then)
WAITS = [
    ('multicast_reader.cpp', 'noc_async_read_barrier();', ('CORES_SENT', 'a read into these pages is under way')),
    ('multicast_reader.cpp', 'noc_semaphore_wait(asked, receivers);', ('CORES_SEMAPHORE', 'CORES_WRITE')),
    ('multicast_reader.cpp', 'noc_async_writes_flushed();', ('CORES_FLAG',)),
    ('multicast_reader.cpp', 'noc_semaphore_wait(there, 1);', ('CORES_READ', 'CORES_WRITE', 'CORES_SEMAPHORE')),
    ('multicast_reader.cpp', 'cb_reserve_back(cb, 1);', ('it overruns the buffer',)),
    ('multicast_writer.cpp', 'noc_async_write_barrier();', ('CORES_SOURCE',)),
    ('multicast_writer.cpp', 'cb_wait_front(16, 1);', ('it pops what it never waited for',)),
    ('matmul.cpp', 'cb_wait_front(cb_b, 1);', ('CB_READ', 'it pops what it never waited for')),
    ('matmul.cpp', 'cb_wait_front(cb_a, 1);', NOTE),  # the wait for cb_b, whose tile comes later, orders that
    ('matmul.cpp', 'cb_reserve_back(cb_out, 1);', NOTE),  # nothing was ever there
    ('multicast_reader.cpp', '', ()),  # nothing is deleted
    ('prefetch_sender.cpp', 'noc_async_read_barrier();', ('a read into these pages is under way',)),
    ('prefetch_sender.cpp', 'cb_reserve_back(0, receivers);', ('it overruns the buffer', 'CORES_WRITE')),
    ('prefetch_writer.cpp', 'cb_wait_front(0, receivers);', ('it pops what it never waited for', 'CORES_READ')),
    ('prefetch_writer.cpp', 'remote_cb_reserve_back(31, 1);', ('it pushes what it never reserved',)),
    ('prefetch_receiver.cpp', 'remote_cb_wait_front(31, k ? 2 : 1);', ('it pops what it never waited for', 'CORES_READ')),
    ('prefetch_receiver.cpp', 'wait_until_left(1);', ('CORES_WRITE',)),
    ('prefetch_receiver.cpp', 'cb_reserve_back(1, 1);', NOTE),  # the page that is waited for in the global buffer orders that
    ('prefetch_receiver.cpp', '', ()),
]
# (kernel, the line that is deleted, the number of products, what the report says, and the call whose line it names)
LACKS = [
    ('multicast_reader.cpp', '    cb_push_back(cb, 1);', 3,
     'cb 0: reader has ended and has pushed 0 pages; its last call of it is cb_reserve_back', 'cb_reserve_back(cb, 1);'),
    ('multicast_reader.cpp', '        noc_semaphore_set_multicast(there, to, there, receivers);', 1,
     'semaphore 3: reader of core (0, 0) has ended without changing it over the NoC; the last call is', 'noc_async_atomic_barrier();'),
    ('matmul.cpp', '            cb_pop_front(cb_b, 1);', 3,
     'cb 1: unpack has ended and has popped 0 pages; its last call of it is cb_wait_front', 'cb_wait_front(cb_b, 1);'),
    ('matmul.cpp', '        push_tiles(cb_out, 1);', 1,
     'cb 16: pack has ended and has pushed 0 pages; its last call of it is cb_reserve_back', 'cb_reserve_back(cb_out, 1);'),
    ('multicast_writer.cpp', '    cb_pop_front(16, 1);', 1, '', ''),  # nobody waits for this room
    ('prefetch_writer.cpp', '        remote_cb_push_back_and_write_pages(31, get_read_ptr(0), 1);', 3,
     'cb 31, pages sent to receiver 2: writer of core (0, 0) has ended without changing it over the NoC; the last call is',
     'noc_async_atomic_barrier();'),
    ('prefetch_receiver.cpp', '            remote_cb_pop_front(31, 1);', 5,
     'remote_cb_reserve_back(cb 31, 1 page): waits for 2048 more bytes to be popped by receiver 0', ''),
    ('prefetch_writer.cpp', '    remote_cb_sender_barrier(31);', 3, '', ''),  # the receivers wait for all pages
]
# A multicast that is too short: (what stands in the kernel, what takes its place, how many bytes are missing).
SHORT = 'noc_async_write_multicast(get_write_ptr(cb), to, get_write_ptr(cb), bytes, receivers);'
SHORTS = [('bytes, receivers', 'bytes - 1, receivers', 1), ('bytes, receivers', 'bytes / 2, receivers', 1024)]
# What leaves wrong numbers and nobody waiting: (kernel, the line that is deleted, the number of products, what a note says, the call whose line it names).
NOTED = [
    ('multicast_reader.cpp', SHORT, 2, 'pushed after a wait for another core, and nothing has come into its 2048 bytes (CORES_EMPTY)', 'cb_push_back(cb, 1);'),
    ('matmul.cpp', 'cb_pop_front(cb_b, 1);', 2, 'cb 1, page 1: nobody has popped it and those behind it when all have ended, 1 in all (CB_LEFT)',
     'cb_wait_front(cb_b, 1);'),
]
# A name in tools/kernels/known.tsv.
KNOWN = 'contributed/multicast/kernels/dataflow/coordinator_kernel.cpp'


def read(name):
    with open(os.path.join(EXAMPLES, name), encoding='utf-8') as f:
        return f.read()


def grid_of(kernel):
    """The program that the kernel belongs to."""
    return 'prefetch.grid' if kernel.startswith('prefetch') else 'multicast.grid'


def run(kernel, line, work, name='', settings=(), instead=''):
    """The first line that is printed, and all of it, without a line of a kernel. name: that of the changed kernel's file."""
    text, name = read(kernel), name or kernel
    assert not line or text.count(line) == 1, line
    os.makedirs(os.path.dirname(os.path.join(work, name)), exist_ok=True)
    with open(os.path.join(work, name), 'w', encoding='utf-8') as f:
        f.write(text.replace(line.strip(), instead) if line else text)
    path = os.path.join(work, grid_of(kernel))
    with open(path, 'w', encoding='utf-8') as f:
        f.write(read(grid_of(kernel)).replace(f'kernel {kernel}', f'kernel ./{name}'))
    done = subprocess.run([os.path.join(ROOT, 'tools/run_kernels.py'), '--march', 'host32', *sys.argv[1:], *settings,
                           '--kernels', EXAMPLES, '--timeout', '60', path], capture_output=True, text=True, check=False)
    return done.stdout.partition('\n')[0], done.stdout


def lacks(kernel, line, products, says, last):
    """True if the report of the kernel without the line says that, and behind it the place of the last call."""
    rows = read(kernel).split('\n')
    number = next((i for i, row in enumerate(rows, 1) if last and last in row), 0)
    with tempfile.TemporaryDirectory() as work:
        first, told = run(kernel, line, work, settings=('--set', f'K={products}'))
        places = re.search(rf'{re.escape(says)}\n((?:    at .*\n)*)', told)
        named = bool(places) and (not last or f'    at {work}/{kernel}:{number}\n' in places[1])
        good = first.startswith(f'FAIL {grid_of(kernel)}: deadlock') and named if says else first.startswith('PASS')
    if not good:
        print(f'{kernel} without {line}:\n{told}')
    return good


def is_short(there, instead, missing):
    """True if the note of a push names the bytes that are missing, and the line of the multicast."""
    kernel = 'multicast_reader.cpp'
    number = next(i for i, row in enumerate(read(kernel).split('\n'), 1) if SHORT in row)
    with tempfile.TemporaryDirectory() as work:
        _, told = run(kernel, SHORT, work, instead=SHORT.replace(there, instead))
        good = f'pushed, and lacks {missing} of the bytes' in told and '(CORES_SHORT)' in told and f'at {work}/{kernel}:{number}\n' in told
    if not good:
        print(f'{kernel} with {instead}:\n{told}')
    return good


def is_noted(kernel, line, products, says, last):
    """True if the numbers are wrong without the line, and a note says that, with the line of the call."""
    number = next(i for i, row in enumerate(read(kernel).split('\n'), 1) if last in row)
    with tempfile.TemporaryDirectory() as work:
        first, told = run(kernel, line, work, settings=('--set', f'K={products}'))
        good = first.startswith(f'FAIL {grid_of(kernel)}: mismatch') and says in told and f'at {work}/{kernel}:{number}\n' in told
    if not good:
        print(f'{kernel} without {line}:\n{told}')
    return good


def is_late():
    """True if a writer that waits for its page only behind the write is told, with its line."""
    kernel, wait, barrier = 'multicast_writer.cpp', '    cb_wait_front(16, 1);\n', '    noc_async_write_barrier();\n'
    text = read(kernel)
    part = text[text.index(wait):text.index(barrier) + len(barrier)]
    with tempfile.TemporaryDirectory() as work:
        first, told = run(kernel, part, work, instead=part.replace(wait, '') + wait.rstrip())
        good = first.startswith('FAIL multicast.grid: fault: ') and '(CORES_WRITE)' in first and f'{work}/{kernel}:' in told
    if not good:
        print(f'{kernel}, which waits late:\n{told}')
    return good


def main():
    passed = sum(lacks(*case) for case in LACKS) + sum(is_short(*case) for case in SHORTS) + sum(is_noted(*case) for case in NOTED) + is_late()
    for kernel, line, names in WAITS:
        with tempfile.TemporaryDirectory() as work:
            first, told = run(kernel, line, work)
            good = first.startswith(f'FAIL {grid_of(kernel)}: ' if line and names != NOTE else 'PASS') and (not line or (
                any(name in (told if names == NOTE else first) for name in names) and f'{work}/{kernel}:' in told))
        passed += good
        if not good:
            print(f'{kernel} without {line or "nothing"}:\n{told}')
    with tempfile.TemporaryDirectory() as work:
        first, told = run('multicast_reader.cpp', 'noc_async_writes_flushed();', work, KNOWN)
        good = first.startswith('PASS') and '(CORES_FLAG)' in told and 'note:   known: ' in told and f'{work}/{KNOWN}:' in told
    passed += good
    if not good:
        print(f'{KNOWN}:\n{told}')
    count = len(WAITS) + len(LACKS) + len(SHORTS) + len(NOTED) + 2
    print(f'{passed} passed, {count - passed} failed')
    return passed != count


if __name__ == '__main__':
    sys.exit(main())
