# SPDX-License-Identifier: Apache-2.0
"""The time model of a run (docs/time.md): its options, a program's arguments, its output; and the time limit of a
run under the monitor."""
import glob
import os
import re

from . import noctrace, sites


def add_options(parser):
    parser.add_argument('--time', action='store_true',
                        help='prints how long it would take on Blackhole; needs --variant=-diag')
    parser.add_argument('--time-lines', metavar='DIR',
                        help='also writes the times of every word to DIR/NAME.jsonl, of several cores to DIR/NAME.X-Y.jsonl')
    parser.add_argument('--time-set', metavar='NAME=VALUE', action='append', default=[],
                        help='a parameter of the model (lib/time/parameters.def)')
    noctrace.add_options(parser)


def add_limit(parser):
    parser.add_argument('--limit', type=int, metavar='MS',
                        help="with --isolated: the monitor ends a run after this many milliseconds of the core's clock; 10000")


def limit(options):
    """Arguments of stx-boot, after all others."""
    return [f'--limit={options.limit}'] if options.isolated and options.limit is not None else []


def files(lines):
    """The files of a run: the one that was asked for, or that of each core (port/metal/grid_time.c)."""
    of_cores = glob.glob(glob.escape(lines.removesuffix('.jsonl')) + '.*-*.jsonl')
    return [lines] * os.path.exists(lines) + [path for path in sorted(of_cores) if re.search(r'\.\d+-\d+\.jsonl$', path)]


def arguments(options, name, alone=False):
    """Arguments of a program, after its own. In binary mode a program has the code that silicon runs, apart from its
    compiler, so its time counts. alone: the kernel has no operands, so its registers get some."""
    if not options.time:
        return []
    lines = '-'
    if options.time_lines:
        os.makedirs(options.time_lines, exist_ok=True)
        lines = os.path.join(options.time_lines, name + '.jsonl')
        for earlier in files(lines):
            os.remove(earlier)
    return [name, lines, *['operands'] * alone, *['riscv_cycles=1'] * options.binary, *options.time_set]


def split(text):
    """Splits a program's output into (the model's output, the rest)."""
    told = re.search(r'^cycles .*?(?=^time ends$)', text, re.M | re.S)
    if not told:
        return '', text
    return told.group().rstrip(), text[:told.start()] + text[told.end() + len('time ends\n'):]


def told(text, programs, arguments):
    """The same for a run with arguments(). programs: those of the threads, or one for all. Addresses in the model's
    output and in its JSON lines become source lines."""
    time, rest = split(text)
    programs = programs[1:] or programs * 3
    for path in files(arguments[1]) if time and arguments[1] != '-' else ():
        sites.name_lines(path, programs)
    return sites.named(time, programs), rest
