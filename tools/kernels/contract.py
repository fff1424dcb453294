# SPDX-License-Identifier: Apache-2.0
"""The contract of a kernel in a run without the order checker (docs/order.md): its options, and which findings make a
case fail."""
import argparse
import os
import re
from functools import cache

# What words access makes a case fail; what calls have announced is a note.
FAILING = ('CB_READ', 'CB_WRITE', 'CB_OUTSIDE', 'CB_FORMAT', 'CB_TILE', 'DST_INDEX', 'DST_SECTION')
NAMES = FAILING + ('CB_POP', 'CB_PUSH', 'CB_SIZE', 'CB_DIRTY', 'CB_LEFT', 'ARG', 'COMMON_ARG', 'STACK', 'CORES_END', 'CORES_SHORT',
                   'CORES_EMPTY')
KNOWN = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'known.tsv')


def _names(text):
    for name in text.split():
        if name not in NAMES:
            raise argparse.ArgumentTypeError(f'there is no check {name}; there are {" ".join(NAMES)}')
    return text.split()


def add_options(parser):
    parser.add_argument('--contract-off', metavar='NAME', type=_names, action='extend', default=[],
                        help='a check of the contract of kernels that is switched off (docs/order.md)')


def arguments(options):
    """Arguments of a program, after its own."""
    return [f'off={name}' for name in options.contract_off]


@cache
def known_rows():
    """What kernels of the vendor are known to do: (end of the file's name, check, buffer, why it is harmless)."""
    with open(KNOWN, encoding='utf-8') as f:
        return [line.rstrip('\n').split('\t') for line in f if line.strip() and not line.startswith('#')]


def _files(lines):
    """The files of a report's places."""
    return [line.strip()[3:].rpartition(':')[0] for line in lines if line.startswith('    at ')]


def _reason(check, buffers, files):
    """Why a finding of this check is known, about one of these buffers (None: about any), in one of these files; '' if it is not."""
    return next((why for end, name, number, why in known_rows()
                 if name == check and (buffers is None or number in buffers) and any(f.endswith(end) for f in files)), '')


def known(check, told):
    """Why a finding between cores, whose report has this name and these lines, is known; '' if it is not."""
    return _reason(check, None, _files(told.splitlines()))


ORDER_HEAD = re.compile(r'order: (?:cb (\d+), )?.*\((\w+)(?:, [A-D])?\), \d+ times?$')


def known_to_order(lines):
    """The same for a finding of the order checker."""
    head = ORDER_HEAD.match(lines[0])
    return _reason(head.group(2), (head.group(1), '*'), _files(lines)) if head else ''


HEAD = re.compile(r'contract: (?:cb (\d+), )?.*\((\w+)\), \d+ times?$')


def _findings(told):
    """The findings in a report: (check, buffer, lines of text)."""
    found = []
    for line in told.splitlines():
        head = HEAD.match(line)
        if head:
            found.append((head.group(2), head.group(1), []))
        if found:
            found[-1][2].append(line)
    return found


def sources(path):
    """A kernel and the files that it includes from its own directory."""
    with open(path, encoding='utf-8', errors='replace') as f:
        named = re.findall(r'^\s*#\s*include\s+"([^"]+)"', f.read(), re.M)
    beside = (os.path.join(os.path.dirname(path), name) for name in named)
    return [os.path.realpath(file) for file in (path, *beside) if os.path.isfile(file)]


def _why(check, buffer, lines, own):
    """Why a finding is no failure; '' if it is one. If none of its lines is of the kernel's own files, because
    a function of the API was compiled as a call, it may be in any of these."""
    if check not in FAILING:
        return 'note'
    files = _files(lines)
    if not any(os.path.realpath(f) in own for f in files):
        files += own
    why = _reason(check, (buffer, '*'), files)
    return f'known, {why}' if why else ''


def broken(told, own):
    """The checks that make a case fail, each once. own: sources(its kernel)."""
    return sorted({check for check, buffer, lines in _findings(told) if not _why(check, buffer, lines, own)})


def notes(told, own):
    """The lines below a case: all findings, with what is only a note marked as such."""
    out = []
    for check, buffer, lines in _findings(told):
        why = _why(check, buffer, lines, own)
        out += lines if not why else [f'note: {line}' for line in lines]
        out += [f'note:   {why}'] if why not in ('', 'note') else []
    return out
