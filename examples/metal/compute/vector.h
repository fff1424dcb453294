/* SPDX-License-Identifier: Apache-2.0
 *
 * vector.h - thread 1: functions of the vector unit on tiles of Dst, which have 32 vectors. */
#pragma once

#include "../../llk/lanes.h"
#include "math.h"

namespace own {

enum : u32 { VECTORS = 32 };

/* 1.5 * 2^23: added to a number of magnitude below 2^22, it leaves the number's nearest integer in
 * the low bits. */
constexpr float ROUNDS_TO_INTEGER = 12582912.0f;

/* Its bits, 0x5F3759DF, are slightly less than 3/2 times those of 1. */
constexpr float ROOT_ESTIMATE = 1.3211836e19f;

/* e^x = 2^k * 2^f with |f| <= 1/2; a polynomial with an error of 3e-6, far below bfloat16. */
inline lanes exponential(const lanes &x) {
    lanes y = x * 1.4426950f;
    lanes_if(y < -126.0f) {
        y = -126.0f;
    }
    lanes_endif;
    lanes k = y + ROUNDS_TO_INTEGER;
    lanes f = y - (k - ROUNDS_TO_INTEGER);
    lanes p = f * 0.009618129f + 0.05550411f;
    p = p * f + 0.2402265f;
    p = p * f + 0.6931472f;
    p = p * f + 1.0f;
    return lanes(__builtin_rvtt_sfpxiadd_v(
        p.raw(), __builtin_rvtt_sfpshft_i(nullptr, k.raw(), 23, 0, 0, 0), 0));
}

/* Its bits, 0x7EF311C7, minus those of a number are those of an estimate of its reciprocal. */
constexpr float RECIPROCAL_ESTIMATE = 1.6154735e38f;

/* The unit's table gives seven bits, which two Newton steps refine; without a table there are three
 * bits and three steps. */
inline lanes reciprocal(const lanes &x) {
#ifdef ARCH_BLACKHOLE
    lanes y = lanes(__builtin_rvtt_sfparecip(x.raw(), 0));
#else
    lanes y = lanes(__builtin_rvtt_sfpxiadd_v(x.raw(), lanes(RECIPROCAL_ESTIMATE).raw(), 16));
    y = y * (lanes(2.0f) - x * y);
#endif
    y = y * (lanes(2.0f) - x * y);
    return y * (lanes(2.0f) - x * y);
}

/* 1 / sqrt(x). The number's bits as an integer, halved and subtracted from a constant, are those of
 * an estimate within 4 %; each Newton step squares its error. */
inline lanes reciprocal_root(const lanes &x) {
    lanes halved = lanes(__builtin_rvtt_sfpshft_i(nullptr, x.raw(), -1, 0, 0, 0));
    lanes y = lanes(__builtin_rvtt_sfpxiadd_v(halved.raw(), lanes(ROOT_ESTIMATE).raw(), 16));
    for (u32 step = 0; step < 2; step++) {
        y = y * (lanes(1.5f) - x * 0.5f * y * y);
    }
    return y;
}

/* On Wormhole the FPU and the vector unit use the same modifier: sets it for the vector unit, or
 * restores the FPU's. */
inline void vectors_stay(bool now) {
#ifdef ARCH_WORMHOLE
    addr_mod_set(VECTOR_STAY, now ? modifier{} : at_vector_stay);
#else
    (void)now;
#endif
}

template <typename Function> inline void vectors_of(u32 tile, Function function) {
    math_tile(tile);
    TTI_STALLWAIT(HOLD_SFPU, UNTIL_MATH_IDLE);
    vectors_stay(true);
    for (u32 i = 0; i < VECTORS; i++) {
        dst_store(i, function(i));
    }
    vectors_stay(false);
}

} // namespace own
