# SPDX-License-Identifier: Apache-2.0
"""Adds what LLK's tests use and Debian 12 lacks: the package ml_dtypes and the unsigned types that
torch has since 2.3. Does nothing if they are present."""
import importlib.util
import sys
import types

import numpy
import torch

UNSIGNED = {'uint16': (torch.int16, torch.int32, 0xFFFF), 'uint32': (torch.int32, torch.int64, 0xFFFFFFFF)}

# The largest number, the exponent of the smallest normal number, and the bits of the mantissa.
KINDS = {'bfloat16': ((2 - 2.0 ** -7) * 2.0 ** 127, -126, 7), 'float8_e4m3fn': (448.0, -6, 3), 'float8_e5m2': (57344.0, -14, 2),
         'float4_e2m1fn': (6.0, 0, 1)}


def _finfo(name):
    largest, exponent, mantissa = KINDS[name]
    return types.SimpleNamespace(max=largest, min=-largest, smallest_normal=2.0 ** exponent, tiny=2.0 ** exponent,
                                 smallest_subnormal=2.0 ** (exponent - mantissa), eps=2.0 ** -mantissa)


def _bfloat16_bytes(tensor):
    """Rounded to nearest even, as in torch."""
    return tensor.cpu().to(torch.float32).to(torch.bfloat16).contiguous().view(torch.int16).numpy().tobytes()


def _from_bfloat16(data):
    high = numpy.frombuffer(bytes(data), dtype=numpy.uint16).astype(numpy.uint32) << 16
    return high.view(numpy.float32).tolist()


def _e4m3_values():
    """The number for each code: 4 bits of exponent with bias 7, 3 bits of mantissa, no infinity."""
    values = []
    for code in range(128):
        exponent, mantissa = code >> 3, code & 7
        value = (8 + mantissa) / 8 * 2.0 ** (exponent - 7) if exponent else mantissa / 8 * 2.0 ** -6
        values.append(value if code != 127 else float('nan'))
    return numpy.array(values + [-v for v in values])


def _e4m3_bytes(tensor):
    """Rounded to nearest even; numbers that are too large become NaN."""
    numbers = tensor.cpu().to(torch.float32).numpy().astype(numpy.float64).ravel()
    values = _e4m3_values()[:127]
    middles = (values[:-1] + values[1:]) / 2
    size = numpy.abs(numbers)
    code = numpy.searchsorted(middles, size, side='left')
    tie = (code < 126) & (size == middles[numpy.minimum(code, 125)])
    code = numpy.where(tie & (code % 2 == 1), code + 1, code)
    code = numpy.where((size > 464) | numpy.isnan(numbers), 127, code)
    return (code | numpy.where(numpy.signbit(numbers), 128, 0)).astype(numpy.uint8).tobytes()


def _from_e4m3(data):
    return _e4m3_values()[numpy.frombuffer(bytes(data), dtype=numpy.uint8)].tolist()


def _unsigned_types():
    """Adds torch.uint16 and torch.uint32. A view as one of them has the same numbers in the next larger
    signed type; a tensor of such a type, or converted to it, has the same bits in the signed type of
    that size."""
    if hasattr(torch, 'uint16'):
        return
    kinds = {}
    for name, kind in UNSIGNED.items():
        marker = type(name, (), {'__repr__': lambda self: f'torch.{type(self).__name__}'})()
        setattr(torch, name, marker)
        kinds[marker] = kind
    plain_view, plain_to, plain_tensor = torch.Tensor.view, torch.Tensor.to, torch.tensor

    def known(kind):
        return isinstance(kind, tuple(type(k) for k in kinds))

    def view(self, *arguments, **named):
        if arguments and known(arguments[0]):
            signed, wide, mask = kinds[arguments[0]]
            return plain_to(plain_view(self, signed), wide) & mask
        return plain_view(self, *arguments, **named)

    def to(self, *arguments, **named):
        if arguments and known(arguments[0]):
            return plain_to(plain_to(self, torch.int64), kinds[arguments[0]][0])
        return plain_to(self, *arguments, **named)

    def tensor(data, *arguments, dtype=None, **named):
        if known(dtype):
            return to(plain_tensor(data, dtype=torch.int64), dtype)
        return plain_tensor(data, *arguments, dtype=dtype, **named)
    torch.Tensor.view, torch.Tensor.to, torch.tensor = view, to, tensor


def _shifts():
    """Shifts by the width of a number or more give 0, or -1 for a negative number shifted right.
    Releases before 2.1 shift by the remainder."""
    if int((torch.tensor([2], dtype=torch.int32) >> torch.tensor([32], dtype=torch.int32))[0]) == 0:
        return

    def mended(names, plain, last):
        def shift(self, by):
            out = plain(self, by)
            width = torch.iinfo(self.dtype).bits
            return torch.where(torch.as_tensor(by) >= width, last(self).to(out.dtype), out)
        for where, name in names:
            setattr(where, name, shift)

    mended([(torch.Tensor, '__lshift__'), (torch, 'bitwise_left_shift')], torch.Tensor.__lshift__, torch.zeros_like)
    mended([(torch.Tensor, '__rshift__'), (torch, 'bitwise_right_shift')], torch.Tensor.__rshift__, lambda x: -(x < 0).to(torch.int64))


def _half_products():
    """Adds matrix products of Float16, which releases before 2.2 lack on a CPU, with sums in binary32
    and one rounding."""
    plain = torch.matmul

    def matmul(a, b, **named):
        if a.dtype == b.dtype == torch.float16:
            return plain(a.float(), b.float(), **named).half()
        return plain(a, b, **named)
    try:
        torch.ones(2, 2).half() @ torch.ones(2, 2).half()
    except RuntimeError:
        torch.matmul = torch.Tensor.matmul = torch.Tensor.__matmul__ = matmul


def _half_functions():
    """Adds functions of Float16 that golden values need and older releases lack on a CPU, computed in binary32
    and rounded once."""
    def mended(plain):
        def function(x, *arguments, **named):
            return plain(x.float(), *arguments, **named).half() if x.dtype == torch.float16 else plain(x, *arguments, **named)
        return function

    functions = torch.nn.functional
    lacking = {torch: ('clamp', 'exp', 'relu'), functions: ('celu', 'elu', 'gelu', 'hardsigmoid', 'sigmoid', 'silu', 'threshold')}
    try:
        functions.silu(torch.ones(1).half())
    except RuntimeError:
        for module, names in lacking.items():
            for name in names:
                setattr(module, name, mended(getattr(module, name)))


def _deprecated():
    """Adds a decorator that typing_extensions has since 4.5."""
    import typing_extensions
    if not hasattr(typing_extensions, 'deprecated'):
        typing_extensions.deprecated = lambda *_a, **_n: lambda function: function


def install():
    """Call it before anything of the tests is imported."""
    _unsigned_types()
    _shifts()
    _half_products()
    _half_functions()
    _deprecated()
    if 'ml_dtypes' not in sys.modules and importlib.util.find_spec('ml_dtypes') is None:
        sys.modules['ml_dtypes'] = shim = types.ModuleType('ml_dtypes')
        for name in KINDS:
            setattr(shim, name, name)
        shim.finfo = _finfo


def _replace(module, name, function):
    """Replaces a function of a module, also in its tables."""
    plain = getattr(module, name)
    setattr(module, name, function)
    for table in [value for value in vars(module).values() if isinstance(value, dict)]:
        for key, value in table.items():
            if value is plain:
                table[key] = function


def mend(pack, unpack):
    """Replaces the functions of the tests' modules that would use ml_dtypes."""
    if isinstance(sys.modules['ml_dtypes'].bfloat16, str):
        _replace(pack, 'pack_bfp16', _bfloat16_bytes)
        _replace(pack, 'pack_fp8_e4m3', _e4m3_bytes)
        _replace(unpack, 'unpack_bfp16', _from_bfloat16)
        _replace(unpack, 'unpack_fp8_e4m3', _from_e4m3)
