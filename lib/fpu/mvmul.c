/* SPDX-License-Identifier: Apache-2.0
 *
 * mvmul.c - MVMUL: Dst[8x16] += SrcB[8x16] x SrcA[16x16]; GAPOOL and DOTPV are the same (SPEC 6.2).
 * The file computes, from top to bottom, an element, a row and a block of rows, and then finds the
 * rows of an instruction. */
#include "fpu/product.h"

#include "core/harts.h"
#include "fast/chosen.h"
#include "fpu/block.h"
#include "isa/args.h"
#include "num/int8.h"
#include "regs/dst.h"
#include "regs/src.h"

/* Sixteen products of integers. */
static int32_t int8_dot(const struct fpu_plan *plan, const uint32_t *b, const uint32_t *a) {
    unsigned phase = plan->mode.phase;
    int32_t sum = 0;
    for (unsigned k = 0; k < PRODUCT_DEPTH; k++) {
        sum += int8_slice_a(phase, a[k]) * int8_slice_b(phase, b[k], plan->keep_denormal_b);
    }
    return sum;
}

/* One element of Dst: two groups of eight products, each aligned to its largest exponent and
 * rounded (fpu_group), then added to Dst and rounded once more (fpu_accumulate). */
static uint32_t product_element(const struct fpu_plan *plan, const uint32_t *b, const uint32_t *a,
                                uint32_t dst) {
    if (plan->style == FPU_INT8) {
        return fpu_add_int(plan, dst, int8_dot(plan, b, a));
    }
    return fpu_accumulate(&plan->mode, fpu_group(&plan->mode, b, a),
                          fpu_group(&plan->mode, b + 8, a + 8), dst);
}

/* Reads SrcA as columns, a[col][k], masked by the format. */
static void load_columns(const struct stx_core *core, const struct fpu_plan *plan, unsigned a0,
                         uint32_t a[STX_COLS][PRODUCT_DEPTH]) {
    for (unsigned k = 0; k < PRODUCT_DEPTH; k++) {
        for (unsigned col = 0; col < STX_COLS; col++) {
            a[col][k] = src_fpu_get(&core->srca, a0 + k, col) & plan->mask_a;
        }
    }
}

/* Adds a row of SrcB times the columns of SrcA to a row of Dst. */
static void product_row(struct stx_core *core, const struct fpu_plan *plan, unsigned dst_row,
                        unsigned b_row, uint32_t a[STX_COLS][PRODUCT_DEPTH]) {
    uint32_t b[PRODUCT_DEPTH], dst[STX_COLS];
    src_fpu_row(&core->srcb, b_row, b);
    for (unsigned k = 0; k < PRODUCT_DEPTH; k++) {
        b[k] &= plan->mask_b;
    }
    fpu_dst_load(core, plan, dst_row, dst);
    for (unsigned col = 0; col < STX_COLS; col++) {
        dst[col] = product_element(plan, b, a[col], dst[col]);
    }
    fpu_dst_store(core, plan, dst_row, dst);
}

void product_plain(struct stx_core *core, const struct fpu_plan *plan,
                   const struct product_block *block) {
    uint32_t a[STX_COLS][PRODUCT_DEPTH];
    load_columns(core, plan, block->a0, a);
    for (unsigned i = 0; i < block->rows; i++) {
        product_row(core, plan, block->d0 + i * block->d_step, block->b0 + i * block->b_step, a);
    }
}

/* Runs the fast form. False if there is none, or if it declines. */
static bool product_fast(struct stx_core *core, const struct fpu_plan *plan,
                         const struct product_block *block) {
    const struct fast_forms *f = forms_of(core);
    if (plan->style == FPU_INT8) {
        return f->product_int8 && !(STX_SPECIAL && plan->mode.special) &&
               f->product_int8(core, plan, block);
    }
    return f->product && !plan->plain && f->product(core, plan, block);
}

void product_of_block(struct stx_core *core, const struct fpu_plan *plan,
                      const struct product_block *block) {
    if (!product_fast(core, plan, block)) {
        product_plain(core, plan, block);
    }
}

/* A product whose rows harts share; an item is PRODUCT_TOGETHER rows. */
struct shared_product {
    struct stx_core *core;
    const struct fpu_plan *plan;
    const struct product_block *block;
};

static void multiply_items(void *job, unsigned first, unsigned count, unsigned set) {
    const struct shared_product *p = job;
    struct product_block block = *p->block;
    struct fpu_plan plan = *p->plan;
    block.rows = count * PRODUCT_TOGETHER;
    block.b0 += first * PRODUCT_TOGETHER * block.b_step;
    block.d0 += first * PRODUCT_TOGETHER * block.d_step;
#if STX_HARTS
    plan.kept = set;
#else
    (void)set;
#endif
    product_of_block(p->core, &plan, &block);
}

static void multiply_block(struct stx_core *core, unsigned thread, const struct fpu_plan *plan,
                           const struct product_block *block) {
    struct shared_product shared = {core, plan, block};
    harts_part(core, thread);
    if (block->rows < PRODUCT_ROWS ||
        !harts_share(core, thread, PRODUCT_ROWS / PRODUCT_TOGETHER, multiply_items, &shared)) {
        product_of_block(core, plan, block);
    }
    harts_meet(core, thread);
}

/* Does a row of SrcB that the block reads have a datum with exponent 0? */
static bool has_zeros(const struct stx_core *core, const struct fpu_plan *plan,
                      const struct product_block *block) {
    uint32_t b[PRODUCT_DEPTH];
    bool found = false;
    for (unsigned i = 0; i < block->rows; i++) {
        src_fpu_row(&core->srcb, block->b0 + i * block->b_step, b);
        for (unsigned k = 0; k < PRODUCT_DEPTH; k++) {
            found |= !(b[k] & plan->mask_b & 0x7F800000u);
        }
    }
    return found;
}

/* With Zero_Flag_disabled_src, zeros of SrcB count in sums of products. The simulator flushes them
 * (departure PRODUCT_KEEPS_ZERO). Afterwards the flag says whether any datum is kept, so that the
 * fast forms, which keep none, compute blocks without zeros. */
static void keep_zeros(struct stx_core *core, struct fpu_plan *plan,
                       const struct product_block *block) {
    plan->mode.keeps = plan->keep_denormal_b =
        has_zeros(core, plan, block) && departs(core, STX_DEPARTURE_PRODUCT_KEEPS_ZERO);
}

static __attribute__((noinline)) void prepare_rare(struct stx_core *core, struct fpu_plan *plan,
                                                   const struct product_block *block) {
    fpu_plan_count(core, plan);
    if (plan->keep_denormal_b && plan->style != FPU_INT8) {
        keep_zeros(core, plan, block);
    }
    fpu_plan_note(core, plan);
}

/* unaligned are the bits of SrcB's and Dst's rows that the hardware masks. */
static inline __attribute__((always_inline)) enum stx_result
multiply(struct stx_core *core, unsigned thread, struct product_block *block, uint32_t unaligned) {
    struct fpu_plan plan;
    unsigned a0 = core->rwc[thread].srca;
    fpu_plan_make(&plan, core, thread);
    if (!block_aligned(core, unaligned | (a0 & 7u)) || !fpu_formats_allowed(core, &plan)) {
        return STX_FAULT;
    }
    if (!dst_has(core, plan.dst32, block->d0, block->rows * block->d_step)) {
        return STX_FAULT;
    }
    block->a0 = a0 & 0x38u;
    if (plan.rare) {
        prepare_rare(core, &plan, block);
    }
    multiply_block(core, thread, &plan, block);
    fpu_plan_end(core, block->a0);
    return STX_DONE;
}

/* Multiplies eight rows of SrcB and adds to eight rows of Dst, or four of each for GAPOOL. */
static inline __attribute__((always_inline)) enum stx_result
multiply_aligned(struct stx_core *core, unsigned thread, uint32_t dst, unsigned rows) {
    unsigned row = dst_row_of(core, thread, dst), b = core->rwc[thread].srcb;
    struct product_block block = {
        .d0 = row & (0x400u - rows), .d_step = 1, .b0 = b & 0x38u, .b_step = 1, .rows = rows};
    return multiply(core, thread, &block, (row & (rows - 1u)) | (b & 7u));
}

/* Sets the valid bits after the product of a broadcast row; its rows of Dst begin at d. Silicon
 * leaves the bit of row d + 2, which is `kept`, unchanged and sets those of two rows that nothing
 * has written (departure MVMUL_BROADCAST_VALID). */
static void mark_broadcast(struct stx_core *core, unsigned thread, unsigned d, unsigned kept,
                           bool was_valid) {
    unsigned first = fpu_dst_row(core, thread, (d ^ 1u) + 4);
    unsigned second = fpu_dst_row(core, thread, (d ^ 1u) + 6);
    bool same = was_valid && dst_valid(core, first) && dst_valid(core, second);
    if (same || !departs(core, STX_DEPARTURE_MVMUL_BROADCAST_VALID)) {
        return;
    }
    if (!was_valid) {
        dst_set_invalid(core, kept);
    }
    dst_set_valid(core, first);
    dst_set_valid(core, second);
}

/* Multiplies one row of SrcB and adds to every second one of seven rows of Dst. */
static __attribute__((noinline)) enum stx_result multiply_broadcast(struct stx_core *core,
                                                                    unsigned thread, uint32_t dst) {
    unsigned row = dst_row_of(core, thread, dst), d = row & 0x3F9u;
    struct product_block block = {
        .d0 = d, .d_step = 2, .b0 = core->rwc[thread].srcb & 0x3Fu, .rows = 4};
    unsigned kept = fpu_dst_row(core, thread, d + 2);
    bool was_valid = dst_valid(core, kept);
    if (multiply(core, thread, &block, row & 6u) == STX_FAULT) {
        return STX_FAULT;
    }
    mark_broadcast(core, thread, d, kept, was_valid);
    return STX_DONE;
}

STX_EXEC(MVMUL) {
    enum stx_result result = a->instr_mod19 ? multiply_broadcast(core, thread, a->dst)
                                            : multiply_aligned(core, thread, a->dst, 8);
    return result == STX_FAULT ? STX_FAULT : block_end(core, thread, a->addr_mode, a->clear_dvalid);
}

/* DOTPV always accumulates and ignores dest_accum_en and instr_mod19 (SPEC D.1). */
STX_EXEC(DOTPV) {
    if (multiply_aligned(core, thread, a->dst, 8) == STX_FAULT) {
        return STX_FAULT;
    }
    return block_end(core, thread, a->addr_mode, a->clear_dvalid);
}

STX_EXEC(GAPOOL) {
    if (multiply_aligned(core, thread, a->dst, 4) == STX_FAULT) {
        return STX_FAULT;
    }
    return block_end(core, thread, a->pool_addr_mode, a->clear_dvalid);
}
