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

void sfpu_mad_lanes(const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *out) {
    BITS_UNROLL(4)
    for (unsigned i = 0; i < MAD_LANES; i++) {
        out[i] = mad(&a[i], &b[i], &c[i]);
    }
}
#elif STX_KERNEL == STX_KERNEL_VECTOR
#include "num/vector.h"

/* mad_product() by halves of 12 bits. */
V_INLINE vec_i product(vec_i x, vec_i y) {
    vec_i x1 = (x >> 12 & 0x7FF) | 0x800, x0 = x & 0xFFF, y1 = (y >> 12 & 0x7FF) | 0x800;
    vec_i y0 = y & 0xFFF, low = x0 * y0, middle = x1 * y0 + x0 * y1 + (low >> 12);
    vec_i lost = (middle & 0xFF) | (low & 0xFFF);
    return ((x1 * y1 << 4) + (middle >> 8)) | ((lost != 0) & 1);
}

/* mad_align(), m < 2^28, d >= 0. */
V_INLINE vec_i align(vec_i m, vec_i d) {
    d = v_min(d, v_set(31));
    vec_i kept = m >> d;
    return kept | ((kept << d != m) & v_min(kept, v_set(1)));
}

/* As mad_fast(), without branches; the sum becomes binary32 by a conversion, which rounds as it
 * should. *plain: lanes that want the plain form. */
V_INLINE vec_i mad_vector(vec_i x, vec_i y, vec_i z, vec_i *plain) {
    vec_i ex = x >> 23 & 255, ey = y >> 23 & 255, e = z >> 23 & 255, p = ex + ey - 127;
    vec_i zero = e == 0, strange = (ex - 64) | (ey - 64) | ((e - 64) & ~zero);
    vec_i m = product(x, y), c = ~zero & ((z & 0x7FFFFF) << 3 | 1 << 26), top = v_max(p, e);
    vec_i minus_m = (x ^ y) >> 31, minus_c = z >> 31;
    c = (align(c, top - e) ^ minus_c) - minus_c;
    m = (align(m, top - p) ^ minus_m) - minus_m;
    vec_i sum = m + c;
    *plain = ((strange & ~127) != 0) | (sum == 0) | (top > 252);
    return (vec_i) __builtin_convertvector(sum, vec_f) + ((top - 153) << 23);
}

/* Lanes that are set in plain; out of the way of the loop below. */
static __attribute__((noinline)) void plain_lanes(const uint32_t *a, const uint32_t *b,
                                                  const uint32_t *c, uint32_t *out,
                                                  const int32_t *plain) {
    for (unsigned lane = 0; lane < MAD_LANES; lane++) {
        if (plain[lane]) {
            out[lane] = stx_sfpu_mad_plain(a[lane], b[lane], c[lane]);
        }
    }
}

void sfpu_mad_lanes(const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *out) {
    uint32_t result[MAD_LANES];
    int32_t plain[MAD_LANES];
    vec_i x, y, z, any = {0};
    for (unsigned lane = 0; lane < MAD_LANES; lane += V_LANES) {
        vec_i p;
        V_LOAD(x, a + lane);
        V_LOAD(y, b + lane);
        V_LOAD(z, c + lane);
        x = mad_vector(x, y, z, &p);
        V_STORE(result + lane, x);
        V_STORE(plain + lane, p);
        any |= p;
    }
    if (v_any(any)) {
        plain_lanes(a, b, c, result, plain);
    }
    __builtin_memcpy(out, result, sizeof result);
}
#else
#if STX_KERNEL == STX_KERNEL_PLAIN
#define mad stx_sfpu_mad_plain
#elif defined __OPTIMIZE_SIZE__
#define mad stx_sfpu_mad
#else
#define mad mad_fast
#endif

void sfpu_mad_lanes(const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *out) {
    for (const uint32_t *end = a + MAD_LANES; a != end; a++, b++, c++, out++) {
        *out = mad(*a, *b, *c);
    }
}
#endif
