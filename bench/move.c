/* SPDX-License-Identifier: Apache-2.0
 *
 * move.c - tiles of 32x32 from L1 to SrcA and from Dst to L1. */
#include "bench.h"
#include "regs/dst.h"
#include "softensix/tti.h"

enum { WORDS_PER_FACE = 4, BASE = 0x1000, OUT = 0x4000 };
enum { UNPACKER_0 = 1, PACKER = 4 };
static uint32_t format;

/* Unpacker 0, one tile of four faces of 256 datums; block formats begin with 64 exponents. */
static void prepare_unpack(uint32_t parameter) {
    bench_core_init(CODE_BF16);
    format = parameter;
    for (unsigned i = 0; i < 0x2000; i++) {
        bench_l1[BASE + i] = (uint8_t)(i & 1 && format == CODE_BF16 ? 0x3F : bench_random());
    }
    for (unsigned i = 0; i < 64 && format != CODE_BF16; i++) {
        bench_l1[BASE + i] = (uint8_t)(120 + bench_random() % 8);
    }
    bench_cfg(64, 256u << 16 | 1u << 4 | format);
    bench_cfg(65, 4u << 16 | 1u);
    bench_cfg(72, format);
    bench_cfg(73, 3);
    bench_cfg(76, BASE / 16 - 1);
    bench_cfg(84, 64u << 16 | 64u);
    bench_cfg(86, 256u << 16 | 256u);
    bench_cfg(50, 1u << 8);
    bench_cfg(56, 32u << 16);
    bench_cfg(57, 512);
    bench_issue(TT_OP_SETC16(5, 4));
    bench_issue(TT_OP_SETADCXY(UNPACKER_0, 0, 0, 0, 0, 10));
    bench_issue(TT_OP_SETADCXX(UNPACKER_0, 255, 0));
    bench_core.srca.fpu_owns[0] = bench_core.srca.fpu_owns[1] = 0;
}

static void unpack(void) {
    bench_issue(TT_OP_SETADCZW(UNPACKER_0, 0, 0, 0, 0, 15));
    for (unsigned face = 0; face < 4; face++) {
        bench_issue(TT_OP_UNPACR(0, 0x11, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1));
    }
}

static void prepare_pack(uint32_t parameter) {
    bench_core_init(CODE_BF16);
    format = parameter;
    for (unsigned row = 0; row < 64; row++) {
        for (unsigned col = 0; col < STX_COLS; col++) {
            dst_bf16_set(&bench_core, row, col, bench_datum(GAUSS_BF16) >> 16);
        }
    }
    bench_cfg(CFG_ALU, (uint32_t)CODE_BF16 << 25);
    bench_cfg(70, (uint32_t)CODE_BF16 << 8 | format << 4);
    bench_cfg(18, 0);
    bench_cfg(12, 32u << 16);
    bench_cfg(13, 512);
    bench_cfg(28, 16u << 8);
    bench_cfg(24, 0xFFFF);
    bench_cfg(69, OUT / 16 - 1);
    bench_issue(TT_OP_SETC16(37, 4));
    bench_issue(TT_OP_SETC16(38, 1u << 5 | 1u << 11));
    bench_issue(TT_OP_SETADCXY(PACKER, 0, 0, 0, 0, 10));
    bench_issue(TT_OP_SETADCXX(PACKER, 15, 0));
}

static void pack(void) {
    bench_issue(TT_OP_SETADCZW(PACKER, 0, 0, 0, 0, 15));
    for (unsigned i = 0; i < 16; i++) {
        bench_issue(i < 15 ? TT_OP_PACR(0, 0, 0, 0, 0, 0, 15, 0, 0, 0, 0, 0)
                           : TT_OP_PACR(0, 0, 0, 1, 0, 0, 15, 0, 0, 0, 0, 1));
    }
}

const struct bench bench_move[] = {{"unpack_bf16_tile", prepare_unpack, unpack, 1, CODE_BF16},
                                   {"pack_bf16_tile", prepare_pack, pack, 1, CODE_BF16},
                                   {"unpack_bfp8_tile", prepare_unpack, unpack, 1, CODE_BFP8},
                                   {"pack_bfp8_tile", prepare_pack, pack, 1, CODE_BFP8},
                                   {0}};
