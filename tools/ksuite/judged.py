# SPDX-License-Identifier: Apache-2.0
"""The judge of order beside a run (docs/order.md): its options, a program's arguments, what it tells."""
import re

from ksuite import machine

LEVELS = ('default', 'strict', 'relaxed')


def add_options(parser):
    parser.add_argument('--judge', metavar='LEVEL', nargs='?', const='default', choices=LEVELS,
                        help='is all ordered that silicon does not order by itself? needs --variant=-diag and --binary')
    parser.add_argument('--ledger', action='store_true',
                        help='with --judge: what configuration a kernel uses that it has not written')
    parser.add_argument('--judge-off', metavar='RULE', action='append', default=[],
                        help='a rule that is not asked (include/softensix/orders.def)')


def arguments(options, name):
    """For a program, behind its own arguments."""
    return ['order', name, options.judge, *(['ledger'] if options.ledger else []), *options.judge_off] if options.judge else []


def findings(text, programs):
    """(what the judge told, how much it has found, the rest) of all that a program printed; programs: those of the threads, or one
    for all. Addresses become lines of the source."""
    judged = re.search(r'^order begins\n(.*?)^order ends\n', text, re.M | re.S)
    if not judged:
        return '', 0, text
    found = re.search(r'^order \S+ findings (\d+)$', judged.group(1), re.M)
    rest = text[:judged.start()] + text[judged.end():]
    return machine.report(programs[1:] or programs * 3, judged.group(1)), int(found.group(1)), rest
