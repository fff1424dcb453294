# SPDX-License-Identifier: Apache-2.0
"""Compiles every compute kernel of a tt-metal checkout, or every data-movement kernel that needs one core, with
arguments and macros from a table (kernels.tsv) or guessed ones, and prints which compile and why others do not.

    compile_all.py --tt-metal DIR --sfpi DIR [--arch CHIP] [--movement] [--only TEXT] [--compiled-in RESULTS] [--results FILE]
                   [--markdown FILE [--beside RESULTS]]"""
import argparse
import os
import re
import subprocess
import sys

from . import build, cores_doc, guess, kernels_doc
from .case import Case
from .checkout import BEGIN, Checkout, CheckoutError, is_old_style
from .. import ending, refused
from ..chips import BLACKHOLE, CHIPS
from ..interrupt import Pool
from ..kept import replace
from ..progress import Progress
from ..toolchain import ROOT, LANGUAGE, THREADS, BuildError
from .program import Mover

ROUNDS = 12


def _first_error(text):
    found = re.search(r'^(.*?): (?:fatal )?error: (.*)$', text, re.M)
    return f'{os.path.basename(found[1].split(":")[0])}: {found[2]}' if found else text[:120]


def _compile(builder, flags, source):
    """The compiler's messages; '' if it succeeds."""
    tools = builder.tools
    return refused.until_accepted(_message, [tools.compiler, *tools.arch, *LANGUAGE, '-O0', *flags, *tools.system], [], os.path.join(ROOT, source))


def _message(command):
    command = [*command[:-1], '-fsyntax-only', command[-1]]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, 'LC_ALL': 'C'})  # guesses parse the messages
    return '' if done.returncode == 0 else done.stderr


def _before(builder, thread):
    """The header with which every kernel of a thread begins, precompiled if the checkout's headers allow it."""
    path = os.path.join(builder.out, 'syntax', f'before-{thread[0]}.h')
    with builder.locks[path]:
        if path not in builder.before:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, 'w', encoding='ascii') as f:
                f.write('#include "llk/prelude.h"\n')
                f.writelines(f'#if __has_include("{name}")\n#include "{name}"\n#endif\n'
                             for name in BEGIN[thread[0]])
            tools, flags = builder.tools, builder.flags(Case(path, chip=builder.checkout.chip), os.path.dirname(path), path, thread)
            flags = [f for f in flags if not f.startswith('-DKERNEL_COMPILE') and f not in ('-include', builder.prelude)]
            done = subprocess.run([tools.compiler, *tools.arch, *LANGUAGE, '-O0', *flags, *tools.system, '-xc++-header', path, '-o',
                                   path + '.gch'], capture_output=True, check=False)
            builder.before[path] = path if done.returncode == 0 else 'llk/prelude.h'
    return builder.before[path]


def _thread(builder, case, work, kernel, old_style, thread):
    builder.write(case, work, kernel, old_style)
    flags, before = builder.flags(case, work, kernel, thread), _before(builder, thread)
    return _compile(builder, [before if f == 'llk/prelude.h' else f for f in flags], builder.checkout.thread_source)


def _movement(builder, case, work, kernel):
    """The same for a data-movement kernel."""
    places = [len(case.compile_args) + 2 * i for i in range(len(case.bindings.tensors))]
    mover = Mover(kernel, case.defines, case.compile_args + [2] * 2 * len(places), case.named_args,
                  bindings=case.bindings, tensor_places=places)
    builder.write_dataflow(case, mover, work, kernel)
    return _compile(builder, builder.dataflow_flags(case, 'reader', mover, work, kernel), 'port/metal/dataflow.cpp')


def _attempt(builder, case, source, common, threads, messages):
    """'' or the reason why it does not compile with these arguments."""
    kernel = builder.checkout.kernel(case.kernel)
    work = os.path.join(builder.out, 'syntax', re.sub(r'\W', '_', case.kernel))
    os.makedirs(work, exist_ok=True)
    if guess.moves_data(case.kernel, source) or guess.needs_cores(kernel):
        parts = {'data movement': lambda: _movement(builder, case, work, kernel)}
    else:
        parts = {t[0]: lambda t=t: _thread(builder, case, work, kernel, is_old_style(source), t) for t in threads}
    for name, compiled in parts.items():
        for _ in range(ROUNDS):
            message = compiled()
            messages.append(message)
            if not message or not guess.refine(case, message, common, source, kernel):
                break
        if message:
            return f'{name}: {_first_error(message)}'
    return ''


def compile_kernel(builder, path, common, known, threads, messages=None):
    """'' or the reason why it does not compile with known or guessed arguments. messages collects the compiler's
    output. If the numbers are not consistent with each other, others are tried."""
    with open(builder.checkout.kernel(path), encoding='utf-8', errors='replace') as f:
        source = f.read()
    first = ''
    for number in (None, *guess.NUMBERS):
        said = []
        why = _attempt(builder, guess.first(path, source, known, number, builder.checkout.chip), source, common, threads, said)
        if messages is not None:
            messages += said
        if not why or not guess.may_be_numbers(why, known):
            return why and (first or why)
        first = first or why
    return first


def _parse():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--tt-metal')
    parser.add_argument('--sfpi')
    parser.add_argument('--march', default='rv32im')
    parser.add_argument('--arch', choices=CHIPS, default=BLACKHOLE.name)
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    parser.add_argument('--only', nargs='+', default=[''], help='only kernels whose name contains one of these')
    parser.add_argument('--movement', action='store_true', help='compile data-movement kernels, for NCRISC')
    parser.add_argument('--cores', action='store_true', help='compile data-movement kernels that need other cores')
    parser.add_argument('--table', metavar='FILE', help='with --cores: write the list, and which descriptions run each kernel, to this file')
    parser.add_argument('--thread', default='all', help='only one thread: unpack, math or pack')
    parser.add_argument('--results', metavar='FILE', help='write the results to this file')
    parser.add_argument('--markdown', metavar='FILE', help='write the list of kernels to this file, and its table to one that ends with .tsv')
    parser.add_argument('--compiled-in', metavar='RESULTS', help='only kernels that compile in these results, for another chip')
    parser.add_argument('--beside', metavar='RESULTS', action='append', default=[],
                        help='the list also covers another checkout, with these results')
    options = parser.parse_args()
    if (options.thread != 'all' or options.movement or options.cores) and (options.results or options.markdown):
        parser.error('results are for all threads of compute kernels')
    if options.table and not options.cores:
        parser.error('--table is for --cores')
    return options


def _keep(options, checkout, kernels):
    sfpi = os.path.basename(os.path.abspath(options.sfpi)).removeprefix('sfpi-')
    results = kernels_doc.Results(checkout.commit() or 'of unknown name', sfpi, kernels, options.arch)
    if options.results:
        kernels_doc.write(options.results, results)
    if options.markdown:
        kernels_doc.write_list(options.markdown, [results, *map(kernels_doc.read, options.beside)])


def main():
    options = _parse()
    try:
        checkout = Checkout(os.path.join(ROOT, 'build/metal'), options.tt_metal, options.sfpi, CHIPS[options.arch])
        builder = build.Builder(options.march, checkout)
    except (CheckoutError, BuildError) as e:
        print(f'metal: {e}', file=sys.stderr)
        return 2
    common, kernels = guess.table()
    threads = [t for t in (THREADS[1], THREADS[0], THREADS[2]) if options.thread in ('all', t[0])]
    find = guess.find_cores if options.cores else guess.find_movement if options.movement else guess.find
    found = [k for k in find(checkout.root) if any(o in k for o in options.only)]
    if options.compiled_in:
        there = kernels_doc.read(options.compiled_in).kernels
        found = [k for k in found if there.get(k) == '']
    with Pool(options.jobs) as pool:
        results, progress = [], Progress('metal-compile', len(found))
        for path, result in zip(found, pool.map(
                lambda p: compile_kernel(builder, p, common, guess.known_of(p, kernels), threads), found)):
            results.append(result)
            progress.step()
            print(f'{"FAIL" if result else "PASS"} {path}{": " + result if result else ""}', flush=True)
    _keep(options, checkout, dict(zip(found, results)))
    if options.table:
        replace(options.table, cores_doc.text(dict(zip(found, results))))
    good = sum(not r for r in results)
    print(f'{good} passed, {len(found) - good} failed, 0 skipped')
    return 0


if __name__ == '__main__':
    sys.exit(ending.quietly(main))
