/* SPDX-License-Identifier: Apache-2.0
 *
 * fpu_mac.h - the FPU's arithmetic as pure functions (SPEC 6.3, 6.4, B.1).
 *
 * A source datum is a word in the shape of a binary32: sign 31, exponent 30:23, mantissa 22:13. A
 * term is what goes into the accumulator: (-1)^negative * magnitude * 2^(exponent - 127 - 23),
 * where the exponent may be any integer. Exponent 255 is an ordinary exponent; there are no NaNs.
 */
#ifndef STX_NUM_FPU_MAC_H
#define STX_NUM_FPU_MAC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "softensix/arch.h"
#include "private.h"

struct fpu_term {
    int32_t exponent;
    uint32_t magnitude; /* < 2^29 */
    bool negative;
};

/* How an operation reads and rounds; fixed for a whole instruction. */
struct fpu_mode {
    bool acc32;            /* Dst holds 32-bit elements */
    bool e8;               /* 8-bit exponents, else 5-bit (fp16) */
    uint32_t phase;        /* fidelity phase 0..3 */
    int32_t adjust;        /* added to the exponent sum of a product */
    int32_t zero_exponent; /* exponent of a product with a zero operand */
    bool keeps;            /* zeros of SrcB count in sums of products */
    bool right_minus_1;    /* sums of -1 are right: without the erratum MINUS_ONE */
    bool wraps; /* the simulator's side of the departure KEPT_MINUS_ZERO, for kept zeros */
    bool loses_plus_zero; /* that of KEPT_PLUS_ZERO */
    uint8_t *infinity;    /* departure INFINITY_STAYS: [0] becomes 1 where its sides differ, [1] is
                           * 1 on the simulator's; NULL: silicon's side */
    uint16_t *special;    /* where special results are noted (num/special_bits.h); NULL: nowhere */
};

/* Sets the usual mode, but for `infinity`, member by member: compilers make a structure elsewhere
 * and copy it. */
static inline void fpu_mode_set(struct fpu_mode *mode, bool acc32, bool e8, uint32_t phase) {
    int32_t adjust = e8 ? -127 : acc32 ? 97 : -15;
    adjust -= (phase & 1u) ? 5 : 0;
    adjust -= (phase & 2u) ? 7 : 0;
    mode->acc32 = acc32;
    mode->e8 = e8;
    mode->phase = phase;
    mode->adjust = adjust;
    mode->zero_exponent = adjust > 0 ? adjust : 0;
    mode->keeps = mode->right_minus_1 = mode->wraps = mode->loses_plus_zero = false;
    mode->special = NULL;
}

static inline struct fpu_mode fpu_mode_make(bool acc32, bool e8, uint32_t phase) {
    struct fpu_mode mode;
    fpu_mode_set(&mode, acc32, e8, phase);
    mode.infinity = NULL;
    return mode;
}

/* Wormhole normalises an exact sum of -1, in units of a 32-bit Dst, as if it were the sum that this
 * function returns (erratum MINUS_ONE). */
static inline int32_t fpu_sum_as_seen(int32_t sum) {
    return STX_SUM_OF_MINUS_1 && sum == -1 ? -(1 << 27) : sum;
}

/* Does a zero count as the larger operand when it is added to a kept -0? */
static inline bool fpu_zero_is_larger(const struct fpu_mode *mode) {
    return STX_KEPT_MINUS_ZERO_WRAPS && mode->wraps;
}

/* Is an infinity in Dst (exponent 255) shifted to 0 by a sum whose largest exponent is `top`? Later
 * fidelity phases of a product that overflows have such exponents even if their slices are 0. */
static inline bool fpu_drops_infinity(bool acc32, int32_t top) {
    return top > 255 + (acc32 ? 24 : 11);
}

/* What is left of a sum in which everything is 0 after fpu_drops_infinity(): 0 for the simulator;
 * otherwise 2^23 with that sign, in units of 2^(top - 127 - 23), which rounds to an infinity. */
int32_t fpu_dropped_infinity(const struct fpu_mode *mode, bool negative);

/* Notes a special result. */
static inline void fpu_note(const struct fpu_mode *mode, unsigned special) {
    if (mode->special) {
        *mode->special |= (uint16_t)special;
    }
}

/* In the following, an operand with exponent field 0 is zero. With keep_b, or mode->keeps, this is
 * true of SrcA's alone: such a datum of SrcB has its hidden bit, and +0 and -0 have the
 * magnitude 1.0 with the exponent 0. */

/* Sum of eight products b[k] * a[k]; one with a zero adds nothing. */
struct fpu_term fpu_group(const struct fpu_mode *mode, const uint32_t b[8], const uint32_t a[8]);

/* One product as a term, not rounded (ELWMUL). */
struct fpu_term fpu_product(const struct fpu_mode *mode, uint32_t b, uint32_t a, bool keep_b);

/* a + b as a term (ELWADD; flip b's sign for ELWSUB). */
struct fpu_term fpu_sum(const struct fpu_mode *mode, uint32_t a, uint32_t b, bool keep_b);

/* A Dst element plus two terms, rounded. The element has the shape of a binary32; for FP16 the
 * exponent keeps its bias and the mantissa is in bits 22:13. */
uint32_t fpu_accumulate(const struct fpu_mode *mode, struct fpu_term t0, struct fpu_term t1,
                        uint32_t dst);

/* Does the sum of Dst and an exact value not fit into sign and magnitude? */
bool fpu_saturates(uint32_t dst, int32_t value);

/* The saturating sign-magnitude sum of Dst and an exact value. A sum of zero is +0. */
uint32_t fpu_accumulate_int(uint32_t dst, int32_t value);

#endif
