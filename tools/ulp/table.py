#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes docs/functions.md and its two tables: for every unary function of functions.py, in each form, the error over
all inputs of BF16 and over some of each binade of FP32, the words and the cycles. Results are
kept in build/ulp/table.json; a function whose sources are unchanged is not measured again."""
import argparse
import json
import os
import sys

import functions
import pareto
from llk import CHIPS, Checkout, FORMATS, Kernel, ROOT, measure, measure_again
from kernels import ending
from kernels.interrupt import Pool
from kernels.toolchain import BuildError

SETTINGS = (('bf16', False, ()), ('bf16-dst32', True, ()), ('fp32', True, ('--per-binade', '100')))
# Ranges of published figures have more inputs.
MORE = ('--per-binade', '5000')


def summary(result):
    """The part of a result that the table needs."""
    keep = {k: result[k] for k in ('max_ulp', 'mean_ulp', 'max_steps', 'correct', 'ordinary', 'words',
                                   'fused', 'way', 'refused', 'max_absolute', 'turns', 'sampled', 'differing', 'inputs')}
    keep['worst'] = result['worst'][:3]
    keep['curve'] = result['curve']
    cases = result['cases']
    keep['zeros'] = [cases['exactly 0'][k] for k in ('right', 'count')]
    keep['wrong'] = sum(c['count'] - c['right'] for n, c in cases.items()
                        if n in ('overflows', 'underflows', 'finite, result not'))
    return keep


def add_ranges(cell, kernel, name, options):
    """Adds the figures for published ranges and ramps to a cell."""
    found = cell.setdefault('ranges', {})
    wanted = {p.range for p in pareto.published()
              if (p.name, p.chip, p.setting) == (kernel.function.name, kernel.checkout.chip, name) and p.range}
    for text in sorted(wanted - set(found)):
        more = MORE if options and cell['way'] == 'recorded' else options
        chosen = ('--ramp', text[len(pareto.RAMP):]) if text.startswith(pareto.RAMP) else (*more, '--range', text)
        _, said, result = measure_again(kernel, kernel.path('recording'), FORMATS[name], (*chosen, '--fuse'))
        if result is None:
            raise BuildError(f'{kernel.function.name}: {said}')
        found[text] = {k: result[k] for k in ('max_ulp', 'max_steps', 'max_absolute')}


def setting(kernel, name, options):
    """Measures one setting of a function; the answer includes errors."""
    try:
        status, text, result = measure(kernel, FORMATS[name], options)
        if status not in (0, 1):
            return {'error': text.strip().splitlines()[-1]}
        made = summary(result)
        if name != 'bf16-dst32':
            made['cycles'] = kernel.time()
        return made
    except BuildError as error:
        lines = [line for line in str(error).splitlines() if 'error' in line or 'fault' in line]
        return {'error': (lines or str(error).splitlines())[0]}


def one(checkout, function, fresh):
    """Measures all settings of a function."""
    row = {'name': function.name, 'exact': function.exact, 'source': function.source, 'chip': checkout.chip}
    for name, dst32, options in SETTINGS:
        kernel = Kernel(checkout, function, dst32)
        kept = kernel.path(f'measured.{name}.json')
        if not fresh and os.path.exists(kept):
            with open(kept, encoding='utf-8') as f:
                row[name] = json.load(f)
        else:
            row[name] = setting(kernel, name, options)
        if 'error' not in row[name]:
            add_ranges(row[name], kernel, name, options)
            with open(kept, 'w', encoding='utf-8') as to:
                json.dump(row[name], to)
    return row


def measure_all(checkout, chosen, jobs, fresh):
    """Rows in the order of names."""
    rows = []
    with Pool(jobs) as pool:
        for row in pool.map(lambda f: one(checkout, f, fresh), chosen):
            rows.append(row)
            told = row['bf16'].get('error') or f"{row['bf16']['max_ulp']:.2f} ulp"
            print(f'{len(rows)}/{len(chosen)} {row["name"]}: {told}', file=sys.stderr, flush=True)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--tt-llk', required=True)
    parser.add_argument('--sfpi', required=True)
    parser.add_argument('--tt-metal')
    parser.add_argument('--arch', choices=CHIPS, default='blackhole')
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--fresh', action='store_true', help='measure again instead of using kept results')
    parser.add_argument('--add', action='store_true', help='keep the rows of other checkouts in --json')
    parser.add_argument('--only', nargs='*', help='names of functions')
    parser.add_argument('--out', default=os.path.join(ROOT, 'build/ulp/functions.md'))
    parser.add_argument('--json', default=os.path.join(ROOT, 'build/ulp/table.json'))
    options = parser.parse_args()
    began = os.times()[4]
    known = functions.of(bool(options.tt_metal))
    chosen = [known[n] for n in (options.only or known) if n.startswith('metal ') == bool(options.tt_metal) and known[n].operands == 1]
    checkout = Checkout(options.tt_llk, options.sfpi, options.tt_metal, options.arch)
    rows = measure_all(checkout, chosen, options.jobs, options.fresh)
    if options.add and os.path.exists(options.json):
        with open(options.json, encoding='utf-8') as f:
            names = {(r['name'], r['chip']) for r in rows}
            rows = [r for r in json.load(f) if (r['name'], r['chip']) not in names] + rows
    with open(options.json, 'w', encoding='utf-8') as to:
        json.dump(rows, to)
    for name, text in (('.md', pareto.document(rows)), ('.tsv', pareto.table(rows)), ('-published.tsv', pareto.beside(rows))):
        with open(os.path.splitext(options.out)[0] + name, 'w', encoding='utf-8') as to:
            to.write(text)
    failed = [f"{r['name']} ({r['chip']})" for r in rows if any('error' in r[n] for n, _, _ in SETTINGS)]
    spent = os.times()
    print(f'{sum(spent[:4]):.0f} s of processor time, {spent[4] - began:.0f} s')
    print(f'{len(rows)} functions, {len(failed)} with something that could not be done: '
          + ', '.join(failed))
    return 0


if __name__ == '__main__':
    sys.exit(ending.quietly(main))
