# SPDX-License-Identifier: Apache-2.0
"""A pytest plugin for LLK's own tests (tests/python_tests of a tt-llk checkout): each variant is built
for a core without a coprocessor and run on softensix; the tests themselves judge the results in L1.

    cd tt-llk/tests/python_tests
    PYTHONPATH=SOFTENSIX/tools pytest -p kernels.llk.plugin --sfpi DIR test_eltwise_unary_datacopy.py

`make llk-pytest` does that (docs/llk.md)."""
import importlib.util
import os
import subprocess
import sys
import time

import pytest

from . import build, run
from .. import farm, journal
from ..chips import BLACKHOLE, CHIPS
from ..machine import RunError
from ..toolchain import ROOT, HOST, PREFIX, BuildError, work_of
from .upstream import choice, device, packages


class Machine:
    """Builds and runs variants."""

    def __init__(self, tests, config):
        checkout = os.path.dirname(os.path.dirname(tests))
        self.tests, self.timeout = os.path.dirname(tests), config.getoption('--softensix-timeout')
        march, self.work = config.getoption('--march'), os.path.join(work_of(ROOT), 'llk')
        chip = CHIPS[config.getoption('--chip')]
        try:
            sfpi = farm.sfpi(config.getoption('--sfpi'), self.work)
        except farm.CheckoutError as e:
            raise pytest.UsageError(f'softensix: {e}: say --sfpi DIR') from e
        self.links = farm.of(self.work, 'farm-pytest', checkout)
        farm.make(checkout, self.links, chip.llk)
        self.builder, self.profiled = (build.Builder(march, chip, self.links, sfpi, defines=[define])
                                       for define in ('ENABLE_LLK_ASSERT', 'LLK_PROFILER'))
        self.size = 'size' if march == HOST else PREFIX + 'size'
        self.made = {}  # maps the tests' name of each variant to its program
        self.programs, self.runs, self.instructions = set(), 0, 0
        self.begun = time.monotonic()

    def program(self, variant):
        """Builds the program of a TestConfig."""
        kernel = os.path.join(self.links, 'tests', variant.test_name)
        builder = self.profiled if variant.profiler_build.value == 'true' else self.builder
        made, _ = builder.program(kernel, variant.generate_build_header(), not variant.compile_time_formats)
        self.programs.add(made)
        self.made[variant.variant_id] = made

    def text_size(self, path):
        """The size of code and constants of a thread, whose path in the tests is
        VARIANT/elf/THREAD.elf."""
        directory, name = os.path.split(str(path))
        program = self.made[os.path.basename(os.path.dirname(directory))]
        return sections(self.size, os.path.join(os.path.dirname(program[0]), os.path.splitext(name)[0] + '.o'))

    def run(self, variant):
        """Runs a variant on L1. If the test reads registers, the same run is repeated and prints
        them."""
        scratch, program = os.path.join(self.work, f'pytest-{os.getpid()}'), self.made[variant.variant_id]
        given = bytes(device.memory)

        def again(*arguments):
            return run.run(program, [(0, given)], [(0, len(given))], scratch, self.timeout, *arguments)
        device.registers = None
        done = again()
        device.registers = lambda: again(run.REGISTERS).registers
        device.memory[:] = done.pages[0]
        self.runs += 1
        self.instructions += done.tensix


def sections(tool, path):
    """The size of a file's code and constants, which is the first number of size(1)."""
    told = subprocess.run([tool, path], capture_output=True, text=True, check=True).stdout
    return int(told.splitlines()[1].split()[0])


def pytest_addoption(parser):
    group = parser.getgroup('softensix', 'kernels on a core without the Tensix coprocessor')
    group.addoption('--sfpi', default=os.environ.get('SFPI', ''), help='checkout of tenstorrent/sfpi')
    group.addoption('--march', default='rv32im', help='core, or host32: a 32-bit program of this host')
    group.addoption('--chip', choices=CHIPS, default=BLACKHOLE.name)
    group.addoption('--softensix-timeout', type=int, default=300, help='seconds a variant')
    group.addoption('--sample', type=int, default=0, metavar='N',
                    help='run only N variants of each file, evenly spaced')
    group.addoption('--shard', default='', metavar='I/N', help='run every N-th variant, from the I-th on')
    group.addoption('--soak', type=float, default=0, metavar='SECONDS', help='run variants in random order until the time is over')
    group.addoption('--soak-seed', type=int, default=1, metavar='N', help='seed of that order')
    group.addoption('--soak-list', default='', metavar='FILE', help='list of variants that have passed: they are skipped, and new ones are appended')
    if choice.xdist_before(3, 2):  # the tests' pytest.ini uses an option of a later version
        group.addoption('--maxschedchunk', help='no effect: pytest-xdist is not installed, or old')


if importlib.util.find_spec('xdist') is None:
    @pytest.fixture(scope='session')
    def worker_id():
        """The fixture of pytest-xdist, which the tests expect."""
        return 'master'


def _failure(error):
    """An exception that the tests know: an LLK assertion, a time-out, or a separate error."""
    from helpers.device import LLKAssertException
    text = str(error)
    if 'failed assertion' in text:
        return LLKAssertException(text)
    return TimeoutError(text) if 'deadlock' in text or 'no end after' in text else RuntimeError(text)


def _take_over(machine):
    """Makes the tests' class for a variant build and run here; the rest is unchanged."""
    from helpers import test_config
    config = test_config.TestConfig
    config.DEFAULT_ARTEFACTS_PATH = type(config.DEFAULT_ARTEFACTS_PATH)(
        os.path.join(machine.work, f'pytest-{os.getpid()}'))

    def build_elfs(self):
        try:
            machine.program(self)
        except BuildError as e:
            raise RuntimeError(str(e)) from None

    def run_elf_files(self):
        try:
            machine.run(self)
        except RunError as e:
            raise _failure(e) from None

    config.build_elfs, config.run_elf_files = build_elfs, run_elf_files
    config.wait_for_tensix_operations_finished = lambda self, *_a, **_n: None  # the run has ended by then
    config.get_elf_text_size = staticmethod(machine.text_size)


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config):
    """Runs before the tests' conftest.py: installs the device's package, then imports from the
    tests."""
    tests = str(early_config.rootpath)
    if not os.path.isfile(os.path.join(tests, 'helpers/test_config.py')):
        raise pytest.UsageError(f'softensix: {tests} is not tests/python_tests of a tt-llk checkout')
    chip = CHIPS[early_config.known_args_namespace.chip]
    os.environ['CHIP_ARCH'] = chip.name
    sys.path.insert(0, tests)
    device.become(chip)
    device.install()
    packages.install()
    from helpers import pack, unpack
    packages.mend(pack, unpack)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    machine = Machine(str(config.rootpath), config)
    config.stash[_MACHINE] = machine
    _take_over(machine)
    for plugin in config.pluginmanager.get_plugins():
        for name in ('check_hardware_headers', 'override_gprs_used_by_tensix_dump'):  # the tests' own would have to be downloaded
            if getattr(plugin, name, None):
                setattr(plugin, name, lambda: None)


_MACHINE = pytest.StashKey()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    if config.getoption('--sample'):
        items[:] = choice.sample(items, config.getoption('--sample'), lambda item: str(item.path))
    if config.getoption('--shard'):
        try:
            items[:] = journal.share(items, config.getoption('--shard'))
        except ValueError as e:
            raise pytest.UsageError(f'softensix: --shard: {e}') from None
    if config.getoption('--soak'):
        passed = choice.passed_before(config.getoption('--soak-list'))
        items[:] = choice.order(items, config.getoption('--soak-seed'), passed, lambda item: item.nodeid)


def pytest_runtest_teardown(item):
    config = item.config
    if config.getoption('--soak') and time.monotonic() - config.stash[_MACHINE].begun > config.getoption('--soak'):
        item.session.shouldstop = _OVER


def pytest_runtest_logreport(report):
    """Records one outcome for each variant: that of its call, or of the phase that prevented the
    call."""
    if report.when == 'call' or report.outcome != 'passed' and report.when == 'setup':
        _RESULTS.append((report.location[0], report.outcome, report.duration))
        _PASSED.extend([report.nodeid] if report.outcome == 'passed' else [])


_RESULTS, _PASSED, _OVER = [], [], 'the time is over'


def pytest_sessionfinish(session):
    """Writes the list of variants that have passed. Running out of time is not a failure. A worker of pytest-xdist
    reports its counts."""
    path = session.config.getoption('--soak-list')
    if hasattr(session.config, 'workeroutput'):
        machine = session.config.stash[_MACHINE]
        session.config.workeroutput['softensix'] = [sorted(map(list, machine.programs)), machine.runs, machine.instructions]
        return
    if session.shouldstop == _OVER:
        session.exitstatus = 1 if session.testsfailed else 0
    if session.config.getoption('--soak') and path and _PASSED:
        with open(path, 'a', encoding='utf-8') as f:
            f.writelines(name + '\n' for name in _PASSED)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    """Adds the counts of a worker that has ended."""
    programs, runs, instructions = getattr(node, 'workeroutput', {}).get('softensix', ([], 0, 0))
    machine = node.config.stash[_MACHINE]
    machine.programs |= set(map(tuple, programs))
    machine.runs, machine.instructions = machine.runs + runs, machine.instructions + instructions


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup():
    device.clear()


def pytest_terminal_summary(terminalreporter, config):
    machine = config.stash[_MACHINE]
    for line in choice.summary(_RESULTS):
        terminalreporter.write_line(f'softensix: {line}')
    terminalreporter.write_line(f'softensix: {len(machine.programs)} programs, {machine.runs} runs, '
                                f'{machine.instructions} tensix instructions')
