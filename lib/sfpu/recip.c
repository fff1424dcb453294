/* SPDX-License-Identifier: Apache-2.0
 *
 * recip.c - SFPARECIP: approximate reciprocal and exponential (SPEC 8.8). */
#include "num/sfpu_recip.h"
#include "sfpu/exec.h"

enum { RECIPROCAL, RECIPROCAL_IF_NEGATIVE };

static void approximate(struct sfpu_op *op, uint32_t mod) {
    const uint32_t *vb = op->vb, *vc = op->vc;
    uint32_t *out = sfpu_results(op);
    if (mod == RECIPROCAL) {
        SFPU_EACH_LANE(lane) {
            out[lane] = (vc[lane] & SFPU_SIGN) | sfpu_recip(vc[lane] & ~SFPU_SIGN);
        }
    } else if (mod == RECIPROCAL_IF_NEGATIVE) {
        SFPU_EACH_LANE(lane) {
            uint32_t reciprocal = sfpu_recip(vc[lane] & ~SFPU_SIGN);
            out[lane] = vb[lane] & SFPU_SIGN ? reciprocal : vc[lane];
        }
    } else {
        SFPU_EACH_LANE(lane) {
            out[lane] = (vc[lane] & SFPU_SIGN) | sfpu_exp(vc[lane] & ~SFPU_SIGN);
        }
    }
}

SFPU_EXEC(SFPARECIP) {
    approximate(op, a->instr_mod1);
    sfpu_keep(op);
    return STX_DONE;
}
