# SPDX-License-Identifier: Apache-2.0
"""An interrupt (Ctrl-C) ends a batch at once: programs that run are ended, the cases behind them are not begun, and no
traceback is printed."""
import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from . import ending

ENDED = threading.Event()  # an interrupt came, or the reader has gone: programs that end badly from now on were ended


def _end(_number, _frame):
    ENDED.set()
    raise KeyboardInterrupt


def listen():
    """Takes SIGINT, and SIGTERM, with which a batch system ends what has run for too long, as interrupts."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _end)


def was_ended(seconds=0.3):
    """Was a program that has failed ended with this one? A batch system sends its signal to both, in any order."""
    return ENDED.wait(seconds)


def _parents():
    """The parent of each process; nothing where there is no /proc."""
    found = {}
    for name in os.listdir('/proc') if os.path.isdir('/proc') else ():
        try:
            with open(f'/proc/{name}/stat', encoding='ascii', errors='replace') as f:
                found[int(name)] = int(f.read().rpartition(')')[2].split()[1])
        except (OSError, ValueError, IndexError):
            continue
    return found


def end_children():
    """Ends what this process has started, and what that has started."""
    parents, ended, more = _parents(), set(), {os.getpid()}
    while more:
        more = {child for child, parent in parents.items() if parent in more} - ended
        ended |= more
    for child in ended:
        try:
            os.kill(child, signal.SIGKILL)
        except OSError:
            pass  # it has ended by itself


class Pool(ThreadPoolExecutor):
    """A pool that an interrupt in its block ends, or the end of who read the output."""

    def __exit__(self, kind, value, trace):
        if kind in (KeyboardInterrupt, BrokenPipeError):
            ENDED.set()
            self.shutdown(wait=False, cancel_futures=True)
            while any(t.is_alive() for t in self._threads):
                end_children()
                time.sleep(0.05)
        return super().__exit__(kind, value, trace)


def status(main, name):
    """What main() returns; 130 after an interrupt that it has not handled itself."""
    try:
        return main()
    except KeyboardInterrupt:
        return ending.interrupted(name)
