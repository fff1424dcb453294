/* SPDX-License-Identifier: Apache-2.0
 *
 * state.c - what Eva cannot see of the state of a core: relations between numbers (make eva-bodies,
 * proofs/eva/lemmas.tsv).
 * Cores: rv32im. */
#include "proof.h"

#include "frontend/mop.c"
#include "regs/dst_rows.h"
#include "regs/l1.h"

extern struct stx_core core;
extern struct stx_front front;

/* Slow. Bytes that l1_has() accepts lie inside L1, and their addresses do not wrap around. */
THEOREM(l1_inside)(uint64_t address, uint64_t bytes) {
    if (l1_has(&core, address, bytes)) {
        claim(bytes <= core.l1_size && address <= core.l1_size);
        claim(address + bytes <= core.l1_size);
    }
}

/* Slow. Every row of Dst that a state of any configuration finds is there, and so is the row of the
 * low halves of a row of 32-bit elements. */
THEOREM(rows_inside)(uint32_t row) {
    claim(dst_row_inline(&core, false, row) < STX_DST_ROWS);
    claim(dst_row_inline(&core, true, row) + DST_LOW_HALF < STX_DST_ROWS);
}

/* At least the steps that are left of a round of a MOP. */
static uint32_t left_of_round(const struct stx_front *f) {
    const uint32_t body = f->inner < f->inner_count ? f->inner_count - f->inner : 0u;
    switch (f->stage) {
    case START:
        return f->inner_count + 4u;
    case BODY:
        return body + 3;
    case END0:
    case END1:
        return END1 + 1 - f->stage;
    default:
        return (f->stage >= SKIP_A ? SKIP_B : MASK_B) + 1 - f->stage;
    }
}

static bool within_limits(const struct stx_front *f) {
    return f->outer <= 129 && f->inner <= 254 && f->inner_count <= 254 && f->stage <= END1;
}

/* In the middle of any MOP that a state may hold, each step leaves a state that may be saved and
 * restored, and less to do: fewer steps of the round, or fewer rounds, or nothing. */
THEOREM(mop_ends)(void) {
    struct stx_front f = front;
    uint32_t word;
    assume(within_limits(&f) && f.stage >= FRONT_MOP);
    const uint32_t rounds = f.outer, steps = left_of_round(&f);
    if (f.stage >= START ? loop_word(&f, &word) : masked_word(&f, &word)) {
        keep(word);
    }
    claim(within_limits(&f));
    claim(f.stage == IDLE || (f.outer == rounds ? left_of_round(&f) < steps : f.outer < rounds));
}
