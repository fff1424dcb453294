/* SPDX-License-Identifier: Apache-2.0
 *
 * through.c - moves tiles through SrcA with the words of LLK's copy of a tile. */
#include "through.h"

#include <string.h>

#include "llk/cfg_defines.h"
#include "softensix/inspect.h"
#include "softensix/softensix.h"
#include "softensix/tti.h"

enum { UNPACK, MATH }; /* threads */
enum { FACE = 256, FACES = 4, TILE = FACES * FACE, ROWS = 64, AT = 1024 };
enum { CODE_FP32 = 0, CODE_FP16 = 1, CODE_TF32 = 4, CODE_BF16 = 5 };

static struct stx_core core;
static uint8_t l1[AT + 4 * TILE + 64];
static const struct ulp_format *ready_in,
    *ready_dst; /* the formats that the core is configured for */
static const char *wrong;

static void write_cfg(unsigned word, unsigned shift, uint32_t mask, uint32_t value) {
    uint32_t at = STX_CFG_WINDOW + 4 * word;
    stx_mmio_write(&core, MATH, at, (stx_mmio_read(&core, MATH, at) & ~mask) | value << shift);
}
#define WRITE_CFG(NAME, value) write_cfg(NAME##_ADDR32, NAME##_SHAMT, NAME##_MASK, value)

static void issue(unsigned thread, uint32_t word) {
    if (!wrong && stx_issue(&core, thread, word) != STX_DONE) {
        const struct stx_fault *fault = stx_last_fault(&core);
        wrong = fault ? fault->what : "a word of the way through SrcA waits";
    }
}

static uint32_t code_of(const struct ulp_format *f) {
    return f == &ulp_bf16 ? CODE_BF16 : f == &ulp_fp16 ? CODE_FP16 : CODE_FP32;
}

/* A source register holds at most 19 bits. */
static uint32_t source_code(const struct ulp_format *f) {
    return f == &ulp_fp32 ? (uint32_t)CODE_TF32 : code_of(f);
}

static void configure_unpacker(const struct ulp_format *in) {
    uint32_t out = source_code(in);
    WRITE_CFG(THCON_SEC0_REG0_TileDescriptor, (uint32_t)FACE << 16 | 1u << 4 | code_of(in));
    WRITE_CFG(THCON_SEC0_REG0_TileDescriptor_word1, (uint32_t)FACES << 16 | 1u);
    WRITE_CFG(THCON_SEC0_REG2_Out_data_format, out);
    WRITE_CFG(THCON_SEC0_REG2_Disable_zero_compress_cntx0, 1);
    WRITE_CFG(THCON_SEC0_REG3_Base_address, AT / 16 - 1);
    WRITE_CFG(THCON_SEC0_REG5_Dest_cntx0_address, 64); /* row 0: SPEC 11.3 */
    WRITE_CFG(THCON_SEC0_REG5_Tile_x_dim_cntx0, FACE);
    WRITE_CFG(UNP0_ADDR_CTRL_ZW_REG_1_Zstride, FACE * (out == CODE_TF32 ? 4 : 2));
    WRITE_CFG(UNP0_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr, 1);
    WRITE_CFG(THCON_SEC1_REG2_Out_data_format, out);
    issue(UNPACK, TT_OP_SETC16(SRCA_SET_SetOvrdWithAddr_ADDR32, SRCA_SET_SetOvrdWithAddr_MASK));
    issue(UNPACK, TT_OP_SETADCXX(1, FACE - 1, 0));
}

static void configure(const struct ulp_format *in, const struct ulp_format *dst) {
    stx_init(&core, l1, sizeof l1, NULL);
    stx_init_as_firmware(&core);
    WRITE_CFG(ALU_FORMAT_SPEC_REG0_SrcA, source_code(in));
    WRITE_CFG(ALU_FORMAT_SPEC_REG1_SrcB, source_code(in));
    WRITE_CFG(ALU_ACC_CTRL_Fp32_enabled, dst == &ulp_fp32);
    WRITE_CFG(ALU_ACC_CTRL_SFPU_Fp32_enabled, dst == &ulp_fp32);
    configure_unpacker(in);
    ready_in = in;
    ready_dst = dst;
}

static void store(uint32_t at, unsigned bytes, uint32_t value) {
    for (unsigned i = 0; i < bytes; i++) {
        l1[at + i] = (uint8_t)(value >> 8 * i);
    }
}

static void unpack(void) {
    issue(UNPACK, TT_OP_SETADCXY(1, 0, 0, 0, 0, 10));
    for (uint32_t face = 0; face < FACES; face++) {
        issue(UNPACK, TT_OP_SETADCZW(1, 0, face, 0, face, 15));
        issue(UNPACK, TT_OP_UNPACR(0, 0, 0, 0, 0, 1, face == FACES - 1, 0, 0, 0, 0, 0, 1));
    }
}

/* Fills SrcB with zeros and makes it valid. */
static void zero_srcb(void) {
#if STX_ARCH == STX_ARCH_BLACKHOLE
    issue(UNPACK, TT_OP_UNPACR_NOP(1, 0, 0, 1, 0, 0, 0, 0, 1));
#else
    issue(UNPACK, TT_OP_UNPACR_NOP(1, 1));
    issue(UNPACK, TT_OP_UNPACR_NOP(1, 7));
#endif
}

/* LLK adds zeros if Dst has 32 bits, and copies if it has 16. */
static void to_dst(bool wide) {
    if (wide) {
        zero_srcb();
    }
    for (uint32_t row = 0; row < ROWS; row += 8) {
        issue(MATH, wide ? TT_OP_ELWADD(0, 0, 0, 0, row) : TT_OP_MOVA2D(0, 0, 0, 2, row));
        issue(MATH, TT_OP_INCRWC(0, 0, 0, 8));
    }
    issue(MATH, TT_OP_SETRWC(wide ? 3 : 1, 0, 0, 0, 0, 15));
}

static uint32_t element_of(const struct ulp_format *dst, unsigned row, unsigned column) {
    return dst == &ulp_fp32   ? stx_dst_f32(&core, row, column)
           : dst == &ulp_bf16 ? stx_dst_bf16(&core, row, column) << 16
                              : stx_dst_fp16(&core, row, column) << 16;
}

static void tile(const struct ulp_format *in, const struct ulp_format *dst, const uint32_t *input,
                 uint32_t *element, size_t count) {
    unsigned bytes = in->bits / 8;
    for (uint32_t i = 0; i < TILE; i++) {
        store(AT + bytes * i, bytes, i < count ? input[i] : 0);
    }
    unpack();
    to_dst(dst == &ulp_fp32);
    stx_settle(&core);
    for (unsigned i = 0; i < count; i++) {
        element[i] = element_of(dst, i / 16, i % 16);
    }
}

const char *ulp_through_srca(const struct ulp_format *in, const struct ulp_format *dst,
                             const uint32_t *input, uint32_t *element, size_t count) {
    wrong = NULL;
    if (in != ready_in || dst != ready_dst) {
        configure(in, dst);
    }
    for (size_t i = 0; i < count && !wrong; i += TILE) {
        tile(in, dst, input + i, element + i, count - i < TILE ? count - i : TILE);
    }
    return wrong;
}
