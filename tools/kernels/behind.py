# SPDX-License-Identifier: Apache-2.0
"""Checks whether the contents of run-time arguments that were not given matter to a kernel."""
import re
from dataclasses import replace

from .machine import RunError

READ = re.compile(r'^order: (common |)(run-time argument )(\d+)(: read where )(\d+)( are given.*)$', re.M)
ROOM = 256  # words after the arguments that a program can be given (port/metal/input.c)
CONTENTS = (1, 2, 3)  # seeds of noise; without a seed the words are zero


def _same(result, again):
    """True if another run gives the same numbers with the same number of words as one with zeros
    there."""
    return (again.pages, again.tensix, again.findings) == (result.pages, result.tensix, result.findings)


def _changes(result, run):
    """True if other contents of the words after the arguments change anything."""
    for seed in CONTENTS:
        try:
            if not _same(result, run([f'behind={seed}'])):
                return True
        except RunError:
            return True
    return False


def _excused(told, count):
    """What the order checker reported, with these findings as notes that do not count."""
    told = READ.sub(r'note: \1\2\3\4\5\6; what lies there changes nothing', told)
    return re.sub(r'^(order \S+ findings )(\d+)$', lambda line: f'{line[1]}{int(line[2]) - count}', told, flags=re.M)


def judged(result, run):
    """The result of a run, without findings about reads of arguments that were not given if the kernel does the
    same for any value there. run(arguments) runs it again."""
    reads = READ.findall(result.order)
    if not reads or any(int(index) - int(given) >= ROOM for _, _, index, _, given, _ in reads) or _changes(result, run):
        return result
    return replace(result, order=_excused(result.order, len(reads)), findings=result.findings - len(reads))
