# SPDX-License-Identifier: Apache-2.0
"""How a tool ends whose output nobody reads any more (`stx verdict | head`): at once and without a word, with the status that a
shell gives to a program that SIGPIPE has ended; and after an interrupt (Ctrl-C): with a line instead of a traceback, and SIGINT's status."""
import os
import select
import sys

STATUS = 128 + 13  # SIGPIPE
INTERRUPTED = 128 + 2  # SIGINT


def _left():
    """Those of standard output and error that are pipes without a reader. A pipe to a program that this one has started is neither."""
    found = []
    for number in (1, 2):
        pipe = select.poll()
        pipe.register(number, 0)
        if any(events & (select.POLLERR | select.POLLHUP) for _, events in pipe.poll(0)):
            found.append(number)
    return found


def _name():
    """That of the program: of x.py, or of a package x that has a __main__.py."""
    path = os.path.abspath(sys.argv[0])
    return os.path.basename(os.path.dirname(path) if path.endswith('__main__.py') else path).removesuffix('.py')


def interrupted(name):
    """Says that a program was interrupted; its status."""
    print(f'{name}: interrupted', file=sys.stderr)
    return INTERRUPTED


def quietly(main):
    """What main() returns, or the status of a reader that has gone, or of an interrupt."""
    try:
        try:
            return main()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        left = _left()
        if not left:
            raise
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for number in left:  # what Python still holds is written when it ends
            os.dup2(nowhere, number)
        return STATUS
    except KeyboardInterrupt:
        return interrupted(_name())
