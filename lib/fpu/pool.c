/* SPDX-License-Identifier: Apache-2.0
 *
 * pool.c - GMPOOL, MPOOL3S1, MPOOL3S2: for each column the largest of sixteen rows of SrcA and a
 * row of Dst, with an index for eight of the rows (SPEC 6.6, D.1). */
#include "fpu/pool.h"

#include "core/mem.h"
#include "core/words.h"
#include "fast/chosen.h"
#include "fpu/block.h"
#include "isa/args.h"
#include "num/bits.h"
#include "num/format.h"
#include "regs/dst.h"

#define ROWS POOL_ROWS
#define INDEXED_ROWS 8u /* only the first eight rows have an index */
#define DST_BLOCK 4u    /* rows of Dst that are written: the result and three rows of zeros */

/* A value in the form in which it is compared. The exponent of a product with a power of two has
 * nine bits. */
struct value {
    bool negative;
    uint32_t exponent; /* 9 bits */
    uint32_t mantissa; /* 10 bits */
};

enum dst_style { DST_BF16, DST_TF32, DST_FP16, DST_INT32 };

struct pool {
    struct fpu_plan plan;
    enum dst_style dst_style;
    bool argmax, zeroes; /* zeroes: every term is +0 (MPOOL3Sx) */
    unsigned a0, b0, d0;
    uint32_t exponent_b[ROWS]; /* at its place in a word; POOL_ABSENT: the row has the lowest
                                * value */
};

#define LOWEST (SIGN_BIT | 511u << 10 | 1023u) /* the lowest value, as pool_word() writes it */

/* A value as sign and magnitude in one word, and as a signed number. */
static uint32_t pool_word(struct value v) {
    return (uint32_t)v.negative << 31 | v.exponent << 10 | v.mantissa;
}
static int32_t pool_key(uint32_t word) {
    int32_t magnitude = (int32_t)(word & ~SIGN_BIT);
    return (int32_t)word < 0 ? -magnitude : magnitude;
}
static struct value pool_value(uint32_t packed) {
    return (struct value){packed >> 31, packed >> 10 & 511u, packed & 1023u};
}

/* Chooses the style of Dst for SrcA's format. False if the style is undefined (FP16 in a 32-bit
 * Dst).
 */
static bool choose_style(struct pool *p) {
    bool tf32 = p->plan.style == FPU_E8 && p->plan.format_a == FORMAT_TF32;
    if (p->plan.style == FPU_INT8 || (tf32 && p->argmax)) {
        p->dst_style = DST_INT32;
    } else if (p->plan.style == FPU_E5) {
        p->dst_style = DST_FP16;
        return !p->plan.dst32 || p->argmax;
    } else {
        p->dst_style = p->plan.dst32 && !p->argmax ? DST_TF32 : DST_BF16;
    }
    return true;
}

/* An element as 32 bits. The high half has the order of a 16-bit element, the low half its storage
 * order. */
static uint32_t pool_dst_load(const struct stx_core *core, const struct pool *p, unsigned physical,
                              unsigned col) {
    bool fp16 = p->dst_style == DST_FP16;
    if (!dst_valid(core, physical)) {
        return p->plan.dst32 ? UINT32_MAX : 0xFFFF0000u;
    }
    uint32_t high = fp16 ? dst_fp16_get(core, physical, col) : dst_bf16_get(core, physical, col);
    uint32_t low = p->plan.dst32 ? dst_raw_get(core, physical + DST_LOW_HALF, col) : 0;
    return high << 16 | low;
}

static void pool_dst_store(struct stx_core *core, const struct pool *p, unsigned physical,
                           unsigned col, uint32_t v) {
    if (p->dst_style == DST_FP16) {
        dst_fp16_set(core, physical, col, v >> 16);
    } else {
        dst_bf16_set(core, physical, col, v >> 16);
    }
    if (p->plan.dst32) {
        dst_raw_set(core, physical + DST_LOW_HALF, col, v);
    }
}

static struct value from_dst(enum dst_style style, uint32_t v) {
    bool negative = v >> 31;
    switch (style) {
    case DST_INT32: /* 19 bits of magnitude */
        return (struct value){negative, v >> 10 & 511u, v & 1023u};
    case DST_FP16:
        return (struct value){negative, (v >> 26 & 31u) + 15, v >> 16 & 1023u};
    case DST_TF32:
        return (struct value){negative, (v >> 23 & 255u) + 127, v >> 13 & 1023u};
    default:
        return (struct value){negative, (v >> 23 & 255u) + 127, v >> 13 & 1016u};
    }
}

static uint32_t to_dst(enum dst_style style, struct value m) {
    uint32_t sign = (uint32_t)m.negative << 31;
    switch (style) {
    case DST_INT32: /* 13 bits of magnitude */
        return sign | (m.exponent & 7u) << 10 | m.mantissa;
    case DST_FP16:
        return (m.exponent & 63u) ? sign | ((m.exponent - 15) & 31u) << 26 | m.mantissa << 16 : 0;
    case DST_TF32:
        return m.exponent ? sign | ((m.exponent - 127) & 255u) << 23 | m.mantissa << 13 : 0;
    default:
        return m.exponent ? sign | ((m.exponent - 127) & 255u) << 23 | (m.mantissa & 1016u) << 13
                          : 0;
    }
}

/* Reads SrcB's exponents. A row with exponent 0 has the lowest value. The lowest exponent bit is
 * bit 7 of a high half and bit 10 of a word. */
static void pool_srcb_load(const struct stx_core *core, struct pool *p) {
    const uint16_t *row = core->srcb.high[core->srcb.fpu_bank][p->b0 % STX_SRC_ROWS];
    const uint32_t bits = p->plan.mask_b >> 16 & 0x7F80u;
    const unsigned up = p->plan.style == FPU_INT8 ? 25 : 3; /* 25 shifts all of it out */
    for (unsigned i = 0; i < ROWS; i++) {
        uint32_t exponent = row[i] & bits;
        p->exponent_b[i] = exponent ? exponent << up : POOL_ABSENT;
    }
}

/* A datum of SrcA scaled by the exponent of SrcB. */
static inline uint32_t scaled(const struct pool *p, uint32_t a, unsigned i) {
    if (p->exponent_b[i] == POOL_ABSENT) {
        return LOWEST;
    }
    if (!(a & 0x7F800000u)) {
        return 0;
    }
    uint32_t magnitude = a >> 13 & (p->plan.style == FPU_INT8 ? 0x3FFu : 0x3FFFFu);
    return (a & SIGN_BIT) | (magnitude + p->exponent_b[i]);
}

/* The largest value so far, and its row. */
struct best {
    uint32_t word;
    int32_t key;
    unsigned row;
};

/* Compares eight rows of a column in the order first + (n ^ flip). In a tie the later row wins. */
static inline void compare_rows(const struct stx_core *core, const struct pool *p, unsigned col,
                                unsigned first, unsigned flip, struct best *best) {
    const struct stx_src *src = &core->srca;
    const uint16_t *high = &src->high[src->fpu_bank][p->a0][col];
    for (unsigned n = 0; n < INDEXED_ROWS; n++) {
        unsigned i = first + (n ^ flip);
        uint32_t word = 0;
        if (!p->zeroes) {
            uint32_t a = (uint32_t)high[i * STX_COLS] << 16;
            a |= src_low(src, src->fpu_bank, p->a0 + i, col) << 8;
            word = scaled(p, a & p->plan.mask_a, i);
        }
        int32_t key = pool_key(word);
        if (key >= best->key) {
            *best = (struct best){word, key, i};
        }
    }
}

static void pool_column(struct stx_core *core, const struct pool *p, unsigned physical,
                        unsigned col) {
    static const uint8_t index_of[INDEXED_ROWS] = {0, 3, 6, 1, 4, 7, 2, 5};
    uint32_t old = pool_dst_load(core, p, physical, col), index = old & 0xFFu;
    uint32_t index_phase = (old + 0x100u) & 0xF00u;
    struct best of = {pool_word(from_dst(p->dst_style, old)), 0, ROWS};
    of.key = pool_key(of.word);
    compare_rows(core, p, col, 0, 4, &of); /* the order decides which index a tie has */
    if (of.row < INDEXED_ROWS) {
        index = (index_phase >> 4) + index_of[of.row];
    }
    compare_rows(core, p, col, INDEXED_ROWS, 0, &of);
    struct value best = pool_value(of.word);
    uint32_t result = to_dst(p->dst_style, best);
    if (p->argmax) {
        result = (p->dst_style == DST_INT32 ? 0 : result & 0xFFFF0000u) | index_phase | index;
    }
    pool_dst_store(core, p, physical, col, result);
}

static void pool_columns(struct stx_core *core, const struct pool *p, unsigned physical) {
    for (unsigned col = 0; col < STX_COLS; col++) {
        pool_column(core, p, physical, col);
    }
}

bool pool_plain(struct stx_core *core, const struct fpu_plan *plan, unsigned a0,
                const uint32_t scale[POOL_ROWS], unsigned physical) {
    struct pool p = {.plan = *plan, .a0 = a0};
    bool defined = choose_style(&p);
    memcpy(p.exponent_b, scale, sizeof p.exponent_b);
    pool_columns(core, &p, physical);
    return defined;
}

/* Writes a row of zeros. */
static void clear_row(uint16_t *cell) {
    for (unsigned col = 0; col < STX_COLS; col += 2) {
        cells_store(cell + col, 0);
    }
}

static void pool_rest(struct stx_core *core, const struct pool *p, unsigned physical) {
    if (!p->argmax || !p->plan.dst32) {
        clear_row(core->dst.cell[physical]);
        if (p->plan.dst32) {
            clear_row(core->dst.cell[physical + DST_LOW_HALF]);
        }
        return;
    }
    for (unsigned col = 0; col < STX_COLS; col++) {
        uint32_t old = pool_dst_load(core, p, physical, col);
        pool_dst_store(core, p, physical, col, (old + 0x100u) & 0xF00u);
    }
}

/* MPOOL3S1 and MPOOL3S2 read no row of a source. */
static bool pool_rows(struct stx_core *core, unsigned thread, uint32_t dst, struct pool *p) {
    unsigned a = core->rwc[thread].srca, b = core->rwc[thread].srcb;
    unsigned row = dst_row_of(core, thread, dst);
    p->a0 = a & 0x30u;
    p->b0 = b & 0x38u;
    p->d0 = row & 0x3FCu;
    return block_aligned(core, (p->zeroes ? 0 : (a & 15u) | (b & 7u)) | (row & 3u));
}

static enum stx_result pool(struct stx_core *core, unsigned thread, uint32_t dst, bool argmax,
                            bool zeroes) {
    struct pool p; /* its rows need not be cleared first */
    p.argmax = argmax;
    p.zeroes = zeroes;
    fpu_plan_make(&p.plan, core, thread);
    if (!choose_style(&p)) {
        return stx_fail(core, STX_RULE_BAD_FORMAT, p.plan.format_a);
    }
    if (!pool_rows(core, thread, dst, &p) || !fpu_formats_allowed(core, &p.plan) ||
        !dst_has(core, p.plan.dst32, p.d0, DST_BLOCK)) {
        return STX_FAULT;
    }
    /* Rows 4 n .. 4 n + 3 of Dst are adjacent. */
    unsigned physical = p.plan.dst32 ? dst_row32(core, p.d0) : dst_row16(core, p.d0);
    pool_srcb_load(core, &p);
    if (!zeroes) {
        fpu_plan_count(core, &p.plan);
    }
    pool_form *form = forms_of(core)->pool;
    if (argmax || zeroes || !form || !form(core, &p.plan, p.a0, p.exponent_b, physical)) {
        pool_columns(core, &p, physical);
    }
    for (unsigned i = 0; i < DST_BLOCK; i++) {
        if (i) {
            pool_rest(core, &p, physical + i);
        }
        dst_set_valid(core, physical + i);
    }
    core->shiftxa_row = (uint8_t)p.a0;
    return STX_DONE;
}

STX_EXEC(GMPOOL) {
    if (pool(core, thread, a->dst, a->max_pool_index_en, false) == STX_FAULT) {
        return STX_FAULT;
    }
    return block_end(core, thread, a->pool_addr_mode, a->clear_dvalid);
}

STX_EXEC(MPOOL3S1) {
    if (pool(core, thread, a->dst, a->index_en, true) == STX_FAULT) {
        return STX_FAULT;
    }
    return block_end(core, thread, a->pool_addr_mode, a->clear_dvalid);
}

STX_EXEC(MPOOL3S2) {
    if (pool(core, thread, a->dst, a->index_en, true) == STX_FAULT) {
        return STX_FAULT;
    }
    return block_end(core, thread, a->pool_addr_mode, a->clear_dvalid);
}
