/* SPDX-License-Identifier: Apache-2.0
 *
 * moved.c - how many bytes an UNPACR or a PACR moves. This is computed after the word has executed,
 * which is possible because, of the registers that are read here, the word changes only the context
 * counter. */
#include "num/format.h"
#include "regs/cfg.h"
#include "time/model.h"
#include "counters/unpack_read.h"

enum { CHANNEL_X = 0, PACKER = 2, FORMAT_BITS = 4, L1_TO_L1 = 3 };

/* In block formats (BFP) 16 datums share an exponent, which is one byte. */
static uint32_t bytes_of(uint32_t datums, uint32_t format) {
    uint32_t pairs = datums * (format_bits(format) /
                               2u); /* in units of two bits; no format has an odd number of bits */
    return (pairs + 3u) / 4u + (format_is_bfp(format) ? datums / 16u : 0);
}

/* The context that the word has used, not the one to which it has switched afterwards (SPEC
 * 11.3). */
static uint32_t used_context(const struct stx_core *core, unsigned thread,
                             const struct stx_args_UNPACR *args) {
    unsigned unit = args->unpack_block_selection;
    uint32_t now = core->unpacker[unit].context_counter[thread];
    uint32_t log2 = cfg_THCON_SEC0_REG2_Context_count_at(core, thread, unit * THCON_SECTION);
    uint32_t before = (now - 1u) & ((1u << log2) - 1u);
    uint32_t context = unpack_context(core, thread, args);
    return args->auto_inc_context_id ? (context - now + before) & 7u : context;
}

/* The format in L1, which each context of an unpacker may override (SPEC 11.3). */
static uint32_t unpack_format(const struct stx_core *core, unsigned thread, uint32_t word) {
    unsigned section = time_unpacker(word) * THCON_SECTION;
    const struct stx_args_UNPACR args = fields_of_UNPACR(word);
    if (args.ovrd_thread_id && cfg_THCON_SEC0_REG2_Ovrd_data_format_at(core, thread, section)) {
        uint32_t context = used_context(core, thread, &args);
        uint32_t formats =
            cfg_word(core, thread,
                     CFG_WORD_THCON_SEC0_REG7_Unpack_data_format_cntx0 + section + (context & 3u));
        return cfg_field(formats, context < 4 ? 16 : 24, FORMAT_BITS);
    }
    return cfg_field(cfg_THCON_SEC0_REG0_TileDescriptor_at(core, thread, section), 0, FORMAT_BITS);
}

/* The speed that the word's mode selects. Speed 3 is the full speed of an unpacker; each lower one
 * is half as fast. Only mode 2 depends on the format: datums of two bytes and more are then fetched
 * at speed 3. Tiles are gathered from rows in mode 2 (ISA documentation, UNPACR_Regular). */
static unsigned unpack_speed(const struct stx_core *core, unsigned thread, uint32_t word) {
    unsigned section = time_unpacker(word) * THCON_SECTION;
    unsigned bits = format_bits(unpack_format(core, thread, word));
    unsigned mode = bits == 8 ? 3 : 2;
    if (bits == 2) {
        return 0;
    }
    if (cfg_THCON_SEC0_REG2_Tileize_mode_at(core, thread, section)) {
        mode = 2;
    } else if (cfg_THCON_SEC0_REG1_ovrd_default_throttle_mode(core, thread)) {
        mode = cfg_THCON_SEC0_REG2_Throttle_mode_at(core, thread, section);
    }
    return mode == 2 && bits != 4 && bits != 8 ? 3 : mode;
}

/* Wormhole: 16, 32 or 64 bytes a cycle, as Throttle_mode selects; lines that are not adjacent are
 * fetched at 64, formats of two bits at 16. */
static unsigned unpack_speed_throttled(const struct stx_core *core, unsigned thread,
                                       uint32_t word) {
    unsigned section = time_unpacker(word) * THCON_SECTION;
    unsigned mode = cfg_THCON_SEC0_REG2_Throttle_mode_at(core, thread, section);
    if (format_bits(unpack_format(core, thread, word)) == 2) {
        return 1;
    }
    bool lines = cfg_THCON_SEC0_REG2_Tileize_mode_at(core, thread, section);
    return lines || mode > 2 ? 3 : mode + 1;
}

unsigned stx_time_slower(const struct stx_core *core, unsigned thread, uint32_t word,
                         const struct stx_insn *insn) {
    bool unpacks = insn->resource == STX_RESOURCE_UNPACK && (insn->reads & STX_PART_L1);
    unsigned speed = !unpacks                        ? 3u
                     : STX_ARCH == STX_ARCH_WORMHOLE ? unpack_speed_throttled(core, thread, word)
                                                     : unpack_speed(core, thread, word);
    return 3u - speed;
}

static uint32_t unpacked(const struct stx_core *core, unsigned thread, uint32_t word) {
    const struct stx_adc *adc = &core->adc[thread][time_unpacker(word)];
    uint32_t first = adc->at[0][CHANNEL_X], last = adc->at[1][CHANNEL_X];
    uint32_t datums = last >= first ? last - first + 1u : 0;
    return bytes_of(datums, unpack_format(core, thread, word));
}

/* The packer's interfaces work at the same time, so only the bytes of one of them are counted. */
static uint32_t packed(const struct stx_core *core, unsigned thread, uint32_t word) {
    bool flush =
        fields_of_PACR(word).flush; /* it moves nothing, but ends a stream that other words began */
    uint32_t datums = flush ? 0 : core->adc[thread][PACKER].at[1][CHANNEL_X] + 1u;
    return bytes_of(datums, cfg_THCON_SEC0_REG1_Out_data_format(core, thread));
}

/* True if the word reads a tile. */
static bool reads_tile(uint32_t word, const struct stx_insn *insn) {
    const struct stx_args_UNPACR args = fields_of_UNPACR(word);
    return insn->resource == STX_RESOURCE_UNPACK && (insn->reads & STX_PART_L1) &&
           unpack_moves(&args);
}

uint32_t stx_time_moved(const struct stx_core *core, unsigned thread, uint32_t word,
                        const struct stx_insn *insn) {
    if (reads_tile(word, insn)) {
        return unpacked(core, thread, word);
    }
    if (insn->resource == STX_RESOURCE_MOVER) {
        return (cfg_THCON_SEC0_REG6_Buffer_size(core, thread) & 0xFFFFu) * 16u;
    }
    bool packs = insn->resource == STX_RESOURCE_PACK && (insn->writes & STX_PART_L1);
    return packs ? packed(core, thread, word) : 0;
}

bool stx_time_copies(const struct stx_core *core, unsigned thread) {
    return cfg_THCON_SEC0_REG6_Transfer_direction(core, thread) == L1_TO_L1;
}

bool stx_time_accumulates(const struct stx_core *core, unsigned thread) {
    return cfg_THCON_SEC0_REG1_Pack_L1_Acc(core, thread) != 0;
}
