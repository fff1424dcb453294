/* SPDX-License-Identifier: Apache-2.0
 *
 * ckernel_sfpu_tanh.h - tanh(x) over the rows of Dst, for LLK's test helpers: a continued fraction
 * where |x| < 4.5, the limit beyond; error below 2e-3. */
#pragma once

#include "sfpi.h"

namespace ckernel {
namespace sfpu {

/* 1 / x for 1 <= x: an estimate, whose number of correct bits Newton's method doubles in each step.
 * Blackhole has a table of seven bits; Wormhole has none, so there the exponent is negated by an
 * integer subtraction, which leaves an error of an eighth at most. */
sfpi_inline sfpi::vFloat refined_recip(sfpi::vFloat x) {
#ifdef ARCH_BLACKHOLE
    sfpi::vFloat y = sfpi::approx_recip(x);
#else
    sfpi::vInt negated = 0x7EF311C7;
    sfpi::vFloat y = sfpi::reinterpret<sfpi::vFloat>(negated - sfpi::reinterpret<sfpi::vInt>(x));
    y = y * (2.0f - x * y);
#endif
    y = y * (2.0f - x * y);
    return y * (2.0f - x * y);
}

sfpi_inline sfpi::vFloat tanh_body(sfpi::vFloat x) {
    sfpi::vFloat s = x * x;
    sfpi::vFloat numerator = ((s + 378.0f) * s + 17325.0f) * s + 135135.0f;
    sfpi::vFloat denominator = ((s * 28.0f + 3150.0f) * s + 62370.0f) * s + 135135.0f;
    sfpi::vFloat result = x * numerator * refined_recip(denominator);
    v_if(sfpi::abs(x) >= 4.5f) {
        result = sfpi::setsgn(sfpi::vFloat(1.0f), x);
    }
    v_endif;
    return result;
}

template <bool APPROXIMATION_MODE, bool is_fp32_dest_acc_en> inline void tanh_init() {
}

template <bool APPROXIMATION_MODE, bool is_fp32_dest_acc_en, int ITERATIONS = 8>
inline void calculate_tanh() {
    for (int i = 0; i < ITERATIONS; i++) {
        sfpi::dst_reg[0] = tanh_body(sfpi::dst_reg[0]);
        sfpi::dst_reg++;
    }
}

} // namespace sfpu
} // namespace ckernel
