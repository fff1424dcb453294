/* SPDX-License-Identifier: Apache-2.0
 *
 * target.h - where the datums of an UNPACR go: SrcA, SrcB or Dst (SPEC 11.3, step 9). */
#ifndef STX_UNPACK_TARGET_H
#define STX_UNPACK_TARGET_H

#include "unpack/unpack_plan.h"
#include "private.h"

/* The next position, and how datums are written from there on. */
struct target {
    struct stx_core *core;
    uint16_t *high; /* the cells of the bank of SrcA or SrcB, row after row */
    uint8_t *low;
    uint32_t position, shift;
    uint32_t first_row; /* the row where the datums begin, before it wraps around */
    uint32_t burst;     /* rows of SrcA in a burst that goes across a border; 0: none does */
    bool drops;         /* its rows behind the border are dropped */
    uint32_t before;    /* datums yet to come that are dropped, because they lie before SrcA */
    uint32_t seen;      /* all bits of the datums that were only inspected */
    void (*put)(struct target *t, const uint32_t *datum, unsigned count);
    void (*put_kept)(struct target *t, const uint32_t *datum,
                     unsigned count); /* writes the datums that are not dropped */
};

struct target unpack_target(struct stx_core *core, unsigned thread, const struct unpack_plan *p);

/* Makes the target inspect datums without writing any. */
void unpack_look_only(struct target *t);

/* Notes the place that the datums of a word are written to. */
void unpack_note_target(const struct stx_core *core, const struct unpack_plan *p);

#endif
