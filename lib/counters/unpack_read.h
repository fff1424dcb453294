/* SPDX-License-Identifier: Apache-2.0
 *
 * unpack_read.h - what UNPACR reads from words, counters and configuration (SPEC 11.2, 11.3),
 * shared by the plain body and by the fast form of usual words. cfg points to the configuration
 * words of the thread's bank, thcon to the same words moved to the unpacker's section. */
#ifndef STX_COUNTERS_UNPACK_READ_H
#define STX_COUNTERS_UNPACK_READ_H

#include "counters/adc.h"
#include "isa/args.h"
#include "regs/cfg.h"

#define TILE_HEADER_UNITS 1u /* the header before the data, in units of 16 bytes */
#define SKIPPED_DATUMS 64u   /* unpacker 0 writes four rows before the named position */
#define SHIFT_AMOUNTS 16u    /* lowest bit of the first context's amount; each has four */

/* The distance from the THCON words of unpacker 0 to those of an unpacker. */
static inline unsigned unpack_section(unsigned unit) {
    return unit * THCON_SECTION;
}

/* The fields of the tile descriptor, four words that the vendor's table does not divide (SPEC
 * 11.2): word, lowest bit, width. */
struct tile_field {
    uint8_t word, low, width;
};
static const struct tile_field TILE_FORMAT = {0, 0, 4}, TILE_UNCOMPRESSED = {0, 4, 1},
                               TILE_NO_EXPONENT_SECTION = {0, 5, 1}, TILE_X = {0, 16, 16},
                               TILE_Y = {1, 0, 8}, TILE_Z = {1, 16, 8}, TILE_W = {2, 0, 8},
                               TILE_DIGEST = {3, 24, 8};

static inline uint32_t tile_descriptor(const uint32_t *thcon, struct tile_field field) {
    return cfg_read(&thcon[CFG_WORD_THCON_SEC0_REG0_TileDescriptor + field.word], field.low,
                    field.width);
}

/* The row of datums in L1 that the counters of channel 0 name; a tile has y rows and z layers of at
 * most 255. The unpackers use only eight bits of Z and W. */
static inline uint32_t unpack_row_of(const uint32_t *at, uint32_t y, uint32_t z) {
    return at[ADC_Y] + y * ((at[ADC_Z] & 0xFFu) + z * (at[ADC_W] & 0xFFu));
}

/* Sizes of a tile in Z and W are at least 1. */
static inline uint32_t at_least_1(uint32_t v) {
    return v ? v : 1;
}

/* Contexts 0..3 have a field of 16 bits each; two fields share a word. */
static inline uint32_t half_word(const uint32_t *cfg, unsigned first, uint32_t context) {
    return cfg_read(&cfg[first + (context >> 1 & 1u)], (context & 1u) * 16, 16);
}

/* The context that an UNPACR uses, 0..7. */
static inline uint32_t unpack_context(const struct stx_core *core, unsigned thread,
                                      const struct stx_args_UNPACR *a) {
    unsigned unit = a->unpack_block_selection;
    if (!a->ovrd_thread_id) {
        return 0;
    }
    uint32_t offset = unit ? cfg_UNPACK_MISC_CFG_CfgContextOffset_1(core, thread)
                           : cfg_UNPACK_MISC_CFG_CfgContextOffset_0(core, thread);
    uint32_t id =
        a->auto_inc_context_id ? core->unpacker[unit].context_counter[thread] : a->cfg_context_id;
    return (offset + id) & 7u;
}

/* The strides of unpacker 1 lie this many words above those of unpacker 0. */
#define UNPACKER_STRIDES \
    (CFG_WORD_UNP1_ADDR_CTRL_XY_REG_1_Ystride - CFG_WORD_UNP0_ADDR_CTRL_XY_REG_1_Ystride)

/* The position in the target in bytes, without what a context adds (step 8). */
static inline uint32_t unpack_target_bytes(const uint32_t *cfg, unsigned unit,
                                           const struct stx_adc *adc) {
    const uint32_t *of_unit = cfg + unit * UNPACKER_STRIDES;
    uint32_t y = cfg_UNP0_ADDR_CTRL_XY_REG_1_Ystride_in(of_unit);
    uint32_t z = cfg_UNP0_ADDR_CTRL_ZW_REG_1_Zstride_in(of_unit);
    uint32_t w = cfg_UNP0_ADDR_CTRL_ZW_REG_1_Wstride_in(of_unit);
    uint32_t base =
        unit ? cfg_UNP1_ADDR_BASE_REG_1_Base_in(cfg) : cfg_UNP0_ADDR_BASE_REG_1_Base_in(cfg);
    return adc->at[1][ADC_Y] * y + adc->at[1][ADC_Z] * z + adc->at[1][ADC_W] * w + base;
}

/* True if the datums from this position up to the first row of SrcA are dropped. On Blackhole they
 * go to the last rows instead. */
static inline bool unpack_drops(uint32_t position) {
    return STX_SRCA_DROPS && position >= 0u - SKIPPED_DATUMS;
}

/* On Wormhole a word with bit 1 flushes a cache that holds no state, and one with bit 13 only
 * counts contexts. */
static inline bool unpack_moves(const struct stx_args_UNPACR *a) {
    return !STX_UNPACR_THREE || !(a->search_cache_flush || a->cfg_context_cnt_inc);
}

/* The row of its source at which an unpacker begins. The unpacker keeps this row itself; it is 0
 * where SRCA_SET_SetOvrdWithAddr gives the place in SrcA (SPEC 11.4). */
static inline uint32_t unpack_row_base(const struct stx_core *core, unsigned thread,
                                       unsigned unit) {
    bool given = !unit && cfg_SRCA_SET_SetOvrdWithAddr(core, thread);
    return given ? 0 : core->unpacker[unit].row_base[thread];
}

#endif
