/* SPDX-License-Identifier: Apache-2.0
 *
 * sse2_lanes.c - multiply-adds, products and sums of lanes, four at a time, on hosts that have SSE2
 * but not AVX2. Lanes with other than ordinary numbers are computed one by one.
 *
 * A multiply-add is computed with binary64, where the product is exact. Like the vector unit (SPEC
 * 8.5), it cuts both terms to multiples of a grain, which is 2^-26 of the larger exponent; if
 * anything is cut off, the multiple is made odd. The sum of the terms is then exact, and its
 * conversion to binary32 rounds it as the unit does. */
#include "num/sfpu_mad.h"
#include "fast/forms.h"
#include "softensix/config.h"

#if LANES_BY_SSE2
#include "fast/simd/sse2_vectors.h"
#include "num/bits.h"

enum {
    EVERY = 0xF,    /* lane */
    UNIT = 1 << 23, /* 1 in the exponent field of a binary32 */
    EXPONENT = 255 * UNIT,
    BINARY64 = 1023 - 127, /* the difference of the biases */
    ONE = 0x3F800000
};
static const uint32_t MINUS_ONE = 0xBF800000u;

typedef double vec2d __attribute__((vector_size(16)));
typedef int64_t vec2 __attribute__((vector_size(16)));

ALWAYS_INLINE vec4 load(const uint32_t *from) {
    vec4 v;
    __builtin_memcpy(&v, from, sizeof v);
    return v;
}

ALWAYS_INLINE void store(uint32_t *to, vec4 v) {
    __builtin_memcpy(to, &v, sizeof v);
}

/* Sums and differences that wrap around. */
ALWAYS_INLINE vec4 add(vec4 a, vec4 b) {
    return (vec4)((vec4u)a + (vec4u)b);
}

ALWAYS_INLINE vec4 sub(vec4 a, vec4 b) {
    return (vec4)((vec4u)a - (vec4u)b);
}

ALWAYS_INLINE vec4 all(int32_t v) {
    return (vec4){v, v, v, v};
}

/* Results, and the lanes in which they are valid. */
struct four {
    vec4 value;
    unsigned ordinary;
};

/* The highest bit of every element. */
ALWAYS_INLINE unsigned signs(vec4 v) {
    return (unsigned)__builtin_ia32_movmskps((vec4f)v);
}

/* Four numbers of binary64. */
struct doubles {
    vec2d low, high;
};

/* Two conversions for which GCC finds the instruction by name, and clang by itself. */
#ifdef __clang__
typedef float vec2f __attribute__((vector_size(8)));
ALWAYS_INLINE vec2d lower_as_doubles(vec4f v) {
    return __builtin_convertvector(__builtin_shufflevector(v, v, 0, 1), vec2d);
}
ALWAYS_INLINE vec4f as_lower_floats(vec2d v) {
    vec2f f = __builtin_convertvector(v, vec2f);
    return __builtin_shufflevector(f, f, 0, 1, 0, 1);
}
#else
ALWAYS_INLINE vec2d lower_as_doubles(vec4f v) {
    return __builtin_ia32_cvtps2pd(v);
}
ALWAYS_INLINE vec4f as_lower_floats(vec2d v) {
    return __builtin_ia32_cvtpd2ps(v);
}
#endif

ALWAYS_INLINE struct doubles widened(vec4 v) {
    vec4f f = (vec4f)v;
    return (struct doubles){lower_as_doubles(f),
                            lower_as_doubles(__builtin_shufflevector(f, f, 2, 3, 2, 3))};
}

ALWAYS_INLINE vec4 narrowed(struct doubles d) {
    return (vec4)__builtin_shufflevector(as_lower_floats(d.low), as_lower_floats(d.high), 0, 1, 4,
                                         5);
}

/* 1.5 * 2^52 grains, for sums whose larger terms have these exponents. */
ALWAYS_INLINE struct doubles many_grains(vec4 exponent) {
    vec4 high = add(exponent >> 3, all(((BINARY64 + 52 - 26) << 20) + (1 << 19))), none = all(0);
    return (struct doubles){(vec2d)__builtin_shufflevector(none, high, 0, 4, 1, 5),
                            (vec2d)__builtin_shufflevector(none, high, 2, 6, 3, 7)};
}

/* v as a multiple of the grain. Adding 1.5 * 2^52 grains, `many`, rounds v to the nearest multiple
 * and leaves its number of grains in the lowest bits. If v was not a multiple and that number is
 * even, the multiple on the other side of v is the odd one. */
ALWAYS_INLINE vec2d in_grains(vec2d v, vec2d many) {
    const vec2 one = {1, 1};
    vec2d near = v + many, more = v - (near - many);
    vec2 step = (more < 0.0) - (more > 0.0), is_even = ((vec2)near & one) - one;
    return (vec2d)((vec2)near + (step & is_even)) - many;
}

ALWAYS_INLINE struct doubles cut(struct doubles v, struct doubles many) {
    return (struct doubles){in_grains(v.low, many.low), in_grains(v.high, many.high)};
}

/* Bit 30 of the result is set where the exponent is in 64..191. */
ALWAYS_INLINE vec4 ordinary(vec4 x) {
    return x ^ add(x, x);
}

ALWAYS_INLINE vec4 ordinary_or_zero(vec4 x) {
    return ordinary(x) | (add(x, x) == 0);
}

/* x * y + z in lanes whose factors and product are zeros or have exponent fields of 64..191, and z
 * one of at most 191. An addend that vanishes does not count as bits that were cut off, and one
 * with exponent 0 is a zero. */
ALWAYS_INLINE struct four multiply_add(vec4 x, vec4 y, vec4 z) {
    vec4 field = all(EXPONENT), e = z & field, zero = (add(x, x) == 0) | (add(y, y) == 0);
    vec4 product = sub(add(x & field, y & field), all(127 * UNIT)) & ~zero;
    vec4 ahead = sub(product, e);
    vec4 dropped = (ahead > all(26 * UNIT)) | (e == 0);
    struct doubles many = many_grains(add(e, ahead & (ahead > 0)));
    struct doubles a = widened(x), b = widened(y), c = widened(z & ~dropped);
    struct doubles p = cut((struct doubles){a.low * b.low, a.high * b.high}, many);
    if (signs(ahead > all(3 * UNIT))) { /* otherwise the addend has no bits below the grain */
        c = cut(c, many);
    }
    vec4 r = narrowed((struct doubles){p.low + c.low, p.high + c.high});
    r |= zero & (e == 0) & (x ^ y) & z & all(INT32_MIN); /* two zeros */
    vec4 usual = ordinary_or_zero(x) & ordinary_or_zero(y) & (ordinary(product) | zero);
    return (struct four){r, signs(add(usual, usual) & ~add(e, all(64 * UNIT)))};
}

/* Computes those of four lanes that are not ordinary, one by one. */
static __attribute__((noinline)) void with_care(const uint32_t *a, const uint32_t *b,
                                                const uint32_t *c, struct four *r) {
    for (unsigned lane = 0, left = EVERY & ~r->ordinary; left; left >>= 1, lane++) {
        if (left & 1u) {
            r->value[lane] = (int32_t)mad_scalar(a[lane], b[lane], c[lane]);
        }
    }
}

/* Computes the last lanes, if they are fewer than four. */
static __attribute__((noinline)) void one_by_one(const uint32_t *a, const uint32_t *b,
                                                 const uint32_t *c, uint32_t *out, unsigned lanes) {
    for (unsigned i = 0; i < lanes; i++) {
        out[i] = mad_scalar(a[i], b[i], c[i]);
    }
}

void mad_lanes_sse2(const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *out,
                    unsigned lanes) {
    for (; lanes >= SSE2_LANES; lanes -= SSE2_LANES) {
        struct four r = multiply_add(load(a), load(b), load(c));
        if (UNLIKELY(r.ordinary != EVERY)) {
            with_care(a, b, c, &r);
        }
        store(out, r.value);
        a += SSE2_LANES, b += SSE2_LANES, c += SSE2_LANES, out += SSE2_LANES;
    }
    one_by_one(a, b, c, out, lanes);
}

static const uint32_t zeros[SSE2_LANES],
    ones[SSE2_LANES] = {ONE, ONE, ONE, ONE},
    minus_ones[SSE2_LANES] = {MINUS_ONE, MINUS_ONE, MINUS_ONE, MINUS_ONE};

/* Products of ordinary factors do not underflow, and overflow as they should; a zero product is
 * +0. */
void mul_lanes_sse2(const uint32_t *a, const uint32_t *b, uint32_t *out, unsigned lanes) {
    for (; lanes >= SSE2_LANES; lanes -= SSE2_LANES) {
        vec4 x = load(a), y = load(b), good = ordinary_or_zero(x) & ordinary_or_zero(y);
        struct four r = {(vec4)((vec4f)x * (vec4f)y + 0.0f), signs(add(good, good))};
        if (UNLIKELY(r.ordinary != EVERY)) {
            with_care(a, b, zeros, &r);
        }
        store(out, r.value);
        a += SSE2_LANES, b += SSE2_LANES, out += SSE2_LANES;
    }
    one_by_one(a, b, zeros, out, lanes);
}

/* Sums of ordinary terms neither underflow nor overflow. factor is 1.0 or -1.0. */
ALWAYS_INLINE void add_or_subtract(const uint32_t *factor, const uint32_t *x, const uint32_t *c,
                                   uint32_t *out, unsigned lanes) {
    const vec4 flip = load(factor) & all(INT32_MIN);
    for (; lanes >= SSE2_LANES; lanes -= SSE2_LANES) {
        vec4 v = load(x) ^ flip, w = load(c), good = ordinary_or_zero(v) & ordinary_or_zero(w);
        struct four r = {(vec4)((vec4f)v + (vec4f)w), signs(add(good, good))};
        if (UNLIKELY(r.ordinary != EVERY)) {
            with_care(factor, x, c, &r);
        }
        store(out, r.value);
        x += SSE2_LANES, c += SSE2_LANES, out += SSE2_LANES;
    }
    one_by_one(factor, x, c, out, lanes);
}

void add_lanes_sse2(const uint32_t *b, const uint32_t *c, uint32_t *out, unsigned lanes) {
    add_or_subtract(ones, b, c, out, lanes);
}

void sub_lanes_sse2(const uint32_t *a, const uint32_t *c, uint32_t *out, unsigned lanes) {
    add_or_subtract(minus_ones, a, c, out, lanes);
}

#endif
