/* SPDX-License-Identifier: Apache-2.0
 *
 * api.h - the calls of compute kernels for Tensix, implemented with instruction words alone: a part
 * of tt-metal's API with the same names and meanings, written for this project. One source is
 * compiled for three threads; each call does its own thread's part.
 *
 * Tiles are 32 x 32 and Dst has 16 bits, so 8 tiles fit between tile_regs_acquire and
 * tile_regs_release. */
#pragma once

#include "buffers.h"
#include "metal/zone.h"

#ifdef TRISC_UNPACK
#include "unpack.h"
#define UNPACK(...) __VA_ARGS__
#else
#define UNPACK(...)
#endif
#ifdef TRISC_MATH
#include "math.h"
#include "vector.h"
#define MATH(...) __VA_ARGS__
#else
#define MATH(...)
#endif
#ifdef TRISC_PACK
#include "pack.h"
#define PACK(...) __VA_ARGS__
#else
#define PACK(...)
#endif

using u32 = std::uint32_t;

/* Run-time arguments. */
template <typename T> inline T get_arg_val(u32 index) {
    stx_metal_argument(COMPILE_FOR_TRISC, 0, index);
    return static_cast<T>(stx_metal_setup()->args[index]);
}

/* Halves of Dst: math has one while pack empties the other. */
inline void tile_regs_acquire() {
    MATH(own::math_acquire();)
}
inline void tile_regs_commit() {
    MATH(own::math_commit();)
}
inline void tile_regs_wait() {
    PACK(own::pack_wait();)
}
inline void tile_regs_release() {
    PACK(own::pack_release();)
}

/* Sets the formats of all three threads. Call it once, before anything else. */
inline void start_up(u32 a, u32 b, u32 out) {
    UNPACK(own::unpack_start_up(a, b);)
    MATH(own::math_start_up(a);)
    PACK(own::pack_start_up(out);)
    (void)a, (void)b, (void)out;
}

inline void pack_tile(u32 dst, u32 cb) {
    PACK(own::pack_one(dst, cb);)
    (void)dst, (void)cb;
}

/* Pushes the pages of a buffer that pack_tile has filled. */
inline void push_tiles(u32 cb, u32 pages) {
    PACK(own::packed = 0;)
    cb_push_back(cb, pages);
}

/* Dst += A x B. B goes to SrcA, where the multiplier needs it. */
inline void mm_init_short(u32 a, u32 b) {
    UNPACK(own::unpack_from(b, a, false); own::unpack_mop_both();)
    MATH(own::math_product();)
    (void)a, (void)b;
}
inline void mm_init(u32 a, u32 b, u32 out) {
    start_up(b, a, out);
    mm_init_short(a, b);
}
inline void matmul_tiles(u32 a, u32 b, u32 tile_a, u32 tile_b, u32 dst) {
    UNPACK(own::unpack_both(b, a, tile_b, tile_a);)
    MATH(own::math_run(dst);)
    (void)a, (void)b, (void)tile_a, (void)tile_b, (void)dst;
}

/* Element by element; the second operand may be one column that is used for all columns. */
inline void binary_op_init_common(u32 a, u32 b, u32 out) {
    start_up(a, b, out);
}
template <u32 OPERATION, u32 BROADCAST = 0> inline void binary_init(u32 a, u32 b) {
    UNPACK(own::unpack_from(a, b, false); own::unpack_mop_both();)
    MATH(own::math_binary(OPERATION, BROADCAST);)
    (void)a, (void)b;
}
inline void binary_tiles(u32 a, u32 b, u32 tile_a, u32 tile_b, u32 dst) {
    UNPACK(own::unpack_both(a, b, tile_a, tile_b);)
    MATH(own::math_run(dst);)
    (void)a, (void)b, (void)tile_a, (void)tile_b, (void)dst;
}
#define OWN_BINARY(name, operation, broadcast)                        \
    inline void name##_init(u32 a, u32 b) {                           \
        binary_init<operation, broadcast>(a, b);                      \
    }                                                                 \
    inline void name(u32 a, u32 b, u32 tile_a, u32 tile_b, u32 dst) { \
        binary_tiles(a, b, tile_a, tile_b, dst);                      \
    }
OWN_BINARY(add_tiles, 0, 0)
OWN_BINARY(sub_tiles, 1, 0)
OWN_BINARY(mul_tiles, 2, 0)
OWN_BINARY(sub_tiles_bcast_cols, 1, 1)
OWN_BINARY(mul_tiles_bcast_cols, 2, 1)
#undef OWN_BINARY

inline void copy_tile_init(u32 cb) {
    UNPACK(own::unpack_from(cb, cb, false); own::unpack_mop_a();)
    MATH(own::math_copy();)
    (void)cb;
}
inline void copy_tile(u32 cb, u32 tile, u32 dst) {
    UNPACK(own::unpack_one(cb, tile);)
    MATH(own::math_run(dst);)
    (void)cb, (void)tile, (void)dst;
}

inline void transpose_wh_init(u32 cb, u32 out) {
    start_up(cb, cb, out);
    UNPACK(own::unpack_from(cb, cb, true); own::unpack_mop_a();)
    MATH(own::math_transpose();)
}
inline void transpose_wh_tile(u32 cb, u32 tile, u32 dst) {
    copy_tile(cb, tile, dst);
}

/* Sum or maximum of each column into row 0, or of each row into column 0; the rest of the result is
 * 0. Row 0 of the scaler's first face holds the factor of a sum, 1 for a maximum. Column results
 * accumulate over several tiles that are reduced to the same tile of Dst. */
template <bool MAXIMUM, bool OF_ROWS> inline void pool_init(u32 cb, u32 scaler) {
    UNPACK(own::unpack_from(cb, scaler, OF_ROWS); own::unpack_mop_a();)
    MATH(own::math_pool(MAXIMUM, OF_ROWS);)
    (void)cb, (void)scaler;
}
template <bool OF_ROWS> inline void pool_tile(u32 cb, u32 scaler, u32 tile, u32 dst) {
    UNPACK(own::unpack_pooled(cb, scaler, tile, 0);)
    MATH(own::math_run_pool(dst, OF_ROWS);)
    (void)cb, (void)scaler, (void)tile, (void)dst;
}
#define OWN_REDUCE(name, maximum, of_rows)                    \
    inline void name##_init(u32 cb, u32 scaler) {             \
        pool_init<maximum, of_rows>(cb, scaler);              \
    }                                                         \
    inline void name(u32 cb, u32 scaler, u32 tile, u32 dst) { \
        pool_tile<of_rows>(cb, scaler, tile, dst);            \
    }
OWN_REDUCE(reduce_sum_columns, false, false)
OWN_REDUCE(reduce_max_columns, true, false)
OWN_REDUCE(reduce_sum_rows, false, true)
OWN_REDUCE(reduce_max_rows, true, true)
#undef OWN_REDUCE

/* The vector unit, in place. */
inline void exp_tile(u32 dst) {
    MATH(own::vectors_of(dst, [](u32 i) { return own::exponential(own::dst_load(i)); });)
    (void)dst;
}
inline void recip_tile(u32 dst) {
    MATH(own::vectors_of(dst, [](u32 i) { return own::reciprocal(own::dst_load(i)); });)
    (void)dst;
}
/* 1 / sqrt(x + epsilon) */
inline void rsqrt_tile(u32 dst, float epsilon) {
    MATH(own::vectors_of(
             dst, [epsilon](u32 i) { return own::reciprocal_root(own::dst_load(i) + epsilon); });)
    (void)dst, (void)epsilon;
}
inline void relu_tile(u32 dst) {
    MATH(own::vectors_of(dst, [](u32 i) {
             own::lanes x = own::dst_load(i);
             lanes_if(x < 0.0f) {
                 x = 0.0f;
             }
             lanes_endif;
             return x;
         });)
    (void)dst;
}
/* Replaces a tile by the larger of it and the next tile, element by element. */
inline void max_tile(u32 dst) {
    MATH(own::vectors_of(dst, [](u32 i) {
             own::lanes x = own::dst_load(i), y = own::dst_load(i + own::VECTORS);
             lanes_if(x < y) {
                 x = y;
             }
             lanes_endif;
             return x;
         });)
    (void)dst;
}
