/* SPDX-License-Identifier: Apache-2.0
 *
 * Infinities, NaN and zeros: each call does what docs/tile.md says of it. */
#include "tile.h"

static uint32_t x[COUNT], y[COUNT];
static const struct stx_tensor first = {A_AT, 2, 2, STX_TILE_FP32},
                               second = {B_AT, 2, 2, STX_TILE_FP32},
                               result = {OUT_AT, 2, 2, STX_TILE_FP32};

enum { ZERO = 0, HALF = 0x3F000000, TWO = 0x40000000 };
#define MINUS(number) (F_NEG | (number))

/* Any NaN is as good as another one. */
static bool as_stated(uint32_t is, uint32_t stated) {
    bool nan = (is & 0x7FFFFFFFu) > F_INF;
    return stated == F_NAN ? nan : is == stated;
}

static bool all_as_stated(const uint32_t *is, const uint32_t *stated, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        if (!as_stated(is[i], stated[i])) {
            printf("number %u is %08x, not %08x\n", i, (unsigned)is[i], (unsigned)stated[i]);
            return false;
        }
    }
    return true;
}

/* Wormhole's multiply-adds make every zero +0, and their NaN has a sign. Its FP8 has no larger
 * number. */
#define W_ZERO (WORMHOLE ? ZERO : F_NEG)
#define W_FP8 (WORMHOLE ? 0x47E00000 : 0x47FFE000)
enum { OPERANDS = 6 };
static const uint32_t operands[OPERANDS] = {MINUS(F_INF), F_NEG, ZERO, F_INF, F_NAN, MINUS(F_NAN)};

static const struct {
    uint8_t function;
    uint32_t of[OPERANDS];
} functions[] = {
    {STX_TILE_COPY, {MINUS(F_INF), F_NEG, ZERO, F_INF, F_NAN, F_NAN}},
    {STX_TILE_ABS, {F_INF, ZERO, ZERO, F_INF, F_NAN, F_NAN}},
    {STX_TILE_NEGATIVE, {F_INF, ZERO, F_NEG, MINUS(F_INF), F_NAN, F_NAN}},
    {STX_TILE_SQUARE, {F_INF, ZERO, ZERO, F_INF, F_NAN, F_NAN}},
    {STX_TILE_RELU, {ZERO, ZERO, ZERO, F_INF, F_NAN, ZERO}},
    {STX_TILE_RELU_MAX, {ZERO, ZERO, ZERO, TWO, TWO, ZERO}},
    {STX_TILE_LEAKY_RELU, {MINUS(F_INF), ZERO, ZERO, F_INF, F_NAN, F_NAN}},
    {STX_TILE_EXP, {ZERO, F_ONE, F_ONE, F_INF, F_INF, ZERO}},
    {STX_TILE_LOG, {F_NAN, MINUS(F_INF), MINUS(F_INF), F_INF, F_NAN, MINUS(F_INF)}},
    {STX_TILE_SQRT, {F_NAN, ZERO, ZERO, F_INF, F_NAN, ZERO}},
    {STX_TILE_RSQRT, {F_NAN, F_INF, F_INF, ZERO, ZERO, F_INF}},
    {STX_TILE_RECIPROCAL, {F_NEG, MINUS(F_INF), F_INF, ZERO, ZERO, MINUS(F_INF)}},
    {STX_TILE_SIGMOID, {ZERO, HALF, HALF, F_ONE, F_ONE, F_NAN}},
    {STX_TILE_TANH, {MINUS(F_ONE), W_ZERO, ZERO, F_ONE, F_ONE, F_NAN}},
    {STX_TILE_GELU, {ZERO, ZERO, ZERO, F_INF, F_NAN, ZERO}},
    {STX_TILE_SILU, {ZERO, ZERO, ZERO, F_INF, F_NAN, ZERO}},
    {STX_TILE_SIN, {F_NAN, W_ZERO, ZERO, F_NAN, F_NAN, F_NAN}},
    {STX_TILE_COS, {F_NAN, F_ONE, F_ONE, F_NAN, F_NAN, F_NAN}},
};

TEST(functions_of_infinities_zeros_and_nan) {
    CHECK_EQ(sizeof functions / sizeof functions[0], STX_TILE_FUNCTIONS);
    memcpy(x, operands, sizeof operands);
    CHECK_EQ(stx_tile_write(&tiles, &first, x, SIDE), STX_TILE_OK);
    for (unsigned i = 0; i < STX_TILE_FUNCTIONS; i++) {
        unsigned f = functions[i].function;
        CHECK_EQ(stx_tile_unary(&tiles, f, TWO, &result, &first), STX_TILE_OK);
        CHECK_EQ(stx_tile_read(&tiles, &result, y, SIDE), STX_TILE_OK);
        if (!all_as_stated(y, functions[i].of, OPERANDS)) {
            printf("of %s\n", stx_tile_function_name(f));
            CHECK(false);
        }
    }
}

/* Where functions leave the range of finite numbers, or of denormals. */
TEST(functions_at_the_ends_of_the_range) {
    static const struct {
        uint8_t function;
        uint32_t x, y;
    } ends[] = {
        {STX_TILE_EXP, 0x42B17218, F_INF},    {STX_TILE_EXP, 0xC2AEAC51, ZERO},
        {STX_TILE_LOG, F_ONE, ZERO},          {STX_TILE_LOG, MINUS(F_ONE), F_NAN},
        {STX_TILE_SQRT, MINUS(F_ONE), F_NAN}, {STX_TILE_RSQRT, MINUS(F_ONE), F_NAN},
        {STX_TILE_COPY, 0x007FFFFF, ZERO},
    };
    for (unsigned i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        x[0] = ends[i].x;
        CHECK_EQ(stx_tile_write(&tiles, &first, x, SIDE), STX_TILE_OK);
        CHECK_EQ(stx_tile_unary(&tiles, ends[i].function, 0, &result, &first), STX_TILE_OK);
        CHECK_EQ(stx_tile_read(&tiles, &result, y, SIDE), STX_TILE_OK);
        CHECK(as_stated(y[0], ends[i].y));
    }
}

/* The bits of what 131,008 (FP16, FP8), 130,048, 114,688 and 65,536 are: the largest numbers. */
static const struct {
    uint8_t format;
    uint32_t of[OPERANDS];
} conversions[] = {
    {STX_TILE_FP32, {MINUS(F_INF), F_NEG, ZERO, F_INF, F_NAN, F_NAN}},
    {STX_TILE_TF32, {MINUS(F_INF), ZERO, ZERO, F_INF, F_INF, MINUS(F_INF)}},
    {STX_TILE_BF16, {MINUS(F_INF), ZERO, ZERO, F_INF, F_INF, MINUS(F_INF)}},
    {STX_TILE_BFP8, {MINUS(F_INF), ZERO, ZERO, F_INF, F_INF, MINUS(F_INF)}},
    {STX_TILE_BFP4, {MINUS(F_INF), ZERO, ZERO, F_INF, F_INF, MINUS(F_INF)}},
    {STX_TILE_BFP2, {MINUS(F_INF), ZERO, ZERO, F_INF, F_INF, MINUS(F_INF)}},
    {STX_TILE_FP16, {0xC7FFE000, ZERO, ZERO, 0x47FFE000, 0x47FFE000, 0xC7FFE000}},
    {STX_TILE_FP8, {MINUS(W_FP8), ZERO, ZERO, W_FP8, W_FP8, MINUS(W_FP8)}},
    {STX_TILE_BFP8A, {0xC7FE0000, ZERO, ZERO, 0x47FE0000, 0x47FE0000, 0xC7FE0000}},
    {STX_TILE_BFP4A, {0xC7E00000, ZERO, ZERO, 0x47E00000, 0x47E00000, 0xC7E00000}},
    {STX_TILE_BFP2A, {0xC7800000, ZERO, ZERO, 0x47800000, 0x47800000, 0xC7800000}},
};

TEST(conversions_of_infinities_zeros_and_nan) {
    for (unsigned i = 0; i < sizeof conversions / sizeof conversions[0]; i++) {
        struct stx_tensor to = {B_AT, 2, 2, conversions[i].format};
        for (unsigned j = 0; j < OPERANDS; j++) {
            memset(x, 0, sizeof x); /* alone among the 16 that share its exponent */
            x[0] = operands[j];
            CHECK_EQ(stx_tile_write(&tiles, &to, x, SIDE), STX_TILE_OK);
            CHECK_EQ(stx_tile_read(&tiles, &to, y, SIDE), STX_TILE_OK);
            CHECK(as_stated(y[0], conversions[i].of[j]));
        }
    }
}

TEST(a_number_beside_an_infinity_that_shares_its_exponent_is_lost) {
    struct stx_tensor to = {B_AT, 2, 2, STX_TILE_BFP8};
    memset(x, 0, sizeof x);
    x[0] = F_INF;
    x[1] = x[16] = F_ONE; /* the 17th has an exponent of its own group */
    CHECK_EQ(stx_tile_write(&tiles, &to, x, SIDE), STX_TILE_OK);
    CHECK_EQ(stx_tile_read(&tiles, &to, y, SIDE), STX_TILE_OK);
    CHECK_EQ(y[1], ZERO);
    CHECK_EQ(y[16], F_ONE);
}

/* The matrix unit knows numbers alone: 255 is its largest exponent, and NaN lies beyond infinity.
 */
TEST(the_matrix_unit_takes_infinities_and_nan_as_large_numbers) {
    static const struct {
        uint8_t operation, fidelity;
        uint32_t a, b, y;
    } pairs[] = {
        {STX_TILE_ADD, 1, F_INF, F_ONE, F_INF},
        {STX_TILE_ADD, 1, F_NAN, F_ONE, F_INF},
        {STX_TILE_SUB, 1, F_INF, F_INF, ZERO},
        {STX_TILE_SUB, 1, F_ONE, F_INF, MINUS(F_INF)},
        {STX_TILE_MUL, STX_TILE_HIFI4, ZERO, F_INF, ZERO},
        {STX_TILE_MUL, STX_TILE_HIFI4, MINUS(F_INF), TWO, MINUS(F_INF)},
        {STX_TILE_MUL, STX_TILE_HIFI4, MINUS(F_NAN), TWO, MINUS(F_INF)},
        {STX_TILE_MUL, STX_TILE_LOFI, F_INF, F_INF, F_INF},
        {STX_TILE_MUL, STX_TILE_HIFI2, F_INF, F_INF, F_INF},
    };
    for (unsigned i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        x[0] = pairs[i].a;
        y[0] = pairs[i].b;
        CHECK_EQ(stx_tile_write(&tiles, &first, x, SIDE), STX_TILE_OK);
        CHECK_EQ(stx_tile_write(&tiles, &second, y, SIDE), STX_TILE_OK);
        CHECK_EQ(stx_tile_binary(&tiles, pairs[i].operation, STX_TILE_ELEMENTS, &result, &first,
                                 &second, pairs[i].fidelity),
                 STX_TILE_OK);
        CHECK_EQ(stx_tile_read(&tiles, &result, y, SIDE), STX_TILE_OK);
        CHECK_EQ(y[0], pairs[i].y);
    }
}

/* A row of ones, but for one operand in column 5. */
static bool write_row(uint32_t operand) {
    for (unsigned i = 0; i < COUNT; i++) {
        x[i] = F_ONE;
    }
    x[5] = operand;
    return stx_tile_write(&tiles, &first, x, SIDE) == STX_TILE_OK;
}

TEST(a_product_is_infinite_with_an_infinity_or_nan_in_it) {
    static const uint32_t of[OPERANDS] = {MINUS(F_INF), 0x427C0000, 0x427C0000,
                                          F_INF,        F_INF,      MINUS(F_INF)}; /* 63 else */
    for (unsigned i = 0; i < OPERANDS; i++) {
        CHECK(write_row(F_ONE));
        CHECK_EQ(stx_tile_write(&tiles, &second, x, SIDE), STX_TILE_OK);
        CHECK(write_row(operands[i]));
        CHECK_EQ(stx_tile_matmul(&tiles, &result, &first, &second, NULL), STX_TILE_OK);
        CHECK_EQ(stx_tile_read(&tiles, &result, y, SIDE), STX_TILE_OK);
        CHECK_EQ(y[0], of[i]);
    }
}

/* Sums are IEEE's; maxima, minima and argmax follow sign and magnitude, NaN beyond infinity. */
TEST(reductions_of_rows_with_infinities_and_nan) {
    static const uint32_t of[][OPERANDS] = {
        {MINUS(F_INF), 0x427C0000, 0x427C0000, F_INF, F_NAN, F_NAN}, /* sum */
        {MINUS(F_INF), 0x3F7C0000, 0x3F7C0000, F_INF, F_NAN, F_NAN}, /* average: 63/64 */
        {F_ONE, F_ONE, F_ONE, F_INF, F_NAN, F_ONE},                  /* max */
        {MINUS(F_INF), F_NEG, ZERO, F_ONE, F_ONE, F_NAN},            /* min */
        {0, 0, 0, 5, 5, 0},                                          /* argmax */
    };
    struct stx_tensor column = {OUT_AT, 2, 1, STX_TILE_FP32},
                      index = {OUT_AT, 2, 1, STX_TILE_INT32};
    for (unsigned i = 0; i < OPERANDS; i++) {
        CHECK(write_row(operands[i]));
        for (unsigned reduction = 0; reduction < 4; reduction++) {
            CHECK_EQ(stx_tile_reduce(&tiles, reduction, STX_TILE_ROWS, &column, &first),
                     STX_TILE_OK);
            CHECK_EQ(stx_tile_read(&tiles, &column, y, SIDE / 2), STX_TILE_OK);
            CHECK(as_stated(y[0], of[reduction][i]));
        }
        CHECK_EQ(stx_tile_argmax(&tiles, &index, &first), STX_TILE_OK);
        CHECK_EQ(stx_tile_read(&tiles, &index, y, SIDE / 2), STX_TILE_OK);
        CHECK_EQ(y[0], of[4][i]);
    }
}

/* Of a row with an infinity above, or with NaN, nothing is left; the next row is not touched. */
TEST(softmax_and_layernorm_of_rows_with_infinities_and_nan) {
    for (unsigned i = 0; i < OPERANDS; i++) {
        bool below = operands[i] == MINUS(F_INF) || (WORMHOLE && operands[i] == MINUS(F_NAN));
        bool zero = (operands[i] & ~F_NEG) == 0;
        CHECK(write_row(operands[i]));
        CHECK_EQ(stx_tile_softmax(&tiles, &result, &first), STX_TILE_OK);
        CHECK_EQ(stx_tile_read(&tiles, &result, y, SIDE), STX_TILE_OK);
        CHECK_EQ(!as_stated(y[0], F_NAN), below || zero);
        CHECK(!below || y[5] == 0);
        CHECK_EQ(y[SIDE], 0x3C800000); /* 1/64 */
        CHECK_EQ(stx_tile_layernorm(&tiles, &result, &first, NULL, NULL, HALF), STX_TILE_OK);
        CHECK_EQ(stx_tile_read(&tiles, &result, y, SIDE), STX_TILE_OK);
        CHECK_EQ(!as_stated(y[0], F_NAN), zero);
        CHECK_EQ(y[SIDE], ZERO);
    }
}

/* Nothing differs from the mean, and the largest is minus infinity: 0 times infinity, and the
 * difference of infinities. */
TEST(rows_that_have_no_softmax_and_no_norm) {
    CHECK(write_row(F_ONE));
    CHECK_EQ(stx_tile_layernorm(&tiles, &result, &first, NULL, NULL, ZERO), STX_TILE_OK);
    CHECK_EQ(stx_tile_read(&tiles, &result, y, SIDE), STX_TILE_OK);
    CHECK(as_stated(y[0], F_NAN));
    for (unsigned i = 0; i < SIDE; i++) {
        x[i] = MINUS(F_INF);
    }
    CHECK_EQ(stx_tile_write(&tiles, &first, x, SIDE), STX_TILE_OK);
    CHECK_EQ(stx_tile_softmax(&tiles, &result, &first), STX_TILE_OK);
    CHECK_EQ(stx_tile_read(&tiles, &result, y, SIDE), STX_TILE_OK);
    CHECK(as_stated(y[0], F_NAN));
    CHECK_EQ(y[SIDE], 0x3C800000);
}

int main(void) {
    tile_start();
    RUN_IF(STX_DST_ROWS >= 512, functions_of_infinities_zeros_and_nan);
    RUN_IF(STX_DST_ROWS >= 512, functions_at_the_ends_of_the_range);
    RUN_IF(STX_DST_ROWS >= 512, conversions_of_infinities_zeros_and_nan);
    RUN_IF(STX_DST_ROWS >= 512, a_number_beside_an_infinity_that_shares_its_exponent_is_lost);
    RUN_IF(STX_DST_ROWS >= 512, the_matrix_unit_takes_infinities_and_nan_as_large_numbers);
    RUN_IF(STX_DST_ROWS >= 512, a_product_is_infinite_with_an_infinity_or_nan_in_it);
    RUN_IF(STX_DST_ROWS >= 512, reductions_of_rows_with_infinities_and_nan);
    RUN_IF(STX_DST_ROWS >= 512, softmax_and_layernorm_of_rows_with_infinities_and_nan);
    RUN_IF(STX_DST_ROWS >= 512, rows_that_have_no_softmax_and_no_norm);
    return test_summary();
}
