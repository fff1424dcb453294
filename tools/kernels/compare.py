# SPDX-License-Identifier: Apache-2.0
"""Checks of results and what they find (docs/metal.md). LLK's own tests have other rules (llk/compare.py)."""
import math
from dataclasses import dataclass, field
from typing import Optional

from .formats import decode


@dataclass
class Check:
    """A comparison of golden values with results."""
    of: object  # the number of a circular buffer, the name of a tensor, or the number of a read
    rule: str
    atol: float
    rtol: float
    pcc: Optional[float]
    map: Optional[list] = None  # places of the results that are compared; None for all
    golden: list = field(default_factory=list)
    line: int = 0  # in the file
    ctype: str = ''  # of LLK: the type as which numbers are compared, and a second rule for outliers
    lenient: Optional[tuple] = None


def _same(a, b):
    return a == b or (a != a and b != b)


@dataclass
class Compared:
    """What one check has compared."""
    check: Check
    places: list  # of the results
    got: list
    wrong: list   # positions in these lists
    pcc: float
    too_far: bool  # the correlation is less than the check asks for
    forgiven: bool = False

    @property
    def passed(self):
        return self.forgiven or not self.wrong and not self.too_far

    @property
    def error(self):
        """The largest difference of finite numbers."""
        pairs = zip(self.got, self.check.golden)
        return max((abs(g - w) for g, w in pairs if math.isfinite(g) and math.isfinite(w)), default=0.0)

    def distance(self, i):
        """The difference between result and expectation; infinite if they differ and either is not
        finite."""
        got, want = self.got[i], self.check.golden[i]
        if _same(got, want):
            return 0.0
        return abs(got - want) if math.isfinite(got) and math.isfinite(want) else math.inf


@dataclass
class Verdict:
    """What all checks of a case have found; without checks it does not pass."""
    compared: list = field(default_factory=list)

    @property
    def passed(self):
        return bool(self.compared) and all(c.passed for c in self.compared)

    @property
    def error(self):
        return max((c.error for c in self.compared), default=0.0)

    @property
    def pcc(self):
        return min((c.pcc for c in self.compared), default=1.0)

    @property
    def wrong(self):
        """(what was compared, place, result, golden value) of each wrong result."""
        return [(c.check.of, c.places[i], c.got[i], c.check.golden[i]) for c in self.compared for i in c.wrong]


def pearson(a, b):
    """Pearson's correlation; 1 if either side is constant."""
    mean_a, mean_b = math.fsum(a) / len(a), math.fsum(b) / len(b)
    var_a, var_b = math.fsum((x - mean_a) ** 2 for x in a), math.fsum((y - mean_b) ** 2 for y in b)
    if not var_a or not var_b:
        return 1.0
    return math.fsum((x - mean_a) * (y - mean_b) for x, y in zip(a, b)) / math.sqrt(var_a) / math.sqrt(var_b)


def correlation(a, b):
    """That of the finite numbers."""
    finite = [(x, y) for x, y in zip(a, b) if math.isfinite(x) and math.isfinite(y)]
    return pearson(*zip(*finite)) if finite else 1.0


def _good(check, got, want):
    if _same(got, want):
        return True
    if check.rule == 'equal' or not math.isfinite(got) or not math.isfinite(want):
        return False
    return abs(got - want) <= check.atol + check.rtol * abs(want)


def compared(check, numbers):
    """What a check finds among all numbers of its buffer."""
    places = list(range(len(numbers))) if check.map is None else check.map
    got = [numbers[i] for i in places]
    wrong = [i for i, pair in enumerate(zip(got, check.golden)) if not _good(check, *pair)]
    pcc = correlation(got, check.golden)
    return Compared(check, places, got, wrong, pcc, check.pcc is not None and pcc + 1e-12 < check.pcc)  # doubles are rounded, too


def judge(case, pages):
    """pages: buffer -> the bytes of its results."""
    held = {c.of: case.program.tensors.get(c.of) or case.buffers[c.of] for c in case.checks}
    numbers = {of: decode(b.format, b.rows, b.columns, pages[of]) for of, b in held.items()}
    return Verdict([compared(check, numbers[check.of]) for check in case.checks])
