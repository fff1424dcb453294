/* SPDX-License-Identifier: Apache-2.0
 *
 * ckernel_sfpu_log1p.h - log(1 + x) over the rows of Dst, for LLK's test helpers. */
#pragma once

#include "sfpi.h"

namespace ckernel {
namespace sfpu {

/* log(m), 1 <= m < 2: polynomial in m - 1 with an error below 2e-5. */
sfpi_inline sfpi::vFloat log_of_mantissa(sfpi::vFloat m) {
    sfpi::vFloat t = m - 1.0f;
    sfpi::vFloat p = t * 0.0321584f - 0.1360628f;
    p = p * t + 0.2894748f;
    p = p * t - 0.4919098f;
    p = p * t + 0.9994956f;
    return p * t;
}

sfpi_inline sfpi::vFloat log1p_body(sfpi::vFloat x) {
    sfpi::vFloat y = x + 1.0f;
    sfpi::vFloat result = sfpi::int32_to_float(sfpi::exexp(y), 0) * 0.6931472f +
                          log_of_mantissa(sfpi::setexp(y, 127));
    v_if(y == 0.0f) {
        result = -__builtin_inff();
    }
    v_elseif(y < 0.0f) {
        result = __builtin_nanf("");
    }
    v_endif;
    return result;
}

template <bool APPROXIMATION_MODE, bool FAST_APPROX, bool is_fp32_dest_acc_en>
inline void log1p_init() {
}

template <bool APPROXIMATION_MODE, bool FAST_APPROX, bool is_fp32_dest_acc_en, int ITERATIONS = 8>
inline void calculate_log1p() {
    for (int i = 0; i < ITERATIONS; i++) {
        sfpi::dst_reg[0] = log1p_body(sfpi::dst_reg[0]);
        sfpi::dst_reg++;
    }
}

} // namespace sfpu
} // namespace ckernel
