#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Deletes each wait of the kernels of examples/metal/multicast.grid, one at a time: the run must fail by the name of what is then
not ordered, or end with a note that has the name, with a line of the kernel. A
kernel that is known to lack one passes, with a note. Last line "N passed, N failed"."""
import os
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
]
# A name in tools/kernels/known.tsv.
KNOWN = 'contributed/multicast/kernels/dataflow/coordinator_kernel.cpp'


def read(name):
    with open(os.path.join(EXAMPLES, name), encoding='utf-8') as f:
        return f.read()


def run(kernel, line, work, name=''):
    """The first line that is printed, and all of it, without a line of a kernel. name: that of the changed kernel's file."""
    text, name = read(kernel), name or kernel
    assert not line or text.count(line) == 1, line
    os.makedirs(os.path.dirname(os.path.join(work, name)), exist_ok=True)
    with open(os.path.join(work, name), 'w', encoding='utf-8') as f:
        f.write(text.replace(line, '') if line else text)
    path = os.path.join(work, 'multicast.grid')
    with open(path, 'w', encoding='utf-8') as f:
        f.write(read('multicast.grid').replace(f'kernel {kernel}', f'kernel ./{name}'))
    done = subprocess.run([os.path.join(ROOT, 'tools/run_kernels.py'), '--march', 'host32', *sys.argv[1:], '--kernels', EXAMPLES,
                           '--timeout', '60', path], capture_output=True, text=True, check=False)
    return done.stdout.partition('\n')[0], done.stdout


def main():
    passed = 0
    for kernel, line, names in WAITS:
        with tempfile.TemporaryDirectory() as work:
            first, told = run(kernel, line, work)
            good = first.startswith('FAIL multicast.grid: ' if line and names != NOTE else 'PASS') and (not line or (
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
    print(f'{passed} passed, {len(WAITS) + 1 - passed} failed')
    return passed != len(WAITS) + 1


if __name__ == '__main__':
    sys.exit(main())
