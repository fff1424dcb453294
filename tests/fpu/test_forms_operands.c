/* SPDX-License-Identifier: Apache-2.0
 *
 * What fast products make of SrcA and SrcB, as decode_operands.c, operands.h and
 * column_operands.h describe it, for every format, both slices, and exponents at any distance. */
#include <math.h>

#include "fast/chosen.h"
#include "fast/common/operands.h"
#include "fpu/product.h"
#include "insn/fpu.h"
#include "regs/src.h"

/* How data are read: mask of the exponent, of the low byte. */
struct format {
    uint32_t exponents, low;
};
static const struct format formats[] = {{255, 0}, {255, 0xE0}, {31, 0}, {31, 0xE0}};
enum { FORMATS = sizeof formats / sizeof formats[0] };

static inline uint32_t mantissa_of(const struct format *f, uint32_t datum) {
    return datum >> 13 & (f->low ? 1023u : 1016u);
}

/* Five bits of SrcA, seven of SrcB (SPEC 6.3). */
static inline int32_t slice_of(const struct format *f, bool is_b, bool fine, uint32_t datum) {
    uint32_t m = mantissa_of(f, datum);
    if (is_b) {
        return (int32_t)(fine ? (m & 15u) << 3 : 64u | m >> 4);
    }
    return (int32_t)(fine ? m >> 1 & 31u : 16u | m >> 6);
}

static inline uint32_t exponent_of(const struct format *f, uint32_t datum) {
    return datum >> 23 & f->exponents;
}

/* Bits above those that a format reads are anything. */
static uint32_t random_datum(const struct format *f, uint32_t top) {
    uint32_t r = random32(), e = r & 1u ? top - (r >> 8 & 3u) : top - (r >> 8) % 19;
    e = (r & 0x70u) == 0 || e > top ? 0 : e;
    e |= random32() & 255u & ~f->exponents;
    return (random32() & 0x80000000u) | e << 23 | (random32() & 0x7FE000u);
}

/* The bank that is decoded. */
static unsigned bank;

static void put(unsigned source, unsigned row, unsigned col, uint32_t datum) {
    stx_src_poke(&core, source, bank, row, col, datum);
}

static inline uint32_t cell(unsigned source, unsigned row, unsigned col) {
    return stx_src_peek(&core, source, bank, row, col);
}

/* How many rows of SrcB are decoded from this one on: all of an aligned group of eight, half of it,
 * as for GAPOOL, or a single row, as for a product with one row. */
static inline unsigned rows_together(unsigned row) {
    return row % 8 == 0 ? 8 : row % 8 == 4 ? 4 : 1;
}

static void fill_row(unsigned source, unsigned row, const struct format *f) {
    for (unsigned col = 0; col < STX_COLS; col++) {
        put(source, row, col, random_datum(f, f->exponents == 31 ? 30 : 140));
    }
}

#if VECTORS_EXIST || STX_METHOD == STX_METHOD_FLOAT
/* A slice times 2^exponent; SrcA's are larger by one part in 2^13, which decides ties. */
static float number_of(const struct format *f, bool is_b, bool fine, uint32_t datum) {
    int exponent = (int)exponent_of(f, datum) + (f->exponents == 31 ? 112 : 0) - 127;
    double v = ldexp(slice_of(f, is_b, fine, datum), exponent) * (is_b ? 1 : 1 + ldexp(1, -13));
    return (float)(datum >> 31 ? -v : v);
}
#endif

#if VECTORS_EXIST
static bool is_number(uint32_t bits, float number) {
    float f;
    memcpy(&f, &bits, sizeof f);
    return f == number;
}

/* The value and the exponent of a datum. */
static bool fits(const struct format *f, bool is_b, bool fine, uint32_t datum, uint32_t value,
                 int32_t exponent) {
    int32_t e = (int32_t)exponent_of(f, datum), added = f->exponents == 31 ? 112 : 0;
    if (e == 0) {
        return value == 0 && exponent == VECTOR_NONE;
    }
    return is_number(value, number_of(f, is_b, fine, datum)) && exponent == e + added;
}

static struct vector_a columns_a;
static struct vector_b columns_b;

static int32_t lowest, highest;
static void widen(const struct format *f, uint32_t datum) {
    int32_t e = (int32_t)exponent_of(f, datum);
    if (e) {
        e += f->exponents == 31 ? 112 : 0;
        lowest = e < lowest ? e : lowest;
        highest = e > highest ? e : highest;
    }
}

static bool decodes_columns_a(const struct format *f, bool fine, unsigned row) {
    uint32_t mask = 0x80000000u | f->exponents << 23 | (f->low << 8 | 0x7F0000u);
    bool good = true;
    lowest = 1000, highest = -1000;
    vector_a_decode(&columns_a, &core.srca, row, mask, fine);
    for (unsigned k = 0; k < 16; k++) {
        for (unsigned col = 0; col < STX_COLS; col++) {
            uint32_t datum = cell(A, (row + k) % 64, col);
            good &=
                fits(f, false, fine, datum, columns_a.value[k][col], columns_a.exponent[k][col]);
            widen(f, datum);
        }
    }
    return good && columns_a.lowest == lowest && columns_a.highest == highest;
}

static bool decodes_columns_b(const struct format *f, bool fine, unsigned row) {
    uint32_t mask = 0x80000000u | f->exponents << 23 | (f->low << 8 | 0x7F0000u);
    unsigned rows = rows_together(row);
    bool good = true;
    lowest = 1000, highest = -1000;
    memset(&columns_b, 0x5A, sizeof columns_b);
    vector_b_decode(&columns_b, &core.srcb, row, rows, mask, fine);
    for (unsigned i = 0; i < rows; i++) {
        const unsigned at = (row + i) % 8;
        for (unsigned k = 0; k < 16; k++) {
            uint32_t datum = cell(B, row + i, k), twice = columns_b.exponent[at][k];
            good &= fits(f, true, fine, datum, columns_b.value[at][k], (int16_t)twice);
            good &= twice >> 16 == (twice & 0xFFFFu);
            widen(f, datum);
        }
    }
    return good && columns_b.lowest == lowest && columns_b.highest == highest;
}
#else
static bool decodes_columns_a(const struct format *f, bool fine, unsigned row) {
    return f && (fine || row < 64);
}
static bool decodes_columns_b(const struct format *f, bool fine, unsigned row) {
    return decodes_columns_a(f, fine, row);
}
#endif

#if STX_METHOD != STX_METHOD_PLAIN && STX_METHOD != STX_METHOD_VECTOR && \
    STX_METHOD != STX_METHOD_RVV
/* The value of datum v, whose exponent is `delta` below the top. */
static bool is_value(const struct format *f, bool is_b, bool fine, uint32_t v, uint32_t delta,
                     operand_value value) {
    bool nothing = exponent_of(f, v) == 0 || delta >= 16;
    int32_t slice = slice_of(f, is_b, fine, v);
#if STX_METHOD == STX_METHOD_TABLE
    uint32_t at = (uint32_t)slice * (is_b ? 2u : 256u) + (v >> 31 ? 8192u : 0);
    return value.at == (nothing ? 0 : at) && value.delta == (nothing ? 0 : delta);
#elif STX_METHOD == STX_METHOD_FLOAT
    (void)slice;
    return value == (nothing ? 0 : number_of(f, is_b, fine, v));
#else
    uint32_t right = nothing ? 0 : delta;
    int32_t m = is_b ? (slice << 18 >> right) + 1 : slice << 15 >> right;
    return value == (nothing ? 0 : v >> 31 ? -m : m);
#endif
}

/* Half a column of SrcA or half a row of SrcB. */
static bool is_half(const struct format *f, bool is_b, bool fine, const uint32_t datum[8],
                    const struct operand_half *half) {
    uint32_t top = 0, levels = 0, far = 0;
    bool good = true;
    for (unsigned k = 0; k < 8; k++) {
        uint32_t e = exponent_of(f, datum[k]);
        top = e > top ? e : top;
    }
    for (unsigned k = 0; k < 8; k++) {
        uint32_t e = exponent_of(f, datum[k]), delta = top - e;
        levels |= e && delta <= 3 ? 1u << (8 * (is_b ? 3 - delta : delta) + k) : 0;
        far |= e && delta >= 14;
        good &= is_value(f, is_b, fine, datum[k], delta, half->value[k]);
    }
    if (STX_METHOD == STX_METHOD_FLOAT) {
        good &= half->added == (f->exponents == 31 ? 112 : 0);
    } else {
        good &= half->far == (STX_METHOD == STX_METHOD_MULTIPLY ? far : 0);
    }
    return good && half->top == top && half->levels == levels;
}

static struct operand_a a;
static struct operand_b b;

static bool decodes_a(const struct format *f, bool fine, unsigned row) {
    const struct operand_reading how = {f->exponents, f->low, fine};
    bool good = true;
    memset(&a, 0x80, sizeof a);
    operand_a_decode(&a, &how, &core.srca, row);
    for (unsigned half = 0; half < 2; half++) {
        uint32_t lowest = 255, highest = 0;
        for (unsigned col = 0; col < STX_COLS; col++) {
            uint32_t datum[8], top = a.column[half][col].half.top;
            for (unsigned k = 0; k < 8; k++) {
                datum[k] = cell(A, (row + 8 * half + k) % 64, col);
            }
            good &= is_half(f, false, fine, datum, &a.column[half][col].half);
            good &= a.column[half][col].sum.exponent == 0; /* not left to the slow form */
            lowest = top && top < lowest ? top : lowest;
            highest = top > highest ? top : highest;
        }
        good &= a.lowest[half] == lowest && a.highest[half] == highest;
    }
    return good;
}

static bool decodes_b(const struct format *f, bool fine, unsigned row) {
    const struct operand_reading how = {f->exponents, f->low, fine};
    unsigned rows = rows_together(row);
    bool good = true;
    memset(&b, 0x5A, sizeof b);
    operand_b_decode(&b, &how, &core.srcb, row, rows);
    for (unsigned i = 0; i < 2 * rows; i++) {
        uint32_t datum[8];
        for (unsigned k = 0; k < 8; k++) {
            datum[k] = cell(B, row + i / 2, i % 2 * 8 + k);
        }
        good &= is_half(f, true, fine, datum, &b.half[(row + i / 2) % 8][i % 2]);
    }
    return good;
}
#else
static bool decodes_a(const struct format *f, bool fine, unsigned row) {
    return f && (fine || row < 64);
}
static bool decodes_b(const struct format *f, bool fine, unsigned row) {
    return decodes_a(f, fine, row);
}
#endif

/* Rows of SrcA wrap at 64; in some columns and rows all is zero. */
typedef bool decodes(const struct format *f, bool fine, unsigned row);
static void check_operands(decodes *a_does, decodes *b_does) {
    for (unsigned n = 0; n < 64; n++) {
        const struct format *f = &formats[n % FORMATS];
        start(BF16, BF16);
        bank = (n >> 3) % STX_SRC_BANKS;
        for (unsigned row = 0; row < 64; row++) {
            if (n % 16 != 15) { /* else all of SrcA is zero */
                fill_row(A, row, f);
            }
            fill_row(B, row, f);
            put(A, row, 5, n & 16u ? 0 : 0x80002000u);
            put(B, 8 + row % 8, row / 8, 0);
        }
        core.srca.fpu_bank = core.srcb.fpu_bank = (uint8_t)bank;
        CHECK(a_does(f, n & 4u, n * 8 % 64));
        CHECK(b_does(f, n & 4u, n * 8 % 64));
        CHECK(b_does(f, n & 4u, (n * 8 + 4) % 64));
        CHECK(b_does(f, n & 4u, (n * 8 + 1 + n % 3) % 64));
    }
}

TEST(operands_are_what_their_description_says) {
    check_operands(decodes_a, decodes_b);
}

TEST(operands_of_columns_are_what_their_description_says) {
    check_operands(decodes_columns_a, decodes_columns_b);
}

/* All exponents alike but one of each source; does the form that was chosen answer? */
static bool answers(uint32_t lowest_a, uint32_t highest_a, uint32_t lowest_b, uint32_t highest_b) {
    struct fpu_plan plan;
    const struct product_block block = {.b_step = 1, .d_step = 1, .rows = 8};
    start(BF16, BF16);
    set_dst32();
    fill_src(A, lowest_a << 23);
    fill_src(B, lowest_b << 23);
    set_src(A, 15, 15, highest_a << 23);
    set_src(B, 7, 15, highest_b << 23);
    fpu_plan_make(&plan, &core, 0);
    return forms_of(&core)->product(&core, &plan, &block);
}

/* Sums of exponents from 150 to 348, and no exponent above 247. */
TEST(vectors_of_products_answer_for_exponents_in_reach) {
    CHECK(answers(100, 100, 50, 50));
    CHECK(!answers(100, 100, 49, 50));
    CHECK(!answers(99, 100, 50, 50));
    CHECK(answers(100, 150, 100, 198));
    CHECK(!answers(100, 150, 100, 199));
    CHECK(!answers(100, 151, 100, 198));
    CHECK(answers(100, 247, 60, 101));
    CHECK(!answers(100, 248, 60, 100));
    CHECK(answers(60, 101, 100, 247));
    CHECK(!answers(60, 100, 100, 248));
}

int main(void) {
    start(BF16, BF16);
    bool vectors = STX_METHOD == STX_METHOD_VECTOR || (STX_CHOOSE && core.avx2);
    RUN_IF(fast.product && STX_SRC_LOW, operands_are_what_their_description_says);
    RUN_IF(vectors && STX_SRC_LOW, operands_of_columns_are_what_their_description_says);
    RUN_IF(vectors, vectors_of_products_answer_for_exponents_in_reach);
    return test_summary();
}
