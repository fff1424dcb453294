/* SPDX-License-Identifier: Apache-2.0
 *
 * notes.h - notes of what the running word reads and writes, for who judges it afterwards
 * (diag/order.c). In a library without STX_TRACE nothing of this is left. */
#ifndef STX_REGS_NOTES_H
#define STX_REGS_NOTES_H

#include "softensix/order.h"

enum note_kind {
    NOTE_CFG_READ,  /* word of a bank, bank 1 behind bank 0; bits */
    NOTE_TCFG_READ, /* word, bits */
    NOTE_FORMAT,    /* of the bytes of L1 that are noted behind it */
    NOTE_L1_READ,   /* address, bytes */
    NOTE_L1_WRITTEN,
    NOTE_DST_READ, /* physical row, rows */
    NOTE_DST_WRITTEN,
    NOTE_SOURCE_WRITTEN /* 0 SrcA, 1 SrcB; the unpackers' bank */
};

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

/* Are notes taken? Then words take the plain way. */
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

/* Bits of a word of the configuration, by where it lies. */
static inline void notes_cfg(const uint32_t *word, unsigned low, unsigned width) {
    if (notes_are_taken()) {
        stx_notes_add(NOTE_CFG_READ, (uint32_t)(word - stx_notes_open->cfg),
                      notes_bits(low, width));
    }
}

#endif
