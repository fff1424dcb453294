/* SPDX-License-Identifier: Apache-2.0
 *
 * sse2_shifts.c - shifts of lanes, each by its own amount, for which SSE2 has no instruction. A
 * value is multiplied by 2^(amount mod 32): the lower half of the product is the value shifted to
 * the left by that number, and the upper half is the value shifted to the right by 32 minus that
 * number. */
#include "fast/forms.h"

#if SHIFT_BY_SSE2
#include "fast/simd/sse2_vectors.h"

typedef uint64_t vec2u __attribute__((vector_size(16)));

#define ALL(v) ((vec4u){(v), (v), (v), (v)})

/* 2^n as an integer, for n of 0..31. The conversion gives 2^31 for every number that is too large.
 */
static inline vec4u power_of_two(vec4u n) {
    return (vec4u)__builtin_ia32_cvttps2dq((vec4f)((n << 23) + ALL(127u << 23)));
}

/* The products of elements 0 and 2. */
static inline vec4u products(vec4u a, vec4u b) {
    return (vec4u)__builtin_ia32_pmuludq128((vec4)a, (vec4)b);
}

static inline vec4u odd_ones(vec4u v) {
    return (vec4u)((vec2u)v >> 32);
}

static inline vec4u shifted(vec4u v, vec4u amount) {
    vec4u n = amount & ALL(31u), power = power_of_two(n);
    vec4u even = products(v, power), odd = products(odd_ones(v), odd_ones(power));
    vec4u lower = __builtin_shufflevector(even, odd, 0, 4, 2, 6);
    vec4u upper = __builtin_shufflevector(even, odd, 1, 5, 3, 7);
    vec4u right = (vec4u)((vec4)amount < 0) & (vec4u)(n != 0);
    return (lower & ~right) | (upper & right);
}

void shift_lanes_sse2(const uint32_t *value, const uint32_t *amount, uint32_t *out) {
    for (unsigned lane = 0; lane < STX_LANES; lane += SSE2_LANES) {
        vec4u v, by;
        __builtin_memcpy(&v, value + lane, sizeof v);
        __builtin_memcpy(&by, amount + lane, sizeof by);
        v = shifted(v, by);
        __builtin_memcpy(out + lane, &v, sizeof v);
    }
}

#endif
