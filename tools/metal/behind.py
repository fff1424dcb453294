# SPDX-License-Identifier: Apache-2.0
"""Run-time arguments that nobody gave: does it matter to a kernel what lies there?"""
import re
from dataclasses import replace

from ksuite.machine import RunError

READ = re.compile(r'^order: (common |)(run-time argument )(\d+)(: read where )(\d+)( are given.*)$', re.M)
ROOM = 256  # words behind the arguments that a program can be given (port/metal/input.c)
CONTENTS = (1, 2, 3)  # seeds of noise; without one there are zeros


def _same(result, again):
    """Of a run with zeros there: the same numbers, by as many words?"""
    return (again.pages, again.tensix, again.findings) == (result.pages, result.tensix, result.findings)


def _changes(result, run):
    """Does another content of the words behind the arguments change anything?"""
    for seed in CONTENTS:
        try:
            if not _same(result, run([f'behind={seed}'])):
                return True
        except RunError:
            return True
    return False


def _excused(told, count):
    """What the order checker told, with these findings as notes that do not count."""
    told = READ.sub(r'note: \1\2\3\4\5\6; what lies there changes nothing', told)
    return re.sub(r'^(order \S+ findings )(\d+)$', lambda line: f'{line[1]}{int(line[2]) - count}', told, flags=re.M)


def judged(result, run):
    """The result of a run. A read of arguments that nobody gave is not among its findings if the kernel does the same whatever
    it reads: run(arguments) runs it again."""
    reads = READ.findall(result.order)
    if not reads or any(int(index) - int(given) >= ROOM for _, _, index, _, given, _ in reads) or _changes(result, run):
        return result
    return replace(result, order=_excused(result.order, len(reads)), findings=result.findings - len(reads))
