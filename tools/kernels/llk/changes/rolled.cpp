// SPDX-License-Identifier: Apache-2.0
//
// LLK's performance test of vector functions with loops that are not unrolled, as they were before
// tt-metal#48696 and tt-metal#48925.
#if COMPILE_FOR_TRISC == 1
#define _calculate_floor_ _calculate_floor_of_the_checkout_
#define _calculate_trunc_ _calculate_trunc_of_the_checkout_
#define _calculate_frac_ _calculate_frac_of_the_checkout_
#define calculate_exp2 calculate_exp2_of_the_checkout
#define calculate_softsign calculate_softsign_of_the_checkout
#define calculate_tanh calculate_tanh_of_the_checkout
#include "llk_sfpu/ckernel_sfpu_exp2.h"
#include "llk_sfpu/ckernel_sfpu_softsign.h"
#include "llk_sfpu/ckernel_sfpu_tanh.h"
#include "sfpu/ckernel_sfpu_rounding_ops.h"
#undef _calculate_floor_
#undef _calculate_trunc_
#undef _calculate_frac_
#undef calculate_exp2
#undef calculate_softsign
#undef calculate_tanh

namespace rolled {
template <int ROWS, typename Function> inline void over(Function function) {
#pragma GCC unroll 0
    for (int row = 0; row < ROWS; row++) {
        sfpi::dst_reg[0] = function(sfpi::vFloat(sfpi::dst_reg[0]));
        sfpi::dst_reg++;
    }
}
} // namespace rolled

namespace ckernel::sfpu {
template <bool, int ROWS> inline void _calculate_floor_() {
    rolled::over<ROWS>([](sfpi::vFloat x) { return _floor_body_(x); });
}

template <bool, int ROWS> inline void _calculate_trunc_() {
    rolled::over<ROWS>([](sfpi::vFloat x) { return _trunc_body_(x); });
}

template <bool, int ROWS> inline void _calculate_frac_() {
    rolled::over<ROWS>([](sfpi::vFloat x) { return x - _trunc_body_(x); });
}

template <bool, bool, int ROWS> inline void calculate_exp2() {
    rolled::over<ROWS>([](sfpi::vFloat x) { return _sfpu_exp2_bf16_(x); });
}

template <bool APPROXIMATE, int ROWS> inline void calculate_softsign() {
    rolled::over<ROWS>(
        [](sfpi::vFloat x) { return x * sfpu_reciprocal<APPROXIMATE>(sfpi::abs(x) + 1.0F); });
}

template <bool, bool, int ROWS> inline void calculate_tanh() {
    rolled::over<ROWS>([](sfpi::vFloat x) {
        return sfpi::vFloat(
            sfpi::convert<sfpi::vFloat16b>(_sfpu_tanh_polynomial_(x), sfpi::RoundMode::Nearest));
    });
}
} // namespace ckernel::sfpu
#endif

#include "../../sources/eltwise_unary_sfpu_perf.cpp"
