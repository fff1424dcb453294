/* SPDX-License-Identifier: Apache-2.0
 *
 * shift2.c - SFPSHFT2: moves registers to their neighbours, rotates lanes or shifts bits (SPEC
 * 8.4). */
#include "core/fault.h"
#include "core/mem.h"
#include "fast/chosen.h"
#include "num/sfpu_int.h"
#include "sfpu/lanes.h"
#include "sfpu/modes.h"

enum { CHAIN, CHAIN_ROWS, CHAIN_ROTATE, ROTATE, SHIFT_LANES, SHIFT_BITS, SHIFT_BITS_IMMEDIATE };

/* Moves VC one lane to the right within each row of eight. The first lane gets the last lane of the
 * row of `from`, or 0 if that is NULL. */
static void rotate(uint32_t *out, const uint32_t *vc, const uint32_t *from) {
    for (unsigned lane = 0; lane < STX_LANES; lane += 8) {
        out[lane] = from ? from[lane + 7] : 0;
        memcpy(out + lane + 1, vc + lane, 7 * sizeof *vc);
    }
}

enum {
    READ_LAST = STX_LREGS - 1
}; /* with the erratum SHIFT_LANES_OLD, holds VC of the last rotation */

static void keep_read(struct stx_core *core, const struct sfpu_op *op, uint32_t mod) {
    if (STX_SHIFT_LANES_OLD && (mod == CHAIN_ROTATE || mod == ROTATE) && op->dest < 12) {
        memcpy(core->sfpu.lreg[READ_LAST], op->vc, sizeof core->sfpu.lreg[READ_LAST]);
    }
}

/* The register whose last lanes a mode shifts in; NULL for zeros. */
static const uint32_t *shifted_in(const struct stx_core *core, const struct sfpu_op *op,
                                  uint32_t mod) {
    bool old = STX_SHIFT_LANES_OLD && erratum_modelled(core, STX_ERRATUM_SHIFT_LANES_OLD);
    return mod == ROTATE ? op->vc : old ? core->sfpu.lreg[READ_LAST] : NULL;
}

static void write_lanes(struct stx_core *core, struct sfpu_op *op, unsigned reg,
                        const uint32_t *value) {
    uint32_t *out = sfpu_out(core, op, reg, op->lanes);
    if (op->lanes == SFPU_ALL_LANES) {
        memcpy(out, value, STX_LANES * sizeof out[0]);
        return;
    }
    SFPU_FOR_LANES(op->lanes, lane) {
        out[lane] = value[lane];
    }
}

/* LReg0 = LReg1, LReg1 = LReg2, LReg2 = LReg3. LReg3 depends on the mode. */
static void chain(struct stx_core *core, struct sfpu_op *op, uint32_t mod) {
    uint32_t last[STX_LANES] = {0};
    if (mod == CHAIN_ROWS) {
        memcpy(last, op->reg[0] + 8, 24 * sizeof last[0]);
    } else if (mod == CHAIN_ROTATE) {
        rotate(last, op->vc, op->vc);
    }
    for (unsigned i = 0; i < 3; i++) {
        write_lanes(core, op, i, op->reg[i + 1]);
    }
    write_lanes(core, op, 3, last);
}

static void shift_bits(struct stx_core *core, struct sfpu_op *op, uint32_t mod, uint32_t imm) {
    op->out = sfpu_out(core, op, op->dest, op->lanes);
    const uint32_t *value = op->vb, *by = op->vc;
    const uint32_t fixed = mod == SHIFT_BITS ? 0 : sfpu_sext12(imm);
    const uint32_t use = mod == SHIFT_BITS ? UINT32_MAX : 0;
    uint32_t *out = sfpu_results(op);
    if (fast.shift_lanes && mod == SHIFT_BITS) {
        fast.shift_lanes(value, by, out);
    } else {
        SFPU_EACH_LANE(lane) {
            out[lane] = sfpu_shift_logical(value[lane], (by[lane] & use) | fixed);
        }
    }
    sfpu_keep(op);
}

STX_EXEC(SFPSHFT2) {
    struct sfpu_op op;
    uint32_t mod = a->instr_mod1, rotated[STX_LANES];
    (void)thread;
    if (!sfpu_allow_mode(core, MODES_SFPSHFT2, mod)) {
        return STX_FAULT;
    }
    sfpu_note_late(core, a->word);
    sfpu_begin_late(core, a->word, &op);
    op.late = op.late && mod >= CHAIN_ROTATE && mod <= SHIFT_LANES;
    keep_read(core, &op, mod);
    if (mod <= CHAIN_ROTATE) {
        chain(core, &op, mod);
    } else if (mod <= SHIFT_LANES) {
        rotate(rotated, op.vc, shifted_in(core, &op, mod));
        write_lanes(core, &op, op.dest, rotated);
    } else if (mod <= SHIFT_BITS_IMMEDIATE) {
        shift_bits(core, &op, mod, a->imm12_math);
    }
    return STX_DONE;
}
