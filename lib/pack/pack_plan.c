/* SPDX-License-Identifier: Apache-2.0
 *
 * pack_plan.c - PACR's configuration: source rows, addresses, controls (SPEC 12.1 to 12.5). */
#include "pack/pack_plan.h"

#include "counters/adc.h"
#include "core/fault.h"
#include "num/format.h"
#include "counters/pack_read.h"
#include "regs/cfg.h"
#include "regs/l1.h"

static void read_formats(struct pack_plan *p, const uint32_t *own) {
    p->in = cfg_THCON_SEC0_REG1_In_data_format_in(own);
    p->out = cfg_THCON_SEC0_REG1_Out_data_format_in(own);
}

/* In must be the intermediate format, except where the packer rounds to ten mantissa bits. Kernels
 * that pack to FP8 leave the format of Dst in In (docs/SPEC-NOTES.md, PACR to FP8). FP32, and BF16
 * that becomes FP16, are converted to TF32. */
static bool intermediate_legal(const uint32_t *cfg, const struct pack_plan *p) {
    uint32_t i = pack_intermediate(cfg);
    bool rounds = cfg_PCK_DEST_RD_CTRL_Round_10b_mant_in(cfg);
    bool to_tf32 = p->in == FORMAT_TF32 && !cfg_PCK_DEST_RD_CTRL_Read_int8_in(cfg);
    bool to_fp16 = p->in == FORMAT_FP16 && STX_PACK_ROUNDS_FP16;
    return i == p->in || (rounds && i == FORMAT_FP32 && (to_fp16 || to_tf32)) ||
           (rounds && i == FORMAT_BF16 && (to_fp16 || (to_tf32 && p->out == FORMAT_FP16)));
}

/* The detail of a fault: the format of Dst in bits 31:28, how Dst is read in 27:8, then the In and
 * the Out format. */
static uint32_t pack_format_detail(const uint32_t *cfg, const struct pack_plan *p) {
    uint32_t read = cfg[CFG_WORD_PCK_DEST_RD_CTRL_Read_32b_data] & 0xFFFFFu;
    return pack_intermediate(cfg) << 28 | read << 8 | p->in << 4 | p->out;
}

/* Interface i reads row first + i. In strided mode the k-th enabled interface reads row first + 16
 * k. */
static void read_rows(struct pack_plan *p, const struct stx_args_PACR *a, uint32_t first) {
    uint32_t mask = a->read_intf_sel ? a->read_intf_sel : PACK_ALL_INTERFACES;
    p->row_count = 0;
    for (unsigned i = 0; mask >> i; i++) {
        if (mask >> i & 1u) {
            uint32_t offset = a->dst_access_mode ? 16 * p->row_count : i;
            p->rows[p->row_count++] = (first + offset) % STX_DST_NAMES;
        }
    }
}

/* Strided mode is defined for one, two or four interfaces. Otherwise the interfaces must read one
 * aligned group of four rows. */
static bool interfaces_defined(const struct stx_args_PACR *a, uint32_t first) {
    uint32_t mask = a->read_intf_sel ? a->read_intf_sel : PACK_ALL_INTERFACES;
    if (a->dst_access_mode) {
        return mask == 1 || mask == 3 || mask == PACK_ALL_INTERFACES;
    }
    return mask << (first & 3u) <= PACK_ALL_INTERFACES;
}

/* False if no rule covers the interfaces. */
static bool choose_rows(struct stx_core *core, unsigned thread, const struct stx_args_PACR *a,
                        struct pack_plan *p) {
    p->datums = a->flush ? 0 : core->adc[thread][ADC_PACKER].at[1][ADC_X] + 1;
    uint32_t first =
        pack_first_row(core, thread, cfg_words_of(core, thread), format_stride_log2(p->in));
    bool aligned = a->dst_access_mode || first % 4 == 0;
    bool defined = interfaces_defined(a, first) && aligned;
    if (p->datums && !defined && !stx_allow(core, STX_RULE_UNDEFINED_MODE)) {
        return false;
    }
    read_rows(p, a, first);
    return true;
}

/* Wormhole: packer i reads the datums from X of channel 0 to X of channel 1. False if the run ends
 * before it begins. */
static bool choose_run(struct stx_core *core, unsigned thread, const struct stx_args_PACR *a,
                       unsigned i, struct pack_plan *p) {
    const struct stx_adc *adc = &core->adc[thread][ADC_PACKER];
    uint32_t first =
        STX_PACKERS > 1 ? pack_first_datum(core, thread, i, format_stride_log2(p->in)) : 0;
    p->rows[0] = first / STX_COLS % STX_DST_NAMES;
    p->column = first % STX_COLS;
    p->row_count = 1;
    p->datums = a->flush ? 0 : adc->at[1][ADC_X] - adc->at[0][ADC_X] + 1;
    if (!a->flush && adc->at[1][ADC_X] < adc->at[0][ADC_X]) {
        (void)stx_fail(core, STX_RULE_UNIMPLEMENTED_MODE, p->datums);
        return false;
    }
    return true;
}

/* Wormhole: which datums are written, and the exponent below which they become 0. A mask of 0 takes
 * all datums. */
static void read_selection(struct pack_plan *p, const uint32_t *own) {
    uint32_t mask = cfg_THCON_SEC0_REG1_Downsample_mask_in(own);
    p->taken = mask ? mask : 0xFFFFu;
    p->has_least = cfg_THCON_SEC0_REG1_Exp_threshold_en_in(own);
    p->least = cfg_THCON_SEC0_REG1_Exp_threshold_in(own);
}

/* Reads the threshold of ReLU in the form that datums have after the early conversion. */
static void read_relu(struct pack_plan *p, const uint32_t *cfg) {
    static const uint8_t shift[] = {[KIND_F32] = 16, [KIND_T19] = 3, [KIND_INT] = 0};
    p->relu = cfg_STACC_RELU_ApplyRelu_in(cfg) & 3u;
    p->threshold = cfg_STACC_RELU_ReluThreshold_in(cfg);
    if (p->kind == KIND_F32 || p->kind == KIND_T19) {
        p->threshold <<= shift[p->kind];
    }
}

/* Are the next `bytes` bytes of the stream inside L1? A stream that ends is padded to whole units.
 */
static bool stream_fits(const struct stx_core *core, const struct pack_plan *p, uint32_t address,
                        uint32_t bytes) {
    uint64_t end = (uint64_t)address + bytes;
    return l1_has(core, p->ends ? (end + 15u) & ~UINT64_C(15) : end, 0);
}

static uint32_t ones_of(uint32_t v) {
    uint32_t n = 0;
    for (; v; v &= v - 1) {
        n++;
    }
    return n;
}

/* How many datums are written. Downsampling takes the same ones of every sixteen. */
static uint32_t datums_written(const struct pack_plan *p) {
    if (STX_PACK_SELECTS && p->taken != 0xFFFFu) {
        uint32_t rest = p->taken & ((1u << p->datums % 16) - 1u);
        return p->datums / 16 * ones_of(p->taken) + ones_of(rest);
    }
    return p->row_count * p->datums;
}

static bool inside_l1(const struct stx_core *core, const struct pack_plan *p) {
    uint32_t datums = datums_written(p);
    return stream_fits(core, p, p->to.data, datums * p->bits / 8) &&
           (!p->bfp || stream_fits(core, p, p->to.exponents, datums / 16));
}

/* A row has 16 datums, or 8 in formats without shared exponents. */
static bool width_legal(const struct pack_plan *p) {
    return p->datums == 0 || p->datums == 16 ||
           (p->datums == 8 && !p->bfp && p->bits > 8 && p->row_count == 1);
}

/* Wormhole: any number of datums, but only whole groups of 16 if they share an exponent, with none
 * of them left out.
 */
static bool run_legal(const struct pack_plan *p) {
    return !p->bfp || (p->datums % 16 == 0 && p->taken == 0xFFFFu);
}

/* True if this chip's packer can read these datums of Dst. */
static bool source_legal(const struct stx_adc *adc, const struct pack_plan *p) {
    return STX_PACKERS > 1 ? run_legal(p) : !adc->at[0][ADC_X] && width_legal(p);
}

static bool accumulate_legal(const struct pack_plan *p) {
    return !p->accumulate || p->out == FORMAT_FP32 || p->out == FORMAT_FP16 ||
           p->out == FORMAT_BF16;
}

enum stx_result pack_plan_make(struct stx_core *core, unsigned thread,
                               const struct stx_args_PACR *a, unsigned i, struct pack_plan *p) {
    const struct stx_adc *adc = &core->adc[thread][ADC_PACKER];
    i = STX_PACKERS > 1 ? i : 0; /* a constant where there is one packer */
    const uint32_t *cfg = cfg_words_of(core, thread), *own = pack_words(cfg, i);
    read_formats(p, own);
    if (!intermediate_legal(cfg, p) || !pack_formats(cfg, p)) {
        return stx_fail(core, STX_RULE_BAD_FORMAT, pack_format_detail(cfg, p));
    }
    p->accumulate = cfg_THCON_SEC0_REG1_Pack_L1_Acc_in(own);
    p->zero = a->zero_write;
    p->ends = a->last || a->flush;
    if (!(STX_PACKERS > 1 ? choose_run(core, thread, a, i, p) : choose_rows(core, thread, a, p))) {
        return STX_FAULT;
    }
    p->to = pack_addresses(core, cfg, i, p->out, adc->at[1]);
    read_relu(p, cfg);
    if (STX_PACK_SELECTS) {
        read_selection(p, own);
    }
    p->masked = pack_reads_mask(cfg, i);
    if (pack_word_unsupported(a) || pack_configuration_unsupported(cfg, i) ||
        !source_legal(adc, p) || !accumulate_legal(p)) {
        return stx_fail(core, STX_RULE_UNIMPLEMENTED_MODE, p->datums);
    }
    return inside_l1(core, p) ? STX_DONE : stx_fail_l1(core, p->to.data);
}
