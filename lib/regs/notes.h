/* SPDX-License-Identifier: Apache-2.0
 *
 * notes.h - notes of what the running word reads and writes, from which diag/order.c checks the
 * order of words afterwards. A library without STX_TRACE contains none of this. */
#ifndef STX_REGS_NOTES_H
#define STX_REGS_NOTES_H

#include "softensix/order.h"

/* What is noted, and the meaning of `at` and `what` for each kind. */
enum note_kind {
    NOTE_CFG_READ,  /* word, where those of bank 1 follow those of bank 0; bits */
    NOTE_TCFG_READ, /* word; bits */
    NOTE_FORMAT,    /* data format of the bytes of L1 in the notes that follow; 1 */
    NOTE_L1_READ,   /* address; number of bytes */
    NOTE_L1_WRITTEN,
    NOTE_DST_READ, /* physical row, with NOTE_WIDE if its elements have 32 bits; number of rows */
    NOTE_DST_WRITTEN,
    NOTE_SOURCE_WRITTEN /* 0 SrcA, 1 SrcB, in the unpackers' bank */
};
#define NOTE_WIDE 0x10000u

/* Where notes are written, or NULL if none are wanted. */
#if STX_HOSTED
extern __thread struct stx_notes *stx_notes_open;
#else
extern struct stx_notes *stx_notes_open;
#endif

#if STX_TRACE
void stx_notes_add(enum note_kind kind, uint32_t at, uint32_t what);
#else
static inline void stx_notes_add(enum note_kind kind, uint32_t at, uint32_t what) {
    (void)kind, (void)at, (void)what;
}
#endif

/* True if notes are being taken; words then take the plain path, not that of the fast forms. */
static inline bool notes_are_taken(void) {
    return STX_TRACE && stx_notes_open;
}

static inline void notes_add(enum note_kind kind, uint32_t at, uint32_t what) {
    if (notes_are_taken()) {
        stx_notes_add(kind, at, what);
    }
}

static inline uint32_t notes_bits(unsigned low, unsigned width) {
    return (width < 32 ? (1u << width) - 1u : UINT32_MAX) << low;
}

/* Notes that bits of a configuration word are read; its address tells which word it is. */
static inline void notes_cfg(const uint32_t *word, unsigned low, unsigned width) {
    if (notes_are_taken()) {
        stx_notes_add(NOTE_CFG_READ, (uint32_t)(word - stx_notes_open->cfg),
                      notes_bits(low, width));
    }
}

#endif
