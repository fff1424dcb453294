/* SPDX-License-Identifier: Apache-2.0
 *
 * fpu_mac.c - plain form of the FPU's arithmetic, step by step as in SPEC 6.3. */
#include "num/fpu_mac.h"

#include "num/bits.h"
#include "num/special_bits.h"

static const struct fpu_term nothing = {0, 0, false};

static uint32_t exponent_of(uint32_t datum) {
    return datum >> 23 & 0xFFu;
}

/* 11 bits: the hidden bit and ten mantissa bits. */
static uint32_t significand_of(uint32_t datum) {
    return 1024u | (datum >> 13 & 1023u);
}

static bool negative_of(uint32_t datum) {
    return datum >> 31;
}

/* Fidelity slices: 5 bits of SrcA, 7 bits of SrcB. */
static uint32_t slice_a(const struct fpu_mode *mode, uint32_t a) {
    uint32_t m = significand_of(a);
    return (mode->phase & 1u) ? (m >> 1) & 31u : m >> 6;
}

static uint32_t slice_b(const struct fpu_mode *mode, uint32_t b) {
    uint32_t m = significand_of(b);
    return (mode->phase & 2u) ? (m & 15u) << 3 : m >> 4;
}

static int32_t product_exponent(const struct fpu_mode *mode, uint32_t b, uint32_t a) {
    return (int32_t)(exponent_of(a) + exponent_of(b)) + mode->adjust;
}

static uint32_t absolute_of(int32_t v) {
    return v < 0 ? 0u - (uint32_t)v : (uint32_t)v;
}

/* m / 2^shift rounded half up, for m < 2^13. */
static uint32_t round_half_up(uint32_t m, unsigned shift) {
    return ((m << 1) + (1u << shift)) >> (shift + 1);
}

static bool product_is_zero(uint32_t b, uint32_t a, bool keep_b) {
    return !exponent_of(a) || (!exponent_of(b) && !keep_b);
}

/* Two copies, unless compiled for size: usually no zero is kept, and its tests take time. */
static inline __attribute__((always_inline)) struct fpu_term
group_of(const struct fpu_mode *mode, const uint32_t b[8], const uint32_t a[8], bool keep_b) {
    int32_t exponent[8], top = INT32_MIN, sum = 0;
    for (unsigned k = 0; k < 8; k++) {
        bool zero = product_is_zero(b[k], a[k], keep_b);
        exponent[k] = zero ? mode->zero_exponent : product_exponent(mode, b[k], a[k]);
        top = exponent[k] > top ? exponent[k] : top;
    }
    if (top <= 0) {
        return nothing;
    }
    for (unsigned k = 0; k < 8; k++) {
        if (!product_is_zero(b[k], a[k], keep_b)) {
            unsigned shift = (unsigned)(top - exponent[k]);
            uint32_t p = slice_a(mode, a[k]) * slice_b(mode, b[k]);
            uint32_t aligned = round_half_up(p, shift < 30 ? shift : 30);
            sum += negative_of(a[k] ^ b[k]) ? -(int32_t)aligned : (int32_t)aligned;
        }
    }
    return (struct fpu_term){top, absolute_of(sum) << 13, sum < 0};
}

struct fpu_term fpu_group(const struct fpu_mode *mode, const uint32_t b[8], const uint32_t a[8]) {
    if (IS_SMALL) {
        return group_of(mode, b, a, mode->keeps);
    }
    return mode->keeps ? group_of(mode, b, a, true) : group_of(mode, b, a, false);
}

struct fpu_term fpu_product(const struct fpu_mode *mode, uint32_t b, uint32_t a, bool keep_b) {
    int32_t exponent = product_exponent(mode, b, a);
    if (product_is_zero(b, a, keep_b) || exponent <= 0) {
        return (struct fpu_term){mode->zero_exponent, 0, false};
    }
    return (struct fpu_term){exponent, slice_a(mode, a) * slice_b(mode, b) << 13,
                             negative_of(a ^ b)};
}

/* The exponent of a sum in the accumulator. FP16 in a 32-bit Dst gets another bias, and fidelity
 * phases scale the sum. */
static int32_t sum_exponent(const struct fpu_mode *mode, uint32_t larger) {
    int32_t exponent = (int32_t)exponent_of(larger);
    if (mode->acc32 && !mode->e8) {
        exponent += exponent ? 112 : 97;
    }
    exponent -= (mode->phase & 1u) ? 5 : 0;
    exponent -= (mode->phase & 2u) ? 7 : 0;
    return exponent;
}

struct fpu_term fpu_sum(const struct fpu_mode *mode, uint32_t a, uint32_t b, bool keep_b) {
    bool kept = keep_b && (b || !mode->loses_plus_zero);
    uint32_t ma = exponent_of(a) ? significand_of(a) : 0;
    uint32_t mb = exponent_of(b) || kept ? significand_of(b) : 0;
    a = ma ? a : 0;
    b = mb ? b : 0;
    /* A kept zero has its hidden bit and so is larger than a zero (docs/SPEC-NOTES.md, kept zero).
     */
    bool swap = (b & 0x7FFFFFFFu) > (a & 0x7FFFFFFFu) || (!a && !fpu_zero_is_larger(mode));
    uint32_t larger = swap ? b : a, smaller = swap ? a : b;
    uint32_t ml = swap ? mb : ma, ms = swap ? ma : mb;
    uint32_t shift = exponent_of(larger) - exponent_of(smaller);
    ms = shift < 12 ? round_half_up(ms, shift) : 0;
    uint32_t m = negative_of(a ^ b) ? ml - ms : ml + ms;
    return (struct fpu_term){sum_exponent(mode, larger), m << 13, negative_of(larger)};
}

/* Aligns a term of a group: floor((m + half - sign) / 2^shift). A tie is rounded up, for negative
 * terms towards zero. */
static uint32_t align_term(const struct fpu_mode *mode, struct fpu_term t, int32_t top) {
    uint32_t sign = t.negative, m = t.magnitude;
    uint32_t shift = (uint32_t)(top - t.exponent);
    if (shift >= 31) {
        m = 0;
    } else if (shift > 0) {
        m = (m + (1u << (shift - 1)) - sign) >> shift;
    }
    return mode->acc32 ? m : (m + 4096u - sign) & ~0x1FFFu;
}

static uint32_t align_dst(const struct fpu_mode *mode, uint32_t dst, int32_t top) {
    uint32_t exponent = exponent_of(dst);
    uint32_t m = exponent ? 0x800000u | (dst & 0x7FFFFFu) : 0;
    uint32_t shift = (uint32_t)top - exponent;
    if (shift >= 31) {
        m = 0;
    } else if (shift > 0) {
        m = (m + (1u << (shift - 1))) >> shift;
    }
    return mode->acc32 ? m : (m + 4096u) & ~0x1FFFu;
}

static int32_t signed_of(uint32_t magnitude, bool negative) {
    return (int32_t)(negative ? 0u - magnitude : magnitude);
}

static uint32_t overflow(const struct fpu_mode *mode, uint32_t sign, int32_t exponent, uint32_t r) {
    bool e8 = mode->acc32 || mode->e8;
    if (exponent < (e8 ? 255 : 32)) {
        return r;
    }
    fpu_note(mode, SPECIAL_FPU_INF);
    return sign | (e8 ? 0x7F800000u : 31u << 23 | 0x7FE000u);
}

/* Normalises magnitude * 2^(exponent - 127 - 23) and rounds once, half up, to 24, 11 or 8 bits. */
static uint32_t round_sum(const struct fpu_mode *mode, uint32_t sign, int32_t exponent,
                          uint32_t m) {
    unsigned drop = mode->acc32 ? 0 : mode->e8 ? 16 : 13;
    int shift = (int)bits_clz32(m) - 8; /* a shift to the left, to 24 bits */
    exponent -= shift;
    shift -= (int)drop;
    m = shift < 0 ? (m + (1u << (-shift - 1))) >> -shift : m << shift;
    m <<= drop;
    exponent += (int32_t)(m >> 24 & 1u);
    if (exponent <= 0) {
        fpu_note(mode, SPECIAL_FPU_DENORMAL);
        return 0;
    }
    uint32_t r = sign | (uint32_t)exponent << 23 | (m & 0x7FFFFFu);
    return overflow(mode, sign, exponent, r);
}

/* Harts that share a product may set the byte together. */
int32_t fpu_dropped_infinity(const struct fpu_mode *mode, bool negative) {
    if (mode->infinity) {
#if STX_HARTS
        __atomic_store_n(mode->infinity, 1, __ATOMIC_RELAXED);
#else
        mode->infinity[0] = 1;
#endif
    }
    return mode->infinity && mode->infinity[1] ? 0 : signed_of(1u << 23, negative);
}

/* The element after a sum of 0, if the exponent in Dst is 255: an infinity may stay. A function of
 * its own, so that usual sums call none. */
static __attribute__((noinline)) uint32_t nothing_left(const struct fpu_mode *mode, uint32_t dst,
                                                       int32_t top) {
    bool stays = (mode->acc32 || mode->e8) && fpu_drops_infinity(mode->acc32, top) &&
                 fpu_dropped_infinity(mode, negative_of(dst)) != 0;
    return stays ? overflow(mode, dst & 0x80000000u, top, 0) : 0;
}

uint32_t fpu_accumulate(const struct fpu_mode *mode, struct fpu_term t0, struct fpu_term t1,
                        uint32_t dst) {
    int32_t top = (int32_t)exponent_of(dst);
    top = t0.exponent > top ? t0.exponent : top;
    top = t1.exponent > top ? t1.exponent : top;
    if (top == 0) {
        return 0;
    }
    /* Each of the three magnitudes is below 2^29, so the sum fits. The exception is a term from a
     * difference that has wrapped (KEPT_MINUS_ZERO): then the sum may wrap too. */
    int32_t sum = (int32_t)((uint32_t)signed_of(align_term(mode, t0, top), t0.negative) +
                            (uint32_t)signed_of(align_term(mode, t1, top), t1.negative) +
                            (uint32_t)signed_of(align_dst(mode, dst, top), negative_of(dst)));
    if (sum == 0) {
        return exponent_of(dst) == 255 ? nothing_left(mode, dst, top) : 0;
    }
    sum = mode->acc32 && !mode->right_minus_1 ? fpu_sum_as_seen(sum) : sum;
    uint32_t sign = sum < 0 ? 0x80000000u : 0;
    return round_sum(mode, sign, top, absolute_of(sum));
}

bool fpu_saturates(uint32_t dst, int32_t value) {
    int32_t old = signed_of(dst & 0x7FFFFFFFu, dst >> 31);
    /* |value| < 2^25, so only a large `old` of the same sign can overflow. */
    return value > 0 ? old > INT32_MAX - value : old < -INT32_MAX - value;
}

uint32_t fpu_accumulate_int(uint32_t dst, int32_t value) {
    if (fpu_saturates(dst, value)) {
        return value > 0 ? 0x7FFFFFFFu : 0xFFFFFFFFu;
    }
    int32_t old = signed_of(dst & 0x7FFFFFFFu, dst >> 31);
    int32_t sum = (int32_t)((uint32_t)old + (uint32_t)value);
    return sum < 0 ? 0x80000000u | absolute_of(sum) : (uint32_t)sum;
}
