/* SPDX-License-Identifier: Apache-2.0
 *
 * llk_math_eltwise_unary_sfpu_topk.h - what the top-k test kernel expects of the vendor's compute
 * interface: names for the three bitonic steps of tt-llk. */
#ifndef STX_LLK_MATH_ELTWISE_UNARY_SFPU_TOPK_H
#define STX_LLK_MATH_ELTWISE_UNARY_SFPU_TOPK_H

#include "ckernel_sfpu_topk.h"
#include "llk_math_eltwise_unary_sfpu.h"
#include "llk_math_eltwise_unary_sfpu_params.h"

namespace ckernel {
namespace sfpu {

template <bool APPROXIMATE, bool FP32, bool STABLE = false>
inline void calculate_bitonic_topk_phases_steps(int direction, int end_phase, int start_phase,
                                                int end_step, int start_step) {
    _bitonic_topk_phases_steps<APPROXIMATE, FP32, STABLE>(direction, end_phase, start_phase,
                                                          end_step, start_step);
}

template <bool APPROXIMATE, bool FP32, bool MINIMUM, bool STABLE = false>
inline void calculate_bitonic_topk_merge(int iteration, int k) {
    _bitonic_topk_merge<APPROXIMATE, FP32, MINIMUM, STABLE>(iteration, k);
}

template <bool APPROXIMATE, bool FP32, bool STABLE = false>
inline void calculate_bitonic_topk_rebuild(int direction, int iteration, int k, int log_k,
                                           int skip_second) {
    _bitonic_topk_rebuild<APPROXIMATE, FP32, STABLE>(direction != 0, iteration, k, log_k,
                                                     skip_second);
}

}
}

#endif
