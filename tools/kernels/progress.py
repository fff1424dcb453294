# SPDX-License-Identifier: Apache-2.0
"""Progress of a long batch on standard error: n of m and the time left.

A terminal shows one line that is rewritten; elsewhere a line is printed every half minute (PROGRESS_SECONDS in the
environment), and none if the batch ends before that."""
import os
import sys
import time

EVERY = float(os.environ.get('PROGRESS_SECONDS', 30))


def clock(seconds):
    return f'{int(seconds) // 60}:{int(seconds) % 60:02d}'


def line(name, done, total, elapsed, before=0):
    """The line that is shown; rate and remaining time are estimated from the ones that are done, without those of an earlier run."""
    fresh = done - before
    left = elapsed / fresh * (total - done) if fresh else 0
    rate = f', {fresh / elapsed:.3g} a second, about {clock(left)} left' if fresh and elapsed else ''
    return f'{name}: {done} of {total}, {clock(elapsed)} so far{rate}'


class Progress:
    def __init__(self, name, total, stream=sys.stderr, now=time.monotonic, before=0):
        self.name, self.total, self.stream, self.now, self.before = name, total, stream, now, before
        self.done, self.began = before, now()
        self.told = self.began

    def step(self):
        """One more is done."""
        self.done += 1
        moment = self.now()
        text = line(self.name, self.done, self.total, moment - self.began, self.before)
        if self.stream.isatty():
            self.stream.write('\r\033[K' + ('' if self.done == self.total else text))
            self.stream.flush()
        elif moment - self.told >= EVERY and self.done < self.total:
            print(text, file=self.stream, flush=True)
            self.told = moment
