/* SPDX-License-Identifier: Apache-2.0
 *
 * compare.c - SFPGT, SFPLE in the sign-magnitude order (SPEC 8.4). */
#include "sfpu/exec.h"

enum { SETS_FLAG = 1, CHANGES_STACK = 2, STACK_OR = 4, WRITES_VD = 8 };

static void combine_top(struct stx_sfpu *s, uint32_t result, uint32_t mod) {
    if (s->depth) {
        uint32_t top = s->stack[s->depth - 1].flags;
        s->stack[s->depth - 1].flags = mod & STACK_OR ? top | result : top & result;
    }
}

/* flip is all ones for the result "not greater". */
static SFPU_IN_BODIES enum stx_result compare_lanes(struct stx_core *core, struct sfpu_op *op,
                                                    uint32_t mod, uint32_t flip) {
    struct stx_sfpu *s = &core->sfpu;
    uint32_t result = sfpu_less(op->vc, op->vd) ^ flip;
    if (mod & SETS_FLAG) {
        s->flags = sfpu_select(op->lanes, result, s->flags);
    }
    if (mod & CHANGES_STACK) {
        combine_top(s, result, mod);
    }
    if (mod & WRITES_VD) {
        uint32_t *out = sfpu_results(op);
        SFPU_EACH_LANE(lane) {
            out[lane] = sfpu_all_ones(result, lane);
        }
        sfpu_keep(op);
    }
    return STX_DONE;
}

SFPU_EXEC(SFPGT) {
    return compare_lanes(core, op, a->instr_mod1, 0);
}

SFPU_EXEC(SFPLE) {
    return compare_lanes(core, op, a->instr_mod1, SFPU_ALL_LANES);
}
