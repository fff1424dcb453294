/* SPDX-License-Identifier: Apache-2.0
 *
 * chip_blackhole.c - what the calls do differently on Blackhole. */
#include "tile/chip_calls.h"

/* Rows of Dst have their usual order, and formats are those that the unpackers announce. */
void stx_tile_chip_state(struct stx_tiles *t) {
    tile_thread_config(t, STX_THREAD_WORD(DISABLE_IMPLIED_SRCA_FMT_Base), 0);
    tile_thread_config(t, STX_THREAD_WORD(DISABLE_IMPLIED_SRCB_FMT_Base), 0);
    TILE_CONFIG(t, DEST_SP_BASE_Base, 0);
    TILE_CONFIG(t, DEST_ACCESS_CFG_remap_addrs, 0);
}

void stx_tile_clear_dst(struct stx_tiles *t) {
    stx_tile_issue(t, TT_OP_ZEROACC(3, 0, 0, 0, 0));
}

/* A bank remembers the format that was unpacked to it. */
void stx_tile_sources_hold(struct stx_tiles *t, enum stx_tile_format held) {
    (void)t;
    (void)held;
}

void stx_tile_clear_source(struct stx_tiles *t, unsigned unpacker) {
    stx_tile_issue(t, TT_OP_UNPACR_NOP(unpacker, 0, 0, 1, 0, 0, 0, 0, 1));
}

void stx_tile_leave_dst(struct stx_tiles *t) {
    (void)t;
}

uint32_t stx_tile_pack_word(bool last) {
    return TT_OP_PACR(0, 0, 0, 0, 0, 0, 15, 0, 0, 0, 0, last);
}
