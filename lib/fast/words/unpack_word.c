/* SPDX-License-Identifier: Apache-2.0
 *
 * unpack_word.c - the UNPACR that kernels use most. It unpacks whole rows of bfloat16 to a source,
 * with one of contexts 0..3, in no special mode; on hosts those of BFP8, too, which are called
 * blocks here. It does in a few steps what unpacr.c does with a plan. */
#include "core/harts.h"
#include "core/tell.h"
#include "fast/chosen.h"
#include "num/format.h"
#include "num/unpack_datum.h"
#include "regs/l1.h"
#include "regs/src.h"
#include "counters/unpack_read.h"

/* A usual word uses a context and sets no other bits than these. */
static bool word_is_usual(const struct stx_args_UNPACR *a) {
    const struct stx_args_UNPACR usual = {.unpack_block_selection = 1,
                                          .addr_mode = ~0u,
                                          .cfg_context_cnt_inc = 1,
                                          .cfg_context_id = ~0u,
                                          .ovrd_thread_id = 1,
                                          .set_dat_valid = 1,
                                          .auto_inc_context_id = 1,
                                          .search_cache_flush = 1,
                                          .last = 1};
    return a->ovrd_thread_id && !(a->word & ~word_of_UNPACR(&usual));
}

static bool has_blocks(const uint32_t *thcon) {
    return UNPACK_WORD_BFP8 && tile_descriptor(thcon, TILE_FORMAT) == FORMAT_BFP8;
}

/* The datums stay bfloat16 or are blocks with their own exponents. */
static bool datums_are_usual(const uint32_t *thcon, bool blocks) {
    uint32_t out = cfg_THCON_SEC0_REG2_Out_data_format_in(thcon);
    if (blocks) {
        return (out == FORMAT_BFP8 || out == FORMAT_BF16) &&
               !cfg_THCON_SEC0_REG2_Force_shared_exp_in(thcon);
    }
    return tile_descriptor(thcon, TILE_FORMAT) == FORMAT_BF16 && out == FORMAT_BF16;
}

/* The context writes to a source and is not compressed. */
static bool formats_are_usual(const uint32_t *thcon, uint32_t context, bool blocks) {
    uint32_t bits = thcon[CFG_WORD_THCON_SEC0_REG2_Disable_zero_compress_cntx0] >> context;
    uint32_t goes_to_dst = 1u << 4, uncompressed = 1u << 0;
    return context < 4 && datums_are_usual(thcon, blocks) &&
           (bits & (goes_to_dst | uncompressed)) == uncompressed;
}

static const uint32_t ALL_SHIFT_AMOUNTS = 0u - (1u << SHIFT_AMOUNTS);

/* No mode changes the order or the number of datums. */
static bool modes_are_usual(const uint32_t *thcon) {
    return !(cfg_THCON_SEC0_REG2_Haloize_mode_bits_in(thcon) |
             cfg_THCON_SEC0_REG2_Tileize_mode_bits_in(thcon) |
             cfg_THCON_SEC0_REG2_Upsample_rate_bits_in(thcon) |
             cfg_THCON_SEC0_REG2_Upsample_and_interleave_bits_in(thcon) |
             cfg_THCON_SEC0_REG2_Ovrd_data_format_bits_in(thcon) |
             (thcon[CFG_WORD_THCON_SEC0_REG2_Shift_amount_cntx0] & ALL_SHIFT_AMOUNTS));
}

/* The rows to read: the address of their first byte in L1, and the number of datums. */
struct rows_in_l1 {
    uint32_t from, datums;
};

#define FEW_ROWS \
    (1u << 12) /* below this, x * rows and numbers of bytes fit a word, and X is defined */
enum {
    FEW_UNITS = 1 << 26,
    MOST_BLOCK_DATUMS = 65536 /* the unpacker counts blocks up to here (unpack_plan.c) */
};

/* Finds the rows of blocks from datum `first` on, and their exponents; those of the tile are at
 * `start`, and its data behind them or there, too. */
static inline bool find_blocks(const struct stx_core *core, uint32_t x, const uint32_t *thcon,
                               uint32_t start, uint32_t first, struct rows_in_l1 *s,
                               uint32_t *exponents) {
    uint32_t plane = x * tile_descriptor(thcon, TILE_Y);
    uint32_t planes =
        at_least_1(tile_descriptor(thcon, TILE_Z)) * at_least_1(tile_descriptor(thcon, TILE_W));
    uint64_t units = ((uint64_t)plane * planes + 255) / 256;
    units = tile_descriptor(thcon, TILE_NO_EXPONENT_SECTION) ? 0 : units;
    *exponents = start + first / STX_COLS;
    s->from = start + 16 * (uint32_t)units + first;
    return units < FEW_UNITS && first + s->datums <= MOST_BLOCK_DATUMS &&
           l1_has(core, s->from, s->datums); /* the exponents stand before them in L1 */
}

/* False if these are not whole rows, or if they are outside L1 or so many that they might be. */
static inline bool find_source(const struct stx_core *core, const struct stx_adc *adc, uint32_t x,
                               const uint32_t *thcon, uint32_t context, bool blocks,
                               struct rows_in_l1 *s, uint32_t *exponents) {
    const uint32_t *at = adc->at[0];
    uint32_t last = adc->at[1][ADC_X], z = at_least_1(tile_descriptor(thcon, TILE_Z));
    uint32_t row = unpack_row_of(at, tile_descriptor(thcon, TILE_Y), z);
    uint32_t first = at[ADC_X] + x * row;
    uint32_t base = cfg_THCON_SEC0_REG3_Base_address_in(thcon + context);
    uint32_t offset = cfg_THCON_SEC0_REG7_Offset_address_in(thcon + context);
    uint32_t units = base + offset + TILE_HEADER_UNITS + tile_descriptor(thcon, TILE_DIGEST);
    s->datums = last + 1 - at[ADC_X];
    s->from = units * 16 + 2 * first;
    return last >= at[ADC_X] && ((first | s->datums) & (STX_COLS - 1u)) == 0 &&
           (row | last) < FEW_ROWS && base < FEW_UNITS &&
           (blocks ? find_blocks(core, x, thcon, units * 16, first, s, exponents)
                   : l1_has(core, s->from, 2 * s->datums));
}

/* Twice the first cell that the word writes, counted from the bank or from one before or after it.
 * With doubled 1 each datum counts as one byte of its address. It is odd, and so not that of a row,
 * if documents may not say what happens (unpack_is_undefined() in unpack/unpack_plan.c), or if
 * datums are dropped. */
enum { NOWHERE = 1, HALVES = 2 };
static inline uint32_t find_target(const struct stx_core *core, unsigned thread, unsigned unit,
                                   const uint32_t *cfg, uint32_t context, unsigned doubled) {
    const struct stx_adc *adc = &core->adc[thread][unit];
    uint32_t bytes = unpack_target_bytes(cfg, unit, adc) & (STX_SRCA_SETS ? ~0u : ~1u);
    bytes <<= doubled;
    uint32_t base = HALVES * STX_COLS * unpack_row_base(core, thread, unit);
    if (unit) {
        bool open = context > 1 || (STX_SRCA_SETS && bytes + base >= HALVES * BANK_CELLS);
        return open ? NOWHERE : bytes + base;
    }
    bool add = cfg_UNP0_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr_in(cfg);
    uint32_t named = half_word(cfg, CFG_WORD_THCON_SEC0_REG5_Dest_cntx0_address, context);
    uint32_t at = HALVES * (named - SKIPPED_DATUMS) + (add ? bytes : 0);
    bool open = !cfg_SRCA_SET_SetOvrdWithAddr(core, thread);
    bool drops = STX_SRCA_DROPS && unpack_drops((uint32_t)((int32_t)at / HALVES));
    return open || drops ? NOWHERE : at + base;
}

/* False if a burst of rows may go across a border of SrcA (unpack/target.c). A burst of bfloat16
 * has at most four rows, one of blocks eight. */
static inline bool whole_bursts(uint32_t at, uint32_t datums, bool blocks) {
    enum { BURST = 4 * STX_COLS, SET = 16 * STX_COLS };
    uint32_t within = at & (blocks ? 2 * BURST - 1 : BURST - 1);
    return !STX_SRCA_SETS || within == 0 || at % SET + datums <= SET;
}

static inline bool move(struct stx_core *core, unsigned thread, struct stx_src *src,
                        const struct rows_in_l1 *s, uint32_t at, const uint8_t *exponents) {
    unsigned bank = src->unpack_bank;
    const struct unpack_run run = {.convert = unpack_bf16,
                                   .from = l1_from(core, s->from),
                                   .exponents = exponents,
                                   .high = src->high[bank][0] + at,
                                   .low = src_low_bank(src, bank) + at * STX_SRC_LOW,
                                   .rows = s->datums / STX_COLS};
    src_touch(src, bank);
    src_rows_are(src, bank, at / STX_COLS, run.rows, 0);
    harts_part(core, thread);
    bool moved = FORM_OF(core, unpack_rows)(&run);
    harts_meet(core, thread);
    return moved;
}

/* A second copy that tells what it has moved, so that the other one saves few registers. */
static __attribute__((noinline)) bool move_told(struct stx_core *core, unsigned thread,
                                                struct stx_src *src, struct rows_in_l1 s,
                                                uint32_t at) {
    bool moved = move(core, thread, src, &s, at, NULL);
    tell_l1(core, false, s.from, moved ? HALVES * s.datums : 0, FORMAT_BF16);
    return moved;
}

bool unpack_word_usual(struct stx_core *core, unsigned thread, const struct stx_args_UNPACR *a,
                       const uint32_t *cfg) {
    if (!word_is_usual(a)) {
        return false;
    }
    unsigned unit = a->unpack_block_selection;
    uint32_t context = unpack_context(core, thread, a);
    const uint32_t *thcon = cfg + unpack_section(unit);
    bool blocks = has_blocks(thcon);
    if (!formats_are_usual(thcon, context, blocks) || !modes_are_usual(thcon) ||
        (blocks && tells_moves(core))) {
        return false;
    }
    struct rows_in_l1 s;
    uint32_t exponents = 0;
    uint32_t x = unit ? tile_descriptor(thcon, TILE_X)
                      : half_word(cfg, CFG_WORD_THCON_SEC0_REG5_Tile_x_dim_cntx0, context);
    if (!find_source(core, &core->adc[thread][unit], x, thcon, context, blocks, &s, &exponents)) {
        return false;
    }
    unsigned doubled = blocks && cfg_THCON_SEC0_REG2_Out_data_format_in(thcon) == FORMAT_BFP8;
    uint32_t place = find_target(core, thread, unit, cfg, context, doubled);
    uint32_t at = place / HALVES % BANK_CELLS;
    if (place % (HALVES * STX_COLS) || at + s.datums > BANK_CELLS) {
        return false;
    }
    if (!unit && !whole_bursts(at, s.datums, blocks)) {
        return false;
    }
    struct stx_src *src = unit ? &core->srcb : &core->srca;
    return tells_moves(core)
               ? move_told(core, thread, src, s, at)
               : move(core, thread, src, &s, at, blocks ? l1_from(core, exponents) : NULL);
}
