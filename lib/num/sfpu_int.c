/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_int.c - integers of the SFPU: shifts, products, conversions. */
#include "num/sfpu_int.h"

#include "num/bits.h"

#define SIGN 0x80000000u
#define LOW23 0x7FFFFFu

/* SPEC 8.6 and Appendix D.2: z as a float is added to the product d, whose exponent is 129. */
static uint32_t mul24_adjust(uint32_t d, uint32_t z) {
    uint32_t ez = (z >> 23) & 0xFFu;
    uint32_t e = ez > 129u ? ez : 129u;
    uint32_t shift = (e - ez) & 31u;
    uint32_t zm = ((z & LOW23) | 0x800000u) << 3;
    uint32_t t = zm >> shift;
    d >>= (e - 129u) & 31u;
    if (t == 0) {
        return d;
    }
    d += t;
    if (((t << shift) ^ zm) > 0xFFFFu) {
        d += 0x10000u;
    }
    return d & LOW23;
}

uint32_t sfpu_mul24(uint32_t x, uint32_t y, uint32_t z, uint32_t high) {
    uint64_t product = (uint64_t)(x & LOW23) * (y & LOW23);
    uint32_t d = high ? (uint32_t)(product >> 23) : (uint32_t)product & LOW23;
    return (z >> 23) & 0xFFu ? mul24_adjust(d, z) : d;
}

uint32_t sfpu_shift_arithmetic(uint32_t v, uint32_t amount) {
    uint32_t right = -amount & 31u;
    if (!(amount & SIGN)) {
        return v << (amount & 31u);
    }
    return v & SIGN ? ~(~v >> right) : v >> right;
}

/* Magnitude at bit 31, 24 bits kept, rounded up by the caller's choice. */
static uint32_t pack_integer(uint32_t v, uint32_t lz, uint32_t up) {
    uint32_t mantissa = ((v << 1) >> 1) << lz >> 8;
    return (v & SIGN) + ((158u - lz - 1u) << 23) + mantissa + up;
}

uint32_t sfpu_sm32_to_f32_rne(uint32_t v) {
    uint32_t magnitude = v & ~SIGN;
    if (magnitude == 0) {
        return v;
    }
    uint32_t lz = bits_clz32(magnitude), shifted = magnitude << lz;
    return pack_integer(v, lz, (shifted & 0x80u) && (shifted & 0x17Fu));
}

uint32_t sfpu_sm32_to_f32_random(uint32_t v, uint32_t random) {
    uint32_t magnitude = v & ~SIGN;
    if (magnitude == 0) {
        return v;
    }
    uint32_t lz = bits_clz32(magnitude), shifted = magnitude << lz;
    return pack_integer(v, lz, (shifted & 0xFEu) > (random & 0xFEu));
}

uint32_t sfpu_sm32_swap(uint32_t v) {
    return v & SIGN ? SIGN | -v : v;
}
