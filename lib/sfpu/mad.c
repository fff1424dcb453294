/* SPDX-License-Identifier: Apache-2.0
 *
 * mad.c - SFPMAD and what is made of it: SFPADD, SFPMUL, SFPADDI, SFPMULI (SPEC 8.5); SFPMUL24
 * (SPEC 8.6). */
#include "num/sfpu_int.h"
#include "num/sfpu_mad.h"
#include "num/sfpu_mad_lanes.h"
#include "sfpu/lanes.h"

enum { NEGATE_A = 1, NEGATE_C = 2, INDIRECT_A = 4 };

#define ONE 0x3F800000u

static uint32_t negate_if(uint32_t condition) {
    return condition ? SFPU_SIGN : 0;
}

/* VA; or, with INDIRECT_A, register LReg7 & 15 of the lane. */
static uint32_t first_factor(const struct sfpu_op *op, uint32_t mod, unsigned lane) {
    return mod & INDIRECT_A ? op->reg[op->reg[7][lane] & 15u][lane] : op->va[lane];
}

static void multiply_add_some(struct sfpu_op *op, uint32_t mod, uint32_t flip_a, uint32_t flip_c) {
    SFPU_FOR_LANES(op->lanes, lane) {
        op->out[lane] =
            stx_sfpu_mad(first_factor(op, mod, lane) ^ flip_a, op->vb[lane], op->vc[lane] ^ flip_c);
    }
}

static enum stx_result multiply_add(struct stx_core *core, uint32_t word, uint32_t mod) {
    struct sfpu_op op;
    uint32_t flip_a = negate_if(mod & NEGATE_A), flip_c = negate_if(mod & NEGATE_C);
    sfpu_begin_mad(core, word, mod, &op);
    if (op.lanes == SFPU_ALL_LANES && !(mod & (INDIRECT_A | NEGATE_A | NEGATE_C))) {
        sfpu_mad_lanes(op.va, op.vb, op.vc, op.out);
    } else {
        multiply_add_some(&op, mod, flip_a, flip_c);
    }
    sfpu_end_mad(core, &op);
    return STX_DONE;
}

STX_EXEC(SFPMAD) {
    (void)thread;
    return multiply_add(core, a->word, a->instr_mod1);
}

STX_EXEC(SFPADD) {
    (void)thread;
    return multiply_add(core, a->word, a->instr_mod1);
}

STX_EXEC(SFPMUL) {
    (void)thread;
    return multiply_add(core, a->word, a->instr_mod1);
}

STX_EXEC(SFPADDI) {
    struct sfpu_op op;
    uint32_t flip = negate_if(a->instr_mod1 & NEGATE_C);
    (void)thread;
    sfpu_begin_mad(core, a->word, a->instr_mod1, &op);
    SFPU_FOR_LANES(op.lanes, lane) {
        op.out[lane] = stx_sfpu_mad(a->imm16_math << 16, ONE, op.vd[lane] ^ flip);
    }
    sfpu_end_mad(core, &op);
    return STX_DONE;
}

STX_EXEC(SFPMULI) {
    struct sfpu_op op;
    uint32_t flip = negate_if(a->instr_mod1 & NEGATE_C);
    (void)thread;
    sfpu_begin_mad(core, a->word, a->instr_mod1, &op);
    SFPU_FOR_LANES(op.lanes, lane) {
        op.out[lane] = stx_sfpu_mad(a->imm16_math << 16, op.vd[lane] ^ flip, 0);
    }
    sfpu_end_mad(core, &op);
    return STX_DONE;
}

STX_EXEC(SFPMUL24) {
    struct sfpu_op op;
    uint32_t mod = a->instr_mod1;
    (void)thread;
    sfpu_begin_mad(core, a->word, mod, &op);
    SFPU_FOR_LANES(op.lanes, lane) {
        op.out[lane] = sfpu_mul24(first_factor(&op, mod, lane), op.vb[lane], op.vc[lane], mod & 1u);
    }
    sfpu_end_mad(core, &op);
    return STX_DONE;
}
