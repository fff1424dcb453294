/* SPDX-License-Identifier: Apache-2.0
 *
 * float_parts.c - sign, exponent and mantissa of a float: SFPEXEXP, SFPEXMAN, SFPSETEXP, SFPSETMAN,
 * SFPSETSGN, SFPDIVP2, SFPABS (SPEC 8.4). */
#include "sfpu/exec.h"
#include "sfpu/modes.h"

#define EXPONENT 0x7F800000u
#define MANTISSA 0x007FFFFFu

enum { EXEXP_RAW = 1, SETS_FLAG = 2, INVERTS_FLAG = 8 };

SFPU_EXEC(SFPEXEXP) {
    uint32_t mod = a->instr_mod1, bias = mod & EXEXP_RAW ? 0 : 127, flags = core->sfpu.flags;
    const uint32_t *vc = op->vc;
    uint32_t *out = sfpu_results(op);
    SFPU_EACH_LANE(lane) {
        out[lane] = (vc[lane] >> 23 & 0xFFu) - bias;
    }
    if (mod & SETS_FLAG) {
        flags = sfpu_signs(out);
    }
    sfpu_keep(op);
    sfpu_update_flags(core, op, flags, mod & INVERTS_FLAG);
    return STX_DONE;
}

SFPU_EXEC(SFPEXMAN) {
    uint32_t hidden = a->instr_mod1 & 1u ? 0 : 0x800000u;
    const uint32_t *vc = op->vc;
    uint32_t *out = sfpu_results(op);
    SFPU_EACH_LANE(lane) {
        out[lane] = (vc[lane] & MANTISSA) | hidden;
    }
    sfpu_keep(op);
    return STX_DONE;
}

SFPU_EXEC_MODES(SFPSETEXP) {
    uint32_t mod = a->instr_mod1 & 3u;
    /* The exponent comes from the immediate, from VD's exponent or from VD's lowest byte. */
    const uint32_t set = mod & 1u ? a->imm12_math << 23 : 0, left = mod & 2u ? 0 : 23;
    const uint32_t of_vd = mod & 1u ? 0 : EXPONENT, *vc = op->vc, *vd = op->vd;
    uint32_t *out = sfpu_results(op);
    SFPU_EACH_LANE(lane) {
        out[lane] = (vc[lane] & ~EXPONENT) | (vd[lane] << left & of_vd) | set;
    }
    sfpu_keep(op);
    return STX_DONE;
}

/* Replaces the bits of a field of VC by the immediate (Mod1 1) or by those of VD. */
static SFPU_IN_BODIES enum stx_result replace_field(struct sfpu_op *op, uint32_t mod,
                                                    uint32_t field, uint32_t immediate) {
    /* Either the immediate and none of VD's bits, or only VD's bits. */
    const uint32_t set = mod & 1u ? immediate : 0, of_vd = mod & 1u ? 0 : field;
    const uint32_t *vc = op->vc, *vd = op->vd;
    uint32_t *out = sfpu_results(op);
    SFPU_EACH_LANE(lane) {
        out[lane] = (vc[lane] & ~field) | (vd[lane] & of_vd) | set;
    }
    sfpu_keep(op);
    return STX_DONE;
}

SFPU_EXEC_MODES(SFPSETMAN) {
    return replace_field(op, a->instr_mod1, MANTISSA, a->imm12_math << 11);
}

SFPU_EXEC_MODES(SFPSETSGN) {
    return replace_field(op, a->instr_mod1, SFPU_SIGN, a->imm12_math << 31);
}

/* Adds n to an exponent modulo 256. An exponent of 255 is not changed. */
static inline uint32_t add_exponent(uint32_t v, uint32_t n) {
    uint32_t sum = (v & ~EXPONENT) | ((v + (n << 23)) & EXPONENT);
    return (v & EXPONENT) == EXPONENT ? v : sum;
}

SFPU_EXEC_MODES(SFPDIVP2) {
    uint32_t imm = a->imm12_math & 0xFFu;
    const uint32_t *vc = op->vc;
    uint32_t *out = sfpu_results(op);
    if (a->instr_mod1 & 1u) {
        SFPU_EACH_LANE(lane) {
            out[lane] = add_exponent(vc[lane], imm);
        }
    } else {
        SFPU_EACH_LANE(lane) {
            out[lane] = (vc[lane] & ~EXPONENT) | (imm << 23);
        }
    }
    sfpu_keep(op);
    return STX_DONE;
}

#define LAST_NAN_FREE \
    0xFF800000u /* minus infinity; anything larger as an unsigned number is a negative NaN */

SFPU_EXEC_MODES(SFPABS) {
    const uint32_t *vc = op->vc;
    uint32_t *out = sfpu_results(op);
    if (a->instr_mod1 & 1u) {
        SFPU_EACH_LANE(lane) {
            uint32_t v = vc[lane];
            out[lane] = v > LAST_NAN_FREE ? v : v & ~SFPU_SIGN;
        }
    } else {
        SFPU_EACH_LANE(lane) {
            uint32_t v = vc[lane], sign = 0u - (v >> 31);
            out[lane] = (v ^ sign) - sign;
        }
    }
    sfpu_keep(op);
    return STX_DONE;
}
