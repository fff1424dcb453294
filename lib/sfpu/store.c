/* SPDX-License-Identifier: Apache-2.0
 *
 * store.c - SFPSTORE (SPEC 8.2). */
#include "num/sfpu_mem.h"
#include "regs/dst.h"
#include "rwc/rwc.h"
#include "sfpu/lanes.h"
#include "sfpu/transfer.h"

struct store_plan {
    const uint32_t *value;
    uint32_t format;
    uint32_t address;
    uint32_t lanes;    /* lanes to store */
    uint32_t exchange; /* lanes that write the odd column */
};

static bool is_wide(uint32_t format) {
    return format == FMT_FP32 || format == FMT_INT32 || format == FMT_SM32 || format == FMT_HI16 ||
           format == FMT_LO16;
}

/* 32 bits that are kept as they are, without the permutation of the high half. */
static void put_raw32(struct stx_core *core, unsigned physical, unsigned col, uint32_t v) {
    dst_raw_set(core, physical, col, v >> 16);
    dst_raw_set(core, physical + DST_LOW_HALF, col, v & 0xFFFFu);
}

static void put(struct stx_core *core, uint32_t format, unsigned physical, unsigned col,
                uint32_t v) {
    switch (format) {
    case FMT_FP16:
        dst_fp16_set(core, physical, col, sfpu_f32_to_f16(v));
        break;
    case FMT_BF16:
        dst_bf16_set(core, physical, col, sfpu_flush(v) >> 16);
        break;
    case FMT_FP32:
        dst_f32_set(core, physical, col, sfpu_flush(v));
        break;
    case FMT_INT8:
    case FMT_INT8_COMP:
        dst_raw_set(core, physical, col, sfpu_sm32_to_int8(v));
        break;
    case FMT_UINT16:
    case FMT_LO16_ONLY:
        dst_raw_set(core, physical, col, v & 0xFFFFu);
        break;
    case FMT_HI16:
        put_raw32(core, physical, col, v);
        break;
    case FMT_INT16:
        dst_raw_set(core, physical, col, sfpu_sm32_to_int16(v));
        break;
    case FMT_LO16:
        put_raw32(core, physical, col, v << 16 | v >> 16);
        break;
    case FMT_ZERO:
        dst_raw_set(core, physical, col, 0);
        break;
    case FMT_HI16_ONLY:
        dst_raw_set(core, physical, col, v >> 16);
        break;
    default:
        dst_f32_set(core, physical, col, v);
        break;
    }
}

/* Only the cells of lanes that store change; stale cells of an invalid row come back to sight. */
static void store_row(struct stx_core *core, const struct store_plan *p, unsigned group) {
    uint32_t row = (p->address & ~3u) + group;
    uint32_t odd = p->address & 2u ? SFPU_ALL_LANES : p->exchange;
    if (!(p->lanes >> (8 * group) & 0xFFu)) {
        return;
    }
    unsigned physical = is_wide(p->format) ? dst_row32(core, row) : dst_row16(core, row);
    dst_set_valid(core, physical);
    for (unsigned lane = 8 * group; lane < 8 * group + 8; lane++) {
        if (p->lanes >> lane & 1u) {
            unsigned col = 2 * (lane & 7u) + (odd >> lane & 1u);
            put(core, p->format, physical, col, p->value[lane]);
        }
    }
}

static void store(struct stx_core *core, struct store_plan *p) {
    p->exchange = sfpu_lanes_with(core, LC_WR_EXCHANGE);
    p->lanes &= ~sfpu_lanes_with(core, LC_BLOCK_WR);
    for (unsigned group = 0; group < 4; group++) {
        store_row(core, p, group);
    }
}

/* A store of a sequence: address and register are given, no counter moves. */
static enum stx_result store_scheduled(struct stx_core *core, unsigned thread) {
    const struct stx_sfpu_issue *issue = core->sfpu.issue;
    uint32_t mod0 = issue->mod0 ? issue->mod0 : sfpu_default_format(core, thread);
    struct store_plan p = {issue->reg[issue->source], mod0, issue->address, issue->lanes, 0};
    if (mod0 == FMT_STACK) {
        p.format = FMT_INT32;
        p.lanes = SFPU_ALL_LANES;
    }
    store(core, &p);
    return STX_DONE;
}

static struct store_plan plan_store(struct stx_core *core, unsigned thread,
                                    const struct stx_args_SFPSTORE *a) {
    const struct stx_sfpu_issue *issue = core->sfpu.issue;
    struct store_plan p = {.format = a->instr_mod0};
    p.value = issue ? issue->reg[a->lreg_ind] : core->sfpu.lreg[a->lreg_ind];
    if (p.format == FMT_STACK) {
        p.address = sfpu_stack_address(core, thread, a->dest_reg_addr);
        p.lanes = SFPU_ALL_LANES;
        p.format = FMT_INT32;
        sfpu_stack_push(core, thread);
    } else {
        p.address = sfpu_address(core, thread, a->dest_reg_addr);
        p.lanes = issue ? issue->lanes : sfpu_enabled(core);
        p.format = p.format ? p.format : sfpu_default_format(core, thread);
    }
    return p;
}

STX_EXEC(SFPSTORE) {
    if (core->sfpu.issue && core->sfpu.issue->scheduled) {
        return store_scheduled(core, thread);
    }
    if ((a->dest_reg_addr & 1u) && !stx_allow(core, STX_RULE_SFPU_ADDRESS)) {
        return STX_FAULT;
    }
    struct store_plan p = plan_store(core, thread, a);
    store(core, &p);
    rwc_advance_sfpu(core, thread, a->sfpu_addr_mode);
    return STX_DONE;
}
