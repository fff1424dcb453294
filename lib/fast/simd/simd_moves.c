/* SPDX-License-Identifier: Apache-2.0
 *
 * simd_moves.c - rows of sixteen datums from L1 to a source and from Dst to L1, a row at a time.
 * The conversions are those of num/pack_datum.c and num/unpack_datum.c. On hosts whose first byte
 * is the highest, the scalar forms do it. */
#include "core/mem.h"
#include "core/words.h"
#include "fast/forms.h"

#if VECTORS_EXIST
#include "fast/simd/compiler_vectors.h"
#include "regs/dst.h"

/* A row: the sixteen cells of a register, or sixteen bytes of L1. */
typedef uint16_t row_cells __attribute__((vector_size(32)));
typedef uint8_t row_bytes __attribute__((vector_size(16)));

V_INLINE row_cells row_in_order(const uint16_t *cell, bool raw) {
    row_cells v;
    V_LOAD(v, cell);
    return raw ? (v & 0x8000) | (v & 0xFF) << 7 | (v >> 8 & 0x7F) : v;
}

/* Bfloat16 as the packer makes it; up is what rounding adds, 0 or 1. A number whose exponent is 255
 * becomes an infinity, one whose exponent is 0 after rounding becomes +0. */
V_INLINE row_cells as_bfloat16(row_cells v, row_cells up) {
    row_cells infinite = (row_cells)((v & 0x7F80) == 0x7F80);
    v = (v & ~(infinite & 0x7F)) + (up & ~infinite);
    return v & (row_cells)((v & 0x7F80) != 0);
}

static V_TARGET void rows_of_16(const uint16_t *cell, const uint16_t *end, bool raw, uint8_t *to) {
    for (; cell != end; cell += STX_COLS, to += 2 * STX_COLS) {
        row_cells v = as_bfloat16(row_in_order(cell, raw), (row_cells){0});
        V_STORE(to, v);
    }
}

/* Rounding adds the highest of the dropped bits. */
static V_TARGET void rows_of_32(const uint16_t *cell, const uint16_t *end, uint8_t *to) {
    for (; cell != end; cell += STX_COLS, to += 2 * STX_COLS) {
        row_cells low = row_in_order(cell + DST_LOW_HALF * STX_COLS, false);
        row_cells v = as_bfloat16(row_in_order(cell, false), low >> 15);
        V_STORE(to, v);
    }
}

static V_TARGET void rows_whole(const uint16_t *cell, const uint16_t *end, uint8_t *to) {
    for (; cell != end; cell += V_LANES, to += 4 * V_LANES) {
        vec_u v = v_load_u16(cell) << 16 | v_load_u16(cell + DST_LOW_HALF * STX_COLS);
        V_STORE(to, v);
    }
}

V_TARGET void pack_rows_simd(const uint16_t *cell, unsigned rows, enum pack_rows how, bool raw,
                             uint8_t *to) {
    const uint16_t *end = cell + rows * STX_COLS;
    if (WORDS_BIG_ENDIAN) {
        pack_rows_scalar(cell, rows, how, raw, to);
    } else if (how == PACK_WHOLE) {
        rows_whole(cell, end, to);
    } else if (how == PACK_BF16_OF_32) {
        rows_of_32(cell, end, to);
    } else {
        rows_of_16(cell, end, raw, to);
    }
}

/* The largest of sixteen exponents. */
V_INLINE unsigned largest_exponent(row_cells e) {
#if V_AVX2
    typedef short eight __attribute__((vector_size(16)));
    eight half[2], most;
    V_STORE(half, e);
    most = (eight)__builtin_ia32_pmaxuw128(half[0], half[1]);
    return 0xFFFFu & ~(unsigned)__builtin_ia32_phminposuw128(~most)[0];
#else
    unsigned most = 0;
    for (unsigned i = 0; i < STX_COLS; i++) {
        most = e[i] > most ? e[i] : most;
    }
    return most;
#endif
}

/* 128 >> shift for shifts below 8. */
V_INLINE row_cells power_below(row_cells shift) {
#if V_AVX2
    typedef char bytes __attribute__((vector_size(32)));
    const bytes table = {(char)128, 64, 32, 16, 8, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0,
                         (char)128, 64, 32, 16, 8, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0};
    return (row_cells)__builtin_ia32_pshufb256(table, (bytes)(shift | 0x8000));
#else
    return ((row_cells){0} + 128) >> shift;
#endif
}

/* The lower bytes of cells below 256. */
V_INLINE row_bytes bytes_of(row_cells v) {
#if V_AVX2
    typedef short eight __attribute__((vector_size(16)));
    eight half[2];
    V_STORE(half, v);
    return (row_bytes)__builtin_ia32_packuswb128(half[0], half[1]);
#else
    return __builtin_convertvector(v, row_bytes);
#endif
}

/* As bfp_field() of num/pack_bfp.c: a significand of eight bits, shifted by its distance from the
 * largest exponent, then halved and rounded up; 128 gives 127. Returns the exponent. */
V_INLINE unsigned row_to_bfp8(row_cells v, uint8_t *to) {
    row_cells e = v >> 7 & 0xFF;
    unsigned top = largest_exponent(e);
    row_cells shift = (uint16_t)top - e, reached = (row_cells)((vec_e)shift < 8);
    row_cells m = (v & 0x7F) | ((row_cells)(e != 0) & 0x80);
    row_cells q = ((m * (power_below(shift & 7) & reached) >> 7) + 1) >> 1;
    q -= q >> 7;
    row_bytes field = bytes_of(q | (v >> 8 & 0x80 & (row_cells)(q != 0)));
    V_STORE(to, field);
    return top;
}

V_TARGET void pack_bfp8_simd(const uint16_t *cell, unsigned rows, bool raw, uint8_t *exponents,
                             uint8_t *to) {
    for (unsigned i = 0; i < rows; i++, cell += STX_COLS, to += STX_COLS) {
        row_cells v = as_bfloat16(row_in_order(cell, raw), (row_cells){0});
        exponents[i] = (uint8_t)row_to_bfp8(v, to);
    }
}

/* Magnitudes of seven bits are converted to binary32, which normalises them. `added` turns the
 * exponent of the result into that of the datum; the sum is modulo 2^15. A field whose magnitude is
 * 0 is +0, or with a sign minus infinity. */
V_INLINE vec_i cells_of_bfp8(const uint8_t *from, int32_t added) {
    vec_i field = (vec_i)v_load_u8(from), m = field & 127;
    vec_i number = ((vec_i) __builtin_convertvector(m, vec_f) >> 16) + added;
    vec_i cell = (number & 0x7FFF) | (field & 128) << 8;
    return v_select(m == 0, (field != 0) & 0xFF80, cell);
}

static V_TARGET void rows_of_bfp8(const struct unpack_run *r) {
    enum { BIAS = 127 + 6 }; /* that of binary32, and the place of a magnitude's highest bit */
    uint16_t *high = r->high;
    const uint8_t *from = r->from;
    for (unsigned row = 0; row < r->rows; row++, high += STX_COLS, from += STX_COLS) {
        vec_i cells[V_BLOCKS];
        int32_t added = (r->exponents[row] - BIAS) * 128;
        for (unsigned block = 0; block < V_BLOCKS; block++) {
            cells[block] = cells_of_bfp8(from + block * V_LANES, added);
        }
        v_store_cells(high, cells);
    }
    if (STX_SRC_LOW) {
        memset(r->low, 0, r->rows * STX_COLS);
    }
}

V_TARGET bool unpack_rows_simd(const struct unpack_run *r) {
    if (!r->exponents) {
        return unpack_rows_scalar(r);
    }
    rows_of_bfp8(r);
    return true;
}
#endif
