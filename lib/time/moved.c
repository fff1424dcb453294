/* SPDX-License-Identifier: Apache-2.0
 *
 * moved.c - how much UNPACR and PACR move. Read after the word: it changes none of what counts. */
#include "num/format.h"
#include "regs/cfg.h"
#include "time/model.h"

enum { CHANNEL_X = 0, PACKER = 2, ALL_INTERFACES = 15 };

static uint32_t bytes_of(uint32_t datums, uint32_t format) {
    return (datums * format_bits(format) + 7u) / 8u + (format_is_bfp(format) ? datums / 16u : 0);
}

/* Format in L1 of an unpacker; contexts may have their own. */
static uint32_t unpack_format(const struct stx_core *core, unsigned thread, uint32_t word) {
    unsigned unit = word >> 23 & 1u, at = 48u * unit, context = word >> 10 & 7u;
    if ((word >> 7 & 1u) && (cfg_word(core, thread, at + 72u) >> 14 & 1u)) {
        return cfg_word(core, thread, at + 92u + (context & 3u)) >> (context < 4 ? 16 : 24) & 15u;
    }
    return cfg_word(core, thread, at + 64u) & 15u;
}

static uint32_t unpacked(const struct stx_core *core, unsigned thread, uint32_t word) {
    const struct stx_adc *adc = &core->adc[thread][word >> 23 & 1u];
    uint32_t first = adc->at[0][CHANNEL_X], last = adc->at[1][CHANNEL_X];
    uint32_t datums = last >= first ? last - first + 1u : 0;
    return bytes_of(datums, unpack_format(core, thread, word));
}

/* Interfaces work at once: the bytes of one. */
static uint32_t packed(const struct stx_core *core, unsigned thread, uint32_t word) {
    uint32_t datums = word & 2u ? 0 : core->adc[thread][PACKER].at[1][CHANNEL_X] + 1u;
    return bytes_of(datums, cfg_THCON_SEC0_REG1_Out_data_format(core, thread));
}

uint32_t stx_time_moved(const struct stx_core *core, unsigned thread, uint32_t word,
                        const struct stx_insn *insn) {
    if (insn->resource == STX_RESOURCE_UNPACK && (insn->reads & STX_PART_L1)) {
        return unpacked(core, thread, word);
    }
    bool packs = insn->resource == STX_RESOURCE_PACK && (insn->writes & STX_PART_L1);
    return packs ? packed(core, thread, word) : 0;
}

bool stx_time_accumulates(const struct stx_core *core, unsigned thread) {
    return cfg_THCON_SEC0_REG1_Pack_L1_Acc(core, thread) != 0;
}
