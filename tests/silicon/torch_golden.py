#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What tools/silicon expects of functions, compared with Debian's torch where that computes the same: function by function and
number by number, as the vendor's test calls it. Skipped without torch. Last line: N passed, N failed."""
import importlib.util
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, 'tools/silicon'))
if not importlib.util.find_spec('torch') or not importlib.util.find_spec('numpy'):
    print("skipped: expected numbers compared with torch's: torch is not installed")
    sys.exit(0)
import numpy as np  # noqa: E402
import torch  # noqa: E402

import formats  # noqa: E402
import golden  # noqa: E402

EXACT = golden.Exact(os.path.join(ROOT, 'build/host-wormhole/tools/silicon-exact'), os.path.join(ROOT, 'build/silicon/exact'))
EVERY = 97  # of the inputs of a format
TYPES = {'b': torch.bfloat16, 'h': torch.float16, 'f': torch.float32}
F, S = torch.nn.functional, torch.special
# What is computed in binary64, and what that gives.
IN_BINARY64 = {
    'Acos': torch.acos, 'Acosh': torch.acosh, 'Asin': torch.asin, 'Atanh': torch.atanh, 'Cos': torch.cos, 'Digamma': torch.digamma,
    'Erf': torch.erf, 'Erfc': torch.erfc, 'Erfinv': torch.erfinv, 'Expm1': torch.expm1, 'I0': S.i0, 'I1': S.i1, 'Lgamma': torch.lgamma,
    'Log': torch.log, 'Log1p': torch.log1p, 'LogWithBase': torch.log2, 'Mish': F.mish, 'Polygamma': lambda x: torch.polygamma(1, x),
    'Rdiv': lambda x: 2 / x, 'Reciprocal': torch.reciprocal, 'Rpow': torch.exp2, 'Rsqrt': torch.rsqrt, 'SigmoidAppx': torch.sigmoid,
    'Sin': torch.sin, 'Sqrt': torch.sqrt, 'Square': torch.square, 'Tan': torch.tan, 'Sinh': torch.sinh, 'Cosh': torch.cosh}
# What is rounded to the format of Dst, or in several steps.
IN_DST = {'Exp': torch.exp, 'Exp2': torch.exp2, 'Sigmoid': torch.sigmoid, 'Silu': F.silu, 'Gelu': F.gelu,
          'GeluTanh': lambda x: F.gelu(x, approximate='tanh'), 'Softsign': F.softsign}
# Torch's functions of binary32 are not rounded correctly; so many steps may lie between (of I1, at a subnormal number).
STEPS = {'Exp': 1, 'Sigmoid': 2, 'GeluTanh': 2, 'I1': 1}
# Torch 1.13, unlike 2.9, rounds to BF16 between the steps of these.
ROUNDED_INSIDE = ('Silu', 'Gelu', 'GeluTanh')


def inputs(form):
    patterns, real = formats.inputs(form)
    return formats.values(patterns[:real:EVERY], form)


def by_torch(function, x, kind):
    """Number by number, as torch computes other values for whole vectors."""
    return np.array([function(torch.tensor(v, dtype=kind)).item() for v in x.tolist()], np.float64)


def steps(have, want):
    """The largest number of steps of binary32 between equal kinds of numbers; a million where only one is finite."""
    with np.errstate(all='ignore'):
        have, want = have.astype(np.float32), want.astype(np.float32)
    rank = [np.where(v.view(np.int32) < 0, -(v.view(np.int32).astype(np.int64) & 0x7FFFFFFF), v.view(np.int32).astype(np.int64))
            for v in (have, want)]
    apart = np.where(np.isfinite(have) & np.isfinite(want), np.abs(rank[0] - rank[1]), 1000000)
    return int(np.where((have == want) | (np.isnan(have) & np.isnan(want)), 0, apart).max())


def main():
    wrong, jobs = 0, [(op, f, 'f', kind, torch.float64) for op, f in IN_BINARY64.items() for kind in 'bf']
    jobs += [(op, f, kind, kind, TYPES[kind]) for op, f in IN_DST.items() for kind in 'bf' if kind == 'f' or op not in ROUNDED_INSIDE]
    for op, function, dst, form, kind in jobs:
        x = inputs(form)
        with np.errstate(all='ignore'):
            apart = steps(golden.function_of(op, x, dst, dst, EXACT), by_torch(function, x.astype(np.float64), kind))
        if apart > (STEPS.get(op, 0) if form == 'f' else 0):
            print(f'{op} of {form} in {kind}: {apart} steps from torch')
            wrong += 1
    print(f'{len(jobs) - wrong} passed, {wrong} failed')
    return int(wrong > 0)


if __name__ == '__main__':
    sys.exit(main())
