/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_mem.h - formats of SFPLOAD, SFPLOADI and SFPSTORE as functions of values (SPEC 8.2). "raw"
 * is a cell of Dst in the documented storage order. */
#ifndef STX_NUM_SFPU_MEM_H
#define STX_NUM_SFPU_MEM_H

#include <stdint.h>

/* From a binary16 without denormals and special values. with_inf: an exponent and mantissa of all
 * ones are infinity. */
static inline uint32_t sfpu_f32_from_f16(uint32_t h, uint32_t with_inf) {
    uint32_t sign = (h & 0x8000u) << 16, magnitude = h & 0x7FFFu;
    if (magnitude == 0x7FFFu && with_inf) {
        return sign | 0x7F800000u;
    }
    return sign | ((magnitude << 13) + (magnitude >> 10 ? 112u << 23 : 0));
}

static inline uint32_t sfpu_f32_to_f16(uint32_t v) {
    uint32_t sign = (v >> 16) & 0x8000u, e = (v >> 23) & 0xFFu;
    if (e <= 112) {
        return sign;
    }
    return e > 112 + 31 ? sign | 0x7FFFu : sign | ((v & 0x7FFFFFFFu) - (112u << 23)) >> 13;
}

/* A denormal becomes a zero of its sign. */
static inline uint32_t sfpu_flush(uint32_t v) {
    return v & 0x7F800000u ? v : v & 0x80000000u;
}

/* From a sign-magnitude integer of 32 bits to two's complement, which has no -0, and back. */
static inline uint32_t sfpu_twos_from_sm32(uint32_t v) {
    return v & 0x80000000u ? 0u - (v & 0x7FFFFFFFu) : v;
}
static inline uint32_t sfpu_sm32_from_twos(uint32_t v) {
    return v & 0x80000000u ? 0x80000000u | (0u - v) : v;
}

/* Integers in a 16-bit cell: magnitude in bits 14:5 with exponent 16, or sign and 15 bits. */
static inline uint32_t sfpu_sm32_from_int8(uint32_t raw, uint32_t magnitude_mask) {
    return (raw & 0x8000u) << 16 | (raw >> 5 & magnitude_mask);
}
static inline uint32_t sfpu_sm32_to_int8(uint32_t v) {
    return (v >> 16 & 0x8000u) | (v & 0x3FFu) << 5 | 16u;
}
static inline uint32_t sfpu_sm32_from_int16(uint32_t raw) {
    return (raw & 0x8000u) << 16 | (raw & 0x7FFFu);
}
static inline uint32_t sfpu_sm32_to_int16(uint32_t v) {
    return (v >> 16 & 0x8000u) | (v & 0x7FFFu);
}

#endif
