/* SPDX-License-Identifier: Apache-2.0
 *
 * lanes.h - what every SFPU body needs: the operands of a word, where its results go, and loops
 * over lanes. */
#ifndef STX_SFPU_LANES_H
#define STX_SFPU_LANES_H

#include "fast/lanes/usual_copy.h"
#include "isa/vector_words.h"
#include "sfpu/vector_issue.h"

#define SFPU_SIGN 0x80000000u

/* Where the results of a word go: to registers immediately, to registers one cycle late, or to the
 * array of stx_try_values(). */
enum sfpu_results_go { SFPU_AT_ONCE, SFPU_LATE, SFPU_ELSEWHERE };

/* An operation and its operands. */
struct sfpu_op {
    const uint32_t (*reg)[STX_LANES];
    const uint32_t *va, *vb, *vc, *vd; /* inputs; vd is the register named by VD */
    uint32_t *out;                     /* where results of a single register go */
    uint32_t lanes;                    /* lanes to work on */
    uint8_t dest, c;                   /* numbers of the result register and of VC */
    uint8_t late;                      /* enum sfpu_results_go */
    uint8_t indirect;                  /* results go to LReg7 & 15, lane by lane */
    uint32_t buffer[STX_LANES];        /* results that are dropped, or placed lane by lane */
};

/* Finds the operands of a word that has VD in bits 7:4, or for sfpu_begin_high() in bits 23:20. */
void sfpu_begin(struct stx_core *core, uint32_t word, struct sfpu_op *op);
void sfpu_begin_high(struct stx_core *core, uint32_t word, struct sfpu_op *op);
/* The same for SFPSWAP and SFPSHFT2, whose results may be one cycle late in a pipeline. */
void sfpu_begin_late(struct stx_core *core, uint32_t word, struct sfpu_op *op);

/* The same for sub-unit MAD: if bit 3 of mod is set, each lane's result goes to the register LReg7
 * & 15 (SPEC 8.5). Call sfpu_end_mad() when all results are in op->out. */
void sfpu_begin_mad(struct stx_core *core, uint32_t word, uint32_t mod, struct sfpu_op *op);
void sfpu_end_mad(struct stx_core *core, const struct sfpu_op *op);

/* Where the results for register reg go in the given lanes. It is op->buffer if they are dropped.
 */
uint32_t *sfpu_out(struct stx_core *core, struct sfpu_op *op, unsigned reg, uint32_t lanes);

/* Wormhole: the next word may not read what this one writes. */
static inline void sfpu_note_late(struct stx_core *core, uint32_t word) {
    if (STX_LATE_UNGUARDED && !core->sfpu.issue) {
        core->sfpu.late = stx_vector_late(word);
    }
}

/* A word with independent lanes computes all lanes, several at a time, and then keeps those that
 * are enabled:
 *
 *     uint32_t *out = sfpu_results(&op);
 *     SFPU_EACH_LANE(lane) { out[lane] = ...; }
 *     sfpu_keep(&op);
 *
 * out is either the same register as an input or a different one, and never overlaps one in part.
 */
static inline uint32_t *sfpu_results(struct sfpu_op *op) {
    return op->lanes == SFPU_ALL_LANES ? op->out : op->buffer;
}
/* The bit of a lane in a mask, set if the condition holds. */
static inline uint32_t sfpu_bit(bool condition, unsigned lane) {
    return (uint32_t)condition << lane;
}

static inline uint32_t sfpu_select(uint32_t mask, uint32_t where_set, uint32_t where_clear) {
    return (mask & where_set) | (~mask & where_clear);
}

/* A 12-bit immediate as a signed number. */
static inline uint32_t sfpu_sext12(uint32_t imm) {
    return ((imm & 0xFFFu) ^ 0x800u) - 0x800u;
}

/* The position of a value in the sign-magnitude order (SPEC 8.4, SFPSWAP). The lower bits of a
 * negative value are in descending order. */
static inline int32_t sfpu_order(uint32_t v) {
    return (int32_t)(v ^ (0u - (v >> 31)) >> 1);
}

/* On cores with vectors lib/fast has other forms of what follows, and defines a macro of the name
 * of each. */
#include "fast/lanes/lane_masks.h"

#ifndef SFPU_EACH_LANE
#define SFPU_EACH_LANE(lane) for (unsigned lane = 0; lane < STX_LANES; lane++)
#endif

/* The enabled lanes, as sfpu_enabled(). */
#ifndef sfpu_lanes_on
static inline uint32_t sfpu_lanes_on(const struct stx_core *core) {
    return sfpu_enabled(core);
}
#endif

/* True if no sequence is under way and all lanes are enabled. Forms of lib/fast are also false if
 * any bit of LaneConfig is set. */
#ifndef sfpu_all_lanes_usual
static inline bool sfpu_all_lanes_usual(const struct stx_core *core) {
    return !core->sfpu.issue && sfpu_lanes_on(core) == SFPU_ALL_LANES;
}
#endif

/* All ones if the lane is in the mask, otherwise 0. */
#ifndef sfpu_all_ones
static inline uint32_t sfpu_all_ones(uint32_t mask, unsigned lane) {
    return 0u - (mask >> lane & 1u);
}
#endif

/* Keeps the results of the enabled lanes. */
#ifndef sfpu_keep
static inline void sfpu_keep(const struct sfpu_op *op) {
    if (op->lanes != SFPU_ALL_LANES && op->out != op->buffer) {
        SFPU_FOR_LANES(op->lanes, lane) {
            op->out[lane] = op->buffer[lane];
        }
    }
}
#endif

/* The upper or the lower 16 bits. */
#ifndef sfpu_half
static inline uint32_t sfpu_half(uint32_t v, bool upper) {
    return v >> (upper ? 16 : 0) & 0xFFFFu;
}
#endif

/* The signs of all lanes, and the lanes in which a comes before b in the sign-magnitude order. */
#ifndef sfpu_signs
static inline uint32_t sfpu_signs(const uint32_t *v) {
    uint32_t signs = 0;
    for (unsigned lane = STX_LANES; lane-- > 0;) {
        signs = signs << 1 | v[lane] >> 31;
    }
    return signs;
}
#endif
#ifndef sfpu_less
static inline uint32_t sfpu_less(const uint32_t *a, const uint32_t *b) {
    uint32_t less = 0;
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        less |= sfpu_bit(sfpu_order(a[lane]) < sfpu_order(b[lane]), lane);
    }
    return less;
}
#endif

/* The random numbers are the states of the generators. The first function steps the generators of
 * the given lanes; the second one reads the numbers of all lanes and then does the same. */
void sfpu_random_step(struct stx_core *core, uint32_t lanes);
void sfpu_random_lanes(struct stx_core *core, uint32_t lanes, uint32_t *out);

/* Sets the flags of the enabled lanes to value, or to its inverse. Nothing happens unless VD < 8
 * (SPEC 8.3). */
static inline void sfpu_update_flags(struct stx_core *core, const struct sfpu_op *op,
                                     uint32_t value, uint32_t invert) {
    if (op->dest < 8) {
        core->sfpu.flags = sfpu_select(op->lanes, invert ? ~value : value, core->sfpu.flags);
    }
}

/* Finds the registers that a word names; the results are written at once. */
static inline void sfpu_find_named(struct sfpu_op *op, uint32_t word, unsigned dest) {
    op->va = op->reg[vector_va(word)];
    op->vb = op->reg[vector_vb(word)];
    op->c = (uint8_t)vector_vc(word);
    op->dest = (uint8_t)dest;
    op->late = SFPU_AT_ONCE;
    op->vd = op->reg[dest];
    op->vc = op->reg[op->c];
}

#endif
