/* SPDX-License-Identifier: Apache-2.0
 *
 * expand.c - the stages in order: MOP expander, replay expander, plain word (SPEC 2). */
#include "frontend/expand.h"

#include "frontend/mop.h"
#include "frontend/replay.h"
#include "isa/args.h"

void front_offer(struct stx_core *core, unsigned thread, uint32_t word) {
    struct stx_front *f = &core->front[thread];
    if (is_MOP_CFG(word)) {
        f->mask_hi = (uint16_t)fields_of_MOP_CFG(word).zmask_hi16;
    } else if (is_MOP(word)) {
        mop_start(core, thread, word);
    } else {
        f->word = word;
        f->stage = FRONT_WORD;
    }
}

/* Gets the next word that leaves the MOP expander. */
static bool next_raw(struct stx_front *f, uint32_t *word) {
    if (f->stage == FRONT_WORD) {
        f->stage = FRONT_IDLE;
        *word = f->word;
        return true;
    }
    return mop_next(f, word);
}

/* A REPLAY that software issues is checked when it is offered; one that a MOP makes is checked
 * here. */
static bool refuses(struct stx_core *core, struct stx_front *f, unsigned thread, uint32_t word) {
    if (replay_allowed(core, thread, word)) {
        return false;
    }
    f->refused = core->verdict == STX_STOP;
    f->stage = f->refused ? 0 : f->stage;
    return true;
}

bool front_next(struct stx_core *core, unsigned thread, uint32_t *plain) {
    struct stx_front *f = &core->front[thread];
    if (replay_next(f, plain)) {
        return true;
    }
    do {
        bool offered = f->stage == FRONT_WORD;
        if (!next_raw(f, plain)) {
            return false;
        }
        if ((offered || !refuses(core, f, thread, *plain)) && replay_take(f, *plain)) {
            return true;
        }
    } while (!replay_next(f, plain));
    return true;
}
