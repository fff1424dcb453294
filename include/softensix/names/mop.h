/* SPDX-License-Identifier: Apache-2.0
 *
 * mop.h - what MOP expands to. Template 1 is a double loop:
 *
 *   outer times: start; inner times: op0, op1; end0; end1
 *
 * where op1 of the last inner turn is last_inner, and last_outer in the last outer turn (op0, if
 * there is only one). Template 0 is a loop for the unpackers, whose turns a mask chooses. */
#ifndef SOFTENSIX_NAMES_MOP_H
#define SOFTENSIX_NAMES_MOP_H

#include "softensix/tti.h"

/* Word index (0..8) of the MOP configuration of thread STX_THREAD. */
static inline void stx_mop_config(unsigned index, uint32_t value) {
#ifdef STX_NATIVE
    ((volatile uint32_t *)0xFFB80000u)[index] = value;
#else
    stx_mop_write(stx_bound(), STX_THREAD, index, value);
#endif
}

/* Returns when the previous MOP has been expanded: only then may its configuration change. */
static inline void stx_mop_wait(void) {
#ifdef STX_NATIVE
    (void)*(volatile uint32_t *)0xFFE80008u;
#endif
}

struct stx_mop_loop {
    uint32_t outer, inner, start, end0, end1, op0, op1, last_outer, last_inner;
};

/* A loop of one instruction, or of two. */
static inline struct stx_mop_loop stx_mop_loop1(uint32_t outer, uint32_t inner, uint32_t op) {
    struct stx_mop_loop loop = {outer, inner,     TT_OP_NOP, TT_OP_NOP, TT_OP_NOP,
                                op,    TT_OP_NOP, op,        op};
    return loop;
}

static inline struct stx_mop_loop stx_mop_loop2(uint32_t outer, uint32_t inner, uint32_t op0,
                                                uint32_t op1) {
    struct stx_mop_loop loop = {outer, inner, TT_OP_NOP, TT_OP_NOP, TT_OP_NOP, op0, op1, op1, op1};
    return loop;
}

static inline void stx_mop_loop_set(const struct stx_mop_loop *loop) {
    stx_mop_wait();
    stx_mop_config(0, loop->outer);
    stx_mop_config(1, loop->inner);
    stx_mop_config(2, loop->start);
    stx_mop_config(3, loop->end0);
    stx_mop_config(4, loop->end1);
    stx_mop_config(5, loop->op0);
    stx_mop_config(6, loop->op1);
    stx_mop_config(7, loop->last_outer);
    stx_mop_config(8, loop->last_inner);
}

static inline void stx_mop_loop_run(void) {
    TTI_MOP(1, 0, 0);
}

/* Turn i is a0, (with more: a1, a2, a3), (with b: b_op); or, if bit i of the mask is set, skip_a,
 * (with b: skip_b). */
struct stx_mop_mask {
    uint32_t with_b, more, a0, a1, a2, a3, skip_a, b_op, skip_b;
};

static inline void stx_mop_mask_set(const struct stx_mop_mask *m) {
    stx_mop_wait();
    stx_mop_config(1, (m->with_b ? 1u : 0u) | (m->more ? 2u : 0u));
    stx_mop_config(2, m->b_op);
    stx_mop_config(3, m->a0);
    stx_mop_config(4, m->a1);
    stx_mop_config(5, m->a2);
    stx_mop_config(6, m->a3);
    stx_mop_config(7, m->skip_a);
    stx_mop_config(8, m->skip_b);
}

/* 1 to 128 turns; the mask covers the first 32. */
static inline void stx_mop_mask_run(uint32_t turns, uint32_t mask) {
    TT_MOP_CFG(mask >> 16);
    TT_MOP(0, turns - 1, mask & 0xFFFFu);
}

#endif
