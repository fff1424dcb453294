/* SPDX-License-Identifier: Apache-2.0
 *
 * sse2_vectors.h - four lanes at a time, for hosts that have SSE2 but not AVX2. */
#ifndef STX_FAST_SIMD_SSE2_VECTORS_H
#define STX_FAST_SIMD_SSE2_VECTORS_H

#include <stdint.h>

enum { SSE2_LANES = 4 };

typedef int32_t vec4 __attribute__((vector_size(16)));
typedef uint32_t vec4u __attribute__((vector_size(16)));
typedef float vec4f __attribute__((vector_size(16)));

#endif
