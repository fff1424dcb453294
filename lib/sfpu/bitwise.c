/* SPDX-License-Identifier: Apache-2.0
 *
 * bitwise.c - SFPAND, SFPOR, SFPXOR, SFPNOT, SFPSHFT (SPEC 8.4). */
#include "fast/chosen.h"
#include "sfpu/exec.h"

/* The first input is VB if bit 0 of Mod1 is set, otherwise VD. A scheduled operation uses its
 * result register as VD (docs/SPEC-NOTES.md, SFPAND), so op.vd is not used here. */
static const uint32_t *first_input(const struct stx_core *core, const struct sfpu_op *op,
                                   uint32_t mod) {
    return mod & 1u ? op->vb : sfpu_operand(core, op->dest);
}

SFPU_EXEC(SFPAND) {
    const uint32_t *other = first_input(core, op, a->instr_mod1);
    const uint32_t *vc = op->vc;
    uint32_t *out = sfpu_results(op);
    SFPU_EACH_LANE(lane) {
        out[lane] = other[lane] & vc[lane];
    }
    sfpu_keep(op);
    return STX_DONE;
}

SFPU_EXEC(SFPOR) {
    const uint32_t *other = first_input(core, op, a->instr_mod1);
    const uint32_t *vc = op->vc;
    uint32_t *out = sfpu_results(op);
    SFPU_EACH_LANE(lane) {
        out[lane] = other[lane] | vc[lane];
    }
    sfpu_keep(op);
    return STX_DONE;
}

SFPU_EXEC(SFPXOR) {
    const uint32_t *vc = op->vc, *vd = op->vd;
    uint32_t *out = sfpu_results(op);
    SFPU_EACH_LANE(lane) {
        out[lane] = vd[lane] ^ vc[lane];
    }
    sfpu_keep(op);
    return STX_DONE;
}

SFPU_EXEC(SFPNOT) {
    const uint32_t *vc = op->vc;
    uint32_t *out = sfpu_results(op);
    SFPU_EACH_LANE(lane) {
        out[lane] = ~vc[lane];
    }
    sfpu_keep(op);
    return STX_DONE;
}

enum { SHIFT_IMMEDIATE = 1, SHIFT_ARITHMETIC = 2, SHIFT_OF_VC = 4 | SHIFT_IMMEDIATE };

/* Shifts all lanes by the same amount. arithmetic is all ones or 0. */
static SFPU_IN_BODIES void shift(uint32_t *out, const uint32_t *value, uint32_t amount,
                                 uint32_t arithmetic) {
    const uint32_t right = -amount & 31u, left = amount & 31u;
    if (!(amount & SFPU_SIGN)) {
        SFPU_EACH_LANE(lane) {
            out[lane] = value[lane] << left;
        }
    } else {
        SFPU_EACH_LANE(
            lane) { /* shifts the complement of a negative number and complements the result */
            uint32_t flip = (0 - (value[lane] >> 31)) & arithmetic;
            out[lane] = (value[lane] ^ flip) >> right ^ flip;
        }
    }
}

/* Shifts each lane by its own amount; a negative amount shifts to the right. arithmetic is all ones
 * or 0. */
static SFPU_IN_BODIES void shift_each(uint32_t *out, const uint32_t *value, const uint32_t *amount,
                                      uint32_t arithmetic) {
    if (fast.shift_lanes && !arithmetic) {
        fast.shift_lanes(value, amount, out);
        return;
    }
    SFPU_EACH_LANE(lane) {
        uint32_t by = amount[lane], v = value[lane], flip = (0 - (v >> 31)) & arithmetic;
        uint32_t right = (v ^ flip) >> (-by & 31u) ^ flip;
        out[lane] = by & SFPU_SIGN ? right : v << (by & 31u);
    }
}

SFPU_EXEC(SFPSHFT) {
    uint32_t mod = a->instr_mod1, arithmetic = mod & SHIFT_ARITHMETIC ? UINT32_MAX : 0;
    const uint32_t *value = (mod & SHIFT_OF_VC) == SHIFT_OF_VC ? op->vc : op->vd;
    if (mod & SHIFT_IMMEDIATE) {
        shift(sfpu_results(op), value, sfpu_sext12(a->imm12_math), arithmetic);
    } else {
        shift_each(sfpu_results(op), value, op->vc, arithmetic);
    }
    sfpu_keep(op);
    return STX_DONE;
}
