/* SPDX-License-Identifier: Apache-2.0
 *
 * unpacr.c - UNPACR: datums from L1 to SrcA, SrcB or Dst (SPEC 11.3). */
#include "adc/adc.h"
#include "core/fault.h"
#include "num/format.h"
#include "num/unpack_datum.h"
#include "regs/cfg.h"
#include "regs/dst.h"
#include "regs/l1.h"
#include "regs/src.h"
#include "unpack/plan.h"

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

/* Where datums go: the next position and how to write it. */
struct target {
    struct stx_core *core;
    uint16_t *high; /* of the bank of SrcA or SrcB, row after row */
    uint8_t *low;
    uint32_t position, shift;
    void (*put)(struct target *t, uint32_t datum);
    void (*put_kept)(struct target *t, uint32_t datum); /* with a shift: what is not dropped */
};

static void put_cell(const struct target *t, uint32_t at, uint32_t datum) {
    t->high[at] = (uint16_t)(datum >> 16);
    t->low[at] = (uint8_t)(datum >> 8 & 0xE0u);
}

static void put_src(struct target *t, uint32_t datum) {
    put_cell(t, t->position++ % (STX_SRC_ROWS * STX_COLS), datum);
}

static void put_transposed(struct target *t, uint32_t datum) {
    uint32_t at = t->position++, row = at / STX_COLS % STX_SRC_ROWS, col = at % STX_COLS;
    put_cell(t, ((row & 0x30u) | col) * STX_COLS + (row & 15u), datum);
}

static void put_shifted(struct target *t, uint32_t datum) {
    if (t->position % STX_COLS < t->shift) {
        t->position++;
        return;
    }
    t->position -= t->shift;
    t->put_kept(t, datum);
    t->position += t->shift;
}

static void put_dst32(struct target *t, uint32_t datum) {
    uint32_t at = t->position++;
    unsigned physical = dst_row32(t->core, at / STX_COLS);
    dst_f32_set(t->core, physical, at % STX_COLS, datum);
    dst_set_valid(t->core, physical);
}

static void put_dst_e8(struct target *t, uint32_t datum) {
    uint32_t at = t->position++;
    unsigned physical = dst_row16(t->core, at / STX_COLS);
    dst_bf16_set(t->core, physical, at % STX_COLS, datum >> 16);
    dst_set_valid(t->core, physical);
}

static void put_dst_e5(struct target *t, uint32_t datum) {
    uint32_t at = t->position++;
    unsigned physical = dst_row16(t->core, at / STX_COLS);
    uint32_t h = (datum >> 16 & 0x8000u) | (datum >> 13 & 0x7FFFu);
    dst_fp16_set(t->core, physical, at % STX_COLS, h);
    dst_set_valid(t->core, physical);
}

static struct target target_make(struct stx_core *core, unsigned thread,
                                 const struct unpack_plan *p) {
    struct stx_src *src = p->unit ? &core->srcb : &core->srca;
    unsigned bank = src->unpack_bank;
    struct target t = {core, src->high[bank][0], src->low[bank][0], p->position, p->shift, put_src,
                       NULL};
    if (p->to_dst) {
        t.put = (p->out & 3u) == 0 ? put_dst32 : format_is_e5(p->out) ? put_dst_e5 : put_dst_e8;
        return t;
    }
    src_touch(src, bank);
    if (p->transpose) {
        t.put = put_transposed;
    }
    if (p->shift) {
        t.put_kept = t.put;
        t.put = put_shifted;
    }
    if (p->unit || !cfg_SRCA_SET_SetOvrdWithAddr(core, thread)) {
        t.position += core->unpacker[p->unit].row_base[thread] * STX_COLS;
    }
    return t;
}

/* count datums that lie one after the other from byte address. */
static void move_plain(const struct stx_core *core, const struct unpack_plan *p, struct target *t,
                       uint32_t address, uint32_t count) {
    convert convert_datum = converter(p);
    for (; count; count--, address += p->bits / 8) {
        uint32_t raw = p->bits == 16   ? l1_read16(core, address)
                       : p->bits == 32 ? l1_read32(core, address)
                                       : l1_read8(core, address);
        t->put(t, convert_datum(raw));
    }
}

/* The same for block formats; index is the number of the first datum in the tile. */
static void move_bfp(const struct stx_core *core, const struct unpack_plan *p, struct target *t,
                     uint32_t bit_address, uint32_t index, uint32_t count) {
    uint32_t (*unpack)(uint32_t, unsigned, uint32_t) =
        format_is_e5(p->in) ? unpack_bfp_a : unpack_bfp;
    const uint8_t *l1 = core->l1;
    unsigned bits = p->bits;
    uint32_t mask = (1u << bits) - 1u, exponent = p->forced;
    for (uint32_t end = index + count; index != end; bit_address += bits) {
        uint32_t field = (uint32_t)l1[bit_address / 8] >> (bit_address % 8) & mask;
        if (p->has_exponents) {
            exponent = l1[p->exponents + index / 16];
        }
        t->put(t, unpack(field, bits, exponent));
        index++;
    }
}

static void move_run(const struct stx_core *core, const struct unpack_plan *p, struct target *t,
                     uint32_t bit_offset, uint32_t index, uint32_t count) {
    if (p->zero) {
        for (; count; count--) {
            t->put(t, 0);
        }
    } else if (format_is_bfp(p->in)) {
        move_bfp(core, p, t, p->data * 8 + bit_offset, index, count);
    } else {
        move_plain(core, p, t, p->data + bit_offset / 8, count);
    }
}

static void move_all(struct stx_core *core, unsigned thread, const struct unpack_plan *p) {
    struct target t = target_make(core, thread, p);
    if (!p->line) {
        move_run(core, p, &t, p->first * p->bits, p->first, p->count);
        return;
    }
    for (uint32_t done = 0, line = 0; done < p->count; done += p->line, line++) {
        uint32_t left = p->count - done, n = left < p->line ? left : p->line;
        move_run(core, p, &t, p->first * p->bits + line * p->stride * 8, p->first + done, n);
    }
}

/* AddrMode: ch0.Z [1:0], ch0.Y [3:2], ch1.Z [5:4], ch1.Y [7:6]. */
static void advance_counters(struct stx_adc *adc, uint32_t mode) {
    adc_add(adc, 0, ADC_Z, mode & 3u);
    adc_add(adc, 0, ADC_Y, mode >> 2 & 3u);
    adc_add(adc, 1, ADC_Z, mode >> 4 & 3u);
    adc_add(adc, 1, ADC_Y, mode >> 6 & 3u);
}

static void advance_context(struct stx_core *core, unsigned thread,
                            const struct stx_args_UNPACR *a) {
    unsigned unit = a->unpack_block_selection;
    uint8_t *counter = &core->unpacker[unit].context_counter[thread];
    uint32_t log2 = cfg_field(cfg_word(core, thread, 72 + 48 * unit), 6, 2);
    if (a->auto_inc_context_id || a->cfg_context_cnt_inc) {
        *counter = (uint8_t)((*counter + 1u) & ((1u << log2) - 1u));
    }
}

/* Row base for the next UNPACR, of use only without SetOvrdWithAddr. */
static void advance_row_base(struct stx_core *core, unsigned thread, unsigned unit, bool valid) {
    uint8_t *base = &core->unpacker[unit].row_base[thread];
    uint32_t set = 16 * (unit ? cfg_SRCB_SET_Base(core, thread) : cfg_SRCA_SET_Base(core, thread));
    if (valid) {
        *base = (uint8_t)set;
    } else if (cfg_word(core, thread, 72 + 48 * unit) & 1u << 10) {
        *base = (uint8_t)((*base + 16 + set) % STX_SRC_ROWS);
    }
}

STX_EXEC(UNPACR) {
    struct unpack_plan plan;
    unsigned unit = a->unpack_block_selection;
    struct stx_src *src = unit ? &core->srcb : &core->srca;
    if (!src_free(src)) {
        return STX_WAIT;
    }
    if (a->addr_cnt_context_id && !stx_allow(core, STX_RULE_ADC_THREAD)) {
        return STX_FAULT;
    }
    if (unpack_plan_make(core, thread, a, &plan) == STX_FAULT) {
        return STX_FAULT;
    }
    move_all(core, thread, &plan);
    advance_counters(&core->adc[thread][unit], a->addr_mode);
    advance_context(core, thread, a);
    advance_row_base(core, thread, unit, a->set_dat_valid);
    if (a->set_dat_valid) {
        core->unpacker[unit].valid_format = (uint8_t)plan.out;
        src_set_valid(src, plan.out);
    }
    return STX_DONE;
}
