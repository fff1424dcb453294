/* SPDX-License-Identifier: Apache-2.0
 *
 * round_sum.h - finish_round() for cores with binary32 arithmetic: the conversion of an integer
 * with ties away from zero (rounding mode RMM, named in the instruction) is the rounding that is
 * wanted; the exponent is added afterwards.
 *
 * |sum| < 2^29 + 2^24: it has an exponent of 127 to 156, and top - 150 keeps that within 2..254. */
#ifndef STX_FAST_ROUND_SUM_H
#define STX_FAST_ROUND_SUM_H

FINISH_INLINE bool finish_round(int32_t sum, int32_t top, uint32_t *v) {
    float f;
    uint32_t bits;
    __asm__("fcvt.s.w %0, %1, rmm" : "=f"(f) : "r"(sum));
    __builtin_memcpy(&bits, &f, sizeof bits);
    *v = bits + ((uint32_t)(top - 150) << 23);
    return sum != 0 && (uint32_t)(top - 25) <= 248u - 25u;
}

#endif
