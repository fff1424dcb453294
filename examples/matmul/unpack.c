/* SPDX-License-Identifier: Apache-2.0
 *
 * unpack.c - thread 0: in each step, moves one tile of b to SrcA and one tile of a to SrcB, from
 * L1. */
#define STX_THREAD 0
#include "kernel.h"

/* Configures an unpacker: a tile is 4 faces (Z) of 256 datums (X), BF16 in L1 and in the source
 * register.
 */
static void configure(uint32_t unpacker) {
    uint32_t base = unpacker * CFG_UNPACKER_1;
    cfg_store(base + CFG_TILE_DESCRIPTOR, 256u << 16 | 1u << 4 | FORMAT_BF16);
    cfg_store(base + CFG_TILE_DESCRIPTOR + 1, 4u << 16 | 1u);
    cfg_store(base + CFG_UNPACK_FORMAT, /* full speed, which is Blackhole's default */
              FORMAT_BF16 | STX_CONFIG_BITS(THCON_SEC0_REG2_Throttle_mode, 2));
    cfg_store(base + CFG_UNPACK_UNCOMPRESSED, 3); /* in both contexts */
}

/* Sets where datums go: faces of 16-bit datums are 512 bytes apart. */
static void configure_destinations(void) {
    cfg_store(CFG_UNPACK_A_DEST, 64u << 16 | 64u); /* row 0, both contexts */
    cfg_store(CFG_UNPACK_A_XDIM, 256u << 16 | 256u);
    cfg_store(CFG_ADD_DEST, 1u << 8);
    cfg_store(CFG_UNPACK_A_STRIDE_Y, STX_CONFIG_BITS(UNP0_ADDR_CTRL_XY_REG_1_Ystride, 32));
    cfg_store(CFG_UNPACK_A_STRIDE_Z, 512);
    cfg_store(CFG_UNPACK_B_STRIDE_Z, 512);
    cfg_stored();
    TTI_SETC16(TC_SRC_SET_OVERRIDE, 4);
}

/* The loop over faces, as MOP template 0: three times A0 and B, which advance Z in L1 and in the
 * source register, then the skip pair, which also hands the filled bank to the FPU. */
#define UNPACR_FACE(unpacker, set_dvalid) \
    TT_OP_UNPACR(unpacker, 0x11, 0, 0, 0, 1, set_dvalid, 0, 0, 0, 0, 0, 1)

static void program_mop(void) {
    mop_store(1, 1); /* B present, no halo */
    mop_store(2, UNPACR_FACE(UNPACK_B, 0));
    mop_store(3, UNPACR_FACE(UNPACK_A, 0));
    mop_store(7, UNPACR_FACE(UNPACK_A, 1));
    mop_store(8, UNPACR_FACE(UNPACK_B, 1));
}

/* Two configuration contexts alternate: one tile is read with one while the next address is written
 * to the other. The semaphore counts contexts in use. */
static void unpack_tiles(uint32_t context, uint32_t a, uint32_t b) {
    TTI_SEMWAIT(HOLD_UNPACK | HOLD_SYNC, UNPACK_SYNC, WHILE_MAX);
    TTI_SEMPOST(UNPACK_SYNC);
    cfg_set(4, CFG_UNPACK_BASE + context, tile_address(b));
    cfg_set(5, CFG_UNPACKER_1 + CFG_UNPACK_BASE + context, tile_address(a));
    TTI_STALLWAIT(HOLD_UNPACK, UNTIL_THCON_IDLE);
    TT_SETC16(TC_UNPACK_CONTEXT, context * 0x0101);
    TTI_SETADCZW(UNPACKERS, 0, 0, 0, 0, 15);
    TTI_MOP(0, 3, 0x8); /* mask: the fourth face takes the skip pair */
    TTI_STALLWAIT(HOLD_SYNC, UNTIL_UNPACK_IDLE);
    TTI_SEMGET(UNPACK_SYNC);
}

void matmul_unpack(void *parameters) {
    const struct matmul *p = parameters;
    configure(UNPACK_A);
    configure(UNPACK_B);
    configure_destinations();
    program_mop();
    TTI_SEMINIT(2, 0, UNPACK_SYNC);
    TTI_SETADCXY(UNPACKERS, 0, 0, 0, 0, 10);
    TTI_SETADCXX(UNPACKERS, 255, 0);
    uint32_t context = 0;
    for (unsigned m = 0; m < p->tiles_m; m++) {
        for (unsigned n = 0; n < p->tiles_n; n++) {
            for (unsigned k = 0; k < p->tiles_k; k++) {
                unpack_tiles(context, p->a + (m * p->tiles_k + k) * TILE_BYTES,
                             p->b + (k * p->tiles_n + n) * TILE_BYTES);
                context ^= 1;
            }
        }
    }
}
