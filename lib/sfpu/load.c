/* SPDX-License-Identifier: Apache-2.0
 *
 * load.c - SFPLOAD, SFPLOADI (SPEC 8.2, 8.4). */
#include "sfpu/load.h"

#include "core/fault.h"
#include "fast/chosen.h"
#include "num/sfpu_mem.h"
#include "regs/cfg.h"
#include "regs/dst.h"
#include "counters/rwc.h"
#include "sfpu/address.h"
#include "sfpu/exec.h"
#include "sfpu/formats.h"
#include "sfpu/lanes.h"
#include "sfpu/modes.h"

enum { CONFIGURES_LOADS = LC_RD_EXCHANGE | LC_FP16A_INF | LC_BLOCK_RD | LC_CAPTURE };

struct load_plan {
    uint32_t format;
    uint32_t address;
    uint32_t lanes;    /* lanes to load */
    uint32_t exchange; /* lanes that read the odd column */
    uint32_t with_inf; /* lanes with ENABLE_FP16A_INF */
    bool configured;   /* some column changes how its lanes load, which is rare */
    bool simple;       /* all lanes load, and none reads the other column */
    bool rows32;       /* the rows hold 32-bit elements */
    bool departs;      /* sfpu_rows_depart() */
};

bool sfpu_rows_depart(const struct stx_core *core, unsigned thread, uint32_t format) {
    return sfpu_rows_depart_inline(core, thread, format);
}

static inline unsigned physical_row(const struct stx_core *core, const struct load_plan *p,
                                    unsigned group) {
    uint32_t row = (p->address & ~3u) + group;
    return sfpu_find_row(core, p->rows32, row);
}

/* Converts a sign-magnitude integer for loads in formats 12 and 13. */
static uint32_t complement(uint32_t v) {
    return STX_LOADS_COMPLEMENT ? sfpu_twos_from_sm32(v) : v;
}

static uint32_t fetch(const struct stx_core *core, const struct load_plan *p, unsigned physical,
                      unsigned col, unsigned lane, uint32_t old) {
    switch (p->format) {
    case FMT_FP16:
        return sfpu_f32_from_f16(dst_fp16_get(core, physical, col), p->with_inf >> lane & 1u);
    case FMT_BF16:
        return dst_bf16_get(core, physical, col) << 16;
    case FMT_INT8:
        return sfpu_sm32_from_int8(dst_raw_get(core, physical, col), STX_INT8_LOAD_MASK);
    case FMT_INT8_COMP:
        return complement(sfpu_sm32_from_int8(dst_raw_get(core, physical, col), 0x3FFu));
    case FMT_SM32:
        return complement(dst_f32_get(core, physical, col));
    case FMT_UINT16:
    case FMT_LO16:
        return dst_raw_get(core, physical, col);
    case FMT_HI16:
        return dst_raw_get(core, physical, col) << 16;
    case FMT_INT16:
        return sfpu_sm32_from_int16(dst_raw_get(core, physical, col));
    case FMT_ZERO:
        return 0;
    case FMT_LO16_ONLY:
        return (old & 0xFFFF0000u) | dst_raw_get(core, physical, col);
    case FMT_HI16_ONLY:
        return (old & 0xFFFFu) | dst_raw_get(core, physical, col) << 16;
    default:
        return dst_f32_get(core, physical, col);
    }
}

/* The value of an invalid row: all bits are 0. */
static uint32_t nothing(uint32_t format, uint32_t old) {
    return format == FMT_LO16_ONLY   ? old & 0xFFFF0000u
           : format == FMT_HI16_ONLY ? old & 0xFFFFu
                                     : 0;
}

/* Loads all lanes with the fast form. This requires that every lane loads, that all of them read
 * even columns or all read odd ones, that their rows are valid, and that the form supports the
 * format. The rows are adjacent. False if a condition does not hold; then nothing was done. */
static SFPU_IN_BODIES bool load_all(const struct stx_core *core, const struct load_plan *p,
                                    uint32_t *out) {
    unsigned physical = physical_row(core, p, 0);
    uint32_t valid = core->dst.valid[physical / 32] >> physical % 32;
    bool wide = sfpu_load_is_wide(p->format);
    bool copied = wide && !(STX_LOADS_COMPLEMENT && p->format == FMT_SM32);
    bool known = copied || p->format == FMT_BF16, raw = dst_row_is_raw(physical);
    if (!fast.load_lanes || !p->simple || !known || ~valid & ((1u << SFPU_ROWS) - 1u)) {
        return false;
    }
    const uint16_t *high = core->dst.cell[physical] + (p->address >> 1 & 1u);
    fast.load_lanes(high, wide ? LANES_WIDE : raw ? LANES_RAW : 0, out);
    return true;
}

/* Loads the eight lanes of one row. */
static void load_group(const struct stx_core *core, const struct load_plan *p, unsigned group,
                       const uint32_t *old, uint32_t *out) {
    unsigned physical = physical_row(core, p, group);
    bool valid = dst_valid(core, physical);
    uint32_t odd = p->address & 2u ? SFPU_ALL_LANES : p->exchange;
    for (unsigned lane = 8 * group; lane < 8 * group + 8; lane++) {
        unsigned col = 2 * (lane & 7u) + (odd >> lane & 1u);
        if (p->lanes >> lane & 1u) {
            out[lane] = valid ? fetch(core, p, physical, col, lane, old[lane])
                              : nothing(p->format, old[lane]);
        }
    }
}

/* Not inlined, so that the caller saves fewer registers. */
static __attribute__((noinline)) void load_rows(const struct stx_core *core,
                                                const struct load_plan *p, const uint32_t *old,
                                                uint32_t *out) {
    for (unsigned group = 0; group < SFPU_ROWS; group++) {
        load_group(core, p, group, old, out);
    }
}

/* With CAPTURE_DEFAULT_DEST_INDEX, LReg[VD + 4] records where the value came from. */
static void capture_index(struct stx_core *core, const struct load_plan *p, unsigned vd) {
    if (vd >= 4 || !p->configured) {
        return;
    }
    uint32_t capture = sfpu_lanes_with(core, LC_DEST_INDEX) & sfpu_lanes_with(core, LC_CAPTURE);
    uint32_t odd = p->address & 2u ? SFPU_ALL_LANES : p->exchange;
    SFPU_FOR_LANES(p->lanes & capture, lane) {
        uint32_t row = (p->address & ~3u) + lane / 8;
        core->sfpu.lreg[vd + 4][lane] = row << 4 | (2 * (lane & 7u) + (odd >> lane & 1u));
    }
}

uint32_t sfpu_load_address(const struct stx_core *core, unsigned thread, uint32_t mod0,
                           uint32_t imm) {
    return mod0 == FMT_STACK
               ? sfpu_stack_address(core, thread, sfpu_stack_popped(core, thread), imm)
               : sfpu_find_address(core, thread, imm);
}

/* Applies LaneConfig to the plan. */
static __attribute__((noinline)) void load_configure(struct load_plan *p,
                                                     const struct stx_core *core) {
    p->exchange = sfpu_lanes_with(core, LC_RD_EXCHANGE);
    p->with_inf = sfpu_lanes_with(core, LC_FP16A_INF);
    p->lanes &= ~sfpu_lanes_with(core, LC_BLOCK_RD);
}

/* Fills the plan; registers do not change. */
static void load_plan_make(struct load_plan *p, struct stx_core *core, unsigned thread,
                           uint32_t mod0, uint32_t imm) {
    p->format = sfpu_find_format(core, thread, mod0);
    p->departs = sfpu_rows_depart(core, thread, p->format);
    p->rows32 = sfpu_rows_are_32(core, sfpu_load_is_wide(p->format), p->departs);
    p->address = sfpu_load_address(core, thread, mod0, imm);
    p->lanes = mod0 == FMT_STACK  ? SFPU_ALL_LANES
               : core->sfpu.issue ? core->sfpu.issue->lanes
                                  : sfpu_lanes_on(core);
    p->exchange = p->with_inf = 0;
    p->configured = sfpu_some_config(core) & CONFIGURES_LOADS;
    if (p->configured) {
        load_configure(p, core);
    }
    p->simple = p->lanes == SFPU_ALL_LANES && !p->exchange;
}

static uint32_t load_any(struct stx_core *core, unsigned thread, uint32_t mod0, unsigned vd,
                         uint32_t imm, uint32_t odd) {
    struct load_plan p;
    load_plan_make(&p, core, thread, mod0, imm);
    if (!sfpu_allow_address(core, p.address ^ odd)) {
        return SFPU_REFUSED;
    }
    if (vd < 8 && !dst_has(core, p.rows32, p.address & ~3u, SFPU_ROWS)) {
        return SFPU_REFUSED;
    }
    if (p.departs) {
        (void)departs(core, STX_DEPARTURE_SFPU_BF16_ROWS_32);
    }
    if (mod0 == FMT_STACK) {
        core->rwc[thread].sp = (uint16_t)sfpu_stack_popped(core, thread);
    }
    if (vd < 8) {
        const uint32_t *old = sfpu_operand(core, vd);
        uint32_t *out = sfpu_target(core, vd);
        if (!load_all(core, &p, out)) {
            load_rows(core, &p, old, out);
        }
        capture_index(core, &p, vd);
    }
    return p.address;
}

#if SFPU_USUAL_COPY
#include "fast/words/load_usual.h"
#else
static uint32_t load_usual(struct stx_core *core, unsigned thread, uint32_t mod0, unsigned vd,
                           uint32_t imm, uint32_t odd) {
    return (void)core, (void)thread, (void)mod0, (void)vd, (void)imm, (void)odd, SFPU_REFUSED;
}
#endif

uint32_t sfpu_load(struct stx_core *core, unsigned thread, uint32_t mod0, unsigned vd, uint32_t imm,
                   uint32_t odd) {
    uint32_t address = load_usual(core, thread, mod0, vd, imm, odd);
    return address != SFPU_REFUSED ? address : load_any(core, thread, mod0, vd, imm, odd);
}

STX_EXEC(SFPLOAD) {
    if (a->lreg_ind >= 12 && !sfpu_allow(core, STX_RULE_SFPU_VD)) {
        return STX_FAULT;
    }
    if (sfpu_load(core, thread, a->instr_mod0, a->lreg_ind, a->dest_reg_addr, 0) == SFPU_REFUSED) {
        return STX_FAULT;
    }
    rwc_advance_sfpu(core, thread, a->sfpu_addr_mode);
    return STX_DONE;
}

enum { LOADI_HIGH = 8, LOADI_LOW = 10 };

static uint32_t expand(uint32_t mod0, uint32_t imm) {
    switch (mod0) {
    case 0:
        return imm << 16;
    case 1:
        return (imm & 0x8000u) << 16 | ((imm & 0x7FFFu) + (112u << 10)) << 13;
    case 4:
        return (imm ^ 0x8000u) - 0x8000u;
    default:
        return imm;
    }
}

SFPU_EXEC_HIGH(SFPLOADI) {
    const uint32_t mod0 = a->instr_mod0;
    uint32_t keep = mod0 == LOADI_HIGH ? 0xFFFFu : mod0 == LOADI_LOW ? 0xFFFF0000u : 0;
    uint32_t set = mod0 == LOADI_HIGH ? a->imm16 << 16 : expand(mod0, a->imm16);
    const uint32_t *vd = op->vd;
    uint32_t *out = sfpu_results(op);
    SFPU_EACH_LANE(lane) {
        out[lane] = (vd[lane] & keep) | set;
    }
    sfpu_keep(op);
    return STX_DONE;
}
