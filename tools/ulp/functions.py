# SPDX-License-Identifier: Apache-2.0
"""The unary functions of tt-llk and tt-metal: what is included, called before and called for eight
vectors, and what they should compute (a name or an expression of stx-ulp). DST32 in a call stands
for true if Dst holds 32 bits; A for APPROXIMATION_MODE."""
import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Function:
    """One function in one form."""
    name: str      # "exp", "exp approx"
    exact: str
    init: str
    call: str
    headers: tuple
    source: str    # tt-llk or tt-metal


# name | forms: p precise, a approximate | exact | init | call | header beside ckernel_sfpu.h
LLK = '''
abs          | p  | abs           |                                        | _calculate_abs_<A, 8>(8)
celu         | pa | if_negative(x, expm1(x), x) |                          | _calculate_activation_<A, ActivationType::Celu, 8>(0x3F800000, 0x3F800000)
cos          | pa | cos           |                                        | _calculate_cosine_<A, 8>(8)
acosh        | p  | acosh         | _init_inverse_hyperbolic_<A>()         | _calculate_acosh_<A, 8>()
asinh        | p  | asinh         | _init_inverse_hyperbolic_<A>()         | _calculate_asinh_<A, 8>()
atanh        | p  | atanh         | _init_atanh_<A>()                      | _calculate_atanh_<A, DST32, 8>()
elu          | pa | elu           |                                        | _calculate_elu_<A, DST32, 8>(0x3F800000)
exp          | pa | exp           | _init_exponential_<A, false, 0x3F800000, false>() | _calculate_exponential_<A, false, 8, false, false, false>(p_sfpu::kCONST_1_FP16B)
exp fast     | a  | exp           | _init_exponential_<true, true, 0x3F800000, false>() | _calculate_exponential_<true, false, 8, true, false, false>(p_sfpu::kCONST_1_FP16B)
exp fast clamped | a | exp        | _init_exponential_<true, true, 0x3F800000, true>() | _calculate_exponential_<true, false, 8, true, false, true>(p_sfpu::kCONST_1_FP16B)
exp2         | pa | exp2          | _init_exp2_<A>()                       | _calculate_exp2_<A, DST32, 8>()
gelu         | pa | gelu          | _init_gelu_<A>()                       | _calculate_gelu_<A, 8>()
gelu derivative | pa | gelu_derivative | _init_gelu_derivative_<A>()       | _calculate_gelu_derivative_<A, 8>()
hardsigmoid  | p  | hardsigmoid   | _init_hardsigmoid_<A>()                | _calculate_activation_<A, ActivationType::Hardsigmoid, 8>()
log          | p  | log           | _init_log_<A>()                        | _calculate_log_<A, false, 8>(8, 0)
negative     | p  | negative      |                                        | _calculate_negative_<A, 8>()
reciprocal   | pa | reciprocal    | _init_reciprocal_<A, DST32>()          | _calculate_reciprocal_<A, 8, DST32>(8)
rsqrt        | pa | rsqrt         | _init_rsqrt_<A>()                      | _calculate_rsqrt_<A, 8, DST32, false>(8)
rsqrt fast   | pa | rsqrt         | _init_rsqrt_<A>()                      | _calculate_rsqrt_<A, 8, DST32, true>(8)
sigmoid      | p  | sigmoid       | _init_sigmoid_<A>()                    | _calculate_sigmoid_<A, 8>(8)
silu         | p  | silu          |                                        | _calculate_silu_<A, 8>()
sin          | pa | sin           |                                        | _calculate_sine_<A, 8>(8)
sqrt         | pa | sqrt          | _init_sqrt_<A>()                       | _calculate_sqrt_<A, 8, DST32, false>(8)
sqrt fast    | pa | sqrt          | _init_sqrt_<A>()                       | _calculate_sqrt_<A, 8, DST32, true>(8)
square       | p  | square        |                                        | _calculate_square_<A, 8>()
tanh         | p  | tanh          | _init_tanh_<A>()                       | _calculate_tanh_<A, 8>(8)
tanh derivative | p | tanh_derivative | _init_tanh_derivative_<A>()        | _calculate_tanh_derivative_<A, 0, 8>(8)
floor        | p  | floor         |                                        | _calculate_floor_<A, 8>()
ceil         | p  | ceil          |                                        | _calculate_ceil_<A, 8>()
trunc        | p  | trunc         |                                        | _calculate_trunc_<A, 8>()
frac         | p  | frac          |                                        | _calculate_frac_<A, 8>()
round        | p  | round         |                                        | _calculate_round_<A, 8>(0)
relu max     | p  | max(0, min(x, 5)) |                                    | _relu_max_<sfpi::vFloat, A, 8>(5.0f)
relu min     | p  | max(x, 5)     |                                        | _relu_min_<sfpi::vFloat, A, 8>(5.0f)
leaky relu   | p  | if_negative(x, x * 0.25, x) |                          | _calculate_lrelu_<A>(8, 0x3E800000)
hardtanh     | p  | min(1, max(-1, x)) |                                   | _calculate_hardtanh_<A, 8>(8, 0xBF80, 0x4000, 0xBF80)
threshold    | p  | if_positive(x - 5, x, 10) |                            | _calculate_threshold_<A, 8>(5.0f, 10.0f)
sign         | p  | sign          |                                        | _calculate_sign_<A, 8>(8, 0)
clamp        | p  | min(1, max(-1, x)) |                                   | _calculate_clamp_<A, 8>(8, 0xBC00, 0x3C00, 0)
'''

METAL = '''
'''


def _rows(text, source):
    for line in text.strip().splitlines():
        cells = [c.strip() for c in line.split('|')]
        if len(cells) < 5:
            continue
        name, forms, exact, init, call = cells[:5]
        headers = tuple(h for h in (cells[5].split() if len(cells) > 5 else ()))
        for form in forms:
            approx = form == 'a'
            fill = {'A': 'true' if approx else 'false'}
            yield Function(name + (' approx' if approx else ''), exact,
                           *(re.sub(r'\bA\b', fill['A'], t) for t in (init or '(void)0', call)),
                           headers, source)


def of(with_metal=False):
    """Functions by name; those of tt-metal have "metal " in front."""
    found = {f.name: f for f in _rows(LLK, 'tt-llk')}
    if with_metal:
        for f in _rows(METAL, 'tt-metal'):
            found['metal ' + f.name] = Function('metal ' + f.name, f.exact, f.init, f.call, f.headers, f.source)
    return found
