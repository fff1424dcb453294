/* SPDX-License-Identifier: Apache-2.0
 *
 * order_note.c - remembers what the running word reads, writes and uses, because the order checker
 * learns only when the word is done that it was executed. */
#include "diag/order.h"

/* Bits of one register are one note. */
static bool add_bits(struct stx_notes *notes, const struct stx_note *new) {
    for (uint32_t i = 0; i < notes->count && order_note_is_config(new); i++) {
        struct stx_note *n = &notes->note[i];
        if (n->part == new->part && n->at == new->at) {
            n->what |= new->what;
            return true;
        }
    }
    return false;
}

/* So are bytes or rows that follow each other without a gap. */
static bool add_more(struct stx_notes *notes, const struct stx_note *new) {
    struct stx_note *last = notes->count ? &notes->note[notes->count - 1u] : NULL;
    bool follows = last && !order_note_is_config(new) && last->part == new->part &&
                   last->write == new->write && last->format == new->format &&
                   last->bits == new->bits && last->at + last->what == new->at;
    if (follows) {
        last->what += new->what;
    }
    return follows;
}

void stx_order_note(struct stx_order *o, const struct stx_event *e) {
    struct stx_notes *notes = &o->notes;
    const struct stx_note new = {.part = e->part,
                                 .at = e->first,
                                 .what = e->kind == STX_EVENT_USE ? e->value : e->count,
                                 .write = e->kind == STX_EVENT_WRITE,
                                 .format = e->format,
                                 .bits = e->bits};
    if (add_bits(notes, &new) || add_more(notes, &new)) {
        return;
    }
    if (notes->count == STX_NOTES) {
        notes->lost++;
        return;
    }
    notes->note[notes->count++] = new;
}
