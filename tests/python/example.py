#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads what python/examples/block_floats.py prints and compares its figures with arithmetic of numpy's own: what binary32 and
the upper half of it, rounded half up, keep of the same numbers, and the largest error of the table of reciprocals, which
gives 0 for the largest numbers (docs/ulp.md)."""
import sys

import numpy as np

values = np.random.default_rng(1).standard_normal((32, 32)).astype(np.float32)
half = ((values.view(np.uint32) + 0x8000) & 0xFFFF0000).view(np.float32)
error = np.abs(half - values)
lines = sys.stdin.read().splitlines()
wanted = ['format  bytes  largest error  mean error', 'FP32     4096       0.000000    0.000000', f'BF16     2048 {error.max():14.6f} {error.mean():11.6f}',
          '1/x: max 128.000 ulp at x = 8.50706e+37, mean 0.495 ulp']
missing = [line for line in wanted if line not in lines]
low, high = (float(line.split()[-1]) for line in lines if 'Fi' in line)
names = [line.split()[0] for line in lines[1:12]]
# Four phases take all bits of BF16, so that only sums are rounded. One phase takes 7 bits of a factor and 5 of the other, so
# that a product may be short of 2^-4 of it.
largest = (np.abs(half) @ np.abs(half.T)).max()
good = not missing and high < largest * 2 ** -9 and high < low < largest * 2 ** -4 and names == sorted(set(names), key=names.index) and 'INT8' not in names
print(*missing, *([] if good else lines), sep='\n', end='')
sys.exit(not good)
