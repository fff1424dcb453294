/* SPDX-License-Identifier: Apache-2.0
 *
 * vector.h - functions that issue words of the vector unit, named by what they compute. The unit
 * works on vectors of 32 binary32 numbers, one in each lane; a tile in a slot of Dst has 32 of
 * them. Vectors 2g and 2g + 1 of a face hold its rows 4g to 4g + 3: the even columns, and the odd
 * ones (SPEC 8.2). Conditions: where_above() and similar functions switch off the lanes for which
 * they do not hold, so that later words leave those lanes unchanged; everywhere() switches all
 * lanes on again. */
#ifndef STX_TILE_VECTOR_H
#define STX_TILE_VECTOR_H

#include "tile/matrix.h"

enum { VECTORS = 32, VECTORS_OF_FACE = 8 };
enum { R0, R1, R2, R3, R4, R5, R6, R7, ZERO = 9, ONE = 10, C12 = 12, C13, C14 };
enum { AS_FP32 = 3, AS_INT32 = 4 };

/* Some binary32 numbers, by their bits. */
#define F32_HALF 0x3F000000u
#define F32_INFINITY 0x7F800000u
#define F32_NAN 0x7FC00000u
#define F32_SMALLEST 0x00800000u /* 2^-126; smaller numbers count as 0 */
#define F32_LARGEST 0x7F7FFFFFu

/* Load and store a vector of a slot; the functions with _as take the format of the bits. */
static inline void load_as(struct stx_tiles *t, unsigned mode, unsigned reg, unsigned slot,
                           unsigned vector) {
    stx_tile_issue(t, TT_OP_SFPLOAD(reg, mode, STAY, slot * SLOT_ROWS + 2 * vector));
}
static inline void load(struct stx_tiles *t, unsigned reg, unsigned slot, unsigned vector) {
    load_as(t, AS_FP32, reg, slot, vector);
}
static inline void store_as(struct stx_tiles *t, unsigned mode, unsigned reg, unsigned slot,
                            unsigned vector) {
    stx_tile_issue(t, TT_OP_SFPSTORE(reg, mode, STAY, slot * SLOT_ROWS + 2 * vector));
}
static inline void store(struct stx_tiles *t, unsigned reg, unsigned slot, unsigned vector) {
    store_as(t, AS_FP32, reg, slot, vector);
}
/* Sets one of R0 to R7 to a constant, by its bits. */
static inline void set(struct stx_tiles *t, unsigned reg, uint32_t bits) {
    stx_tile_issue(t, TT_OP_SFPLOADI(reg, 10, bits & 0xFFFF));
    stx_tile_issue(t, TT_OP_SFPLOADI(reg, 8, bits >> 16));
}
/* Sets C12, C13 or C14 to a constant; R0 is lost. */
static inline void set_constant(struct stx_tiles *t, unsigned reg, uint32_t bits) {
    set(t, R0, bits);
    stx_tile_issue(t, TT_OP_SFPCONFIG(0, reg, 0));
}

/* Issues a word whose result takes two cycles; the next word may read it. */
static inline void issue_late(struct stx_tiles *t, uint32_t word) {
    stx_tile_issue(t, word);
    if (STX_LATE_UNGUARDED) {
        stx_tile_issue(t, TT_OP_SFPNOP);
    }
}

/* d = a b + c, rounded once. */
static inline void mad(struct stx_tiles *t, unsigned d, unsigned a, unsigned b, unsigned c) {
    issue_late(t, TT_OP_SFPMAD(a, b, c, d, 0));
}
static inline void mul(struct stx_tiles *t, unsigned d, unsigned a, unsigned b) {
    issue_late(t, TT_OP_SFPMUL(a, b, ZERO, d, 0));
}
static inline void add(struct stx_tiles *t, unsigned d, unsigned a, unsigned b) {
    issue_late(t, TT_OP_SFPADD(ONE, a, b, d, 0));
}
/* d = c - a b, rounded once, where d is not both b and c; and d = a - b. */
void stx_tile_minus_product(struct stx_tiles *t, unsigned d, unsigned c, unsigned a, unsigned b);
void stx_tile_sub(struct stx_tiles *t, unsigned d, unsigned a, unsigned b);
static inline void copy(struct stx_tiles *t, unsigned d, unsigned a) {
    stx_tile_issue(t, TT_OP_SFPMOV(0, a, d, 0));
}
static inline void negate(struct stx_tiles *t, unsigned d, unsigned a) {
    stx_tile_issue(t, TT_OP_SFPMOV(0, a, d, 1));
}
static inline void absolute(struct stx_tiles *t, unsigned d, unsigned a) {
    stx_tile_issue(t, TT_OP_SFPABS(0, a, d, 1));
}
/* d takes the sign of s, and s becomes the same number as d. */
static inline void with_sign(struct stx_tiles *t, unsigned d, unsigned s) {
    stx_tile_issue(t, TT_OP_SFPSETSGN(0, d, s, 0)); /* s = the magnitude of d with the sign of s */
    copy(t, d, s);
}
/* Exchanges the two where necessary, so that `large` holds the larger one, in the order of sign and
 * magnitude. */
static inline void sort(struct stx_tiles *t, unsigned small, unsigned large) {
    stx_tile_issue(t, TT_OP_SFPSWAP(0, large, small, 1));
}
/* Shifts d left by n bits, or right by -n bits if n is negative; zeros enter. */
static inline void shift(struct stx_tiles *t, unsigned d, int n) {
    stx_tile_issue(t, TT_OP_SFPSHFT((uint32_t)n & 0xFFF, 0, d, 1));
}
/* d = d + a and d = a - d, of integers. */
static inline void integer_add(struct stx_tiles *t, unsigned d, unsigned a) {
    stx_tile_issue(t, TT_OP_SFPIADD(0, a, d, 4));
}
static inline void integer_from(struct stx_tiles *t, unsigned d, unsigned a) {
    stx_tile_issue(t, TT_OP_SFPIADD(0, a, d, 2 | 4));
}

/* Leave on only the lanes where a is negative, or where the integer a is 0. */
static inline void where_negative(struct stx_tiles *t, unsigned a) {
    stx_tile_issue(t, TT_OP_SFPSETCC(0, a, 0, 0));
}
static inline void where_zero(struct stx_tiles *t, unsigned a) {
    stx_tile_issue(t, TT_OP_SFPSETCC(0, a, 0, 6));
}
static inline void everywhere(struct stx_tiles *t) {
    stx_tile_issue(t, TT_OP_SFPENCC(0, 0, 0, 0));
}
/* Leave on only the lanes where a is above a positive constant, or below one other than 0, in the
 * order of sign and magnitude, if all lanes are on. `temporary` is lost. */
void stx_tile_where_above(struct stx_tiles *t, unsigned a, uint32_t bits, unsigned temporary);
void stx_tile_where_below(struct stx_tiles *t, unsigned a, uint32_t bits, unsigned temporary);
/* Leaves on only the lanes where a > b, for integers that are not negative. `temporary` is lost. */
void stx_tile_where_more(struct stx_tiles *t, unsigned a, unsigned b, unsigned temporary);
/* best = a where a is larger, in the order of sign and magnitude; leaves on only these lanes.
 * `temporary` is lost. */
void stx_tile_keep_larger(struct stx_tiles *t, unsigned best, unsigned a, unsigned temporary);

/* p = the polynomial of x with these coefficients, that of the highest power first. The register
 * `temporary` is lost. */
static inline void horner(struct stx_tiles *t, unsigned p, unsigned x, const uint32_t *c,
                          unsigned count, unsigned temporary) {
    set(t, p, c[0]);
    for (unsigned i = 1; i < count; i++) {
        set(t, temporary, c[i]);
        mad(t, p, p, x, temporary);
    }
}

/* Functions of the register R0 (LReg0): the result replaces R0, and R1 to R7 are overwritten. */
void stx_tile_exp(struct stx_tiles *t);
void stx_tile_log(struct stx_tiles *t);
void stx_tile_sqrt(struct stx_tiles *t);
void stx_tile_rsqrt(struct stx_tiles *t);
void stx_tile_reciprocal(struct stx_tiles *t);
void stx_tile_sigmoid(struct stx_tiles *t);
void stx_tile_tanh(struct stx_tiles *t);
void stx_tile_gelu(struct stx_tiles *t);
void stx_tile_silu(struct stx_tiles *t);
void stx_tile_sin(struct stx_tiles *t);
void stx_tile_cos(struct stx_tiles *t);
/* R1 = 1 / R0, for numbers from 1 to 2^126 in R0; R2 is lost. The estimate that it begins with is
 * exact to six bits, and refining it doubles how many are right. */
void stx_tile_reciprocal_of_ordinary(struct stx_tiles *t);
void stx_tile_estimate_reciprocal(struct stx_tiles *t);
void stx_tile_refine_reciprocal(struct stx_tiles *t);

/* Applies a function to every number of a slot. */
void stx_tile_apply(struct stx_tiles *t, enum stx_tile_function function, uint32_t parameter,
                    unsigned slot);

#endif
