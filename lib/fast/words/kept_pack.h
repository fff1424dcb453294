/* SPDX-License-Identifier: Apache-2.0
 *
 * kept_pack.h - the configuration words on which the way of a PACR depends, as they were when it
 * was last chosen, and whether they are still the same. Kernels write configuration words as
 * memory, so that all of them are compared for each word; with wide registers this takes less time
 * than reading their fields. A new core holds zeros, with which no PACR is usual.
 *
 * All of these words are among words 0 to 31 of a bank or are the two with the packer's formats. */
#ifndef STX_FAST_WORDS_KEPT_PACK_H
#define STX_FAST_WORDS_KEPT_PACK_H

#include "fast/forms.h"
#include "fast/rvv/rvv.h"
#include "regs/cfg.h"

/* On 32-bit cores without vectors comparing all words takes longer than reading their fields anew.
 */
#define PACK_IS_KEPT (STX_KEPT_PACK && (STX_RVV || UINTPTR_MAX > UINT32_MAX))

#if PACK_IS_KEPT
enum { KEPT_OWN = CFG_WORD_THCON_SEC0_REG1_In_data_format };

#if STX_RVV
static inline bool kept_is(const struct stx_kept_pack *kept, const uint32_t *cfg) {
    const uint32_t *own = &cfg[KEPT_OWN];
    if ((kept->own[0] ^ own[0]) | (kept->own[1] ^ own[1])) {
        return false;
    }
    const uint32_t *as = kept->first;
    for (size_t n, left = STX_KEPT_PACK_FIRST; left; left -= n, cfg += n, as += n) {
        n = __riscv_vsetvl_e32m8(left);
        vuint32m8_t v = __riscv_vle32_v_u32m8(cfg, n);
        if (!rvv_none(__riscv_vmsne(v, __riscv_vle32_v_u32m8(as, n), n), n)) {
            return false;
        }
    }
    return true;
}

static inline void kept_copy(uint32_t *to, const uint32_t *cfg) {
    for (size_t n, left = STX_KEPT_PACK_FIRST; left; left -= n, cfg += n, to += n) {
        n = __riscv_vsetvl_e32m8(left);
        __riscv_vse32(to, __riscv_vle32_v_u32m8(cfg, n), n);
    }
}
#else
/* The bits in which two adjacent words differ. */
static inline uint64_t kept_differs(const uint32_t *a, const uint32_t *b) {
    uint64_t x, y;
    __builtin_memcpy(&x, a, sizeof x);
    __builtin_memcpy(&y, b, sizeof y);
    return x ^ y;
}

/* Compares the words that are used, and those beside them. */
static inline bool kept_is(const struct stx_kept_pack *kept, const uint32_t *cfg) {
#define KEPT_PAIR(word) kept_differs(&kept->first[word], &cfg[word])
    return !(KEPT_PAIR(CFG_WORD_ALU_FORMAT_SPEC_REG_Dstacc_val) |
             KEPT_PAIR(CFG_WORD_STACC_RELU_ApplyRelu) | KEPT_PAIR(CFG_WORD_INT_DESCALE_Enable) |
             KEPT_PAIR(CFG_WORD_PCK_DEST_RD_CTRL_Read_32b_data) |
             KEPT_PAIR(CFG_WORD_TILE_ROW_SET_MAPPING_0_row_set_mapping_0) |
             KEPT_PAIR(CFG_WORD_TILE_ROW_SET_MAPPING_2_row_set_mapping_0) |
             KEPT_PAIR(CFG_WORD_PCK_EDGE_OFFSET_SEC0_mask) |
             KEPT_PAIR(CFG_WORD_PCK_EDGE_OFFSET_SEC2_mask) |
             KEPT_PAIR(CFG_WORD_PACK_COUNTERS_SEC0_pack_yz_transposed) |
             kept_differs(kept->own, &cfg[KEPT_OWN]));
#undef KEPT_PAIR
}

static inline void kept_copy(uint32_t *to, const uint32_t *cfg) {
    __builtin_memcpy(to, cfg, STX_KEPT_PACK_FIRST * sizeof *to);
}
#endif

static inline void kept_set(struct stx_kept_pack *kept, const uint32_t *cfg, unsigned how) {
    kept_copy(kept->first, cfg);
    kept->own[0] = cfg[KEPT_OWN], kept->own[1] = cfg[KEPT_OWN + 1];
    kept->how = how;
}
#endif

#endif
