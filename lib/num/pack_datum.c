/* SPDX-License-Identifier: Apache-2.0
 *
 * pack_datum.c - converts elements of Dst to the formats of the packer (SPEC 12). */
#include "num/pack_datum.h"

#define INF32 0x7F800000u

static bool is_nan32(uint32_t v) {
    return (v & 0x7FFFFFFFu) > INF32;
}

/* Turns a NaN into an infinity of its sign. */
static uint32_t no_nan32(uint32_t v) {
    return is_nan32(v) ? (v & 0x80000000u) | INF32 : v;
}

static uint32_t no_nan16(uint32_t v) {
    return (v & 0x7FFFu) > 0x7F80u ? (v & 0x8000u) | 0x7F80u : v;
}

static uint32_t flush_b16(uint32_t v) {
    return (v & 0x7F80u) ? v : 0;
}

static uint32_t flush_h16(uint32_t v) {
    return (v & 0x7C00u) ? v : 0;
}

uint32_t pack_f32_to_b16(uint32_t v) {
    return flush_b16((no_nan32(v) + 0x8000u) >> 16);
}

uint32_t pack_f32_to_e8m6(uint32_t v) {
    return flush_b16(((no_nan32(v) >> 16) + 1) & ~1u);
}

uint32_t pack_f32_to_t19(uint32_t v) {
    uint32_t t = (no_nan32(v) + 0x1000u) >> 13;
    return (t & 0x3FC00u) ? t : 0;
}

uint32_t pack_f32_to_tf32(uint32_t v) {
    return pack_f32_to_t19(v) << 13;
}

uint32_t pack_f32_truncate(uint32_t v) {
    return v >> 16;
}

uint32_t pack_int32_to_int8(uint32_t v) {
    uint32_t magnitude = v & 0x7FFFFFFFu;
    return (v >> 24 & 0x80u) | (magnitude > 127 ? 127 : magnitude);
}

uint32_t pack_int32_to_uint8(uint32_t v) {
    return v >> 31 ? 0 : v > 255 ? 255 : v;
}

uint32_t pack_int32_to_int8_raw(uint32_t v) {
    return (v >> 24 & 0x80u) | (v & 0x7Fu);
}

uint32_t pack_int32_to_uint8_raw(uint32_t v) {
    return v & 0xFFu;
}

uint32_t pack_bf16_to_b16(uint32_t v) {
    return flush_b16(no_nan16(v));
}

uint32_t pack_bf16_to_e8m6(uint32_t v) {
    return (flush_b16(no_nan16(v)) + 1) & ~1u;
}

/* Changes the exponent to 5 bits. Below the range the result is a signed 0, above it the largest
 * value; exponent 0 keeps its mantissa. */
static uint32_t rebias(uint32_t sign, uint32_t exponent, uint32_t mantissa10) {
    if (exponent < 112) {
        return sign;
    }
    if (exponent > 112 + 31) {
        return sign | 0x7FFFu;
    }
    return sign | (exponent - 112) << 10 | mantissa10;
}

uint32_t pack_bf16_to_tf32(uint32_t v) {
    return pack_bf16_to_b16(v) << 16;
}

uint32_t pack_bf16_to_h16(uint32_t v) {
    return rebias(v & 0x8000u, v >> 7 & 0xFFu, (v & 0x7Fu) << 3);
}

uint32_t pack_fp16_to_h16(uint32_t v) {
    return flush_h16(v);
}

uint32_t pack_fp16_to_e5m6(uint32_t v) {
    if ((v & 0x7FFFu) > 0x7FF7u) {
        v = (v & 0x8000u) | 0x7FF0u;
    }
    return flush_h16((v + 8) & ~15u);
}

uint32_t pack_fp16_to_e5m7(uint32_t v) {
    return v & ~7u;
}

uint32_t pack_t19_to_h16(uint32_t t) {
    return rebias(t >> 3 & 0x8000u, t >> 10 & 0xFFu, t & 0x3FFu);
}

uint32_t pack_f32_to_fp16(uint32_t v) {
    return rebias(v >> 16 & 0x8000u, v >> 23 & 0xFFu, v >> 13 & 0x3FFu);
}

uint32_t pack_f32_to_bfp_input(uint32_t v) {
    return flush_b16(v >> 16);
}

uint32_t pack_b16_to_f32(uint32_t v) {
    return v << 16;
}

uint32_t pack_b16_to_fp16(uint32_t v) {
    return pack_f32_to_fp16(v << 16);
}

uint32_t pack_h16_to_f32(uint32_t v) {
    uint32_t exponent = v >> 10 & 31u;
    return (v & 0x8000u) << 16 | (exponent ? exponent + 112 : 0) << 23 | (v & 0x3FFu) << 13;
}

uint32_t pack_h16_to_b16(uint32_t v) {
    uint32_t exponent = v >> 10 & 31u;
    return exponent ? (v & 0x8000u) | (exponent + 112) << 7 | (v & 0x3FFu) >> 3 : 0;
}

uint32_t pack_h16_to_e4m3(uint32_t v) {
    uint32_t sign = v >> 8 & 0x80u, exponent = v >> 10 & 31u;
    if (exponent <= 8) {
        return sign;
    }
    if (exponent >= 24) {
        return sign | 0x7Fu;
    }
    return sign | (exponent - 8) << 3 | (v & 0x3FFu) >> 7;
}

uint32_t pack_h16_to_e5m2(uint32_t v) {
    return v >> 8;
}
