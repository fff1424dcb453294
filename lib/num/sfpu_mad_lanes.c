/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_mad_lanes.c - multiply-adds of all lanes, the form chosen by config.h.
 *
 * With binary32 hardware: a fused multiply-add rounds once, the SFPU cuts the product to 28 bits
 * first and drops a term that vanishes. Both give the same unless bits that were cut come to light.
 * With p, z, r for the magnitudes of product, addend and result on a logarithmic scale (their bit
 * patterns, the product's as the sum of its factors'), they are the same if p is at most four times
 * z and r is not below half of the larger one. */
#include "num/sfpu_mad_lanes.h"

#include "num/sfpu_mad_fast.h"
#include "softensix/config.h"

#if STX_KERNEL == STX_KERNEL_FLOAT && defined __riscv_flen
#define MAGNITUDE 0x7FFFFFFFu
#define UNIT (1 << 23)

MAD_INLINE float float_of(uint32_t bits) {
    float f;
    __builtin_memcpy(&f, &bits, sizeof f);
    return f;
}

/* Apart, and from memory, so that the loop below has nothing to prepare for it. */
static __attribute__((noinline)) uint32_t mad_with_care(const uint32_t *a, const uint32_t *b,
                                                        const uint32_t *c) {
    return stx_sfpu_mad(*a, *b, *c);
}

MAD_INLINE uint32_t mad(const uint32_t *a, const uint32_t *b, const uint32_t *c) {
    uint32_t x = *a, y = *b, z = *c, r;
    if ((int32_t)(((x ^ x << 1) & (y ^ y << 1) & (z ^ z << 1)) << 1) < 0) {
        int32_t p = (int32_t)((x & MAGNITUDE) + (y & MAGNITUDE) - (127u << 23));
        int32_t larger = (int32_t)(z & MAGNITUDE);
        if ((int32_t)((uint32_t)p - (uint32_t)larger) <= 2 * UNIT) {
            float f = __builtin_fmaf(float_of(x), float_of(y), float_of(z));
            __builtin_memcpy(&r, &f, sizeof r);
            int32_t twice = (int32_t)(r & MAGNITUDE) + UNIT;
            if (twice >= larger && twice >= p) {
                return r;
            }
        }
    }
    return mad_with_care(a, b, c);
}

void sfpu_mad_lanes(const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *out,
                    unsigned lanes) {
    BITS_UNROLL(4)
    for (unsigned i = 0; i < lanes; i++) {
        out[i] = mad(&a[i], &b[i], &c[i]);
    }
}
#elif STX_KERNEL != STX_KERNEL_VECTOR
#if STX_KERNEL == STX_KERNEL_PLAIN
#define mad stx_sfpu_mad_plain
#elif defined __OPTIMIZE_SIZE__
#define mad stx_sfpu_mad
#else
#define mad mad_fast
#endif

void sfpu_mad_lanes(const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *out,
                    unsigned lanes) {
    for (const uint32_t *end = a + lanes; a != end; a++, b++, c++, out++) {
        *out = mad(*a, *b, *c);
    }
}
#endif
