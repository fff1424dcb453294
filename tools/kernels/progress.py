# SPDX-License-Identifier: Apache-2.0
"""Progress of a long batch on standard error: n of m and the time left.

A terminal shows one line that is rewritten; elsewhere a line is printed every half minute, and none if the batch
ends before that."""
import sys
import time

EVERY = 30


def clock(seconds):
    return f'{int(seconds) // 60}:{int(seconds) % 60:02d}'


def line(name, done, total, elapsed):
    """The line that is shown; the remaining time is estimated from the ones that are done."""
    left = elapsed / done * (total - done) if done else 0
    return f'{name}: {done} of {total}, {clock(elapsed)} so far' + (f', about {clock(left)} left' if done else '')


class Progress:
    def __init__(self, name, total, stream=sys.stderr, now=time.monotonic):
        self.name, self.total, self.stream, self.now = name, total, stream, now
        self.done, self.began = 0, now()
        self.told = self.began

    def step(self):
        """One more is done."""
        self.done += 1
        moment = self.now()
        text = line(self.name, self.done, self.total, moment - self.began)
        if self.stream.isatty():
            self.stream.write('\r\033[K' + ('' if self.done == self.total else text))
            self.stream.flush()
        elif moment - self.told >= EVERY and self.done < self.total:
            print(text, file=self.stream, flush=True)
            self.told = moment
