# SPDX-License-Identifier: Apache-2.0
"""Measures how long it takes to get from a description to results: with a program that must be built and
with one that exists, on a core in QEMU and on the host; and the runs alone. Prints seconds of real time
and, in brackets, of processor time, which includes all compilers and hardly depends on other load.

    times.py [--tt-metal DIR --sfpi DIR | --kernels DIR] [--march rv32im host32] DESCRIPTION..."""
import argparse
import contextlib
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from types import SimpleNamespace

from . import build, description, run
from .checkout import Checkout, OwnKernels
from ..toolchain import ROOT, work_of


class Spent:
    """Seconds between two moments: real time, and processor time of this process's children."""

    def __init__(self):
        self.clock, self.processor = time.monotonic(), self._children()

    @staticmethod
    def _children():
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    def stop(self):
        self.clock = time.monotonic() - self.clock
        self.processor = self._children() - self.processor

    def __str__(self):
        return f'{self.clock:.2f} s ({self.processor:.2f} s)'


@contextlib.contextmanager
def _spent():
    spent = Spent()
    yield spent
    spent.stop()


def _whole(trees, march, directory, path):
    """Runs a command from description to results."""
    tool = [sys.executable, os.path.join(ROOT, 'tools/run_kernels.py'), '--march', march, *trees,
            '--objects', directory, path]
    with _spent() as spent:
        done = subprocess.run(tool, capture_output=True, text=True, check=False,
                              env=dict(os.environ, CCACHE_DISABLE='1'))
    if done.returncode:
        sys.exit(f'times: {path} on {march}:\n{done.stdout}{done.stderr}')
    return spent


def _run_alone(checkout, march, directory, path):
    """Runs the program that _whole has built, without compilers and Python's own work."""
    case = description.load(path, None).case
    programs, fresh = build.Builder(ROOT, march, checkout, out=directory).program(case)
    assert not fresh
    options = SimpleNamespace(turns=0, order='plausible', digests=False, timeout=300)
    with _spent() as spent:
        run.run(ROOT, programs, case, os.path.join(directory, 'alone'), options, 0)
    return spent


def _measure(options, trees, checkout, path):
    alone = {}
    for march in options.march:
        directory = tempfile.mkdtemp(prefix='metal-times-')
        try:
            new = _whole(trees, march, directory, path)
            found = _whole(trees, march, directory, path)
            alone[march] = _run_alone(checkout, march, directory, path)
        finally:
            shutil.rmtree(directory)
        print(f'{os.path.basename(path)} on {march}: new {new}, found {found}, the run alone {alone[march]}')
        sys.stdout.flush()
    first, *others = options.march
    for march in others:
        ratio = alone[first].processor / max(alone[march].processor, 0.001)
        print(f'{os.path.basename(path)}: the run on {march} takes {ratio:.1f} times less of a processor than on {first}')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--tt-metal')
    parser.add_argument('--sfpi')
    parser.add_argument('--kernels')
    parser.add_argument('--march', nargs='+', default=['rv32im', 'host32'])
    parser.add_argument('description', nargs='+')
    options = parser.parse_args()
    if options.tt_metal:
        trees = ['--tt-metal', options.tt_metal, '--sfpi', options.sfpi]
        checkout = Checkout(os.path.join(work_of(ROOT), 'metal'), options.tt_metal, options.sfpi)
    else:
        trees = ['--kernels', options.kernels]
        checkout = OwnKernels(ROOT, options.kernels)
    print('seconds by the clock (of processors):')
    for path in options.description:
        _measure(options, trees, checkout, path)


if __name__ == '__main__':
    main()
