/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_mad.c - the multiply-add of Blackhole's SFPU, rule by rule (SPEC 8.5). */
#include "num/sfpu_mad.h"

#include "num/bits.h"
#include "num/sfpu_mad_parts.h"

#define QUIET_NAN 0x7FC00000u

/* Rule 2: an exponent of 255, or a product beyond the range. */
static uint32_t special(uint32_t x, uint32_t y, uint32_t z) {
    uint32_t sign = (x ^ y) & SIGN_BIT;
    bool zero = !(x & INFINITE) || !(y & INFINITE);
    bool infinite = is_infinite(x) || is_infinite(y);
    if (mad_is_nan(x) || mad_is_nan(y) || mad_is_nan(z) || (infinite && zero) ||
        (infinite && z == (INFINITE | (sign ^ SIGN_BIT)))) {
        return QUIET_NAN;
    }
    return is_infinite(z) ? z : sign | INFINITE;
}

/* Rules 6 and 7: three extra bits in m. */
static uint32_t round_result(uint32_t sign, int e, uint32_t m) {
    int n = 5 - (int)bits_clz32(m);
    e += n;
    if (e >= 255) {
        return sign | INFINITE;
    }
    if (e <= 0) {
        n++;
        e = 0;
    }
    m = n <= 0 ? m << -n : (m >> n) | ((m & ((unsigned)n | 1u)) != 0);
    uint32_t r = ((uint32_t)e << 23) + ((m >> 3) & 0x7FFFFFu);
    r += (m & 7u) + (r & 1u) > 4;
    return sign | (r & INFINITE ? r : 0);
}

uint32_t stx_sfpu_mad_blackhole(uint32_t x, uint32_t y, uint32_t z) {
    struct operand a = take_apart(x), b = take_apart(y), c = take_apart(z);
    uint32_t sign = a.sign ^ b.sign;
    int p = a.exponent + b.exponent - 127;
    if (a.exponent == 255 || b.exponent == 255 || c.exponent == 255 || p >= 255) {
        return special(x, y, z);
    }
    uint64_t product = (uint64_t)a.mantissa * b.mantissa;
    if (product == 0 || p < 0) {
        return c.mantissa ? z : sign & c.sign;
    }
    uint32_t mp = (uint32_t)(product >> 20) | ((product & 0xFFFFFu) != 0);
    uint32_t mz = c.mantissa << 3;
    int e = p > c.exponent ? p : c.exponent;
    mp = shift_jamming(mp, (unsigned)(e - p));
    mz = shift_jamming(mz, (unsigned)(e - c.exponent));
    uint32_t r = sign == c.sign ? mp + mz : mp >= mz ? mp - mz : mz - mp;
    if (r == 0) {
        return sign & c.sign;
    }
    return round_result(mp >= mz ? sign : c.sign, e, r);
}
