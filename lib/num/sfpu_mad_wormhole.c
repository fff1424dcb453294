/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_mad_wormhole.c - the multiply-add of Wormhole's SFPU, rule by rule. It differs from
 * Blackhole's in NaNs, in the signs of zeros, in the order of underflow and rounding, and in a bit
 * that large sums lose (ISA documentation, SFPMAD; the reference simulator). */
#include "num/sfpu_mad.h"

#include "num/bits.h"
#include "num/sfpu_mad_parts.h"

/* A NaN consists of its sign and LEAKING_NAN, combined by OR with the sum that the operands would
 * have if they were finite. Every zero is +0. The result 0 means that there is no NaN. */
#define LEAKING_NAN 0x7F800001u

static uint32_t leaking_nan(uint32_t x, uint32_t y, uint32_t z, int p) {
    uint32_t sign = (x ^ y) & SIGN_BIT;
    bool endless = (x & INFINITE) == INFINITE || (y & INFINITE) == INFINITE || p >= 255;
    if (mad_is_nan(x) || mad_is_nan(y) || (is_infinite(x) && !(y & INFINITE)) ||
        (is_infinite(y) && !(x & INFINITE)) || (endless && z == (INFINITE | (sign ^ SIGN_BIT)))) {
        return sign | LEAKING_NAN;
    }
    return mad_is_nan(z) ? (z & SIGN_BIT) | LEAKING_NAN : 0;
}

/* Rules 6 and 7: underflow is detected before rounding, and a sum that is two bits too long loses
 * its bit 1. */
static uint32_t round_leaking(uint32_t sign, int e, uint32_t m, uint32_t nan) {
    int n = 5 - (int)bits_clz32(m);
    e += n;
    if (e >= 255) {
        return nan ? nan : sign | INFINITE;
    }
    if (e < 0) {
        return nan;
    }
    m = n <= 0 ? m << -n : (m >> n) | (m & 1u);
    uint32_t r = ((uint32_t)e << 23) + ((m >> 3) & 0x7FFFFFu);
    r += (m & 7u) + (r & 1u) > 4;
    return r & INFINITE ? r | (nan ? nan : sign) : nan;
}

static uint32_t sum_leaking(struct operand product, struct operand c, uint32_t z, uint32_t nan) {
    uint32_t mp = product.mantissa, mz = c.mantissa << 3;
    if (mp == 0 || product.exponent < 0) {
        if (!nan) {
            return mz ? z : 0;
        }
        mp = 0;
        product.exponent = 0;
    }
    int e = product.exponent > c.exponent ? product.exponent : c.exponent;
    mp = shift_jamming(mp, (unsigned)(e - product.exponent));
    mz = shift_jamming(mz, (unsigned)(e - c.exponent));
    uint32_t r = product.sign == c.sign ? mp + mz : mp >= mz ? mp - mz : mz - mp;
    return r ? round_leaking(mp >= mz ? product.sign : c.sign, e, r, nan) : nan;
}

uint32_t stx_sfpu_mad_wormhole(uint32_t x, uint32_t y, uint32_t z) {
    struct operand a = take_apart(x), b = take_apart(y), c = take_apart(z);
    uint64_t wide = (uint64_t)a.mantissa * b.mantissa;
    struct operand product = {a.sign ^ b.sign, a.exponent + b.exponent - 127,
                              (uint32_t)(wide >> 20) | ((wide & 0xFFFFFu) != 0)};
    uint32_t nan = 0;
    if (a.exponent == 255 || b.exponent == 255 || c.exponent == 255 || product.exponent >= 255) {
        nan = leaking_nan(x, y, z, product.exponent);
        if (!nan) {
            return is_infinite(z) ? z : product.sign | INFINITE;
        }
        product.exponent = product.exponent < 255 ? product.exponent : 255;
    }
    return sum_leaking(product, c, z, nan);
}
