/* SPDX-License-Identifier: Apache-2.0
 *
 * move.h - a tile between L1, the source registers and Dst. Dst is eight tiles ("slots") of 32-bit
 * numbers, 64 rows each; with 16-bit numbers only slot 0 is used. */
#ifndef STX_TILE_MOVE_H
#define STX_TILE_MOVE_H

#include "tile/tensor.h"
#include "tile/hardware.h"

/* Bytes by which the address counters of unpackers and packers count a number of a format: its code
 * modulo 4 says so (SPEC 4.1). */
static inline uint32_t format_stride(enum stx_tile_format format) {
    return (format & 3) == 0 ? 4 : (format & 3) == 1 ? 2 : 1;
}

enum { SLOT_ROWS = 64 };
enum { TO_SRCA = 0, TO_SRCB = 1 }; /* the unpackers, by what they fill */

/* What Dst holds, which decides how it is read. */
enum dst_kind { DST_FP32, DST_INT32, DST_BF16, DST_FP16 };

/* 32 bits in Dst for the numbers of a tensor. */
static inline enum dst_kind tensor_dst(const struct stx_tensor *x) {
    return tensor_is_integer(x) ? DST_INT32 : DST_FP32;
}

/* Configures what all calls need: formats as they come, no offsets, no context but 0, address
 * modifiers, all banks with the unpackers, all lanes on. */
void stx_tile_configure(struct stx_tiles *t, enum dst_kind dst);
/* The same, and Dst is zero. */
void stx_tile_prepare(struct stx_tiles *t, enum dst_kind dst);

/* A tile of L1 into a source register, which then belongs to the FPU. */
void stx_tile_to_source(struct stx_tiles *t, unsigned unpacker, enum stx_tile_format format,
                        uint32_t address);
/* Into SrcA, rows as columns. */
void stx_tile_to_srca_transposed(struct stx_tiles *t, enum stx_tile_format format,
                                 uint32_t address);
/* What a source register holds for a format of L1: TF32, FP16 or INT8. */
enum stx_tile_format stx_tile_source_format(enum stx_tile_format format);
/* A source register takes zeros of a format and then belongs to the FPU. */
void stx_tile_zero_source(struct stx_tiles *t, unsigned unpacker, enum stx_tile_format held);

/* SrcA to a slot of Dst, exactly; gives the bank back. */
void stx_tile_srca_to_dst(struct stx_tiles *t, enum stx_tile_format format, unsigned slot);
/* FP32, TF32 and INT32 tiles of L1 straight to a slot of Dst, all 32 bits. */
void stx_tile_words_to_dst(struct stx_tiles *t, enum stx_tile_format format, uint32_t address,
                           unsigned slot);
/* Does a format have more bits than a source register keeps? */
static inline bool format_is_wide(enum stx_tile_format format) {
    return format == STX_TILE_FP32 || format == STX_TILE_TF32 || format == STX_TILE_INT32;
}
/* A tile of L1 to a slot of Dst (FP32, or INT32 for integers). */
void stx_tile_to_dst(struct stx_tiles *t, enum stx_tile_format format, uint32_t address,
                     unsigned slot);
/* A slot of Dst to L1. */
void stx_tile_from_dst(struct stx_tiles *t, enum dst_kind dst, unsigned slot,
                       enum stx_tile_format format, uint32_t address);

/* The same for the tile of a tensor in a row and column of tiles. */
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
