# SPDX-License-Identifier: Apache-2.0
"""Builds, runs and judges kernels of LLK and of tt-metal, unchanged, on cores without a coprocessor.

    run_kernels.py --tt-llk DIR --sfpi DIR [--march rv32im] CASE...      kernels of a tt-llk checkout
    run_kernels.py --tt-metal DIR --sfpi DIR [--march rv32im] CASE...    kernels of a tt-metal checkout
    run_kernels.py --kernels DIR CASE...                                 kernels that need no checkout
    run_kernels.py --kernels DIR --tt-llk DIR --sfpi DIR CASE...         LLK kernels of your own that need one

CASE is an LLKCASE file, NAME.llk (docs/llk.md), a METALCASE file, each plain or gzipped, a description, NAME.desc or one
section of it, NAME.desc:SECTION (docs/metal.md), or one of several cores, NAME.grid
(docs/cores.md). Prints one line for each case, then "N passed, N failed, N skipped"."""
import argparse
import collections
import hashlib
import os
import re
import sys
import time
import traceback

from . import beginning, behind, codes, contract, interrupt, journal, junit, machine, noctrace, ordering, probe, recorder, report, timed, version
from .chips import BLACKHOLE, CHIPS
from .compare import Verdict
from .farm import CheckoutError
from .llk import suite as llk
from .machine import RunError
from .metal import suite as metal
from .metal.descriptors import DescriptorError
from .progress import Progress
from .text import CaseError, print_anything, shown
from .toolchain import ROOT, BuildError

MANY = 4  # number of cases from which on headers are precompiled


def options_parser():
    parser = argparse.ArgumentParser(prog='stx-kernels', description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    version.add(parser)
    parser.add_argument('--tt-llk', help='checkout of tenstorrent/tt-llk')
    parser.add_argument('--tt-metal', help='checkout of tenstorrent/tt-metal')
    parser.add_argument('--sfpi', help='checkout of tenstorrent/sfpi, or its include directory')
    parser.add_argument('--kernels', help='directory of the kernels, if not in a checkout')
    parser.add_argument('--march', default='rv32im')
    parser.add_argument('--arch', choices=CHIPS, default=BLACKHOLE.name, help='the chip of cases and libraries')
    parser.add_argument('--variant', default='', help='of the build: -diag for the one with DIAG=1')
    timed.add_options(parser)
    ordering.add_options(parser)
    beginning.add_options(parser)
    contract.add_options(parser)
    parser.add_argument('--binary', action='store_true',
                        help='compile as the vendor does: .ttinsn and stores, which trap; for a core without C')
    parser.add_argument('--isolated', action='store_true', help='binary mode, in user mode under a monitor (port/monitor); for a core without C')
    timed.add_limit(parser)
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    parser.add_argument('--timeout', type=int, default=300, help='seconds a case')
    parser.add_argument('--define', action='append', default=[], help='NAME or NAME=VALUE')
    parser.add_argument('--digests', action='store_true', help='print a digest of all of L1, or of the results of several cores')
    parser.add_argument('--compile', action='store_true', help='build only; count the objects')
    parser.add_argument('--nothing-left', action='store_true',
                        help='fail a case whose run leaves something undone (posted semaphores, ...)')
    parser.add_argument('--verbose', action='store_true', help='print all that is known about each case')
    parser.add_argument('--save', metavar='DIR', help='write each output to DIR/NAME-cbN.npy, each read of an LLK case to DIR/NAME-readN.npy')
    parser.add_argument('--picture', action='store_true',
                        help='draw where numbers are wrong, DIR/NAME-cbN.svg; without --save in build/metal/MARCH/pictures')
    of_llk = parser.add_argument_group('LLK kernels')
    of_llk.add_argument('--library', help="an archive that is linked before the project's own")
    of_metal = parser.add_argument_group('kernels of tt-metal')
    of_metal.add_argument('--turns', type=int, default=0,
                          help='the data mover moves one page of each buffer every N turns; 0: as many as it can')
    of_metal.add_argument('--seed', type=int, default=0, help='threads switch at random (DIAG=1)')
    of_metal.add_argument('--seeds', type=int, default=0, help='also run each case with seeds 1 to N')
    of_metal.add_argument('--order', choices=('plausible', 'all'), default='plausible',
                          help='with a seed: no switch inside a MOP or REPLAY, or a switch after any word')
    of_metal.add_argument('--show', action='store_true', help='print a corner of each output of a description')
    of_metal.add_argument('--look', action='store_true',
                          help='also run a description that expects nothing, and print a corner of each output')
    recorder.add_options(of_metal)
    probe.add_options(parser)
    of_metal.add_argument('--set', action='append', default=[], metavar='NAME=VALUE', help='the value of a name of NAME.grid')
    of_metal.add_argument('--write-case', help='write a description as a case file')
    of_metal.add_argument('--files', help='directory of the files that descriptions name, if not next to them')
    of_metal.add_argument('--objects', metavar='DIR', help='directory in which programs are kept; default: build/metal/MARCH')
    journal.options(parser)
    junit.options(parser)
    parser.add_argument('case', nargs='+')
    return parser


class Outcome:
    """The outcome of a case: its line and the details below it. passed is None if nothing was compared."""

    def __init__(self, passed, text, details=''):
        self.passed, self.text, self.details, self.notes = passed, text, details, ''

    def word(self):
        return 'LOOK' if self.passed is None else 'PASS' if self.passed else 'FAIL'


def _counts(result):
    riscv = f', {result.riscv} riscv' if result.riscv else ''  # a host cannot count them
    return f'{result.tensix} tensix{riscv} instructions'


def _failure_of_seed(job, programs, maps, scratch, seed, arguments):
    """Runs a case in the order of a seed; returns (first line, details) of its failure, or ('', '')
    if it passes."""
    try:
        verdict = job.judge(job.run(programs, scratch, seed, arguments))
    except RunError as e:
        first, _, details = str(e).partition('\n')
        return first, details
    if verdict.passed:
        return '', ''
    first, details = report.mismatch(verdict, maps)
    return f'mismatch: {first}', details


def _failure_of_seeds(job, programs, maps, scratch, seeds):
    """Runs seeds 1 to N; returns the first failure, with the seeds that fail."""
    failures = {seed: _failure_of_seed(job, programs, maps, scratch, seed, ()) for seed in range(1, seeds + 1)}
    bad = [seed for seed, (first, _) in failures.items() if first]
    if not bad:
        return '', ''
    first, details = failures[bad[0]]
    return f'{first}, {len(bad)} of {seeds} seeds: {" ".join(map(str, bad))}', details


def _judge(job, options, programs, maps, scratch, result, own):
    """The verdict and the resulting outcome. own: files of the kernel."""
    if not job.checks and not (options.look or options.time):
        raise CaseError('the case checks nothing')
    if not job.checks:
        return Verdict(), Outcome(None, f'nothing is compared, {_counts(result)}')
    verdict = job.judge(result)
    if not verdict.passed:
        first, details = report.mismatch(verdict, maps)
        return verdict, Outcome(False, f'mismatch: {first}', details)
    first, details = _failure_of_seeds(job, programs, maps, scratch, options.seeds)
    if first:
        return verdict, Outcome(False, first, details)
    if result.findings:
        return verdict, Outcome(False, f'order: {result.findings} findings')
    broken = contract.broken(result.contract, own)
    if broken:
        return verdict, Outcome(False, f'contract: {", ".join(broken)}')
    if options.nothing_left and result.left:
        return verdict, Outcome(False, f'left: {len(result.left)} things')
    seeds = (f', {options.seeds} seeds' if options.seeds else '') + getattr(job, 'told', str)()  # of several cores
    return verdict, Outcome(True, f'error {verdict.error:.4g}, pcc {verdict.pcc:.6f}, {_counts(result)}{seeds}')


def _arguments(options, name, alone):
    """Arguments of a program, after its own. alone: it is a kernel of LLK from which nothing is read."""
    return timed.arguments(options, name, alone) + ordering.arguments(options, name) + beginning.arguments(options) + timed.limit(options) + \
        contract.arguments(options)


def _run(suite, options, path, name, spent, notes):
    """The Outcome of a case. name: prefix of its files; notes: a list to which lines below it are added."""
    job, scratch = suite.job(suite, path), machine.scratch(suite.builder.out, os.path.abspath(path))
    with recorder.kept(scratch):
        return _run_job(suite, options, job, scratch, name, spent, notes)


def _run_job(suite, options, job, scratch, name, spent, notes):
    notes += [f'note: {note}' for note in job.notes]
    if job.skipped:
        return Outcome(None, job.skipped)
    begin = time.monotonic()
    programs, fresh = job.build()
    built = time.monotonic()
    if options.compile:
        spent[fresh].append((built - begin, 0, job.kernel, programs))
        return Outcome(True, 'compiled')

    def once(more=()):
        return job.run(programs, scratch, options.seed, [*_arguments(options, name, getattr(job, 'alone', False)), *more])
    probes = probe.arguments(options, job, programs, scratch, once)
    try:
        result = behind.judged(once(probes), once)
    finally:
        notes += recorder.told(options, job.case, programs, scratch, name) + probe.told(options, scratch, name)
        probe.forget(options, scratch)
    result.order = ordering.behind(options, result.order)
    ordering.keep(options, name, result.order)
    notes += [f'note: left: {sentence}' for sentence in result.left] + [f'note: {sentence}' for sentence in result.told]
    spent[fresh].append((built - begin, time.monotonic() - built, job.kernel, programs))
    maps, own = job.maps(), job.own
    verdict, outcome = _judge(job, options, programs, maps, scratch, result, own)
    if outcome.passed and options.digests:
        outcome.text += ', ' + hashlib.sha256(result.l1 or b''.join(result.pages.values())).hexdigest()[:16]
    notes += contract.notes(result.contract, own)
    outcome.details = '\n'.join(t for t in (outcome.details, result.time, result.order, *job.extras(name, result, verdict, maps)) if t)
    return outcome


def _ended(suite, options, path, name, spent, notes):
    """The same, whatever happens."""
    try:
        return _run(suite, options, path, name, spent, notes)
    except (CaseError, CheckoutError, DescriptorError) as e:
        return Outcome(False, f'case: {e}')
    except BuildError as e:
        return Outcome(False, *report.not_built(str(e)))
    except (RunError, OSError) as e:
        text, _, details = str(e).partition('\n')
        return Outcome(False, text, details)
    except Exception as e:  # an error of this tool, which must not prevent the other cases
        return Outcome(False, f'internal: {type(e).__name__}: {e}', traceback.format_exc())


def execute(suite, options, path, name, spent):
    """The Outcome of a case, with notes."""
    notes = []
    outcome = _ended(suite, options, path, name, spent, notes)
    outcome.notes = ''.join(f'\n    {line}' for line in notes)
    return outcome


def kind_of(options, path):
    """llk or metal, by the name of a case, or of another file by the checkout, whose suite says what it is not."""
    named = re.search(r'\.(llk|metal|desc)(\.gz)?(:|$)', path)
    llk_case = named[1] == 'llk' if named else options.tt_llk and not options.tt_metal
    return 'llk' if llk_case else 'metal'


SUITES = {'llk': llk.Suite, 'metal': metal.Suite}


def _suites(options, kinds):
    """Kind -> its Suite, for the kinds of all cases."""
    given = {'variant': options.variant, 'jobs': options.jobs, 'binary': options.binary, 'isolated': options.isolated,
             'many': len(options.case) >= MANY, 'defines': [*options.define, *ordering.defines(options)]}
    return {kind: SUITES[kind](options, CHIPS[options.arch], given) for kind in kinds}


def name_files(paths):
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
            builds, runs, *_ = zip(*spent[fresh])
            print(f'{what} {len(builds)} {"program" if len(builds) == 1 else "programs"} in {sum(builds):.1f} s '
                  f'(longest {max(builds):.1f} s), run in {sum(runs):.1f} s')


def tell_objects(march, spent):
    """Prints how many kernels, programs and objects were built."""
    built = [one for some in spent.values() for one in some]
    programs = {program for *_, program in built}
    print(f'{march}: {len({kernel for _, _, kernel, _ in built})} kernels, {len(programs)} programs of three threads, '
          f'{3 * len(programs)} objects')


def _tell(options, line, outcome):
    if options.compile and outcome.passed:
        return
    wanted = options.verbose or options.show or options.look or options.time or options.check_order or options.save or options.picture
    print(shown(line + outcome.notes, keep='\n\t'))
    if outcome.details and (wanted or not outcome.passed):
        print(shown(outcome.details, keep='\n\t'))
    sys.stdout.flush()


class Cases:
    """The cases of this shard: (number in the whole run, path, name of its files) of each, and what a journal knows of them."""

    def __init__(self, options, kinds, paths):
        numbered = list(zip(range(len(paths)), paths, name_files(paths)))
        self.mine, self.stopped, self.fail_fast = journal.share(numbered, options.shard), False, options.fail_fast
        run = {'suite': '-'.join(kinds), 'cases': len(paths), 'plan': journal.plan_of(paths, _settings(options)) if options.journal else '',
               'tree': journal.tree_of(ROOT) if options.journal else '', 'shard': options.shard}
        self.journal = journal.Journal(options.journal, run, options.resume)

    def outcome(self, number, path, run):
        """(The Outcome, seconds) of a case, run now or before; None if none is to be begun any more."""
        known = self.journal.known.get(number)
        if known:
            was = Outcome(known['passed'], known['text'], known['details'])
            was.notes = known['notes']
            return was, known['seconds']
        if self.stopped:
            return None
        outcome, seconds = junit.timed(run)
        if self.journal.path and outcome.passed is False and interrupt.was_ended():
            return None  # it did not fail by itself
        self.stopped = self.stopped or self.fail_fast and outcome.passed is False
        self.journal.add(number, path, **vars(outcome), seconds=round(seconds, 3))
        return outcome, seconds


# What a case's result does not depend on, and what says where things are.
NO_SETTINGS = ('case', 'jobs', 'junit', 'tap', 'json', 'journal', 'resume', 'fail_fast', 'shard', 'tt_llk', 'tt_metal', 'sfpi', 'kernels', 'files', 'objects',
               'save', 'library')


def _settings(options):
    return {name: value for name, value in vars(options).items() if name not in NO_SETTINGS and value}


def _batch(options, suites, cases, spent, results):
    """Runs all cases; returns how many passed, failed, were only looked at and were not begun."""
    def one(path, name):
        return execute(suites[kind_of(options, path)], options, path, name, spent)

    def first(path):
        outcome = one(path, 'first')
        if not outcome.passed:
            _tell(options, f'{outcome.word()} {shown(os.path.basename(path))}: {outcome.text}', outcome)
        return outcome.passed
    mine, known = cases.mine, cases.journal.known
    count, progress = collections.Counter(), Progress(results.suite, len(mine), before=sum(number in known for number, *_ in mine))
    with interrupt.Pool(options.jobs) as pool:
        if not beginning.first(options, next(iter(suites.values())).builder.out, first):
            return None
        outcomes = pool.map(lambda number, path, name: cases.outcome(number, path, lambda: one(path, name)), *zip(*mine)) if mine else ()
        for (number, path, _), found in zip(mine, outcomes):
            if not found:
                count['not begun'] += 1
                continue
            outcome, seconds = found
            line = f'{outcome.word()} {shown(os.path.basename(path))}: {outcome.text}'
            if outcome.passed is not None:
                results.add(path, outcome.passed, f'{line}\n{outcome.details}', seconds)
            count[outcome.word()] += 1
            if number not in known:
                progress.step()
            results.keep(options)
            _tell(options, line, outcome)
    return count


def _main(options, kinds):
    paths = [name for path in options.case for name in SUITES[kind_of(options, path)].expand(path)]
    cases = Cases(options, kinds, paths)
    suites = _suites(options, kinds)
    spent = {True: [], False: []}  # for built and for found programs: seconds to get one and to run it, kernel, program
    results = junit.Results('-'.join(kinds))
    try:
        count = _batch(options, suites, cases, spent, results)
    except KeyboardInterrupt:
        results.interrupted(len(cases.mine))
        results.write(options)
        raise
    if count is None:
        return 1
    if options.compile:
        tell_objects(options.march, spent)
    else:
        _tell_times(spent)
    results.write(options)
    if count['not begun']:
        print(f'{count["not begun"]} not begun after the first failure')
    print(f'{count["PASS"]} passed, {count["FAIL"]} failed, {count["LOOK"]} skipped')
    return 1 if count['FAIL'] else 0


def _options():
    parser = options_parser()
    options = parser.parse_args()
    try:
        journal.share_of(options.shard)
    except ValueError as e:
        parser.error(f'--shard: {e}')
    try:
        probe.checked(options)
        noctrace.checked(options)
    except CaseError as e:
        parser.error(str(e))
    if options.resume and not options.journal:
        parser.error('--resume needs --journal FILE')
    return options


def main():
    print_anything()
    options = _options()
    interrupt.listen()
    junit.Results.begin(options)
    kinds = sorted({kind_of(options, path) for path in [*options.case, *([options.after] if options.after else [])]})
    try:
        return interrupt.status(lambda: _main(options, kinds), '-'.join(kinds))
    except (CheckoutError, BuildError, journal.JournalError) as e:
        print(f'{"-".join(kinds)}: {e}', file=sys.stderr)
        junit.Results('-'.join(kinds)).write(options, codes.error(codes.of_exception(e), str(e)))
        return 2
