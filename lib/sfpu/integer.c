/* SPDX-License-Identifier: Apache-2.0
 *
 * integer.c - SFPIADD, SFPLZ, SFPCAST (SPEC 8.4). */
#include "num/bits.h"
#include "num/sfpu_int.h"
#include "sfpu/lanes.h"

enum { IADD_IMMEDIATE = 1, IADD_SUBTRACT = 2, IADD_KEEPS_FLAG = 4, INVERTS_FLAG = 8 };

/* VC plus the immediate, VD or -VD: the complement of VD and 1 more. */
static uint32_t *add(struct sfpu_op *op, uint32_t mod, uint32_t imm) {
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

STX_EXEC(SFPIADD) {
    struct sfpu_op op;
    uint32_t mod = a->instr_mod1, flags = core->sfpu.flags;
    (void)thread;
    sfpu_begin(core, a->word, &op);
    const uint32_t *sums = add(&op, mod, sfpu_sext12(a->imm12_math));
    if (!(mod & IADD_KEEPS_FLAG)) {
        flags = sfpu_signs(sums);
    }
    sfpu_keep(&op);
    sfpu_update_flags(core, &op, flags, mod & INVERTS_FLAG);
    return STX_DONE;
}

enum { LZ_SETS_FLAG = 2, LZ_UNSIGNED = 4 };

STX_EXEC(SFPLZ) {
    struct sfpu_op op;
    uint32_t mod = a->instr_mod1, keep = mod & LZ_UNSIGNED ? ~SFPU_SIGN : UINT32_MAX, nonzero = 0;
    (void)thread;
    sfpu_begin(core, a->word, &op);
    SFPU_FOR_LANES(op.lanes, lane) {
        uint32_t v = op.vc[lane] & keep;
        op.out[lane] = bits_clz32(v);
        nonzero |= sfpu_bit(v != 0, lane);
    }
    sfpu_update_flags(core, &op, mod & LZ_SETS_FLAG ? nonzero : core->sfpu.flags,
                      mod & INVERTS_FLAG);
    return STX_DONE;
}

static uint32_t cast(struct stx_core *core, uint32_t v, uint32_t mod, unsigned lane) {
    switch (mod) {
    case 0:
        return sfpu_sm32_to_f32_rne(v);
    case 1:
        return sfpu_sm32_to_f32_random(v, sfpu_random(core, lane) >> 9);
    case 2:
        return v & SFPU_SIGN ? -v : v;
    default:
        return sfpu_sm32_swap(v);
    }
}

STX_EXEC(SFPCAST) {
    struct sfpu_op op;
    (void)thread;
    sfpu_begin(core, a->word, &op);
    SFPU_FOR_LANES(op.lanes, lane) {
        op.out[lane] = cast(core, op.vc[lane], a->instr_mod1 & 3u, lane);
    }
    return STX_DONE;
}
