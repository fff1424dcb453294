#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Computes the polynomials of lib/tile: for their degree, their largest relative error is nearly the
smallest possible (Lawson's iteration of least squares on Chebyshev nodes). Prints coefficients from
the highest power down, as bits of binary32 and in decimals. Needs numpy (Debian: python3-numpy)."""
import struct

import numpy as np


def fit(function, weight, low, high, degree, nodes=4000):
    x = np.cos(np.pi * (np.arange(nodes) + 0.5) / nodes) * (high - low) / 2 + (high + low) / 2
    y, w, importance = function(x), weight(x), np.ones(nodes)
    powers = np.vander(x, degree + 1, increasing=True)
    for _ in range(60):
        s = np.sqrt(importance) * w
        c = np.linalg.lstsq(powers * s[:, None], y * s, rcond=None)[0]
        error = np.abs((powers @ c - y) * w)
        importance = np.maximum(importance * error / (importance * error).sum(), 1e-12)
    return c, error.max()


def show(name, fitted):
    print(f"{name}: largest relative error {fitted[1]:.1e}")
    for v in fitted[0][::-1]:
        print(f"    0x{struct.unpack('<I', struct.pack('<f', np.float32(v)))[0]:08X}, /* {v:.9g} */")


def odd(function):
    """(f(x) / x - 1) / x^2 as a function of x^2, and the weight of its error."""
    def ratio(u):
        return function(np.sqrt(u)) / np.sqrt(u)
    return lambda u: (ratio(u) - 1) / u, lambda u: u / ratio(u)


half_ln2 = np.log(2) / 2 * 1.01
show("exp(r) = 1 + r + r^2 P(r)",
     fit(lambda r: (np.exp(r) - 1 - r) / r**2, lambda r: r**2, -half_ln2, half_ln2, 4))
show("log(1 + z) = z - z^2 / 2 + z^3 P(z)",
     fit(lambda z: (np.log1p(z) - z + z * z / 2) / z**3, lambda z: np.abs(z**3 / np.log1p(z)),
         0.5**0.5 - 1, 2**0.5 - 1, 7))
show("sin(r) = r + r^3 P(r^2)", fit(*odd(np.sin), 1e-4, (np.pi / 2 * 1.001)**2, 3))
show("tanh(x) = x + x^3 P(x^2)", fit(*odd(np.tanh), 1e-4, 0.625**2, 4))
