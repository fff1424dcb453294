# SPDX-License-Identifier: Apache-2.0
"""The order checker of a run (docs/order.md): its options, a program's arguments, its output."""
import json
import os
import re
from functools import cache

from . import machine

KNOWN = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'unwritten.tsv')

LEVELS = ('default', 'strict', 'relaxed')


def add_options(parser):
    parser.add_argument('--check-order', metavar='LEVEL', nargs='?', const='default', choices=LEVELS,
                        help='reports what nothing orders on silicon; needs --variant=-diag')
    parser.add_argument('--ledger', action='store_true',
                        help='with --check-order: reports configuration that a kernel uses but has not written')
    parser.add_argument('--order-json', metavar='FILE', help='also appends the findings to this file, as JSON lines')
    parser.add_argument('--order-off', metavar='RULE', action='append', default=[],
                        help='a rule that is switched off (include/softensix/orders.def)')


def defines(options):
    """Macros of a kernel in source mode, which make its loads and stores of registers trap (include/llk/tensix.h),
    so that the order checker sees them. Binary mode needs none."""
    return ['STX_REGISTERS_TRAP'] if options.check_order else []


def arguments(options, name):
    """Arguments of a program, after its own."""
    return ['order', name, options.check_order, *(['ledger'] if options.ledger else []), *options.order_off] if options.check_order else []


HEAD = re.compile(r'order: (.*): (.*?) \((\w+)(?:, ([A-D]))?\)(?:, (\d+) times?)?$')


def parsed(name, told):
    """The findings in the order checker's output, as a list of dictionaries."""
    found, side = [], ''
    for line in told.splitlines():
        head = HEAD.match(line)
        key, _, value = line.strip().partition(': ')
        if head:
            place, what, rule, confidence, times = head.groups()
            found.append({'case': name, 'rule': rule, 'confidence': confidence, 'times': int(times or 1), 'place': place, 'what': what})
        elif found and key in ('first', 'then', 'add'):
            found[-1][key], side = value, key
        elif found and line.startswith('    at '):
            found[-1].setdefault(f'{side}_at', []).append(line.strip()[3:])
    return found


def behind(options, told):
    """The report of the order checker, with the name of the case that has left the configuration
    that the kernel uses and has not written."""
    return told.replace('left by an earlier one', f'left by {os.path.basename(options.after)}') if options.after else told


def keep(options, name, told):
    """Appends the findings of a run to the file of JSON lines, if one was given."""
    if options.order_json and told:
        with open(options.order_json, 'a', encoding='utf-8') as f:
            f.writelines(json.dumps(finding) + '\n' for finding in parsed(name, told))


def contract(text, programs):
    """Splits a program's output into (violations of the contract of circular buffers, the rest)."""
    told = re.search(r'^contract begins\n(.*?)^contract ends\n', text, re.M | re.S)
    if not told:
        return '', text
    return machine.report(programs[1:] or programs * 3, told.group(1)), text[:told.start()] + text[told.end():]


def _why(lines, kernel):
    """Why the finding with these lines is known and harmless; '' if it is not."""
    head = HEAD.match(lines[0])
    files = [kernel, *(line.strip()[3:].rpartition(':')[0] for line in lines if line.startswith('    at '))]
    return next((why for end, rule, why in known_unwritten()
                 if head and rule == head.group(3) and any(f'/{name}'.endswith(end) for name in files)), '')


@cache
def known_unwritten():
    """What kernels of the vendor are known to do: (end of a file's name, rule, why it is harmless)."""
    with open(KNOWN, encoding='utf-8') as f:
        return [line.rstrip('\n').split('\t') for line in f if line.strip() and not line.startswith('#')]


def without(told, why_of):
    """(The report with known findings as notes and without them in its last line, how many these are.) why_of(lines): why a
    finding is known and harmless; '' if it is not."""
    parts = re.split(r'^(?=\S)', told, flags=re.M)
    known = 0
    for i, part in enumerate(parts):
        why = why_of(part.splitlines()) if part else ''
        if why:
            known += 1
            parts[i] = ''.join(f'note: {line}\n' for line in [*part.splitlines(), f'  known, {why}'])
    return re.sub(r'(?<= findings )\d+$', lambda n: str(int(n.group()) - known), ''.join(parts), flags=re.M), known


def without_known(told, kernel):
    """The same for what kernels are known to use without writing it."""
    return without(told, lambda lines: _why(lines, kernel))


def findings(text, programs, kernel=''):
    """Splits a program's output into (the order checker's report, the number of findings, the rest). programs: those of the
    threads, or one for all; kernel: the name of the kernel's file. Addresses become source lines."""
    told = re.search(r'^order begins\n(.*?)^order ends\n', text, re.M | re.S)
    if not told:
        return '', 0, text
    found = re.search(r'^order \S+ findings (\d+)$', told.group(1), re.M)
    rest = text[:told.start()] + text[told.end():]
    report, known = without_known(machine.report(programs[1:] or programs * 3, told.group(1)), kernel)
    return report, int(found.group(1)) - known, rest
