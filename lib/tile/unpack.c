/* SPDX-License-Identifier: Apache-2.0
 *
 * unpack.c - unpacks tiles of L1 into the source registers, and tiles of 32-bit numbers into Dst.
 */
#include "tile/move.h"

enum { FACES = 4, FACE_DATUMS = 256 };
enum {
    ROW_0 = 64
}; /* destination address of row 0; the first four rows do not exist (SPEC 11.3) */

/* For each face of the register: the face of L1 that it comes from. */
static const uint8_t in_order[FACES] = {0, 1, 2, 3}, transposed_order[FACES] = {0, 2, 1, 3};

enum stx_tile_format stx_tile_source_format(enum stx_tile_format format) {
    switch (stx_format_kind(format)) {
    case KIND_5_BITS:
        return STX_TILE_FP16;
    case KIND_INTEGER:
        return STX_TILE_INT8;
    default:
        return STX_TILE_TF32;
    }
}

/* Numbers of TF32 lie in L1 as FP32. */
static enum stx_tile_format stored_format(enum stx_tile_format format) {
    return format == STX_TILE_TF32 ? STX_TILE_FP32 : format;
}

/* UNPACR to SrcA takes the addresses of rows that are configured. With UNPACR to Dst it is
 * undefined which rows that would give. */
static void use_srca_address(struct stx_tiles *t, bool given) {
    if (t->srca_address != given) {
        t->srca_address = given;
        tile_thread_config(t, STX_THREAD_WORD(SRCA_SET_SetOvrdWithAddr),
                           STX_THREAD_BITS(SRCA_SET_SetOvrdWithAddr, given));
    }
}

/* Sets the tile descriptor, the formats, the target and the start address of an unpacker. */
static void configure_unpacker(struct stx_tiles *t, unsigned unpacker, enum stx_tile_format in,
                               uint32_t out_and_modes, bool to_dst, uint32_t address) {
    uint32_t base = unpacker * UNPACKER_1;
    tile_config(t, base + STX_CONFIG_WORD(THCON_SEC0_REG0_TileDescriptor),
                (uint32_t)FACE_DATUMS << 16 | 1u << 4 | (uint32_t)stored_format(in));
    tile_config(t, base + STX_CONFIG_WORD(THCON_SEC0_REG0_TileDescriptor_word1), FACES << 16 | 1u);
    tile_config(t, base + STX_CONFIG_WORD(THCON_SEC0_REG2_Out_data_format), out_and_modes);
    tile_config(t, base + STX_CONFIG_WORD(THCON_SEC0_REG2_Disable_zero_compress_cntx0),
                STX_CONFIG_BITS(THCON_SEC0_REG2_Unpack_if_sel_cntx0, to_dst) | 1u);
    tile_config(t, base + STX_CONFIG_WORD(THCON_SEC0_REG3_Base_address), address / 16 - 1);
    stx_tile_issue(t, TT_OP_SETADCXX(1u << unpacker, FACE_DATUMS - 1, 0));
    stx_tile_issue(t, TT_OP_SETADCXY(1u << unpacker, 0, 0, 0, 0, 10));
}

/* Unpacks the four faces. If they go to a source register, the last one hands its bank to the
 * matrix unit. */
static void unpack_faces(struct stx_tiles *t, unsigned unpacker, const uint8_t order[FACES],
                         uint32_t to_source) {
    tile_settle(t);
    for (unsigned face = 0; face < FACES; face++) {
        stx_tile_issue(t, TT_OP_SETADCZW(1u << unpacker, 0, face, 0, order[face], 15));
        uint32_t valid = to_source && face == FACES - 1;
        stx_tile_issue(t, TT_OP_UNPACR(unpacker, 0, 0, 0, 0, 1, valid, 0, 0, 0, 0, 0, 1));
    }
}

/* Each tile begins at row 0 of SrcA, and a face is 16 rows. */
static void configure_srca(struct stx_tiles *t) {
    TILE_CONFIG(t, THCON_SEC0_REG5_Dest_cntx0_address, ROW_0);
    TILE_CONFIG(t, THCON_SEC0_REG5_Tile_x_dim_cntx0, FACE_DATUMS);
    use_srca_address(t, true);
}

/* Sets the distance between faces, in bytes of the format that the register holds. */
static void set_face_stride(struct stx_tiles *t, uint32_t index, enum stx_tile_format out) {
    tile_config(t, index, FACE_DATUMS * format_stride(out));
}

void stx_tile_to_source_as(struct stx_tiles *t, unsigned unpacker, enum stx_tile_format format,
                           enum stx_tile_format out, uint32_t address) {
    stx_tile_sources_hold(t, out);
    configure_unpacker(t, unpacker, format, out, false, address);
    if (unpacker == TO_SRCA) {
        configure_srca(t);
        set_face_stride(t, STX_CONFIG_WORD(UNP0_ADDR_CTRL_ZW_REG_1_Zstride), out);
    } else {
        set_face_stride(t, STX_CONFIG_WORD(UNP1_ADDR_CTRL_ZW_REG_1_Zstride), out);
    }
    unpack_faces(t, unpacker, in_order, 1);
}

void stx_tile_to_source(struct stx_tiles *t, unsigned unpacker, enum stx_tile_format format,
                        uint32_t address) {
    stx_tile_to_source_as(t, unpacker, format, stx_tile_source_format(format), address);
}

void stx_tile_to_srca_transposed(struct stx_tiles *t, enum stx_tile_format format,
                                 uint32_t address) {
    enum stx_tile_format out = stx_tile_source_format(format);
    uint32_t turned = STX_CONFIG_BITS(THCON_SEC0_REG2_Haloize_mode, 1);
    stx_tile_sources_hold(t, out);
    configure_unpacker(t, TO_SRCA, format, (uint32_t)out | turned, false, address);
    configure_srca(t);
    set_face_stride(t, STX_CONFIG_WORD(UNP0_ADDR_CTRL_ZW_REG_1_Zstride), out);
    unpack_faces(t, TO_SRCA, transposed_order, 1);
}

void stx_tile_zero_source(struct stx_tiles *t, unsigned unpacker, enum stx_tile_format held) {
    tile_config(t, unpacker * UNPACKER_1 + STX_CONFIG_WORD(THCON_SEC0_REG2_Out_data_format), held);
    stx_tile_sources_hold(t, held);
    tile_settle(t);
    stx_tile_clear_source(t, unpacker);
}

void stx_tile_words_to_dst(struct stx_tiles *t, enum stx_tile_format format, uint32_t address,
                           unsigned slot) {
    configure_unpacker(t, TO_SRCA, format, stored_format(format), true, address);
    TILE_CONFIG(t, THCON_SEC0_REG5_Tile_x_dim_cntx0, FACE_DATUMS);
    use_srca_address(t, false);
    TILE_CONFIG(t, THCON_SEC0_REG5_Dest_cntx0_address, ROW_0 + slot * SLOT_ROWS * 16);
    set_face_stride(t, STX_CONFIG_WORD(UNP0_ADDR_CTRL_ZW_REG_1_Zstride), format);
    unpack_faces(t, TO_SRCA, in_order, 0);
    stx_tile_leave_dst(t);
}
