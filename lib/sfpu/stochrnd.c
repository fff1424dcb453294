/* SPDX-License-Identifier: Apache-2.0
 *
 * stochrnd.c - SFP_STOCH_RND (SPEC 8.7). */
#include "num/sfpu_round.h"
#include "sfpu/lanes.h"

enum { MANTISSA10, MANTISSA7, F32_UINT8, F32_INT8, SM32_UINT8, SM32_INT8, F32_UINT16, F32_INT16 };
enum { NEAREST = 0, TO_ZERO = 2, SHIFT_IS_IMMEDIATE = 8 };

static uint32_t threshold(uint32_t rnd_mode, uint32_t random) {
    return rnd_mode == NEAREST ? 0x400000u : rnd_mode == TO_ZERO ? 0x7FFFFFu : random & 0x7FFFFFu;
}

static uint32_t round_lane(uint32_t flavour, uint32_t v, unsigned shift, uint32_t t) {
    uint32_t magnitude = v & ~SFPU_SIGN;
    switch (flavour) {
    case MANTISSA10:
        return sfpu_round_f32(v, 13, t);
    case MANTISSA7:
        return sfpu_round_f32(v, 16, t);
    case F32_UINT8:
        return sfpu_round_to_int(magnitude, 255, t);
    case F32_INT8:
        return sfpu_round_to_int(v, 127, t);
    case SM32_UINT8:
        return sfpu_round_sm32(magnitude, shift, 255, t);
    case SM32_INT8:
        return sfpu_round_sm32(v, shift, 127, t);
    case F32_UINT16:
        return sfpu_round_to_int(magnitude, 65535, t);
    default:
        return sfpu_round_to_int(v, 32767, t);
    }
}

STX_EXEC(SFP_STOCH_RND) {
    struct sfpu_op op;
    (void)thread;
    sfpu_begin(core, a->word, &op);
    SFPU_FOR_LANES(op.lanes, lane) {
        uint32_t t = threshold(a->rnd_mode, sfpu_random(core, lane));
        uint32_t shift = a->instr_mod1 & SHIFT_IS_IMMEDIATE ? a->imm8_math : op.vb[lane];
        op.out[lane] = round_lane(a->instr_mod1 & 7u, op.vc[lane], shift & 31u, t);
    }
    return STX_DONE;
}
