# SPDX-License-Identifier: Apache-2.0
"""The comparison rules of a case (docs/metal.md)."""
import math
from dataclasses import dataclass, field

from ..formats import decode


@dataclass
class Compared:
    """What one check has compared."""
    check: object
    places: list  # indices of the datums in the pages
    got: list
    wrong: list   # positions in these lists
    pcc: float

    @property
    def too_far(self):
        """True if the correlation is less than the check asks for."""
        return self.check.pcc is not None and self.pcc + 1e-12 < self.check.pcc  # doubles are rounded, too

    def distance(self, i):
        """The difference between result and expectation; infinite if they differ and either is not
        finite."""
        got, want = self.got[i], self.check.golden[i]
        if got == want or (got != got and want != want):
            return 0.0
        return abs(got - want) if math.isfinite(got) and math.isfinite(want) else math.inf


@dataclass
class Verdict:
    passed: bool = True
    error: float = 0.0  # largest absolute difference of finite numbers
    pcc: float = 1.0
    wrong: list = field(default_factory=list)  # (buffer, index, got, want)
    too_far: list = field(default_factory=list)  # (buffer, correlation, asked)
    compared: list = field(default_factory=list)  # one entry for each check


def correlation(a, b):
    """Pearson's correlation; 1 if either side is constant."""
    finite = [(x, y) for x, y in zip(a, b) if math.isfinite(x) and math.isfinite(y)]
    if not finite:
        return 1.0
    mean_a = math.fsum(x for x, _ in finite) / len(finite)
    mean_b = math.fsum(y for _, y in finite) / len(finite)
    var_a = math.fsum((x - mean_a) ** 2 for x, _ in finite)
    var_b = math.fsum((y - mean_b) ** 2 for _, y in finite)
    if var_a == 0 or var_b == 0:
        return 1.0
    covariance = math.fsum((x - mean_a) * (y - mean_b) for x, y in finite)
    return covariance / math.sqrt(var_a) / math.sqrt(var_b)


def _good(check, got, want):
    if got == want or (got != got and want != want):
        return True
    if check.rule == 'equal' or not math.isfinite(got) or not math.isfinite(want):
        return False
    return abs(got - want) <= check.atol + check.rtol * abs(want)


def compared(check, numbers):
    """What a check finds among all numbers of its buffer."""
    places = list(range(len(numbers))) if check.map is None else check.map
    got = [numbers[i] for i in places]
    wrong = [i for i, pair in enumerate(zip(got, check.golden)) if not _good(check, *pair)]
    return Compared(check, places, got, wrong, correlation(got, check.golden))


def _add(verdict, found):
    check = found.check
    pairs = list(zip(found.got, check.golden))
    verdict.wrong += [(check.buffer, found.places[i], *pairs[i]) for i in found.wrong]
    verdict.error = max([verdict.error, *(abs(g - w) for g, w in pairs if math.isfinite(g) and math.isfinite(w))])
    verdict.pcc = min(verdict.pcc, found.pcc)
    if found.too_far:
        verdict.too_far.append((check.buffer, found.pcc, check.pcc))
    verdict.compared.append(found)


def judge_numbers(case, numbers):
    """numbers: buffer -> all of its results, in the order of the datums. A case without checks does not pass."""
    verdict = Verdict()
    for check in case.checks:
        _add(verdict, compared(check, numbers[check.buffer]))
    verdict.passed = bool(case.checks) and not verdict.wrong and not verdict.too_far
    return verdict


def judge(case, pages):
    """pages: buffer -> the bytes of its results."""
    held = {c.buffer: case.program.tensors.get(c.buffer) or case.buffers[c.buffer] for c in case.checks}
    return judge_numbers(case, {of: decode(b.format, b.rows, b.columns, pages[of]) for of, b in held.items()})
