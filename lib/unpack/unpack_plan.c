/* SPDX-License-Identifier: Apache-2.0
 *
 * unpack_plan.c - UNPACR's configuration, steps 2 to 8 of SPEC 11.3. THCON words of unpacker 1 are
 * those of unpacker 0 plus 48. */
#include "unpack/unpack_plan.h"

#include "counters/adc.h"
#include "core/fault.h"
#include "num/format.h"
#include "regs/cfg.h"
#include "regs/l1.h"
#include "regs/src.h"
#include "counters/unpack_read.h"
#include "unpack/contexts.h"

#define SET_CELLS (16u * STX_COLS) /* SrcA, without an address that is given */
#define BEYOND_L1 UINT32_MAX       /* the number of a datum that no L1 can hold */
#define FEW_DATUMS (1u << 26)      /* the bits of this many datums and of a count fit in a word */

/* Bits of context 0 in word 73: its tiles are not compressed, its datums go to Dst. The next bits
 * are those of contexts 1..3, and those of contexts 4..7 lie 16 bits higher. */
enum { CONTEXT_UNCOMPRESSED = 1u << 0, CONTEXT_TO_DST = 1u << 4 };
static uint32_t context_bits(const uint32_t *thcon, uint32_t context) {
    unsigned low = context < 4 ? context : 16 + context - 4;
    const uint32_t *word = &thcon[CFG_WORD_THCON_SEC0_REG2_Disable_zero_compress_cntx0];
    tell_cfg_used(word, low, 1);
    tell_cfg_used(word, low + 4, 1);
    return *word >> low;
}

static void read_formats(struct unpack_plan *p, const uint32_t *cfg, const uint32_t *thcon,
                         bool multi, uint32_t context) {
    uint32_t in = tile_descriptor(thcon, TILE_FORMAT);
    uint32_t out = cfg_THCON_SEC0_REG2_Out_data_format_in(thcon);
    if (multi && cfg_THCON_SEC0_REG2_Ovrd_data_format_in(thcon)) {
        unsigned low = context < 4 ? 16 : 24;
        const uint32_t *formats =
            &thcon[CFG_WORD_THCON_SEC0_REG7_Unpack_data_format_cntx0 + (context & 3u)];
        in = cfg_read(formats, low, 4);
        out = cfg_read(formats, low + 4, 4);
    }
    p->in = in;
    p->out = out;
    p->bits = format_bits(in);
    p->log2_bits = format_log2_bits(in);
    p->e4m3 = cfg_THCON_SEC0_REG1_Unp_LF8_4b_exp_in(thcon);
    p->is_unsigned = p->unit ? cfg_ALU_FORMAT_SPEC_REG0_SrcBUnsigned_in(cfg)
                             : cfg_ALU_FORMAT_SPEC_REG0_SrcAUnsigned_in(cfg);
}

/* The pairs of In and Out that the unpacker converts (docs/SPEC-NOTES.md, UNPACR's formats). The
 * source remembers Out as its format. Only for FP32 does Out change the datums themselves. */
static bool formats_legal(const struct unpack_plan *p) {
    bool widens = p->out == FORMAT_TF32 && !p->to_dst;
    switch (p->in) {
    case FORMAT_FP32:
        return p->out == FORMAT_FP16 || p->out == FORMAT_TF32 || p->out == FORMAT_BF16 ||
               (p->out == FORMAT_FP32 && p->to_dst);
    case FORMAT_TF32:
    case FORMAT_INT32:
        return p->out == p->in && p->to_dst;
    case FORMAT_BF16:
        return p->out == FORMAT_BF16 || widens;
    case FORMAT_BFP8:
    case FORMAT_BFP4:
    case FORMAT_BFP2:
        return p->out == p->in || p->out == FORMAT_BFP8 || p->out == FORMAT_BF16 || widens;
    case FORMAT_FP8:
    case FORMAT_BFP8A:
    case FORMAT_BFP4A:
    case FORMAT_BFP2A:
        return p->out == p->in || p->out == FORMAT_FP16;
    default:
        return p->out == p->in && p->in != 12 && p->in != 13;
    }
}

/* On Wormhole zeros may have any pair of formats and an address outside L1. LLK needs this: after
 * each tile that it unpacks to Dst, it unpacks zeros to SrcA as a workaround for a hardware bug
 * (TEN-3868). */
static bool unpacks_free_zeros(const struct unpack_plan *p) {
    return STX_UNPACR_ZERO_FREE && p->zero;
}

/* Data that are not read are taken to lie at the beginning of L1. */
static void unpack_from_start(struct unpack_plan *p) {
    p->data = p->exponents = 0;
    p->first = p->stride = 0;
    p->has_exponents = false;
}

struct shape {
    uint32_t x, y, z, w;
};

static struct shape read_shape(const struct unpack_plan *p, const uint32_t *cfg,
                               const uint32_t *thcon, bool multi, uint32_t context) {
    struct shape s = {tile_descriptor(thcon, TILE_X), tile_descriptor(thcon, TILE_Y),
                      at_least_1(tile_descriptor(thcon, TILE_Z)),
                      at_least_1(tile_descriptor(thcon, TILE_W))};
    if (multi && p->unit == 0) {
        s.x = half_word(cfg, CFG_WORD_THCON_SEC0_REG5_Tile_x_dim_cntx0, context);
    }
    return s;
}

/* Finds where exponents and data begin: after the header and the digest; the data of a BFP tile
 * after its exponent section. */
static void read_addresses(struct unpack_plan *p, const uint32_t *cfg, const uint32_t *thcon,
                           bool multi, uint32_t context, const struct shape *s) {
    uint32_t base = cfg_THCON_SEC0_REG3_Base_address_in(thcon + context);
    uint32_t offset = multi ? cfg_THCON_SEC0_REG7_Offset_address_in(thcon + (context & 3u))
                            : cfg_THCON_SEC0_REG7_Offset_address_in(thcon);
    uint32_t digest = tile_descriptor(thcon, TILE_DIGEST);
    uint64_t start = ((uint64_t)base + offset + TILE_HEADER_UNITS + digest) * 16;
    p->data = p->exponents = start;
    p->forced = p->unit ? cfg_UNP1_FORCED_SHARED_EXP_shared_exp_in(cfg)
                        : cfg_UNP0_FORCED_SHARED_EXP_shared_exp_in(cfg);
    p->has_exponents = format_is_bfp(p->in) && !cfg_THCON_SEC0_REG2_Force_shared_exp_in(thcon);
    bool section = p->has_exponents && (!tile_descriptor(thcon, TILE_NO_EXPONENT_SECTION) ||
                                        (STX_BFP8_SECTION && p->bits == 8));
    if (section) {
        uint64_t datums =
            (uint64_t)(s->x * s->y) * (s->z * s->w); /* x has 16 bits, the others 8 each */
        p->data += (datums + 255) / 256 * 16;
    }
}

static void read_range(struct unpack_plan *p, const struct stx_adc *adc, const struct shape *s) {
    const uint32_t *at = adc->at[0];
    uint32_t row = unpack_row_of(at, s->y, s->z);
    uint64_t first =
        at[ADC_X] + (row >> 16 ? (uint64_t)s->x * row : s->x * row); /* x has 16 bits */
    p->first = first < BEYOND_L1 ? (uint32_t)first : BEYOND_L1;
    p->count = adc->at[1][ADC_X] >= at[ADC_X] ? adc->at[1][ADC_X] - at[ADC_X] + 1 : 0;
}

static void read_tileize(struct unpack_plan *p, const uint32_t *cfg, uint32_t context) {
    p->line = p->shift = 0;
    if (p->unit == 0 && p->bits >= 8 && cfg_THCON_SEC0_REG2_Tileize_mode_in(cfg)) {
        p->line = p->bits == 8 ? 16 : STX_TILIZE_LINE;
        p->stride = cfg_read(&cfg[CFG_WORD_THCON_SEC0_REG2_Shift_amount_cntx0], SHIFT_AMOUNTS, 12)
                    << 4;
    } else if (p->unit == 0) {
        p->shift = cfg_read(&cfg[CFG_WORD_THCON_SEC0_REG2_Shift_amount_cntx0],
                            SHIFT_AMOUNTS + 4 * (context & 3u), 4);
    }
}

/* The rows that unpacker 0 writes in one step: as many as it reads, 16 to 128 bytes by the throttle
 * mode, and at most eight. Without an override the mode depends on the bits of a datum in L1. */
uint32_t unpack_burst(const struct unpack_plan *p) {
    const uint32_t *thcon = p->own;
    enum { HALF = 2, FULL = 3 }; /* 64 and 128 bytes; of datums of 16 and 32 bits always 128 */
    unsigned log2_row = p->log2_bits + 1, mode = p->bits == 8 ? FULL : HALF;
    if (cfg_THCON_SEC0_REG1_ovrd_default_throttle_mode_in(thcon)) {
        mode = cfg_THCON_SEC0_REG2_Throttle_mode_in(thcon);
    }
    mode = p->bits == 2 ? 0 : p->line ? HALF : mode;
    unsigned log2_bytes = 4 + mode + (mode == HALF && p->bits >= 16);
    unsigned log2_rows = log2_bytes > log2_row ? log2_bytes - log2_row : 0;
    return 1u << (log2_rows < 3 ? log2_rows : 3);
}

/* Finds the position in the target, in datums (step 8). */
static void read_target(struct unpack_plan *p, const uint32_t *cfg, bool multi, uint32_t context,
                        const struct stx_adc *adc) {
    uint32_t named = p->unit ? 0 : 0u - SKIPPED_DATUMS;
    bool add = true;
    if (multi && !p->unit) {
        named += half_word(cfg, CFG_WORD_THCON_SEC0_REG5_Dest_cntx0_address, context);
        add = p->to_dst || cfg_UNP0_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr_in(cfg);
    }
    p->bytes = add ? unpack_target_bytes(cfg, p->unit, adc) : 0;
    p->position = (p->bytes >> format_stride_log2(p->out)) + named;
}

/* The bytes from datum 0 to the end of the last byte that is read. Lines of a tile may overlap;
 * then a full line before a short last one may end after it. */
static uint64_t data_bytes(const struct unpack_plan *p) {
    if (!p->line && p->first < FEW_DATUMS) {
        return (((p->first + p->count) << p->log2_bits) + 7) / 8;
    }
    if (!p->line) {
        return ((((uint64_t)p->first + p->count) << p->log2_bits) + 7) / 8;
    }
    uint64_t start = ((uint64_t)p->first << p->log2_bits) / 8;
    uint32_t line = (p->count - 1) / p->line, bytes = p->line * p->bits / 8;
    uint64_t last = (uint64_t)line * p->stride + (p->count - line * p->line) * p->bits / 8;
    uint64_t full = line ? (uint64_t)(line - 1) * p->stride + bytes : 0;
    return start + (last > full ? last : full);
}

static bool inside_l1(const struct stx_core *core, const struct unpack_plan *p) {
    if (p->count == 0) {
        return true;
    }
    uint64_t exponents = p->has_exponents ? ((uint64_t)p->first + p->count + 15) / 16 : 0;
    return p->first != BEYOND_L1 && l1_has(core, p->data + data_bytes(p), 0) &&
           (!exponents || l1_has(core, p->exponents + exponents, 0));
}

/* True if a mode is selected that docs/isa.md lists as not implemented. */
static bool unsupported(const uint32_t *thcon, const struct stx_args_UNPACR *a,
                        const struct unpack_plan *p, uint32_t context) {
    bool multi = a->ovrd_thread_id;
    bool uncompressed = multi ? context_bits(thcon, context) & CONTEXT_UNCOMPRESSED
                              : tile_descriptor(thcon, TILE_UNCOMPRESSED);
    bool upsample = cfg_THCON_SEC0_REG2_Upsample_rate_bits_in(thcon) |
                    cfg_THCON_SEC0_REG2_Upsample_and_interleave_bits_in(thcon);
    return !uncompressed || upsample || (p->shift && p->to_dst) || a->srcb_bcast || a->row_search;
}

#define MOST_BITS 65536u /* bits of the longest run; a datum counts as at least eight bits */
#define MOST_DATUMS 65536u

/* True if the unpacker can count to the end of this run. It can for short runs in every format; the
 * effect of longer runs is undefined. */
static bool run_is_counted(const struct unpack_plan *p, uint32_t last) {
    if ((last | p->first) < MOST_BITS / 32) {
        return true;
    }
    bool beyond = (uint64_t)p->first + p->count > MOST_DATUMS;
    return last < MOST_BITS >> (p->log2_bits < 3 ? 3 : p->log2_bits) &&
           !(beyond && format_is_bfp(p->in));
}

enum stx_result unpack_plan_make(struct stx_core *core, unsigned thread,
                                 const struct stx_args_UNPACR *a, struct unpack_plan *p) {
    bool multi = a->ovrd_thread_id;
    uint32_t context = unpack_context(core, thread, a);
    p->unit = a->unpack_block_selection;
    const uint32_t *cfg = cfg_words_of(core, thread), *thcon = cfg + unpack_section(p->unit);
    p->to_dst = p->unit == 0 && (multi ? context_bits(thcon, context) & CONTEXT_TO_DST
                                       : cfg_THCON_SEC0_REG2_Unpack_If_Sel_in(cfg));
    p->zero = a->zero_write2;
    p->transpose = p->unit == 0 && !p->to_dst && cfg_THCON_SEC0_REG2_Haloize_mode_in(cfg);
    read_formats(p, cfg, thcon, multi, context);
    read_tileize(p, cfg, context);
    if (!formats_legal(p) && !unpacks_free_zeros(p)) {
        return stx_fail(core, STX_RULE_BAD_FORMAT, p->in << 4 | p->out);
    }
    if (unsupported(thcon, a, p, context)) {
        return stx_fail(core, STX_RULE_UNIMPLEMENTED_MODE,
                        thcon[CFG_WORD_THCON_SEC0_REG2_Out_data_format]);
    }
    const struct stx_adc *adc = &core->adc[thread][p->unit];
    struct shape s = read_shape(p, cfg, thcon, multi, context);
    read_addresses(p, cfg, thcon, multi, context, &s);
    read_range(p, adc, &s);
    read_target(p, cfg, multi, context, adc);
    p->own = thcon;
    p->context = context;
    if (!run_is_counted(p, adc->at[1][ADC_X]) && !stx_allow(core, STX_RULE_UNDEFINED_MODE)) {
        return STX_FAULT;
    }
    if (unpacks_free_zeros(p)) {
        unpack_from_start(p);
        return STX_DONE;
    }
    return inside_l1(core, p) ? STX_DONE : stx_fail_l1(core, p->data);
}

/* Do datums go beyond the sixteen rows of SrcA that have places without an address? Those before
 * its first row are dropped. */
static bool is_beyond_set(const struct unpack_plan *p) {
    uint32_t before = unpack_drops(p->position) ? 0u - p->position : 0;
    return p->count > before &&
           (p->position + before >= SET_CELLS || p->position + p->count > SET_CELLS);
}

bool unpack_is_undefined(const struct stx_core *core, unsigned thread,
                         const struct unpack_plan *p) {
    bool with_address = cfg_SRCA_SET_SetOvrdWithAddr(core, thread);
    if (p->count == 0) {
        return false;
    }
    /* Which rows of Dst? Documents guess row & 0x3CF; an older page has row & 15. */
    if (p->to_dst && with_address) {
        return true;
    }
    if (p->unit) {
        uint32_t at = p->position + unpack_row_base(core, thread, 1) * STX_COLS;
        bool beyond = at >= BANK_CELLS || at + p->count > BANK_CELLS;
        return p->context > 1 || (STX_SRCA_SETS && (beyond || unpack_is_partial(p)));
    }
    return (STX_SRCA_SETS && unpack_is_partial(p)) ||
           (!p->to_dst && !with_address && is_beyond_set(p));
}
