/* SPDX-License-Identifier: Apache-2.0
 *
 * decode_operands.c - turns data of SrcA and SrcB into operands (operands.h).
 *
 * Values for the product of cores with a multiplier (multiply_sums.c): a slice a of 5 bits becomes
 * sign * (a << (15 - delta)), a slice b of 7 bits sign * ((b << (18 - delta)) + 1). For the table
 * (table_sums.c) a value is an offset in bytes, 256 a or 2 b, plus 8192 if negative, and delta in
 * the high half. For float_sums.c it is a number: a * (1 + 2^-13) or b, times 2 to the power of the
 * exponent. From delta 16 on every product is 0, and so is the value. */
#include "fast/common/operands.h"
#include "fast/common/tabulate.h"
#include "regs/src.h"

/* The position of a slice in a datum, and how far its bits are shifted left for delta = 0. */
struct slice {
    uint32_t exponents, high, hidden, low;
    unsigned left_high, left_low;
    uint32_t added; /* added to the exponents of values */
};

#if STX_METHOD == STX_METHOD_TABLE
enum { LEFT_A = 8, LEFT_B = 1 };
#elif STX_METHOD == STX_METHOD_FLOAT
enum { LEFT_A = 6, LEFT_B = 1 };
#else
enum { LEFT_A = 15, LEFT_B = 18 };
#endif

/* Exponents of five bits are moved to the middle of the range of eight bits. */
static uint32_t added(const struct operand_reading *how) {
    return STX_METHOD == STX_METHOD_FLOAT && how->exponents == 31u ? 112u : 0;
}

static struct slice slice_a(const struct operand_reading *how) {
    if (how->fine) { /* mantissa bits 5:1 */
        return (struct slice){how->exponents << 7, 0x07,       0,         how->low & 0xC0u,
                              LEFT_A + 2,          LEFT_A - 6, added(how)};
    }
    return (struct slice){how->exponents << 7, 0x78, 0x80, 0, LEFT_A - 3, 0, added(how)};
}

static struct slice slice_b(const struct operand_reading *how) {
    if (how->fine) { /* mantissa bits 3:0, times 8; the bits of the low byte are one place too high
                      */
        return (struct slice){how->exponents << 7, 0x01,       0,         how->low,
                              LEFT_B + 6,          LEFT_B - 1, added(how)};
    }
    return (struct slice){how->exponents << 7, 0x7E, 0x80, 0, LEFT_B - 1, 0, added(how)};
}

/* A difference of exponents, in the bits where the upper half of a datum has the exponent. */
#define BELOW(delta) ((delta)*128u)

/* The bit of datum k in `levels`, for below < BELOW(4). */
ALWAYS_INLINE uint32_t level_bit(bool is_b, uint32_t below, unsigned k) {
    return is_b ? 1u << (k + 24) >> (below >> 4) : 1u << k << (below >> 4);
}

/* The value of a slice v that has been shifted as slice_a() or slice_b() says. */
#if STX_METHOD == STX_METHOD_TABLE
static const operand_value nothing = {0, 0};
ALWAYS_INLINE operand_value value_of(bool is_b, uint32_t v, uint32_t delta, uint32_t exponent,
                                     bool negative) {
    (void)is_b, (void)exponent;
    return (operand_value){(uint16_t)(v | (uint32_t)negative << 13), (uint16_t)delta};
}
#elif STX_METHOD == STX_METHOD_FLOAT
static const operand_value nothing = 0;
ALWAYS_INLINE operand_value value_of(bool is_b, uint32_t v, uint32_t delta, uint32_t exponent,
                                     bool negative) {
    int32_t m = (int32_t)(is_b ? v : v + (v << 13));
    operand_value f = (operand_value)(negative ? -m : m);
    uint32_t bits, scale = exponent - 127u - (is_b ? LEFT_B : LEFT_A + 13u);
    (void)delta;
    __builtin_memcpy(&bits, &f, sizeof bits);
    bits += m ? scale << 23 : 0;
    __builtin_memcpy(&f, &bits, sizeof f);
    return f;
}
#else
static const operand_value nothing = 0;
ALWAYS_INLINE operand_value value_of(bool is_b, uint32_t v, uint32_t delta, uint32_t exponent,
                                     bool negative) {
    (void)exponent;
    v = (v >> delta) + is_b;
    if (negative) {
        v = 0u - v;
        OPAQUE(v); /* makes the compiler branch around one instruction */
    }
    return (int32_t)v;
}
#endif

/* The value of a datum that is not zero, from its sign-extended upper half h and its low byte. */
ALWAYS_INLINE operand_value value_in(bool is_b, const struct slice *s, int32_t h, uint32_t low,
                                     uint32_t below) {
    uint32_t v = (((uint32_t)h & s->high) | s->hidden) << s->left_high;
    if (STX_SRC_LOW && s->low) {
        v |= (low & s->low) << s->left_low >> is_b;
    }
    uint32_t exponent = ((uint32_t)h & s->exponents) >> 7;
    return value_of(is_b, v, below >> 7, exponent + s->added, h < 0);
}

/* Decodes eight data that are `step` elements apart. Returns their top. */
ALWAYS_INLINE uint32_t decode(struct operand_half *to, bool is_b, const struct slice *s,
                              const uint16_t *high, const uint8_t *low, unsigned step) {
    uint32_t top = 0, levels = 0;
    int32_t h[8];
    if (STX_METHOD == STX_METHOD_FLOAT) {
        to->added = (uint8_t)s->added;
    } else {
        to->far = 0;
    }
    BITS_UNROLL(8)
    for (unsigned k = 0; k < 8; k++) {
        h[k] = (int16_t)high[k * step];
        OPAQUE(h[k]); /* makes the compiler load it with its sign instead of extending it later */
        uint32_t e = (uint32_t)h[k] & s->exponents;
        top = e > top ? e : top;
    }
    to->top = (uint8_t)(top >> 7);
    BITS_UNROLL(8)
    for (unsigned k = 0; k < 8; k++) {
        int32_t v = IS_SMALL ? (int16_t)high[k * step] : h[k];
        uint32_t e = (uint32_t)v & s->exponents, below = top - e;
        operand_value value = nothing;
        if (e) {
            if (below < BELOW(4)) {
                levels |= level_bit(is_b, below, k);
            } else if (STX_METHOD == STX_METHOD_MULTIPLY && below >= BELOW(14)) {
                to->far = 1;
            }
            if (below < BELOW(16)) {
                value = value_in(is_b, s, v, STX_SRC_LOW && s->low ? low[k * step] : 0, below);
            }
        }
        to->value[k] = value;
    }
    to->levels = levels;
    return top >> 7;
}

/* On cores with a multiplier, SrcA's usual data of the coarse phase are looked up. Exponent and the
 * upper four bits of the mantissa stand in bits 14:3 of the upper half of a datum. Subtracted from
 * the top, with all bits of a mantissa set, they are the offset of an entry in bytes. */
#define LOOKS_UP (STX_METHOD == STX_METHOD_MULTIPLY && !IS_SMALL)
#if LOOKS_UP
struct known_datum {
    int32_t value;
    uint32_t level; /* the bit of datum 0 in `levels` */
};
#define KNOWN_DELTA(i) ((i) / 16u)
#define KNOWN_DATUM(i)                                                                   \
    {                                                                                    \
        (int32_t)(31u - (i) % 16u) << (LEFT_A - KNOWN_DELTA(i)),                         \
            KNOWN_DELTA(i) < 4 ? 1u << 8 * (KNOWN_DELTA(i) < 4 ? KNOWN_DELTA(i) : 0) : 0 \
    }
/* For deltas below 14. */
static const struct known_datum known_a[] = {
    TABULATE_64(KNOWN_DATUM, 0u), TABULATE_64(KNOWN_DATUM, 64u), TABULATE_64(KNOWN_DATUM, 128u),
    TABULATE_16(KNOWN_DATUM, 192u), TABULATE_16(KNOWN_DATUM, 208u)};
enum { KNOWN_BITS = 0x7FF8, KNOWN_MANTISSA = 0x0078 };

static __attribute__((noinline)) uint32_t decode_low(struct operand_half *to, const struct slice *s,
                                                     const uint16_t *high, const uint8_t *low) {
    return decode(to, false, s, high, low, STX_COLS);
}

ALWAYS_INLINE uint32_t decode_zeros(struct operand_half *to) {
    to->levels = 0;
    to->top = to->far = 0;
    BITS_UNROLL(8)
    for (unsigned k = 0; k < 8; k++) {
        to->value[k] = 0;
    }
    return 0;
}

/* As decode(). */
ALWAYS_INLINE uint32_t decode_known(struct operand_half *to, const struct slice *s,
                                    const uint16_t *high, const uint8_t *low) {
    uint32_t top = 0, levels = 0, known[8];
    int32_t h[8];
    BITS_UNROLL(8)
    for (unsigned k = 0; k < 8; k++) {
        h[k] = (int16_t)high[k * STX_COLS];
        OPAQUE(h[k]); /* loads it with its sign */
        known[k] = (uint32_t)h[k] & KNOWN_BITS;
        top = known[k] > top ? known[k] : top;
    }
    if (top < BELOW(1)) {
        return decode_zeros(to);
    }
    if (top < BELOW(17)) { /* zeros may be near the top */
        return decode_low(to, s, high, low);
    }
    top |= KNOWN_MANTISSA;
    to->far = 0;
    to->top = (uint8_t)(top >> 7);
    BITS_UNROLL(8)
    for (unsigned k = 0; k < 8; k++) {
        uint32_t at = top - known[k];
        int32_t value = 0;
        if (at < sizeof known_a) {
            const void *entry = (const uint8_t *)known_a + at;
            const struct known_datum *of = entry;
            levels |= of->level << k;
            value = of->value;
            if (h[k] < 0) {
                value = -value;
                OPAQUE(value); /* a branch around one instruction */
            }
        } else if (known[k] >= BELOW(1)) { /* not zero */
            to->far = 1;
            if (at < BELOW(16)) {
                value = value_in(false, s, h[k], 0, at & ~(BELOW(1) - 1u));
            }
        }
        to->value[k] = value;
    }
    to->levels = levels;
    return top >> 7;
}
#else
ALWAYS_INLINE uint32_t decode_known(struct operand_half *to, const struct slice *s,
                                    const uint16_t *high, const uint8_t *low) {
    return decode(to, false, s, high, low, STX_COLS);
}
#endif

/* The columns that are not all zero, if there are at most OPERAND_FEW of them; otherwise all. */
static __attribute__((noinline)) uint16_t few_columns(const struct operand_a *a) {
    uint32_t used = 0;
    unsigned count = 0;
    for (unsigned col = 0; col < STX_COLS; col++) {
        bool any = a->column[0][col].half.top | a->column[1][col].half.top;
        used |= (uint32_t)any << col;
        count += any;
    }
    return (uint16_t)(count <= OPERAND_FEW ? used : OPERAND_ALL_COLUMNS);
}

ALWAYS_INLINE void decode_face_a(struct operand_a *to, const struct slice *s,
                                 const struct stx_src *src, unsigned row, bool known) {
    unsigned zeros = 0; /* half columns */
    for (unsigned half = 0; half < 2; half++) {
        unsigned first = (row + 8 * half) % STX_SRC_ROWS;
        const uint16_t *high = src->high[src->fpu_bank][first];
        const uint8_t *low = src_low_row(src, src->fpu_bank, first);
        uint32_t lowest = 255, highest = 0;
        struct operand_column *o = to->column[half];
        for (const struct operand_column *end = o + STX_COLS; o != end; o++, high++) {
            uint32_t top = known ? decode_known(&o->half, s, high, low)
                                 : decode(&o->half, false, s, high, low, STX_COLS);
            low += STX_SRC_LOW;
            o->sum.exponent = 0;
            if (top == 0) {
                zeros += !IS_SMALL;
            } else if (top < lowest) {
                lowest = top;
            }
            highest = top > highest ? top : highest;
        }
        to->highest[half] = (uint8_t)highest;
        to->lowest[half] = (uint8_t)lowest;
    }
    if (!IS_SMALL) {
        to->used = OPERAND_ALL_COLUMNS;
    }
    if (!IS_SMALL && zeros >= 2 * (STX_COLS - OPERAND_FEW)) {
        to->used = few_columns(to);
    }
}

ALWAYS_INLINE void decode_rows_b(struct operand_b *to, const struct slice *s,
                                 const struct stx_src *src, unsigned row, unsigned rows) {
    const uint16_t *high = src->high[src->fpu_bank][row];
    const uint8_t *low = src_low_row(src, src->fpu_bank, row);
    struct operand_half *o = to->half[row % PRODUCT_ROWS];
    for (const struct operand_half *end = o + 2 * rows; o != end; o++, high += 8) {
        (void)decode(o, true, s, high, low, 1);
        low += 8 * STX_SRC_LOW;
    }
}

/* Reads bfloat16, the usual format. Where code size allows, the reading is a constant, so that the
 * compiler can fold its values into the loops. */
static const struct operand_reading usual = {255, 0, false}, usual_fine = {255, 0, true};

ALWAYS_INLINE bool is_usual(const struct operand_reading *how) {
    return !IS_SMALL && how->exponents == 255 && how->low == 0;
}

void operand_a_decode(struct operand_a *to, const struct operand_reading *how,
                      const struct stx_src *src, unsigned row) {
    if (!is_usual(how)) {
        const struct slice s = slice_a(how);
        decode_face_a(to, &s, src, row, false);
    } else if (how->fine) {
        const struct slice s = slice_a(&usual_fine);
        decode_face_a(to, &s, src, row, false);
    } else {
        const struct slice s = slice_a(&usual);
        decode_face_a(to, &s, src, row, LOOKS_UP);
    }
}

void operand_b_decode(struct operand_b *to, const struct operand_reading *how,
                      const struct stx_src *src, unsigned row, unsigned rows) {
    if (!is_usual(how)) {
        const struct slice s = slice_b(how);
        decode_rows_b(to, &s, src, row, rows);
    } else if (how->fine) {
        const struct slice s = slice_b(&usual_fine);
        decode_rows_b(to, &s, src, row, rows);
    } else {
        const struct slice s = slice_b(&usual);
        decode_rows_b(to, &s, src, row, rows);
    }
}
