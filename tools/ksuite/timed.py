# SPDX-License-Identifier: Apache-2.0
"""The time model beside a run (docs/time.md): its options, a program's arguments, what it tells."""
import os
import re


def add_options(parser):
    parser.add_argument('--time', action='store_true',
                        help='how long it would take on Blackhole; needs --variant=-diag')
    parser.add_argument('--time-lines', metavar='DIR',
                        help='also every word with its place in time, DIR/NAME.jsonl')
    parser.add_argument('--time-set', metavar='NAME=VALUE', action='append', default=[],
                        help='a parameter of the model (lib/time/blackhole.def)')


def arguments(options, name):
    """For a program, behind its own arguments."""
    if not options.time:
        return []
    lines = '-'
    if options.time_lines:
        os.makedirs(options.time_lines, exist_ok=True)
        lines = os.path.join(options.time_lines, name + '.jsonl')
    return [name, lines, *options.time_set]


def split(text):
    """(what the model told, the rest) of all that a program printed."""
    told = re.search(r'^cycles .*?(?=^time ends$)', text, re.M | re.S)
    if not told:
        return '', text
    return told.group().rstrip(), text[:told.start()] + text[told.end() + len('time ends\n'):]
