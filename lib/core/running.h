/* SPDX-License-Identifier: Apache-2.0
 *
 * running.h - tells callbacks which word is running; they may look at its thread or issue further
 * words. A simple word (fast/words/issue_simple.h) is recorded in its thread's state only while a
 * callback runs. */
#ifndef STX_CORE_RUNNING_H
#define STX_CORE_RUNNING_H

#include "softensix/core.h"
#include "private.h"

struct running {
    uint32_t word;
    uint8_t thread, unshown;
};

/* Called before a callback. */
static inline struct running running_show(struct stx_core *core) {
    struct running r = {core->now_word, core->now_thread, core->running};
    if (r.unshown) {
        core->front[r.thread].held = 1;
        core->running = 0;
    }
    return r;
}

/* Called after a callback. */
static inline void running_hide(struct stx_core *core, struct running r) {
    core->now_word = r.word;
    core->now_thread = r.thread;
    core->running = r.unshown;
    if (r.unshown) {
        core->front[r.thread].held = 0;
    }
}

#endif
