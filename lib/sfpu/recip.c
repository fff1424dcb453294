/* SPDX-License-Identifier: Apache-2.0
 *
 * recip.c - SFPARECIP: approximate reciprocal and exponential (SPEC 8.8). */
#include "num/sfpu_recip.h"
#include "sfpu/lanes.h"

enum { RECIPROCAL, RECIPROCAL_IF_NEGATIVE };

static uint32_t approximate(uint32_t c, uint32_t b, uint32_t mod) {
    uint32_t sign = c & SFPU_SIGN, magnitude = c & ~SFPU_SIGN;
    if (mod == RECIPROCAL) {
        return sign | sfpu_recip(magnitude);
    }
    if (mod == RECIPROCAL_IF_NEGATIVE) {
        return b & SFPU_SIGN ? sfpu_recip(magnitude) : c;
    }
    return sign | sfpu_exp(magnitude);
}

STX_EXEC(SFPARECIP) {
    struct sfpu_op op;
    (void)thread;
    sfpu_begin(core, a->word, &op);
    SFPU_FOR_LANES(op.lanes, lane) {
        op.out[lane] = approximate(op.vc[lane], op.vb[lane], a->instr_mod1);
    }
    return STX_DONE;
}
