/* SPDX-License-Identifier: Apache-2.0
 *
 * mov.c - SFPMOV and its special sources (SPEC 8.4). */
#include "sfpu/exec.h"

enum { MOV_NEGATE = 1, MOV_ALL_LANES = 2, MOV_SPECIAL = 8 };
enum { SOURCE_MISC = 8, SOURCE_PRNG = 9, SOURCE_LANE_CONFIG = 15 };

static uint32_t special_source(const struct stx_core *core, uint32_t source, unsigned lane) {
    const struct stx_sfpu *s = &core->sfpu;
    if (source < 4) {
        return s->templates[source];
    }
    if (source < 8) {
        return s->sequence[source - 4];
    }
    switch (source) {
    case SOURCE_MISC:
        return s->misc;
    case SOURCE_LANE_CONFIG:
        return s->lane_config[lane & 7u];
    default:
        return 0;
    }
}

static void move_special(struct stx_core *core, struct sfpu_op *op) {
    uint32_t *out = sfpu_results(op);
    if (op->c == SOURCE_PRNG) {
        sfpu_random_lanes(core, op->lanes, out);
    } else {
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            out[lane] = special_source(core, op->c, lane);
        }
    }
    sfpu_keep(op);
}

SFPU_EXEC(SFPMOV) {
    uint32_t mod = a->instr_mod1 & ~4u;
    uint32_t flip = mod & MOV_NEGATE ? SFPU_SIGN : 0;
    if (mod & MOV_SPECIAL) {
        move_special(core, op);
        return STX_DONE;
    }
    if (mod == MOV_ALL_LANES) {
        op->lanes = SFPU_ALL_LANES;
    }
    const uint32_t *vc = op->vc;
    uint32_t *out = sfpu_results(op);
    SFPU_EACH_LANE(lane) {
        out[lane] = vc[lane] ^ flip;
    }
    sfpu_keep(op);
    return STX_DONE;
}
