/* SPDX-License-Identifier: Apache-2.0
 *
 * int8_sums.c - sums of sixteen products of integers. */
#include "fast/int8/int8_sums.h"

#if !STX_RVV
#include "fast/common/product_rows.h"

#if STX_METHOD == STX_METHOD_TABLE
/* The sums of every subset of four words. */
static inline void choices(const int32_t *word, int32_t *sum) {
    int32_t w0 = word[0], w1 = word[INT8_PAIRS], w2 = word[2 * INT8_PAIRS];
    int32_t w3 = word[3 * INT8_PAIRS], w01 = w0 + w1;
    sum[0] = 0, sum[1] = w0, sum[2] = w1, sum[3] = w01;
    sum[4] = w2, sum[5] = w2 + w0, sum[6] = w2 + w1, sum[7] = w2 + w01;
    for (unsigned i = 0; i < 8; i++) {
        sum[8 + i] = sum[i] + w3;
    }
}

static inline int32_t word_at(const char *from) {
    int32_t word;
    __builtin_memcpy(&word, __builtin_assume_aligned(from, 4), sizeof word);
    return word;
}

static inline int32_t chosen(const char *sum, const uint8_t at[4]) {
    return word_at(sum + at[0]) + word_at(sum + at[1]) + word_at(sum + at[2]) +
           word_at(sum + at[3]);
}

void int8_sums(const struct int8_a *a, const struct int8_b *b, const unsigned first,
               int32_t sums[INT8_ROWS][INT8_PAIRS]) {
    int32_t sum[4 * 16];
    for (unsigned j = 0; j < INT8_PAIRS; j++) {
        for (unsigned group = 0; group < 4; group++) {
            choices(&a->pair[4 * group][j], &sum[16 * group]);
        }
        for (unsigned i = 0; i < INT8_ROWS; i++) {
            const uint8_t(*at)[4] = b->at[first + i];
            const char *base = (const char *)sum;
            /* One pointer instead of several stack addresses. */
            __asm__("" : "+r"(base) : : "memory");
            int32_t n = -chosen(base, at[0]);
            for (unsigned place = 1; place < INT8_PLACES; place++) {
                n = n * 2 + chosen(base, at[place]);
            }
            sums[i][j] = n;
        }
    }
}
#else
/* The barriers keep the compiler from loading values so early that it runs out of registers. */
#define STEP(j, p, op) (n0##j op v0 * p, n1##j op v1 * p, n2##j op v2 * p, n3##j op v3 * p)
#define STEPS(at, op)                                                          \
    do {                                                                       \
        int32_t v0 = b[at], v1 = b[at + 1], v2 = b[at + 2], v3 = b[at + 3], p; \
        p = pair[at], STEP(0, p, op);                                          \
        COMPILER_BARRIER;                                                      \
        p = pair[at + 1], STEP(1, p, op);                                      \
        COMPILER_BARRIER;                                                      \
        p = pair[at + 2], STEP(2, p, op);                                      \
        COMPILER_BARRIER;                                                      \
        p = pair[at + 3], STEP(3, p, op);                                      \
        COMPILER_BARRIER;                                                      \
    } while (0)
#define STORE(i) \
    (to = &sums[i][left], to[0] = n##i##0, to[1] = n##i##1, to[2] = n##i##2, to[3] = n##i##3)

/* Four rows and four pairs of columns are computed at a time, with sixteen sums in registers. */
void int8_sums(const struct int8_a *a, const struct int8_b *of, unsigned first,
               int32_t sums[INT8_ROWS][INT8_PAIRS]) {
    for (unsigned left = 0; left < INT8_PAIRS; left += 4) {
        const int32_t *pair = &a->pair[0][left], *b = &of->value[0][first];
        int32_t n00, n01, n02, n03, n10, n11, n12, n13, n20, n21, n22, n23, n30, n31, n32, n33, *to;
#if IS_SMALL
        n00 = n01 = n02 = n03 = n10 = n11 = n12 = n13 = n20 = n21 = n22 = n23 = 0;
        n30 = n31 = n32 = n33 = 0;
        for (const int32_t *end = b + PRODUCT_DEPTH * PRODUCT_ROWS; b != end;) {
            STEPS(0, +=);
            pair += INT8_PAIRS, b += PRODUCT_ROWS;
        }
#else
        STEPS(0, =);
        for (const int32_t *end = b + (PRODUCT_DEPTH - 1) * PRODUCT_ROWS; b != end;) {
            STEPS(8, +=);
            STEPS(16, +=);
            STEPS(24, +=);
            pair += 3 * INT8_PAIRS, b += 3 * PRODUCT_ROWS;
        }
#endif
        STORE(0);
        STORE(1);
        STORE(2);
        STORE(3);
    }
}
#endif

/* Turns a sign-magnitude number into two's complement; applied again, it turns it back. */
ALWAYS_INLINE uint32_t other_form(uint32_t v) {
    return (int32_t)v < 0 ? SIGN_BIT - v : v;
}

/* An element plus a value, where |value| < 2^25. */
ALWAYS_INLINE uint32_t sum_of(uint32_t old, int32_t value) {
    uint32_t sum = other_form(old) + (uint32_t)value;
    if (sum + 0x7C000000u <= 0xF8000000u) {
        return other_form(sum);
    }
    return fpu_accumulate_int(old, value); /* near the ends of the range */
}

/* The same for an element of Dst. As long as it keeps its sign and is not 0, its magnitude grows
 * or shrinks. */
ALWAYS_INLINE void add_to(uint16_t *cell, int32_t value) {
    uint16_t *low = cell + DST_TO_LOW;
    uint32_t old = (uint32_t)*cell << 16 | *low, v;
    if ((int32_t)old < 0) {
        v = old - (uint32_t)value;
        v = v > SIGN_BIT ? v : sum_of(old, value);
    } else {
        v = old + (uint32_t)value;
        v = v < SIGN_BIT ? v : sum_of(old, value);
    }
    *cell = (uint16_t)(v >> 16);
    *low = (uint16_t)v;
}

static void finish_row(uint16_t *cell, const int32_t *sum, unsigned weight) {
    for (const uint16_t *end = cell + STX_COLS; cell != end; cell += 2, sum++) {
        int32_t low = (int32_t)((uint32_t)*sum << 16), high = *sum - (low >> 16);
        add_to(cell, low >> (16 - weight));
        add_to(cell + 1, high >> (16 - weight));
    }
}

bool product_int8_scalar(struct stx_core *core, const struct fpu_plan *plan,
                         const struct product_block *block) {
    OPERAND_ROOM_A(room_a);
    OPERAND_ROOM_B(room_b);
    struct rows r = {core, plan, block, NULL};
    const struct int8_a *a = &operand_a_get(core, plan, block->a0, room_a)->int8;
    const union operand_any_b *b = operand_b_get(core, plan, group_of_b(block), room_b);
    unsigned weight = ((plan->mode.phase & 1u) ? 0 : 5u) + ((plan->mode.phase & 2u) ? 0 : 4u);
    unsigned physical = 0, left = 0, row = block->b0 % PRODUCT_ROWS, first = PRODUCT_ROWS;
    int32_t sums[INT8_ROWS][INT8_PAIRS];
    for (unsigned i = 0; i < block->rows; i++, row += block->b_step, physical += block->d_step) {
        if (first != row % PRODUCT_ROWS / INT8_ROWS * INT8_ROWS) {
            first = row % PRODUCT_ROWS / INT8_ROWS * INT8_ROWS;
            int8_sums(a, &b->int8, first, sums);
        }
        if (left == 0) {
            left = rows_side_by_side(block, i);
            physical = rows_physical(&r, block->d0 + i * block->d_step);
            rows_open(&r, physical, left);
        }
        left--;
        finish_row(core->dst.cell[physical], sums[row % INT8_ROWS], weight);
    }
    return true;
}
#endif
