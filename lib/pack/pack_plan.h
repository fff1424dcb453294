/* SPDX-License-Identifier: Apache-2.0
 *
 * pack_plan.h - everything that a packer reads from the word, configuration and counters for one
 * PACR, before it moves a datum (SPEC 12). */
#ifndef STX_PACK_PACK_PLAN_H
#define STX_PACK_PACK_PLAN_H

#include "counters/pack_read.h"
#include "private.h"

/* What is read from Dst, and the form that it has after the early conversion. */
enum pack_read { READ_F32, READ_BF16, READ_FP16, READ_RAW16, READ_RAW16_HIGH };
enum pack_kind { KIND_F32, KIND_B16, KIND_H16, KIND_T19, KIND_INT };

typedef uint32_t (*pack_convert)(uint32_t v);

struct pack_plan {
    uint32_t in, out; /* formats */
    enum pack_read read;
    enum pack_kind kind;
    pack_convert early, late;
    uint32_t relu, threshold; /* the mode, 0..3, and the threshold in the form that is compared */
    /* Blackhole: up to four rows of Dst, and 8 or 16 datums of each. Wormhole: one run of datums,
     * which begins in a column of rows[0] and goes on through the rows. */
    uint32_t rows[4], row_count;
    uint32_t datums; /* 0 if the word only flushes */
    unsigned bits;   /* bits of a datum in L1 */
    bool bfp, e5, accumulate, zero, ends;
    bool masked; /* the edge mask may drop datums */
    struct pack_addresses to;
    /* Only for Wormhole: the column; which of every 16 datums are written (downsampling); the least
     * exponent of a datum that does not become 0, and whether there is such a limit. */
    uint32_t column, taken, least;
    bool has_least;
};

/* Fills the plan of packer i. STX_FAULT: a mode or format without a rule, or an address outside L1.
 */
enum stx_result pack_plan_make(struct stx_core *core, unsigned thread,
                               const struct stx_args_PACR *a, unsigned i, struct pack_plan *plan);

/* How many rows of Dst a plan reads from rows[0] on (Wormhole). */
static inline uint32_t pack_run_rows(const struct pack_plan *p) {
    return p->datums ? (p->column + p->datums + STX_COLS - 1) / STX_COLS : 0;
}

/* Moves the run of a plan with packer i (pack_run_wormhole.c). */
void move_run(struct stx_core *core, unsigned thread, unsigned i, const struct pack_plan *p);

uint32_t pack_identity(uint32_t v);

/* Chooses the conversions between the formats. False if there is no rule for the pair. */
bool pack_formats(const uint32_t *cfg, struct pack_plan *plan);

#endif
