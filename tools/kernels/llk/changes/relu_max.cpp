// SPDX-License-Identifier: Apache-2.0
//
// LLK's performance test of vector functions with another form of relu_max: a minimum and a maximum
// instead of two conditions (tt-metal#54938).
#if COMPILE_FOR_TRISC == 1
#define _relu_max_ _relu_max_of_the_checkout_
#include "sfpu/ckernel_sfpu_relu.h"
#undef _relu_max_

namespace ckernel::sfpu {
template <typename Vector, bool APPROXIMATION_MODE, int ITERATIONS, typename T>
inline void _relu_max_(T threshold) {
    const Vector most = threshold;
    for (int i = 0; i < ITERATIONS; i++) {
        sfpi::dst_reg[0] = sfpi::max(sfpi::min(Vector(sfpi::dst_reg[0]), most), Vector(0.0F));
        sfpi::dst_reg++;
    }
}
} // namespace ckernel::sfpu
#endif

#include "../../sources/eltwise_unary_sfpu_perf.cpp"
