/* SPDX-License-Identifier: Apache-2.0
 *
 * round_sum.h - finish_round() and finish_round16() for cores with binary32 arithmetic. They
 * convert an integer to binary32 with ties away from zero (rounding mode RMM in the instruction),
 * which is the required rounding, and add the exponent afterwards.
 *
 * |sum| < 2^29 + 2^24: converted, it has an exponent field of 127 to 156, and adding top - 150
 * keeps that within 2..254. A sum of less than 24 bits is converted exactly. */
#ifndef STX_FAST_FLOAT_ROUND_SUM_H
#define STX_FAST_FLOAT_ROUND_SUM_H

ALWAYS_INLINE uint32_t finish_converted(int32_t sum) {
    float f;
    uint32_t bits;
    __asm__("fcvt.s.w %0, %1, rmm" : "=f"(f) : "r"(sum));
    __builtin_memcpy(&bits, &f, sizeof bits);
    return bits;
}

ALWAYS_INLINE bool finish_round(int32_t sum, int32_t top, uint32_t *v) {
    sum = fpu_sum_as_seen(sum);
    *v = finish_converted(sum) + ((uint32_t)(top - 150) << 23);
    return !UNLIKELY(sum == 0 || (uint32_t)(top - 25) > 248u - 25u);
}

ALWAYS_INLINE bool finish_round16(int32_t sum, int32_t top, unsigned bits, uint32_t *v) {
    const uint32_t hidden = 1u << bits, shift = 24 - bits;
    uint32_t r = ((finish_converted(sum) << 1) + (1u << (shift - 1))) >> shift;
    *v = r + ((uint32_t)(top - 137) << bits);
    return !UNLIKELY(sum == 0 || *v - hidden >= (FINISH_EXPONENTS(bits) - 1) << bits);
}

#endif
