/* SPDX-License-Identifier: Apache-2.0
 *
 * pack_way.h - the way in which a usual PACR packs: what its configuration asks for, if
 * pack_word_blackhole.c can do it. */
#ifndef STX_FAST_WORDS_PACK_WAY_H
#define STX_FAST_WORDS_PACK_WAY_H

#include "counters/pack_read.h"
#include "fast/chosen.h"
#include "fast/words/kept_pack.h"
#include "num/format.h"

/* A way of packing is a value of enum pack_rows, or PACK_BLOCKS, which means to BFP8. */
enum { PACK_BLOCKS = PACK_WHOLE + 1 };

/* How the function that packs in a way is compiled: with kept ways two functions end with it. */
#if PACK_IS_KEPT
#define PACK_IN_WAY __attribute__((noinline))
#else
#define PACK_IN_WAY inline __attribute__((always_inline))
#endif

static inline bool configuration_is_usual(const uint32_t *cfg) {
    return !(pack_configuration_unsupported(cfg, 0) | cfg_THCON_SEC0_REG1_Pack_L1_Acc_bits_in(cfg) |
             cfg_STACC_RELU_ApplyRelu_bits_in(cfg)) &&
           !pack_reads_mask(cfg, 0);
}

/* The conversion that pack_formats.c finds for the formats, if there is a fast form of it. */
static inline enum pack_rows rows_of_format(const uint32_t *cfg, uint32_t format) {
    bool wide = cfg_PCK_DEST_RD_CTRL_Read_32b_data_in(cfg);
    if (format != cfg_THCON_SEC0_REG1_Out_data_format_in(cfg) || format != pack_intermediate(cfg)) {
        return PACK_PLAIN;
    }
    if (format == FORMAT_BF16 && !cfg_PCK_DEST_RD_CTRL_Read_int8_in(cfg)) {
        return wide ? PACK_BF16_OF_32 : PACK_BF16_OF_16;
    }
    bool rounds = cfg_PCK_DEST_RD_CTRL_Round_10b_mant_in(cfg);
    bool whole = format == FORMAT_INT32 || (format == FORMAT_FP32 && !rounds);
    return whole && wide ? PACK_WHOLE : PACK_PLAIN;
}

/* True if bfloat16 in a 16-bit Dst is packed to BFP8. */
static inline bool makes_bfp8(const uint32_t *cfg) {
    uint32_t format = cfg_THCON_SEC0_REG1_In_data_format_in(cfg);
    return format == FORMAT_BF16 && format == pack_intermediate(cfg) &&
           cfg_THCON_SEC0_REG1_Out_data_format_in(cfg) == FORMAT_BFP8 &&
           !cfg_PCK_DEST_RD_CTRL_Read_32b_data_in(cfg) && !cfg_PCK_DEST_RD_CTRL_Read_int8_in(cfg);
}

/* Chooses the way of usual words: PACK_PLAIN if there is none with this configuration. */
static inline __attribute__((always_inline)) unsigned way_of(const struct stx_core *core,
                                                             const uint32_t *cfg) {
    unsigned how = rows_of_format(cfg, cfg_THCON_SEC0_REG1_In_data_format_in(cfg));
    if (!configuration_is_usual(cfg)) {
        return PACK_PLAIN;
    }
    return how || !FORM_OF(core, pack_bfp8) ? how : makes_bfp8(cfg) ? PACK_BLOCKS : PACK_PLAIN;
}

#endif
