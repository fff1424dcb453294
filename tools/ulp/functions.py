# SPDX-License-Identifier: Apache-2.0
"""The functions of tt-llk and tt-metal, of one, two or three operands, which lie in the first tiles of Dst: the headers, the
call before and the call for eight vectors, and what they should compute (a name or an expression of stx-ulp). In a call, DST32 is
true if Dst has 32 bits, FORMAT is the data format, and A is APPROXIMATION_MODE. Behind "else" stands that of an earlier tree."""
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

    @property
    def operands(self):
        """1, 2 with y, 3 with z."""
        return operands_of(self.exact)

    @property
    def advances(self):
        """Does LLK's own initialisation, which precedes the operation's, set ADDR_MOD 6 for it?"""
        return self.name.removeprefix('metal ').startswith(('reciprocal', 'ternary where'))

    def forms(self):
        """(The call before, the call): of the newest tree first, then those of earlier ones, in which they differ."""
        return [(init, call) for init in self.init.split(' else ') for call in self.call.split(' else ')]


# name | forms: p precise, a approximate | exact | init | call | header in addition to ckernel_sfpu.h
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
tanh derivative | p | tanh_derivative | _init_tanh_<A>()                       | _calculate_tanh_derivative_<A, 0, 8>(8)
floor        | p  | floor         |                                        | _calculate_floor_<A, 8>()
ceil         | p  | ceil          |                                        | _calculate_ceil_<A, 8>()
trunc        | p  | trunc         |                                        | _calculate_trunc_<A, 8>()
frac         | p  | frac          |                                        | _calculate_frac_<A, 8>()
round        | p  | round         |                                        | _calculate_round_<A, 8>(0)
equal zero   | p  | if_negative(x, 0, if_positive(x, 0, 1)) |              | _calculate_zero_comp_<A, SfpuType::equal_zero, 8>(8)
not equal zero | p | if_negative(x, 1, if_positive(x, 1, 0)) |             | _calculate_zero_comp_<A, SfpuType::not_equal_zero, 8>(8)
less than zero | p | if_negative(x, 1, 0) |                                | _calculate_zero_comp_<A, SfpuType::less_than_zero, 8>(8)
greater than zero | p | if_positive(x, 1, 0) |                             | _calculate_zero_comp_<A, SfpuType::greater_than_zero, 8>(8)
less than or equal zero | p | if_positive(x, 0, 1) |                       | _calculate_zero_comp_<A, SfpuType::less_than_equal_zero, 8>(8)
greater than or equal zero | p | if_negative(x, 0, 1) |                    | _calculate_zero_comp_<A, SfpuType::greater_than_equal_zero, 8>(8)
equal to a number | p | if_negative(x - 5, 0, if_positive(x - 5, 0, 1)) | | _calculate_comp_unary_<A, SfpuType::unary_eq, 8>(5)
not equal to a number | p | if_negative(x - 5, 1, if_positive(x - 5, 1, 0)) | | _calculate_comp_unary_<A, SfpuType::unary_ne, 8>(5)
less than a number | p | if_negative(x - 5, 1, 0) | | _calculate_comp_unary_<A, SfpuType::unary_lt, 8>(5)
greater than a number | p | if_positive(x - 5, 1, 0) | | _calculate_comp_unary_<A, SfpuType::unary_gt, 8>(5)
less than or equal to a number | p | if_positive(x - 5, 0, 1) | | _calculate_comp_unary_<A, SfpuType::unary_le, 8>(5)
greater than or equal to a number | p | if_negative(x - 5, 0, 1) | | _calculate_comp_unary_<A, SfpuType::unary_ge, 8>(5)
isfinite     | p  | 1             |                                        | _calculate_sfpu_isinf_isnan_<SfpuType::isfinite, A, 8>()
isinf        | p  | 0             |                                        | _calculate_sfpu_isinf_isnan_<SfpuType::isinf, A, 8>()
isnan        | p  | 0             |                                        | _calculate_sfpu_isinf_isnan_<SfpuType::isnan, A, 8>()
reciprocal compat | p | reciprocal | _init_reciprocal_<A, DST32, true>()   | _calculate_reciprocal_<A, 8, DST32, true>(8)
sqrt compat  | p  | sqrt          | _init_sqrt_<A, true>()                 | _calculate_sqrt_<A, 8, DST32, false, true>(8)
rsqrt compat | p  | rsqrt         | _init_rsqrt_<A, true>()                | _calculate_rsqrt_<A, 8, DST32, false, true>(8)
relu max     | p  | max(0, min(x, 5)) |                                    | _relu_max_<sfpi::vFloat, A, 8>(5.0f)
relu min     | p  | max(x, 5)     |                                        | _relu_min_<sfpi::vFloat, A, 8>(5.0f)
leaky relu   | p  | if_negative(x, x * 0.25, x) |                          | _calculate_lrelu_<A>(8, 0x3E800000)
hardtanh     | p  | min(1, max(-1, x)) |                                   | _calculate_hardtanh_<A, 8>(8, 0x3F80, 0xC000, 0x3F80)
threshold    | p  | if_positive(x - 5, x, 10) |                            | _calculate_threshold_<A, 8>(5.0f, 10.0f)
sign         | p  | sign          |                                        | _calculate_sign_<A, 8>(8, 0)
clamp        | p  | min(1, max(-1, x)) |                                   | _calculate_clamp_<A, 8>(8, 0xBC00, 0x3C00, 0)
binary add   | p  | x + y         | _sfpu_binary_init_<A, BinaryOp::ADD>() | _calculate_sfpu_binary_<A, BinaryOp::ADD, 8>(0, 1, 0)
binary sub   | p  | x - y         | _sfpu_binary_init_<A, BinaryOp::SUB>() | _calculate_sfpu_binary_<A, BinaryOp::SUB, 8>(0, 1, 0)
binary mul   | p  | x * y         | _sfpu_binary_init_<A, BinaryOp::MUL>() | _calculate_sfpu_binary_<A, BinaryOp::MUL, 8>(0, 1, 0)
binary div   | p  | x / y         | _sfpu_binary_init_<A, BinaryOp::DIV>() | _calculate_sfpu_binary_<A, BinaryOp::DIV, 8>(0, 1, 0)
binary rsub  | p  | y - x         | _sfpu_binary_init_<A, BinaryOp::RSUB>() | _calculate_sfpu_binary_<A, BinaryOp::RSUB, 8>(0, 1, 0)
binary pow   | p  | x ^ y         | _sfpu_binary_init_<A, BinaryOp::POW>() | _calculate_sfpu_binary_<A, BinaryOp::POW, 8>(0, 1, 0)
binary xlogy | p  | x * log(y)    | _sfpu_binary_init_<A, BinaryOp::XLOGY>() | _calculate_sfpu_binary_<A, BinaryOp::XLOGY, 8>(0, 1, 0)
ternary where | p | where(x, y, z) | _init_where_<A>()                   | _calculate_where_<A, FORMAT, 8>(0, 1, 2, 0) | sfpu/where
'''

# APPROXIMATION_MODE and the parameters of tt-metal's API have its defaults, addcmul's and addcdiv's factor is 1.
METAL = '''
exp           | pa | exp      | exp_init<A, 0x3F800000, true, DST32>() else exp_init<A, 0x3F800000, true>() | calculate_exponential<A, DST32, false, 8, true>() | exp
exp2          | p  | exp2     | exp2_init<A, DST32>() else exp2_init<A>() | calculate_exp2<A, DST32, 8>()          | exp2
expm1         | p  | expm1    | expm1_init<A, DST32>()    | calculate_expm1<A, DST32, 8>()         | expm1
log           | p  | log      | log_init<A, false, DST32>() | calculate_log<A, false, false, DST32, 8>(0) | log
log1p         | p  | log1p    | log1p_init<A, false, DST32>() | calculate_log1p<A, false, DST32, 8>() | log1p
tanh          | pa | tanh     | tanh_init<A, DST32>()     | calculate_tanh<A, DST32, 8>()          | tanh
tanh derivative by tanh | p | tanh_derivative | tanh_derivative_init<A>() | calculate_tanh_derivative<A, 0, 8>() | tanh_derivative
tanh derivative | p | tanh_derivative | tanh_derivative_sech2_init<A>() | calculate_tanh_derivative_sech2<A, DST32, 8>() | tanh_derivative
tanhshrink    | p  | tanhshrink | tanhshrink_init<A, DST32>() | calculate_tanhshrink<DST32, 8>()   | tanhshrink
sigmoid       | p  | sigmoid  | sigmoid_init<A>()         | calculate_sigmoid<A, DST32, 8>()       | sigmoid
silu          | p  | silu     | silu_init<A>()            | calculate_silu<DST32, 8>()             | silu
gelu          | pa | gelu     | gelu_init<A, DST32>()     | calculate_gelu<A, DST32, 8>()          | gelu
gelu derivative | p | gelu_derivative | gelu_derivative_polynomial_init<A>() | calculate_gelu_derivative_polynomial<A, DST32, 8>() else calculate_gelu_derivative_polynomial<A, 8>() | gelu
erf           | p  | erf      | erf_init<A>()             | calculate_erf<A, 8>()                  | erf
erfc          | p  | erfc     | erfc_init<A>()            | calculate_erfc<8>()                    | erfc
erfinv        | p  | erfinv   | erfinv_init<A>()          | calculate_erfinv<A>()                  | erfinv
reciprocal    | p  | reciprocal | recip_init<A, DST32>()  | calculate_reciprocal<A, DST32, 8>()    | recip
sqrt          | p  | sqrt     | sqrt_init<A>()            | calculate_sqrt<A, 8, DST32, false>()   | sqrt
rsqrt         | p  | rsqrt    | rsqrt_init<A, false>()    | calculate_rsqrt<A, 8, DST32, false, false>() | rsqrt
cbrt          | p  | cbrt     | cube_root_init<A>()       | calculate_cube_root<A, DST32, 8>()     | cbrt
sin           | p  | sin      | sine_init<A>()            | calculate_sine<A, DST32, 8>()          | trigonometry
cos           | p  | cos      | cosine_init<A>()          | calculate_cosine<A, DST32, 8>()        | trigonometry
tan           | p  | tan      | tangent_init<A>()         | calculate_tangent<A, DST32, 8>()       | trigonometry
asin          | p  | asin     | asin_init<DST32>() else (void)0 | calculate_asin<A, DST32, 8>()          | trigonometry
acos          | p  | acos     | acos_init<DST32>() else (void)0 | calculate_acos<A, DST32, 8>()          | trigonometry
atan          | p  | atan     | atan_init<A, DST32>() else atan_init<A>() | calculate_atan<A, DST32, 8>()          | trigonometry
sinh          | p  | sinh     | sinh_init<A, DST32>() else init_hyperbolic_trig<A>() | calculate_sinh<A, DST32, 8>()          | trigonometry
cosh          | p  | cosh     | cosh_init<A, DST32>() else init_hyperbolic_trig<A>() | calculate_cosh<A, DST32, 8>()          | trigonometry
softplus      | p  | softplus | softplus_init()           | calculate_softplus<A, DST32, 8>(0x3F800000, 0x3F800000, 0x41A00000) | softplus
softsign      | p  | softsign | init_softsign<A>()        | calculate_softsign<A, 8>()             | softsign
mish          | p  | mish     | mish_init<A, DST32>()     | calculate_mish<A, DST32, 8>()          | mish
hardmish      | p  | hardmish | hardmish_init()           | hardmish<A, 8>()                       | hardmish
elu           | p  | elu      | elu_init()                | calculate_elu<A, DST32, 8>(0x3F800000) | elu
selu          | p  | selu     | selu_init()               | calculate_selu<A, DST32, 8>(0x3F867D5F, 0x3FD62D7D) | selu
digamma       | p  | digamma  | digamma_init<A>()         | calculate_digamma<A, 8>()              | digamma
lgamma        | p  | lgamma   | lgamma_stirling_init<A, DST32>() | calculate_lgamma_stirling<A, DST32, 8>() | lgamma
square        | p  | square   | square_init()             | calculate_square<A, 8>()               | square
binary add    | p  | x + y    | sfpu_binary_init<A, BinaryOp::ADD>() | calculate_sfpu_binary<A, BinaryOp::ADD, 8, DST32>(0, 1, 0) | binary
binary sub    | p  | x - y    | sfpu_binary_init<A, BinaryOp::SUB>() | calculate_sfpu_binary<A, BinaryOp::SUB, 8, DST32>(0, 1, 0) | binary
binary mul    | p  | x * y    | sfpu_binary_init<A, BinaryOp::MUL>() | calculate_sfpu_binary_mul<A, BinaryOp::MUL, 8, DST32>(0, 1, 0) | binary
binary div    | p  | x / y    | sfpu_binary_init<A, BinaryOp::DIV>() | calculate_sfpu_binary_div<A, BinaryOp::DIV, 8, DST32>(0, 1, 0) | binary
binary rsub   | p  | y - x    | sfpu_binary_init<A, BinaryOp::RSUB>() | calculate_sfpu_binary<A, BinaryOp::RSUB, 8, DST32>(0, 1, 0) | binary
binary pow    | p  | x ^ y    | sfpu_binary_init<A, BinaryOp::POW>() | calculate_sfpu_binary<A, BinaryOp::POW, 8, DST32>(0, 1, 0) | binary
binary xlogy  | p  | x * log(y) | sfpu_binary_init<A, BinaryOp::XLOGY>() | calculate_sfpu_binary<A, BinaryOp::XLOGY, 8, DST32>(0, 1, 0) | binary
ternary where | p | where(x, y, z) | _init_where_<A>() | _calculate_where_<A, FORMAT, 8>(0, 1, 2, 0) | sfpu/where
ternary addcmul | p | x + y * z  |                           | calculate_addcmul<A, DST32, FORMAT, 8>(0, 1, 2, 0, 0x3F800000) | addcmul
ternary addcdiv | p | x + y / z  | init_addcdiv<A>()         | calculate_addcdiv<A, DST32, FORMAT, 8>(0, 1, 2, 0, 0x3F800000) | addcdiv
ternary lerp  | p  | x + z * (y - x) |                       | calculate_lerp<A, DST32, FORMAT, 8>(0, 1, 2, 0) | lerp
ternary snake beta | p | x + sin(y * x) ^ 2 / z | snake_beta_init<A>() | calculate_snake_beta<A, DST32, FORMAT, 8>(0, 1, 2, 0) | snake_beta
'''


def operands_of(exact):
    """1, or 2 if the exact function has y, 3 if it has z."""
    return 3 if re.search(r'\bz\b', exact) else 2 if re.search(r'\by\b', exact) else 1


def _rows(text, source):
    for line in text.strip().splitlines():
        cells = [c.strip() for c in line.split('|')]
        if len(cells) < 5:
            continue
        name, forms, exact, init, call = cells[:5]
        headers = tuple(re.sub('([^/]*)$', r'ckernel_sfpu_\1.h', h, count=1) for h in (cells[5].split() if len(cells) > 5 else ()))
        for form in forms:
            approx = form == 'a'
            fill = {'A': 'true' if approx else 'false'}
            yield Function(name + (' approx' if approx else ''), exact,
                           *(re.sub(r'\bA\b', fill['A'], t) for t in (init or '(void)0', call)),
                           headers, source)


def of(with_metal=False):
    """The functions by name; those of tt-metal begin with "metal "."""
    found = {f.name: f for f in _rows(LLK, 'tt-llk')}
    if with_metal:
        for f in _rows(METAL, 'tt-metal'):
            found['metal ' + f.name] = Function('metal ' + f.name, f.exact, f.init, f.call, f.headers, f.source)
    return found
