/* SPDX-License-Identifier: Apache-2.0
 *
 * bitwise.c - SFPAND, SFPOR, SFPXOR, SFPNOT, SFPSHFT (SPEC 8.4). */
#include "num/sfpu_int.h"
#include "sfpu/lanes.h"

/* Mod1 bit 0: VB, else VD. A scheduled operation has its result register for VD
 * (docs/SPEC-NOTES.md, SFPAND), so this is not op.vd. */
static const uint32_t *first_input(const struct sfpu_op *op, uint32_t mod) {
    return mod & 1u ? op->vb : op->reg[op->dest];
}

STX_EXEC(SFPAND) {
    struct sfpu_op op;
    (void)thread;
    sfpu_begin(core, a->word, &op);
    const uint32_t *other = first_input(&op, a->instr_mod1);
    SFPU_FOR_LANES(op.lanes, lane) {
        op.out[lane] = other[lane] & op.vc[lane];
    }
    return STX_DONE;
}

STX_EXEC(SFPOR) {
    struct sfpu_op op;
    (void)thread;
    sfpu_begin(core, a->word, &op);
    const uint32_t *other = first_input(&op, a->instr_mod1);
    SFPU_FOR_LANES(op.lanes, lane) {
        op.out[lane] = other[lane] | op.vc[lane];
    }
    return STX_DONE;
}

STX_EXEC(SFPXOR) {
    struct sfpu_op op;
    (void)thread;
    sfpu_begin(core, a->word, &op);
    SFPU_FOR_LANES(op.lanes, lane) {
        op.out[lane] = op.vd[lane] ^ op.vc[lane];
    }
    return STX_DONE;
}

STX_EXEC(SFPNOT) {
    struct sfpu_op op;
    (void)thread;
    sfpu_begin(core, a->word, &op);
    SFPU_FOR_LANES(op.lanes, lane) {
        op.out[lane] = ~op.vc[lane];
    }
    return STX_DONE;
}

enum { SHIFT_IMMEDIATE = 1, SHIFT_ARITHMETIC = 2, SHIFT_OF_VC = 4 | SHIFT_IMMEDIATE };

STX_EXEC(SFPSHFT) {
    struct sfpu_op op;
    uint32_t mod = a->instr_mod1, imm = sfpu_sext12(a->imm12_math);
    (void)thread;
    sfpu_begin(core, a->word, &op);
    const uint32_t *value = (mod & SHIFT_OF_VC) == SHIFT_OF_VC ? op.vc : op.vd;
    SFPU_FOR_LANES(op.lanes, lane) {
        uint32_t amount = mod & SHIFT_IMMEDIATE ? imm : op.vc[lane];
        op.out[lane] = mod & SHIFT_ARITHMETIC ? sfpu_shift_arithmetic(value[lane], amount)
                                              : sfpu_shift_logical(value[lane], amount);
    }
    return STX_DONE;
}
