/* SPDX-License-Identifier: Apache-2.0
 *
 * integer.c - SFPIADD, SFPLZ, SFPCAST (SPEC 8.4). */
#include "num/bits.h"
#include "num/sfpu_int.h"
#include "sfpu/lanes.h"

enum { IADD_IMMEDIATE = 1, IADD_SUBTRACT = 2, IADD_KEEPS_FLAG = 4, INVERTS_FLAG = 8 };

STX_EXEC(SFPIADD) {
    struct sfpu_op op;
    uint32_t mod = a->instr_mod1, imm = sfpu_sext12(a->imm12_math), negative = 0;
    (void)thread;
    sfpu_begin(core, a->word, &op);
    SFPU_FOR_LANES(op.lanes, lane) {
        uint32_t d = mod & IADD_IMMEDIATE ? imm : mod & IADD_SUBTRACT ? -op.vd[lane] : op.vd[lane];
        uint32_t sum = op.vc[lane] + d;
        op.out[lane] = sum;
        negative |= sfpu_bit(sum & SFPU_SIGN, lane);
    }
    sfpu_update_flags(core, &op, mod & IADD_KEEPS_FLAG ? core->sfpu.flags : negative,
                      mod & INVERTS_FLAG);
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
