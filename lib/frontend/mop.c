/* SPDX-License-Identifier: Apache-2.0
 *
 * mop.c - the MOP expander: it expands one word into two nested loops or a masked loop (SPEC 2).
 *
 * The position of the expansion is kept in struct stx_front (stage, outer, inner), so that it can
 * stop at any word and continue later. run_cfg holds the configuration as it was when the MOP was
 * offered. */

#include "frontend/mop.h"

#include "core/fault.h"
#include "core/mem.h"

#include "isa/args.h"

enum stage {
    IDLE = FRONT_IDLE,
    MASK_A0 = FRONT_MOP,
    MASK_A1,
    MASK_A2,
    MASK_A3,
    MASK_B,
    SKIP_A,
    SKIP_B,
    START,
    BODY,
    END0,
    END1
};

/* Configuration words of template 0 and of template 1. */
enum { T0_FLAGS = 1, T0_B, T0_A0, T0_A1, T0_A2, T0_A3, T0_SKIP_A, T0_SKIP_B };
enum { T1_OUTER, T1_INNER, T1_START, T1_END0, T1_END1, T1_LOOP, T1_LOOP1, T1_LAST_OUTER, T1_LAST };
enum { FLAG_B = 1, FLAG_HALO = 2 };

/* A slot is present unless its opcode is NOP. */
static bool present(const struct stx_front *f, unsigned slot) {
    return !is_NOP(f->run_cfg[slot]);
}

static void start_loop(const struct stx_core *core, struct stx_front *f) {
    f->outer = f->run_cfg[T1_OUTER] & 127u;
    f->inner_count = f->run_cfg[T1_INNER] & 127u;
    if (f->outer == 1 && !present(f, T1_START) && f->inner_count == 0 && present(f, T1_END0) &&
        erratum_modelled(core, STX_ERRATUM_MOP_129_RUNS)) {
        f->outer = 129;
    }
    if (present(f, T1_LOOP1)) {
        f->inner_count *= 2;
    }
    f->stage = f->outer ? START : IDLE;
}

static void begin_iteration(struct stx_front *f) {
    f->stage = (f->mask & 1u) ? SKIP_A : MASK_A0;
}

static void start_masked(struct stx_front *f, const struct stx_args_MOP *a) {
    f->mask = (uint32_t)f->mask_hi << 16 | a->zmask_lo16_or_loop_count;
    f->outer = (uint16_t)(a->loop_count + 1);
    begin_iteration(f);
}

void mop_start(struct stx_core *core, unsigned thread, uint32_t word) {
    struct stx_front *f = &core->front[thread];
    const struct stx_args_MOP a = fields_of_MOP(word);
    memcpy(f->run_cfg, f->mop_cfg, sizeof f->run_cfg);
    if (a.mop_type) {
        start_loop(core, f);
    } else {
        start_masked(f, &a);
    }
}

/* Ends a round. A state that was restored or set may be in the middle of a MOP with no round left:
 * that round is its last. */
static bool more_rounds(struct stx_front *f) {
    f->outer = (uint16_t)(f->outer - (f->outer != 0));
    return f->outer != 0;
}

static void end_masked(struct stx_front *f) {
    f->mask >>= 1;
    if (more_rounds(f)) {
        begin_iteration(f);
    } else {
        f->stage = IDLE;
    }
}

/* Emits a slot and moves on. B is the last slot of an iteration, even if it is not present. */
static bool masked_word(struct stx_front *f, uint32_t *word) {
    uint32_t flags = f->run_cfg[T0_FLAGS];
    switch (f->stage) {
    case MASK_A0:
        *word = f->run_cfg[T0_A0];
        f->stage = (flags & FLAG_HALO) ? MASK_A1 : MASK_B;
        return true;
    case MASK_A1:
    case MASK_A2:
    case MASK_A3:
        *word = f->run_cfg[T0_A1 + (f->stage - MASK_A1)];
        f->stage++;
        return true;
    case SKIP_A:
        *word = f->run_cfg[T0_SKIP_A];
        f->stage = SKIP_B;
        return true;
    default: /* MASK_B, SKIP_B */
        *word = f->run_cfg[f->stage == MASK_B ? T0_B : T0_SKIP_B];
        end_masked(f);
        return flags & FLAG_B;
    }
}

static uint32_t body_word(const struct stx_front *f) {
    if (f->inner + 1 == f->inner_count) {
        return f->run_cfg[f->outer == 1 ? T1_LAST_OUTER : T1_LAST];
    }
    return f->run_cfg[present(f, T1_LOOP1) && (f->inner & 1u) ? T1_LOOP1 : T1_LOOP];
}

static void end_outer(struct stx_front *f) {
    f->stage = more_rounds(f) ? START : IDLE;
}

/* Does one step of the double loop. True if it has emitted a word. */
static bool loop_word(struct stx_front *f, uint32_t *word) {
    switch (f->stage) {
    case START:
        f->inner = 0;
        f->stage = BODY;
        *word = f->run_cfg[T1_START];
        return present(f, T1_START);
    case BODY:
        if (f->inner >= f->inner_count) {
            f->stage = END0;
            return false;
        }
        *word = body_word(f);
        f->inner++;
        return true;
    case END0:
        *word = f->run_cfg[T1_END0];
        if (!present(f, T1_END0)) {
            end_outer(f);
            return false;
        }
        f->stage = END1;
        return true;
    default: /* END1 */
        *word = f->run_cfg[T1_END1];
        end_outer(f);
        return present(f, T1_END1);
    }
}

bool mop_next(struct stx_front *f, uint32_t *word) {
    while (f->stage != IDLE) {
        if (f->stage >= START ? loop_word(f, word) : masked_word(f, word)) {
            return true;
        }
    }
    return false;
}
