/* SPDX-License-Identifier: Apache-2.0
 *
 * heard.h - lets a listener hear events that no run causes. */
#ifndef STX_TESTS_HEARD_H
#define STX_TESTS_HEARD_H

#include "frontend/touched.h"
#include "softensix/listen.h"

/* The kind of event that a tried word with this result is. */
static inline enum stx_event_kind heard_as(enum stx_result result) {
    return result == STX_DONE ? STX_EVENT_END
                              : (result == STX_WAIT ? STX_EVENT_WAIT : STX_EVENT_FAULT);
}

static inline void heard_event(struct stx_listener *l, const struct stx_event *event) {
    if (l->kinds >> event->kind & 1u) {
        l->hear(l, NULL, event);
    }
}

/* From now on a function hears events of the core. */
static inline void heard_by(struct stx_core *core, uint32_t kinds,
                            void (*hear)(struct stx_listener *self, struct stx_core *core,
                                         const struct stx_event *event)) {
    static struct stx_listener listener;
    listener.hear = hear;
    listener.kinds = kinds;
    stx_listen(core, &listener);
}

static inline void heard_begin(struct stx_listener *l, unsigned thread, uint32_t word) {
    heard_event(l, &(const struct stx_event){
                       .kind = STX_EVENT_BEGIN, .thread = (uint8_t)thread, .word = word});
}

static inline void heard_word(struct stx_listener *l, unsigned thread, uint32_t word,
                              enum stx_result result) {
    heard_event(l, &(const struct stx_event){
                       .kind = (uint8_t)heard_as(result), .thread = (uint8_t)thread, .word = word});
}

/* A word of a thread of a core to which the listener listens is done: what it has touched of Dst,
 * with the counter as it is, and its end. */
static inline void heard_done(struct stx_core *core, struct stx_listener *l, unsigned thread,
                              uint32_t word) {
    if (thread < STX_THREADS) {
        touched_tell(core, thread, word, core->rwc[thread].dst);
    }
    heard_word(l, thread, word, STX_DONE);
}

static inline void heard_access(struct stx_listener *l, unsigned thread, uint32_t address,
                                uint32_t value, bool write) {
    heard_event(l, &(const struct stx_event){.kind = write ? STX_EVENT_STORE : STX_EVENT_LOAD,
                                             .thread = (uint8_t)thread,
                                             .first = address,
                                             .value = value});
}

static inline void heard_l1(struct stx_listener *l, unsigned thread, uint32_t address,
                            uint32_t bytes, bool write) {
    heard_event(l, &(const struct stx_event){.kind = write ? STX_EVENT_L1_STORE : STX_EVENT_L1_LOAD,
                                             .thread = (uint8_t)thread,
                                             .first = address,
                                             .count = bytes});
}

#endif
