#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A proof says the same on a busy machine: what gets little processor time is not ended, and formulas do not depend on the clock. Last
line "N passed, N failed"."""
import os
import signal
import subprocess
import sys
import time
from unittest import mock

HERE = os.path.dirname(os.path.abspath(__file__))
TOOLS = os.path.join(HERE, '../../tools')
sys.path[:0] = [os.path.join(HERE, '..'), TOOLS]
from needed import needs  # noqa: E402
needs('z3')
from claims import main, test  # noqa: E402
from prove import solve  # noqa: E402
from prove.limit import ENDED, limited  # noqa: E402

IDLE, BUSY = 'sleep 3; echo unsat', 'while :; do :; done'
# It says "begun", and then whether it finds that 2^31 - 1 is no product of two numbers above 1: for z3 a second of work.
SEARCH = f'''
import sys
sys.path.insert(0, {TOOLS!r})
import z3
from prove.machine import Machine
x, y = z3.BitVecs("x y", 16)
machine = Machine.__new__(Machine)
machine.facts = []
print("begun", flush=True)
product = z3.ZeroExt(16, x) * z3.ZeroExt(16, y)
print(machine.impossible(z3.And(product == 2147483647, z3.UGT(x, 1), z3.UGT(y, 1))))
'''


def answer_of(work, commands):
    """What solvers that are these commands answer together, each for a second."""
    names = [f'solver{i}' for i, _ in enumerate(commands)]
    found = {name: (['sh', '-c', command], ['true']) for name, command in zip(names, commands)}
    with mock.patch.multiple(solve, SOLVERS=found, SOON=1):
        return solve.Answers(solve.Cache(work), 1).ask('(check-sat)')


@test
def a_solver_that_waits_answers(work):
    assert answer_of(work, [IDLE, IDLE]) == 'unsat'


@test
def a_solver_that_works_for_too_long_does_not(work):
    assert answer_of(work, ['echo unsat', BUSY]) == 'no answer of solver1'


@test
def processor_time_ends_a_command():
    ran = [subprocess.run(limited(['sh', '-c', command], 1), stdout=subprocess.DEVNULL).returncode for command in (IDLE, BUSY)]
    assert ran[0] == 0 and ran[1] in ENDED, ran


@test
def no_more_is_asked_than_is_allowed():
    """tools/mutants limits the commands in which solvers run."""
    code = f'import sys, subprocess; sys.path.insert(0, {TOOLS!r}); from prove.limit import limited; ' + \
        'subprocess.run(limited(["sh", "-c", "ulimit -t"], int(sys.argv[1])))'
    for asked, given in ('100', '7'), ('5', '5'):
        ran = subprocess.run(['prlimit', '--cpu=7', sys.executable, '-c', code, asked], capture_output=True, text=True)
        assert ran.stdout == given + '\n', ran


@test
def what_is_impossible_is_so_after_a_pause():
    """The search is stopped for longer than it takes."""
    with subprocess.Popen([sys.executable, '-c', SEARCH], stdout=subprocess.PIPE, text=True) as search:
        assert search.stdout.readline() == 'begun\n'
        time.sleep(0.2)
        search.send_signal(signal.SIGSTOP)
        time.sleep(5)
        search.send_signal(signal.SIGCONT)
        assert search.stdout.read() == 'True\n'


if __name__ == '__main__':
    sys.exit(main())
