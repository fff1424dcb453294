/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_lanes_vector.c - multiply-adds, products and sums of lanes with the compiler's vectors. */
#include "num/sfpu_mad.h"
#include "num/sfpu_mad_lanes.h"
#include "softensix/config.h"

#if STX_KERNEL == STX_KERNEL_VECTOR

#include "num/vector.h"

#define ALL_LANES 32u
#define ONE 0x3F800000u

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
    for (unsigned lane = 0; lane < ALL_LANES; lane++) {
        if (plain[lane]) {
            out[lane] = stx_sfpu_mad_plain(a[lane], b[lane], c[lane]);
        }
    }
}

static void all_lanes(const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *out) {
    uint32_t result[ALL_LANES];
    int32_t plain[ALL_LANES];
    vec_i x, y, z, any = {0};
    for (unsigned lane = 0; lane < ALL_LANES; lane += V_LANES) {
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

void sfpu_mad_lanes(const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *out,
                    unsigned lanes) {
    if (lanes == ALL_LANES) {
        all_lanes(a, b, c, out);
        return;
    }
    for (unsigned i = 0; i < lanes; i++) {
        out[i] = stx_sfpu_mad(a[i], b[i], c[i]);
    }
}

static const uint32_t zeros[ALL_LANES];

#define ONES4 ONE, ONE, ONE, ONE
#define ONES16 ONES4, ONES4, ONES4, ONES4
static const uint32_t ones[ALL_LANES] = {ONES16, ONES16};

void sfpu_mul_lanes(const uint32_t *a, const uint32_t *b, uint32_t *out, unsigned lanes) {
    sfpu_mad_lanes(a, b, zeros, out, lanes);
}

void sfpu_add_lanes(const uint32_t *b, const uint32_t *c, uint32_t *out, unsigned lanes) {
    sfpu_mad_lanes(ones, b, c, out, lanes);
}

#endif
