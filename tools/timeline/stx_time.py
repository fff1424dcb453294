#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares runs of the time model (docs/time.md): what became slower, and where.

    stx-time diff before.jsonl after.jsonl      two runs, from JSON lines: line by line of the kernels
    stx-time check --baseline FILE OUTPUT...    the outputs of runs with TIME=1, compared with times that were kept
    stx-time advise run.jsonl                   what would make it faster: where, the cycles it saves, why
    stx-time steady run.jsonl                   the cycles of an iteration, and the chain of words that binds it
    stx-time calibrate measured.csv run.jsonl   zone by zone, with those that the device's profiler has measured on a card
    stx-time flame run.jsonl                    folded stacks for a flame graph: thread;call;line;word or wait
    stx-time roofline run.jsonl...              operations per cycle and per byte, compared with the roofs; --svg FILE draws it

Exit status: 0; 1 if something became slower than the tolerance allows or cannot be compared; 2 for bad input."""
import argparse
import json
import os
import re
import sys

import advice
import baseline
import calibrate
import lines
import roofline
import runs
import steady

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
from kernels import ending, version  # noqa: E402

MOST = 10  # rows of a thread that are printed


class Tolerance(float):
    """From "3%" or "0.03"."""

    def __new__(cls, text):
        match = re.fullmatch(r'(\d+(?:\.\d+)?)(%?)', text)
        if not match:
            raise argparse.ArgumentTypeError(f'{text}: not a tolerance such as 3% or 0.03')
        return super().__new__(cls, float(match[1]) / (100 if match[2] else 1))


def change(before, after):
    share = f' ({100 * (after - before) / before:+.1f} %)' if before else ''
    return f'{before} -> {after} cycles, {after - before:+d}{share}'


def per_tile(before, after, tiles):
    """"; a tile 75.0 -> 70.0", if the number of tiles is known for both."""
    counts = tiles or before.tiles, tiles or after.tiles
    return f'; a tile {before.total / counts[0]:.1f} -> {after.total / counts[1]:.1f}' if all(counts) else ''


def print_json(found):
    print(json.dumps(found, indent=1))


def diff(options):
    before, after = (runs.Run(lines.load(path)) for path in (options.before, options.after))
    changes = runs.changes(before, after)
    if options.json:
        print_json({'before': before.total, 'after': after.total, 'tiles': [before.tiles, after.tiles], 'lines': [c.record() for c in changes]})
    else:
        print(change(before.total, after.total) + per_tile(before, after, options.tiles))
        for thread in lines.THREADS:
            rows = [c for c in changes if c.thread == thread and c.cycles]
            print(f'{thread}: {change(before.cycles[thread], after.cycles[thread])}')
            print(''.join(f'  {c.text()}\n' for c in rows[:MOST]), end='')
            if len(rows) > MOST:
                print(f'  other lines: {sum(c.cycles for c in rows[MOST:]):+d}')
    return after.total > before.total * (1 + options.tolerance)


def check(options):
    found = baseline.read(options.output)
    if options.write:
        baseline.write(options.baseline, found)
        print(f'{options.baseline}: {len(found)} runs')
        return False
    rows = baseline.compare(baseline.load(options.baseline), found, options.tolerance)
    if options.json:
        print_json([row.record() for row in rows])
    else:
        print(''.join(f'{row.text()}\n' for row in rows), end='')
    return any(row.bad for row in rows)


def advise(options):
    found = advice.all_of(lines.load(options.run_file), lines.band(options.run_file), lines.chip(options.run_file))
    if options.json:
        print_json([a.record() for a in found])
    else:
        print(''.join(f'{a.line()}\n' for a in found) or 'no rule finds anything\n', end='')
    return False


def tell_steady(options):
    found = steady.of(lines.load(options.run_file))
    if options.json:
        print_json(found and found.record())
    else:
        print(found.text(MOST) if found else 'nothing repeats\n', end='')
    return False


def compare_zones(options):
    words = lines.load(options.run_file)
    zones = calibrate.compare(words, calibrate.read(options.measured))
    if not zones:
        raise ValueError('no zone is in both files: does the kernel have DeviceZoneScopedN, and does the run have its zones?')
    factor, total = calibrate.factor(zones), runs.Run(words).total
    if options.json:
        print_json({'factor': factor, 'total': total, 'calibrated': factor * total, 'zones': [zone.record() for zone in zones]})
    else:
        print(''.join(f'{zone.text()}\n' for zone in zones) +
              f'factor {factor:.3f} for this kernel: {total} cycles in the model, {factor * total:.0f} calibrated')
    return False


def flame(options):
    stacks = runs.stacks(lines.load(options.run_file))
    if options.json:
        print_json([{'stack': stack.split(';'), 'cycles': cycles} for stack, cycles in stacks.items()])
    else:
        print(''.join(f'{stack} {cycles}\n' for stack, cycles in stacks.items()), end='')
    return False


def roofs(options):
    points = [roofline.point(os.path.basename(path).rsplit('.', 1)[0], lines.load(path), lines.rate(path)) for path in options.run_file]
    if options.json:
        print_json([p.record() for p in points])
    else:
        print(''.join(f'{p.text()}\n' for p in points), end='')
    if options.svg:
        with open(options.svg, 'w', encoding='ascii') as f:
            f.write(roofline.picture(points))
    return False


def main():
    parser = argparse.ArgumentParser(prog='stx-time', description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    version.add(parser)
    commands = parser.add_subparsers(required=True, metavar='diff|check|advise|steady|calibrate|flame|roofline')
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument('--tolerance', type=Tolerance, default=Tolerance('0'), metavar='3%')
    common.add_argument('--json', action='store_true', help='machine-readable output')
    command = commands.add_parser('diff', parents=[common])
    command.add_argument('before')
    command.add_argument('after')
    command.add_argument('--tiles', type=int, metavar='N', help='number of tiles that the kernel makes; default: those that its packer pushes')
    command.set_defaults(run=diff)
    command = commands.add_parser('check', parents=[common])
    command.add_argument('--baseline', required=True, metavar='FILE')
    command.add_argument('--write', action='store_true', help='keep these times')
    command.add_argument('output', nargs='*', default=['-'], help='files; standard input without them')
    command.set_defaults(run=check)
    command = commands.add_parser('advise')
    command.add_argument('--json', action='store_true', help='machine-readable output')
    command.add_argument('run_file', metavar='run.jsonl')
    command.set_defaults(run=advise)
    command = commands.add_parser('steady')
    command.add_argument('--json', action='store_true', help='machine-readable output')
    command.add_argument('run_file', metavar='run.jsonl')
    command.set_defaults(run=tell_steady)
    command = commands.add_parser('calibrate')
    command.add_argument('--json', action='store_true', help='machine-readable output')
    command.add_argument('measured', metavar='measured.csv', help="the profiler's profile_log_device.csv")
    command.add_argument('run_file', metavar='run.jsonl')
    command.set_defaults(run=compare_zones)
    command = commands.add_parser('flame')
    command.add_argument('--json', action='store_true', help='machine-readable output')
    command.add_argument('run_file', metavar='run.jsonl')
    command.set_defaults(run=flame)
    command = commands.add_parser('roofline')
    command.add_argument('--json', action='store_true', help='machine-readable output')
    command.add_argument('--svg', metavar='FILE', help='draw all runs')
    command.add_argument('run_file', nargs='+', metavar='run.jsonl')
    command.set_defaults(run=roofs)
    options = parser.parse_args()
    try:
        sys.exit(1 if options.run(options) else 0)
    except (OSError, ValueError) as e:
        print(f'stx-time: {e}', file=sys.stderr)
        sys.exit(2)
    except KeyError as e:
        print(f'stx-time: a word has no field {e}', file=sys.stderr)
        sys.exit(2)


if __name__ == '__main__':
    sys.exit(ending.quietly(main))
