/* SPDX-License-Identifier: Apache-2.0
 *
 * lanes.c - conversions of the vector unit's lanes, each for every operand.
 * Cores: host. */
#include "values.h"

#include "num/bits.c"
#include "num/sfpu_int.h"
#include "num/sfpu_mem.h"
#include "num/sfpu_recip.h"
#include "num/sfpu_round.h"

#define NEAREST 0x400000u

static uint32_t bits_of_float(float f) {
    uint32_t v;
    memcpy(&v, &f, sizeof v);
    return v;
}

/* Slow. Every sign-magnitude integer becomes the nearest binary32, ties to even, with its sign, by
 * the plain form; two's complement and sign-magnitude are converted by their values. */
EXHAUST(integers_of_lanes)(void) {
    EACH(v) {
        const uint32_t sign = v & SIGN_BIT, magnitude = v & ~SIGN_BIT;
        const uint32_t f = sfpu_sm32_to_f32_rne(v), length = 32 - bits_clz32(magnitude);
        const double unit = length > 24 ? (double)(1u << (length - 24)) : 0;
        const double twice = 2 * fabs(size_of(f) - (double)magnitude);
        holds((f & SIGN_BIT) == sign &&
                  (twice < unit || twice == 0 || (twice == unit && !(f & 1u))),
              v, 0, f);
        const int64_t number = sign ? -(int64_t)magnitude : (int64_t)magnitude;
        holds((uint32_t)number == sfpu_twos_from_sm32(v), v, 1, sfpu_twos_from_sm32(v));
        const int64_t twos = (int64_t)v - (sign ? (int64_t)1 << 32 : 0);
        const uint32_t back = sign ? SIGN_BIT | (uint32_t)-twos : v;
        holds(sfpu_sm32_from_twos(v) == back, v, 2, sfpu_sm32_from_twos(v));
        holds(sfpu_sm32_swap(v) == (sign ? SIGN_BIT | (0u - magnitude) : v), v, 3,
              sfpu_sm32_swap(v));
    }
}

/* h is v towards 0, saturating; what is below the least half is 0. */
static bool stored_as_half(uint32_t v, uint32_t h) {
    const uint32_t m = h & 0x7FFFu;
    const double a = size_of(v), unit = 0x1p-25 * (double)(1u << (m >> 10)),
                 least = (1024 + (m & 0x3FFu)) * unit;
    return h >> 15 == v >> 31 && (a < 0x1p-14    ? m == 0
                                  : a >= 0x1p+17 ? m == 0x7FFFu
                                                 : m >> 10 && least <= a && a < least + unit);
}

/* Slow. Every lane is stored as a half towards 0, saturating; exponent 31 is an ordinary one, and
 * every half that is loaded has its value. */
EXHAUST(halves_of_lanes)(void) {
    BELOW_POWER(h, 16) {
        const uint32_t e = h >> 10 & 31u, m = h & 0x3FFu, v = sfpu_f32_from_f16(h, 0);
        const double a = 0x1p-25 * (double)(1u << e) * (1024 + m);
        holds(v >> 31 == h >> 15 && (e ? size_of(v) == a : (v & ~SIGN_BIT) == m << 13), h, 0, v);
        holds(sfpu_f32_from_f16(h, 1) ==
                  ((h & 0x7FFFu) == 0x7FFFu ? (h >> 15 << 31 | 0x7F800000u) : v),
              h, 1, sfpu_f32_from_f16(h, 1));
    }
    uint32_t half = 0;
    EACH(v) {
        in_range(&half, stored_as_half, v, 2, sfpu_f32_to_f16(v));
        holds(sfpu_flush(v) == (size_of(v) < 0x1p-126 ? v & SIGN_BIT : v), v, 3, sfpu_flush(v));
    }
}

/* r is v rounded to numbers with this unit in the last place, ties away from zero; denormals are
 * +0, and what is too large or no number is infinite. */
static bool rounds_away(uint32_t v, uint32_t r, uint32_t unit) {
    const double a = size_of(v);
    const uint32_t m = r & ~SIGN_BIT;
    if ((v & 0x7F800000u) == 0x7F800000u) {
        return r == ((v & SIGN_BIT) | 0x7F800000u);
    }
    if (!(v & 0x7F800000u)) {
        return r == 0;
    }
    const double below = value_of(m > 0x00800000u ? m - unit : 0x00800000u - unit);
    return !((r ^ v) >> 31) && !(r & (unit - 1u)) && (below + value_of(m)) / 2 <= a &&
           a < (value_of(m) + value_of(m + unit)) / 2;
}

static bool rounds_to_10(uint32_t v, uint32_t r) {
    return rounds_away(v, r, 1u << 13);
}

static bool rounds_to_7(uint32_t v, uint32_t r) {
    return rounds_away(v, r, 1u << 16);
}

/* Slow. Every lane is rounded to 10 and to 7 bits of mantissa, to nearest with ties away from 0. */
EXHAUST(roundings_of_lanes)(void) {
    uint32_t ten = 0, seven = 0;
    EACH(v) {
        in_range(&ten, rounds_to_10, v, 10, sfpu_round_f32(v, 13, NEAREST));
        in_range(&seven, rounds_to_7, v, 7, sfpu_round_f32(v, 16, NEAREST));
    }
}

/* Slow. Every lane becomes the nearest integer, ties away from 0, clamped to 7, 8, 15 or 16 bits;
 * NaNs count as infinities. */
EXHAUST(integers_from_lanes)(void) {
    static const uint32_t most[] = {127, 255, 32767, 65535};
    EACH(v) {
        const double nearest = floor(size_of(v) + 0.5);
        for (unsigned i = 0; i < 4; i++) {
            const uint32_t got = sfpu_round_to_int(v, most[i], NEAREST);
            const uint32_t m = nearest > most[i] ? most[i] : (uint32_t)nearest;
            holds(got == (m ? (v & SIGN_BIT) | m : 0), v, most[i], got);
        }
    }
}

/* Slow. Every reciprocal is that of the middle of its 128th of a power of two, to the nearest
 * 256th; of denormals infinite, of what is too large 0. */
EXHAUST(reciprocals)(void) {
    EACH(v) {
        const uint32_t x = v >> 1, got = sfpu_recip(x);
        const uint32_t part = x >> 16 & 127u;
        const uint32_t nearest = (512 * 256 / (257 + 2 * part) + 1) / 2;
        const uint32_t want = (nearest * 65536 - (1u << 23)) + ((253 - (x >> 23)) << 23);
        holds(got == (x < 0x00800000u ? 0x7F800000u : x >= 0x7E800000u ? 0 : want), x, 0, got);
    }
}
