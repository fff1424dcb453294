/* SPDX-License-Identifier: Apache-2.0
 *
 * lut.c - SFPLUT, SFPLUTFP32: piecewise linear functions of |LReg3| (SPEC 8.9). */
#include "regs/special.h"
#include "sfpu/lanes.h"
#include "sfpu/multiply_add.h"

enum { KEEPS_SIGN = 4 };
enum { HALVES = 2, CUT_AT_4 = 1, LUT_16_3 = 10 };

#define HALF 0x3F000000u
#define ONE 0x3F800000u
#define ONE_AND_HALF 0x3FC00000u
#define TWO 0x40000000u
#define THREE 0x40400000u
#define FOUR 0x40800000u

/* One of three values: `first` for b below 1, `second` below 2, `third` from 2 on. Here and below,
 * all values are computed and one is selected without branches, so that compilers can process
 * several lanes at a time. */
static uint32_t by_piece(uint32_t b, uint32_t first, uint32_t second, uint32_t third) {
    uint32_t upper = b >= TWO ? third : second;
    return b < ONE ? first : upper;
}

/* Converts the 8-bit format: a sign, 3 bits of negated exponent, 4 bits of mantissa. */
static uint32_t from_lut8(uint32_t v) {
    uint32_t number = (v & 0x80u) << 24 | (127u - (v >> 4 & 7u)) << 23 | (v & 15u) << 19;
    return v == 0xFF ? 0 : number;
}

/* Converts binary16; an exponent field of all ones counts as 0. */
static uint32_t from_lut16(uint32_t v) {
    uint32_t e = v >> 10 & 31u;
    return (v & 0x8000u) << 16 | (e == 31 ? 0 : e + 112u) << 23 | (v & 0x3FFu) << 13;
}

/* Two of the six pieces share a register. True if b is in the upper one. */
static bool upper_half(uint32_t b, uint32_t cut) {
    return ((b >= HALF) & (b < ONE)) | ((b >= ONE_AND_HALF) & (b < TWO)) | (b >= cut);
}

/* The slopes, |LReg3| and the offsets. */
struct pieces {
    uint32_t a[STX_LANES], b[STX_LANES], c[STX_LANES];
};

/* Selects slopes from registers r to r + 2 and offsets from registers s to s + 2, lane by lane. */
static void find_pieces(const struct sfpu_op *op, unsigned r, unsigned s, struct pieces *p) {
    const uint32_t(*reg)[STX_LANES] = op->reg;
    SFPU_EACH_LANE(lane) {
        uint32_t b = reg[3][lane] & ~SFPU_SIGN;
        p->b[lane] = b;
        p->a[lane] = by_piece(b, reg[r][lane], reg[r + 1][lane], reg[r + 2][lane]);
        p->c[lane] = by_piece(b, reg[s][lane], reg[s + 1][lane], reg[s + 2][lane]);
    }
}

static void pieces_of_8_bits(const struct sfpu_op *op, struct pieces *p) {
    find_pieces(op, 0, 0, p);
    SFPU_EACH_LANE(lane) {
        uint32_t entry = p->a[lane];
        p->a[lane] = from_lut8(entry >> 8 & 0xFFu);
        p->c[lane] = from_lut8(entry & 0xFFu);
    }
}

/* Three pieces, whose slope and offset share a register. */
static void pieces_of_16_bits(const struct sfpu_op *op, struct pieces *p) {
    find_pieces(op, 0, 0, p);
    SFPU_EACH_LANE(lane) {
        uint32_t entry = p->a[lane];
        p->a[lane] = from_lut16(entry >> 16);
        p->c[lane] = from_lut16(entry & 0xFFFFu);
    }
}

/* Six pieces, of which two share a register. */
static void pieces_of_halves(const struct sfpu_op *op, uint32_t cut, struct pieces *p) {
    find_pieces(op, 0, 4, p);
    SFPU_EACH_LANE(lane) {
        bool upper = upper_half(p->b[lane], cut);
        p->a[lane] = from_lut16(sfpu_half(p->a[lane], upper));
        p->c[lane] = from_lut16(sfpu_half(p->c[lane], upper));
    }
}

/* Collects the values of the enabled lanes and returns their number. */
static unsigned lanes_that_run(const struct sfpu_op *op, struct pieces *p) {
    unsigned n = 0;
    if (op->lanes == SFPU_ALL_LANES) {
        return STX_LANES;
    }
    SFPU_FOR_LANES(op->lanes, lane) {
        p->a[n] = p->a[lane];
        p->b[n] = p->b[lane];
        p->c[n++] = p->c[lane];
    }
    return n;
}

/* Computes a * b + c. The mode may give the result the sign of LReg3. */
static void lut_lanes(struct stx_core *core, struct sfpu_op *op, struct pieces *p, uint32_t mod) {
    const uint32_t *value = op->reg[3], *d = p->b, keep = mod & KEEPS_SIGN ? SFPU_SIGN : 0;
    unsigned n = lanes_that_run(op, p);
    for (unsigned i = 0; special_is_kept(core) && i < n; i++) {
        special_note_mad(core, p->a[i], p->b[i], p->c[i]);
    }
    sfpu_mad_lanes(core, p->a, p->b, p->c, p->b, n);
    if (op->lanes == SFPU_ALL_LANES) {
        SFPU_EACH_LANE(lane) {
            op->out[lane] = (d[lane] & ~keep) | (value[lane] & keep);
        }
        return;
    }
    SFPU_FOR_LANES(op->lanes, lane) {
        op->out[lane] = (*d++ & ~keep) | (value[lane] & keep);
    }
}

STX_EXEC(SFPLUT) {
    struct sfpu_op op;
    struct pieces p;
    (void)thread;
    sfpu_note_late(core, a->word);
    sfpu_begin_mad(core, a->lreg_ind << 4, a->instr_mod0, &op);
    pieces_of_8_bits(&op, &p);
    lut_lanes(core, &op, &p, a->instr_mod0);
    sfpu_end_mad(core, &op);
    return STX_DONE;
}

STX_EXEC(SFPLUTFP32) {
    struct sfpu_op op;
    struct pieces p;
    uint32_t mod = a->instr_mod1;
    (void)thread;
    sfpu_note_late(core, a->word);
    sfpu_begin_mad(core, a->word, mod, &op);
    if (!(mod & HALVES)) {
        find_pieces(&op, 0, 4, &p);
    } else if ((mod & LUT_16_3) == LUT_16_3) {
        pieces_of_16_bits(&op, &p);
    } else {
        pieces_of_halves(&op, mod & CUT_AT_4 ? FOUR : THREE, &p);
    }
    lut_lanes(core, &op, &p, mod);
    sfpu_end_mad(core, &op);
    return STX_DONE;
}
