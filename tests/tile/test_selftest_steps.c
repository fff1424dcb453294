/* SPDX-License-Identifier: Apache-2.0
 *
 * Each step of the self-test leaves what the call by its name leaves. */
#include <string.h>

#include "tile.h"
#include "tile/selftest_steps.h"

enum { BASE = 0x8000, TILE_BYTES = 4096 };
/* Where these calls have operands, other forms of them, and results. */
enum { X_AT = 0x2000, Y_AT = 0x3000, CODED_X_AT = 0x4000, CODED_Y_AT = 0x5000, Z_AT = 0x6000 };

enum kind { CONVERT, PRODUCT, PAIR, FUNCTION, REDUCTION, TRANSPOSE, ARGMAX, SOFTMAX };
static const struct {
    const char *name;
    uint8_t kind, format, choice, how;
} rows[] = {
    {"FP32 to Dst and back", CONVERT, STX_TILE_FP32, 0, 0},
    {"TF32 to Dst and back", CONVERT, STX_TILE_TF32, 0, 0},
    {"BF16 to Dst and back", CONVERT, STX_TILE_BF16, 0, 0},
    {"FP16 to Dst and back", CONVERT, STX_TILE_FP16, 0, 0},
    {"FP8 to Dst and back", CONVERT, STX_TILE_FP8, 0, 0},
    {"BFP8 to Dst and back", CONVERT, STX_TILE_BFP8, 0, 0},
    {"BFP8a to Dst and back", CONVERT, STX_TILE_BFP8A, 0, 0},
    {"BFP4 to Dst and back", CONVERT, STX_TILE_BFP4, 0, 0},
    {"BFP4a to Dst and back", CONVERT, STX_TILE_BFP4A, 0, 0},
    {"BFP2 to Dst and back", CONVERT, STX_TILE_BFP2, 0, 0},
    {"BFP2a to Dst and back", CONVERT, STX_TILE_BFP2A, 0, 0},
    {"product of BF16, LoFi", PRODUCT, STX_TILE_BF16, 1, 32},
    {"product of BF16, HiFi4", PRODUCT, STX_TILE_BF16, 4, 32},
    {"product of BF16, HiFi4, sums of 16 bits", PRODUCT, STX_TILE_BF16, 4, 16},
    {"product of TF32, HiFi4", PRODUCT, STX_TILE_TF32, 4, 32},
    {"product of FP16, HiFi4", PRODUCT, STX_TILE_FP16, 4, 32},
    {"product of FP16, HiFi2, sums of 16 bits", PRODUCT, STX_TILE_FP16, 2, 16},
    {"product of INT8", PRODUCT, STX_TILE_INT8, 4, 32},
    {"sum of BF16", PAIR, STX_TILE_BF16, STX_TILE_ADD, STX_TILE_ELEMENTS},
    {"difference of BF16, a column", PAIR, STX_TILE_BF16, STX_TILE_SUB, STX_TILE_FROM_COLUMN},
    {"product of TF32 elements, a row", PAIR, STX_TILE_TF32, STX_TILE_MUL, STX_TILE_FROM_ROW},
    {"product of FP16 elements, a number", PAIR, STX_TILE_FP16, STX_TILE_MUL, STX_TILE_FROM_SCALAR},
    {"transposition of FP32", TRANSPOSE, STX_TILE_FP32, 0, 0},
    {"transposition of BF16", TRANSPOSE, STX_TILE_BF16, 0, 0},
    {"abs", FUNCTION, 0, STX_TILE_ABS, 0},
    {"negative", FUNCTION, 0, STX_TILE_NEGATIVE, 0},
    {"square", FUNCTION, 0, STX_TILE_SQUARE, 0},
    {"relu", FUNCTION, 0, STX_TILE_RELU, 0},
    {"relu_max", FUNCTION, 0, STX_TILE_RELU_MAX, 0},
    {"leaky_relu", FUNCTION, 0, STX_TILE_LEAKY_RELU, 0},
    {"exp", FUNCTION, 0, STX_TILE_EXP, 0},
    {"log", FUNCTION, 0, STX_TILE_LOG, 0},
    {"sqrt", FUNCTION, 0, STX_TILE_SQRT, 0},
    {"rsqrt", FUNCTION, 0, STX_TILE_RSQRT, 0},
    {"reciprocal", FUNCTION, 0, STX_TILE_RECIPROCAL, 0},
    {"sigmoid", FUNCTION, 0, STX_TILE_SIGMOID, 0},
    {"tanh", FUNCTION, 0, STX_TILE_TANH, 0},
    {"gelu", FUNCTION, 0, STX_TILE_GELU, 0},
    {"sin", FUNCTION, 0, STX_TILE_SIN, 0},
    {"cos", FUNCTION, 0, STX_TILE_COS, 0},
    {"sums of rows", REDUCTION, 0, STX_TILE_SUM, STX_TILE_ROWS},
    {"maxima of columns", REDUCTION, 0, STX_TILE_MAX, STX_TILE_COLUMNS},
    {"the smallest of all", REDUCTION, 0, STX_TILE_MIN, STX_TILE_ALL},
    {"the average of all", REDUCTION, 0, STX_TILE_AVERAGE, STX_TILE_ALL},
    {"argmax", ARGMAX, 0, 0, 0},
    {"softmax", SOFTMAX, 0, 0, 0},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* Two tiles of numbers from -4 to 4. */
static void put_operands(uint32_t x, uint32_t y) {
    uint32_t state = 5;
    memset(l1, 0, sizeof l1);
    for (unsigned i = 0; i < 2048; i++) {
        uint32_t number = bits((float)((test_random(&state) >> 8) / 2097152.0 - 4));
        memcpy(l1 + (i < 1024 ? x + 4 * i : y + 4 * (i - 1024)), &number, 4);
    }
}

static struct stx_tensor at(uint32_t address, unsigned format) {
    return (struct stx_tensor){address, 1, 1, (uint8_t)format};
}

/* The operands in a format; integers are the bytes of the FP32 numbers. */
static bool encode(unsigned format, struct stx_tensor *u, struct stx_tensor *v) {
    struct stx_tensor x = at(X_AT, STX_TILE_FP32), y = at(Y_AT, STX_TILE_FP32);
    if (format == STX_TILE_INT8) {
        *u = at(X_AT, format);
        *v = at(Y_AT, format);
        return true;
    }
    *u = at(CODED_X_AT, format);
    *v = at(CODED_Y_AT, format);
    return stx_tile_convert(&tiles, u, &x) == STX_TILE_OK &&
           stx_tile_convert(&tiles, v, &y) == STX_TILE_OK;
}

static enum stx_tile_result call(unsigned i) {
    const struct stx_tile_product options = {.fidelity = rows[i].choice,
                                             .dst16 = rows[i].how == 16};
    struct stx_tensor x = at(X_AT, STX_TILE_FP32), z = at(Z_AT, STX_TILE_FP32), u, v;
    if (!encode(rows[i].format, &u, &v)) {
        return STX_TILE_FAULT;
    }
    switch ((enum kind)rows[i].kind) {
    case CONVERT:
        return stx_tile_convert(&tiles, &z, &u);
    case PRODUCT:
        z.format = rows[i].format == STX_TILE_INT8 ? STX_TILE_INT32 : STX_TILE_FP32;
        return stx_tile_matmul(&tiles, &z, &u, &v, &options);
    case PAIR:
        return stx_tile_binary(&tiles, rows[i].choice, rows[i].how, &z, &u, &v, STX_TILE_HIFI4);
    case FUNCTION:
        return stx_tile_unary(&tiles, rows[i].choice, bits(0.5f), &z, &x);
    case REDUCTION:
        return stx_tile_reduce(&tiles, rows[i].choice, rows[i].how, &z, &x);
    case TRANSPOSE:
        return stx_tile_transpose(&tiles, &z, &u);
    case ARGMAX:
        z.format = STX_TILE_INT32;
        return stx_tile_argmax(&tiles, &z, &x);
    default:
        return stx_tile_softmax(&tiles, &z, &x);
    }
}

TEST(every_step_leaves_what_the_call_by_its_name_leaves) {
    static uint8_t expected[TILE_BYTES], operands[2 * TILE_BYTES];
    CHECK_EQ(SELFTEST_STEPS, ROWS);
    for (unsigned i = 0; i < ROWS; i++) {
        CHECK(strcmp(stx_selftest_step_name(i), rows[i].name) == 0);
        tile_start();
        put_operands(X_AT, Y_AT);
        CHECK_EQ(call(i), STX_TILE_OK);
        memcpy(expected, l1 + Z_AT, sizeof expected);
        tile_start();
        put_operands(BASE + SELFTEST_A, BASE + SELFTEST_B);
        memcpy(operands, l1 + BASE + SELFTEST_A, sizeof operands);
        stx_selftest_step(&tiles, BASE, i);
        CHECK_EQ(tiles.result, STX_TILE_OK);
        CHECK(memcmp(expected, l1 + BASE + SELFTEST_OUT, sizeof expected) == 0);
        CHECK(memcmp(operands, l1 + BASE + SELFTEST_A, sizeof operands) == 0);
    }
}

TEST(no_step_follows_the_last) {
    CHECK(strcmp(stx_selftest_step_name(ROWS), "") == 0);
    CHECK(strcmp(stx_selftest_step_name(UINT32_MAX), "") == 0);
}

/* The tiles follow the scratch area and each other; the registers follow the eight slots of Dst. */
TEST(the_parts_of_l1_follow_each_other) {
    static const uint32_t parts[] = {SELFTEST_A,       SELFTEST_B,       SELFTEST_ZEROS,
                                     SELFTEST_CODED_A, SELFTEST_CODED_B, SELFTEST_OUT,
                                     SELFTEST_DUMP};
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        CHECK_EQ(parts[i], STX_TILE_SCRATCH + i * TILE_BYTES);
    }
    CHECK_EQ(SELFTEST_LREGS, SELFTEST_DUMP + 8 * TILE_BYTES);
}

int main(void) {
    RUN_IF(STX_DST_ROWS >= 512, every_step_leaves_what_the_call_by_its_name_leaves);
    RUN(no_step_follows_the_last);
    RUN(the_parts_of_l1_follow_each_other);
    return test_summary();
}
