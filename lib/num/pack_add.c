/* SPDX-License-Identifier: Apache-2.0
 *
 * pack_add.c - the packer's adder for accumulation in L1 (SPEC 12.7): exact sum, one rounding to
 * nearest even, denormals flushed to signed zero on both sides. */
#include "num/bits.h"
#include "num/pack_datum.h"

/* A finite number: (-1)^negative * significand * 2^exponent, significand < 2^24, scaled by 2^3. */
struct number {
    uint32_t negative, significand;
    int32_t exponent;
};

/* The sum with three extra bits, of which the last one is sticky. The exponent is that of the
 * larger operand. */
static struct number add_numbers(struct number x, struct number y) {
    if (y.exponent > x.exponent || (y.exponent == x.exponent && y.significand > x.significand)) {
        struct number t = x;
        x = y;
        y = t;
    }
    uint32_t shift = (uint32_t)(x.exponent - y.exponent), m = y.significand;
    if (shift) {
        uint32_t lost = shift > 31 ? m : m & ((1u << shift) - 1u);
        m = (shift > 31 ? 0 : m >> shift) | (lost != 0);
    }
    x.significand = x.negative == y.negative ? x.significand + m : x.significand - m;
    return x;
}

/* Normalises a significand, whose unit is bit 3, to `bits` bits above three extra ones, of which
 * the last one is sticky, and adjusts the exponent.
 */
static struct number normalise_to(struct number v, unsigned bits) {
    int shift = (int)bits_clz32(v.significand) - (int)(32 - bits - 3);
    v.exponent -= shift;
    if (shift >= 0) {
        v.significand <<= shift;
    } else {
        uint32_t lost = v.significand & ((1u << -shift) - 1u);
        v.significand = v.significand >> -shift | (lost != 0);
    }
    return v;
}

static uint32_t round_even(uint32_t significand8) {
    return (significand8 + 3 + (significand8 >> 3 & 1u)) >> 3;
}

static struct number number32(uint32_t v) {
    uint32_t e = v >> 23 & 255u;
    return (struct number){v >> 31, e ? (0x800000u | (v & 0x7FFFFFu)) << 3 : 0, (int32_t)e};
}

static bool pack_is_nan(uint32_t v) {
    return (v & 0x7FFFFFFFu) > 0x7F800000u;
}

static bool is_inf(uint32_t v) {
    return (v & 0x7FFFFFFFu) == 0x7F800000u;
}

/* The finite sum of two binary32 operands, rounded to `bits` bits, as a binary32. */
static uint32_t finite_sum(uint32_t x, uint32_t y, unsigned bits) {
    struct number r = add_numbers(number32(x), number32(y));
    if (r.significand == 0) {
        return x & y & 0x80000000u;
    }
    r = normalise_to(r, bits);
    r.exponent -= (int32_t)(24 - bits); /* number32() has 24 bits */
    uint32_t m = round_even(r.significand);
    r.exponent += (int32_t)(m >> bits); /* after a carry all other bits are 0 */
    if (r.exponent <= 0) {
        return r.negative << 31;
    }
    if (r.exponent >= 255) {
        return r.negative << 31 | 0x7F800000u;
    }
    return r.negative << 31 | (uint32_t)r.exponent << 23 | (m << (24 - bits) & 0x7FFFFFu);
}

uint32_t pack_add_f32(uint32_t x, uint32_t y) {
    if (pack_is_nan(x) || pack_is_nan(y) || (is_inf(x) && is_inf(y) && x != y)) {
        return 0x7FC00000u;
    }
    if (is_inf(x) || is_inf(y)) {
        return is_inf(x) ? x : y;
    }
    return finite_sum(x, y, 24);
}

uint32_t pack_add_bf16(uint32_t x, uint32_t y) {
    x <<= 16;
    y <<= 16;
    if (is_inf(x) && is_inf(y) && x != y) {
        return 0x7FC0u;
    }
    if (is_inf(y)) {
        return y >> 16;
    }
    if (is_inf(x) || pack_is_nan(x)) {
        return (x >> 16 & 0x8000u) | 0x7F80u;
    }
    return finite_sum(x, y, 8) >> 16;
}

static struct number number16(uint32_t v) {
    uint32_t e = v >> 10 & 31u;
    return (struct number){v >> 15 & 1u, e ? (0x400u | (v & 0x3FFu)) << 3 : 0, (int32_t)e};
}

/* Exponent 31 is an ordinary exponent. The checks use the exponent before the final rounding. */
uint32_t pack_add_fp16(uint32_t x, uint32_t y) {
    struct number r = add_numbers(number16(x), number16(y));
    uint32_t sign = r.negative << 15;
    if (r.significand == 0) {
        sign = x & y & 0x8000u;
        return (x >> 10 & 31u) >= 30 ? sign | 0x7FFFu : sign;
    }
    r = normalise_to(r, 11);
    if (r.exponent < 0 || r.exponent > 31) {
        return sign | 0x7FFFu;
    }
    if (r.exponent == 0) {
        return sign;
    }
    uint32_t packed = ((uint32_t)r.exponent << 10) + (round_even(r.significand) & 0x7FFu) - 0x400u;
    if (round_even(r.significand) >> 11) {
        packed = (uint32_t)(r.exponent + 1) << 10;
    }
    return sign | (packed > 0x7FFFu ? 0x7FFFu : packed);
}
