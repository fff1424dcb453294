/* SPDX-License-Identifier: Apache-2.0
 *
 * integer.c - SFPIADD, SFPLZ, SFPCAST (SPEC 8.4). */
#include "fast/chosen.h"
#include "num/bits.h"
#include "num/sfpu_int.h"
#include "sfpu/exec.h"

enum { IADD_IMMEDIATE = 1, IADD_SUBTRACT = 2, IADD_KEEPS_FLAG = 4, INVERTS_FLAG = 8 };

/* VC plus the immediate, VD or -VD. -VD is the complement of VD plus 1. */
static SFPU_IN_BODIES uint32_t *add(struct sfpu_op *op, uint32_t mod, uint32_t imm) {
    const uint32_t flip = mod & IADD_SUBTRACT ? UINT32_MAX : 0, *vc = op->vc, *vd = op->vd;
    uint32_t *out = sfpu_results(op);
    if (mod & IADD_IMMEDIATE) {
        SFPU_EACH_LANE(lane) {
            out[lane] = vc[lane] + imm;
        }
    } else {
        SFPU_EACH_LANE(lane) {
            out[lane] = vc[lane] + (vd[lane] ^ flip) - flip;
        }
    }
    return out;
}

SFPU_EXEC(SFPIADD) {
    uint32_t mod = a->instr_mod1, flags = core->sfpu.flags;
    const uint32_t *sums = add(op, mod, sfpu_sext12(a->imm12_math));
    if (!(mod & IADD_KEEPS_FLAG)) {
        flags = sfpu_signs(sums);
    }
    sfpu_keep(op);
    sfpu_update_flags(core, op, flags, mod & INVERTS_FLAG);
    return STX_DONE;
}

enum { LZ_SETS_FLAG = 2, LZ_UNSIGNED = 4 };
enum { CAST_NEAREST, CAST_RANDOM, CAST_MAGNITUDE };

/* The lanes that are not 0, determined from their numbers of leading zeros. */
static uint32_t not_zero(const uint32_t *zeros) {
    uint32_t lanes = 0;
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        lanes |= sfpu_bit(zeros[lane] < 32, lane);
    }
    return lanes;
}

SFPU_EXEC(SFPLZ) {
    uint32_t mod = a->instr_mod1, kept = mod & LZ_UNSIGNED ? ~SFPU_SIGN : UINT32_MAX;
    uint32_t *out = sfpu_results(op);
    SFPU_EACH_LANE(lane) {
        out[lane] = bits_clz32(op->vc[lane] & kept);
    }
    uint32_t flags = mod & LZ_SETS_FLAG ? not_zero(out) : core->sfpu.flags;
    sfpu_keep(op);
    sfpu_update_flags(core, op, flags, mod & INVERTS_FLAG);
    return STX_DONE;
}

static SFPU_IN_BODIES void cast_to_float(struct stx_core *core, struct sfpu_op *op, uint32_t mod) {
    const uint32_t *v = op->vc;
    uint32_t *out = sfpu_results(op), random[STX_LANES];
    if (mod == CAST_NEAREST && fast.cast_lanes) {
        fast.cast_lanes(v, out);
        return;
    }
    if (mod == CAST_NEAREST) {
        SFPU_EACH_LANE(lane) {
            out[lane] = sfpu_sm32_to_f32_rne(v[lane]);
        }
        return;
    }
    sfpu_random_lanes(core, op->lanes, random);
    SFPU_EACH_LANE(lane) {
        out[lane] = sfpu_sm32_to_f32_random(v[lane], random[lane] >> 9);
    }
}

static SFPU_IN_BODIES void cast_integer(struct sfpu_op *op, uint32_t mod) {
    const uint32_t *v = op->vc, sign = mod == CAST_MAGNITUDE ? 0 : SFPU_SIGN;
    uint32_t *out = sfpu_results(op);
    SFPU_EACH_LANE(lane) {
        out[lane] = v[lane] & SFPU_SIGN ? sign | -v[lane] : v[lane];
    }
}

SFPU_EXEC(SFPCAST) {
    uint32_t mod = a->instr_mod1 & 3u;
    if (mod <= CAST_RANDOM) {
        cast_to_float(core, op, mod);
    } else {
        cast_integer(op, mod);
    }
    sfpu_keep(op);
    return STX_DONE;
}
