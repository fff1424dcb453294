/* SPDX-License-Identifier: Apache-2.0
 *
 * unpack_rows.c - unpacks whole rows from L1 to SrcA or SrcB, four datums at a time and without a
 * call for each. The conversions are those of num/unpack_datum.c. */
#include "core/words.h"
#include "fast/forms.h"
#include "fast/common/tabulate.h"
#include "num/bits.h"
#include "num/format.h"
#include "num/unpack_datum.h"

ALWAYS_INLINE void copy_eight(uint16_t *to, const uint8_t *from) {
    uint32_t a = bytes_load(from), b = bytes_load(from + 4);
    uint32_t c = bytes_load(from + 8), d = bytes_load(from + 12);
    cells_store(to, a);
    cells_store(to + 2, b);
    cells_store(to + 4, c);
    cells_store(to + 6, d);
}

ALWAYS_INLINE void clear_row(uint8_t *low) {
    for (unsigned i = 0; STX_SRC_LOW && i < STX_COLS; i += 4) {
        bytes_store(low + i, 0);
    }
}

/* bfloat16 datums are the high halves. */
static void rows_bf16(const struct unpack_run *r) {
    const uint8_t *from = r->from;
    uint16_t *high = r->high, *end = high + r->rows * STX_COLS;
    uint8_t *low = r->low;
    BITS_UNROLL(2)
    for (; high != end; high += STX_COLS, from += 2 * STX_COLS) {
        copy_eight(high, from);
        copy_eight(high + 8, from + 16);
        clear_row(low);
        low += STX_SRC_LOW * STX_COLS;
    }
}

/* Turns a field of BFP8, sign and magnitude, into a cell. The exponent decreases by the number of
 * leading zeros of the magnitude. The leading one of the magnitude is added to the exponent and
 * corrects bits_clz8[], which counts one zero too many. */
ALWAYS_INLINE uint32_t cell_of_bfp8(uint32_t field, uint32_t exponent) {
    uint32_t m = field & 127u, sign = field << 8 & 0x8000u;
    if (m == 0) {
        return field ? 0xFF80u : 0;
    }
    uint32_t left = bits_clz8[m];
    return sign | ((((exponent - left) << 7) + (m << left)) & 0x7FFFu);
}

/* The same with a table, for rows whose exponent is at least 8, so that no exponent wraps around.
 * An entry is added to a cell that has only the row's exponent. Fields with a magnitude of 0 are
 * not numbers. */
#define LEFT(m) \
    ((m) > 63 ? 1 : (m) > 31 ? 2 : (m) > 15 ? 3 : (m) > 7 ? 4 : (m) > 3 ? 5 : (m) > 1 ? 6 : 7)
enum { NO_NUMBER = 0x4000 };
#define NUMBER(sign, m) (uint16_t)((sign) + ((m) << LEFT(m)) - LEFT(m) * 128u)
#define ADDED(f) ((f)&127u ? NUMBER(((f)&128u) << 8, (f)&127u) : NO_NUMBER)
static const uint16_t added_by_field[256] = {TABULATE_64(ADDED, 0u), TABULATE_64(ADDED, 64u),
                                             TABULATE_64(ADDED, 128u), TABULATE_64(ADDED, 192u)};

static void row_bfp8_by_table(const uint8_t *from, uint32_t exponent, uint16_t *high) {
    const uint32_t at = exponent << 7;
    BITS_UNROLL(8)
    for (unsigned i = 0; i < STX_COLS; i++) {
        uint32_t field = from[i], added = added_by_field[field], cell = added + at;
        if (added == NO_NUMBER) {
            cell = field ? 0xFF80u : 0;
        }
        OPAQUE(cell); /* keeps the compiler from truncating it before the store */
        high[i] = (uint16_t)cell;
    }
}

static void row_bfp8(const uint8_t *from, uint32_t exponent, uint16_t *high) {
    if (!IS_SMALL && exponent >= 8) {
        row_bfp8_by_table(from, exponent, high);
        return;
    }
    for (const uint16_t *end = high + STX_COLS; high != end; high += 2, from += 2) {
        uint32_t first = cell_of_bfp8(from[0], exponent);
        cells_store(high, first | cell_of_bfp8(from[1], exponent) << 16);
    }
}

static void rows_bfp8(const struct unpack_run *r) {
    const uint8_t *from = r->from, *exponents = r->exponents;
    uint16_t *high = r->high, *end = high + r->rows * STX_COLS;
    for (uint8_t *low = r->low; high != end; high += STX_COLS, from += STX_COLS) {
        row_bfp8(from, *exponents++, high);
        clear_row(low);
        low += STX_SRC_LOW * STX_COLS;
    }
}

/* The cell of an INT8 datum, sign and magnitude: an exponent of 16 unless the magnitude is 0, and
 * the upper four bits of the magnitude. */
#define CELL_OF_INT8(f) (uint16_t)(((f)&128u) << 8 | ((f)&127u ? 16u << 7 | ((f)&127u) >> 3 : 0u))
static const uint16_t cells_of_int8[256] = {
    TABULATE_64(CELL_OF_INT8, 0u), TABULATE_64(CELL_OF_INT8, 64u), TABULATE_64(CELL_OF_INT8, 128u),
    TABULATE_64(CELL_OF_INT8, 192u)};

/* Unpacks four datums of INT8; the lowest three bits of a magnitude become the low byte of the
 * source's datum. */
ALWAYS_INLINE void unpack_four_int8(const uint8_t *from, uint16_t *high, uint8_t *low) {
    BITS_UNROLL(4)
    for (unsigned i = 0; i < 4; i++) {
        high[i] = IS_SMALL ? CELL_OF_INT8((uint32_t)from[i]) : cells_of_int8[from[i]];
    }
    bytes_store(low, (bytes_load(from) & 0x07070707u) << 5);
}

/* This and other forms of fine datums are separate functions, so that each saves few registers. */
static __attribute__((noinline)) void rows_int8(const struct unpack_run *r) {
    const uint8_t *from = r->from, *end = from + r->rows * STX_COLS;
    uint16_t *high = r->high;
    for (uint8_t *low = r->low; from != end; from += 8, high += 8, low += 8) {
        unpack_four_int8(from, high, low);
        unpack_four_int8(from + 4, high + 4, low + 4);
    }
}

/* Reads four datums in the shape of a binary32. */
typedef void quad(const uint8_t *from, uint32_t v[4]);

ALWAYS_INLINE void quad_tf32(const uint8_t *from, uint32_t v[4]) {
    for (unsigned i = 0; i < 4; i++) {
        v[i] = bytes_load(from + 4 * i);
    }
}

ALWAYS_INLINE void quad_fp16(const uint8_t *from, uint32_t v[4]) {
    uint32_t a = bytes_load(from), b = bytes_load(from + 4);
    v[0] = fp16_datum(a);
    v[1] = fp16_datum(a >> 16);
    v[2] = fp16_datum(b);
    v[3] = fp16_datum(b >> 16);
}

/* Bits 15:13 of four datums, in the upper bits of four bytes. */
ALWAYS_INLINE uint32_t low_of(const uint32_t v[4]) {
    return (v[0] >> 8 & 0xE0u) | (v[1] & 0xE000u) | (v[2] & 0xE000u) << 8 | (v[3] & 0xE000u) << 16;
}

/* bytes is the size of a datum. */
ALWAYS_INLINE void rows_of(const struct unpack_run *r, quad *read, unsigned bytes) {
    const uint8_t *from = r->from;
    uint16_t *high = r->high, *end = high + r->rows * STX_COLS;
    for (uint8_t *low = r->low; high != end; high += 4, low += 4, from += 4 * bytes) {
        uint32_t v[4];
        read(from, v);
        cells_store(high, v[0] >> 16 | (v[1] & 0xFFFF0000u));
        cells_store(high + 2, v[2] >> 16 | (v[3] & 0xFFFF0000u));
        bytes_store(low, low_of(v));
    }
}

static __attribute__((noinline)) void rows_tf32(const struct unpack_run *r) {
    rows_of(r, quad_tf32, 4);
}
static __attribute__((noinline)) void rows_fp16(const struct unpack_run *r) {
    rows_of(r, quad_fp16, 2);
}

/* Unpacks formats that have bits below those of bfloat16. */
static bool rows_of_fine(const struct unpack_run *r) {
    if (!STX_SRC_LOW) {
        return false;
    }
    if (r->convert == unpack_f32_to_tf32) {
        rows_tf32(r);
    } else if (r->convert == unpack_fp16) {
        rows_fp16(r);
    } else if (r->convert == unpack_int8) {
        rows_int8(r);
    } else {
        return false;
    }
    return true;
}

bool unpack_rows_scalar(const struct unpack_run *r) {
    if (!word_aligned(r->from) || !word_aligned(r->high)) {
        return false;
    }
    if (r->exponents) {
        rows_bfp8(r);
    } else if (r->convert == unpack_bf16) {
        rows_bf16(r);
    } else {
        return rows_of_fine(r);
    }
    return true;
}
