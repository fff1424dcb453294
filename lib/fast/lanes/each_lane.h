/* SPDX-License-Identifier: Apache-2.0
 *
 * each_lane.h - SFPU_EACH_LANE, a loop over independent lanes, for cores with vectors; sfpu/lanes.h
 * has the plain one. The pragma tells the compiler that no lane uses what another one writes. clang
 * gets it only for cores with vectors, because it warns if it cannot follow the pragma. */
#ifndef STX_FAST_LANES_EACH_LANE_H
#define STX_FAST_LANES_EACH_LANE_H

#include "softensix/config.h"

#if STX_METHOD != STX_METHOD_PLAIN
#if !defined __clang__ && (defined __SSE2__ || defined __ARM_NEON)
#define SFPU_EACH_LANE(lane) \
    _Pragma("GCC ivdep") _Pragma("GCC unroll 8") for (unsigned lane = 0; lane < STX_LANES; lane++)
#elif !defined __clang__
#define SFPU_EACH_LANE(lane) _Pragma("GCC ivdep") for (unsigned lane = 0; lane < STX_LANES; lane++)
#elif defined __riscv_vector || defined __SSE2__ || defined __ARM_NEON
#define SFPU_EACH_LANE(lane) \
    _Pragma("clang loop vectorize(assume_safety)") for (unsigned lane = 0; lane < STX_LANES; lane++)
#endif
#endif

#endif
