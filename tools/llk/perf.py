#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Performance kernels of a tt-llk checkout, timed by the model beside what was measured on Blackhole.

    perf.py --tt-llk DIR --sfpi DIR      prints a table in Markdown (make time-doc TT_LLK= SFPI=)

Each kernel runs twice, with n and 2n rounds of its loop; what the second half costs is divided by its tiles. So
nothing before the loop counts. The measurements and where they come from stand in perf_rows.py."""
import argparse
import os
import re
import struct
import subprocess
import sys

import perf_rows

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CODES = {'Float16_b': 5}
THREADS = ('unpack', 'math', 'pack', 'total', 'low', 'high')


def _arguments(fields):
    """struct RuntimeParams: all formats Float16_b, then the fields."""
    data = struct.pack('<11I', *[CODES['Float16_b']] * 11)
    for kind, _, value in fields:
        if kind == 'bool':
            data += struct.pack('<?', value)
        else:
            data += b'\0' * (-len(data) % 4) + struct.pack('<I', value)
    return data + b'\0' * (-len(data) % 4)


def case_text(kernel, constants, fields):
    """A case file that compares nothing: it is there to be timed."""
    data = _arguments(fields).hex()
    return '\n'.join([
        'LLKCASE 1', f'kernel sources/{kernel}.cpp', 'node perf', 'arch blackhole', 'formats runtime',
        *(f'const {c}' for c in constants), 'field FormatConfig formats 1',
        *(f'field {kind} {name} 1' for kind, name, _ in fields),
        f'args 0x20000 {len(data) // 2}', *(data[i:i + 64] for i in range(0, len(data), 64)), 'end', ''])


def _write(directory, run, rounds):
    path = os.path.join(directory, f'{run.name}-{rounds}.llk')
    with open(path, 'w', encoding='ascii') as f:
        f.write(case_text(run.kernel, run.constants(rounds), run.fields(rounds)))
    return path


def _time(paths, options, *settings):
    """name -> cycles of unpack, math, pack, total, low, high"""
    done = subprocess.run(
        [sys.executable, os.path.join(ROOT, 'tools/llk/llk.py'), '--variant=-diag', '--time', '--jobs', '2',
         *(f'--time-set={setting}' for setting in settings),
         '--tt-llk', options.tt_llk, '--sfpi', options.sfpi, *paths],
        capture_output=True, text=True, check=False)
    lines = re.findall(r'^cycles (\S+)' + ''.join(rf' {t} (\d+)' for t in THREADS), done.stdout, re.M)
    failed = re.findall(r'^FAIL.*', done.stdout, re.M)
    if failed:
        sys.exit('\n'.join(failed))
    return {name: dict(zip(THREADS, map(int, values))) for name, *values in lines}


def _slope(times, run, bound):
    first, second = (times[f'{run.name}-{n}'] for n in (1, 2))
    return (second[bound] - first[bound]) / run.tiles


def _inside(row, value, error, with_code):
    if row.limit:
        return 'yes' if value >= row.measured else 'no'
    if abs(error) <= row.tolerance:
        return 'yes'
    near = abs(with_code - row.measured) <= row.tolerance / 100 * row.measured
    return ('with RISC-V code' if near else 'no') + (f': {row.why}' if row.why else '')


def _row(row, times, coded):
    def value(bound, of=times):
        return row.value(*(_slope(of, run, bound) for run in row.runs))
    expected, with_code = value(row.thread), value(row.thread, coded)
    values = (expected, value('low'), value('high'))
    error = 100 * (expected - row.measured) / row.measured
    return (f'| {row.what} | {row.measured:.2f} | {expected:.2f} | {min(values):.2f} | {max(values):.2f} | '
            f'{error:+.1f} % | {with_code:.2f} | {_inside(row, expected, error, with_code)} | {row.source} |')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--tt-llk', required=True)
    parser.add_argument('--sfpi', required=True)
    options = parser.parse_args()
    directory = os.path.join(ROOT, 'build/time')
    os.makedirs(directory, exist_ok=True)
    runs = {run.name: run for row in perf_rows.ROWS for run in row.runs}
    paths = [_write(directory, run, n) for run in runs.values() for n in (1, 2)]
    times, coded = _time(paths, options), _time(paths, options, 'riscv_cycles=1')
    print('| what | measured | model | low | high | error | with RISC-V code | inside | source |\n'
          '|---|---|---|---|---|---|---|---|---|')
    for row in perf_rows.ROWS:
        print(_row(row, times, coded))


if __name__ == '__main__':
    main()
