# SPDX-License-Identifier: Apache-2.0
"""What the vendor's test expects of an operation: the function's value, computed and rounded as torch 2.9.1 does
on a scalar. Where torch rounds a value once, MPFR computes it (exact.c); where it rounds several times, or where
binary64 is not precise enough, the same steps are taken here. docs/silicon.md describes the rules."""
import hashlib
import math
import os
import subprocess

import numpy as np

from formats import of_values, quantised, values

SELU = '1.0507009873554804934193349852946 * if_negative(x, 1.6732632423543772848170429916717 * expm1(x), x)'
# Computed by torch in binary64; infinite values become NaN where the output is FP16.
IN_BINARY64 = {
    'Acos': 'acos(x)', 'Acosh': 'acosh(x)', 'Asin': 'asin(x)', 'Atanh': 'atanh(x)', 'Cos': 'cos(x)', 'Digamma': 'digamma(x)',
    'Erf': 'erf(x)', 'Erfc': 'erfc(x)', 'Erfinv': 'erfinv(x)', 'Expm1': 'expm1(x)', 'Expm1Cw': 'expm1(x)', 'I0': 'i0', 'I1': 'i1',
    'Hardmish': 'x * min(1, max(0, x * 0.5 + 1))', 'Lgamma': 'lgamma', 'Log': 'log(x)', 'Log1p': 'log1p(x)', 'LogWithBase': 'log2(x)',
    'Mish': 'x * tanh(log1p(exp(x)))', 'Polygamma': 'trigamma', 'Rdiv': '2 / x', 'Reciprocal': '1 / x', 'Rpow': 'exp2(x)',
    'Rsqrt': 'rsqrt(x)', 'RsqrtCompat': 'rsqrt(x)', 'Selu': SELU, 'SigmoidAppx': '1 / (1 + exp(-x))', 'Sin': 'sin(x)',
    'Sqrt': 'sqrt(x)', 'SqrtCustom': 'sqrt(x)', 'Square': 'x * x', 'Tan': 'tan(x)', 'UnaryPower': 'x * x'}
# The same, but infinite values stay.
STAYS_INFINITE = {'Sinh': 'sinh(x)', 'Cosh': 'cosh(x)', 'Cbrt': 'cbrt(x)'}
# Rounded to the format of Dst.
IN_DST = {'Celu': 'if_negative(x, expm1(x), x)', 'Elu': 'if_negative(x, expm1(x), x)', 'Exp': 'exp(x)', 'Exp2': 'exp2(x)',
          'ExpWithBase': 'exp(0.5 * x)', 'Sigmoid': '1 / (1 + exp(-x))'}


def _xielu(x):
    return x * x + 0.5 * x if x > 0 else math.expm1(x) - x + 0.5 * x


def _gelu_derivative(x):
    if abs(x) >= 1e150:
        return float(x > 0)
    return 0.5 * (1.0 + math.erf(x / math.sqrt(2.0))) + x * (math.exp(-0.5 * x * x) / math.sqrt(2.0 * math.pi))


# Computed by Python in binary64, number by number.
BY_PYTHON = {'Asinh': math.asinh, 'Atan': math.atan, 'Tanh': math.tanh, 'Tanhshrink': lambda x: x - math.tanh(x), 'Xielu': _xielu,
             'GeluDerivative': _gelu_derivative, 'TanhDerivative': lambda x: 1.0 - math.tanh(x) * math.tanh(x)}


def _lut_derivative(x):
    """1 - t^2, where t is the table of tanh of August."""
    a = np.abs(x)
    return 1 - np.where(a < 1, 0.90625 * a, np.where(a < 2, 0.09375 * a + 0.8125, 1.0)) ** 2


def _between(low, high):
    return lambda x: np.clip(x, low, high)


def _remainder(x, sign_of_divisor):
    with np.errstate(invalid='ignore'):
        rest = np.fmod(x, 2.0)
        return np.where(sign_of_divisor & (rest < 0), rest + 2.0, rest)


# Sums, products and comparisons, exact or rounded once: of float64 numbers.
BY_ARITHMETIC = {
    'Abs': np.abs, 'Add1': lambda x: x + 1, 'Ceil': np.ceil, 'Floor': np.floor, 'Trunc': np.trunc, 'Frac': lambda x: x - np.trunc(x),
    'Round': np.rint, 'Clamp': _between(-1, 1), 'Hardtanh': _between(-1, 1), 'Fill': lambda x: np.full_like(x, 5.0),
    'Identity': lambda x: x, 'Neg': lambda x: -x, 'Sign': np.sign, 'Heaviside': lambda x: np.where(x < 0, 0.0, np.where(x > 0, 1.0, 0.5)),
    'Hardsigmoid': lambda x: np.clip(x * 0.1666666716337204 + 0.5, 0, 1), 'Hardshrink': lambda x: np.where(np.abs(x) > 0.5, x, 0.0),
    'Softshrink': lambda x: np.where(x > 0.5, x - 0.5, np.where(x < -0.5, x + 0.5, 0.0)), 'Threshold': lambda x: np.where(x > 5, x, 10.0),
    'ReluMax': _between(0, 5), 'ReluMin': lambda x: np.maximum(x, 5.0), 'Lrelu': lambda x: np.where(x > 0, x, x * np.float32(0.1)),
    'Prelu': lambda x: np.where(x >= 0, x, 0.25 * x), 'TanhDerivativeLut': _lut_derivative, 'Fmod': lambda x: _remainder(x, False),
    'Remainder': lambda x: _remainder(x, True), 'UnaryMax': lambda x: np.maximum(x, 0.0), 'UnaryMin': lambda x: np.minimum(x, 0.0),
    'Isinf': np.isinf, 'Isposinf': lambda x: x == math.inf, 'Isneginf': lambda x: x == -math.inf, 'Isnan': np.isnan,
    'Isfinite': np.isfinite,
    'LogicalNotUnary': lambda x: x == 0, 'EqualZero': lambda x: x == 0, 'NotEqualZero': lambda x: x != 0, 'Signbit': np.signbit,
    'LessThanZero': lambda x: x < 0, 'GreaterThanZero': lambda x: x > 0, 'LessThanEqualZero': lambda x: x <= 0,
    'GreaterThanEqualZero': lambda x: x >= 0, 'UnaryGt': lambda x: x > 0.5, 'UnaryLt': lambda x: x < 0.5, 'UnaryGe': lambda x: x >= 0.5,
    'UnaryLe': lambda x: x <= 0.5, 'UnaryNe': lambda x: x != 0.5, 'UnaryEq': lambda x: x == 0.5}
IN_STEPS = ('Silu', 'Gelu', 'GeluAppx', 'GeluTanh', 'Softsign', 'Softplus', 'CastFp32ToFp16a')
KNOWN = {*IN_BINARY64, *STAYS_INFINITE, *IN_DST, *BY_PYTHON, *BY_ARITHMETIC, *IN_STEPS}


def _patterns(known):
    return np.ascontiguousarray(known[:, 0]).view(np.uint64)


class Exact:
    """Values of expressions by the program exact; kept until it changes."""

    def __init__(self, program, kept):
        self.program, self.kept = program, kept
        with open(program, 'rb') as f:
            self.key = hashlib.sha256(f.read())
        os.makedirs(kept, exist_ok=True)

    def _computed(self, expression, numbers, path):
        """Pairs for sorted patterns of binary64."""
        mine = f'{path}.{os.getpid()}'  # another process may compute the same
        numbers.tofile(mine + '.in')
        subprocess.run([self.program, expression, mine + '.in', mine], check=True)
        pairs = np.fromfile(mine, np.float64).reshape(-1, 2)
        os.unlink(mine + '.in')
        os.unlink(mine)
        return pairs

    def __call__(self, expression, x):
        """(values in binary64, values rounded once to binary32) of float64 numbers; each number is computed once."""
        numbers, back = np.unique(np.asarray(x, np.float64).view(np.uint64), return_inverse=True)
        key = self.key.copy()
        key.update(expression.encode())
        path = os.path.join(self.kept, key.hexdigest()[:24] + '.npy')
        known = np.load(path) if os.path.exists(path) else np.empty((0, 3))  # number and pair, by the number's pattern
        new = np.setdiff1d(numbers, _patterns(known), assume_unique=True)
        if len(new):
            known = np.concatenate([known, np.column_stack([new.view(np.float64), self._computed(expression, new, path)])])
            known = known[np.argsort(_patterns(known))]
            np.save(f'{path}.{os.getpid()}.npy', known)
            os.replace(f'{path}.{os.getpid()}.npy', path)
        pairs = known[np.searchsorted(_patterns(known), numbers), 1:][back.reshape(-1)]
        return pairs[:, 0], pairs[:, 1].astype(np.float32)


def _number_by_number(function, x):
    return np.array([function(v) for v in x.tolist()], np.float64)


def _round_to(single, dst):
    return values(of_values(single, dst), dst)


def _gelu(x, exact):
    """In binary32, each step rounded: half x times (1 + erf(x / sqrt 2))."""
    at = x * np.float32(math.sqrt(0.5))
    return np.float32(0.5) * x * (np.float32(1) + exact('erf(x)', at)[1])


def _gelu_tanh(x, exact):
    beta = np.float32(math.sqrt(2 / math.pi))
    inner = beta * (x + np.float32(0.044715) * (x * x * x))
    return np.float32(0.5) * x * (np.float32(1) + exact('tanh(x)', inner)[1])


def _cast(x):
    """FP32 with ten bits of mantissa, to nearest, ties to even."""
    bits = x.view(np.uint32).astype(np.int64)
    low, kept = bits & 0x1FFF, bits & ~0x1FFF
    up = (low > 0x1000) | ((low == 0x1000) & (bits >> 13 & 1 == 1))
    return np.where(bits >> 23 & 255 == 255, bits, kept + np.where(up, 0x2000, 0)).astype(np.uint32).view(np.float32)


def _in_steps(op, x, dst, exact):
    if op in ('Gelu', 'GeluAppx'):
        return _round_to(_gelu(x, exact), dst)
    if op == 'GeluTanh':
        return _round_to(_gelu_tanh(x, exact), dst)
    if op == 'Silu':
        return _round_to(x / (np.float32(1) + exact('exp(-x)', x)[1]), dst)
    if op == 'Softsign':  # a quotient of tensors: the divisor is rounded to Dst's format, too
        return _round_to(x / _round_to(np.float32(1) + np.abs(x), dst), dst)
    if op == 'Softplus':
        return np.where(x > 20, x, exact('log1p(exp(x))', x)[1])
    return _cast(x)


def _infinite_is_nan(op, out):
    return op in IN_BINARY64 and out == 'h'


def function_of(op, x, dst, out, exact):
    """float32 values of an operation for float32 numbers of Dst's format."""
    if op in IN_BINARY64 or op in STAYS_INFINITE:
        wide, single = exact(IN_BINARY64.get(op) or STAYS_INFINITE[op], x)
        return np.where(np.isinf(wide), np.float32(np.nan), single) if _infinite_is_nan(op, out) else single
    if op in IN_DST:
        return _round_to(exact(IN_DST[op], x)[1], dst)
    if op in BY_PYTHON:
        return _number_by_number(BY_PYTHON[op], x.astype(np.float64)).astype(np.float32)
    if op in BY_ARITHMETIC:
        return BY_ARITHMETIC[op](x.astype(np.float64)).astype(np.float32)
    return _in_steps(op, x, dst, exact)


def dst_format(form, out, wide):
    """The format in which the test computes."""
    return 'f' if wide else 'h' if 'h' in (form, out) else 'b'


def received(patterns, form, out, wide):
    """float32 numbers that the function is computed for."""
    if form in ('p8', 'p4'):
        return values(quantised(patterns, form), 'b')
    dst = dst_format(form, out, wide)
    x = values(patterns, form)
    if form == 'f' and not wide:
        cut = np.uint32(0xFFFFE000 if dst == 'h' else 0xFFFF0000)
        return _round_to((np.where(x == 0, np.float32(0), x).view(np.uint32) & cut).view(np.float32), dst)
    return x if form == 'f' else np.where(x == 0, np.float32(0), x)


def _finish(y, dst, form, out):
    """From the function's value to what a result is compared with."""
    if dst == 'h':
        y = np.where(np.abs(y) < 2.0 ** -14, np.float32(0), y)
    y = _round_to(_round_to(y, dst), {'p8': 'b', 'p4': 'b'}.get(form, form))  # a tensor of the input's type holds it
    if out == 'p8':
        blocks = y.reshape(-1, 16)
        finite = np.isfinite(blocks)
        y = np.where(finite & ~finite.all(axis=1, keepdims=True), np.float32(0), blocks).reshape(-1)
    if (dst, out) not in (('h', 'h'), ('f', 'h'), ('f', 'f')):
        y = np.where(np.isnan(y), np.float32(np.inf), y)
    held = 'b' if out == 'p8' else out
    if dst == 'h':
        y = _round_to(y, held)
        if out != 'h':
            y = np.where(y == np.inf, np.float32({'b': 130560.0, 'f': 131008.0, 'p8': 130048.0}[out]), y)
    y = _round_to(y, held)
    return np.where(np.abs(y) < {'h': 2.0 ** -24, 'p8': 1e-37}.get(out, 2.0 ** -126), np.float32(0), y)


def golden(op, patterns, form, out, wide, exact):
    """float32 numbers that the results of an operation are compared with."""
    with np.errstate(all='ignore'):
        dst = dst_format(form, out, wide)
        return _finish(function_of(op, received(patterns, form, out, wide), dst, out, exact), dst, form, out)
