/* SPDX-License-Identifier: Apache-2.0
 *
 * tell.h - tells those who listen what happens in the core (softensix/listen.h). */
#ifndef STX_CORE_TELL_H
#define STX_CORE_TELL_H

#include "softensix/isa.h"
#include "softensix/listen.h"
#include "private.h"

enum {
    TELL_MOVES = STX_HEAR(READ) | STX_HEAR(WRITE),
    /* What is told when a word is about to be tried, when it has been tried, and at either time. */
    TELL_BEGINS = STX_HEAR(BEGIN) | STX_HEAR(USE) | STX_HEAR(ROWS),
    TELL_ENDS = STX_HEAR(WAIT) | STX_HEAR(FAULT) | STX_HEAR(END) | STX_HEAR(USE) | STX_HEAR(ROWS),
    TELL_TRIES = TELL_BEGINS | TELL_ENDS
};

/* True if somebody wants to hear any of these kinds, which a library without STX_TRACE does not
 * tell. */
static inline bool tells(const struct stx_core *core, uint32_t kinds) {
    return STX_TRACE && core->hears & kinds;
}

/* True if somebody wants to hear what words read and write; nothing else is told without
 * STX_TRACE. */
static inline bool tells_moves(const struct stx_core *core) {
    return STX_TRACE ? core->hears & TELL_MOVES : core->hears;
}

/* The core whose running word's use of the configuration is told, or NULL: readers of the
 * configuration know a word of it, not the core. */
#if STX_HOSTED
extern __thread struct stx_core *stx_uses_of;
#else
extern struct stx_core *stx_uses_of;
#endif

/* True if that is told; words then take the plain path, not that of the fast forms. */
static inline bool tells_uses(void) {
    return STX_TRACE && stx_uses_of;
}

/* A word is about to be tried, or has been tried. */
void tell_begin(struct stx_core *core, unsigned thread, uint32_t word);
void tell_tried(struct stx_core *core, unsigned thread, uint32_t word, enum stx_result result);

/* A register was read or written by its address. */
void tell_register(struct stx_core *core, unsigned thread, uint32_t address, uint32_t value,
                   bool write);

/* The running word reads or writes bytes of L1. */
void tell_l1(const struct stx_core *core, bool write, uint32_t address, uint32_t bytes,
             uint32_t format);
/* It reads or writes physical rows of Dst with elements of 16 or 32 bits, or writes datums of a
 * format of L1 to SrcA (0) or SrcB. */
void tell_dst(const struct stx_core *core, bool write, uint32_t row, uint32_t count, unsigned bits);
void tell_source(const struct stx_core *core, unsigned source, uint32_t datums, uint32_t format);
/* It reads or writes bytes of L1 without a format; told only with STX_TRACE. */
static inline void tell_moved(const struct stx_core *core, bool write, uint32_t address,
                              uint32_t bytes) {
    if (tells(core, TELL_MOVES)) {
        tell_l1(core, write, address, bytes, STX_EVENT_NO_FORMAT);
    }
}
/* It uses bits of a configuration word, whose address tells which one, or of its thread's. */
void tell_cfg(const uint32_t *word, uint32_t bits);
void tell_tcfg(uint32_t word, uint32_t bits);

static inline uint32_t tell_bits(unsigned low, unsigned width) {
    return (width < 32 ? (1u << width) - 1u : UINT32_MAX) << low;
}

static inline void tell_cfg_used(const uint32_t *word, unsigned low, unsigned width) {
    if (STX_TRACE && tells_uses()) {
        tell_cfg(word, tell_bits(low, width));
    }
}

static inline void tell_tcfg_used(uint32_t word, uint32_t bits) {
    if (STX_TRACE && tells_uses()) {
        tell_tcfg(word, bits);
    }
}

#endif
