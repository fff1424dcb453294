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

/* A REPLAY that was offered has been checked; one that a MOP makes is checked here. */
static bool refuses(struct stx_core *core, struct stx_front *f, unsigned thread, uint32_t word) {
    if (replay_allowed(core, thread, word)) {
        return false;
    }
    f->refused = core->verdict == STX_STOP;
    f->stage = f->refused ? 0 : f->stage;
    return true;
}

/* The next word when no buffer is being read. A function of its own, so that the usual case, a word
 * out of the replay buffer, stays short. */
static __attribute__((noinline)) bool expand(struct stx_core *core, struct stx_front *f,
                                             unsigned thread, uint32_t *plain) {
    do {
        bool offered = f->has_word;
        if (!next_raw(f, plain)) {
            return false;
        }
        if ((offered || !refuses(core, f, thread, *plain)) && replay_take(f, *plain)) {
            return true;
        }
    } while (!replay_next(f, plain));
    return true;
}

bool front_next(struct stx_core *core, unsigned thread, uint32_t *plain) {
    struct stx_front *f = &core->front[thread];
    return replay_next(f, plain) || expand(core, f, thread, plain);
}
