/* SPDX-License-Identifier: Apache-2.0
 *
 * What just fits and what just does not: places of tensors and of the scratch area, overlaps,
 * options of products; and that a call writes nothing but its result and the scratch area. */
#include <string.h>

#include "tile.h"
#include "tile/lines.h"

enum { SCRATCH_AT = 0x10000, TILE_BYTES = 4096 };

static uint32_t values[COUNT];

static struct stx_tensor at(uint32_t address, unsigned rows, unsigned columns, unsigned format) {
    return (struct stx_tensor){address, (uint16_t)rows, (uint16_t)columns, (uint8_t)format};
}

/* The result of a copy of one FP32 tile. */
static enum stx_tile_result copy(uint32_t from, uint32_t to) {
    struct stx_tensor x = at(from, 1, 1, STX_TILE_FP32), y = at(to, 1, 1, STX_TILE_FP32);
    return stx_tile_unary(&tiles, STX_TILE_COPY, 0, &y, &x);
}

static void start_with_scratch_in_the_middle(void) {
    stx_init(&core, l1, sizeof l1, NULL);
    (void)stx_tiles_init(&tiles, &core, 0, SCRATCH_AT, STX_TILE_SCRATCH);
}

TEST(a_tensor_may_begin_at_16_and_end_with_l1) {
    start_with_scratch_in_the_middle();
    CHECK_EQ(copy(16, L1_BYTES - TILE_BYTES), STX_TILE_OK);
    CHECK_EQ(copy(L1_BYTES - TILE_BYTES, 16), STX_TILE_OK);
    CHECK_EQ(copy(0, L1_BYTES - TILE_BYTES), STX_TILE_RANGE);
    CHECK_EQ(copy(16, L1_BYTES - TILE_BYTES + 16), STX_TILE_RANGE);
}

TEST(tensors_may_lie_side_by_side) {
    static const struct {
        uint32_t other;
        enum stx_tile_result result;
    } cases[] = {
        {SCRATCH_AT - TILE_BYTES, STX_TILE_OK},
        {SCRATCH_AT - TILE_BYTES + 16, STX_TILE_OVERLAP},
        {SCRATCH_AT + STX_TILE_SCRATCH, STX_TILE_OK},
        {SCRATCH_AT + STX_TILE_SCRATCH - 16, STX_TILE_OVERLAP},
        {A_AT + TILE_BYTES, STX_TILE_OK},
        {A_AT + TILE_BYTES - 16, STX_TILE_OVERLAP},
        {A_AT - TILE_BYTES, STX_TILE_OK},
        {A_AT - TILE_BYTES + 16, STX_TILE_OVERLAP},
    };
    start_with_scratch_in_the_middle();
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK_EQ(copy(A_AT, cases[i].other), cases[i].result);
        CHECK_EQ(copy(cases[i].other, A_AT), cases[i].result);
    }
}

/* Of the operands of a sum either one may be the result, and none may overlap it otherwise. */
TEST(both_operands_of_a_sum_are_looked_at) {
    struct stx_tensor x = at(A_AT, 1, 1, STX_TILE_BF16), y = at(B_AT, 1, 1, STX_TILE_BF16);
    struct stx_tensor z = at(A_AT, 1, 1, STX_TILE_BF16);
    start_with_scratch_in_the_middle();
    for (unsigned i = 0; i < 4; i++) {
        z.address = (i / 2 ? B_AT : A_AT) + (i % 2 ? 16 : 0);
        CHECK_EQ(stx_tile_binary(&tiles, STX_TILE_ADD, STX_TILE_ELEMENTS, &z, &x, &y, 1),
                 i % 2 ? STX_TILE_OVERLAP : STX_TILE_OK);
    }
    z.address = SCRATCH_AT;
    CHECK_EQ(stx_tile_binary(&tiles, STX_TILE_ADD, STX_TILE_ELEMENTS, &x, &y, &z, 1),
             STX_TILE_OVERLAP);
}

/* In its place a tensor keeps its size: as many bytes in the same rows and columns. */
TEST(in_its_place_a_tensor_keeps_its_shape) {
    struct stx_tensor x = at(A_AT, 1, 2, STX_TILE_BF16), turned = at(A_AT, 2, 1, STX_TILE_BF16);
    struct stx_tensor same = at(A_AT, 1, 2, STX_TILE_FP16), wide = at(A_AT, 1, 2, STX_TILE_FP32);
    start_with_scratch_in_the_middle();
    CHECK_EQ(stx_tile_convert(&tiles, &same, &x), STX_TILE_OK);
    CHECK_EQ(stx_tile_convert(&tiles, &turned, &x), STX_TILE_OVERLAP);
    CHECK_EQ(stx_tile_convert(&tiles, &wide, &x), STX_TILE_OVERLAP);
    turned.address = B_AT;
    CHECK_EQ(stx_tile_convert(&tiles, &turned, &x), STX_TILE_SHAPE);
}

TEST(a_scratch_area_just_fits) {
    struct stx_tiles t;
    tile_start();
    CHECK_EQ(stx_tiles_init(&t, &core, 2, 16, STX_TILE_SCRATCH), STX_TILE_OK);
    CHECK_EQ(stx_tiles_init(&t, &core, 0, L1_BYTES - STX_TILE_SCRATCH, STX_TILE_SCRATCH),
             STX_TILE_OK);
    CHECK_EQ(stx_tiles_init(&t, &core, 0, L1_BYTES - STX_TILE_SCRATCH, STX_TILE_SCRATCH + 1),
             STX_TILE_RANGE);
    CHECK_EQ(stx_tiles_init(&t, &core, 0, 0, STX_TILE_SCRATCH), STX_TILE_RANGE);
    CHECK_EQ(stx_tiles_init(&t, &core, 3, 16, STX_TILE_SCRATCH), STX_TILE_ARGUMENT);
}

/* Bits of a number, and a byte for the exponent that 16 of them share. */
TEST(a_tile_has_the_bytes_of_its_numbers) {
    static const struct {
        uint8_t format;
        uint32_t bytes;
    } cases[] = {
        {STX_TILE_FP32, 4096}, {STX_TILE_TF32, 4096}, {STX_TILE_INT32, 4096},
        {STX_TILE_FP16, 2048}, {STX_TILE_BF16, 2048}, {STX_TILE_FP8, 1024},
        {STX_TILE_INT8, 1024}, {STX_TILE_BFP8, 1088}, {STX_TILE_BFP8A, 1088},
        {STX_TILE_BFP4, 576},  {STX_TILE_BFP4A, 576}, {STX_TILE_BFP2, 320},
        {STX_TILE_BFP2A, 320},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct stx_tensor x = at(A_AT, 65535, 65535, cases[i].format);
        CHECK_EQ(stx_tile_bytes(cases[i].format), cases[i].bytes);
        CHECK(stx_tensor_bytes(&x) == 65535ull * 65535 * cases[i].bytes);
    }
}

TEST(whole_numbers_become_binary32) {
    for (uint32_t n = 1; n < 1u << 24; n += 1 + n / 64) {
        CHECK_EQ(stx_tile_f32_of(n), bits((float)n));
    }
    CHECK_EQ(stx_tile_f32_of(0x7FFFFF), bits(8388607.0f));
    CHECK_EQ(stx_tile_f32_of(0xFFFFFF), bits(16777215.0f));
}

TEST(every_result_has_a_sentence_of_its_own) {
    for (unsigned i = 0; i <= STX_TILE_FAULT; i++) {
        CHECK(stx_tile_text((enum stx_tile_result)i)[0]);
        for (unsigned j = 0; j < i; j++) {
            CHECK(strcmp(stx_tile_text((enum stx_tile_result)i),
                         stx_tile_text((enum stx_tile_result)j)) != 0);
        }
    }
    CHECK(!stx_tile_text((enum stx_tile_result)(STX_TILE_FAULT + 1))[0]);
    CHECK(!stx_tile_function_name(STX_TILE_FUNCTIONS)[0]);
}

/* Which options go together, as softensix/tile.h says. */
static bool is_allowed(const struct stx_tile_product *o, unsigned in, unsigned out) {
    bool integers = in == STX_TILE_INT8, more = o->bias || o->activation != STX_TILE_COPY;
    if (o->fidelity > STX_TILE_HIFI4 || o->activation >= STX_TILE_FUNCTIONS) {
        return false;
    }
    if (o->dst16) {
        return !more && !o->accumulate && !integers;
    }
    return !integers || (!more && !(o->accumulate && out == STX_TILE_INT8));
}

TEST(options_of_products_go_together_or_do_not) {
    static const uint8_t formats_of[][2] = {{STX_TILE_BF16, STX_TILE_BF16},
                                            {STX_TILE_FP16, STX_TILE_FP16},
                                            {STX_TILE_INT8, STX_TILE_INT32},
                                            {STX_TILE_INT8, STX_TILE_INT8}};
    struct stx_tensor row = at(ROW_AT, 1, 1, STX_TILE_BF16);
    start_with_scratch_in_the_middle();
    for (unsigned i = 0; i < 4 * 6 * 3 * 8; i++) {
        const uint8_t *formats_here = formats_of[i % 4];
        struct stx_tensor x = at(A_AT, 1, 1, formats_here[0]), y = at(B_AT, 1, 1, formats_here[0]);
        struct stx_tensor z = at(OUT_AT, 1, 1, formats_here[1]);
        static const uint8_t activations[] = {STX_TILE_COPY, STX_TILE_COS, STX_TILE_FUNCTIONS};
        unsigned flags = i / 72;
        struct stx_tile_product o = {.fidelity = (uint8_t)(i / 4 % 6),
                                     .activation = activations[i / 24 % 3],
                                     .dst16 = flags & 1,
                                     .accumulate = flags & 2,
                                     .bias = flags & 4 ? &row : NULL};
        CHECK_EQ(stx_tile_matmul(&tiles, &z, &x, &y, &o),
                 is_allowed(&o, x.format, z.format) ? STX_TILE_OK : STX_TILE_ARGUMENT);
    }
}

/* Four tiles of integers: sums, differences and products, each number alone. */
TEST(integers_are_added_and_multiplied_tile_by_tile) {
    static uint32_t a[COUNT], b[COUNT];
    struct stx_tensor x = at(A_AT, 2, 2, STX_TILE_INT8), y = at(B_AT, 2, 2, STX_TILE_INT8);
    struct stx_tensor z = at(OUT_AT, 2, 2, STX_TILE_INT32);
    tile_start();
    for (unsigned i = 0; i < COUNT; i++) {
        a[i] = (uint32_t)(int32_t)uniform(-127.9, 127.9);
        b[i] = (uint32_t)(int32_t)uniform(-127.9, 127.9);
    }
    CHECK_EQ(stx_tile_write(&tiles, &x, a, SIDE), STX_TILE_OK);
    CHECK_EQ(stx_tile_write(&tiles, &y, b, SIDE), STX_TILE_OK);
    for (unsigned operation = 0; operation < 3; operation++) {
        CHECK_EQ(stx_tile_binary(&tiles, operation, STX_TILE_ELEMENTS, &z, &x, &y, STX_TILE_HIFI4),
                 STX_TILE_OK);
        CHECK_EQ(stx_tile_read(&tiles, &z, values, SIDE), STX_TILE_OK);
        for (unsigned i = 0; i < COUNT; i++) {
            CHECK_EQ(values[i], operation == STX_TILE_ADD   ? a[i] + b[i]
                                : operation == STX_TILE_SUB ? a[i] - b[i]
                                                            : a[i] * b[i]);
        }
    }
}

/* In L1 they are a sign and a magnitude of 31 bits. */
TEST(the_most_negative_integer_saturates) {
    static const uint32_t cases[][2] = {{0x80000000, 0x80000001},
                                        {0x80000001, 0x80000001},
                                        {0xC0000000, 0xC0000000},
                                        {0x40000000, 0x40000000},
                                        {0x7FFFFFFF, 0x7FFFFFFF},
                                        {0xFFFFFFFF, 0xFFFFFFFF},
                                        {1, 1},
                                        {0, 0}};
    struct stx_tensor x = at(A_AT, 1, 1, STX_TILE_INT32);
    tile_start();
    for (unsigned i = 0; i < 8; i++) {
        values[0] = cases[i][0];
        CHECK_EQ(stx_tile_write(&tiles, &x, values, SIDE), STX_TILE_OK);
        CHECK_EQ(stx_tile_read(&tiles, &x, values, SIDE), STX_TILE_OK);
        CHECK_EQ(values[0], cases[i][1]);
    }
}

TEST(as_many_numbers_are_read_as_there_are) {
    static uint32_t numbers[2 * COUNT];
    struct stx_tensor x = at(A_AT, 2, 1, STX_TILE_FP32);
    tile_start();
    memset(numbers, 0x5A, sizeof numbers);
    CHECK_EQ(stx_tile_read(&tiles, &x, numbers, 40), STX_TILE_OK); /* rows of 32 after each 40 */
    for (unsigned i = 0; i < 2 * COUNT; i++) {
        CHECK_EQ(numbers[i] == 0x5A5A5A5A, i % 40 >= 32 || i / 40 >= 64);
    }
}

/* A word that faults ends the call: no later word is executed. */
static bool spoil_format(void *ctx, uint32_t word) {
    unsigned *after = ctx;
    uint32_t *format = &core.cfg[0][STX_CONFIG_WORD(THCON_SEC0_REG0_TileDescriptor)];
    if (word >> 24 == 0x42 && *format != 0xF0F) { /* UNPACR: no such format */
        *format = 0xF0C;
    }
    *after += *format == 0xF0C;
    return true;
}

TEST(a_word_that_faults_ends_the_call) {
    unsigned after = 0;
    tile_start();
    tiles.tap = spoil_format;
    tiles.tap_ctx = &after;
    CHECK_EQ(copy(A_AT, OUT_AT), STX_TILE_FAULT);
    CHECK_EQ(after, 1);
    CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_BAD_FORMAT);
}

TEST(the_packer_is_told_how_many_rows_a_plane_has) {
    tile_start();
    CHECK_EQ(copy(A_AT, OUT_AT), STX_TILE_OK);
    CHECK_EQ(core.cfg[0][STX_CONFIG_WORD(PACK_COUNTERS_SEC0_pack_reads_per_xy_plane)], 16u << 8);
}

int main(void) {
    RUN_IF(STX_DST_ROWS >= 512, a_tensor_may_begin_at_16_and_end_with_l1);
    RUN_IF(STX_DST_ROWS >= 512, tensors_may_lie_side_by_side);
    RUN_IF(STX_DST_ROWS >= 512, both_operands_of_a_sum_are_looked_at);
    RUN_IF(STX_DST_ROWS >= 512, in_its_place_a_tensor_keeps_its_shape);
    RUN(a_scratch_area_just_fits);
    RUN(a_tile_has_the_bytes_of_its_numbers);
    RUN(whole_numbers_become_binary32);
    RUN(every_result_has_a_sentence_of_its_own);
    RUN_IF(STX_DST_ROWS >= 512, options_of_products_go_together_or_do_not);
    RUN_IF(STX_DST_ROWS >= 512, integers_are_added_and_multiplied_tile_by_tile);
    RUN_IF(STX_DST_ROWS >= 512, the_most_negative_integer_saturates);
    RUN_IF(STX_DST_ROWS >= 512, as_many_numbers_are_read_as_there_are);
    RUN_IF(STX_DST_ROWS >= 512, a_word_that_faults_ends_the_call);
    RUN_IF(STX_DST_ROWS >= 512, the_packer_is_told_how_many_rows_a_plane_has);
    return test_summary();
}
