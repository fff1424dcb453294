/* SPDX-License-Identifier: Apache-2.0
 *
 * stochrnd.c - SFP_STOCH_RND (SPEC 8.7). */
#include "num/sfpu_round.h"
#include "sfpu/exec.h"

enum { MANTISSA10, MANTISSA7, F32_UINT8, F32_INT8, SM32_UINT8, SM32_INT8, F32_UINT16, F32_INT16 };
enum { NEAREST = 0, TO_ZERO = 2, SHIFT_IS_IMMEDIATE = 8 };

/* The threshold of a lane is taken from its random number, or is the same for all lanes. */
struct thresholds {
    const uint32_t *random;
    uint32_t random_bits, fixed;
};

static struct thresholds thresholds_of(const struct stx_core *core, uint32_t rnd_mode) {
    uint32_t fixed = rnd_mode == NEAREST ? 0x400000u : rnd_mode == TO_ZERO ? 0x7FFFFFu : 0;
    return (struct thresholds){core->sfpu.prng, fixed ? 0 : 0x7FFFFFu, fixed};
}

static inline uint32_t threshold(const struct thresholds *t, unsigned lane) {
    return (t->random[lane] & t->random_bits) | t->fixed;
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

static SFPU_IN_BODIES void round_lanes(struct sfpu_op *op, const struct stx_args_SFP_STOCH_RND *a,
                                       const struct thresholds *t) {
    const uint32_t flavour = a->instr_mod1 & 7u;
    const uint32_t *v = op->vc, max = largest[flavour], kept = flavour & 1u ? ~0u : ~SFPU_SIGN;
    uint32_t *out = sfpu_results(op);
    if (flavour <= MANTISSA7) {
        unsigned drop = flavour == MANTISSA7 ? 16 : 13;
        SFPU_EACH_LANE(lane) {
            out[lane] = sfpu_round_f32(v[lane], drop, threshold(t, lane));
        }
    } else if (flavour == SM32_UINT8 || flavour == SM32_INT8) {
        uint32_t s[STX_LANES];
        shifts(op, a, s);
        SFPU_EACH_LANE(lane) {
            out[lane] = sfpu_round_sm32(v[lane] & kept, s[lane], max, threshold(t, lane));
        }
    } else {
        SFPU_EACH_LANE(lane) {
            out[lane] = sfpu_round_to_int(v[lane] & kept, max, threshold(t, lane));
        }
    }
}

/* The generators are stepped even if the thresholds are fixed. */
SFPU_EXEC(SFP_STOCH_RND) {
    const struct thresholds t = thresholds_of(core, a->rnd_mode);
    round_lanes(op, a, &t);
    sfpu_keep(op);
    sfpu_random_step(core, op->lanes);
    return STX_DONE;
}
