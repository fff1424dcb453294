/* SPDX-License-Identifier: Apache-2.0
 *
 * stochrnd.c - SFP_STOCH_RND (SPEC 8.7). */
#include "num/sfpu_round.h"
#include "sfpu/lanes.h"

enum { MANTISSA10, MANTISSA7, F32_UINT8, F32_INT8, SM32_UINT8, SM32_INT8, F32_UINT16, F32_INT16 };
enum { NEAREST = 0, TO_ZERO = 2, SHIFT_IS_IMMEDIATE = 8 };

/* Finds the thresholds of all lanes. The generators of the enabled lanes are stepped. */
static void thresholds(struct stx_core *core, uint32_t lanes, uint32_t rnd_mode, uint32_t *t) {
    uint32_t fixed = rnd_mode == NEAREST ? 0x400000u : rnd_mode == TO_ZERO ? 0x7FFFFFu : 0;
    uint32_t random = fixed ? 0 : 0x7FFFFFu;
    sfpu_random_lanes(core, lanes, t);
    SFPU_EACH_LANE(lane) {
        t[lane] = (t[lane] & random) | fixed;
    }
}

static void shifts(const struct sfpu_op *op, const struct stx_args_SFP_STOCH_RND *a, uint32_t *s) {
    const uint32_t *vb = op->vb, shift = a->imm8_math;
    SFPU_EACH_LANE(lane) {
        s[lane] = (a->instr_mod1 & SHIFT_IS_IMMEDIATE ? shift : vb[lane]) & 31u;
    }
}

/* The largest integer of each conversion. Conversions with an even number give a magnitude without
 * a sign. */
static const uint16_t largest[] = {[F32_UINT8] = 255, [F32_INT8] = 127,     [SM32_UINT8] = 255,
                                   [SM32_INT8] = 127, [F32_UINT16] = 65535, [F32_INT16] = 32767};

static void round_lanes(struct sfpu_op *op, const struct stx_args_SFP_STOCH_RND *a,
                        const uint32_t *t) {
    const uint32_t flavour = a->instr_mod1 & 7u;
    const uint32_t *v = op->vc, max = largest[flavour], kept = flavour & 1u ? ~0u : ~SFPU_SIGN;
    uint32_t *out = sfpu_results(op);
    if (flavour <= MANTISSA7) {
        unsigned drop = flavour == MANTISSA7 ? 16 : 13;
        SFPU_EACH_LANE(lane) {
            out[lane] = sfpu_round_f32(v[lane], drop, t[lane]);
        }
    } else if (flavour == SM32_UINT8 || flavour == SM32_INT8) {
        uint32_t s[STX_LANES];
        shifts(op, a, s);
        SFPU_EACH_LANE(lane) {
            out[lane] = sfpu_round_sm32(v[lane] & kept, s[lane], max, t[lane]);
        }
    } else {
        SFPU_EACH_LANE(lane) {
            out[lane] = sfpu_round_to_int(v[lane] & kept, max, t[lane]);
        }
    }
}

STX_EXEC(SFP_STOCH_RND) {
    struct sfpu_op op;
    uint32_t t[STX_LANES];
    (void)thread;
    sfpu_begin(core, a->word, &op);
    thresholds(core, op.lanes, a->rnd_mode, t);
    round_lanes(&op, a, t);
    sfpu_keep(&op);
    return STX_DONE;
}
