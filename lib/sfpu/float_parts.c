/* SPDX-License-Identifier: Apache-2.0
 *
 * float_parts.c - sign, exponent and mantissa of a float: SFPEXEXP, SFPEXMAN, SFPSETEXP, SFPSETMAN,
 * SFPSETSGN, SFPDIVP2, SFPABS (SPEC 8.4). */
#include "sfpu/lanes.h"

#define EXPONENT 0x7F800000u
#define MANTISSA 0x007FFFFFu

enum { EXEXP_RAW = 1, SETS_FLAG = 2, INVERTS_FLAG = 8 };

STX_EXEC(SFPEXEXP) {
    struct sfpu_op op;
    uint32_t mod = a->instr_mod1, bias = mod & EXEXP_RAW ? 0 : 127, negative = 0;
    (void)thread;
    sfpu_begin(core, a->word, &op);
    SFPU_FOR_LANES(op.lanes, lane) {
        uint32_t e = ((op.vc[lane] >> 23) & 0xFFu) - bias;
        op.out[lane] = e;
        negative |= sfpu_bit(e & SFPU_SIGN, lane);
    }
    sfpu_update_flags(core, &op, mod & SETS_FLAG ? negative : core->sfpu.flags, mod & INVERTS_FLAG);
    return STX_DONE;
}

STX_EXEC(SFPEXMAN) {
    struct sfpu_op op;
    uint32_t hidden = a->instr_mod1 & 1u ? 0 : 0x800000u;
    (void)thread;
    sfpu_begin(core, a->word, &op);
    SFPU_FOR_LANES(op.lanes, lane) {
        op.out[lane] = (op.vc[lane] & MANTISSA) | hidden;
    }
    return STX_DONE;
}

STX_EXEC(SFPSETEXP) {
    struct sfpu_op op;
    uint32_t mod = a->instr_mod1 & 3u;
    (void)thread;
    if (!sfpu_allow_mode(core, a->instr_mod1 <= 2)) {
        return STX_FAULT;
    }
    sfpu_begin(core, a->word, &op);
    SFPU_FOR_LANES(op.lanes, lane) {
        uint32_t e = mod & 1u   ? a->imm12_math << 23
                     : mod & 2u ? op.vd[lane] & EXPONENT
                                : (op.vd[lane] & 0xFFu) << 23;
        op.out[lane] = (op.vc[lane] & ~EXPONENT) | e;
    }
    return STX_DONE;
}

/* The bits of a field: the immediate (Mod1 1) or those of VD; the others are those of VC. */
static enum stx_result set_field(struct stx_core *core, uint32_t word, uint32_t mod, uint32_t field,
                                 uint32_t immediate) {
    struct sfpu_op op;
    if (!sfpu_allow_mode(core, mod <= 1)) {
        return STX_FAULT;
    }
    sfpu_begin(core, word, &op);
    SFPU_FOR_LANES(op.lanes, lane) {
        uint32_t bits = mod & 1u ? immediate : op.vd[lane] & field;
        op.out[lane] = (op.vc[lane] & ~field) | bits;
    }
    return STX_DONE;
}

STX_EXEC(SFPSETMAN) {
    (void)thread;
    return set_field(core, a->word, a->instr_mod1, MANTISSA, a->imm12_math << 11);
}

STX_EXEC(SFPSETSGN) {
    (void)thread;
    return set_field(core, a->word, a->instr_mod1, SFPU_SIGN, a->imm12_math << 31);
}

/* Adds n to an exponent modulo 256, unless it is 255. */
static uint32_t add_exponent(uint32_t v, uint32_t n) {
    if ((v & EXPONENT) == EXPONENT) {
        return v;
    }
    return (v & ~EXPONENT) | ((v + (n << 23)) & EXPONENT);
}

STX_EXEC(SFPDIVP2) {
    struct sfpu_op op;
    uint32_t imm = a->imm12_math & 0xFFu;
    (void)thread;
    if (!sfpu_allow_mode(core, a->instr_mod1 <= 1)) {
        return STX_FAULT;
    }
    sfpu_begin(core, a->word, &op);
    SFPU_FOR_LANES(op.lanes, lane) {
        uint32_t v = op.vc[lane];
        op.out[lane] = a->instr_mod1 & 1u ? add_exponent(v, imm) : (v & ~EXPONENT) | (imm << 23);
    }
    return STX_DONE;
}

#define LAST_NAN_FREE 0xFF800000u /* minus infinity */

STX_EXEC(SFPABS) {
    struct sfpu_op op;
    (void)thread;
    if (!sfpu_allow_mode(core, a->instr_mod1 <= 1)) {
        return STX_FAULT;
    }
    sfpu_begin(core, a->word, &op);
    SFPU_FOR_LANES(op.lanes, lane) {
        uint32_t v = op.vc[lane];
        if (a->instr_mod1 & 1u) {
            op.out[lane] = v > LAST_NAN_FREE ? v : v & ~SFPU_SIGN;
        } else {
            op.out[lane] = v & SFPU_SIGN ? -v : v;
        }
    }
    return STX_DONE;
}
