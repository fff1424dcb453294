/* SPDX-License-Identifier: Apache-2.0
 *
 * replay.h - the replay expander, the second stage of the front end (SPEC 2). */
#ifndef STX_FRONTEND_REPLAY_H
#define STX_FRONTEND_REPLAY_H

#include "softensix/core.h"
#include "private.h"

/* Checks the rules for a REPLAY that is not being recorded. True for all other words. */
bool replay_allowed(struct stx_core *core, unsigned thread, uint32_t word);

/* replay_next() gets the next word of the buffer that is being replayed. replay_take() takes a word
 * from the MOP expander; true if it is a plain word for the units. */
bool replay_take(struct stx_front *front, uint32_t word);
static inline unsigned replay_after(unsigned at) {
    return (at + 1u) % STX_REPLAY_WORDS;
}
static inline bool replay_next(struct stx_front *front, uint32_t *plain) {
    if (!front->replay_left) {
        return false;
    }
    *plain = front->replay[front->replay_at];
    front->replay_at = (uint8_t)replay_after(front->replay_at);
    front->replay_left--;
    return true;
}

#endif
