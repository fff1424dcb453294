/* SPDX-License-Identifier: Apache-2.0
 *
 * usual_copy.h - whether bodies of vector words have a second copy, for usual words only
 * (sfpu/exec.h). Hosts with vectors have one. SFPU_IN_BODIES marks functions that are part of both
 * copies, SFPU_APART those that the usual copy should not contain. */
#ifndef STX_FAST_LANES_USUAL_COPY_H
#define STX_FAST_LANES_USUAL_COPY_H

#include "num/compiler.h"
#include "softensix/config.h"

#if STX_METHOD != STX_METHOD_PLAIN && !IS_SMALL && (defined __SSE2__ || defined __ARM_NEON)
#define SFPU_USUAL_COPY 1
#define SFPU_IN_BODIES inline __attribute__((always_inline))
#define SFPU_APART __attribute__((noinline))
#else
#define SFPU_USUAL_COPY 0
#define SFPU_IN_BODIES
#define SFPU_APART
#endif

#endif
