#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds, runs and judges compute kernels of a tt-metal checkout, unchanged.

    metal.py --tt-metal DIR --sfpi DIR [--march rv32im] CASE...
    metal.py --kernels examples/metal CASE...                    kernels that need no checkout

CASE is a METALCASE file, plain or gzipped, or a description, NAME.desc or one section of it,
NAME.desc:SECTION (docs/metal.md). One line a case, then "N passed, N failed, N skipped"."""
import argparse
import hashlib
import os
import sys
import time
import traceback
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, 'tools'))
import build  # noqa: E402
import case as cases  # noqa: E402
import compare  # noqa: E402
import description  # noqa: E402
import run  # noqa: E402
import writer  # noqa: E402
from checkout import Checkout, CheckoutError, OwnKernels  # noqa: E402
from descriptors import DescriptorError  # noqa: E402
from ksuite import junit, timed  # noqa: E402
from ksuite.machine import RunError  # noqa: E402
from ksuite.text import CaseError, print_anything, shown  # noqa: E402
from ksuite.progress import Progress  # noqa: E402
from ksuite.toolchain import BuildError, work_of  # noqa: E402


def _parse():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--tt-metal', help='checkout of tenstorrent/tt-metal')
    parser.add_argument('--sfpi', help='checkout of tenstorrent/sfpi, or its include directory')
    parser.add_argument('--kernels', help='kernels on the own header (examples/metal), no checkout')
    parser.add_argument('--march', default='rv32im')
    parser.add_argument('--variant', default='', help='of the build: -diag for that with DIAG=1')
    timed.add_options(parser)
    parser.add_argument('--binary', action='store_true',
                        help='as the vendor compiles: .ttinsn and stores, which trap; a core without C')
    parser.add_argument('--isolated', action='store_true',
                        help='binary mode, in user mode under a monitor (port/monitor); a core without C')
    timed.add_limit(parser)
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    parser.add_argument('--timeout', type=int, default=300, help='seconds a case')
    parser.add_argument('--turns', type=int, default=0,
                        help='the data mover moves a page of each buffer in so many turns; 0: all it can')
    parser.add_argument('--seed', type=int, default=0, help='threads switch at random (DIAG=1)')
    parser.add_argument('--seeds', type=int, default=0, help='runs each case under seeds 1 to N too')
    parser.add_argument('--order', choices=('plausible', 'all'), default='plausible',
                        help='with a seed: a MOP or REPLAY stays whole, or a switch after any word')
    parser.add_argument('--digests', action='store_true', help='print a digest of all of L1')
    parser.add_argument('--verbose', action='store_true', help='numbers that differ')
    parser.add_argument('--show', action='store_true', help='a corner of each output of a description')
    parser.add_argument('--write-case', help='writes a description as a case file')
    parser.add_argument('--files', help='where files that descriptions name are, if not beside them')
    parser.add_argument('--objects', metavar='DIR', help='where programs are kept; default: build/metal/MARCH')
    junit.options(parser)
    parser.add_argument('case', nargs='+')
    return parser.parse_args()


def _stop(message):
    print(f'metal: {message}', file=sys.stderr)
    sys.exit(2)


def _mismatch(verdict):
    """First line and details."""
    lines = [f'cb {b}: correlation {pcc:.6f}, below {asked}' for b, pcc, asked in verdict.too_far]
    lines += [f'cb {b} index {i}: got {g!r}, want {w!r}' for b, i, g, w in verdict.wrong[:8]]
    if len(verdict.wrong) > 8:
        lines.append(f'and {len(verdict.wrong) - 8} more')
    return lines[0], '\n'.join('    ' + line for line in lines[1:])


def _corners(described, pages):
    """The first numbers of each output, and what was expected."""
    lines = []
    for number, data in pages.items():
        got, wanted = description.result_matrix(described, number, data), described.expected.get(number)
        lines.append(f'  cb {number}, {len(got)} x {len(got[0])}, first rows and columns'
                     + (', expected on the right:' if wanted else ':'))
        for r in range(min(4, len(got))):
            left = ' '.join(f'{x:11.5g}' for x in got[r][:4])
            right = ' '.join(f'{x:11.5g}' for x in wanted.rows[r][:4]) if wanted else ''
            lines.append(f'    {left}   {right}'.rstrip())
    return '\n'.join(lines)


def _counts(result):
    riscv = f', {result.riscv} riscv' if result.riscv else ''  # a host cannot count
    return f'{result.tensix} tensix{riscv} instructions'


def _failure_of_seed(programs, case, scratch, options, seed):
    """Runs a case in the order of a seed; (first line, details) of its failure, ('', '') if it passes."""
    try:
        result = run.run(ROOT, programs, case, scratch, options, seed)
    except RunError as e:
        first, _, details = str(e).partition('\n')
        return first, details
    verdict = compare.judge(case, result.pages)
    if verdict.passed:
        return '', ''
    first, details = _mismatch(verdict)
    return f'mismatch: {first}', details


def _failure_of_seeds(programs, case, scratch, options):
    """Seeds 1 to --seeds: the first failure, with the seeds that fail."""
    bad, first, details = [], '', ''
    for seed in range(1, options.seeds + 1):
        failure = _failure_of_seed(programs, case, scratch, options, seed)
        if failure[0] and not bad:
            first, details = failure
        bad += [seed] if failure[0] else []
    if not bad:
        return '', ''
    named = ' '.join(str(seed) for seed in bad)
    return f'{first}, {len(bad)} of {options.seeds} seeds: {named}', details


def _run(builder, options, path, spent):
    """(passed, text behind the name, details)"""
    described = (description.load(path, options.files) if description.is_description(path) else None)
    case = described.case if described else cases.load(path)
    if options.write_case:
        writer.write(case, options.write_case)
    begin = time.monotonic()
    programs, fresh = builder.program(case)
    built = time.monotonic()
    scratch = os.path.join(builder.out, hashlib.sha256(os.fsencode(os.path.abspath(path))).hexdigest()[:16])
    name, _, rest = os.path.basename(path).partition('.')
    section = rest.partition(':')[2]
    timing = timed.arguments(options, f'{name}-{section}' if section else name) + timed.limit(options)
    result = run.run(ROOT, programs, case, scratch, options, options.seed, timing)
    spent[fresh].append((built - begin, time.monotonic() - built))
    if not case.checks:
        raise CaseError('the case checks nothing')
    verdict = compare.judge(case, result.pages)
    shown = _corners(described, result.pages) if described and options.show else ''
    shown = '\n'.join(t for t in (result.time, shown) if t)
    if not verdict.passed:
        first, details = _mismatch(verdict)
        return False, f'mismatch: {first}', '\n'.join(t for t in (details, shown) if t)
    first, details = _failure_of_seeds(programs, case, scratch, options)
    if first:
        return False, first, details
    text = f'error {verdict.error:.4g}, pcc {verdict.pcc:.6f}, {_counts(result)}'
    if options.seeds:
        text += f', {options.seeds} seeds'
    if options.digests:
        text += ', ' + hashlib.sha256(result.l1).hexdigest()[:16]
    return True, text, shown


def _execute(builder, options, path, spent):
    """One case: (passed, line, details)."""
    try:
        passed, text, details = _run(builder, options, path, spent)
    except (CaseError, CheckoutError, DescriptorError) as e:
        passed, text, details = False, f'case: {e}', ''
    except BuildError as e:
        passed, (text, _, details) = False, f'build: {e}'.partition('\n')
    except (RunError, OSError) as e:
        passed, (text, _, details) = False, str(e).partition('\n')
    except Exception as e:  # a flaw of this tool, which must not take the other cases with it
        passed, text, details = False, f'internal: {type(e).__name__}: {e}', traceback.format_exc()
    return passed, f'{"PASS" if passed else "FAIL"} {shown(os.path.basename(path))}: {text}', details


def _tell_times(spent):
    """How long it took to come to numbers, by whether a program was built or found."""
    for fresh, what in ((True, 'built'), (False, 'found')):
        if spent[fresh]:
            builds, runs = zip(*spent[fresh])
            print(f'time: {len(builds)} programs {what}, {sum(builds) / len(builds):.1f} s each '
                  f'(longest {max(builds):.1f} s), run in {sum(runs) / len(runs):.1f} s each')


def main():
    print_anything()
    options = _parse()
    try:
        checkout = (OwnKernels(ROOT, options.kernels) if options.kernels else
                    Checkout(os.path.join(work_of(ROOT), 'metal'), options.tt_metal, options.sfpi))
        builder = build.Builder(ROOT, options.march, checkout, options.variant, options.jobs,
                                options.binary, options.isolated, options.objects)
    except (CheckoutError, BuildError) as e:
        _stop(e)
    names = [name for path in options.case for name in description.expand(path)]
    spent = {True: [], False: []}  # programs built, found: seconds to get one, to run it
    report = junit.Results('metal')
    passed, progress = 0, Progress('metal', len(names))
    with ThreadPoolExecutor(options.jobs) as pool:
        results = pool.map(lambda p: junit.timed(_execute, builder, options, p, spent), names)
        for name, ((good, line, details), seconds) in zip(names, results):
            report.add(name, good, f'{line}\n{details}', seconds)
            passed += good
            progress.step()
            print(shown(line, keep='\n\t'))
            if details and (options.verbose or options.show or options.time or not good):
                print(shown(details, keep='\n\t'))
            sys.stdout.flush()
    failed = len(names) - passed
    _tell_times(spent)
    report.write(options.junit, options.tap)
    print(f'{passed} passed, {failed} failed, 0 skipped')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
