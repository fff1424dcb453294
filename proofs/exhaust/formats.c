/* SPDX-License-Identifier: Apache-2.0
 *
 * formats.c - conversions between formats, each for every datum, by the values of the numbers.
 * Cores: host. */
#include "values.h"

#include "num/pack_bfp.c"
#include "num/pack_datum.c"
#include "num/unpack_datum.c"

#define LARGEST 0x7F800000u
#define LEAST 0x1p-126 /* the least number that is not denormal */

/* r is v with its sign, rounded half up to numbers with this unit in the last place; NaNs and what
 * is too large become infinite, denormals +0. Its neighbours are a unit away, across powers of two,
 * too. */
static bool rounds_half_up(uint32_t v, uint32_t r, uint32_t unit) {
    const double a = size_of(v);
    if ((v & LARGEST) == LARGEST) {
        return r == ((v & SIGN_BIT) | LARGEST);
    }
    if (r == 0) {
        return a < (LEAST + value_of(0x00800000u - unit)) / 2;
    }
    const uint32_t m = r & ~SIGN_BIT;
    return !((r ^ v) >> 31) && !(r & (unit - 1u)) && m >= 0x00800000u && m <= LARGEST &&
           (value_of(m - unit) + value_of(m)) / 2 <= a &&
           (m == LARGEST || a < (value_of(m) + value_of(m + unit)) / 2);
}

static bool rounds_to_b16(uint32_t v, uint32_t r) {
    return rounds_half_up(v, r << 16, 1u << 16);
}

static bool rounds_to_six(uint32_t v, uint32_t r) {
    return rounds_half_up(v, r << 16, 1u << 17);
}

static bool rounds_to_tf32(uint32_t v, uint32_t r) {
    return rounds_half_up(v, r, 1u << 13);
}

/* Slow. Every binary32 is rounded half up to bfloat16, to six bits of mantissa and to TF32. */
EXHAUST(binary32_rounded)(void) {
    uint32_t b16 = 0, six = 0, tf32 = 0;
    EACH(v) {
        in_range(&b16, rounds_to_b16, v, 7, pack_f32_to_b16(v));
        in_range(&six, rounds_to_six, v, 6, pack_f32_to_e8m6(v));
        in_range(&tf32, rounds_to_tf32, v, 10, pack_f32_to_tf32(v));
        holds(pack_f32_to_t19(v) << 13 == pack_f32_to_tf32(v), v, 10, pack_f32_to_t19(v));
    }
}

/* r has the sign of v and is its nearest number with this unit towards 0. */
static bool cuts(uint32_t v, uint32_t r, uint32_t unit) {
    return !((r ^ v) >> 31) && !(r & (unit - 1u)) && size_of(r) <= size_of(v) &&
           size_of(v) <= size_of(r + (unit - 1u));
}

/* The value of a half; exponent 31 is an ordinary one, exponent 0 counts fractions of the least
 * power of two (keeps) or is 0. */
static double half_value(uint32_t h, bool keeps) {
    const uint32_t e = h >> 10 & 31u, m = h & 0x3FFu;
    const double unit = 0x1p-25 * (double)(1u << e);
    return !e ? (keeps ? (1024 + m) * unit : 0) : (1024 + m) * unit;
}

/* h is v towards 0: with its sign, 0 below 2^-15 and the largest half above; there are no
 * infinities. The exponent of 2^-15 is written as 0 and keeps the mantissa. */
static bool cuts_to_half(uint32_t v, uint32_t h) {
    const double a = size_of(v), unit = 0x1p-25 * (double)(1u << (h >> 10 & 31u));
    if ((v >> 31) != h >> 15) {
        return false;
    }
    h &= 0x7FFFu;
    return a < 0x1p-15    ? h == 0
           : a >= 0x1p+17 ? h == 0x7FFFu
                          : half_value(h, true) <= a && a < half_value(h, true) + unit;
}

static bool cuts_to_upper(uint32_t v, uint32_t r) {
    return cuts(v, r << 16, 1u << 16);
}

static bool cuts_to_tf32(uint32_t v, uint32_t r) {
    return cuts(v, r, 1u << 13);
}

static bool cuts_to_input(uint32_t v, uint32_t r) {
    return v & LARGEST ? cuts_to_upper(v, r) : r == 0;
}

static bool cuts_to_bf16(uint32_t v, uint32_t r) {
    return v & LARGEST ? cuts(v, r, 1u << 16) : r == (v & SIGN_BIT);
}

/* Slow. Every binary32 is cut to bfloat16, TF32 and FP16 towards 0, by the packer and by the
 * unpacker. */
EXHAUST(binary32_cut)(void) {
    uint32_t last[6] = {0};
    EACH(v) {
        in_range(&last[0], cuts_to_upper, v, 0, pack_f32_truncate(v));
        in_range(&last[1], cuts_to_input, v, 1, pack_f32_to_bfp_input(v));
        in_range(&last[2], cuts_to_half, v, 2, pack_f32_to_fp16(v));
        in_range(&last[3], cuts_to_tf32, v, 3, unpack_f32_to_tf32(v));
        in_range(&last[4], cuts_to_bf16, v, 4, unpack_f32_to_bf16(v));
        const uint32_t half = unpack_f32_to_fp16(v);
        in_range(&last[5], cuts_to_half, v, 5, fp16_of_datum(half));
        holds(fp16_datum(fp16_of_datum(half)) == half, v, 6, half);
    }
}

static int64_t least_of(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* Slow. Every integer of 32 bits is clamped to INT8 and UINT8, or cut to its low bits. */
EXHAUST(integers_clamped)(void) {
    EACH(v) {
        const int64_t magnitude = v % 2147483648u, sign = v / 2147483648u;
        holds(pack_int32_to_int8(v) == sign * 128 + least_of(magnitude, 127), v, 0,
              pack_int32_to_int8(v));
        holds(pack_int32_to_uint8(v) == (sign ? 0 : least_of(magnitude, 255)), v, 1,
              pack_int32_to_uint8(v));
        holds(pack_int32_to_int8_raw(v) == sign * 128 + magnitude % 128, v, 2,
              pack_int32_to_int8_raw(v));
        holds(pack_int32_to_uint8_raw(v) == v % 256, v, 3, pack_int32_to_uint8_raw(v));
    }
}

/* Every TF32, in the 19 bits that a source keeps, is cut to FP16. */
EXHAUST(tf32_cut)(void) {
    BELOW_POWER(t, 19) {
        holds(cuts_to_half(t << 13, pack_t19_to_h16(t)), t, 0, pack_t19_to_h16(t));
    }
}

/* Every bfloat16 becomes what the packer and the unpacker make of it. */
EXHAUST(bf16_converted)(void) {
    BELOW_POWER(v, 16) {
        const uint32_t wide = v << 16, e = v >> 7 & 255u, whole = pack_bf16_to_b16(v);
        const uint32_t usual = !e ? 0 : is_nan_bits(wide) ? (v & 0x8000u) | 0x7F80u : v;
        holds(whole == usual, v, 0, whole);
        holds(pack_bf16_to_tf32(v) == usual << 16, v, 1, pack_bf16_to_tf32(v));
        holds(rounds_half_up(wide, pack_bf16_to_e8m6(v) << 16, 1u << 17) ||
                  (!e && pack_bf16_to_e8m6(v) == 0),
              v, 2, pack_bf16_to_e8m6(v));
        holds(cuts_to_half(wide, pack_bf16_to_h16(v)), v, 3, pack_bf16_to_h16(v));
        holds(cuts_to_half(wide, pack_b16_to_fp16(v)), v, 4, pack_b16_to_fp16(v));
        holds(value_of(pack_b16_to_f32(v)) == value_of(wide), v, 5, pack_b16_to_f32(v));
        holds(value_of(unpack_bf16(v)) == value_of(wide), v, 6, unpack_bf16(v));
    }
}

/* r is a half rounded half up to six bits of mantissa, saturating. */
static bool half_rounds(uint32_t h, uint32_t r) {
    const double a = half_value(h, false), unit = 0x1p-21 * (double)(1u << (r >> 10 & 31u));
    const double least = half_value(r, false), below = (r & 0x3FFu) ? unit : unit / 2;
    if (a == 0) {
        return r == 0 || (h & 0x3FFu) >= 0x3F8u;
    }
    return (r ^ h) >> 15 == 0 && !(r & 15u) && least - below / 2 <= a &&
           ((r & 0x7FFFu) == 0x7FF0u || a < least + unit / 2);
}

/* Every FP16 becomes what the packer and the unpacker make of it: halves of an exponent of 0 are 0,
 * there are no infinities, and formats of 8 bits are cut towards 0. */
EXHAUST(fp16_converted)(void) {
    BELOW_POWER(h, 16) {
        const uint32_t e = h >> 10 & 31u, sign = h >> 15, m = h & 0x3FFu;
        const double a = half_value(h, false);
        holds(pack_fp16_to_h16(h) == (e ? h : 0), h, 0, pack_fp16_to_h16(h));
        holds(half_rounds(h, pack_fp16_to_e5m6(h)), h, 1, pack_fp16_to_e5m6(h));
        holds(pack_fp16_to_e5m7(h) == sign * 32768 + e * 1024 + m / 8 * 8, h, 2,
              pack_fp16_to_e5m7(h));
        holds(e ? value_of(pack_h16_to_f32(h)) == (sign ? -a : a)
                : pack_h16_to_f32(h) == (sign << 31 | m << 13),
              h, 3, pack_h16_to_f32(h));
        holds(e ? cuts(pack_h16_to_f32(h), pack_h16_to_b16(h) << 16, 1u << 16)
                : pack_h16_to_b16(h) == 0,
              h, 4, pack_h16_to_b16(h));
        holds(pack_h16_to_e5m2(h) == h / 256, h, 5, pack_h16_to_e5m2(h));
        holds(unpack_fp16(h) == (sign << 31 | e << 23 | m << 13), h, 6, unpack_fp16(h));
        const uint32_t small = pack_h16_to_e4m3(h), f = small >> 3 & 15u;
        const double unit = 0x1p-10 * (double)(1u << f), least = (8 + (small & 7u)) * unit;
        holds(small >> 7 == sign && (a < 0x1p-6    ? !(small & 127u)
                                     : a >= 0x1p+9 ? (small & 127u) == 127u
                                                   : least <= a && a < least + unit),
              h, 7, small);
    }
}

/* The value of a field of block floating point: sign and magnitude with this shared exponent. */
static double field_value(uint32_t field, unsigned width, int exponent) {
    const double magnitude = (double)(field & ((1u << (width - 1)) - 1u));
    const double v = ldexp(magnitude, exponent - (int)(width - 2));
    return field >> (width - 1) ? -v : v;
}

/* Every field of every width and shared exponent is the datum of the same value, as long as its
 * exponent is not below 1; a sign without magnitude is an infinity. */
EXHAUST(block_floats_read)(void) {
    for (unsigned width = 2; width <= 8; width *= 2) {
        BELOW_POWER(field, width) {
            BELOW_POWER(exponent, 8) {
                const uint32_t v = unpack_bfp(field, width, exponent);
                const uint32_t w = unpack_bfp_a(field, width, exponent & 31u);
                const bool empty = !(field & ((1u << (width - 1)) - 1u)),
                           sign = field >> (width - 1);
                const double value = field_value(field, width, (int)exponent - 127);
                const double low = field_value(field, width, (int)(exponent & 31u) - 127);
                const bool fits = exponent >= 7, fits_a = (exponent & 31u) >= 7;
                holds(empty ? v == (sign ? 0xFF800000u : 0) : !fits || value_of(v) == value, field,
                      exponent, v);
                holds(empty ? w == (sign ? SIGN_BIT | 31u << 23 : 0)
                            : !fits_a || value_of(w) == low,
                      field, exponent, w);
            }
        }
    }
}

/* A datum beside one with the largest exponent, as a field of block floating point: its value in
 * units of the exponent, rounded half up to seven bits, at most 127, then cut to the width. */
static void fields_written(bool e5, uint32_t v, uint32_t top) {
    const uint32_t e = e5 ? v >> 10 & 31u : v >> 7 & 255u, m = e5 ? v >> 3 & 127u : v & 127u;
    const uint32_t in[16] = {v, e5 ? top << 10 : top << 7};
    const double units = ldexp((e ? 128 : 0) + m, (int)e - (int)top - 1);
    const uint32_t whole = top - e >= 8 ? 0 : (uint32_t)fmin(floor(units + 0.5), 127);
    for (unsigned width = 2; width <= 8; width *= 2) {
        uint8_t field[16];
        const uint32_t shared = pack_bfp_group(in, e5, width, field);
        const uint32_t magnitude = whole >> (8 - width);
        const uint32_t want = magnitude ? (v >> 15) << (width - 1) | magnitude : 0;
        holds(shared == top && field[0] == want, v, top, field[0]);
    }
}

/* Slow. Every datum beside every larger exponent becomes the field that arithmetic gives, in all
 * formats of block floating point. */
EXHAUST(block_floats_written)(void) {
    BELOW_POWER(v, 16) {
        for (uint32_t top = v >> 7 & 255u; top < 256; top++) {
            fields_written(false, v, top);
        }
        for (uint32_t top = v >> 10 & 31u; top < 32; top++) {
            fields_written(true, v, top);
        }
    }
}

/* Every datum of 8 and 16 bits that the unpacker reads, by its value. */
EXHAUST(small_datums_read)(void) {
    BELOW_POWER(v, 8) {
        const uint32_t sign = v >> 7, m = v & 127u, signed8 = unpack_int8(v);
        const uint32_t e4 = v >> 3 & 15u, h = fp16_of_datum(unpack_fp8_e4m3(v));
        const double value = e4 ? ldexp(8 + (v & 7u), (int)e4 - 10) : 0;
        holds(signed8 == (sign << 31 | (m ? 16u << 23 : 0) | m << 13), v, 0, signed8);
        holds(unpack_uint8(v) == ((v ? 16u << 23 : 0) | v << 13), v, 1, unpack_uint8(v));
        holds(h >> 15 == sign && (m == 127u ? (h & 0x7FFFu) >> 10 == 23 && (h & 127u) == 127
                                  : !e4     ? (h & 0x7FFFu) == (v & 7u) << 7
                                            : half_value(h, false) == value),
              v, 2, h);
        const uint32_t wide = fp16_of_datum(unpack_fp8_e5m2(v));
        holds(wide >> 8 == v && (wide & 255u) == (STX_FP8_ALL_ONES && m == 127u ? 255u : 0), v, 3,
              wide);
    }
    BELOW_POWER(v, 16) {
        const uint32_t r = unpack_int16(v);
        holds(r >> 31 == v >> 15 && (r >> 23 & 255u) == v % 256 &&
                  (r & 0x7FFFFFu) == (v >> 8 & 127u) * 65536,
              v, 4, r);
    }
}
