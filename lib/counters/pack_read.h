/* SPDX-License-Identifier: Apache-2.0
 *
 * pack_read.h - what PACR reads from words, counters and configuration (SPEC 12.1 to 12.8), shared
 * by the plain body and by the fast form of usual words. cfg points to the configuration words of
 * the thread's bank. */
#ifndef STX_COUNTERS_PACK_READ_H
#define STX_COUNTERS_PACK_READ_H

#include "counters/adc.h"
#include "isa/args.h"
#include "num/compiler.h"
#include "regs/cfg.h"
#include "private.h"

#define PACK_ALL_INTERFACES 15u
#define PACK_ALL_PACKERS 15u

/* Packer i has the same fields as packer 0 at a fixed distance: an odd packer's begin with REG8,
 * and packers 2 and 3 use section 1. Returns cfg moved by it, so that the getters of packer 0's
 * fields read those of packer i. */
static inline const uint32_t *pack_words(const uint32_t *cfg, unsigned i) {
    const unsigned odd =
        CFG_WORD_THCON_SEC0_REG8_L1_Dest_addr - CFG_WORD_THCON_SEC0_REG1_L1_Dest_addr;
    return cfg + i / 2 * THCON_SECTION + i % 2 * odd;
}

/* Where a PACR begins to write in L1. */
struct pack_addresses {
    uint32_t exponents, data;
};

/* Where a new stream begins. out is its format, cfg points to the words of the thread's bank, at to
 * the counters of the packer's channel 1. */
struct pack_addresses pack_start(const uint32_t *cfg, uint32_t out, const uint32_t *at);

/* Wormhole (packers_wormhole.c): true if the PACR names packers that can work together; if not, a
 * fault is recorded. */
bool packers_defined(struct stx_core *core, const struct stx_args_PACR *a);
/* The packers to which it gives work, one bit each. */
uint32_t packers_named(const struct stx_core *core, const struct stx_args_PACR *a);
/* Where packer i begins a new stream, and the datum of Dst at which it begins to read; a row has 16
 * datums. */
struct pack_addresses pack_start_of(const uint32_t *cfg, unsigned i, uint32_t out,
                                    const uint32_t *at);
uint32_t pack_first_datum(const struct stx_core *core, unsigned thread, unsigned i,
                          unsigned divisor_shift);

static inline uint32_t pack_intermediate(const uint32_t *cfg) {
    return cfg_ALU_FORMAT_SPEC_REG_Dstacc_override_in(cfg)
               ? cfg_ALU_FORMAT_SPEC_REG_Dstacc_val_in(cfg)
               : cfg_ALU_FORMAT_SPEC_REG2_Dstacc_in(cfg);
}

/* The first row of Dst. The In format determines the divisor of the byte address; cfg: the words of
 * the thread's bank. Without barriers compilers load all strides and counters first, and save
 * registers for them. */
static inline uint32_t pack_first_row(const struct stx_core *core, unsigned thread,
                                      const uint32_t *cfg, unsigned divisor_shift) {
    const uint32_t *at = core->adc[thread][ADC_PACKER].at[0];
    uint32_t bytes = at[ADC_Y] * cfg_PCK0_ADDR_CTRL_XY_REG_0_Ystride_in(cfg);
    COMPILER_BARRIER;
    bytes += at[ADC_Z] * cfg_PCK0_ADDR_CTRL_ZW_REG_0_Zstride_in(cfg);
    COMPILER_BARRIER;
    bytes += at[ADC_W] * cfg_PCK0_ADDR_CTRL_ZW_REG_0_Wstride_in(cfg);
    COMPILER_BARRIER;
    return (bytes >> divisor_shift) / STX_COLS +
           cfg_DEST_TARGET_REG_CFG_PACK_SEC0_Offset(core, thread);
}

/* A stream that is not finished continues where it stopped. */
static inline struct pack_addresses pack_addresses(const struct stx_core *core, const uint32_t *cfg,
                                                   unsigned i, uint32_t out, const uint32_t *at) {
    const struct stx_packer *packer = &core->packer[i];
    if (packer->active) {
        return (struct pack_addresses){packer->exponent_address, packer->data_address};
    }
    return STX_PACKERS > 1 ? pack_start_of(cfg, i, out, at) : pack_start(cfg, out, at);
}

/* True if a field is set that no public rule covers, or that asks for something that is not
 * modelled. The first function looks at the word, the others at the configuration. */
static inline bool pack_word_unsupported(const struct stx_args_PACR *a) {
    return a->row_pad_zero || a->cfg_context || a->addr_cnt_context || a->ctxt_ctrl ||
           a->ovrd_thread_id;
}

static inline uint32_t pack_selects(const uint32_t *own) {
    return cfg_THCON_SEC0_REG1_Downsample_mask_bits_in(own) |
           cfg_THCON_SEC0_REG1_Downsample_rate_bits_in(own) |
           cfg_THCON_SEC0_REG1_Exp_threshold_en_bits_in(own);
}

/* Wormhole: sources other than Dst, and the address offset and the FIFO of the TDMA-RISC. */
static inline uint32_t pack_source_unsupported(const uint32_t *own) {
    return cfg_THCON_SEC0_REG1_Downsample_rate_bits_in(own) |
           cfg_THCON_SEC0_REG1_Read_mode_bits_in(own) |
           cfg_THCON_SEC0_REG1_Source_interface_selection_bits_in(own) |
           cfg_THCON_SEC0_REG1_Add_l1_dest_addr_offset_bits_in(own) |
           cfg_THCON_SEC0_REG1_Force_pack_per_max_xy_plane_bits_in(own);
}

static inline uint32_t pack_configuration_unsupported(const uint32_t *cfg, unsigned i) {
    const uint32_t *own = pack_words(cfg, i);
    return (STX_PACK_SELECTS ? pack_source_unsupported(own) : pack_selects(own)) |
           cfg_THCON_SEC0_REG1_Auto_set_last_pacr_intf_sel_bits_in(own) |
           cfg_INT_DESCALE_Enable_bits_in(cfg) |
           cfg_PACK_COUNTERS_SEC0_pack_yz_transposed_bits_in(cfg + i);
}

/* True if any edge mask that the mapping can choose for packer i drops a column. */
static inline bool pack_reads_mask(const uint32_t *cfg, unsigned i) {
    uint32_t set = cfg_PCK_EDGE_TILE_ROW_SET_SELECT_select_in(cfg) >> 2 * i & 3u;
    uint32_t kept = cfg_PCK_EDGE_OFFSET_SEC0_mask_in(cfg);
    if (cfg_PCK_EDGE_TILE_FACE_SET_SELECT_enable_in(cfg) ||
        cfg_read(&cfg[CFG_WORD_TILE_ROW_SET_MAPPING_0_row_set_mapping_0 + set], 0, 32)) {
        for (unsigned c = 1; c < 4; c++) {
            kept &= cfg_PCK_EDGE_OFFSET_SEC0_mask_in(cfg + c);
        }
    }
    return (uint16_t)~kept;
}

#endif
