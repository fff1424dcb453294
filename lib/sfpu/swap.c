/* SPDX-License-Identifier: Apache-2.0
 *
 * swap.c - SFPSWAP, with indices (SPEC 8.4), and SFPTRANSP. */
#include "core/mem.h"
#include "sfpu/exec.h"
#include "sfpu/modes.h"

/* The lanes in which VD gets the smaller value, which the mode decides. */
static uint32_t min_lanes(uint32_t mod) {
    static const uint32_t lanes[9] = {0,          0xFFFFFFFF, 0x0000FFFF, 0x00FF00FF, 0xFF0000FF,
                                      0x000000FF, 0x0000FF00, 0x00FF0000, 0xFF000000};
    return mod <= 8 ? lanes[mod] : 0;
}

/* The lanes that swap their values. */
static uint32_t lanes_that_swap(const struct stx_core *core, const struct sfpu_op *op,
                                uint32_t mod) {
    if (mod == 0) {
        return SFPU_ALL_LANES;
    }
    return sfpu_less(op->vc, op->vd) ^ ~min_lanes(mod) ^ sfpu_lanes_with(core, LC_SRCB_SRCC);
}

/* Silicon treats VC as the smaller one of two equal negative values (departure SFPSWAP_TIE_SIGN),
 * which affects only the indices. These are the lanes in which the indices are exchanged
 * differently. */
static uint32_t lanes_of_ties(struct stx_core *core, const struct sfpu_op *op, uint32_t indexed) {
    uint32_t ties = 0;
    SFPU_FOR_LANES(indexed, lane) {
        uint32_t v = op->vc[lane];
        ties |= (v == op->vd[lane] ? v >> 31 : 0) << lane;
    }
    return ties && departs(core, STX_DEPARTURE_SFPSWAP_TIE_SIGN) ? ties : 0;
}

/* Two registers that receive the exchanged values, each in its own lanes. */
struct pair {
    const uint32_t *c, *d; /* values */
    unsigned to_c, to_d;
    uint32_t lanes_c, lanes_d;
};

/* Exchanges the values in the lanes of the mask swap. to_c is written last. Where each lane of both
 * registers is written, a shorter loop does it, except in a library that is compiled for size. */
static void write_pair(struct stx_core *core, struct sfpu_op *op, uint32_t swap,
                       const struct pair *p) {
    uint32_t *out_d = sfpu_out(core, op, p->to_d, p->lanes_d);
    uint32_t *out_c = p->to_c == p->to_d ? out_d : sfpu_out(core, op, p->to_c, p->lanes_c);
    if (!IS_SMALL && (p->lanes_c & p->lanes_d) == SFPU_ALL_LANES && out_c != out_d) {
        const uint32_t *c = p->c, *d = p->d;
        SFPU_EACH_LANE(lane) {
            uint32_t s = sfpu_all_ones(swap, lane), vc = c[lane], vd = d[lane];
            out_d[lane] = sfpu_select(s, vc, vd);
            out_c[lane] = sfpu_select(s, vd, vc);
        }
        return;
    }
    SFPU_FOR_LANES(p->lanes_c | p->lanes_d, lane) {
        uint32_t vc = p->c[lane], vd = p->d[lane];
        bool s = swap >> lane & 1u;
        if (p->lanes_d >> lane & 1u) {
            out_d[lane] = s ? vc : vd;
        }
        if (p->lanes_c >> lane & 1u) {
            out_c[lane] = s ? vd : vc;
        }
    }
}

/* The lanes in which a register receives its value. With ENABLE_DEST_INDEX registers 4..7 are
 * indices. */
static uint32_t main_lanes(unsigned reg, uint32_t plain, uint32_t indexed) {
    return plain | (reg < 4 || reg == 16 ? indexed : 0);
}

/* Registers 4..7 hold the indices of registers 0..3 and move with them. */
static void swap_indices(struct stx_core *core, struct sfpu_op *op, uint32_t lanes, uint32_t swap) {
    unsigned c = 4u + (op->c & 3u), d = 4u + (op->dest & 3u);
    const struct pair indices = {op->reg[c], op->reg[d], c, d, lanes, lanes};
    write_pair(core, op, swap, &indices);
}

/* There are at most four results, which STX_SFPU_RESULTS has room for. */
STX_EXEC(SFPSWAP) {
    struct sfpu_op op;
    (void)thread;
    if (!sfpu_allow_mode(core, MODES_SFPSWAP, a->instr_mod1)) {
        return STX_FAULT;
    }
    sfpu_begin_late(core, a->word, &op);
    uint32_t swap = lanes_that_swap(core, &op, a->instr_mod1);
    uint32_t indexed = op.lanes & sfpu_lanes_with(core, LC_DEST_INDEX);
    uint32_t plain = op.lanes & ~indexed;
    const struct pair values = {op.vc,
                                op.vd,
                                op.c,
                                op.dest,
                                main_lanes(op.c, plain, indexed),
                                main_lanes(op.dest, plain, indexed)};
    write_pair(core, &op, swap, &values);
    if (indexed) {
        swap ^= a->instr_mod1 ? lanes_of_ties(core, &op, indexed) : 0;
        swap_indices(core, &op, indexed, swap);
    }
    return STX_DONE;
}

/* Registers base to base + 3, each with four rows of eight lanes, are a 4x4 matrix of rows. Usually
 * all lanes are enabled, and pairs of rows are exchanged. */
enum { ROW_LANES = 8 };

static inline void exchange_rows(uint32_t *restrict x, uint32_t *restrict y) {
    for (unsigned i = 0; i < ROW_LANES; i++) {
        uint32_t t = x[i];
        x[i] = y[i];
        y[i] = t;
    }
}

static void transpose_rows(uint32_t (*reg)[STX_LANES]) {
    for (unsigned i = 1; i < 4; i++) {
        for (unsigned row = 0; row < i; row++) {
            exchange_rows(&reg[i][ROW_LANES * row], &reg[row][ROW_LANES * i]);
        }
    }
}

static void transpose(struct stx_core *core, const struct sfpu_op *op, unsigned base) {
    uint32_t old[4][STX_LANES];
    memcpy(old, op->reg[base], sizeof old);
    for (unsigned i = 0; i < 4; i++) {
        SFPU_FOR_LANES(op->lanes, lane) {
            core->sfpu.lreg[base + i][lane] =
                old[lane / ROW_LANES][ROW_LANES * i + lane % ROW_LANES];
        }
    }
}

SFPU_EXEC(SFPTRANSP) {
    for (unsigned base = 0; base < 8; base += 4) {
        if (!IS_SMALL && op->lanes == SFPU_ALL_LANES && !core->sfpu.issue) {
            transpose_rows(&core->sfpu.lreg[base]);
        } else {
            transpose(core, op, base);
        }
    }
    return STX_DONE;
}
