/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls that cannot be carried out: each has its result, and nothing is written or issued. */
#include "tile.h"

static uint32_t values[COUNT];
static const struct stx_tensor good = {A_AT, 2, 2, STX_TILE_BF16};
static const struct stx_tensor result = {OUT_AT, 2, 2, STX_TILE_BF16};

/* The call gives `expected`, L1 stays as it was and no word was executed. */
#define CHECK_REFUSED(call, expected)              \
    do {                                           \
        static uint8_t before[L1_BYTES];           \
        uint32_t retired = core.retired;           \
        memcpy(before, l1, sizeof l1);             \
        CHECK_EQ(call, expected);                  \
        CHECK(memcmp(before, l1, sizeof l1) == 0); \
        CHECK_EQ(core.retired, retired);           \
    } while (0)

static enum stx_tile_result copy_of(struct stx_tensor from, struct stx_tensor to) {
    return stx_tile_unary(&tiles, STX_TILE_COPY, 0, &to, &from);
}

TEST(places_and_sizes) {
    struct stx_tensor x = good;
    x.address = A_AT + 8;
    CHECK_REFUSED(copy_of(x, result), STX_TILE_ALIGNMENT);
    x.address = 0;
    CHECK_REFUSED(copy_of(x, result), STX_TILE_RANGE);
    x.address = L1_BYTES - 4 * 2048 + 16;
    CHECK_REFUSED(copy_of(x, result), STX_TILE_RANGE);
    x.address = 0xFFFFFFF0u;
    CHECK_REFUSED(copy_of(x, result), STX_TILE_RANGE);
    x = (struct stx_tensor){A_AT, 65535, 65535, STX_TILE_FP32};
    CHECK_REFUSED(copy_of(x, result), STX_TILE_RANGE);
    x = (struct stx_tensor){A_AT, 0, 2, STX_TILE_BF16};
    CHECK_REFUSED(copy_of(x, result), STX_TILE_SHAPE);
    x = (struct stx_tensor){A_AT, 2, 1, STX_TILE_BF16};
    CHECK_REFUSED(copy_of(x, result), STX_TILE_SHAPE);
    CHECK_REFUSED(stx_tile_write(&tiles, &good, values, SIDE - 1), STX_TILE_SHAPE);
}

TEST(formats_without_a_rule) {
    struct stx_tensor x = good;
    for (unsigned format = 0; format < 256; format++) {
        x.format = (uint8_t)format;
        if (stx_tile_bytes((enum stx_tile_format)format) == 0) {
            CHECK_REFUSED(copy_of(x, result), STX_TILE_FORMAT);
        }
    }
    x.format = STX_TILE_INT8;
    CHECK_REFUSED(copy_of(x, result), STX_TILE_FORMAT);
    x = (struct stx_tensor){B_AT, 2, 2, STX_TILE_FP16}; /* five bits of exponent beside eight */
    CHECK_REFUSED(stx_tile_matmul(&tiles, &result, &good, &x, NULL), STX_TILE_FORMAT);
    x.format = STX_TILE_INT32;
    CHECK_REFUSED(stx_tile_matmul(&tiles, &result, &x, &x, NULL), STX_TILE_FORMAT);
}

TEST(operands_that_the_result_would_overwrite) {
    struct stx_tensor x = good, wider = {A_AT, 2, 2, STX_TILE_FP32};
    x.address = A_AT + 2048;
    CHECK_REFUSED(copy_of(good, x), STX_TILE_OVERLAP);
    CHECK_REFUSED(copy_of(good, wider), STX_TILE_OVERLAP);
    CHECK_REFUSED(stx_tile_matmul(&tiles, &good, &good, &result, NULL), STX_TILE_OVERLAP);
    CHECK_REFUSED(stx_tile_transpose(&tiles, &good, &good), STX_TILE_OVERLAP);
    x.address = 0x200; /* the scratch area */
    CHECK_REFUSED(copy_of(good, x), STX_TILE_OVERLAP);
}

TEST(arguments_that_do_not_exist) {
    struct stx_tile_matmul options = {.fidelity = 5};
    struct stx_tensor y = {B_AT, 2, 2, STX_TILE_BF16};
    CHECK_REFUSED(stx_tile_matmul(&tiles, &result, &good, &y, &options), STX_TILE_ARGUMENT);
    options = (struct stx_tile_matmul){.activation = STX_TILE_FUNCTIONS};
    CHECK_REFUSED(stx_tile_matmul(&tiles, &result, &good, &y, &options), STX_TILE_ARGUMENT);
    options = (struct stx_tile_matmul){.dst16 = true, .accumulate = true};
    CHECK_REFUSED(stx_tile_matmul(&tiles, &result, &good, &y, &options), STX_TILE_ARGUMENT);
    CHECK_REFUSED(stx_tile_matmul(&tiles, &result, NULL, &y, NULL), STX_TILE_ARGUMENT);
    CHECK_REFUSED(stx_tile_unary(&tiles, STX_TILE_FUNCTIONS, 0, &result, &good), STX_TILE_ARGUMENT);
    CHECK_REFUSED(stx_tile_binary(&tiles, 3, 0, &result, &good, &y, 1), STX_TILE_ARGUMENT);
    CHECK_REFUSED(stx_tile_binary(&tiles, 0, 4, &result, &good, &y, 1), STX_TILE_ARGUMENT);
    CHECK_REFUSED(stx_tile_reduce(&tiles, 4, 0, &result, &good), STX_TILE_ARGUMENT);
    CHECK_REFUSED(stx_tile_read(&tiles, &good, NULL, SIDE), STX_TILE_ARGUMENT);
}

TEST(shapes_of_products_and_reductions) {
    struct stx_tensor y = {B_AT, 1, 2, STX_TILE_BF16}, z = {OUT_AT, 2, 2, STX_TILE_INT32};
    struct stx_tile_matmul options = {.bias = &y};
    CHECK_REFUSED(stx_tile_matmul(&tiles, &result, &good, &y, NULL), STX_TILE_SHAPE);
    y = (struct stx_tensor){B_AT, 1, 1, STX_TILE_BF16};
    struct stx_tensor square = {ROW_AT, 2, 2, STX_TILE_BF16};
    CHECK_REFUSED(stx_tile_matmul(&tiles, &result, &good, &square, &options), STX_TILE_SHAPE);
    CHECK_REFUSED(stx_tile_binary(&tiles, 0, STX_TILE_ELEMENTS, &result, &good, &y, 1),
                  STX_TILE_SHAPE);
    CHECK_REFUSED(stx_tile_reduce(&tiles, 0, STX_TILE_ROWS, &result, &good), STX_TILE_SHAPE);
    CHECK_REFUSED(stx_tile_argmax(&tiles, &z, &good), STX_TILE_SHAPE);
    CHECK_REFUSED(stx_tile_layernorm(&tiles, &result, &good, &y, NULL, 0), STX_TILE_SHAPE);
}

TEST(a_scratch_area_that_does_not_fit) {
    struct stx_tiles t;
    CHECK_EQ(stx_tiles_init(&t, &core, 0, 0x100, STX_TILE_SCRATCH - 1), STX_TILE_TOO_SMALL);
    CHECK_EQ(stx_tiles_init(&t, &core, 0, 0x108, STX_TILE_SCRATCH), STX_TILE_ALIGNMENT);
    CHECK_EQ(stx_tiles_init(&t, &core, 0, L1_BYTES - 16, STX_TILE_SCRATCH), STX_TILE_RANGE);
    CHECK_EQ(stx_tiles_init(&t, &core, 3, 0x100, STX_TILE_SCRATCH), STX_TILE_ARGUMENT);
}

int main(void) {
    tile_start();
    RUN(places_and_sizes);
    RUN(formats_without_a_rule);
    RUN(operands_that_the_result_would_overwrite);
    RUN(arguments_that_do_not_exist);
    RUN(shapes_of_products_and_reductions);
    RUN(a_scratch_area_that_does_not_fit);
    return test_summary();
}
