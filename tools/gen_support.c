/* SPDX-License-Identifier: Apache-2.0
 *
 * gen_support.c - prints the data formats that this chip's unpackers and packers support, for
 * tools/support.py: each pair is tried on a fresh core. A line has a direction and a format in L1,
 * then the formats in registers that can be combined with it. */
#include <stdio.h>

#include "softensix/names/config.h"
#include "softensix/softensix.h"

enum { FORMATS = 16, UNPACKER = 1, PACKER = 4 };
static const char *const names[FORMATS] = {
    [0] = "FP32", [1] = "FP16",   [2] = "BFP8a", [3] = "BFP4a", [4] = "TF32",
    [5] = "BF16", [6] = "BFP8",   [7] = "BFP4",  [8] = "INT32", [9] = "INT16",
    [10] = "FP8", [11] = "BFP2a", [14] = "INT8", [15] = "BFP2"};

static struct stx_core core;
static uint8_t l1[0x4000];

static void set(uint32_t word, uint32_t bits) {
    stx_mmio_write(&core, 0, STX_CFG_WINDOW + 4 * word, bits);
}
#define SET(field, value) set(STX_CONFIG_WORD(field), STX_CONFIG_BITS(field, value))

static bool unpacks(unsigned in, unsigned out, bool to_dst) {
    stx_init(&core, l1, sizeof l1, NULL);
    set(STX_CONFIG_WORD(THCON_SEC0_REG0_TileDescriptor), 256u << 16 | 1u << 4 | in);
    set(STX_CONFIG_WORD(THCON_SEC0_REG0_TileDescriptor_word1), 1u << 16 | 1u);
    SET(THCON_SEC0_REG2_Out_data_format, out);
    set(STX_CONFIG_WORD(THCON_SEC0_REG2_Disable_zero_compress_cntx0),
        1u | STX_CONFIG_BITS(THCON_SEC0_REG2_Unpack_if_sel_cntx0, to_dst));
    SET(THCON_SEC0_REG3_Base_address, 16);
    SET(THCON_SEC0_REG5_Dest_cntx0_address, 64);
    SET(THCON_SEC0_REG5_Tile_x_dim_cntx0, 256);
    (void)stx_issue(&core, 0,
                    TT_OP_SETC16(STX_THREAD_WORD(SRCA_SET_SetOvrdWithAddr),
                                 STX_THREAD_BITS(SRCA_SET_SetOvrdWithAddr, !to_dst)));
    (void)stx_issue(&core, 0, TT_OP_SETADCXX(UNPACKER, 255, 0));
    return stx_issue(&core, 0, TT_OP_UNPACR(0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1)) == STX_DONE;
}

static bool packs(unsigned in, unsigned out, bool wide, bool rounds) {
#if STX_ARCH == STX_ARCH_BLACKHOLE
    const uint32_t word = TT_OP_PACR(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
#else
    const uint32_t word = TT_OP_PACR(0, 0, 1, 0, 0, 0, 1);
#endif
    stx_init(&core, l1, sizeof l1, NULL);
    set(STX_CONFIG_WORD(ALU_FORMAT_SPEC_REG2_Dstacc),
        STX_CONFIG_BITS(ALU_FORMAT_SPEC_REG2_Dstacc, rounds && wide ? 0 : in));
    set(STX_CONFIG_WORD(PCK_DEST_RD_CTRL_Read_32b_data),
        STX_CONFIG_BITS(PCK_DEST_RD_CTRL_Read_32b_data, wide) |
            STX_CONFIG_BITS(PCK_DEST_RD_CTRL_Round_10b_mant, rounds));
    set(STX_CONFIG_WORD(THCON_SEC0_REG1_Out_data_format),
        STX_CONFIG_BITS(THCON_SEC0_REG1_Out_data_format, out) |
            STX_CONFIG_BITS(THCON_SEC0_REG1_In_data_format, in));
    SET(THCON_SEC0_REG1_Exp_section_size, 4);
    SET(THCON_SEC0_REG1_L1_Dest_addr, 16);
    SET(PCK_EDGE_OFFSET_SEC0_mask, 0xFFFF);
    SET(PACK_COUNTERS_SEC0_pack_reads_per_xy_plane, 16);
    (void)stx_issue(&core, 0, TT_OP_SETADCXX(PACKER, 15, 0));
    return stx_issue(&core, 0, word) == STX_DONE;
}

static bool goes(unsigned what, unsigned memory, unsigned of_register) {
    return what < 2 ? unpacks(memory, of_register, what == 1)
                    : packs(of_register, memory, what == 3, false) ||
                          packs(of_register, memory, what == 3, true);
}

int main(void) {
    static const char *const whats[] = {"source", "dst", "pack16", "pack32"};
    for (unsigned what = 0; what < 4; what++) {
        for (unsigned memory = 0; memory < FORMATS; memory++) {
            if (!names[memory]) {
                continue;
            }
            printf("%s\t%s", whats[what], names[memory]);
            for (unsigned r = 0; r < FORMATS; r++) {
                if (names[r] && goes(what, memory, r)) {
                    printf("\t%s", names[r]);
                }
            }
            printf("\n");
        }
    }
    return 0;
}
