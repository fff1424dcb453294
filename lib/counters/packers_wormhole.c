/* SPDX-License-Identifier: Apache-2.0
 *
 * packers_wormhole.c - to which of Wormhole's four packers a PACR gives work, and where each begins
 * to read Dst and to write L1 (appendix F of the book, packers). */
#include "core/fault.h"
#include "counters/pack_read.h"

#define L1_UNITS 0x1FFFFu   /* an address keeps these bits of a count of 16-byte units */
#define RELATIVE (1u << 31) /* the others' addresses are relative to packer 0's */

/* Defined are one packer, packers 0 and 1, packers 2 and 3, and all four; 0 means packer 0. With
 * any other selection silicon is known to run some packers. */
bool packers_defined(struct stx_core *core, const struct stx_args_PACR *a) {
    const uint32_t defined = 1u << 0 | 1u << 1 | 1u << 2 | 1u << 4 | 1u << 8 | 1u << 3 | 1u << 12 |
                             1u << PACK_ALL_PACKERS;
    return defined >> a->pack_sel & 1u || stx_allow(core, STX_RULE_UNDEFINED_MODE);
}

/* A flush ends the sequences that are under way, and nothing else. */
uint32_t packers_named(const struct stx_core *core, const struct stx_args_PACR *a) {
    uint32_t named = a->pack_sel ? a->pack_sel : 1u;
    for (unsigned i = 0; a->flush && i < STX_PACKERS; i++) {
        named &= ~(uint32_t)(!core->packer[i].active << i);
    }
    return named;
}

static uint32_t named_unit(const uint32_t *own) {
    return cfg_THCON_SEC0_REG1_L1_Dest_addr_in(own) +
           !cfg_THCON_SEC0_REG1_Sub_l1_tile_header_size_in(own);
}

/* Here the counters move the address by multiples of 256 bytes: the lowest four bits of their sum
 * are dropped, and the rest counts 16-byte units. */
static uint32_t counted_units(const uint32_t *cfg, const uint32_t *at) {
    return (at[ADC_Y] * cfg_PCK0_ADDR_CTRL_XY_REG_1_Ystride_in(cfg) +
            at[ADC_Z] * cfg_PCK0_ADDR_CTRL_ZW_REG_1_Zstride_in(cfg) +
            at[ADC_W] * cfg_PCK0_ADDR_CTRL_ZW_REG_1_Wstride_in(cfg) +
            cfg_PCK0_ADDR_BASE_REG_1_Base_in(cfg)) &
           ~15u;
}

struct pack_addresses pack_start_of(const uint32_t *cfg, unsigned i, uint32_t out,
                                    const uint32_t *at) {
    const uint32_t *own = pack_words(cfg, i);
    uint32_t base = named_unit(cfg), unit = named_unit(own);
    unit += (i != 0 && base & RELATIVE ? base : 0) + counted_units(cfg, at);
    struct pack_addresses start = {(unit & L1_UNITS) * 16, 0};
    if (out & 2u) {
        unit += cfg_THCON_SEC0_REG1_Exp_section_size_in(own);
    }
    start.data = (unit & L1_UNITS) * 16;
    return start;
}

/* Only X selects single datums: the other counters select units of 16 bytes. */
uint32_t pack_first_datum(const struct stx_core *core, unsigned thread, unsigned i,
                          unsigned divisor_shift) {
    const uint32_t *cfg = cfg_words_of(core, thread), *at = core->adc[thread][ADC_PACKER].at[0];
    const uint32_t within = (16u >> divisor_shift) - 1u;
    uint32_t bytes = cfg_PCK0_ADDR_BASE_REG_0_Base_in(cfg) +
                     at[ADC_X] * (cfg_PCK0_ADDR_CTRL_XY_REG_0_Xstride_in(cfg) & 15u) +
                     at[ADC_Y] * cfg_PCK0_ADDR_CTRL_XY_REG_0_Ystride_in(cfg) +
                     at[ADC_Z] * cfg_PCK0_ADDR_CTRL_ZW_REG_0_Zstride_in(cfg) +
                     at[ADC_W] * cfg_PCK0_ADDR_CTRL_ZW_REG_0_Wstride_in(cfg);
    return (bytes >> divisor_shift & ~within) + (at[ADC_X] & within) +
           STX_COLS * cfg_DEST_TARGET_REG_CFG_PACK_SEC0_Offset_at(core, thread, i);
}
