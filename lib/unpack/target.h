/* SPDX-License-Identifier: Apache-2.0
 *
 * target.h - where the datums of an UNPACR go: SrcA, SrcB or Dst (SPEC 11.3, step 9). */
#ifndef STX_UNPACK_TARGET_H
#define STX_UNPACK_TARGET_H

#include "unpack/unpack_plan.h"
#include "private.h"

/* The bits of a row of Dst that count while rows of SrcA have addresses. */
#define UNPACK_DST_ROWS 0x3CFu

struct target;
typedef void put_datums(struct target *t, const uint32_t *datum, unsigned count);

/* The next position, and how datums are written from there on. To save time, some members are set
 * only if they are needed. */
struct target {
    struct stx_core *core;
    uint16_t *high; /* the cells of the bank of SrcA or SrcB, row after row */
    uint8_t *low;
    uint32_t position;
    put_datums *put;
    bool is_doubtful;     /* the place is not simply whole rows within a bank */
    put_datums *put_kept; /* writes the datums that are not dropped; NULL: none is dropped */
    uint32_t seen;        /* with unpack_look_only(): all bits of the datums */

    /* Set if put_kept is. */
    uint32_t shift;
    uint32_t first_row; /* the row where the datums begin, before it wraps around */
    uint32_t burst;     /* rows of SrcA in a burst that goes across a border; 0: none does */
    bool drops;         /* its rows behind the border are dropped */
    uint32_t before;    /* datums yet to come that are dropped, because they lie before SrcA */
};

void unpack_target(struct stx_core *core, unsigned thread, const struct unpack_plan *p,
                   struct target *t);

/* Makes the target inspect datums without writing any. */
void unpack_look_only(struct target *t);

/* Tells the place that the datums of a word are written to, in a library that traces. */
void unpack_tell_target(const struct stx_core *core, const struct unpack_plan *p);

#endif
