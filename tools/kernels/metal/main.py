# SPDX-License-Identifier: Apache-2.0
"""Builds, runs and judges compute kernels of a tt-metal checkout, unchanged.

    metal.py --tt-metal DIR --sfpi DIR [--march rv32im] CASE...
    metal.py --kernels examples/metal CASE...                    kernels that need no checkout

CASE is a METALCASE file, plain or gzipped, or a description, NAME.desc or one section of it,
NAME.desc:SECTION (docs/metal.md). Prints one line for each case, then "N passed, N failed, N skipped"."""
import argparse
import collections
import hashlib
import os
import re
import sys
import time
import traceback

from . import behind, build, case as cases, compare, contract, description, npy, picture, report, run, writer
from .checkout import Checkout, CheckoutError, OwnKernels
from .descriptors import DescriptorError
from ..formats import decode
from .. import beginning, interrupt, junit, machine, ordering, timed
from ..machine import RunError
from ..text import CaseError, print_anything, shown
from ..chips import BLACKHOLE, CHIPS
from ..progress import Progress
from ..toolchain import ROOT, BuildError, work_of


MANY = 4  # number of cases from which on headers are precompiled


def _parse():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--tt-metal', help='checkout of tenstorrent/tt-metal')
    parser.add_argument('--sfpi', help='checkout of tenstorrent/sfpi, or its include directory')
    parser.add_argument('--kernels', help="directory of kernels that use the project's own header (examples/metal), without a checkout")
    parser.add_argument('--march', default='rv32im')
    parser.add_argument('--arch', choices=CHIPS, default=BLACKHOLE.name, help='the chip of checkout and libraries')
    parser.add_argument('--variant', default='', help='of the build: -diag for the one with DIAG=1')
    timed.add_options(parser)
    ordering.add_options(parser)
    beginning.add_options(parser)
    contract.add_options(parser)
    parser.add_argument('--binary', action='store_true',
                        help='compile as the vendor does: .ttinsn and stores, which trap; for a core without C')
    parser.add_argument('--isolated', action='store_true',
                        help='binary mode, in user mode under a monitor (port/monitor); for a core without C')
    timed.add_limit(parser)
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    parser.add_argument('--timeout', type=int, default=300, help='seconds a case')
    parser.add_argument('--turns', type=int, default=0,
                        help='the data mover moves one page of each buffer every N turns; 0: as many as it can')
    parser.add_argument('--seed', type=int, default=0, help='threads switch at random (DIAG=1)')
    parser.add_argument('--seeds', type=int, default=0, help='also run each case with seeds 1 to N')
    parser.add_argument('--order', choices=('plausible', 'all'), default='plausible',
                        help='with a seed: no switch inside a MOP or REPLAY, or a switch after any word')
    parser.add_argument('--digests', action='store_true', help='print a digest of all of L1')
    parser.add_argument('--verbose', action='store_true', help='print numbers that differ')
    parser.add_argument('--show', action='store_true', help='print a corner of each output of a description')
    parser.add_argument('--look', action='store_true',
                        help='also run a description that expects nothing, and print a corner of each output')
    parser.add_argument('--save', metavar='DIR', help='write each output to DIR/NAME-cbN.npy')
    parser.add_argument('--picture', action='store_true',
                        help='draw where numbers are wrong, DIR/NAME-cbN.svg; without --save in build/metal/MARCH/pictures')
    parser.add_argument('--write-case', help='write a description as a case file')
    parser.add_argument('--files', help='directory of the files that descriptions name, if not next to them')
    parser.add_argument('--objects', metavar='DIR', help='directory in which programs are kept; default: build/metal/MARCH')
    junit.options(parser)
    parser.add_argument('case', nargs='+')
    return parser.parse_args()


def _stop(message):
    print(f'metal: {message}', file=sys.stderr)
    sys.exit(2)


class Outcome:
    """The outcome of a case: its line and the details below it. passed is None if nothing was compared."""

    def __init__(self, passed, text, details=''):
        self.passed, self.text, self.details, self.notes = passed, text, details, ''

    def word(self):
        return 'LOOK' if self.passed is None else 'PASS' if self.passed else 'FAIL'


def _maps(case, described):
    """The positions of the datums of each output."""
    return {number: report.Map(case, number, described, described and number in described.shapes and
                               description.places(described, number))
            for number in (*case.outputs, *case.program.tensors)}


def _matrix(case, where, number, data):
    """The pages taken from a buffer, or the contents of a tensor, as rows of numbers."""
    b = cases.holder(case, number)
    rows = [[0] * where.columns for _ in range(where.rows)]
    for (r, c), x in zip(where.places, decode(b.format, b.rows, b.columns, data)):
        rows[r][c] = x
    return rows


def _write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as f:
        f.write(data)


def _results(described, pages):
    """The results that a description names; all results of a case."""
    return [(number, data) for number, data in pages.items() if not described or number in described.shapes]


def _file_of(number):
    return number if isinstance(number, str) else f'cb{number}'


def _corners(case, described, maps, pages):
    """The first numbers of each output, and the expected ones."""
    lines = []
    for number, data in _results(described, pages):
        wanted = described.expected.get(number)
        lines += report.corner(number, _matrix(case, maps[number], number, data), wanted and wanted.rows)
    return '\n'.join(lines)


def _save(directory, name, case, described, maps, pages):
    """Writes each output as a NumPy file: the matrix of a description, otherwise pages, rows and columns.
    Returns their names."""
    lines = []
    for number, data in _results(described, pages):
        b, where, shape = cases.holder(case, number), maps[number], described and described.shapes[number]
        if not described and number in case.program.tensors:
            shape = (where.rows, where.columns)
        elif not described:
            where, shape = report.Map(case, number, across=1), (case.outputs[number], b.rows, b.columns)
        path = os.path.join(directory, f'{name}-{_file_of(number)}.npy')
        _write(path, npy.array(b.format, shape, _matrix(case, where, number, data)))
        lines.append(f'  saved {path}')
    return '\n'.join(lines)


def _pictures(directory, name, verdict, maps):
    lines = []
    for number, compared in enumerate(verdict.compared):
        buffer = compared.check.buffer
        again = any(c.check.buffer == buffer for c in verdict.compared[:number])
        path = os.path.join(directory, f'{name}-{_file_of(buffer)}{f"-{number}" if again else ""}.svg')
        _write(path, picture.draw(f'{name}, {report.name_of(buffer)}', compared, maps[buffer]).encode('utf-8'))
        lines.append(f'  drawn {path}')
    return '\n'.join(lines)


def _counts(result):
    riscv = f', {result.riscv} riscv' if result.riscv else ''  # a host cannot count them
    return f'{result.tensix} tensix{riscv} instructions'


def _failure_of_seed(programs, case, maps, scratch, options, seed):
    """Runs a case in the order of a seed; returns (first line, details) of its failure, or ('', '')
    if it passes."""
    try:
        result = run.run(ROOT, programs, case, scratch, options, seed)
    except RunError as e:
        first, _, details = str(e).partition('\n')
        return first, details
    verdict = compare.judge(case, result.pages)
    if verdict.passed:
        return '', ''
    first, details = report.mismatch(verdict, maps)
    return f'mismatch: {first}', details


def _failure_of_seeds(programs, case, maps, scratch, options):
    """Runs seeds 1 to --seeds; returns the first failure, with the seeds that fail."""
    bad, first, details = [], '', ''
    for seed in range(1, options.seeds + 1):
        failure = _failure_of_seed(programs, case, maps, scratch, options, seed)
        if failure[0] and not bad:
            first, details = failure
        bad += [seed] if failure[0] else []
    if not bad:
        return '', ''
    named = ' '.join(str(seed) for seed in bad)
    return f'{first}, {len(bad)} of {options.seeds} seeds: {named}', details


def _judge(programs, case, maps, scratch, options, result, own):
    """The verdict and the resulting outcome. own: files of the kernel."""
    if not case.checks and options.look:
        return compare.Verdict(), Outcome(None, f'nothing is compared, {_counts(result)}')
    if not case.checks:
        raise CaseError('the case checks nothing')
    verdict = compare.judge(case, result.pages)
    if not verdict.passed:
        first, details = report.mismatch(verdict, maps)
        return verdict, Outcome(False, f'mismatch: {first}', details)
    first, details = _failure_of_seeds(programs, case, maps, scratch, options)
    if first:
        return verdict, Outcome(False, first, details)
    text = f'error {verdict.error:.4g}, pcc {verdict.pcc:.6f}, {_counts(result)}'
    if options.seeds:
        text += f', {options.seeds} seeds'
    if result.findings:
        return verdict, Outcome(False, f'order: {result.findings} findings')
    broken = contract.broken(result.contract, own)
    if broken:
        return verdict, Outcome(False, f'contract: {", ".join(broken)}')
    return verdict, Outcome(True, text)


def _run(builder, options, path, name, spent):
    """The Outcome of a case. name: prefix of its files."""
    chip = builder.checkout.chip
    described = description.load(path, options.files, options.look, chip) if description.is_description(path) else None
    case = described.case if described else cases.load(path, chip)
    if options.write_case:
        writer.write(case, options.write_case)
    if case.trees and builder.checkout.commit() and not any(
            builder.checkout.commit().startswith(commit[:10]) for commit, _ in case.trees):
        return Outcome(None, 'skipped: the case is for another tree, ' + ', '.join(commit for commit, _ in case.trees))
    begin = time.monotonic()
    programs, fresh = builder.program(case)
    built = time.monotonic()
    scratch = machine.scratch(builder.out, os.path.abspath(path))
    timing = (ordering.arguments(options, name) or timed.arguments(options, name)) + beginning.arguments(options) + timed.limit(options) + \
        contract.arguments(options)

    def once(more=()):
        return run.run(ROOT, programs, case, scratch, options, options.seed, [*timing, *more])
    result = behind.judged(once(), once)
    result.order = ordering.behind(options, result.order)
    ordering.keep(options, name, result.order)
    spent[fresh].append((built - begin, time.monotonic() - built))
    maps = _maps(case, described)
    own = contract.sources(builder.checkout.kernel(case.kernel)) if case.kernel != 'none' else []
    verdict, outcome = _judge(programs, case, maps, scratch, options, result, own)
    if outcome.passed and options.digests:
        outcome.text += ', ' + hashlib.sha256(result.l1).hexdigest()[:16]
    outcome.notes = ''.join(f'\n    {line}' for line in contract.notes(result.contract, own))
    outcome.details = '\n'.join(t for t in (
        outcome.details, result.time, result.order,
        _corners(case, described, maps, result.pages) if described and (options.show or options.look) else '',
        _save(options.save, name, case, described, maps, result.pages) if options.save else '',
        _pictures(options.save or os.path.join(builder.out, 'pictures'), name, verdict, maps) if options.picture else '') if t)
    return outcome


def _execute(builder, options, path, name, spent):
    """The Outcome of a case, whatever happens."""
    try:
        return _run(builder, options, path, name, spent)
    except (CaseError, CheckoutError, DescriptorError) as e:
        return Outcome(False, f'case: {e}')
    except BuildError as e:
        return Outcome(False, *report.not_built(str(e)))
    except (RunError, OSError) as e:
        text, _, details = str(e).partition('\n')
        return Outcome(False, text, details)
    except Exception as e:  # an error of this tool, which must not prevent the other cases
        return Outcome(False, f'internal: {type(e).__name__}: {e}', traceback.format_exc())


def _name_files(paths):
    """A unique name for the files of each case."""
    names, number = [], 1
    for path in paths:
        name, _, rest = os.path.basename(path).partition('.')
        section = rest.partition(':')[2]
        first = new = re.sub(r'[^\w.+-]', '_', f'{name}-{section}' if section else name) or 'case'
        while new in names:
            number += 1
            new = f'{first}-{number}'
        names.append(new)
    return names


def _tell_times(spent):
    """Prints how long it took to get results, for programs that were built and for those that were
    found."""
    for fresh, what in ((True, 'built'), (False, 'found')):
        if spent[fresh]:
            builds, runs = zip(*spent[fresh])
            print(f'{what} {len(builds)} {"program" if len(builds) == 1 else "programs"} in {sum(builds):.1f} s '
                  f'(longest {max(builds):.1f} s), run in {sum(runs):.1f} s')


def _tell(options, line, outcome):
    wanted = options.verbose or options.show or options.look or options.time or options.check_order or options.save or options.picture
    print(shown(line + outcome.notes, keep='\n\t'))
    if outcome.details and (wanted or not outcome.passed):
        print(shown(outcome.details, keep='\n\t'))
    sys.stdout.flush()


def _first(builder, options, path, spent):
    """True if the case that runs before the others passed."""
    outcome = _execute(builder, options, path, 'first', spent)
    if not outcome.passed:
        _tell(options, f'{outcome.word()} {shown(os.path.basename(path))}: {outcome.text}', outcome)
    return outcome.passed


def main():
    print_anything()
    options = _parse()
    junit.Results.begin(options.junit, options.tap)
    paths = [name for path in options.case for name in description.expand(path)]
    try:
        chip = CHIPS[options.arch]
        checkout = (OwnKernels(ROOT, options.kernels, chip) if options.kernels else
                    Checkout(os.path.join(work_of(ROOT), 'metal'), options.tt_metal, options.sfpi, chip))
        builder = build.Builder(ROOT, options.march, checkout, options.variant, options.jobs,
                                options.binary, options.isolated, options.objects, len(paths) >= MANY, ordering.defines(options))
    except (CheckoutError, BuildError) as e:
        _stop(e)
    spent = {True: [], False: []}  # for built and for found programs: seconds to get one and to run it
    results, count, progress = junit.Results('metal'), collections.Counter(), Progress('metal', len(paths))
    try:
        with interrupt.Pool(options.jobs) as pool:
            if not beginning.first(options, builder.out, lambda path: _first(builder, options, path, spent)):
                return 1
            outcomes = pool.map(lambda p, n: junit.timed(_execute, builder, options, p, n, spent), paths, _name_files(paths))
            for path, (outcome, seconds) in zip(paths, outcomes):
                line = f'{outcome.word()} {shown(os.path.basename(path))}: {outcome.text}'
                if outcome.passed is not None:
                    results.add(path, outcome.passed, f'{line}\n{outcome.details}', seconds)
                count[outcome.word()] += 1
                progress.step()
                _tell(options, line, outcome)
    except KeyboardInterrupt:
        results.interrupted(len(paths))
        results.write(options.junit, options.tap)
        raise
    _tell_times(spent)
    results.write(options.junit, options.tap)
    print(f'{count["PASS"]} passed, {count["FAIL"]} failed, {count["LOOK"]} skipped')
    return 1 if count['FAIL'] else 0
