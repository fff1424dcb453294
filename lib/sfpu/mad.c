/* SPDX-License-Identifier: Apache-2.0
 *
 * mad.c - SFPMAD and what is made of it: SFPADD, SFPMUL, SFPADDI, SFPMULI (SPEC 8.5); SFPMUL24
 * (SPEC 8.6). */
#include "num/sfpu_int.h"
#include "num/sfpu_mad.h"
#include "sfpu/lanes.h"

enum { NEGATE_A = 1, NEGATE_C = 2, INDIRECT_A = 4, INDIRECT_D = 8 };

static uint32_t negate_if(uint32_t condition) {
    return condition ? SFPU_SIGN : 0;
}

/* Where the results of a MAD go: to VD, or lane by lane to LReg7 & 15. */
static bool begin_results(struct stx_core *core, struct sfpu_op *op, uint32_t mod) {
    bool indirect = (mod & INDIRECT_D) && op->dest != 16;
    op->out = indirect ? op->buffer : sfpu_out(core, op, op->dest, op->lanes);
    return indirect;
}

static enum stx_result multiply_add(struct stx_core *core, uint32_t word, uint32_t mod) {
    struct sfpu_op op;
    sfpu_begin_late(core, word, &op);
    bool indirect = begin_results(core, &op, mod);
    uint32_t flip_a = negate_if(mod & NEGATE_A), flip_c = negate_if(mod & NEGATE_C);
    if (op.lanes == SFPU_ALL_LANES && !(mod & INDIRECT_A)) {
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            op.out[lane] = stx_sfpu_mad(op.va[lane] ^ flip_a, op.vb[lane], op.vc[lane] ^ flip_c);
        }
    } else {
        SFPU_FOR_LANES(op.lanes, lane) {
            uint32_t a = mod & INDIRECT_A ? op.reg[op.reg[7][lane] & 15u][lane] : op.va[lane];
            op.out[lane] = stx_sfpu_mad(a ^ flip_a, op.vb[lane], op.vc[lane] ^ flip_c);
        }
    }
    if (indirect) {
        sfpu_scatter(core, &op);
    }
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
    sfpu_begin_late(core, a->word, &op);
    bool indirect = begin_results(core, &op, a->instr_mod1);
    SFPU_FOR_LANES(op.lanes, lane) {
        op.out[lane] = stx_sfpu_mad(a->imm16_math << 16, 0x3F800000u, op.vd[lane] ^ flip);
    }
    if (indirect) {
        sfpu_scatter(core, &op);
    }
    return STX_DONE;
}

STX_EXEC(SFPMULI) {
    struct sfpu_op op;
    uint32_t flip = negate_if(a->instr_mod1 & NEGATE_C);
    (void)thread;
    sfpu_begin_late(core, a->word, &op);
    bool indirect = begin_results(core, &op, a->instr_mod1);
    SFPU_FOR_LANES(op.lanes, lane) {
        op.out[lane] = stx_sfpu_mad(a->imm16_math << 16, op.vd[lane] ^ flip, 0);
    }
    if (indirect) {
        sfpu_scatter(core, &op);
    }
    return STX_DONE;
}

STX_EXEC(SFPMUL24) {
    struct sfpu_op op;
    uint32_t mod = a->instr_mod1;
    (void)thread;
    sfpu_begin_late(core, a->word, &op);
    bool indirect = begin_results(core, &op, mod);
    SFPU_FOR_LANES(op.lanes, lane) {
        uint32_t x = mod & INDIRECT_A ? op.reg[op.reg[7][lane] & 15u][lane] : op.va[lane];
        op.out[lane] = sfpu_mul24(x, op.vb[lane], op.vc[lane], mod & 1u);
    }
    if (indirect) {
        sfpu_scatter(core, &op);
    }
    return STX_DONE;
}
