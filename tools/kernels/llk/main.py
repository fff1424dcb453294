# SPDX-License-Identifier: Apache-2.0
"""Builds, runs and judges LLK cases: unchanged kernels on a core without a coprocessor.

    llk.py --tt-llk DIR --sfpi DIR [--march rv32im] CASE...      cases of a tt-llk checkout
    llk.py --kernels DIR CASE...                                 kernels that need no checkout
    llk.py --kernels DIR --tt-llk DIR --sfpi DIR CASE...         kernels of your own that need one

CASE is an LLKCASE file, plain or gzipped. Prints one line for each case, then "N passed, N
failed, N skipped"."""
import argparse
import hashlib
import os
import sys

from . import build, case as cases, compare, header, run
from .. import beginning, farm, interrupt, junit, machine, ordering, timed
from ..chips import BLACKHOLE, CHIPS
from ..machine import RunError
from ..progress import Progress
from ..text import print_anything, shown
from ..toolchain import ROOT, BuildError, work_of


MANY = 4  # number of cases from which on headers are precompiled


def _parse():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--tt-llk', help='checkout of tenstorrent/tt-llk')
    parser.add_argument('--sfpi', help='checkout of tenstorrent/sfpi, or its include directory')
    parser.add_argument('--kernels', help='directory of the kernels, if not in a checkout')
    parser.add_argument('--march', default='rv32im')
    parser.add_argument('--arch', choices=CHIPS, default=BLACKHOLE.name, help='the chip of cases and libraries')
    parser.add_argument('--variant', default='', help='of the build: -diag for the one with DIAG=1')
    parser.add_argument('--library', help="an archive that is linked before the project's own")
    timed.add_options(parser)
    ordering.add_options(parser)
    beginning.add_options(parser)
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    parser.add_argument('--timeout', type=int, default=300, help='seconds a case')
    parser.add_argument('--define', action='append', default=[], help='NAME or NAME=VALUE')
    parser.add_argument('--digests', action='store_true', help='print a digest of all of L1')
    parser.add_argument('--compile', action='store_true', help='build only; count the objects')
    parser.add_argument('--binary', action='store_true',
                        help='compile as the vendor does: .ttinsn and stores, which trap; for a core without C')
    parser.add_argument('--isolated', action='store_true',
                        help='binary mode, in user mode under a monitor (port/monitor); for a core without C')
    timed.add_limit(parser)
    parser.add_argument('--nothing-left', action='store_true',
                        help='fail a case whose run leaves something undone (posted semaphores, ...)')
    parser.add_argument('--verbose', action='store_true', help='print elements that differ')
    junit.options(parser)
    parser.add_argument('case', nargs='+')
    return parser.parse_args()


def _stop(message):
    print(f'llk: {message}', file=sys.stderr)
    sys.exit(2)


def _checkout(options):
    """The roots of kernels, LLK headers and sfpi headers; exits with a message if one is
    missing."""
    if options.kernels and not options.tt_llk:
        return options.kernels, None, None
    if not options.tt_llk or not options.sfpi:
        _stop('say where the checkouts are: TT_LLK=dir SFPI=dir')
    headers = CHIPS[options.arch].llk
    if not os.path.isfile(os.path.join(options.tt_llk, headers, 'common/inc/ckernel.h')):
        _stop(f'{options.tt_llk} is not a checkout of tt-llk: {headers}/common/inc/ckernel.h is missing')
    work = os.path.join(work_of(ROOT), 'llk')
    try:
        sfpi = farm.sfpi(options.sfpi, work)
    except farm.NoSfpi as e:
        _stop(e)
    links = farm.of(work, 'farm', options.tt_llk)
    farm.make(os.path.abspath(options.tt_llk), links, headers)
    return options.kernels or os.path.join(links, 'tests'), links, sfpi


def _kernel(root, case):
    path = os.path.join(root, case.kernel)
    if not os.path.isfile(path):
        raise cases.CaseError(f'{case.path}: the kernel {case.kernel} does not exist')
    return os.path.abspath(path)


def _beside(options, name):
    """Arguments for what a run reports besides its result."""
    return ordering.arguments(options, name) or timed.arguments(options, name)


def _execute(builder, options, root, path):
    """Runs one case: (passed, line, details)."""
    name, notes = shown(os.path.basename(path)), []
    try:
        case = cases.load(path, options.arch)
        notes += [f'    note: {note}' for note in case.notes]
        text = header.text(case, header.INCLUDES if options.tt_llk else ())
        programs = builder.program(_kernel(root, case), text, case.runtime_formats)
        memory = case.memory + ([case.arguments] if case.arguments else [])
        reads = [(r.address, r.size) for r in case.reads]
        if options.digests:
            reads.append((0, builder.chip.l1_bytes))
        scratch = machine.scratch(builder.out, path)
        result = run.run(ROOT, programs, memory, reads, scratch, options.timeout,
                         _beside(options, name.split('.llk')[0]) + beginning.arguments(options) + timed.limit(options))
        result.order = ordering.behind(options, result.order)
        ordering.keep(options, name.split('.llk')[0], result.order)
        notes += [f'    note: left: {sentence}' for sentence in result.left]
        if not any(check.count for check in case.checks) and not options.time:
            raise cases.CaseError(f'{path}: the case has no check: it ran, and nothing was compared')
        if not any(check.count for check in case.checks):
            notes.append('    note: nothing was compared')
        verdict = compare.judge(case, result.data)
    except (cases.CaseError, BuildError, RunError, OSError) as e:
        first, _, rest = str(e).partition('\n')
        return False, f'FAIL {name}: {first}', '\n'.join(([rest] if rest else []) + notes)
    passed = verdict.passed and not (options.nothing_left and result.left) and not result.findings
    line = (f'{"PASS" if passed else "FAIL"} {name}: error {verdict.error:.4g}, '
            f'pcc {verdict.pcc:.6f}, {result.tensix} tensix, {result.riscv} riscv instructions')
    if options.digests:
        line += ', ' + hashlib.sha256(result.data[-builder.chip.l1_bytes:]).hexdigest()[:16]
    line = '\n'.join([line] + [told for told in (result.time, result.order) if told] + notes)
    wrong = [f'    check {c} element {i}: expected {g!r}, got {r!r}'
             for c, i, g, r in verdict.wrong[:8]]
    return passed, line, '\n'.join(wrong)


def _compile(builder, options, root, path):
    """Builds one case without running it: (kernel, program or None, message)."""
    try:
        case = cases.load(path, options.arch)
        text = header.text(case, header.INCLUDES if options.tt_llk else ())
        return case.kernel, builder.program(_kernel(root, case), text, case.runtime_formats), ''
    except (cases.CaseError, BuildError, OSError) as e:
        return path, None, f'FAIL {shown(os.path.basename(path))}: {e}'


def _count(options, results):
    """Prints how many kernels, programs and objects were built; returns 1 if one failed."""
    built, kernels, programs = 0, set(), set()
    for kernel, program, message in results:
        if message:
            print(message)
        else:
            built += 1
            kernels.add(kernel)
            programs.add(program)
    failed = len(options.case) - built
    print(f'{options.march}: {len(kernels)} kernels, {len(programs)} programs of three threads, '
          f'{3 * len(programs)} objects')
    print(f'{built} passed, {failed} failed, 0 skipped')
    return 1 if failed else 0


def _tell_first(passed, line, details):
    if not passed:
        print(shown(f'{line}\n{details}', keep='\n\t'))
    return passed


def main():
    print_anything()
    options = _parse()
    junit.Results.begin(options.junit, options.tap)
    root, links, sfpi = _checkout(options)
    try:
        out = os.path.join(work_of(ROOT), 'llk', options.march)
        builder = build.Builder(ROOT, out, options.march, links, sfpi, [*options.define, *ordering.defines(options)],
                                options.binary, options.variant, options.isolated, options.library, CHIPS[options.arch],
                                len(options.case) >= MANY)
    except BuildError as e:
        _stop(e)
    report = junit.Results('llk')
    passed, progress = 0, Progress('llk', len(options.case))
    try:
        with interrupt.Pool(options.jobs) as pool:
            if options.compile:
                return _count(options, pool.map(
                    lambda path: _compile(builder, options, root, path), options.case))
            if not beginning.first(options, out, lambda path: _tell_first(*_execute(builder, options, root, path))):
                return 1
            results = pool.map(lambda path: junit.timed(_execute, builder, options, root, path), options.case)
            for path, ((good, line, details), seconds) in zip(options.case, results):
                passed += good
                report.add(path, good, f'{line}\n{details}', seconds)
                progress.step()
                print(shown(line, keep='\n\t'))
                if details and (options.verbose or not good):
                    print(shown(details, keep='\n\t'))
                sys.stdout.flush()
    except KeyboardInterrupt:
        report.interrupted(len(options.case))
        report.write(options.junit, options.tap)
        raise
    report.write(options.junit, options.tap)
    failed = len(options.case) - passed
    print(f'{passed} passed, {failed} failed, 0 skipped')
    return 1 if failed else 0
