/* SPDX-License-Identifier: Apache-2.0
 *
 * forms_fill.h - what test_forms.c writes to SrcA, SrcB and Dst. */
#ifndef FPU_FORMS_FILL_H
#define FPU_FORMS_FILL_H

#include "insn/fpu.h"

enum kind {
    NORMAL,     /* exponents as of normal deviates */
    NEAR,       /* few exponents: many ties, cancellation */
    WIDE,       /* any exponent */
    STAIRS,     /* large where the other is small */
    SPARSE,     /* nine of ten are zero */
    COARSE,     /* few mantissa bits: ties */
    DIFFERENCE, /* the second half is the first one negated */
    EDGE,       /* the largest and the smallest exponents */
    HOLES,      /* whole columns of SrcA and rows of SrcB are zeros or denormals */
    KINDS
};

static inline uint32_t exponent_of(enum kind kind, unsigned source, unsigned k) {
    uint32_t r = random32(), low = 0;
    switch (kind) {
    case HOLES:
        if (r >> 29 == 0) {
            return r % 256;
        } /* fall through */
    case NORMAL:
        while (low < 12 && (r >> low & 1u)) {
            low++;
        }
        return 128 - low;
    case NEAR:
    case DIFFERENCE:
        return 126 + r % 3;
    case WIDE:
        return r % 256;
    case STAIRS:
        return (source ? 150 - r % 8 * (k % 8) : 100 + r % 8 * (k % 8));
    case SPARSE:
        return r % 10 ? 0 : 120 + r % 16;
    case COARSE:
        return 127 - r % 16;
    default:
        return r % 4 == 0   ? 0
               : r % 4 == 1 ? 255
               : r % 4 == 2 ? 1 + (r >> 8) % 20
                            : 235 + (r >> 8) % 20;
    }
}

static inline uint32_t datum(enum kind kind, unsigned source, unsigned k) {
    uint32_t mantissa = random32() & 0x7FE000u;
    if (kind == COARSE) {
        mantissa &= 0x600000u;
    }
    return (random32() & 0x80000000u) | exponent_of(kind, source, k) << 23 | mantissa;
}

/* Which columns of SrcA are holes: all, none, all but one, or any. */
static inline uint32_t holes_of_columns(void) {
    uint32_t r = random32();
    return r >> 30 == 0   ? 0xFFFFu
           : r >> 30 == 1 ? 0xFFFFu & ~(1u << r % 16)
           : r >> 30 == 2 ? (r | r >> 12) & 0xFFFFu
                          : r & 0xFFFFu;
}

/* Which rows of SrcB are holes: all, none, or any. */
static inline uint32_t holes_of_rows(void) {
    uint32_t r = random32();
    return r >> 30 == 0 ? UINT32_MAX : r >> 30 == 1 ? 0 : r;
}

static inline void fill(enum kind kind, bool five) {
    const uint32_t columns = holes_of_columns(), rows = holes_of_rows();
    for (unsigned i = 0; i < 64 * 16; i++) {
        for (unsigned source = 0; source < 2; source++) {
            unsigned row = i / 16, col = i % 16;
            uint32_t v = datum(kind, source, source ? col : row);
            if (kind == DIFFERENCE && (source ? col : row % 16) >= 8) {
                v = get_src(source, source ? row : row - 8, source ? col - 8 : col);
                v ^= source ? 0x80000000u : 0;
            }
            if (kind == HOLES && (source ? rows >> row % 32 & 1u : columns >> col & 1u)) {
                v &= random32() & 1u ? 0 : 0x807FFFFFu;
            }
            if (five && kind != WIDE) { /* around the middle of five bits */
                v = (v & 0x807FFFFFu) | ((v >> 23 & 255u) ? (v - (112u << 23)) & 0x0F800000u : 0);
            }
            set_src(source, row, col, v);
        }
    }
}

/* Zeros, sums, anything, of which half is near the ends of the range; some rows invalid. */
static inline void fill_dst(unsigned how) {
    for (unsigned i = 0; i < 64 * 16; i++) {
        uint32_t v = how == 0 ? 0 : random32();
        if (how == 1) { /* bfloat16 order, around the sums */
            v = (v & 0x807Fu) | (122u + (v >> 20) % 16) << 7;
        }
        if (how == 2 && !(i / 16 & 8u)) { /* high halves */
            v |= v >> 16 & 1u ? 0x7FFFu : 0;
        }
        core.dst.cell[i / 16][i % 16] = (uint16_t)v;
    }
    core.dst.valid[0] = core.dst.valid[1] = how == 3 ? random32() : UINT32_MAX;
}

/* Only this column of SrcA is in use. */
static inline void leave_column(unsigned column) {
    for (unsigned i = 0; i < 64 * 16; i++) {
        if (i % 16 != column) {
            set_src(0, i / 16, i % 16, random32() & 1u ? 0 : 0x807FE000u);
        }
    }
}

#endif
