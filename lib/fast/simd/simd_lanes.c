/* SPDX-License-Identifier: Apache-2.0
 *
 * simd_lanes.c - multiply-adds, products and sums of lanes, eight at a time, on hosts with AVX2.
 * Lanes with other than ordinary numbers are computed one by one. */
#include "num/sfpu_mad.h"
#include "fast/forms.h"

#if LANES_BY_AVX2
#include "fast/simd/compiler_vectors.h"

enum { EIGHT = 8, EXPONENT = 0x7F800000, ONE = 0x3F800000 };
static const uint32_t MINUS_ONE = 0xBF800000u;

typedef int32_t vec8 __attribute__((vector_size(32)));
typedef uint32_t vec8u __attribute__((vector_size(32)));
typedef float vec8f __attribute__((vector_size(32)));
typedef unsigned long long vec4x64u __attribute__((vector_size(32)));
typedef long long vec4x64 __attribute__((vector_size(32)));

/* All lanes of a word. */
enum { PARTS = STX_LANES / EIGHT };
#define EACH_PART(i) _Pragma("GCC unroll 4") for (unsigned i = 0; i < PARTS; i++)

/* Constants that are read from memory where they are needed; otherwise the compiler would compute
 * them each time. */
struct constants {
    vec8 field, sign, factor, factor_hidden, mantissa, hidden, bias, scale, shift, one;
};

#define V8(v) \
    { v, v, v, v, v, v, v, v }
static const struct constants constants = {.field = V8(EXPONENT),
                                           .sign = V8(INT32_MIN),
                                           .factor = V8(0x07FFFFF0),
                                           .factor_hidden = V8(1 << 27),
                                           .mantissa = V8(0x7FFFFF),
                                           .hidden = V8(1 << 23),
                                           .bias = V8(127 * (1 << 23) + (1 << 30)),
                                           .scale = V8(153 * (1 << 23)),
                                           .shift =
                                               V8(1 << 29), /* sets bit 30 for exponents 64..191 */
                                           .one = V8(1)};

V_INLINE vec8 load(const uint32_t *from) {
    vec8 v;
    __builtin_memcpy(&v, from, sizeof v);
    return v;
}

V_INLINE void store(uint32_t *to, vec8 v) {
    __builtin_memcpy(to, &v, sizeof v);
}

/* Sums and differences that wrap around. */
V_INLINE vec8 add(vec8 a, vec8 b) {
    return (vec8)((vec8u)a + (vec8u)b);
}

V_INLINE vec8 sub(vec8 a, vec8 b) {
    return (vec8)((vec8u)a - (vec8u)b);
}

/* Results, and the lanes in which they are valid. */
struct eight {
    vec8 value;
    unsigned ordinary;
};
enum { EVERY = 0xFF /* lane */ };

/* The highest bit of every element. */
V_INLINE unsigned signs(vec8 v) {
    return (unsigned)__builtin_ia32_movmskps256((vec8f)v);
}

/* True if the highest bit of any element is set. */
V_INLINE bool any_sign(vec8 v) {
    const vec8 sign = V8(INT32_MIN);
    return !__builtin_ia32_ptestz256((vec4x64)v, (vec4x64)sign);
}

V_INLINE vec8 select(vec8 condition, vec8 yes, vec8 no) {
    return (vec8)__builtin_ia32_blendvps256((vec8f)no, (vec8f)yes, (vec8f)condition);
}

V_INLINE vec8 lesser_of(vec8 a, vec8 b) {
#ifdef __clang__
    return select(a > b, b, a);
#else
    return __builtin_ia32_pminsd256(a, b);
#endif
}

V_INLINE vec8 greater_of(vec8 a, vec8 b) {
#ifdef __clang__
    return select(a > b, a, b);
#else
    return __builtin_ia32_pmaxsd256(a, b);
#endif
}

/* The product of two significands, with its leading one in bit 26 or 27; bit 0 is also set if any
 * lower bits are. */
V_INLINE vec8 vector_product(const struct constants *k, vec8 x, vec8 y) {
    x = x << 8 | k->sign;
    y = (y << 4 & k->factor) | k->factor_hidden;
    vec4x64u even = (vec4x64u)__builtin_ia32_pmuludq256(x, y);
    vec4x64u odd =
        (vec4x64u)__builtin_ia32_pmuludq256((vec8)((vec4x64u)x >> 32), (vec8)((vec4x64u)y >> 32));
    vec8 high = __builtin_ia32_pblendd256((vec8)(even >> 32), (vec8)odd, 0xAA);
    vec8 low = __builtin_ia32_pblendd256((vec8)even, (vec8)(odd << 32), 0xAA);
    return high | ((low == 0) + k->one);
}

/* m >> d. If any bit is lost, bit 0 is set, unless the result is 0. */
V_INLINE vec8 align(const struct constants *k, vec8 m, vec8 d) {
    vec8 kept = __builtin_ia32_psrlv8si(m, d), back = __builtin_ia32_psllv8si(kept, d);
    return kept | (~((back == m) | (kept == 0)) & k->one);
}

/* Bit 30 of the result is set where the exponent is in 64..191. */
V_INLINE vec8 ordinary(vec8 x) {
    return x ^ x << 1;
}

V_INLINE vec8 ordinary_or_zero(vec8 x) {
    return ordinary(x) | (x << 1 == 0);
}

/* x * y + z as the vector unit computes it (SPEC 8.5). The exact sum is converted to binary32,
 * which rounds it as the unit does. This holds in lanes whose factors and product are zeros or have
 * exponent fields of 64..191, and z one of at most 191. A sum that is 0 is negative if both terms
 * are. */
V_INLINE struct eight multiply_add(const struct constants *k, vec8 x, vec8 y, vec8 z) {
    vec8 ex = add(x & k->field, k->shift), ey = add(y & k->field, k->shift), e = z & k->field;
    vec8 no_x = add(x, x) == 0, no_y = add(y, y) == 0, none = no_x | no_y;
    vec8 p = sub(add(ex, ey), k->bias) & ~none, z_leads = e > p, opposite = (x ^ y ^ z) >> 31;
    vec8 m = vector_product(k, x, y) & ~none,
         c = (((z & k->mantissa) | k->hidden) << 3) & ~(e == 0);
    vec8 large = select(z_leads, c, m), small = select(z_leads, m, c), top = select(z_leads, e, p);
    small = align(k, small, sub(sub(p, e) ^ z_leads, z_leads) >> 23);
    vec8 sum = large + ((small ^ opposite) - opposite), zero = sum == 0;
    vec8 good = (ex | no_x) & (ey | no_y) & (add(p, k->shift) | none);
    vec8 r = add((vec8) __builtin_convertvector(sum, vec8f), sub(top, k->scale)) & ~zero;
    r ^= select(zero, (x ^ y) & z, select(z_leads, z, x ^ y)) & k->sign;
    return (struct eight){r, signs((good << 1) & ~add(e, k->shift))};
}

/* Computes those of eight lanes that are not ordinary, one by one. This is rare and therefore not
 * part of the loops below. */
static V_TARGET __attribute__((noinline)) void with_care(const uint32_t *a, const uint32_t *b,
                                                         const uint32_t *c, struct eight *r) {
    for (unsigned lane = 0, left = EVERY & ~r->ordinary; left; left >>= 1, lane++) {
        if (left & 1u) {
            r->value[lane] = (int32_t)mad_scalar(a[lane], b[lane], c[lane]);
        }
    }
}

/* Computes the last lanes, if they are fewer than eight. */
static V_TARGET __attribute__((noinline)) void
one_by_one(const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *out, unsigned lanes) {
    for (unsigned i = 0; i < lanes; i++) {
        out[i] = mad_scalar(a[i], b[i], c[i]);
    }
}

/* Computes lanes with integer arithmetic, and those that are not ordinary one by one. */
static V_TARGET __attribute__((noinline)) void mad_lanes_cut(const uint32_t *a, const uint32_t *b,
                                                             const uint32_t *c, uint32_t *out,
                                                             unsigned lanes) {
    const struct constants *k = &constants;
    OPAQUE(k);
    for (; lanes >= EIGHT; lanes -= EIGHT) {
        struct eight r = multiply_add(k, load(a), load(b), load(c));
        if (UNLIKELY(r.ordinary != EVERY)) {
            with_care(a, b, c, &r);
        }
        store(out, r.value);
        a += EIGHT, b += EIGHT, c += EIGHT, out += EIGHT;
    }
    if (lanes) {
        one_by_one(a, b, c, out, lanes);
    }
}

#if V_FMA
enum { UNIT = 1 << 23 }; /* 1 in the exponent field of a binary32 */

/* Results. The highest bit of bad is set in lanes in which they are not valid. */
struct fused_eight {
    vec8 value, bad;
};

/* The magnitude of z must lie between these. A single comparison tests both bounds: it subtracts
 * the lower one, modulo 2^32, and flips the highest bit because AVX2 compares signed numbers only.
 */
enum { LEAST = 64 * UNIT, MOST = 250 * UNIT };

struct fused_constants {
    vec8 magnitude, unit, two, bias, from_least, range;
};

static const struct fused_constants fused_constants = {.magnitude = V8(INT32_MAX),
                                                       .unit = V8(UNIT),
                                                       .two = V8(2 * UNIT),
                                                       .bias = V8(127 * UNIT),
                                                       .from_least =
                                                           V8((int32_t)(0x80000000u - LEAST)),
                                                       .range = V8(INT32_MIN + MOST - LEAST)};

/* x * y + z with the machine's fused multiply-add, which rounds the exact sum once. The vector unit
 * gives the same result if the bits that it cuts off the product cannot affect it: if the product
 * is at most four times as large as z, and not more than one leading bit cancels
 * (fast/lanes/mad_lanes.c). A factor may be zero. Magnitudes are compared by their bit patterns;
 * that of a product is the sum of its factors'. */
V_INLINE struct fused_eight fused(const struct fused_constants *k, vec8 x, vec8 y, vec8 z) {
    vec8 r = (vec8)__builtin_ia32_vfmaddps256((vec8f)x, (vec8f)y, (vec8f)z);
    vec8 ax = x & k->magnitude, ay = y & k->magnitude, az = z & k->magnitude;
    vec8 lesser = lesser_of(ax, ay), zero = lesser == 0;
    vec8 p = sub(add(ax, ay), k->bias) & ~zero, least = add(r & k->magnitude, k->unit);
    vec8 bad = ~zero & (k->unit > lesser);
    bad |= add(az, k->from_least) > k->range;
    bad |= (p > add(az, k->two)) | (greater_of(az, p) > least);
    return (struct fused_eight){r, bad};
}

/* Uses fused multiply-adds until some lanes cannot be computed with them; where such lanes occur,
 * there are usually more of them. */
static V_TARGET __attribute__((noinline)) void mad_some_lanes(const uint32_t *a, const uint32_t *b,
                                                              const uint32_t *c, uint32_t *out,
                                                              unsigned lanes) {
    const struct fused_constants *k = &fused_constants;
    OPAQUE(k);
    for (; lanes >= EIGHT; lanes -= EIGHT) {
        struct fused_eight r = fused(k, load(a), load(b), load(c));
        if (signs(r.bad)) {
            break;
        }
        store(out, r.value);
        a += EIGHT, b += EIGHT, c += EIGHT, out += EIGHT;
    }
    if (lanes) {
        mad_lanes_cut(a, b, c, out, lanes);
    }
}

V_TARGET void mad_lanes_simd(const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *out,
                             unsigned lanes) {
    const struct fused_constants *k = &fused_constants;
    vec8 r[PARTS], bad = {0};
    if (lanes != STX_LANES) {
        mad_some_lanes(a, b, c, out, lanes);
        return;
    }
    OPAQUE(k);
    EACH_PART(i) {
        struct fused_eight part =
            fused(k, load(a + EIGHT * i), load(b + EIGHT * i), load(c + EIGHT * i));
        r[i] = part.value;
        bad |= part.bad;
    }
    if (any_sign(bad)) {
        mad_lanes_cut(a, b, c, out, lanes);
        return;
    }
    EACH_PART(i) {
        store(out + EIGHT * i, r[i]);
    }
}
#else
V_TARGET void mad_lanes_simd(const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *out,
                             unsigned lanes) {
    mad_lanes_cut(a, b, c, out, lanes);
}
#endif

/* Products, sums and differences are multiply-adds with a constant. */
enum combination { PRODUCT, SUM, DIFFERENCE };
static const vec8u eight_zeros = {0}, eight_ones = V8(ONE), eight_minus_ones = V8(MINUS_ONE);

V_INLINE vec8 combined(enum combination what, vec8 x, vec8 y) {
    return what == PRODUCT ? (vec8)((vec8f)x * (vec8f)y + 0.0f)
           : what == SUM   ? (vec8)((vec8f)x + (vec8f)y)
                           : (vec8)((vec8f)y - (vec8f)x);
}

/* Bit 30 is set in lanes whose result is valid. Products of ordinary factors do not underflow, and
 * overflow as they should; a zero product is +0. Sums of ordinary terms do neither. */
V_INLINE vec8 can_be_combined(vec8 x, vec8 y) {
    return ordinary_or_zero(x) & ordinary_or_zero(y);
}

/* Computes lanes that are not ordinary one by one. */
static V_TARGET __attribute__((noinline)) void
combine_with_care(enum combination what, const uint32_t *x, const uint32_t *y, struct eight *r) {
    const uint32_t *constant = (const uint32_t *)(what == PRODUCT ? &eight_zeros
                                                  : what == SUM   ? &eight_ones
                                                                  : &eight_minus_ones);
    with_care(x, what == PRODUCT ? y : constant, what == PRODUCT ? constant : y, r);
}

static V_TARGET void combine_eight(enum combination what, const uint32_t *x, const uint32_t *y,
                                   uint32_t *out) {
    struct eight r = {combined(what, load(x), load(y)),
                      signs(can_be_combined(load(x), load(y)) << 1)};
    if (r.ordinary != EVERY) {
        combine_with_care(what, x, y, &r);
    }
    store(out, r.value);
}

/* Computes any number of lanes. The last ones are padded with zeros. */
static V_TARGET __attribute__((noinline)) void combine_some(enum combination what,
                                                            const uint32_t *x, const uint32_t *y,
                                                            uint32_t *out, unsigned lanes) {
    uint32_t last_x[EIGHT] = {0}, last_y[EIGHT] = {0}, last[EIGHT];
    for (; lanes >= EIGHT; lanes -= EIGHT) {
        combine_eight(what, x, y, out);
        x += EIGHT, y += EIGHT, out += EIGHT;
    }
    if (lanes) {
        __builtin_memcpy(last_x, x, lanes * sizeof *x);
        __builtin_memcpy(last_y, y, lanes * sizeof *y);
        combine_eight(what, last_x, last_y, last);
        __builtin_memcpy(out, last, lanes * sizeof *out);
    }
}

V_INLINE void combine(enum combination what, const uint32_t *x, const uint32_t *y, uint32_t *out,
                      unsigned lanes) {
    vec8 r[PARTS], good = V8(-1);
    if (lanes != STX_LANES) {
        combine_some(what, x, y, out, lanes);
        return;
    }
    EACH_PART(i) {
        vec8 u = load(x + EIGHT * i), v = load(y + EIGHT * i);
        r[i] = combined(what, u, v);
        good &= can_be_combined(u, v);
    }
    if (any_sign(~(good << 1))) {
        combine_some(what, x, y, out, lanes);
        return;
    }
    EACH_PART(i) {
        store(out + EIGHT * i, r[i]);
    }
}

V_TARGET void mul_lanes_simd(const uint32_t *a, const uint32_t *b, uint32_t *out, unsigned lanes) {
    combine(PRODUCT, a, b, out, lanes);
}

V_TARGET void add_lanes_simd(const uint32_t *b, const uint32_t *c, uint32_t *out, unsigned lanes) {
    combine(SUM, b, c, out, lanes);
}

V_TARGET void sub_lanes_simd(const uint32_t *a, const uint32_t *c, uint32_t *out, unsigned lanes) {
    combine(DIFFERENCE, a, c, out, lanes);
}

#endif
