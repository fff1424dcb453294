/* SPDX-License-Identifier: Apache-2.0
 *
 * pacr.c - PACR: rows of Dst to L1 (SPEC 12). */
#include "counters/adc.h"
#include "counters/pack_advance.h"
#include "core/fault.h"
#include "core/harts.h"
#include "core/tell.h"
#include "fast/chosen.h"
#include "pack/pack_row.h"

static bool run_is_there(struct stx_core *core, const struct pack_plan *p) {
    for (uint32_t i = 0; DST_IS_SMALL && i < pack_run_rows(p); i++) {
        if (!dst_has(core, reads_wide(p), (p->rows[0] + i) % STX_DST_NAMES, 1)) {
            return false;
        }
    }
    return true;
}

static bool rows_are_there(struct stx_core *core, const struct pack_plan *p) {
    for (unsigned i = 0; p->datums && i < p->row_count; i++) {
        if (!dst_has(core, reads_wide(p), p->rows[i], 1)) {
            return false;
        }
    }
    return true;
}

/* Of the four rows that a word of Blackhole reads, only the first eight datums are counted: a card
 * counts 128 of a tile's 1,024 (SPEC 12.10). */
enum { SAMPLED_COLUMNS = 8 };

/* Applies ReLU, the edge mask and the late conversion to the k-th row. Masked datums skip the early
 * conversion. */
static void convert_row(struct stx_core *core, unsigned thread, const struct pack_plan *p,
                        unsigned k, uint32_t v[STX_COLS]) {
    uint32_t dropped = p->masked ? ~edge_mask(core, thread, 0, &core->packer[0], k) & 0xFFFFu : 0;
    apply_relu(p, v);
    drop(core, thread, p, dropped, v);
    if (k == 0) {
        show_exponents(core, 0, p, v, SAMPLED_COLUMNS);
    }
    convert_all(p->late, v, p->datums);
}

static void move_rows(struct stx_core *core, unsigned thread, const struct pack_plan *p) {
    uint32_t v[STX_COLS];
    for (unsigned i = 0; i < p->row_count; i++) {
        fetch_row(core, p, p->rows[i], v);
        convert_row(core, thread, p, i, v);
        write_row(core, &core->packer[0], p, v);
    }
    pack_advance_rows(&core->packer[0],
                      cfg_PACK_COUNTERS_SEC0_pack_reads_per_xy_plane(core, thread), p->row_count);
}

static uint32_t packed_rows(const struct pack_plan *p) {
    return STX_PACKERS > 1 ? pack_run_rows(p) : p->datums ? p->row_count : 0;
}

/* The i-th physical row that is read. */
static unsigned packed_row(const struct stx_core *core, const struct pack_plan *p, uint32_t i) {
    return physical_row(core, p, STX_PACKERS > 1 ? (p->rows[0] + i) % STX_DST_NAMES : p->rows[i]);
}

/* Tells the rows that are read, and the bytes that are written from the plan's addresses on. */
static __attribute__((noinline)) void
tell_plan(const struct stx_core *core, const struct stx_packer *packer, const struct pack_plan *p) {
    uint32_t rows = p->zero ? 0 : packed_rows(p), bytes = packer->data_address - p->to.data;
    bool wide = p->read == READ_F32;
    for (uint32_t i = 0, n; i < rows; i += n) {
        unsigned first = packed_row(core, p, i);
        for (n = 1; i + n < rows && packed_row(core, p, i + n) == first + n; n++) {
        }
        tell_dst(core, false, first, n, wide ? 32 : 16);
        tell_dst(core, false, first + DST_LOW_HALF, wide ? n : 0, 32);
    }
    tell_l1(core, false, p->to.data, p->accumulate ? bytes : 0, p->out);
    tell_l1(core, true, p->to.data, bytes, p->out);
    tell_l1(core, true, p->to.exponents, packer->exponent_address - p->to.exponents, p->out);
}

static void pack_with(struct stx_core *core, unsigned thread, unsigned i,
                      const struct pack_plan *p) {
    struct stx_packer *packer = &core->packer[i];
    pack_begin(packer, p->to);
    if (p->datums) {
        harts_part(core, thread);
        if (STX_PACKERS > 1) {
            move_run(core, thread, i, p);
        } else {
            move_rows(core, thread, p);
        }
        harts_meet(core, thread);
    }
    if (tells_moves(core)) {
        tell_plan(core, packer, p);
    }
    if (p->ends) {
        pack_end(core, packer, p->bfp);
    }
}

/* Makes the plans of all packers that are named, before the first of them writes. */
static bool make_plans(struct stx_core *core, unsigned thread, const struct stx_args_PACR *a,
                       uint32_t named, struct pack_plan plans[STX_PACKERS]) {
    if (STX_PACKERS > 1 && !packers_defined(core, a)) {
        return false;
    }
    for (unsigned i = 0; i < STX_PACKERS; i++) {
        struct pack_plan *p = &plans[i];
        if (named >> i & 1u &&
            (pack_plan_make(core, thread, a, i, p) == STX_FAULT ||
             !(STX_PACKERS > 1 ? run_is_there(core, p) : rows_are_there(core, p)))) {
            return false;
        }
    }
    return true;
}

static enum stx_result pack_any(struct stx_core *core, unsigned thread,
                                const struct stx_args_PACR *a) {
    struct pack_plan plans[STX_PACKERS];
    uint32_t named = STX_PACKERS > 1 ? packers_named(core, a) : 1u;
    if (!make_plans(core, thread, a, named, plans)) {
        return STX_FAULT;
    }
    for (unsigned i = 0; i < STX_PACKERS; i++) {
        if (named >> i & 1u) {
            pack_with(core, thread, i, &plans[i]);
        }
    }
    pack_advance_counters(core, &core->adc[thread][ADC_PACKER], pack_address_mod(core, thread, a));
    return STX_DONE;
}

/* Decodes the word; a usual one needs few of its fields. */
static enum stx_result pack_plain(struct stx_core *core, unsigned thread, uint32_t word) {
    const struct stx_args_PACR fields = fields_of_PACR(word);
    return pack_any(core, thread, &fields);
}

STX_EXEC(PACR) {
    bool usual = fast.pack_word && !tells_uses() && !exponents_are_kept(core);
    return usual ? fast.pack_word(core, thread, a->word, pack_plain)
                 : pack_plain(core, thread, a->word);
}
