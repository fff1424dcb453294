/* SPDX-License-Identifier: Apache-2.0
 *
 * pack_word_blackhole.c - the PACR that kernels use most. It packs four whole adjacent rows,
 * unchanged, rounded to bfloat16 or as BFP8, in no special mode. It does in a few steps what pacr.c
 * does with a plan. */
#include "core/harts.h"
#include "core/tell.h"
#include "core/words.h"
#include "fast/chosen.h"
#include "fast/words/pack_way.h"
#include "isa/args.h"
#include "num/format.h"
#include "counters/pack_advance.h"
#include "counters/pack_read.h"
#include "counters/pack_stream.h"
#include "regs/dst.h"
#include "regs/dst_rows.h"

enum { ROWS = 4, L1_UNIT = 16 };
enum { DATUMS = ROWS * STX_COLS };

/* A usual word has any addr_mode, concat and last, and no other bits. */
static bool word_is_usual(const struct stx_args_PACR *a) {
    const struct stx_args_PACR usual = {
        .addr_mode = ~0u, .read_intf_sel = PACK_ALL_INTERFACES, .concat = ~0u, .last = 1};
    return !(a->word & ~word_of_PACR(&usual)) &&
           !((a->read_intf_sel + 1u) & PACK_ALL_INTERFACES & ~1u); /* all or none */
}

static bool counters_are_usual(const struct stx_core *core, unsigned thread) {
    const struct stx_adc *adc = &core->adc[thread][ADC_PACKER];
    return adc->at[0][ADC_X] == 0 && adc->at[1][ADC_X] == STX_COLS - 1;
}

/* True if the target is in L1 at a multiple of 16 bytes, so that nothing is padded. Forms that
 * store words need them aligned; those of RVV store bytes. */
static bool place_is_usual(struct stx_core *core, uint32_t data, uint32_t bytes) {
    return data % 16 == 0 && (STX_RVV || word_aligned(l1_at(core, 0))) && l1_has(core, data, bytes);
}

/* Rows 4 n .. 4 n + 3 are adjacent, and their valid bits are in one word. */
static bool rows_are_usual(const struct stx_core *core, unsigned first, unsigned physical) {
    uint32_t all = (1u << ROWS) - 1u;
    return first % ROWS == 0 && physical < STX_DST_ROWS &&
           (core->dst.valid[physical / 32] >> physical % 32 & all) == all;
}

/* Executes a usual PACR that packs to BFP8, and calls the plain body for other words; not used when
 * compiled for size. The exponents are padded at the end of a tile. */
static __attribute__((noinline)) enum stx_result pack_blocks(struct stx_core *core, unsigned thread,
                                                             uint32_t word, pack_body *otherwise,
                                                             struct pack_addresses to) {
    const struct stx_args_PACR a = fields_of_PACR(word);
    const uint32_t bytes = ROWS * STX_COLS, *cfg = cfg_words_of(core, thread);
    unsigned first = pack_first_row(core, thread, cfg, 1) % STX_DST_NAMES;
    unsigned physical = dst_full_row16(core, first);
    struct stx_packer *packer = &core->packer[0];
    if (!rows_are_usual(core, first, physical) || !place_is_usual(core, to.data, bytes) ||
        !l1_has(core, to.exponents, ROWS + L1_UNIT)) {
        return otherwise(core, thread, word);
    }
    pack_begin(packer, to);
    pack_advance_rows(packer, cfg_PACK_COUNTERS_SEC0_pack_reads_per_xy_plane_in(cfg), ROWS);
    harts_part(core, thread);
    FORM_OF(core, pack_bfp8)
    (core->dst.cell[physical], ROWS, dst_row_is_raw(physical), l1_at(core, to.exponents),
     l1_at(core, to.data));
    harts_meet(core, thread);
    packer->data_address = to.data + bytes;
    packer->exponent_address = to.exponents + ROWS;
    if (a.last) {
        pack_end(core, packer, true);
    }
    pack_advance_counters(core, &core->adc[thread][ADC_PACKER], pack_address_mod(core, thread, &a));
    return STX_DONE;
}

static inline __attribute__((always_inline)) enum stx_result
rows_to_l1(struct stx_core *core, unsigned thread, unsigned physical, enum pack_rows how,
           uint32_t data) {
    harts_part(core, thread);
    enum stx_result result = FORM_OF(core, pack_rows)(core->dst.cell[physical], ROWS, how,
                                                      dst_row_is_raw(physical), l1_at(core, data));
    harts_meet(core, thread);
    return result;
}

/* For words at the end of a face or of a tile, which move more than one counter. */
static __attribute__((noinline)) enum stx_result pack_and_move(struct stx_core *core,
                                                               unsigned thread, uint32_t mod,
                                                               unsigned physical,
                                                               enum pack_rows how, uint32_t data) {
    pack_advance_all(core, &core->adc[thread][ADC_PACKER], mod);
    return rows_to_l1(core, thread, physical, how, data);
}

/* Executes a PACR that writes to these addresses, in the way that the configuration asks for. The
 * counters move before the rows, so that nothing is left to do after the calls at the end and few
 * registers are saved. */
static PACK_IN_WAY enum stx_result pack_in_way(struct stx_core *core, unsigned thread,
                                               uint32_t word, pack_body *otherwise,
                                               uint32_t exponents, uint32_t data,
                                               const uint32_t *cfg, unsigned way) {
    const struct stx_args_PACR a = fields_of_PACR(word);
    if (way == PACK_PLAIN || !word_is_usual(&a) || !counters_are_usual(core, thread)) {
        return otherwise(core, thread, word);
    }
    if (!IS_SMALL && way == PACK_BLOCKS) {
        return pack_blocks(core, thread, word, otherwise, (struct pack_addresses){exponents, data});
    }
    enum pack_rows how = (enum pack_rows)way;
    unsigned log2 = how == PACK_WHOLE ? 2 : 1; /* a datum has 1 << log2 bytes */
    unsigned first = pack_first_row(core, thread, cfg, log2) % STX_DST_NAMES;
    unsigned physical =
        how == PACK_BF16_OF_16 ? dst_full_row16(core, first) : dst_full_row32(core, first);
    uint32_t bytes = ROWS * STX_COLS << log2;
    if (!rows_are_usual(core, first, physical) || !place_is_usual(core, data, bytes)) {
        return otherwise(core, thread, word);
    }
    pack_begin(&core->packer[0], (struct pack_addresses){exponents, data});
    pack_advance_rows(&core->packer[0], cfg_PACK_COUNTERS_SEC0_pack_reads_per_xy_plane_in(cfg),
                      ROWS);
    core->packer[0].data_address = data + bytes;
    core->packer[0].active = !a.last; /* no padding is needed */
    uint32_t mod = pack_address_mod(core, thread, &a);
    if (pack_moves_more(mod)) {
        return pack_and_move(core, thread, mod, physical, how, data);
    }
    adc_add(core, &core->adc[thread][ADC_PACKER], 0, ADC_Y, mod);
    return rows_to_l1(core, thread, physical, how, data);
}

#if PACK_IS_KEPT
/* The way is another one than that of the word before, or may be. */
static __attribute__((noinline)) enum stx_result pack_anew(struct stx_core *core, unsigned thread,
                                                           uint32_t word, pack_body *otherwise,
                                                           uint32_t exponents, uint32_t data) {
    const uint32_t *cfg = cfg_words_of(core, thread);
    unsigned way = way_of(core, cfg);
    kept_set(&core->kept_pack, cfg, way);
    return pack_in_way(core, thread, word, otherwise, exponents, data, cfg, way);
}
#endif

/* Executes a PACR that writes to these addresses. */
static __attribute__((noinline)) enum stx_result pack_to(struct stx_core *core, unsigned thread,
                                                         uint32_t word, pack_body *otherwise,
                                                         uint32_t exponents, uint32_t data) {
    const uint32_t *cfg = cfg_words_of(core, thread);
#if PACK_IS_KEPT
    if (!kept_is(&core->kept_pack, cfg)) {
        return pack_anew(core, thread, word, otherwise, exponents, data);
    }
    unsigned way = core->kept_pack.how;
#else
    unsigned way = way_of(core, cfg);
#endif
    return pack_in_way(core, thread, word, otherwise, exponents, data, cfg, way);
}

static enum stx_result is_unusual(struct stx_core *core, unsigned thread, uint32_t word) {
    (void)core, (void)thread, (void)word;
    return STX_WAIT; /* which no PACR returns */
}

/* Executes a PACR, and tells the rows that it has packed and where. The plain body tells that
 * itself, to which a small library leaves it. */
static __attribute__((noinline)) enum stx_result pack_told(struct stx_core *core, unsigned thread,
                                                           uint32_t word, pack_body *otherwise,
                                                           struct pack_addresses to) {
    if (IS_SMALL) {
        return otherwise(core, thread, word);
    }
    const uint32_t *cfg = cfg_words_of(core, thread);
    uint32_t out = cfg_THCON_SEC0_REG1_Out_data_format_in(cfg);
    unsigned log2 = format_stride_log2(cfg_THCON_SEC0_REG1_In_data_format_in(cfg));
    unsigned row = pack_first_row(core, thread, cfg, log2) % STX_DST_NAMES;
    enum stx_result result = pack_to(core, thread, word, is_unusual, to.exponents, to.data);
    if (result == STX_WAIT) {
        return otherwise(core, thread, word);
    }
    bool wide = cfg_PCK_DEST_RD_CTRL_Read_32b_data_in(cfg);
    unsigned physical = dst_row_inline(core, wide, row);
    tell_dst(core, false, physical, ROWS, wide ? 32 : 16);
    tell_dst(core, false, physical + DST_LOW_HALF, wide ? ROWS : 0, 32);
    tell_l1(core, true, to.data, DATUMS * format_bits(out) / 8, out);
    tell_l1(core, true, to.exponents, format_is_bfp(out) ? ROWS : 0, out);
    return result;
}

/* Executes a PACR that begins a stream. */
static __attribute__((noinline)) enum stx_result pack_first(struct stx_core *core, unsigned thread,
                                                            uint32_t word, pack_body *otherwise) {
    const uint32_t *cfg = cfg_words_of(core, thread), *at = core->adc[thread][ADC_PACKER].at[1];
    uint32_t out = cfg_THCON_SEC0_REG1_Out_data_format_in(cfg);
    struct pack_addresses to = pack_start(cfg, out, at);
    return tells_moves(core) ? pack_told(core, thread, word, otherwise, to)
                             : pack_to(core, thread, word, otherwise, to.exponents, to.data);
}

enum stx_result pack_word_usual(struct stx_core *core, unsigned thread, uint32_t word,
                                pack_body *otherwise) {
    const struct stx_packer *packer = &core->packer[0];
    if (!packer->active) {
        return pack_first(core, thread, word, otherwise);
    }
    const struct pack_addresses to = {packer->exponent_address, packer->data_address};
    /* In a library without tracing only the first word of a stream is told: this would cost each of
     * them instructions. */
    if (STX_TRACE && tells(core, TELL_MOVES)) {
        return pack_told(core, thread, word, otherwise, to);
    }
    return pack_to(core, thread, word, otherwise, to.exponents, to.data);
}
