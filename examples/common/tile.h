/* SPDX-License-Identifier: Apache-2.0
 *
 * tile.h - what the small examples share: a core with its L1, and functions that move a 32x32 tile
 * from L1 to Dst and back. One thread does everything, and each word is done before the next is
 * issued. A tile has four 16x16 faces, each row by row. */
#ifndef EXAMPLES_TILE_H
#define EXAMPLES_TILE_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "softensix/tti.h"

enum { TILE = 32, FACE = 16, DATUMS = TILE * TILE };
enum { FP32 = 0, FP16 = 1, TF32 = 4, BF16 = 5 };
enum { UNPACKER_0 = 1, PACKER = 4 };      /* counter sets */
enum { IN_DST32 = 1, ROUND_10_BITS = 8 }; /* how the packer reads Dst */

static struct stx_core core;
static uint8_t l1[0x10000];

static inline void cfg_store(uint32_t word, uint32_t value) {
    stx_mmio_write(&core, 0, 0xFFEF0000u + 4 * word, value);
}

static inline void core_start(void) {
    stx_init(&core, l1, sizeof l1, NULL);
    stx_bind(&core);
}

/* True if a word has faulted; prints the reason. */
static inline bool core_faulted(void) {
    const struct stx_fault *fault = stx_last_fault(&core);
    if (fault->kind != STX_FAULT_NONE) {
        printf("fault: word %08lx: %s\n", (unsigned long)fault->word, fault->what);
    }
    return fault->kind != STX_FAULT_NONE;
}

/* Index of a row and column of the tile in the order of faces. */
static inline unsigned tile_index(unsigned row, unsigned col) {
    unsigned face = row / FACE * 2 + col / FACE;
    return face * FACE * FACE + row % FACE * FACE + col % FACE;
}

static inline void l1_put32(uint32_t address, uint32_t v) {
    for (unsigned i = 0; i < 4; i++) {
        l1[address + i] = (uint8_t)(v >> (8 * i));
    }
}

static inline uint32_t l1_get(uint32_t address, unsigned bytes) {
    uint32_t v = 0;
    for (unsigned i = 0; i < bytes; i++) {
        v |= (uint32_t)l1[address + i] << (8 * i);
    }
    return v;
}

static inline void l1_put_float(uint32_t address, unsigned i, float f) {
    uint32_t v;
    memcpy(&v, &f, sizeof v);
    l1_put32(address + 4 * i, v);
}

static inline float l1_get_float(uint32_t address, unsigned i) {
    uint32_t v = l1_get(address + 4 * i, 4);
    float f;
    memcpy(&f, &v, sizeof f);
    return f;
}

/* Addresses are in units of 16 bytes, and one lower because these tiles have no header. */
static inline uint32_t tile_address(uint32_t bytes) {
    return bytes / 16 - 1;
}

/* Moves a tile of a format from L1 to rows 0..63 of Dst: FP32 as 32-bit elements, others as
 * 16-bit. */
static inline void tile_to_dst(uint32_t format, uint32_t address) {
    cfg_store(64, 256u << 16 | 1u << 4 | format); /* 256 datums a face, uncompressed */
    cfg_store(65, 4u << 16 | 1u);                 /* four faces */
    cfg_store(72, format);
    cfg_store(73, 1u << 4 | 1u); /* the target is Dst */
    cfg_store(76, tile_address(address));
    cfg_store(84, 64); /* row 0 */
    cfg_store(86, 256);
    cfg_store(57, format == FP32 ? 1024 : format == FP16 || format == BF16 ? 512 : 256);
    TTI_SETADCXX(UNPACKER_0, 255, 0);
    TTI_SETADCXY(UNPACKER_0, 0, 0, 0, 0, 10);
    TTI_SETADCZW(UNPACKER_0, 0, 0, 0, 0, 15);
    for (unsigned face = 0; face < 4; face++) {
        TTI_UNPACR(0, 0x11, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1);
    }
}

/* True if blocks of 16 datums share an exponent in this format. */
static inline bool is_block(uint32_t format) {
    return format == 2 || format == 3 || format == 6 || format == 7 || format == 11 || format == 15;
}

/* Moves a tile from Dst, in format `in`, to L1, in format `out`. */
static inline void tile_to_l1(uint32_t reading, uint32_t in, uint32_t out, uint32_t address) {
    uint32_t element = in == FP32 || in == TF32 ? 4 : 2; /* the unit of the strides */
    cfg_store(1, in << 25);
    cfg_store(18, reading);
    cfg_store(70, in << 8 | out << 4);
    cfg_store(68, is_block(out) ? 4u << 16 : 0); /* 64 bytes of exponents */
    cfg_store(12, (16 * element) << 16);         /* a row */
    cfg_store(13, 256 * element);                /* a face */
    cfg_store(28, 16u << 8);
    cfg_store(24, 0xFFFF); /* no column is masked */
    cfg_store(69, tile_address(address));
    TTI_SETC16(37, 4);                /* next four rows */
    TTI_SETC16(38, 1 << 5 | 1 << 11); /* back to the first row */
    TTI_SETADCXX(PACKER, 15, 0);
    TTI_SETADCXY(PACKER, 0, 0, 0, 0, 10);
    TTI_SETADCZW(PACKER, 0, 0, 0, 0, 15);
    for (unsigned i = 0; i < 15; i++) {
        TTI_PACR(0, 0, 0, 0, 0, 0, 15, 0, 0, 0, 0, 0);
    }
    TTI_PACR(0, 0, 0, 1, 0, 0, 15, 0, 0, 0, 0, 1);
}

/* Sets constant 11..14 of the vector unit. */
static inline void vector_constant(unsigned reg, float f) {
    uint32_t v;
    memcpy(&v, &f, sizeof v);
    TT_SFPLOADI(0, 10, v & 0xFFFFu);
    TT_SFPLOADI(0, 8, v >> 16);
    TT_SFPCONFIG(0, reg, 0);
}

/* Sets all lanes of one of LReg0..7. */
static inline void vector_set(unsigned reg, float f) {
    uint32_t v;
    memcpy(&v, &f, sizeof v);
    TT_SFPLOADI(reg, 10, v & 0xFFFFu);
    TT_SFPLOADI(reg, 8, v >> 16);
}

/* ADDR_MOD 1 advances to the next of a tile's 32 vectors. */
enum { STAY = 0, NEXT = 1, VECTORS = 32, AS_FP32 = 3, AS_BF16 = 2 };
static inline void vector_begin(void) {
    TTI_SETC16(28 + NEXT, 2);
    TTI_SETRWC(0, 0, 0, 0, 0, 15);
    TTI_SFPENCC(3, 0, 0, 10); /* predication on, all lanes on */
}

#endif
