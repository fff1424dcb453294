/* SPDX-License-Identifier: Apache-2.0
 *
 * modifiers.c - programs an address modifier (SPEC 3.2). */
#include "tile/matrix.h"

/* From the words of one modifier to those of the next. */
enum {
    AB_WORDS =
        STX_THREAD_WORD(ADDR_MOD_AB_SEC1_SrcAIncr) - STX_THREAD_WORD(ADDR_MOD_AB_SEC0_SrcAIncr)
};

void stx_tile_addr_mod(struct stx_tiles *t, unsigned index, struct step s) {
    tile_thread_config(t, STX_THREAD_WORD(ADDR_MOD_AB_SEC0_SrcAIncr) + index * AB_WORDS,
                       STX_THREAD_BITS(ADDR_MOD_AB_SEC0_SrcAIncr, s.a) |
                           STX_THREAD_BITS(ADDR_MOD_AB_SEC0_SrcACR, s.a_returns) |
                           STX_THREAD_BITS(ADDR_MOD_AB_SEC0_SrcAClear, s.a_restarts) |
                           STX_THREAD_BITS(ADDR_MOD_AB_SEC0_SrcBIncr, s.b) |
                           STX_THREAD_BITS(ADDR_MOD_AB_SEC0_SrcBCR, s.b_returns) |
                           STX_THREAD_BITS(ADDR_MOD_AB_SEC0_SrcBClear, s.b_restarts));
    tile_thread_config(t, STX_THREAD_WORD(ADDR_MOD_DST_SEC0_DestIncr) + index,
                       STX_THREAD_BITS(ADDR_MOD_DST_SEC0_DestIncr, s.dst) |
                           STX_THREAD_BITS(ADDR_MOD_DST_SEC0_DestCR, s.dst_returns) |
                           STX_THREAD_BITS(ADDR_MOD_DST_SEC0_DestClear, s.dst_restarts) |
                           STX_THREAD_BITS(ADDR_MOD_DST_SEC0_FidelityIncr, s.phase));
    if (STX_BIAS_ADDR_MODS) {
        tile_thread_config(t, STX_THREAD_WORD(ADDR_MOD_BIAS_SEC0_BiasIncr) + index,
                           STX_THREAD_BITS(ADDR_MOD_BIAS_SEC0_BiasIncr, s.bias) |
                               STX_THREAD_BITS(ADDR_MOD_BIAS_SEC0_BiasClear, s.bias_restarts));
    }
}
