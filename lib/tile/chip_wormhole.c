/* SPDX-License-Identifier: Apache-2.0
 *
 * chip_wormhole.c - what the calls do differently on Wormhole (appendix F of the book). */
#include "tile/chip_calls.h"

/* What UNPACR_NOP does: it writes zeros as soon as the unpacker owns its bank, or hands the bank
 * over. */
enum { ZEROS_INTO_OWN_BANK = 1 | 1 << 4, HAND_OVER = 7 };

/* Words select the lower four modes of ADDR_MOD; the packer's base address in Dst is 0; LReg11 is
 * -1, as it is after reset. */
void stx_tile_chip_state(struct stx_tiles *t) {
    tile_thread_config(t, STX_THREAD_WORD(ADDR_MOD_SET_Base), 0);
    TILE_CONFIG(t, PCK0_ADDR_BASE_REG_0_Base, 0);
    stx_tile_issue(t, TT_OP_SFPCONFIG(0, 11, 1));
}

void stx_tile_clear_dst(struct stx_tiles *t) {
    stx_tile_issue(t, TT_OP_ZEROACC(3, 0, 0));
}

void stx_tile_sources_hold(struct stx_tiles *t, enum stx_tile_format held) {
    tile_config(t, STX_CONFIG_WORD(ALU_FORMAT_SPEC_REG_SrcA_val),
                STX_CONFIG_BITS(ALU_FORMAT_SPEC_REG_SrcA_val, held) |
                    STX_CONFIG_BITS(ALU_FORMAT_SPEC_REG_SrcA_override, 1) |
                    STX_CONFIG_BITS(ALU_FORMAT_SPEC_REG_SrcB_val, held) |
                    STX_CONFIG_BITS(ALU_FORMAT_SPEC_REG_SrcB_override, 1));
}

void stx_tile_clear_source(struct stx_tiles *t, unsigned unpacker) {
    stx_tile_issue(t, TT_OP_UNPACR_NOP(unpacker, ZEROS_INTO_OWN_BANK));
    stx_tile_issue(t, TT_OP_UNPACR_NOP(unpacker, HAND_OVER));
}

/* Because of a bug of the hardware (TEN-3868) something has to be unpacked to SrcA: a row of zeros,
 * which stays with the unpacker. */
void stx_tile_leave_dst(struct stx_tiles *t) {
    TILE_CONFIG(t, THCON_SEC0_REG2_Disable_zero_compress_cntx0, 1); /* the target is SrcA */
    TILE_CONFIG(t, THCON_SEC0_REG5_Dest_cntx0_address, 64);         /* row 0 */
    tile_settle(t);
    stx_tile_issue(t, TT_OP_SETADCXX(1, 15, 0));
    stx_tile_issue(t, TT_OP_SETADCZW(1, 0, 0, 0, 0, 15));
    stx_tile_issue(t, TT_OP_UNPACR(0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1));
}

/* Only packer 0 packs. */
uint32_t stx_tile_pack_word(bool last) {
    return TT_OP_PACR(0, 0, 1, 0, 0, 0, last);
}
