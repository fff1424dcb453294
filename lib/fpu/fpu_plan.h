/* SPDX-License-Identifier: Apache-2.0
 *
 * fpu_plan.h - what a computing instruction reads from the configuration, once, before it starts
 * (SPEC 4). */
#ifndef STX_FPU_FPU_PLAN_H
#define STX_FPU_FPU_PLAN_H

#include "core/fault.h"
#include "fast/forms.h"
#include "num/fpu_mac.h"
#include "regs/special.h"
#include "private.h"

void fpu_plan_make(struct fpu_plan *plan, struct stx_core *core, unsigned thread);

/* The physical row of a row of Dst; its elements have 32 bits if plan->dst32. */
unsigned fpu_dst_row(const struct stx_core *core, unsigned thread, unsigned row);

/* The format of SrcA (source 0) or SrcB (1) for the FPU's current bank. */
uint32_t fpu_source_format(const struct stx_core *core, unsigned thread, unsigned source);

/* The bits of a datum that a format has. The simulator's FPU uses only these. */
uint32_t fpu_format_mask(uint32_t format);

/* Special results of the plan are noted if the core keeps them. The fast forms note none. They keep
 * no zeros either, and always model the erratum MINUS_ONE where the chip has it. */
static inline void fpu_plan_note(struct stx_core *core, struct fpu_plan *plan) {
    if (plan->rare & PLAN_SPECIAL) {
        plan->mode.special = &core->special;
    }
    plan->plain = plan->mode.special || plan->mode.right_minus_1 || plan->keep_denormal_b;
}

/* Ends a word of the FPU: notes from which row of SrcA a later SHIFTXA starts, and counts the
 * departure INFINITY_STAYS if a product of the word has shifted an infinity out of a sum. */
static inline void fpu_plan_end(struct stx_core *core, unsigned a0) {
    core->shiftxa_row = (uint8_t)a0;
    if (core->infinity[0]) {
        core->infinity[0] = 0;
        (void)departs(core, STX_DEPARTURE_INFINITY_STAYS);
    }
}

/* The saturating sum of an integer in Dst and a value. */
static inline uint32_t fpu_add_int(const struct fpu_plan *plan, uint32_t dst, int32_t value) {
    if (plan->mode.special && fpu_saturates(dst, value)) {
        fpu_note(&plan->mode, SPECIAL_FPU_SATURATED);
    }
    return fpu_accumulate_int(dst, value);
}

/* Counts the departure SOURCE_UNMASKED. Call this when the word can no longer fault. */
static inline void fpu_plan_count(struct stx_core *core, const struct fpu_plan *plan) {
    if (plan->rare & PLAN_MASKED) {
        (void)departs(core, STX_DEPARTURE_SOURCE_UNMASKED);
    }
}

/* Rule MIXED_FORMATS is for the codes 12 and 13 and for two formats that cannot be combined. False
 * if a fault was recorded; otherwise SrcA's format decides. */
bool fpu_format_allowed(struct stx_core *core, uint32_t format);
bool fpu_formats_allowed(struct stx_core *core, const struct fpu_plan *plan);

/* Reads and writes a row of Dst in the plan's width. row is the number that software uses. Elements
 * have the shape that fpu_accumulate() takes. */
void fpu_dst_load(const struct stx_core *core, const struct fpu_plan *plan, unsigned row,
                  uint32_t element[STX_COLS]);
void fpu_dst_store(struct stx_core *core, const struct fpu_plan *plan, unsigned row,
                   const uint32_t element[STX_COLS]);

#endif
