/* SPDX-License-Identifier: Apache-2.0
 *
 * notes.c - notes of what the running word reads and writes. */
#include "regs/notes.h"

#if STX_HOSTED
__thread struct stx_notes *stx_notes_open;
#else
struct stx_notes *stx_notes_open;
#endif

#if STX_TRACE
/* Bits of one register are one note. */
static bool add_bits(struct stx_notes *notes, enum note_kind kind, uint32_t at, uint32_t bits) {
    for (uint32_t i = 0; i < notes->count && kind <= NOTE_TCFG_READ; i++) {
        if (notes->note[i].kind == kind && notes->note[i].at == at) {
            notes->note[i].what |= bits;
            return true;
        }
    }
    return false;
}

/* So are bytes or rows that follow each other without a gap. */
static bool add_more(struct stx_notes *notes, enum note_kind kind, uint32_t at, uint32_t count) {
    struct stx_note *last = notes->count ? &notes->note[notes->count - 1u] : NULL;
    bool follows =
        last && kind > NOTE_TCFG_READ && last->kind == kind && last->at + last->what == at;
    if (follows) {
        last->what += count;
    }
    return follows;
}

/* A word of another core than the one that is checked reads that one's configuration. */
static bool is_elsewhere(enum note_kind kind, uint32_t at) {
    return kind == NOTE_CFG_READ && at >= STX_CFG_BANKS * STX_CFG_WORDS;
}

void stx_notes_add(enum note_kind kind, uint32_t at, uint32_t what) {
    struct stx_notes *notes = stx_notes_open;
    if (what == 0 || is_elsewhere(kind, at) || add_bits(notes, kind, at, what) ||
        add_more(notes, kind, at, what)) {
        return;
    }
    if (notes->count == STX_NOTES) {
        notes->lost++;
        return;
    }
    notes->note[notes->count++] = (struct stx_note){(uint8_t)kind, at, what};
}
#endif
