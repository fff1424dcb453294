# SPDX-License-Identifier: Apache-2.0
"""The comparison rules of a case (docs/metal.md)."""
import math
from dataclasses import dataclass, field

from formats import decode


@dataclass
class Verdict:
    passed: bool = True
    error: float = 0.0  # largest absolute difference of finite numbers
    pcc: float = 1.0
    wrong: list = field(default_factory=list)  # (buffer, index, got, want)
    too_far: list = field(default_factory=list)  # (buffer, correlation, asked)


def correlation(a, b):
    """Pearson's; 1 where either side is constant."""
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


def _judge(check, numbers, verdict):
    got = numbers if check.map is None else [numbers[i] for i in check.map]
    places = range(len(got)) if check.map is None else check.map
    for place, g, w in zip(places, got, check.golden):
        if not _good(check, g, w):
            verdict.wrong.append((check.buffer, place, g, w))
        if math.isfinite(g) and math.isfinite(w):
            verdict.error = max(verdict.error, abs(g - w))
    pcc = correlation(got, check.golden)
    verdict.pcc = min(verdict.pcc, pcc)
    if check.pcc is not None and pcc + 1e-12 < check.pcc:  # a double rounds too
        verdict.too_far.append((check.buffer, pcc, check.pcc))


def judge(case, pages):
    """pages: buffer -> bytes that came out."""
    verdict = Verdict()
    for check in case.checks:
        b = case.buffers[check.buffer]
        _judge(check, decode(b.format, b.rows, b.columns, pages[check.buffer]), verdict)
    verdict.passed = not verdict.wrong and not verdict.too_far
    return verdict
