/* SPDX-License-Identifier: Apache-2.0
 *
 * pack.c - thread 2: moves a finished tile from Dst to L1. */
#define STX_THREAD 2
#include "kernel.h"
#include "common/pack.h"

/* All PACRs of a tile; the last one closes the output. */
static void program_mop(void) {
    mop_store(0, 1);
    mop_store(1, PACK_WORDS);
    mop_store(2, TT_OP_NOP);
    mop_store(3, TT_OP_NOP);
    mop_store(4, TT_OP_NOP);
    mop_store(5, PACR_ROWS(0, 0));
    mop_store(6, TT_OP_NOP);
    mop_store(7, PACR_ROWS(1, 1));
    mop_store(8, PACR_ROWS(1, 1));
}

static void pack_tile(const struct matmul *p, uint32_t half, uint32_t address) {
    pack_aim(half, address, p->fp32);
    TTI_MOP(1, 0, 0);
}

void matmul_pack(void *parameters) {
    const struct matmul *p = parameters;
    uint32_t tile_bytes = p->fp32 ? TILE_BYTES_FP32 : TILE_BYTES, half = 0;
    pack_configure(p->fp32);
    program_mop();
    for (unsigned i = 0; i < p->tiles_m * p->tiles_n; i++) {
        TTI_SEMWAIT(HOLD_PACK | HOLD_SYNC, MATH_PACK, WHILE_ZERO);
        pack_tile(p, half, p->out + i * tile_bytes);
        pack_release_half(half);
        half ^= 1;
    }
}
