/* SPDX-License-Identifier: Apache-2.0
 *
 * job_unpack.c - thread 0: for each load, one BF16 tile to SrcA and one to SrcB. A tile has four
 * faces, which go to rows 0, 16, 32 and 48 of a bank. */
#define STX_THREAD 0
#include "common/job.h"
#include "common/registers.h"

/* Blocks of 16 or 8 rows (Z) of 16 datums; X runs over a whole block. */
static void configure(uint32_t unpacker, unsigned rows) {
    uint32_t base = unpacker * CFG_UNPACKER_1;
    cfg_store(base + CFG_TILE_DESCRIPTOR, (16u * rows) << 16 | 1u << 4 | FORMAT_BF16);
    cfg_store(base + CFG_TILE_DESCRIPTOR + 1, 4u << 16 | 1u);
    cfg_store(base + CFG_UNPACK_FORMAT, /* full speed, which is Blackhole's default */
              FORMAT_BF16 | STX_CONFIG_BITS(THCON_SEC0_REG2_Throttle_mode, 2));
    cfg_store(base + CFG_UNPACK_UNCOMPRESSED, 1);
}

/* In a source register, blocks begin 16 rows of 32 bytes apart. */
static void configure_destinations(unsigned rows_a) {
    cfg_store(CFG_UNPACK_A_DEST, 64); /* row 0 */
    cfg_store(CFG_UNPACK_A_XDIM, 16u * rows_a);
    cfg_store(CFG_ADD_DEST, 1u << 8);
    cfg_store(CFG_UNPACK_A_STRIDE_Y, STX_CONFIG_BITS(UNP0_ADDR_CTRL_XY_REG_1_Ystride, 32));
    cfg_store(CFG_UNPACK_A_STRIDE_Z, 512);
    cfg_store(CFG_UNPACK_B_STRIDE_Z, 512);
    cfg_stored();
    TTI_SETC16(TC_SRC_SET_OVERRIDE, 4);
    TTI_SETC16(TC_UNPACK_CONTEXT, 0);
}

/* One block. Counters then advance Z in L1 and in the register. The last block hands the bank to
 * the FPU. */
#define UNPACR_BLOCK(unpacker, last) TTI_UNPACR(unpacker, 0x11, 0, 0, 0, 1, last, 0, 0, 0, 0, 0, 1)

static void load(const struct job *job, unsigned i) {
    cfg_set(4, CFG_UNPACK_BASE, tile_address(job->a[i]));
    cfg_set(5, CFG_UNPACKER_1 + CFG_UNPACK_BASE, tile_address(job->b[i]));
    TTI_STALLWAIT(HOLD_UNPACK, UNTIL_THCON_IDLE);
    TTI_SETADCZW(UNPACKERS, 0, 0, 0, 0, 15);
    for (unsigned block = 0; block < 3; block++) {
        UNPACR_BLOCK(UNPACK_A, 0);
        UNPACR_BLOCK(UNPACK_B, 0);
    }
    UNPACR_BLOCK(UNPACK_A, 1);
    UNPACR_BLOCK(UNPACK_B, 1);
    TTI_STALLWAIT(HOLD_SYNC, UNTIL_UNPACK_IDLE); /* before the addresses change */
}

void job_unpack(void *parameter) {
    const struct job *job = parameter;
    configure(UNPACK_A, job->rows_a);
    configure(UNPACK_B, job->rows_b);
    configure_destinations(job->rows_a);
    TTI_SETADCXY(UNPACKERS, 0, 0, 0, 0, 10);
    TT_SETADCXX(1u << UNPACK_A, 16 * job->rows_a - 1, 0);
    TT_SETADCXX(1u << UNPACK_B, 16 * job->rows_b - 1, 0);
    for (unsigned i = 0; i < job->loads; i++) {
        load(job, i);
    }
}
