/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_mad.c - plain form, step by step as in SPEC 8.5. */
#include "num/sfpu_mad.h"

#include "num/bits.h"

#define SIGN 0x80000000u
#define INF 0x7F800000u
#define NAN_RESULT 0x7FC00000u

static uint32_t exponent_of(uint32_t v) {
    return v >> 23 & 255u;
}

/* 24 bits with the hidden one; 0 for a denormal. */
static uint32_t significand_of(uint32_t v) {
    return exponent_of(v) ? 0x800000u | (v & 0x7FFFFFu) : 0;
}

static bool is_nan(uint32_t v) {
    return (v & 0x7FFFFFFFu) > INF;
}

static bool is_inf(uint32_t v) {
    return (v & 0x7FFFFFFFu) == INF;
}

static bool is_zero(uint32_t v) {
    return exponent_of(v) == 0;
}

/* Some exponent is 255, or the product's is at least 255. */
static uint32_t special(uint32_t x, uint32_t y, uint32_t z) {
    uint32_t sign = (x ^ y) & SIGN;
    bool infinite = is_inf(x) || is_inf(y);
    if (is_nan(x) || is_nan(y) || is_nan(z)) {
        return NAN_RESULT;
    }
    if (infinite && (is_zero(x) || is_zero(y))) {
        return NAN_RESULT;
    }
    if (infinite && is_inf(z) && (z & SIGN) != sign) {
        return NAN_RESULT;
    }
    return is_inf(z) ? z : sign | INF;
}

/* 27 or 28 bits: 24 of the product, three more, everything below in the last one. */
static uint32_t product_of(uint32_t x, uint32_t y) {
    uint64_t p = (uint64_t)significand_of(x) * significand_of(y);
    return (uint32_t)(p >> 20) | ((p & 0xFFFFFu) != 0);
}

/* Right with a sticky last bit; what is shifted out completely leaves nothing. */
static uint32_t shift_right(uint32_t m, uint32_t shift) {
    uint32_t kept = shift > 31 ? 0 : m >> shift;
    return kept ? kept | ((kept << shift) != m) : 0;
}

/* Rounds a sum whose unit is bit 26 and packs it. */
static uint32_t round_pack(uint32_t sign, int32_t e, uint32_t r) {
    int n = 5 - (int)bits_clz32(r);
    e += n;
    if (e >= 255) {
        return sign | INF;
    }
    if (e <= 0) {
        n++; /* one only, however small the result */
        e = 0;
    }
    if (n <= 0) {
        r <<= -n;
    } else {
        r = r >> n | ((r & ((uint32_t)n | 1u)) != 0);
    }
    uint32_t packed = ((uint32_t)e << 23) + (r >> 3 & 0x7FFFFFu);
    packed += (r & 7u) + (packed & 1u) > 4;
    return packed >> 23 ? sign | packed : sign;
}

uint32_t stx_sfpu_mad(uint32_t x, uint32_t y, uint32_t z) {
    int32_t p = (int32_t)(exponent_of(x) + exponent_of(y)) - 127, ez = (int32_t)exponent_of(z);
    uint32_t sp = (x ^ y) & SIGN, sz = z & SIGN;
    if (exponent_of(x) == 255 || exponent_of(y) == 255 || ez == 255 || p >= 255) {
        return special(x, y, z);
    }
    uint32_t mp = product_of(x, y), mz = significand_of(z) << 3;
    if (mp == 0 || p < 0) {
        return mz ? z : sz & sp;
    }
    int32_t e = p > ez ? p : ez;
    mp = shift_right(mp, (uint32_t)(e - p));
    mz = shift_right(mz, (uint32_t)(e - ez));
    uint32_t sign = mp >= mz ? sp : sz;
    uint32_t r = sp == sz ? mp + mz : mp >= mz ? mp - mz : mz - mp;
    return r ? round_pack(sign, e, r) : sz & sp;
}

/* SFPMUL24 with VC: an addition in a very unusual place. */
static uint32_t mul24_adjust(uint32_t d, uint32_t c) {
    uint32_t ez = exponent_of(c), e = ez > 129 ? ez : 129;
    uint32_t s = (e - ez) & 31u, zm = significand_of(c) << 3;
    d >>= (e - 129) & 31u;
    uint32_t t = zm >> s;
    if (t) {
        d += t;
        d += ((t << s) ^ zm) > 0xFFFFu ? 0x10000u : 0;
        d &= 0x7FFFFFu;
    }
    return d;
}

uint32_t sfpu_mul24(uint32_t a, uint32_t b, uint32_t c, bool high) {
    uint64_t p = (uint64_t)(a & 0x7FFFFFu) * (b & 0x7FFFFFu);
    uint32_t d = (uint32_t)(high ? p >> 23 : p & 0x7FFFFFu);
    return exponent_of(c) ? mul24_adjust(d, c) : d;
}

static uint32_t int_to_f32(uint32_t v, uint32_t (*round_up)(uint32_t significand, uint32_t random),
                           uint32_t random) {
    uint32_t magnitude = v & 0x7FFFFFFFu, shift = bits_clz32(magnitude);
    if (magnitude == 0) {
        return v & SIGN;
    }
    uint32_t m = magnitude << shift, e = 158 - shift;
    uint32_t packed = (e << 23) + (m >> 8 & 0x7FFFFFu) + round_up(m, random);
    return (v & SIGN) | packed;
}

static uint32_t round_nearest(uint32_t m, uint32_t random) {
    (void)random;
    return (m & 0x80u) && (m & 0x17Fu);
}

static uint32_t round_random(uint32_t m, uint32_t random) {
    return (m & 0xFEu) > (random & 0xFEu);
}

uint32_t sfpu_int_to_f32_rne(uint32_t v) {
    return int_to_f32(v, round_nearest, 0);
}

uint32_t sfpu_int_to_f32_stochastic(uint32_t v, uint32_t random) {
    return int_to_f32(v, round_random, random);
}
