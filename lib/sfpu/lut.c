/* SPDX-License-Identifier: Apache-2.0
 *
 * lut.c - SFPLUT, SFPLUTFP32: piecewise linear functions of |LReg3| (SPEC 8.9). */
#include "sfpu/lanes.h"
#include "sfpu/mad_lanes.h"

enum { KEEPS_SIGN = 4 };
enum { HALVES = 2, CUT_AT_4 = 1, LUT_16_3 = 10 };

#define HALF 0x3F000000u
#define ONE 0x3F800000u
#define ONE_AND_HALF 0x3FC00000u
#define TWO 0x40000000u
#define THREE 0x40400000u
#define FOUR 0x40800000u

/* Piece 0: below 1, piece 1: below 2, piece 2. */
static unsigned piece(uint32_t b) {
    return b < ONE ? 0 : b < TWO ? 1 : 2;
}

/* 8 bits: sign, 3 bits of negated exponent, 4 bits of mantissa. */
static uint32_t from_lut8(uint32_t v) {
    if (v == 0xFF) {
        return 0;
    }
    return (v & 0x80u) << 24 | (127u - (v >> 4 & 7u)) << 23 | (v & 15u) << 19;
}

/* binary16 whose all-ones exponent counts as 0. */
static uint32_t from_lut16(uint32_t v) {
    uint32_t e = v >> 10 & 31u;
    return (v & 0x8000u) << 16 | (e == 31 ? 0 : e + 112u) << 23 | (v & 0x3FFu) << 13;
}

/* Slopes and offsets of the lanes that run, one after the other. */
struct pieces {
    uint32_t a[STX_LANES], c[STX_LANES];
};

static void piece8(const struct sfpu_op *op, unsigned lane, uint32_t *a, uint32_t *c) {
    uint32_t entry = op->reg[piece(op->reg[3][lane] & ~SFPU_SIGN)][lane];
    *a = from_lut8(entry >> 8 & 0xFFu);
    *c = from_lut8(entry & 0xFFu);
}

/* Six pieces: does b lie in the upper one of the two that share a register? */
static bool upper_half(uint32_t b, uint32_t mod) {
    uint32_t cut = mod & CUT_AT_4 ? FOUR : THREE;
    return (b >= HALF && b < ONE) || (b >= ONE_AND_HALF && b < TWO) || b >= cut;
}

static void piece32(const struct sfpu_op *op, unsigned lane, uint32_t mod, uint32_t *a,
                    uint32_t *c) {
    uint32_t b = op->reg[3][lane] & ~SFPU_SIGN;
    uint32_t first = op->reg[piece(b)][lane], second = op->reg[4 + piece(b)][lane];
    if (!(mod & HALVES)) {
        *a = first;
        *c = second;
    } else if ((mod & LUT_16_3) == LUT_16_3) {
        *a = from_lut16(first >> 16);
        *c = from_lut16(first & 0xFFFFu);
    } else {
        unsigned shift = upper_half(b, mod) ? 16 : 0;
        *a = from_lut16(first >> shift & 0xFFFFu);
        *c = from_lut16(second >> shift & 0xFFFFu);
    }
}

static void lut_lanes(struct sfpu_op *op, const struct pieces *p, uint32_t mod) {
    uint32_t b[STX_LANES];
    unsigned n = 0;
    SFPU_FOR_LANES(op->lanes, lane) {
        b[n++] = op->reg[3][lane] & ~SFPU_SIGN;
    }
    sfpu_mad_lanes(p->a, b, p->c, b, n);
    n = 0;
    SFPU_FOR_LANES(op->lanes, lane) {
        uint32_t d = b[n++], sign = op->reg[3][lane] & SFPU_SIGN;
        op->out[lane] = mod & KEEPS_SIGN ? (d & ~SFPU_SIGN) | sign : d;
    }
}

STX_EXEC(SFPLUT) {
    struct sfpu_op op;
    struct pieces p;
    unsigned n = 0;
    (void)thread;
    sfpu_begin_mad(core, a->lreg_ind << 4, a->instr_mod0, &op);
    SFPU_FOR_LANES(op.lanes, lane) {
        piece8(&op, lane, &p.a[n], &p.c[n]);
        n++;
    }
    lut_lanes(&op, &p, a->instr_mod0);
    sfpu_end_mad(core, &op);
    return STX_DONE;
}

STX_EXEC(SFPLUTFP32) {
    struct sfpu_op op;
    struct pieces p;
    unsigned n = 0;
    (void)thread;
    sfpu_begin_mad(core, a->word, a->instr_mod1, &op);
    SFPU_FOR_LANES(op.lanes, lane) {
        piece32(&op, lane, a->instr_mod1, &p.a[n], &p.c[n]);
        n++;
    }
    lut_lanes(&op, &p, a->instr_mod1);
    sfpu_end_mad(core, &op);
    return STX_DONE;
}
