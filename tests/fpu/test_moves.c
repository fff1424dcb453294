/* SPDX-License-Identifier: Apache-2.0
 *
 * The fast forms of moves against the conversions of single datums: every value of 16 bits, every
 * field and exponent of BFP8. */
#include <string.h>

#include "fast/chosen.h"
#include "num/pack_datum.h"
#include "num/unpack_datum.h"
#include "regs/dst.h"
#include "softensix/softensix.h"
#include "test.h"

static const struct fast_forms *forms = &fast;
static uint8_t l1[4 * STX_COLS] __attribute__((aligned(4)));
static uint16_t high[STX_COLS] __attribute__((aligned(4)));
static uint8_t low[STX_COLS] __attribute__((aligned(4)));

/* A row of the datums from, from + 1 .. `step` apart, by the fast form; the same as the slow one?
 */
static bool unpacks(uint32_t (*convert)(uint32_t), unsigned bytes, uint32_t from, uint32_t step) {
    struct unpack_run run = {convert, l1, NULL, high, low, 1};
    for (unsigned i = 0; i < STX_COLS * bytes; i++) {
        l1[i] = (uint8_t)((from + i / bytes * step) >> 8 * (i % bytes));
    }
    memset(low, 0xFF, sizeof low);
    if (!forms->unpack_rows(&run)) {
        return false;
    }
    for (unsigned i = 0; i < STX_COLS; i++) {
        uint32_t mask = bytes == 4 ? UINT32_MAX : (1u << 8 * bytes) - 1u;
        uint32_t expected = convert((from + i * step) & mask);
        if (expected != ((uint32_t)high[i] << 16 | (uint32_t)low[i] << 8)) {
            printf("datum %08x: %04x %02x, expected %08x\n", (unsigned)(from + i * step), high[i],
                   low[i], (unsigned)expected);
            return false;
        }
    }
    return true;
}

TEST(rows_of_16_bits_unpack_as_their_datums_do) {
    for (uint32_t v = 0; v < 65536; v += STX_COLS) {
        CHECK(unpacks(unpack_bf16, 2, v, 1));
        CHECK(unpacks(unpack_fp16, 2, v, 1));
    }
}

TEST(rows_of_8_bits_unpack_as_their_datums_do) {
    for (uint32_t v = 0; v < 256; v += STX_COLS) {
        CHECK(unpacks(unpack_int8, 1, v, 1));
    }
}

TEST(rows_of_32_bits_unpack_as_their_datums_do) {
    for (uint32_t v = 0; v < 1u << 20; v++) {
        CHECK(unpacks(unpack_f32_to_tf32, 4, v << 12, 0x1001));
    }
}

TEST(a_format_without_a_fast_form_is_declined) {
    struct unpack_run run = {unpack_uint8, l1, NULL, high, low, 1};
    CHECK(!forms->unpack_rows(&run));
}

/* Rows of BFP8 that follow each other; the first one has this exponent, the others have distant
 * ones. */
enum { BFP8_ROWS = 3 };
static void unpacks_bfp8(uint8_t exponent, uint8_t field, unsigned rows) {
    static uint16_t cell[BFP8_ROWS * STX_COLS] __attribute__((aligned(4)));
    static uint8_t below[BFP8_ROWS * STX_COLS] __attribute__((aligned(4)));
    const uint8_t exponents[] = {exponent, (uint8_t)(exponent + 85), (uint8_t)(exponent + 170)};
    struct unpack_run run = {unpack_bf16, l1, exponents, cell, below, rows};
    for (unsigned i = 0; i < rows * STX_COLS; i++) {
        l1[i] = (uint8_t)(field + i);
        cell[i] = 0x5555, below[i] = 0xFF;
    }
    CHECK(forms->unpack_rows(&run));
    for (unsigned i = 0; i < rows * STX_COLS; i++) {
        CHECK_EQ((uint32_t)cell[i] << 16 | below[i], unpack_bfp(l1[i], 8, exponents[i / STX_COLS]));
    }
}

TEST(rows_of_bfp8_unpack_as_their_datums_do) {
    for (uint32_t v = 0; v < 65536; v += STX_COLS) {
        for (unsigned rows = 1; rows <= BFP8_ROWS; rows++) {
            unpacks_bfp8((uint8_t)(v >> 8), (uint8_t)v, rows);
        }
    }
}

/* A row and its low halves, as they lie in Dst. */
static uint16_t dst[DST_LOW_HALF + 1][STX_COLS] __attribute__((aligned(4)));

static uint32_t packed16(unsigned i) {
    return l1[2 * i] | (uint32_t)l1[2 * i + 1] << 8;
}

/* Each value stands beside ordinary ones, and beside itself. */
TEST(rows_of_16_bits_pack_as_their_elements_do) {
    for (uint32_t v = 0; v < 65536 * 4; v++) {
        bool raw = v & 1u, alone = v & 2u;
        for (unsigned i = 0; i < STX_COLS; i++) {
            uint32_t element = !alone || i == v % STX_COLS ? v >> 2 : 0x3F80u + i;
            dst[0][i] = (uint16_t)(raw ? dst_documented(element) : element);
        }
        forms->pack_rows(dst[0], 1, PACK_BF16_OF_16, raw, l1);
        for (unsigned i = 0; i < STX_COLS; i++) {
            uint32_t element = raw ? dst_from_documented(dst[0][i]) : dst[0][i];
            CHECK_EQ(packed16(i), pack_bf16_to_b16(element));
        }
    }
}

TEST(rows_of_32_bits_pack_as_their_elements_do) {
    static const uint16_t lows[] = {0, 1, 0x7FFF, 0x8000, 0x8001, 0xFFFF};
    for (uint32_t v = 0; v < 65536 * 2; v++) {
        for (unsigned i = 0; i < STX_COLS; i++) {
            dst[0][i] = (uint16_t)((v & 1u) && i != v / 2 % STX_COLS ? 0x3F80u + i : v / 2);
            dst[DST_LOW_HALF][i] = lows[(i + v) % 6];
        }
        forms->pack_rows(dst[0], 1, PACK_BF16_OF_32, false, l1);
        for (unsigned i = 0; i < STX_COLS; i++) {
            uint32_t element = (uint32_t)dst[0][i] << 16 | dst[DST_LOW_HALF][i];
            CHECK_EQ(packed16(i), pack_f32_to_b16(element));
        }
    }
}

TEST(rows_of_32_bits_move_unchanged) {
    for (unsigned i = 0; i < STX_COLS; i++) {
        dst[0][i] = (uint16_t)(0x7F81u + 0x1111u * i);
        dst[DST_LOW_HALF][i] = (uint16_t)(0xFEDCu - 0x1357u * i);
    }
    forms->pack_rows(dst[0], 1, PACK_WHOLE, false, l1);
    for (unsigned i = 0; i < STX_COLS; i++) {
        CHECK_EQ(packed16(2 * i), dst[DST_LOW_HALF][i]);
        CHECK_EQ(packed16(2 * i + 1), dst[0][i]);
    }
}

/* A row as the plain conversions pack it; returns the exponent. */
static uint32_t packed_plainly(uint8_t field[STX_COLS]) {
    uint32_t v[STX_COLS];
    for (unsigned i = 0; i < STX_COLS; i++) {
        v[i] = pack_bf16_to_b16(dst[0][i]);
    }
    return pack_bfp_group(v, false, 8, field);
}

static bool packs_to_bfp8(void) {
    uint8_t field[STX_COLS], exponent[2] = {0, 0};
    uint16_t documented[STX_COLS] __attribute__((aligned(4)));
    uint32_t expected = packed_plainly(field);
    for (unsigned i = 0; i < STX_COLS; i++) {
        documented[i] = (uint16_t)dst_documented(dst[0][i]);
    }
    for (unsigned raw = 0; raw < 2; raw++) {
        memset(l1, 0xA5, sizeof l1);
        forms->pack_bfp8(raw ? documented : dst[0], 1, raw, &exponent[0], l1);
        if (exponent[0] != expected || exponent[1] || memcmp(l1, field, sizeof field) != 0 ||
            l1[STX_COLS] != 0xA5) {
            return false;
        }
    }
    return true;
}

/* Each value stands beside itself, beside larger ones and beside smaller ones. */
TEST(rows_pack_to_bfp8_as_their_elements_do) {
    uint32_t seed = 1;
    for (uint32_t v = 0; v < 65536 * 4; v++) {
        uint32_t element = v >> 2, near = v & 3u;
        for (unsigned i = 0; i < STX_COLS; i++) {
            uint32_t r = test_random(&seed) >> 8, step = (r % 12) << 7;
            uint32_t other = near == 0   ? element
                             : near == 1 ? element - step
                             : near == 2 ? element + step
                                         : r;
            dst[0][i] = (uint16_t)(i == v % STX_COLS ? element : other ^ (r & 0x8001u));
        }
        CHECK(packs_to_bfp8());
    }
}

TEST(rows_become_columns) {
    uint16_t square[STX_COLS][STX_COLS];
    uint8_t bits[STX_COLS][STX_COLS];
    for (unsigned i = 0; i < STX_COLS * STX_COLS; i++) {
        square[i / STX_COLS][i % STX_COLS] = (uint16_t)(257 * i);
        bits[i / STX_COLS][i % STX_COLS] = (uint8_t)i;
    }
    forms->transpose(square[0], bits[0]);
    for (unsigned i = 0; i < STX_COLS * STX_COLS; i++) {
        CHECK_EQ(square[i % STX_COLS][i / STX_COLS], 257 * i);
        CHECK_EQ(bits[i % STX_COLS][i / STX_COLS], i);
    }
}

static void test_forms(void) {
    RUN_IF(STX_SRC_LOW && forms->unpack_rows, rows_of_16_bits_unpack_as_their_datums_do);
    RUN_IF(STX_SRC_LOW && forms->unpack_rows, rows_of_8_bits_unpack_as_their_datums_do);
    RUN_IF(STX_SRC_LOW && forms->unpack_rows, rows_of_32_bits_unpack_as_their_datums_do);
    RUN_IF(forms->unpack_rows, a_format_without_a_fast_form_is_declined);
    RUN_IF(STX_SRC_LOW && forms->unpack_rows, rows_of_bfp8_unpack_as_their_datums_do);
    RUN_IF(forms->pack_rows, rows_of_16_bits_pack_as_their_elements_do);
    RUN_IF(forms->pack_rows, rows_of_32_bits_pack_as_their_elements_do);
    RUN_IF(forms->pack_rows, rows_of_32_bits_move_unchanged);
    RUN_IF(forms->pack_bfp8, rows_pack_to_bfp8_as_their_elements_do);
    RUN_IF(STX_SRC_LOW && forms->transpose, rows_become_columns);
}

int main(void) {
    static struct stx_core core;
    stx_init(&core, NULL, 0, NULL);
    test_forms();
    if (forms_of(&core) != forms) { /* the forms of this machine */
        forms = forms_of(&core);
        test_forms();
    }
    return test_summary();
}
