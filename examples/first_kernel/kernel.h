/* SPDX-License-Identifier: Apache-2.0
 *
 * kernel.h - y = gelu(x * w + b), element by element, on two tiles of 32x32: three threads.
 * Comments name the page of docs/isa that explains a choice; docs/guide.md develops this kernel
 * step by step. */
#ifndef EXAMPLES_FIRST_KERNEL_H
#define EXAMPLES_FIRST_KERNEL_H

#include <stdint.h>

#include "softensix/names.h"

enum { TILES = 2, TILE_DATUMS = 32 * 32, BF16_BYTES = 2, FP32_BYTES = 4 };

/* A tile is four faces of 16x16, in the order left upper, right upper, left lower, right lower. */
enum { FACES = 4, FACE_ROWS = 16, ROW = 16, FACE = FACE_ROWS * ROW };

/* Byte addresses in L1, multiples of 16. x, w and b are BF16, y is FP32, zero is one tile of
 * zeros. */
struct first_kernel {
    uint32_t x, w, b, y, zero;
};

void first_unpack(void *kernel); /* thread 0 */
void first_math(void *kernel);   /* thread 1 */
void first_pack(void *kernel);   /* thread 2 */

/* SEMINIT and similar words take a mask, not an index (semaphores.md). */
enum { DST_FULL = 1 << 1 };

/* Dst has room for two halves of 512 rows, with one FP32 tile in each: math fills one while the
 * packer empties the other. */
enum { HALF_ROWS = 512 };

/* STALLWAIT.md: words may overtake stores of the RISC-V core. This one holds all later words until
 * the earlier stores have arrived. */
#define STORES_ARRIVED TTI_STALLWAIT(0x1FF, p_stall_TRISC_CFG)

/* A tile's address is in units of 16 bytes and points to the header before it, which these tiles
 * lack (configuration.md). */
static inline uint32_t tile_address(uint32_t bytes) {
    return bytes / 16 - 1;
}

#endif
