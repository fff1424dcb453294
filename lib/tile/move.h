/* SPDX-License-Identifier: Apache-2.0
 *
 * move.h - moves a tile between L1, the source registers and Dst. Dst has room for eight tiles of
 * 32-bit numbers, here called slots, of 64 rows each. Of 16-bit numbers only slot 0 is used. */
#ifndef STX_TILE_MOVE_H
#define STX_TILE_MOVE_H

#include "tile/tensor.h"
#include "tile/chip_calls.h"

/* The bytes that the address counters of unpackers and packers use for a number of a format. The
 * format's code modulo 4 decides (SPEC 4.1). */
static inline uint32_t format_stride(enum stx_tile_format format) {
    return (format & 3) == 0 ? 4 : (format & 3) == 1 ? 2 : 1;
}

enum { SLOT_ROWS = 64 };
enum { TO_SRCA = 0, TO_SRCB = 1 }; /* unpackers 0 and 1, by the register that they fill */
/* The distance of unpacker 1's configuration words from those of unpacker 0. */
enum {
    UNPACKER_1 = STX_CONFIG_WORD(THCON_SEC1_REG0_TileDescriptor) -
                 STX_CONFIG_WORD(THCON_SEC0_REG0_TileDescriptor)
};

/* The kind of numbers that Dst holds, which the packer and the matrix unit need to know. */
enum dst_kind { DST_FP32, DST_INT32, DST_BF16, DST_FP16 };

/* 32 bits in Dst for the numbers of a tensor. */
static inline enum dst_kind tensor_dst(const struct stx_tensor *x) {
    return tensor_is_integer(x) ? DST_INT32 : DST_FP32;
}

/* Puts the coprocessor into the state that all calls start from, whatever ran before: no offsets,
 * no contexts, the formats that the unpackers announce, all banks of the source registers given to
 * the unpackers, all lanes of the vector unit on. */
void stx_tile_configure(struct stx_tiles *t, enum dst_kind dst);
/* Does the same and fills Dst with zeros. */
void stx_tile_prepare(struct stx_tiles *t, enum dst_kind dst);

/* Unpacks a tile of L1 into a source register and hands it to the matrix unit. */
void stx_tile_to_source(struct stx_tiles *t, unsigned unpacker, enum stx_tile_format format,
                        uint32_t address);
/* The same with a chosen format of the register. */
void stx_tile_to_source_as(struct stx_tiles *t, unsigned unpacker, enum stx_tile_format format,
                           enum stx_tile_format out, uint32_t address);
/* The same into SrcA, with rows as columns. */
void stx_tile_to_srca_transposed(struct stx_tiles *t, enum stx_tile_format format,
                                 uint32_t address);
/* The format in which a source register holds numbers of a format of L1: TF32, FP16 or INT8. */
enum stx_tile_format stx_tile_source_format(enum stx_tile_format format);
/* Fills a source register with zeros of a format and hands it to the matrix unit. */
void stx_tile_zero_source(struct stx_tiles *t, unsigned unpacker, enum stx_tile_format held);

/* Copies SrcA to a slot of Dst, without rounding, and gives SrcA back to its unpacker. `format` is
 * that of the tile in L1. */
void stx_tile_srca_to_dst(struct stx_tiles *t, enum stx_tile_format format, unsigned slot);
/* Unpacks an FP32, TF32 or INT32 tile of L1 straight to a slot of Dst, with all 32 bits; or one of
 * FP16 to a slot of 16 bits. */
void stx_tile_words_to_dst(struct stx_tiles *t, enum stx_tile_format format, uint32_t address,
                           unsigned slot);
/* True if a format has more bits than a source register keeps. */
static inline bool format_is_wide(enum stx_tile_format format) {
    return format == STX_TILE_FP32 || format == STX_TILE_TF32 || format == STX_TILE_INT32;
}
/* Brings a tile of L1 of any format to a slot of Dst, as FP32, or INT32 for integers. */
void stx_tile_to_dst(struct stx_tiles *t, enum stx_tile_format format, uint32_t address,
                     unsigned slot);
/* Packs the tile in a slot of Dst into L1. */
void stx_tile_from_dst(struct stx_tiles *t, enum dst_kind dst, unsigned slot,
                       enum stx_tile_format format, uint32_t address);
/* The same with a chosen early format (SPEC 12.4). */
void stx_tile_pack_as(struct stx_tiles *t, enum dst_kind dst, unsigned slot,
                      enum stx_tile_format early, enum stx_tile_format format, uint32_t address);

/* The same for the tile of a tensor in this row and column of tiles. */
static inline void tensor_to_source(struct stx_tiles *t, unsigned unpacker,
                                    const struct stx_tensor *x, unsigned row, unsigned column) {
    stx_tile_to_source(t, unpacker, tensor_format(x), tensor_tile(x, row, column));
}
static inline void tensor_to_dst(struct stx_tiles *t, const struct stx_tensor *x, unsigned row,
                                 unsigned column, unsigned slot) {
    stx_tile_to_dst(t, tensor_format(x), tensor_tile(x, row, column), slot);
}
static inline void tensor_from_dst(struct stx_tiles *t, enum dst_kind dst, unsigned slot,
                                   const struct stx_tensor *x, unsigned row, unsigned column) {
    stx_tile_from_dst(t, dst, slot, tensor_format(x), tensor_tile(x, row, column));
}

#endif
