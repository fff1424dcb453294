/* SPDX-License-Identifier: Apache-2.0
 *
 * pack_plan.c - PACR's configuration: source rows, addresses, controls (SPEC 12.1 to 12.5). */
#include "pack/pack_plan.h"

#include "adc/adc.h"
#include "core/fault.h"
#include "core/words.h"
#include "num/format.h"
#include "num/pack_datum.h"
#include "regs/cfg.h"
#include "regs/dst.h"
#include "regs/l1.h"

#define ALL_INTERFACES 15u
#define L1_UNITS 0x1FFFFu /* 16-byte units that an address keeps */

static void read_formats(struct pack_plan *p, const struct stx_core *core, unsigned thread) {
    p->in = cfg_THCON_SEC0_REG1_In_data_format(core, thread);
    p->out = cfg_THCON_SEC0_REG1_Out_data_format(core, thread);
}

static uint32_t intermediate(const struct stx_core *core, unsigned thread) {
    return cfg_ALU_FORMAT_SPEC_REG_Dstacc_override(core, thread)
               ? cfg_ALU_FORMAT_SPEC_REG_Dstacc_val(core, thread)
               : cfg_ALU_FORMAT_SPEC_REG2_Dstacc(core, thread);
}

/* In is the intermediate format, but where the packer rounds 8-bit exponents to FP16 on the way to
 * FP8 kernels leave the format of Dst there (docs/SPEC-NOTES.md, PACR to FP8). */
static bool intermediate_legal(const struct stx_core *core, unsigned thread, uint32_t in) {
    uint32_t i = intermediate(core, thread);
    bool rounds = in == FORMAT_FP16 && cfg_PCK_DEST_RD_CTRL_Round_10b_mant(core, thread);
    return i == in || (rounds && (i == FORMAT_FP32 || i == FORMAT_BF16));
}

/* First Dst row: the divisor follows the In format. */
static uint32_t first_row(const struct stx_core *core, unsigned thread, uint32_t in,
                          const uint32_t *at) {
    static const uint8_t divisor_shift[4] = {2, 1, 0, 0};
    uint32_t bytes = at[ADC_Y] * cfg_PCK0_ADDR_CTRL_XY_REG_0_Ystride(core, thread) +
                     at[ADC_Z] * cfg_PCK0_ADDR_CTRL_ZW_REG_0_Zstride(core, thread) +
                     at[ADC_W] * cfg_PCK0_ADDR_CTRL_ZW_REG_0_Wstride(core, thread);
    return (bytes >> divisor_shift[in & 3u]) / STX_COLS +
           cfg_DEST_TARGET_REG_CFG_PACK_SEC0_Offset(core, thread);
}

/* Interface i reads row first + i; strided: the k-th enabled one reads first + 16 k. */
static void read_rows(struct pack_plan *p, const struct stx_args_PACR *a, uint32_t first) {
    uint32_t mask = a->read_intf_sel ? a->read_intf_sel : ALL_INTERFACES;
    p->row_count = 0;
    for (unsigned i = 0; i < 4; i++) {
        if (mask >> i & 1u) {
            uint32_t offset = a->dst_access_mode ? 16 * p->row_count : i;
            p->rows[p->row_count++] = (first + offset) % STX_DST_NAMES;
        }
    }
}

/* Where a new stream begins in L1; a stream that is not finished continues where it stopped. */
static void read_addresses(struct pack_plan *p, const struct stx_core *core, unsigned thread,
                           const uint32_t *at) {
    p->exponent_address = core->packer.exponent_address;
    p->data_address = core->packer.data_address;
    if (core->packer.active) {
        return;
    }
    uint32_t bytes = at[ADC_Y] * cfg_PCK0_ADDR_CTRL_XY_REG_1_Ystride(core, thread) +
                     at[ADC_Z] * cfg_PCK0_ADDR_CTRL_ZW_REG_1_Zstride(core, thread) +
                     at[ADC_W] * cfg_PCK0_ADDR_CTRL_ZW_REG_1_Wstride(core, thread) +
                     cfg_PCK0_ADDR_BASE_REG_1_Base(core, thread);
    uint32_t unit = cfg_THCON_SEC0_REG1_L1_Dest_addr(core, thread) + (bytes >> 4);
    unit += !cfg_THCON_SEC0_REG1_Sub_l1_tile_header_size(core, thread);
    p->exponent_address = (unit & L1_UNITS) * 16;
    if (p->out & 2u) {
        unit += cfg_THCON_SEC0_REG1_Exp_section_size(core, thread);
    }
    p->data_address = (unit & L1_UNITS) * 16;
}

/* The threshold in the form of the early result. */
static void read_relu(struct pack_plan *p, const struct stx_core *core, unsigned thread) {
    static const uint8_t shift[] = {[KIND_F32] = 16, [KIND_T19] = 3, [KIND_INT] = 0};
    p->relu = cfg_STACC_RELU_ApplyRelu(core, thread) & 3u;
    p->threshold = cfg_STACC_RELU_ReluThreshold(core, thread);
    if (p->kind == KIND_F32 || p->kind == KIND_T19) {
        p->threshold <<= shift[p->kind];
    }
}

/* Are the next `bytes` bytes of the stream inside L1? One that ends is padded to whole units. */
static bool stream_fits(const struct stx_core *core, const struct pack_plan *p, uint32_t address,
                        uint32_t bytes) {
    uint64_t end = (uint64_t)address + bytes;
    return l1_has(core, p->ends ? (end + 15u) & ~UINT64_C(15) : end, 0);
}

static bool inside_l1(const struct stx_core *core, const struct pack_plan *p) {
    uint32_t datums = p->row_count * p->datums;
    return stream_fits(core, p, p->data_address, datums * p->bits / 8) &&
           (!p->bfp || stream_fits(core, p, p->exponent_address, datums / 16));
}

/* Fields that no public rule covers, and machinery that is not modelled. */
static bool unsupported(const struct stx_core *core, unsigned thread,
                        const struct stx_args_PACR *a) {
    return a->row_pad_zero || a->cfg_context || a->addr_cnt_context || a->ctxt_ctrl ||
           a->ovrd_thread_id || core->adc[thread][ADC_PACKER].at[0][ADC_X] ||
           cfg_INT_DESCALE_Enable(core, thread) ||
           cfg_THCON_SEC0_REG1_Downsample_mask(core, thread) ||
           cfg_THCON_SEC0_REG1_Downsample_rate(core, thread) ||
           cfg_THCON_SEC0_REG1_Exp_threshold_en(core, thread) ||
           cfg_PACK_COUNTERS_SEC0_pack_yz_transposed(core, thread);
}

/* Rows of 16, or of 8 where each datum stands for itself. */
static bool width_legal(const struct pack_plan *p) {
    return p->datums == 0 || p->datums == 16 ||
           (p->datums == 8 && !p->bfp && p->bits > 8 && p->row_count == 1);
}

static bool accumulate_legal(const struct pack_plan *p) {
    return !p->accumulate || p->out == FORMAT_FP32 || p->out == FORMAT_FP16 ||
           p->out == FORMAT_BF16;
}

/* Does some edge mask that the mapping can choose drop a column? */
static bool reads_mask(const struct stx_core *core, unsigned thread) {
    uint32_t set = cfg_PCK_EDGE_TILE_ROW_SET_SELECT_select(core, thread) & 3u;
    uint32_t kept = cfg_PCK_EDGE_OFFSET_SEC0_mask(core, thread);
    if (cfg_PCK_EDGE_TILE_FACE_SET_SELECT_enable(core, thread) ||
        cfg_word(core, thread, CFG_WORD_TILE_ROW_SET_MAPPING_0_row_set_mapping_0 + set)) {
        for (unsigned i = 1; i < 4; i++) {
            kept &= cfg_PCK_EDGE_OFFSET_SEC0_mask_at(core, thread, i);
        }
    }
    return ~kept & 0xFFFFu;
}

static enum pack_rows fast_form(const struct stx_core *core, const struct pack_plan *p) {
    bool whole = p->datums == STX_COLS && p->late == pack_identity && !p->bfp && !p->relu;
    bool aligned = word_aligned(l1_from(core, p->data_address));
    if (!fast.pack_rows || !whole || !aligned || p->accumulate || p->zero || p->masked) {
        return PACK_PLAIN;
    }
    return p->early == pack_bf16_to_b16                       ? PACK_BF16_OF_16
           : p->early == pack_f32_to_b16                      ? PACK_BF16_OF_32
           : p->early == pack_identity && p->kind == KIND_F32 ? PACK_FP32
                                                              : PACK_PLAIN;
}

enum stx_result pack_plan_make(struct stx_core *core, unsigned thread,
                               const struct stx_args_PACR *a, struct pack_plan *p) {
    const struct stx_adc *adc = &core->adc[thread][ADC_PACKER];
    read_formats(p, core, thread);
    if (!intermediate_legal(core, thread, p->in) || !pack_formats(core, thread, p)) {
        return stx_fail(core, STX_RULE_BAD_FORMAT,
                        cfg_word(core, thread, CFG_WORD_PCK_DEST_RD_CTRL_Read_32b_data) << 8 |
                            p->in << 4 | p->out);
    }
    p->accumulate = cfg_THCON_SEC0_REG1_Pack_L1_Acc(core, thread);
    p->zero = a->zero_write;
    p->ends = a->last || a->flush;
    p->datums = a->flush ? 0 : adc->at[1][ADC_X] + 1;
    read_rows(p, a, first_row(core, thread, p->in, adc->at[0]));
    read_addresses(p, core, thread, adc->at[1]);
    read_relu(p, core, thread);
    p->masked = reads_mask(core, thread);
    if (unsupported(core, thread, a) || !width_legal(p) || !accumulate_legal(p)) {
        return stx_fail(core, STX_RULE_UNIMPLEMENTED_MODE, p->datums);
    }
    if (!inside_l1(core, p)) {
        return stx_fail(core, STX_RULE_L1_RANGE, p->data_address);
    }
    p->fast = fast_form(core, p);
    return STX_DONE;
}
