/* SPDX-License-Identifier: Apache-2.0
 *
 * unpacr.c - UNPACR: datums from L1 to SrcA, SrcB or Dst (SPEC 11.3). */
#include "counters/adc.h"
#include "core/fault.h"
#include "core/harts.h"
#include "core/tell.h"
#include "fast/chosen.h"
#include "num/format.h"
#include "num/unpack_datum.h"
#include "regs/cfg.h"
#include "regs/dst.h"
#include "regs/l1.h"
#include "regs/src.h"
#include "counters/unpack_read.h"
#include "unpack/contexts.h"
#include "unpack/target.h"

typedef uint32_t (*convert)(uint32_t datum);

static uint32_t identity(uint32_t v) {
    return v;
}

static convert from_f32(const struct unpack_plan *p) {
    if (p->out == FORMAT_FP16) {
        return unpack_f32_to_fp16;
    }
    if (p->out == FORMAT_BF16) {
        return unpack_f32_to_bf16;
    }
    return p->to_dst ? identity : unpack_f32_to_tf32;
}

static convert converter(const struct unpack_plan *p) {
    switch (p->in) {
    case FORMAT_FP32:
        return from_f32(p);
    case FORMAT_FP16:
        return unpack_fp16;
    case FORMAT_BF16:
        return unpack_bf16;
    case FORMAT_INT16:
        return unpack_int16;
    case FORMAT_FP8:
        return p->e4m3 ? unpack_fp8_e4m3 : unpack_fp8_e5m2;
    case FORMAT_INT8:
        return p->is_unsigned ? unpack_uint8 : unpack_int8;
    default:
        return identity; /* INT32, TF32 */
    }
}

/* Datums are read in chunks of at most CHUNK. */
enum { CHUNK = 16 };

struct source {
    const struct stx_core *core;
    const struct unpack_plan *plan;
    convert convert;
    const uint8_t *line; /* the byte of L1 at which the run begins */
    uint32_t bit;        /* the first bit of the next datum, counted from that byte */
    uint32_t index;      /* the number of the next datum in the tile */
};

static void read_raw(const uint8_t *from, unsigned bits, uint32_t v[CHUNK], unsigned n) {
    switch (bits) {
    case 32:
        for (unsigned i = 0; i < n; i++, from += 4) {
            v[i] = from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 |
                   (uint32_t)from[3] << 24;
        }
        break;
    case 16:
        for (unsigned i = 0; i < n; i++, from += 2) {
            v[i] = from[0] | (uint32_t)from[1] << 8;
        }
        break;
    default:
        for (unsigned i = 0; i < n; i++) {
            v[i] = from[i];
        }
    }
}

static void read_plain(const struct source *s, uint32_t v[CHUNK], unsigned n) {
    read_raw(s->line + s->bit / 8, s->plan->bits, v, n);
    for (unsigned i = 0; i < n; i++) {
        v[i] = s->convert(v[i]);
    }
}

/* Fields of 4 or 2 bits, from the low bits of a byte upwards; the first one begins at bit `at`. */
static void read_fields(const uint8_t *from, unsigned at, unsigned bits, uint32_t v[CHUNK],
                        unsigned n) {
    uint32_t mask = (1u << bits) - 1u;
    for (unsigned i = 0; i < n; i++, at += bits) {
        v[i] = (uint32_t)from[at / 8] >> (at % 8) & mask;
    }
}

/* Reads datums of a block format; sixteen share an exponent. */
static void read_bfp(const struct source *s, uint32_t v[CHUNK], unsigned n) {
    const struct unpack_plan *p = s->plan;
    uint32_t exponent = p->forced;
    if (p->has_exponents) {
        exponent = l1_read8(s->core, (uint32_t)p->exponents + s->index / 16);
    }
    if (p->bits == 8) {
        read_raw(s->line + s->bit / 8, 8, v, n);
    } else {
        read_fields(s->line, s->bit, p->bits, v, n);
    }
    for (unsigned i = 0; i < n; i++) {
        v[i] = format_is_e5(p->in) ? unpack_bfp_a(v[i], p->bits, exponent)
                                   : unpack_bfp(v[i], p->bits, exponent);
    }
}

static void move_straight(struct source *s, struct target *t, uint32_t count) {
    uint32_t v[CHUNK] = {0};
    bool bfp = format_is_bfp(s->plan->in);
    while (count) {
        uint32_t room = CHUNK - (bfp ? s->index % CHUNK : 0), n = count < room ? count : room;
        if (!s->plan->zero) {
            (bfp ? read_bfp : read_plain)(s, v, n);
        }
        t->put(t, v, n);
        s->bit += n << s->plan->log2_bits;
        s->index += n;
        count -= n;
    }
}

/* The byte of L1 that holds the first datum or its first bits. */
static uint32_t first_byte(const struct unpack_plan *p) {
    uint32_t before =
        p->log2_bits >= 3 ? p->first << (p->log2_bits - 3) : p->first >> (3 - p->log2_bits);
    return (uint32_t)p->data + before;
}

static __attribute__((noinline)) void move_all(struct stx_core *core, const struct unpack_plan *p,
                                               struct target *t) {
    uint32_t start = first_byte(p), bit = (p->first << p->log2_bits) % 8;
    if (p->count == 0) {
        return; /* the start may lie outside L1 */
    }
    struct source s = {core, p, converter(p), l1_from(core, start), bit, p->first};
    if (!p->line) {
        move_straight(&s, t, p->count);
        return;
    }
    for (uint32_t left = p->count, line = 0, n; left; left -= n, line++) {
        n = left < p->line ? left : p->line;
        s.line = l1_from(core, start + line * p->stride);
        s.bit = 0;
        move_straight(&s, t, n);
    }
}

/* The same with the fast form. False if there is none, or if it does not suit the plan, which must
 * move whole rows in order. */
static bool move_rows(struct stx_core *core, const struct unpack_plan *p, const struct target *t) {
    uint32_t at = t->position % (STX_SRC_ROWS * STX_COLS);
    bool bfp = format_is_bfp(p->in), known = !bfp || (p->in == FORMAT_BFP8 && p->has_exponents);
    bool straight = !(p->to_dst || p->transpose || p->zero || p->line || t->put_kept);
    unpack_rows_form *form = forms_of(core)->unpack_rows;
    if (!form || !known || !straight || p->count == 0 ||
        ((p->first | at | p->count) & (STX_COLS - 1u)) || at + p->count > STX_SRC_ROWS * STX_COLS) {
        return false;
    }
    struct unpack_run run = {.convert = converter(p),
                             .from = l1_from(core, first_byte(p)),
                             .high = t->high + at,
                             .low = t->low + at * STX_SRC_LOW,
                             .rows = p->count / STX_COLS};
    if (bfp) {
        run.exponents = l1_from(core, (uint32_t)p->exponents + p->first / STX_COLS);
    }
    return form(&run);
}

/* During the move a bank of a source belongs to the unpacker alone; Dst does not. */
static void move(struct stx_core *core, unsigned thread, const struct unpack_plan *p,
                 struct target *t) {
    if (!p->to_dst) {
        harts_part(core, thread);
    }
    if (!move_rows(core, p, t)) {
        move_all(core, p, t);
    }
    if (!p->to_dst) {
        harts_meet(core, thread);
    }
}

/* True if the target can hold what will be moved; if not, a fault is recorded. */
static bool has_room(struct stx_core *core, unsigned thread, const struct unpack_plan *p) {
    if (p->to_dst) {
        unsigned rows = (p->position % STX_COLS + p->count + STX_COLS - 1) / STX_COLS;
        return p->count == 0 ||
               dst_has(core, (p->out & 3u) == 0, p->position / STX_COLS % STX_DST_NAMES, rows);
    }
    if (STX_SRC_LOW) {
        return true;
    }
    struct target nowhere;
    unpack_target(core, thread, p, &nowhere);
    unpack_look_only(&nowhere);
    move_all(core, p, &nowhere);
    return src_has_bits(core, nowhere.seen);
}

/* addr_mode has four increments: channel 0 Z in bits 1:0 and Y in 3:2, channel 1 Z in 5:4 and Y in
 * 7:6. */
static void advance_counters(struct stx_core *core, struct stx_adc *adc, uint32_t mode) {
    uint32_t z0 = adc->at[0][ADC_Z] += mode & 3u;
    uint32_t z1 = adc->at[1][ADC_Z] += mode >> 4 & 3u;
    adc_add(core, adc, 0, ADC_Y, mode >> 2 & 3u);
    adc_add(core, adc, 1, ADC_Y, mode >> 6 & 3u);
    if ((z0 | z1) > 255) {
        adc_wrap_z(core, adc);
    }
}

/* Gives the bank to the FPU; the next UNPACR begins at the row base that the thread has set. */
static __attribute__((noinline)) void give_bank(struct stx_core *core, unsigned thread,
                                                unsigned unit, uint32_t out) {
    uint32_t set = unit ? cfg_SRCB_SET_Base(core, thread) : cfg_SRCA_SET_Base(core, thread);
    core->unpacker[unit].row_base[thread] = (uint8_t)(16 * set);
    core->unpacker[unit].valid_format = (uint8_t)(STX_FORMATS_REMEMBERED ? out : 0);
    src_set_valid(unit ? &core->srcb : &core->srca, out);
}

/* Moves the row base for the next UNPACR. It is used only without SetOvrdWithAddr. */
static void advance_row_base(struct stx_core *core, unsigned thread, unsigned unit,
                             const uint32_t *thcon) {
    uint8_t *base = &core->unpacker[unit].row_base[thread];
    if (cfg_THCON_SEC0_REG2_Unpack_Src_Reg_Set_Upd_in(thcon)) {
        uint32_t set = unit ? cfg_SRCB_SET_Base(core, thread) : cfg_SRCA_SET_Base(core, thread);
        *base = (uint8_t)((*base + 16 + 16 * set) % STX_SRC_ROWS);
    }
}

/* Can a datum have bits below those of bfloat16? */
static bool datums_are_fine(const struct unpack_plan *p) {
    bool narrow = format_is_bfp(p->in) || p->in == FORMAT_BF16 || p->out == FORMAT_BF16;
    return !(narrow || p->zero);
}

/* Records which bits the written rows can have. If the datums do not keep their order, any row of
 * the bank may have been written. */
static __attribute__((noinline)) void note_bits(struct stx_src *src, const struct unpack_plan *p,
                                                const struct target *t) {
    bool fine = datums_are_fine(p), straight = !(p->transpose || t->put_kept);
    unsigned bank = src->unpack_bank, row = t->position / STX_COLS % STX_SRC_ROWS;
    uint32_t end = t->position % STX_COLS + p->count, whole = !(t->position % STX_COLS);
    if (fine) {
        src_rows_are(src, bank, straight ? row : 0,
                     straight ? (end + STX_COLS - 1) / STX_COLS : STX_SRC_ROWS, SRC_LOW_BITS);
    } else if (straight && whole) {
        src_rows_are(src, bank, row, end / STX_COLS, 0);
    }
}

/* Records a write to a source. Usually neither the datums nor the bank have bits below those of
 * bfloat16. */
static void note_rows(struct stx_src *src, const struct unpack_plan *p, const struct target *t) {
    src_touch(src, src->unpack_bank);
    if (src_is_fine(src, src->unpack_bank) || datums_are_fine(p)) {
        note_bits(src, p, t);
    }
}

/* Tells each line of L1 from which datums come, and where they go. */
static __attribute__((noinline)) void tell_plan(const struct stx_core *core,
                                                const struct unpack_plan *p) {
    uint32_t start = first_byte(p), bits = (p->first << p->log2_bits) % 8;
    uint32_t line = p->line ? p->line : p->count, stride = p->line ? p->stride : 0;
    for (uint32_t left = p->count, at = start, n; left && !p->zero; left -= n, at += stride) {
        n = left < line ? left : line;
        tell_l1(core, false, at, (bits + (n << p->log2_bits) + 7) / 8, p->in);
    }
    if (p->has_exponents && p->count && !p->zero) {
        tell_l1(core, false, (uint32_t)p->exponents + p->first / 16, (p->count + 15) / 16, p->in);
    }
    if (STX_TRACE) {
        unpack_tell_target(core, p);
    }
}

/* Does a burst of rows go across a border, or do datums go past the last row of SrcA? Documents
 * only say that rows are dropped and leave open what else happens. */
static bool runs_behind(const struct unpack_plan *p, const struct target *t) {
    uint32_t before = STX_SRCA_DROPS ? t->before : 0, at = (t->position + before) % BANK_CELLS;
    return t->burst || (p->unit == 0 && at + p->count > BANK_CELLS + p->shift + before);
}

/* True if the place is defined after all, or if the policy allows that it is not. */
static __attribute__((noinline)) bool doubt_is_allowed(struct stx_core *core, unsigned thread,
                                                       const struct unpack_plan *p,
                                                       const struct target *t) {
    bool undefined = unpack_is_undefined(core, thread, p);
    bool behind = !p->to_dst && t->put_kept && runs_behind(p, t);
    if ((undefined && !stx_allow(core, STX_RULE_UNDEFINED_MODE)) ||
        (behind && !stx_allow(core, STX_RULE_UNDEFINED_MODE))) {
        return false;
    }
    if (p->to_dst && undefined && cfg_SRCA_SET_SetOvrdWithAddr(core, thread)) {
        (void)departs(core, STX_DEPARTURE_UNPACR_DST_ROW);
    } else if (STX_SRCA_SETS && !p->to_dst && t->put_kept && t->burst) {
        (void)departs(core, STX_DEPARTURE_UNPACR_SET_BORDER);
    }
    return true;
}

/* Unpacks what a plan describes. Returns the format of the datums in *out. */
static __attribute__((noinline)) enum stx_result
unpack_any(struct stx_core *core, unsigned thread, const struct stx_args_UNPACR *a, uint32_t *out) {
    struct unpack_plan plan;
    if (a->addr_cnt_context_id && !stx_allow(core, STX_RULE_ADC_THREAD)) {
        return STX_FAULT;
    }
    if (unpack_plan_make(core, thread, a, &plan) == STX_FAULT || !has_room(core, thread, &plan)) {
        return STX_FAULT;
    }
    struct target target;
    unpack_target(core, thread, &plan, &target);
    if (target.is_doubtful && !doubt_is_allowed(core, thread, &plan, &target)) {
        return STX_FAULT;
    }
    if (!plan.to_dst) {
        note_rows(plan.unit ? &core->srcb : &core->srca, &plan, &target);
    }
    move(core, thread, &plan, &target);
    if (tells_moves(core)) {
        tell_plan(core, &plan);
    }
    *out = plan.out;
    return STX_DONE;
}

static enum stx_result without_datums(struct stx_core *core, unsigned thread, const uint32_t *thcon,
                                      const struct stx_args_UNPACR *a) {
    if (!a->search_cache_flush) {
        advance_context(core, thread, thcon, a);
    }
    return STX_DONE;
}

STX_EXEC(UNPACR) {
    unsigned unit = a->unpack_block_selection;
    struct stx_src *src = unit ? &core->srcb : &core->srca;
    const uint32_t *cfg = cfg_words_of(core, thread), *thcon = cfg + unit * THCON_SECTION;
    uint32_t out = FORMAT_BF16;
    if (!unpack_moves(a)) {
        return without_datums(core, thread, thcon, a);
    }
    if (!src_free(src)) {
        return STX_WAIT;
    }
    bool usual = fast.unpack_word && !tells_uses();
    bool done = usual && fast.unpack_word(core, thread, a, cfg);
    if (!done && unpack_any(core, thread, a, &out) == STX_FAULT) {
        return STX_FAULT;
    }
    if (UNPACK_WORD_BFP8 && done) {
        out = cfg_THCON_SEC0_REG2_Out_data_format_in(thcon);
    }
    advance_context(core, thread, thcon, a);
    if (a->set_dat_valid) {
        give_bank(core, thread, unit, out);
    } else {
        advance_row_base(core, thread, unit, thcon);
    }
    advance_counters(core, &core->adc[thread][unit], a->addr_mode);
    return STX_DONE;
}
