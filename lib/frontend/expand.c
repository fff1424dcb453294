/* SPDX-License-Identifier: Apache-2.0
 *
 * expand.c - the stages in order: MOP expander, replay expander, plain word (SPEC 2). */
#include "frontend/expand.h"

#include "isa/args.h"

void front_offer(struct stx_core *core, unsigned thread, uint32_t word) {
    struct stx_front *f = &core->front[thread];
    if (word_opcode(word) == STX_OP_MOP_CFG) {
        f->mask_hi = (uint16_t)word;
    } else if (word_opcode(word) == STX_OP_MOP) {
        mop_start(core, thread, word);
    } else {
        f->word = word;
        f->has_word = 1;
    }
}

/* The next word that leaves the MOP expander. */
static bool next_raw(struct stx_front *f, uint32_t *word) {
    if (f->has_word) {
        f->has_word = 0;
        *word = f->word;
        return true;
    }
    return mop_next(f, word);
}

bool front_next(struct stx_core *core, unsigned thread, uint32_t *plain) {
    struct stx_front *f = &core->front[thread];
    while (!replay_next(f, plain)) {
        if (!next_raw(f, plain)) {
            return false;
        }
        if (replay_take(f, *plain)) {
            return true;
        }
    }
    return true;
}
