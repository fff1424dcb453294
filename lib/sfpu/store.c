/* SPDX-License-Identifier: Apache-2.0
 *
 * store.c - SFPSTORE (SPEC 8.2). */
#include "fast/chosen.h"
#include "num/sfpu_mem.h"
#include "regs/dst.h"
#include "counters/rwc.h"
#include "sfpu/address.h"
#include "sfpu/formats.h"
#include "sfpu/lanes.h"
#include "sfpu/load.h"

struct store_plan {
    const uint32_t *value;
    uint32_t format;
    uint32_t address;
    uint32_t lanes;    /* lanes to store */
    uint32_t exchange; /* lanes that write the odd column */
    bool simple;       /* all lanes store, and none writes the other column */
    bool rows32;       /* the rows hold 32-bit elements */
    bool departs;      /* sfpu_rows_depart() */
};

static inline unsigned physical_row(const struct stx_core *core, const struct store_plan *p,
                                    unsigned group) {
    uint32_t row = (p->address & ~3u) + group;
    return sfpu_find_row(core, p->rows32, row);
}

/* Each format has such a function, which writes one value to a cell of a physical row. */
typedef void put_function(struct stx_core *core, unsigned physical, unsigned col, uint32_t v);

static void put_fp16(struct stx_core *core, unsigned physical, unsigned col, uint32_t v) {
    dst_fp16_set(core, physical, col, sfpu_f32_to_f16(v));
}

static void put_bf16(struct stx_core *core, unsigned physical, unsigned col, uint32_t v) {
    dst_bf16_set(core, physical, col, sfpu_flush(v) >> 16);
}

static void put_fp32(struct stx_core *core, unsigned physical, unsigned col, uint32_t v) {
    dst_f32_set(core, physical, col, sfpu_flush(v));
}

static void put_int32(struct stx_core *core, unsigned physical, unsigned col, uint32_t v) {
    dst_f32_set(core, physical, col, v);
}

static void put_twos32(struct stx_core *core, unsigned physical, unsigned col, uint32_t v) {
    dst_f32_set(core, physical, col, sfpu_sm32_from_twos(v));
}

static void put_int8(struct stx_core *core, unsigned physical, unsigned col, uint32_t v) {
    dst_raw_set(core, physical, col, sfpu_sm32_to_int8(v));
}

static void put_twos8(struct stx_core *core, unsigned physical, unsigned col, uint32_t v) {
    dst_raw_set(core, physical, col, sfpu_sm32_to_int8(sfpu_sm32_from_twos(v)));
}

static void put_low16(struct stx_core *core, unsigned physical, unsigned col, uint32_t v) {
    dst_raw_set(core, physical, col, v & 0xFFFFu);
}

static void put_high16(struct stx_core *core, unsigned physical, unsigned col, uint32_t v) {
    dst_raw_set(core, physical, col, v >> 16);
}

static void put_int16(struct stx_core *core, unsigned physical, unsigned col, uint32_t v) {
    dst_raw_set(core, physical, col, sfpu_sm32_to_int16(v));
}

static void put_zero(struct stx_core *core, unsigned physical, unsigned col, uint32_t v) {
    (void)v;
    dst_raw_set(core, physical, col, 0);
}

/* Writes 32 bits as they are, without permuting the high half. */
static void put_raw32(struct stx_core *core, unsigned physical, unsigned col, uint32_t v) {
    dst_raw_set(core, physical, col, v >> 16);
    dst_raw_set(core, physical + DST_LOW_HALF, col, v & 0xFFFFu);
}

static void put_rotated32(struct stx_core *core, unsigned physical, unsigned col, uint32_t v) {
    put_raw32(core, physical, col, v << 16 | v >> 16);
}

static put_function *put_of(uint32_t format) {
    static put_function *const put[16] = {
        [FMT_DEFAULT] = put_int32,
        [FMT_FP16] = put_fp16,
        [FMT_BF16] = put_bf16,
        [FMT_FP32] = put_fp32,
        [FMT_INT32] = put_int32,
        [FMT_INT8] = put_int8,
        [FMT_UINT16] = put_low16,
        [FMT_HI16] = put_raw32,
        [FMT_INT16] = put_int16,
        [FMT_LO16] = put_rotated32,
        [FMT_STACK] = put_int32,
        [FMT_ZERO] = put_zero,
        [FMT_SM32] = STX_LOADS_COMPLEMENT ? put_twos32 : put_int32,
        [FMT_INT8_COMP] = STX_LOADS_COMPLEMENT ? put_twos8 : put_int8,
        [FMT_LO16_ONLY] = put_low16,
        [FMT_HI16_ONLY] = put_high16};
    return put[format & 15u];
}

/* Stores the eight lanes of a row, from lane `first` on. */
static inline void put_lanes(struct stx_core *core, const struct store_plan *p, unsigned physical,
                             unsigned first, uint32_t odd, put_function *put) {
    const uint32_t *value = p->value + first;
    uint32_t lanes = p->lanes >> first, odd_lanes = odd >> first;
    for (unsigned column = 0; column < 8; column++) {
        if (lanes >> column & 1u) {
            put(core, physical, 2 * column + (odd_lanes >> column & 1u), value[column]);
        }
    }
}

/* Stores all lanes with the fast form. This requires that every lane stores, that all of them write
 * even columns or all write odd ones, and that the form supports the format. The rows are adjacent.
 * False if a condition does not hold; then nothing was done. */
static SFPU_IN_BODIES bool store_all(struct stx_core *core, const struct store_plan *p) {
    static const uint8_t how[16] = {[FMT_FP32] = LANES_WIDE | LANES_FLUSHED,
                                    [FMT_INT32] = LANES_WIDE,
                                    [FMT_BF16] = LANES_FLUSHED};
    unsigned physical = physical_row(core, p, 0);
    if (!fast.store_lanes || !p->simple || !how[p->format]) {
        return false;
    }
    bool raw = p->format == FMT_BF16 && dst_row_is_raw(physical);
    uint16_t *high = core->dst.cell[physical] + (p->address >> 1 & 1u);
    fast.store_lanes(high, how[p->format] | (raw ? LANES_RAW : 0u), p->value);
    core->dst.valid[physical / 32] |= ((1u << SFPU_ROWS) - 1u) << physical % 32;
    return true;
}

/* Only the cells of lanes that store change. The row becomes valid, so that the old contents of its
 * other cells can be read again. */
static void store_row(struct stx_core *core, const struct store_plan *p, unsigned group) {
    if (!(p->lanes >> (8 * group) & 0xFFu)) {
        return;
    }
    unsigned physical = physical_row(core, p, group);
    dst_set_valid(core, physical);
    uint32_t odd = p->address & 2u ? SFPU_ALL_LANES : p->exchange;
    put_lanes(core, p, physical, 8 * group, odd, put_of(p->format));
}

/* Not inlined, so that the caller saves fewer registers. */
static __attribute__((noinline)) void store_rows(struct stx_core *core,
                                                 const struct store_plan *p) {
    for (unsigned group = 0; group < SFPU_ROWS; group++) {
        store_row(core, p, group);
    }
}

/* Finds the width of the rows and checks that all rows that lanes store to exist. False after a
 * fault. */
static bool rows_are_there(struct stx_core *core, unsigned thread, struct store_plan *p) {
    p->departs = sfpu_rows_depart(core, thread, p->format);
    p->rows32 = sfpu_rows_are_32(core, sfpu_store_is_wide(p->format), p->departs);
    uint32_t lanes = DST_IS_SMALL ? p->lanes & ~sfpu_lanes_with(core, LC_BLOCK_WR) : 0;
    return !lanes || dst_has(core, p->rows32, p->address & ~3u, SFPU_ROWS);
}

static void store_lanes(struct stx_core *core, struct store_plan *p) {
    if (p->departs) {
        (void)departs(core, STX_DEPARTURE_SFPU_BF16_ROWS_32);
    }
    p->exchange = 0;
    if (sfpu_lanes_with(core, LC_WR_EXCHANGE | LC_BLOCK_WR)) { /* usually neither is set */
        p->exchange = sfpu_lanes_with(core, LC_WR_EXCHANGE);
        p->lanes &= ~sfpu_lanes_with(core, LC_BLOCK_WR);
    }
    p->simple = p->lanes == SFPU_ALL_LANES && !p->exchange;
    if (!store_all(core, p)) {
        store_rows(core, p);
    }
}

/* Executes the store of a sequence. Its address and its register are given, and no counter changes.
 */
static __attribute__((noinline)) enum stx_result store_scheduled(struct stx_core *core,
                                                                 unsigned thread) {
    const struct stx_sfpu_issue *issue = core->sfpu.issue;
    struct store_plan p = {.value = issue->reg[issue->source],
                           .format = sfpu_find_format(core, thread, issue->mod0),
                           .address = issue->address,
                           .lanes = issue->mod0 == FMT_STACK ? SFPU_ALL_LANES : issue->lanes};
    if (!rows_are_there(core, thread, &p)) {
        return STX_FAULT;
    }
    store_lanes(core, &p);
    return STX_DONE;
}

/* Fills in what the word itself determines; store_lanes() adds the rest. */
static void store_plan_make(struct store_plan *p, const struct stx_core *core, unsigned thread,
                            const struct stx_args_SFPSTORE *a) {
    const struct stx_sfpu_issue *issue = core->sfpu.issue;
    p->value = sfpu_operand(core, a->lreg_ind);
    if (a->instr_mod0 == FMT_STACK) {
        p->address = sfpu_stack_address(core, thread, core->rwc[thread].sp, a->dest_reg_addr);
        p->lanes = SFPU_ALL_LANES;
    } else {
        p->address = sfpu_find_address(core, thread, a->dest_reg_addr);
        p->lanes = issue ? issue->lanes : sfpu_lanes_on(core);
    }
    p->format = sfpu_find_format(core, thread, a->instr_mod0);
}

static enum stx_result store_any(struct stx_core *core, unsigned thread,
                                 const struct stx_args_SFPSTORE *a) {
    struct store_plan p;
    store_plan_make(&p, core, thread, a);
    if (!sfpu_allow_address(core, p.address) || !rows_are_there(core, thread, &p)) {
        return STX_FAULT;
    }
    if (a->instr_mod0 == FMT_STACK) {
        sfpu_stack_push(core, thread);
    }
    store_lanes(core, &p);
    return STX_DONE;
}

#if SFPU_USUAL_COPY
#include "fast/words/store_usual.h"
#else
static bool store_usual(struct stx_core *core, unsigned thread, const struct stx_args_SFPSTORE *a) {
    return (void)core, (void)thread, (void)a, false;
}
#endif

STX_EXEC(SFPSTORE) {
    if (core->sfpu.issue && core->sfpu.issue->scheduled) {
        return store_scheduled(core, thread);
    }
    if (!store_usual(core, thread, a) && store_any(core, thread, a) == STX_FAULT) {
        return STX_FAULT;
    }
    rwc_advance_sfpu(core, thread, a->sfpu_addr_mode);
    return STX_DONE;
}
