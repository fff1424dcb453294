/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions of one number: every bit of them, as the formulas of functions_model.h give it. */
#include "functions_model.h"
#include "tile.h"

static const struct stx_tensor in = {A_AT, 2, 2, STX_TILE_FP32}, out = {B_AT, 2, 2, STX_TILE_FP32};
static uint32_t x[COUNT], y[COUNT];

/* Arguments lie between the powers 2^low and 2^high, of both signs if there are negative ones. */
static const struct function {
    uint8_t function;
    uint32_t (*model)(uint32_t x);
    int8_t low, high;
    bool both;
} functions[] = {
    {STX_TILE_EXP, model_exp, -12, 7, true},
    {STX_TILE_SIGMOID, model_sigmoid, -12, 7, true},
    {STX_TILE_SILU, model_silu, -12, 7, true},
    {STX_TILE_TANH, model_tanh, -12, 4, true},
    {STX_TILE_GELU, model_gelu, -12, 5, true},
    {STX_TILE_LOG, model_log, -126, 127, false},
    {STX_TILE_SQRT, model_sqrt, -126, 127, false},
    {STX_TILE_RSQRT, model_rsqrt, -126, 127, false},
    {STX_TILE_RECIPROCAL, model_reciprocal, -126, 127, true},
    {STX_TILE_SIN, model_sin, -12, 12, true},
    {STX_TILE_COS, model_cos, -12, 12, true},
};
enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

static uint32_t any_number(const struct function *f) {
    uint32_t exponent = 127 + (uint32_t)(int32_t)floor(uniform(f->low, f->high));
    uint32_t sign = f->both && uniform(-1, 1) < 0 ? F_NEG : 0;
    return sign | exponent << 23 | (uint32_t)uniform(0, 8388608);
}

/* Does every number of x become what the model makes of it? */
static bool equals_model(const struct function *f) {
    if (stx_tile_write(&tiles, &in, x, SIDE) != STX_TILE_OK ||
        stx_tile_unary(&tiles, f->function, 0, &out, &in) != STX_TILE_OK ||
        stx_tile_read(&tiles, &out, y, SIDE) != STX_TILE_OK) {
        return false;
    }
    for (unsigned i = 0; i < COUNT; i++) {
        if (y[i] != f->model(x[i])) {
            printf("%s of %08x: %08x, by the model %08x\n", stx_tile_function_name(f->function),
                   (unsigned)x[i], (unsigned)y[i], (unsigned)f->model(x[i]));
            return false;
        }
    }
    return true;
}

TEST(functions_equal_their_formulas_bit_for_bit) {
    for (unsigned i = 0; i < 2 * FUNCTIONS; i++) {
        for (unsigned j = 0; j < COUNT; j++) {
            x[j] = any_number(&functions[i / 2]);
        }
        CHECK(equals_model(&functions[i / 2]));
    }
}

/* Numbers where formulas change: the neighbours of each, of both signs. */
TEST(functions_equal_their_formulas_where_these_change) {
    static const uint32_t ends[] = {
        0x42B17217, 0x42AEAC4F, 0x41800000, 0x3F200000, 0x3F3504F3, 0x3FB504F3, 0x3F800000,
        0x3F000000, 0x40000000, 0x3FC90FDB, 0x40490FDB, 0x7E800000, 0x7F7FFFFD, 0x00800003,
        0x45800000, 0x3EB17218, 0x40AEAC4F, 0x42000000, 0x3A800000,
    };
    for (unsigned i = 0; i < FUNCTIONS; i++) {
        for (unsigned j = 0; j < COUNT; j++) {
            unsigned end = j / 16 % (sizeof ends / sizeof ends[0]);
            x[j] = (ends[end] + j % 5 - 2) | (j & 8 ? F_NEG : 0);
            x[j] = (x[j] & ~F_NEG) < M_SMALLEST ? M_SMALLEST : x[j];
        }
        CHECK(equals_model(&functions[i]));
    }
}

/* Found by a search with functions_model.h: numbers whose result is another one if the last digit
 * of a coefficient is. */
TEST(functions_depend_on_every_digit_of_their_coefficients) {
    static const uint32_t numbers[] = {
        0x3EAF7E31, 0x3EA80F59, 0x3EA8A368, 0x3EAE0338, 0xC29BF548, 0x423F52CB, /* exp */
        0x3F103546, 0x3F1FFB7D, 0x3F11B355, 0x3F1BD027, 0x3F0D042B,             /* tanh */
        0x3FB38DCF, 0x3FB01A55, 0x3FB4FEF8, 0x3FB4DB16, 0x3FB366BC, 0x3FAC8E53, /* log */
        0x3FB05B63, 0x3FAA712C, 0x3FB504F3, 0x7D6EA996,                         /* log */
        0x3FBED74D, 0x3FC83BFB, 0x3FBE1A43, 0x3FC30E70, 0x416231D8, 0x45566A1F, /* sin */
        0xC03E7F76, 0xBFA152E3, 0xC028EA15, 0xBFFAC253, 0xBF2CD576,             /* gelu */
    };
    for (unsigned i = 0; i < COUNT; i++) {
        x[i] = numbers[i % (sizeof numbers / sizeof numbers[0])];
    }
    for (unsigned i = 0; i < FUNCTIONS; i++) {
        CHECK(equals_model(&functions[i]));
    }
}

int main(void) {
    tile_start();
    RUN_IF(STX_DST_ROWS >= 512, functions_equal_their_formulas_bit_for_bit);
    RUN_IF(STX_DST_ROWS >= 512, functions_equal_their_formulas_where_these_change);
    RUN_IF(STX_DST_ROWS >= 512, functions_depend_on_every_digit_of_their_coefficients);
    return test_summary();
}
