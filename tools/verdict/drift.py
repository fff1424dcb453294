# SPDX-License-Identifier: Apache-2.0
"""Compares many functions of a checkout with those of another checkout, or under another version of sfpi, input by input:
which function gives other results, for how many inputs, and the first of them (docs/verdict.md). Exit status: 0 nothing differs,
1 something does, 2 a function could not be measured."""
import argparse
import json
import os
import sys

from . import subjects
from .__main__ import Work, base_of, checked, written
from .subjects import SubjectError

from kernels import ending, version  # noqa: E402, I100

SCHEMA = 1


def parser():
    made = argparse.ArgumentParser(prog='stx-drift', description=__doc__)
    version.add(made)
    made.add_argument('--functions', default='all', help='names separated by commas, or parts of names; all')
    made.add_argument('--tt-llk')
    made.add_argument('--sfpi', required=True)
    made.add_argument('--tt-metal')
    made.add_argument('--base', help='the other checkout: a directory, or a git ref')
    made.add_argument('--base-sfpi', help='the other sfpi')
    made.add_argument('--chips', default=' '.join(subjects.CHIP_NAMES), help='some of blackhole wormhole, separated by spaces')
    made.add_argument('--formats', default='bf16', help='some of bf16 fp32, separated by spaces')
    made.add_argument('--json', help='writes the result as JSON')
    made.add_argument('--jobs', type=int, default=os.cpu_count() or 2)
    made.set_defaults(kernel=None, function=None, approx=False, limits=None, pairs=4, seed=1)
    return made


def names(o):
    """The functions that are asked for."""
    known = subjects.functions.of(bool(o.tt_metal))
    if o.functions == 'all':
        return [name for name in known if not o.tt_metal or name.startswith('metal ')]
    found = []
    for text in o.functions.split(','):
        some = [name for name in known if name == text.strip()] or [name for name in known if text.strip() and text.strip() in name]
        if not some:
            raise SubjectError(f'no function has "{text.strip()}" in its name', 'function')
        found += [name for name in some if name not in found]
    return found


def row(o, name):
    """What differs of a function: a part for each chip and format, or the error."""
    o.llk = name
    try:
        subject_of = {'head': subjects.LlkFunction(name, False, o.tt_llk, o.sfpi, o.tt_metal), 'base': base_of(o)}
        parts = Work(subject_of, o.jobs).all(o.chips.split(), o.formats.split())
    except SubjectError as error:
        return {'name': name, 'error': str(error).split('\n')[0], 'parts': []}
    return {'name': name, 'error': None, 'parts': [{
        'chip': part['chip'], 'format': part['format'], **part['differing'], 'max_ulp': [part[side]['metrics']['max_ulp'] for side in ('base', 'head')]}
        for part in parts]}


def lines(found):
    """The text of a row."""
    if found['error']:
        yield f'{found["name"]}: not measured: {found["error"]}'
    for part in found['parts']:
        if part['count']:
            first = ', '.join('{}: {} -> {}'.format(' '.join(one[:-2]), *one[-2:]) for one in part['first'][:3])
            yield (f'{found["name"]}, {part["chip"]}, {part["format"]}: {part["count"]} of {part["of"]} differ, first {first}; '
                   'largest error {:.4g} -> {:.4g} ulp'.format(*part['max_ulp']))


def main():
    o = parser().parse_args()
    try:
        if not (o.base or o.base_sfpi):
            raise SubjectError('--base or --base-sfpi says with what the functions are compared', 'usage')
        o.llk = 'any'
        checked(o)
        rows = []
        for name in names(o):
            rows.append(row(o, name))
            print(*lines(rows[-1]), sep='\n', end='\n' if list(lines(rows[-1])) else '', flush=True)
    except (SubjectError, OSError) as error:
        print(f'stx-drift: {error}', file=sys.stderr)
        return 2
    if o.json:
        written(o.json, json.dumps({'schema': SCHEMA, 'functions': rows}, indent=1) + '\n')
    bad, lost = sum(any(part['count'] for part in r['parts']) for r in rows), sum(bool(r['error']) for r in rows)
    print(f'{len(rows)} functions, {bad} with other results, {lost} not measured')
    return 2 if lost else 1 if bad else 0


if __name__ == '__main__':
    sys.exit(ending.quietly(main))
