/* SPDX-License-Identifier: Apache-2.0
 *
 * swap.c - SFPSWAP, with indices (SPEC 8.4), and SFPTRANSP. */
#include "sfpu/lanes.h"

/* Lanes in which VD gets the smaller value, by mode. */
static uint32_t min_lanes(uint32_t mod) {
    static const uint32_t lanes[9] = {0,          0xFFFFFFFF, 0x0000FFFF, 0x00FF00FF, 0xFF0000FF,
                                      0x000000FF, 0x0000FF00, 0x00FF0000, 0xFF000000};
    return mod <= 8 ? lanes[mod] : 0;
}

/* Lanes that swap. */
static uint32_t decide(const struct stx_core *core, const struct sfpu_op *op, uint32_t mod) {
    uint32_t less = 0;
    if (mod == 0) {
        return SFPU_ALL_LANES;
    }
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        less |= sfpu_bit(sfpu_order(op->vc[lane]) < sfpu_order(op->vd[lane]), lane);
    }
    return less ^ ~min_lanes(mod) ^ sfpu_lanes_with(core, LC_SRCB_SRCC);
}

/* Writes the pair c, d exchanged in lanes swap to registers to_c, to_d; to_c is written last. */
static void write_pair(struct stx_core *core, struct sfpu_op *op, uint32_t lanes, uint32_t swap,
                       const uint32_t *c, const uint32_t *d, unsigned to_c, unsigned to_d) {
    uint32_t *out_d = sfpu_out(core, op, to_d, lanes);
    uint32_t *out_c = to_c == to_d ? out_d : sfpu_out(core, op, to_c, lanes);
    SFPU_FOR_LANES(lanes, lane) {
        uint32_t vc = c[lane], vd = d[lane];
        bool s = swap >> lane & 1u;
        out_d[lane] = s ? vc : vd;
        out_c[lane] = s ? vd : vc;
    }
}

/* With ENABLE_DEST_INDEX registers 4..7 are the indices of 0..3 and move along. */
static void swap_with_index(struct stx_core *core, struct sfpu_op *op, uint32_t lanes,
                            uint32_t swap) {
    unsigned c = op->c, d = op->dest, index_c = 4u + (c & 3u), index_d = 4u + (d & 3u);
    write_pair(core, op, lanes, swap, op->vc, op->vd, c < 4 ? c : 8u, d < 4 || d == 16 ? d : 8u);
    write_pair(core, op, lanes, swap, op->reg[index_c], op->reg[index_d], index_c, index_d);
}

STX_EXEC(SFPSWAP) {
    struct sfpu_op op;
    (void)thread;
    if (!sfpu_allow_mode(core, a->instr_mod1 <= 9)) {
        return STX_FAULT;
    }
    sfpu_begin_late(core, a->word, &op);
    uint32_t swap = decide(core, &op, a->instr_mod1);
    uint32_t indexed = op.lanes & sfpu_lanes_with(core, LC_DEST_INDEX);
    uint32_t plain = op.lanes & ~indexed;
    if (plain) {
        write_pair(core, &op, plain, swap, op.vc, op.vd, op.c, op.dest);
    }
    if (indexed) {
        swap_with_index(core, &op, indexed, swap);
    }
    return STX_DONE;
}

/* Registers base..base+3 and the four rows of eight lanes: a 4x4 transposition of rows. */
static void transpose(struct stx_core *core, const struct sfpu_op *op, unsigned base) {
    uint32_t old[4][STX_LANES];
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            old[i][lane] = op->reg[base + i][lane];
        }
    }
    for (unsigned i = 0; i < 4; i++) {
        SFPU_FOR_LANES(op->lanes, lane) {
            core->sfpu.lreg[base + i][lane] = old[lane / 8][8 * i + lane % 8];
        }
    }
}

STX_EXEC(SFPTRANSP) {
    struct sfpu_op op;
    (void)thread;
    sfpu_begin(core, a->word, &op);
    transpose(core, &op, 0);
    transpose(core, &op, 4);
    return STX_DONE;
}
