/* SPDX-License-Identifier: Apache-2.0
 *
 * Element-wise operations with broadcasts, reductions, argmax, transposition, softmax and layer
 * normalisation against double arithmetic. */
#include "tile.h"

static uint32_t a[COUNT], b[COUNT], c[COUNT];
static const struct stx_tensor in = {A_AT, 2, 2, STX_TILE_FP32},
                               out = {OUT_AT, 2, 2, STX_TILE_FP32};

static double number(const uint32_t *values, unsigned row, unsigned column) {
    return (double)as_float(values[row * SIDE + column]);
}

static double pair(unsigned operation, double x, double y) {
    return operation == STX_TILE_ADD ? x + y : operation == STX_TILE_SUB ? x - y : x * y;
}

/* Sums lose at most half a place of 24 bits, after the smaller number was rounded to 2^-11 of the
 * larger; products of 8 by 8 bits are exact. */
static double pair_bound(unsigned operation, double x, double y) {
    return operation == STX_TILE_MUL ? 0 : fmax(fabs(x), fabs(y)) / 1024;
}

TEST(sums_differences_and_products_with_every_broadcast) {
    for (unsigned i = 0; i < 12; i++) {
        unsigned operation = i / 4, how = i % 4;
        bool one_row = how >= STX_TILE_FROM_ROW, one_column = how % 2;
        struct stx_tensor x = {A_AT, 2, 2, STX_TILE_BF16};
        struct stx_tensor y = {B_AT, one_row ? 1 : 2, one_column ? 1 : 2, STX_TILE_BF16};
        CHECK(fill(&x, a, -2, 2) && fill(&y, b, -2, 2));
        CHECK_EQ(stx_tile_binary(&tiles, operation, how, &out, &x, &y, STX_TILE_HIFI4),
                 STX_TILE_OK);
        CHECK_EQ(stx_tile_read(&tiles, &out, c, SIDE), STX_TILE_OK);
        for (unsigned j = 0; j < COUNT; j++) {
            double u = number(a, j / SIDE, j % SIDE);
            double v = number(b, one_row ? 0 : j / SIDE, one_column ? 0 : j % SIDE);
            double e = fabs(number(c, j / SIDE, j % SIDE) - pair(operation, u, v));
            CHECK(e <= pair_bound(operation, u, v));
        }
    }
}

/* Of the row or column, or of all, that an element of the result stands for. */
static double reduced(unsigned what, unsigned along, unsigned row, unsigned column) {
    double result = what == STX_TILE_MAX ? -INFINITY : what == STX_TILE_MIN ? INFINITY : 0, n = 0;
    for (unsigned i = 0; i < COUNT; i++) {
        if ((along != STX_TILE_ROWS || i / SIDE == row) &&
            (along != STX_TILE_COLUMNS || i % SIDE == column)) {
            double v = number(a, i / SIDE, i % SIDE);
            result = what == STX_TILE_MAX   ? fmax(result, v)
                     : what == STX_TILE_MIN ? fmin(result, v)
                                            : result + v;
            n++;
        }
    }
    return what == STX_TILE_AVERAGE ? result / n : result;
}

TEST(reductions_stand_in_every_place_of_the_result) {
    CHECK(fill(&in, a, -10, 10));
    for (unsigned i = 0; i < 12; i++) {
        unsigned what = i / 3, along = i % 3;
        struct stx_tensor z = {OUT_AT, along == STX_TILE_ROWS ? 2 : 1,
                               along == STX_TILE_COLUMNS ? 2 : 1, STX_TILE_FP32};
        CHECK_EQ(stx_tile_reduce(&tiles, what, along, &z, &in), STX_TILE_OK);
        CHECK_EQ(stx_tile_read(&tiles, &z, c, SIDE), STX_TILE_OK);
        for (unsigned row = 0; row < 32u * z.rows; row += 5) {
            for (unsigned column = 0; column < 32u * z.columns; column += 3) {
                double expected = reduced(what, along, row, column);
                double bound = what >= STX_TILE_MAX ? 0 : what == STX_TILE_AVERAGE ? 1e-6 : 2e-3;
                CHECK(fabs(number(c, row, column) - expected) <= bound);
            }
        }
    }
}

TEST(argmax_is_the_first_of_the_largest) {
    struct stx_tensor z = {OUT_AT, 2, 1, STX_TILE_INT32};
    CHECK(fill(&in, a, -10, 10));
    for (unsigned row = 0; row < SIDE; row++) {
        a[row * SIDE + row * 7 % SIDE] = a[row * SIDE + row * 13 % SIDE] = bits(50);
    }
    CHECK_EQ(stx_tile_write(&tiles, &in, a, SIDE), STX_TILE_OK);
    CHECK_EQ(stx_tile_argmax(&tiles, &z, &in), STX_TILE_OK);
    CHECK_EQ(stx_tile_read(&tiles, &z, c, SIDE), STX_TILE_OK);
    for (unsigned row = 0; row < SIDE; row++) {
        unsigned x = row * 7 % SIDE, y = row * 13 % SIDE;
        CHECK_EQ(c[row * SIDE], x < y ? x : y);
        CHECK_EQ(c[row * SIDE + 31], x < y ? x : y);
    }
}

/* The place of an element of a matrix of two by two tiles among the words of the tensor. */
static unsigned place(unsigned row, unsigned column) {
    unsigned tile = row / 32 * 2 + column / 32, face = row % 32 / 16 * 2 + column % 32 / 16;
    return tile * 1024 + face * 256 + row % 16 * 16 + column % 16;
}

/* Words of a tensor of 32-bit numbers, little-endian as L1 is. */
static uint32_t word_at(uint32_t address, unsigned i) {
    const uint8_t *p = l1 + address + 4 * i;
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}
static void put_word(uint32_t address, unsigned i, uint32_t word) {
    for (unsigned byte = 0; byte < 4; byte++) {
        l1[address + 4 * i + byte] = (uint8_t)(word >> (8 * byte));
    }
}

/* Any 32 bits, some of them without what would be an exponent; or any number with all its bits. */
static uint32_t pattern(bool number, unsigned i) {
    uint32_t word = (uint32_t)uniform(0, 65536) << 16 | (uint32_t)uniform(0, 65536);
    uint32_t exponent = number ? 1 + i % 254 : i % 7 == 0 ? 0 : word >> 23 & 0xFF;
    return (word & 0x807FFFFFu) | exponent << 23;
}

TEST(transposition_of_32_bits_moves_every_pattern) {
    static const uint8_t wide[] = {STX_TILE_INT32, STX_TILE_FP32};
    for (unsigned i = 0; i < 2; i++) {
        struct stx_tensor x = {A_AT, 2, 2, wide[i]}, y = {OUT_AT, 2, 2, wide[i]};
        for (unsigned j = 0; j < COUNT; j++) {
            put_word(A_AT, j, pattern(wide[i] != STX_TILE_INT32, j));
        }
        CHECK_EQ(stx_tile_transpose(&tiles, &y, &x), STX_TILE_OK);
        for (unsigned j = 0; j < COUNT; j++) {
            CHECK_EQ(word_at(OUT_AT, place(j % SIDE, j / SIDE)),
                     word_at(A_AT, place(j / SIDE, j % SIDE)));
        }
    }
}

TEST(transposition_moves_every_number_of_every_format) {
    for (unsigned i = 0; i < FORMATS; i++) {
        struct stx_tensor x = {A_AT, 2, 2, formats[i].code};
        CHECK(fill(&x, a, -10, 10));
        CHECK_EQ(stx_tile_transpose(&tiles, &out, &x), STX_TILE_OK);
        CHECK_EQ(stx_tile_read(&tiles, &out, c, SIDE), STX_TILE_OK);
        for (unsigned j = 0; j < COUNT; j++) {
            CHECK_EQ(c[j % SIDE * SIDE + j / SIDE], a[j]);
        }
    }
}

TEST(transposition_moves_integers) {
    static const uint8_t integers[] = {STX_TILE_INT32, STX_TILE_INT8};
    for (unsigned i = 0; i < 2; i++) {
        struct stx_tensor x = {A_AT, 2, 2, integers[i]}, y = {OUT_AT, 2, 2, STX_TILE_INT32};
        for (unsigned j = 0; j < COUNT; j++) {
            a[j] = (uint32_t)(int32_t)(i ? uniform(-127.9, 127.9) : uniform(-2e9, 2e9));
        }
        CHECK_EQ(stx_tile_write(&tiles, &x, a, SIDE), STX_TILE_OK);
        CHECK_EQ(stx_tile_transpose(&tiles, &y, &x), STX_TILE_OK);
        CHECK_EQ(stx_tile_read(&tiles, &y, c, SIDE), STX_TILE_OK);
        for (unsigned j = 0; j < COUNT; j++) {
            CHECK_EQ(c[j % SIDE * SIDE + j / SIDE], a[j]);
        }
    }
}

TEST(softmax_is_exact_to_some_last_places) {
    CHECK(fill(&in, a, -10, 10));
    CHECK_EQ(stx_tile_softmax(&tiles, &out, &in), STX_TILE_OK);
    CHECK_EQ(stx_tile_read(&tiles, &out, c, SIDE), STX_TILE_OK);
    for (unsigned row = 0; row < SIDE; row++) {
        double sum = 0;
        for (unsigned i = 0; i < SIDE; i++) {
            sum += exp(number(a, row, i));
        }
        for (unsigned i = 0; i < SIDE; i++) {
            double expected = exp(number(a, row, i)) / sum;
            CHECK(fabs(number(c, row, i) - expected) <= 3e-6 * expected); /* x - max: 2^-20 */
        }
    }
}

TEST(layernorm_is_exact_to_some_last_places) {
    struct stx_tensor gamma = {B_AT, 1, 2, STX_TILE_FP32}, beta = {ROW_AT, 1, 2, STX_TILE_FP32};
    static uint32_t d[COUNT];
    CHECK(fill(&in, a, -10, 10) && fill(&gamma, b, -2, 2) && fill(&beta, d, -2, 2));
    CHECK_EQ(stx_tile_layernorm(&tiles, &out, &in, &gamma, &beta, bits(1e-5f)), STX_TILE_OK);
    CHECK_EQ(stx_tile_read(&tiles, &out, c, SIDE), STX_TILE_OK);
    for (unsigned row = 0; row < SIDE; row++) {
        double mean = 0, square = 0;
        for (unsigned i = 0; i < SIDE; i++) {
            mean += number(a, row, i) / SIDE;
        }
        for (unsigned i = 0; i < SIDE; i++) {
            square += pow(number(a, row, i) - mean, 2) / SIDE;
        }
        for (unsigned i = 0; i < SIDE; i++) {
            double x = (number(a, row, i) - mean) / sqrt(square + 1e-5);
            CHECK(fabs(number(c, row, i) - x * number(b, 0, i) - number(d, 0, i)) <= 2e-6);
        }
    }
}

int main(void) {
    tile_start();
    RUN_IF(STX_DST_ROWS >= 512, sums_differences_and_products_with_every_broadcast);
    RUN_IF(STX_DST_ROWS >= 512, reductions_stand_in_every_place_of_the_result);
    RUN_IF(STX_DST_ROWS >= 512, argmax_is_the_first_of_the_largest);
    RUN_IF(STX_DST_ROWS >= 512, transposition_of_32_bits_moves_every_pattern);
    RUN_IF(STX_DST_ROWS >= 512, transposition_moves_every_number_of_every_format);
    RUN_IF(STX_DST_ROWS >= 512, transposition_moves_integers);
    RUN_IF(STX_DST_ROWS >= 512, softmax_is_exact_to_some_last_places);
    RUN_IF(STX_DST_ROWS >= 512, layernorm_is_exact_to_some_last_places);
    return test_summary();
}
