/* SPDX-License-Identifier: Apache-2.0
 *
 * lanes.c - lane enable, operands and results of SFPU words (SPEC 7, 8.10). */
#include "sfpu/lanes.h"

#include "isa/vector_words.h"
#include "num/prng.h"

/* Usually no column has any LaneConfig bit set, which the first test finds. */
uint32_t sfpu_lanes_with(const struct stx_core *core, uint32_t bit) {
    uint32_t columns = 0;
    if (!(sfpu_some_config(core) & bit)) {
        return 0;
    }
    for (unsigned c = 0; c < 8; c++) {
        columns |= sfpu_bit(core->sfpu.lane_config[c] & bit, c);
    }
    return columns * 0x01010101u;
}

/* The lanes that ROW_MASK of their column disables, row by row. */
static __attribute__((noinline)) uint32_t masked_rows(const struct stx_core *core) {
    uint32_t mask = 0;
    for (unsigned row = 0; row < 4; row++) {
        uint32_t columns = sfpu_lanes_with(core, LC_ROW_MASK_0 << row);
        mask |= columns & (0xFFu << (8 * row));
    }
    return mask;
}

uint32_t sfpu_enabled(const struct stx_core *core) {
    const struct stx_sfpu *s = &core->sfpu;
    uint32_t enabled = s->flags | ~s->use;
    if (sfpu_some_config(core) & LC_ROW_MASK) {
        enabled &= ~masked_rows(core);
    }
    return enabled;
}

/* Finds operands while a sequence is under way, or with values outside of registers. An operation
 * of a sequence has operands other than those that its word names. */
static __attribute__((noinline)) void begin_issue(const struct stx_sfpu_issue *issue, uint32_t word,
                                                  unsigned dest, struct sfpu_op *op) {
    op->reg = issue->reg;
    op->lanes = issue->lanes;
    sfpu_find_named(op, word, dest);
    if (issue->scheduled) {
        op->vb = op->reg[issue->vb];
        op->c = issue->vc;
        op->dest = issue->dest;
        op->vd = op->reg[issue->vc_is_vd ? issue->vc : issue->vb];
        op->vc = op->reg[op->c];
    } else if (issue->values) {
        op->va = sfpu_value(issue, vector_va(word));
        op->vb = sfpu_value(issue, vector_vb(word));
        op->vc = sfpu_value(issue, op->c);
        op->vd = sfpu_value(issue, op->dest);
        op->late = SFPU_ELSEWHERE;
    }
}

/* Inlined into each caller, unless the compiler optimizes for size. */
static IN_CALLERS void begin_op(struct stx_core *core, uint32_t word, unsigned dest,
                                struct sfpu_op *op) {
    if (core->sfpu.issue) {
        begin_issue(core->sfpu.issue, word, dest, op);
        return;
    }
    op->reg = (const uint32_t(*)[STX_LANES])core->sfpu.lreg;
    op->lanes = sfpu_lanes_on(core);
    sfpu_find_named(op, word, dest);
}

void sfpu_begin(struct stx_core *core, uint32_t word, struct sfpu_op *op) {
    begin_op(core, word, vector_vd_low(word), op);
    op->out = sfpu_out(core, op, op->dest, op->lanes);
}

void sfpu_begin_high(struct stx_core *core, uint32_t word, struct sfpu_op *op) {
    begin_op(core, word, vector_vd_high(word), op);
    op->out = sfpu_out(core, op, op->dest, op->lanes);
}

void sfpu_begin_late(struct stx_core *core, uint32_t word, struct sfpu_op *op) {
    begin_op(core, word, vector_vd_low(word), op);
    if (core->sfpu.issue && op->late != SFPU_ELSEWHERE) {
        op->late = SFPU_LATE;
    }
    op->out = NULL;
}

static struct stx_sfpu_result *new_result(struct stx_core *core, uint32_t lanes) {
    struct stx_sfpu_result *result = &core->sfpu.result[core->sfpu.results++];
    result->lanes = lanes;
    return result;
}

uint32_t *sfpu_out(struct stx_core *core, struct sfpu_op *op, unsigned reg, uint32_t lanes) {
    if (!sfpu_writable(reg)) {
        return op->buffer;
    }
    if (op->late == SFPU_AT_ONCE) {
        return core->sfpu.lreg[reg];
    }
    if (op->late == SFPU_ELSEWHERE) {
        return core->sfpu.issue->result;
    }
    struct stx_sfpu_result *result = new_result(core, lanes);
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        result->lreg[lane] = (uint8_t)reg;
    }
    return result->value;
}

enum { MAD_INDIRECT = 8 };

void sfpu_begin_mad(struct stx_core *core, uint32_t word, uint32_t mod, struct sfpu_op *op) {
    sfpu_begin_late(core, word, op);
    op->indirect = (mod & MAD_INDIRECT) && op->dest != 16;
    op->out = op->indirect ? op->buffer : sfpu_out(core, op, op->dest, op->lanes);
}

/* The lanes in which LReg7 & 15 is a register that can be written. */
static uint32_t indirect_lanes(const struct sfpu_op *op) {
    uint32_t lanes = 0;
    SFPU_FOR_LANES(op->lanes, lane) {
        lanes |= sfpu_bit((op->reg[7][lane] & 15u) < 8, lane);
    }
    return lanes;
}

static void scatter(struct stx_core *core, const struct sfpu_op *op, uint32_t lanes) {
    SFPU_FOR_LANES(lanes, lane) {
        core->sfpu.lreg[op->reg[7][lane] & 7u][lane] = op->buffer[lane];
    }
}

static void scatter_late(struct stx_core *core, const struct sfpu_op *op, uint32_t lanes) {
    struct stx_sfpu_result *result = new_result(core, lanes);
    SFPU_FOR_LANES(lanes, lane) {
        result->lreg[lane] = op->reg[7][lane] & 7u;
        result->value[lane] = op->buffer[lane];
    }
}

void sfpu_end_mad(struct stx_core *core, const struct sfpu_op *op) {
    if (!op->indirect) {
        return;
    }
    (op->late ? scatter_late : scatter)(core, op, indirect_lanes(op));
}

void sfpu_random_step(struct stx_core *core, uint32_t lanes) {
    uint32_t *state = core->sfpu.prng;
    if (lanes == SFPU_ALL_LANES) {
        SFPU_EACH_LANE(lane) {
            state[lane] = prng_next(state[lane]);
        }
        return;
    }
    SFPU_FOR_LANES(lanes, lane) {
        state[lane] = prng_next(state[lane]);
    }
}

void sfpu_random_lanes(struct stx_core *core, uint32_t lanes, uint32_t *out) {
    const uint32_t *state = core->sfpu.prng;
    SFPU_EACH_LANE(lane) {
        out[lane] = state[lane];
    }
    sfpu_random_step(core, lanes);
}
