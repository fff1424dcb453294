# SPDX-License-Identifier: Apache-2.0
"""Random numbers that are the same with every version of Python."""


class Random:
    """xorshift32; the state is not 0."""

    def __init__(self, state):
        self.state = state

    def _next(self):
        x = self.state
        x ^= x << 13 & 0xFFFFFFFF
        x ^= x >> 17
        x ^= x << 5 & 0xFFFFFFFF
        self.state = x
        return x

    def below(self, n):
        return (self._next() >> 8) % n

    def unit(self):
        """From 0 to 1."""
        return self._next() / 4294967296

    def matrix(self, rows, columns, value):
        """Rows of value(self)."""
        return [[value(self) for _ in range(columns)] for _ in range(rows)]
