/* SPDX-License-Identifier: Apache-2.0
 *
 * finish_sum.h - the end of a sum: two groups and Dst aligned, added, rounded once. The same as
 * fpu_accumulate(), in two's complement.
 *
 * A group is value * 2^(exponent - 127 - 11), its lowest bit apart. The plain form rounds
 * magnitudes so that ties of negative terms go towards zero: that is floor(v / 2^d + 1/2) in two's
 * complement. What is rounded is kept twice as large, so that one formula rounds for every d, 0
 * too. */
#ifndef STX_FPU_FINISH_H
#define STX_FPU_FINISH_H

#include "num/bits.h"
#include "regs/dst.h"
#include "softensix/core.h"

#define FINISH_SIGN 0x80000000u
#define FINISH_INLINE static inline __attribute__((always_inline))

struct kernel_group {
    int32_t value;    /* twice a whole number below 2^15, or that + 1 */
    int32_t exponent; /* 0 with value 0: nothing */
};

/* floor(twice / 2 / 2^d + 1/2); 0 from d = 31 on. */
FINISH_INLINE int32_t finish_shift(int32_t twice, uint32_t d) {
    d = d < 31 ? d : 31;
    return ((twice >> d) + 1) >> 1;
}

FINISH_INLINE int32_t finish_top(struct kernel_group a, struct kernel_group b, int32_t dst) {
    int32_t top = a.exponent > b.exponent ? a.exponent : b.exponent;
    return top > dst ? top : dst;
}

/* How far m < 2^29, m > 0, has to be shifted left for bit 28 to be its first. */
FINISH_INLINE int32_t finish_left(uint32_t m) {
#ifdef BITS_CLZ_FAST
    return (int32_t)bits_clz32(m) - 3;
#else
    uint32_t high = m >> 21;
    return high ? bits_clz8[high] : (int32_t)bits_clz32(m) - 3;
#endif
}

/* Twice a group in units of 2^(exponent - 127 - 23), as the plain form has it. */
FINISH_INLINE int32_t finish_wide(struct kernel_group x) {
    return (x.value & -2) * 8192;
}

/* sum * 2^(top - 127 - 23), rounded; false for 0 and near the ends of the range, where v is not
 * the result. */
#if STX_KERNEL == STX_KERNEL_FLOAT && defined __riscv_flen
#define FINISH_REFUSES_0 1 /* false for top = 0 whatever the sum is */
#include "fast/float/round_sum.h"
#include "private.h"
#else
#define FINISH_REFUSES_0 0
FINISH_INLINE bool finish_round(int32_t sum, int32_t top, uint32_t *v) {
    uint32_t sign = (uint32_t)sum & FINISH_SIGN, m = (uint32_t)(sum < 0 ? -sum : sum);
    int32_t left = finish_left(m), below = top + 4 - left; /* the result's exponent - 1 */
    uint32_t u = ((m << left) + 16) >> 5;
    *v = sign | (((uint32_t)below << 23) + u); /* a carry to 2^24 counts */
    return m != 0 && (uint32_t)below < 253u;
}
#endif

/* Dst as binary32 += a + b, whatever the exponents are (finish_sum.c). */
uint32_t finish32_far(int32_t value_a, int32_t exponent_a, int32_t value_b, int32_t exponent_b,
                      uint32_t dst);

#define FINISH_REACH 12
#define FINISH_RARE(x) __builtin_expect((x), 0)

/* The same where the top is above 0 and both groups lie within 12 binades of it: in units of
 * 2^(top - 127 - 23) they are whole numbers. The element is aligned only if it is not the top
 * itself. */
FINISH_INLINE bool finish32_near(struct kernel_group a, struct kernel_group b, uint32_t dst,
                                 uint32_t *v) {
    int32_t exponent = (int32_t)(dst << 1 >> 24), m;
    uint32_t high = dst << 8 | FINISH_SIGN; /* the mantissa, its hidden bit at the top */
    int32_t top = a.exponent > b.exponent ? a.exponent : b.exponent;
    if (top > exponent) {
        uint32_t d = (uint32_t)(top - exponent);
        m = FINISH_RARE(exponent == 0 || d > 24) ? 0 : (int32_t)(((high >> 7 >> d) + 1) >> 1);
    } else {
        top = exponent;
        m = (int32_t)(high >> 8);
    }
    int32_t unit = top - FINISH_REACH, left_a = a.exponent - unit, left_b = b.exponent - unit;
    if (FINISH_RARE((left_a | left_b) < 0)) {
        return false;
    }
    int32_t sum = (int32_t)((uint32_t)(a.value & -2) << left_a);
    sum += (int32_t)((uint32_t)(b.value & -2) << left_b);
    sum += (int32_t)dst < 0 ? -m : m;
    return finish_round(sum, top, v);
}

FINISH_INLINE uint32_t finish32(struct kernel_group a, struct kernel_group b, uint32_t dst) {
    uint32_t v;
    if (FINISH_RARE(!finish32_near(a, b, dst, &v))) {
        v = finish32_far(a.value, a.exponent, b.value, b.exponent, dst);
    }
    return v;
}

/* A 32-bit element += two groups where one exponent is above 0; cell is its high half. */
FINISH_INLINE void finish_f32(uint16_t *cell, struct kernel_group x, struct kernel_group y) {
    uint16_t *low = cell + DST_LOW_HALF * STX_COLS;
    uint32_t v = finish32(x, y, (uint32_t)*cell << 16 | *low);
    *cell = (uint16_t)(v >> 16);
    *low = (uint16_t)v;
}

/* The same for any groups. An element below all normal numbers is nothing. */
FINISH_INLINE void finish_any_f32(uint16_t *cell, struct kernel_group x, struct kernel_group y) {
    if (finish_top(x, y, *cell >> 7 & 255) > 0) {
        finish_f32(cell, x, y);
    } else {
        *cell = cell[DST_LOW_HALF * STX_COLS] = 0;
    }
}

/* A group in units of 2^13 for 16-bit elements: one rounding up to d = 13, two above, as the plain
 * form rounds to units after it has aligned. */
FINISH_INLINE int32_t finish_shift_units(struct kernel_group x, uint32_t d) {
    if (d <= 13) {
        return (((x.value & -2) >> d) + 1) >> 1;
    }
    return d < 16 ? (finish_shift(finish_wide(x), d) + 4096) >> 13 : 0;
}

/* A 16-bit element of Dst in parts; mantissa without its hidden bit. */
struct finish_element {
    int32_t exponent;
    uint32_t mantissa;
    bool negative;
};

/* The same for m < 2^16: bit 15. */
FINISH_INLINE int32_t finish_left16(uint32_t m) {
#ifdef BITS_CLZ_FAST
    return (int32_t)bits_clz32(m) - 16;
#else
    uint32_t high = m >> 8;
    return high ? bits_clz8[high] : 8 + (int32_t)bits_clz8[m];
#endif
}

/* A sum with `bits` mantissa bits: 7 with an 8-bit exponent below limit = 255, or 10 with 5 bits
 * below 32. Gives the exponent and mantissa of the result and *negative; overflow gives largest. */
FINISH_INLINE uint32_t finish16(struct kernel_group a, struct kernel_group b,
                                struct finish_element dst, unsigned bits, uint32_t limit,
                                uint32_t largest, bool *negative) {
    int32_t top = finish_top(a, b, dst.exponent), sum = 0, hidden = 1 << bits;
    *negative = false;
    if (top <= 0) {
        return 0;
    }
    if (dst.exponent) {
        sum = (int32_t)((uint32_t)hidden | dst.mantissa) << (11 - bits);
        sum = finish_shift(sum, (uint32_t)(top - dst.exponent));
        sum = dst.negative ? -sum : sum;
    }
    sum += finish_shift_units(a, (uint32_t)(top - a.exponent));
    sum += finish_shift_units(b, (uint32_t)(top - b.exponent));
    uint32_t m = (uint32_t)(sum < 0 ? -sum : sum);
    if (m == 0) {
        return 0;
    }
    int32_t left = finish_left16(m);
    m = ((m << left) + (1u << (14 - bits))) >> (15 - bits);
    int32_t r = (top + 4 - left) * hidden + (int32_t)m;
    if (r < hidden) {
        return 0;
    }
    *negative = sum < 0;
    return r >= (int32_t)(limit << bits) ? largest : (uint32_t)r;
}

/* A bfloat16 cell += two groups. raw: cells are in documented order. */
FINISH_INLINE void finish_bf16(uint16_t *cell, bool raw, bool keep, struct kernel_group x,
                               struct kernel_group y) {
    uint32_t v = keep ? *cell : 0;
    struct finish_element dst = {(int32_t)(v >> 7 & 255u), v & 127u, v >> 15};
    bool negative;
    if (raw) {
        dst.exponent = (int32_t)(v & 255u);
        dst.mantissa = v >> 8 & 127u;
    }
    v = finish16(x, y, dst, 7, 255, 0x7F80, &negative);
    if (raw) {
        v = (v & 127u) << 8 | v >> 7;
    }
    *cell = (uint16_t)(negative ? v | 0x8000u : v);
}

/* A binary16 cell, likewise. */
FINISH_INLINE void finish_fp16(uint16_t *cell, bool raw, bool keep, struct kernel_group x,
                               struct kernel_group y) {
    uint32_t v = !keep ? 0 : raw ? *cell : dst_documented(*cell);
    struct finish_element dst = {(int32_t)(v & 31u), v >> 5 & 1023u, v >> 15};
    bool negative;
    v = finish16(x, y, dst, 10, 32, 0x7FFF, &negative);
    v = (v & 1023u) << 5 | v >> 10 | (uint32_t)negative << 15;
    *cell = (uint16_t)(raw ? v : dst_from_documented(v));
}

#endif
