#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Functions of two and three operands: their inputs are random numbers that a checkout's own drivers make, so these run here
(make llk-pytest), and this file is a pytest plugin beside kernels.llk.plugin that counts steps between what a driver expects
and what it gets, as the vendor's table does: pytest -p drivers, with SILICON_STEPS=file for the results.

    drivers.py FILE [--tsv FILE]    compares these with docs/silicon-card.tsv"""
import argparse
import collections
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import numpy as np  # noqa: E402

import metric  # noqa: E402
import table  # noqa: E402

FORMATS = {'Float16_b': 'b', 'Float16': 'h', 'Float32': 'f', 'Bfp8_b': 'p8'}
OF_TEST = {'test_sfpu_binary_div': 'SfpuElwdiv'}  # tests whose operation is not a parameter
FUSED = ('SfpuAtan2', 'SfpuBinaryFmod', 'SfpuBinaryRemainder', 'SfpuElwdiv', 'SfpuAddcdiv', 'SfpuAddcmul', 'SfpuLerp', 'SfpuLogsigmoid',
         'SfpuSnakeBeta')  # with sums of products


def steps(expected, got, out):
    """The largest number of steps where both are finite; subnormal numbers are one."""
    expected, got = (np.asarray(v.flatten().float().numpy()) for v in (expected, got))
    apart = np.abs(metric.rank(expected, out) - metric.rank(got, out))
    return int(np.where(np.isfinite(expected) & np.isfinite(got), apart, 0).max())


def pytest_runtest_call(item):
    """Replaces what the test calls to judge its results by the same with a count."""
    if not hasattr(item, 'callspec') or not hasattr(item.module, 'passed_test'):
        return
    given, judge = item.callspec.params, item.module.passed_test
    judge = getattr(judge, 'judge', judge)
    both = given.get('formats')
    form, out = (FORMATS.get(f.name) for f in (both.input_format, both.output_format)) if both else (None, None)
    name = getattr(given.get('mathop'), 'name', OF_TEST.get(item.originalname))

    def counted(expected, got, *rest, **named):
        if form and out and name:
            cell = [name, form, out, {'Yes': 'Y', 'No': 'N'}.get(given['dest_acc'].name)]
            with open(os.environ['SILICON_STEPS'], 'a', encoding='ascii') as f:
                f.write(json.dumps([*cell, steps(expected, got, out), item.name]) + '\n')
        return judge(expected, got, *rest, **named)
    counted.judge = judge
    item.module.passed_test = counted


def row_of(rows, op, form, out, dest):
    """The row of the table for just this cell."""
    return next((r for r in rows if r.op == op and (r.form, r.out) == (form, out) and r.dest in (dest, '-') and r.measured.isdigit()), None)


def judged(row, here):
    if int(row.measured) == here:
        return 'equal', ''
    if row.op in FUSED:
        return 'explained', 'kernel: the card fuses products and sums, which are separate here'
    if row.how != 'sweep':
        return 'explained', 'inputs: the row is of a sample of another run, with other random numbers or expected values'
    return 'open', ''


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('results')
    parser.add_argument('--tsv')
    options = parser.parse_args()
    largest, rows, lines = {}, table.rows(), []
    with open(options.results, encoding='ascii') as f:
        for op, form, out, dest, count, _ in map(json.loads, f):
            largest[op, form, out, dest] = max(count, largest.get((op, form, out, dest), 0))
    for cell, here in sorted(largest.items()):
        row = row_of(rows, *cell)
        if row:
            lines.append([*cell, row.measured, str(here), *judged(row, here)])
    counts = collections.Counter(line[6] for line in lines)
    for line in lines:
        if line[6] != 'equal':
            print(*line[:4], f'card {line[4]}, here {line[5]}: {line[6]}')
    if options.tsv:
        with open(options.tsv, 'w', encoding='ascii') as f:
            f.write(''.join('\t'.join(line) + '\n' for line in [['op', 'in', 'out', 'dest', 'card', 'here', 'verdict', 'why'], *lines]))
    print(f'{counts["equal"]} equal, {counts["explained"]} explained, {counts["open"]} open of {len(lines)}')


if __name__ == '__main__':
    main()
