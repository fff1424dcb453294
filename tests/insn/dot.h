/* SPDX-License-Identifier: Apache-2.0
 *
 * dot.h - what MVMUL, GAPOOL and DOTPV do by the slow twin (SPEC 6.2). */
#ifndef TESTS_INSN_DOT_H
#define TESTS_INSN_DOT_H

#include "insn/fpu.h"

/* Which rows a word computes, as SPEC 6.2 says. */
struct shape {
    unsigned d0, d_step, b0, b_step, rows;
};

static inline uint32_t model(const struct view *v, unsigned b_row, unsigned a0, unsigned col,
                             uint32_t dst) {
    uint32_t a[16], b[16];
    int64_t sum = 0;
    for (unsigned k = 0; k < 16; k++) {
        a[k] = operand(v, v->format_a, stx_src_peek(&before, A, 0, a0 + k, col));
        b[k] = operand(v, v->format_b, stx_src_peek(&before, B, 0, b_row, k));
        sum += twin_integer_product(v->twin.phase, b[k], a[k], v->keep);
    }
    if (v->int8) {
        return twin_accumulate_integer(dst, sum);
    }
    bool keep = v->product_keeps;
    return twin_accumulate(&v->twin, twin_group(&v->twin, b, a, keep),
                           twin_group(&v->twin, b + 8, a + 8, keep), dst);
}

static inline void compare(const struct shape *s, uint32_t word) {
    struct view v = view_now();
    unsigned a0 = core.rwc[0].srca / 8 * 8u;
    before = core;
    EXECUTE(word);
    for (unsigned i = 0; i < s->rows * 16 && !test_bad; i++) {
        unsigned row = s->d0 + i / 16 * s->d_step, col = i % 16;
        uint32_t old = dst_element(&before, &v, row, col);
        uint32_t want = model(&v, s->b0 + i / 16 * s->b_step, a0, col, old);
        CHECK_EQ(dst_element(&core, &v, row, col), want);
    }
    CHECK(rows_changed() <= s->rows * (v.dst32 ? 2 : 1));
}

#endif
