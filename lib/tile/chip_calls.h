/* SPDX-License-Identifier: Apache-2.0
 *
 * chip_calls.h - what the calls do differently on each chip: chip_blackhole.c and chip_wormhole.c,
 * and for the vector unit vector_blackhole.c and vector_wormhole.c (vector.h). */
#ifndef STX_TILE_CHIP_CALLS_H
#define STX_TILE_CHIP_CALLS_H

#include "tile/hardware.h"

enum { FACE_ROWS = 16 };

/* The number of PACRs that pack a tile, and the number of rows of Dst that each of them packs. */
enum { PACK_WORDS = STX_PACKERS > 1 ? 4 : 16, PACK_ROWS = 64 / PACK_WORDS };
/* The datums of a PACR as the address counters see them: Blackhole's reads four rows of this many
 * at once. */
enum { PACK_DATUMS = STX_PACKERS > 1 ? 16 * PACK_ROWS : 16 };

/* Modes of ADDR_MOD that a word can name. */
enum { ADDR_MODS = STX_BIAS_ADDR_MODS ? STX_BIAS_ADDR_MODS : 8 };

/* Sets the configuration that only this chip has to the state from which every call starts. */
void stx_tile_chip_state(struct stx_tiles *t);
/* All of Dst becomes zeros. */
void stx_tile_clear_dst(struct stx_tiles *t);
/* Sets the format of the numbers in both source registers, where the unpackers do not announce
 * it. */
void stx_tile_sources_hold(struct stx_tiles *t, enum stx_tile_format held);
/* Fills the bank of an unpacker with zeros and hands it to the matrix unit. */
void stx_tile_clear_source(struct stx_tiles *t, unsigned unpacker);
/* What has to follow when tiles have been unpacked to Dst. */
void stx_tile_leave_dst(struct stx_tiles *t);
/* PACR of the next PACK_ROWS rows. */
uint32_t stx_tile_pack_word(bool last);

#endif
