/* SPDX-License-Identifier: Apache-2.0
 *
 * unpack_datum.c - converts datums of L1 to datums of SrcA and SrcB (SPEC 11). */
#include "num/unpack_datum.h"

#include "num/bits.h"
#include "num/format.h"
#include "softensix/arch.h"

uint32_t unpack_f32_to_tf32(uint32_t v) {
    return v & 0xFFFFE000u;
}

uint32_t unpack_f32_to_bf16(uint32_t v) {
    return (v & 0x7F800000u) ? v & 0xFFFF0000u : v & SIGN_BIT;
}

uint32_t unpack_f32_to_fp16(uint32_t v) {
    uint32_t exponent = v >> 23 & 0xFFu;
    if (exponent < 112) {
        return v & SIGN_BIT;
    }
    if (exponent > 112 + 31) {
        return (v & SIGN_BIT) | 31u << 23 | 0x7FE000u;
    }
    return (v & SIGN_BIT) | (exponent - 112) << 23 | (v & 0x7FE000u);
}

uint32_t unpack_bf16(uint32_t v) {
    return v << 16;
}

uint32_t unpack_fp16(uint32_t v) {
    return fp16_datum(v);
}

/* The bits are copied, not interpreted: bit 15 becomes the sign, 14:8 the top of the mantissa, 7:0
 * the exponent. */
uint32_t unpack_int16(uint32_t v) {
    return (v & 0x8000u) << 16 | (v & 0x7F00u) << 8 | (v & 0xFFu) << 23;
}

uint32_t unpack_fp8_e5m2(uint32_t v) {
    uint32_t all_ones = STX_FP8_ALL_ONES && (v & 0x7Fu) == 0x7Fu ? 0xFFu : 0;
    return unpack_fp16(v << 8 | all_ones);
}

uint32_t unpack_fp8_e4m3(uint32_t v) {
    uint32_t exponent = v >> 3 & 15u, all_ones = (v & 0x7Fu) == 0x7Fu ? 0x7Fu : 0;
    uint32_t h = (v & 0x80u) << 8 | (exponent ? exponent + 8 : 0) << 10 | (v & 7u) << 7;
    return unpack_fp16(h | all_ones);
}

/* Integers: magnitude in the mantissa, exponent 16 unless the magnitude is 0. */
static uint32_t integer(uint32_t sign, uint32_t magnitude) {
    return sign | magnitude << 13 | (magnitude ? 16u << 23 : 0);
}

uint32_t unpack_int8(uint32_t v) {
    return integer((v & 0x80u) << 24, v & 0x7Fu);
}

uint32_t unpack_uint8(uint32_t v) {
    return integer(0, v & 0xFFu);
}

/* Pads the magnitude to 7 bits and normalises it. The exponent decreases by the number of leading
 * zeros and wraps around. */
static inline uint32_t normalise(uint32_t field, unsigned width, uint32_t exponent,
                                 uint32_t infinity, uint32_t exponent_mask) {
    uint32_t sign = field >> (width - 1) & 1u;
    uint32_t magnitude = (field & ((1u << (width - 1)) - 1u)) << (8 - width);
    if (magnitude == 0) {
        return sign ? infinity : 0;
    }
    while (!(magnitude & 0x40u)) {
        magnitude <<= 1;
        exponent--;
    }
    return sign << 31 | (exponent & exponent_mask) << 23 | (magnitude & 0x3Fu) << 17;
}

uint32_t unpack_bfp(uint32_t field, unsigned width, uint32_t exponent) {
    return normalise(field, width, exponent, 0xFF800000u, 0xFFu);
}

uint32_t unpack_bfp_a(uint32_t field, unsigned width, uint32_t exponent) {
    return normalise(field, width, exponent, SIGN_BIT | 31u << 23, 0x1Fu);
}
