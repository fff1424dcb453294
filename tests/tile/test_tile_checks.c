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

TEST(codes_that_are_no_format_have_no_bytes) {
    static const uint32_t none[] = {12, 13, 16, 255};
    for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++) {
        CHECK_EQ(stx_tile_bytes((enum stx_tile_format)none[i]), 0);
    }
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

/* A product of integers is one of INT8 into INT8 or INT32. */
TEST(an_operand_of_a_product_is_never_int32) {
    struct stx_tensor a = {A_AT, 2, 2, STX_TILE_INT8}, b = {B_AT, 2, 2, STX_TILE_INT8};
    struct stx_tensor to = {OUT_AT, 2, 2, STX_TILE_INT32};
    CHECK(stx_tile_matmul(&tiles, &to, &a, &b, NULL) != STX_TILE_FORMAT);
    for (unsigned n = 1; n < 4; n++) {
        a.format = n & 1u ? STX_TILE_INT32 : STX_TILE_INT8;
        b.format = n & 2u ? STX_TILE_INT32 : STX_TILE_INT8;
        for (unsigned into = 0; into < 2; into++) {
            to.format = into ? STX_TILE_INT32 : STX_TILE_INT8;
            CHECK_REFUSED(stx_tile_matmul(&tiles, &to, &a, &b, NULL), STX_TILE_FORMAT);
        }
    }
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
    struct stx_tile_product options = {.fidelity = 5};
    struct stx_tensor y = {B_AT, 2, 2, STX_TILE_BF16};
    CHECK_REFUSED(stx_tile_matmul(&tiles, &result, &good, &y, &options), STX_TILE_ARGUMENT);
    options = (struct stx_tile_product){.activation = STX_TILE_FUNCTIONS};
    CHECK_REFUSED(stx_tile_matmul(&tiles, &result, &good, &y, &options), STX_TILE_ARGUMENT);
    options = (struct stx_tile_product){.dst16 = true, .accumulate = true};
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
    struct stx_tile_product options = {.bias = &y};
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

/* Every call, seen as one of a result and an operand; what else it needs is in order. */
static const struct stx_tensor other = {B_AT, 2, 2, STX_TILE_BF16};

static enum stx_tile_result write_out(const struct stx_tensor *out, const struct stx_tensor *in) {
    (void)in;
    return stx_tile_write(&tiles, out, values, SIDE);
}
static enum stx_tile_result read_in(const struct stx_tensor *out, const struct stx_tensor *in) {
    (void)out;
    return stx_tile_read(&tiles, in, values, SIDE);
}
static enum stx_tile_result convert(const struct stx_tensor *out, const struct stx_tensor *in) {
    return stx_tile_convert(&tiles, out, in);
}
static enum stx_tile_result unary(const struct stx_tensor *out, const struct stx_tensor *in) {
    return stx_tile_unary(&tiles, STX_TILE_EXP, 0, out, in);
}
static enum stx_tile_result product_a(const struct stx_tensor *out, const struct stx_tensor *in) {
    return stx_tile_matmul(&tiles, out, in, &other, NULL);
}
static enum stx_tile_result product_b(const struct stx_tensor *out, const struct stx_tensor *in) {
    return stx_tile_matmul(&tiles, out, &other, in, NULL);
}
static enum stx_tile_result bias(const struct stx_tensor *out, const struct stx_tensor *in) {
    struct stx_tile_product options = {.bias = in};
    return stx_tile_matmul(&tiles, out, &other, &other, &options);
}
static enum stx_tile_result binary_a(const struct stx_tensor *out, const struct stx_tensor *in) {
    return stx_tile_binary(&tiles, STX_TILE_ADD, STX_TILE_ELEMENTS, out, in, &other, 1);
}
static enum stx_tile_result binary_b(const struct stx_tensor *out, const struct stx_tensor *in) {
    return stx_tile_binary(&tiles, STX_TILE_MUL, STX_TILE_FROM_ROW, out, &other, in, 1);
}
static enum stx_tile_result reduce(const struct stx_tensor *out, const struct stx_tensor *in) {
    return stx_tile_reduce(&tiles, STX_TILE_SUM, STX_TILE_ROWS, out, in);
}
static enum stx_tile_result argmax(const struct stx_tensor *out, const struct stx_tensor *in) {
    return stx_tile_argmax(&tiles, out, in);
}
static enum stx_tile_result transpose(const struct stx_tensor *out, const struct stx_tensor *in) {
    return stx_tile_transpose(&tiles, out, in);
}
static enum stx_tile_result softmax(const struct stx_tensor *out, const struct stx_tensor *in) {
    return stx_tile_softmax(&tiles, out, in);
}
static enum stx_tile_result layernorm(const struct stx_tensor *out, const struct stx_tensor *in) {
    return stx_tile_layernorm(&tiles, out, in, NULL, NULL, 0);
}
static enum stx_tile_result gamma_row(const struct stx_tensor *out, const struct stx_tensor *in) {
    return stx_tile_layernorm(&tiles, out, &other, in, NULL, 0);
}
static enum stx_tile_result beta_row(const struct stx_tensor *out, const struct stx_tensor *in) {
    return stx_tile_layernorm(&tiles, out, &other, NULL, in, 0);
}

enum { OUT = 1, IN = 2, MAY_BE_NULL = 4, IN_PLACE = 8 };
#define MATRIX(at) \
    { at, 2, 2, STX_TILE_BF16 }
#define ROW(at) \
    { at, 1, 2, STX_TILE_BF16 }
static const struct call {
    const char *name;
    enum stx_tile_result (*run)(const struct stx_tensor *out, const struct stx_tensor *in);
    struct stx_tensor out, in;
    uint8_t how, wrong; /* which tensors there are; a format that does not go with the others */
} calls[] = {
    {"write", write_out, MATRIX(OUT_AT), MATRIX(A_AT), OUT, 9},
    {"read", read_in, MATRIX(OUT_AT), MATRIX(A_AT), IN, 9},
    {"convert", convert, MATRIX(OUT_AT), MATRIX(A_AT), OUT | IN | IN_PLACE, STX_TILE_INT8},
    {"unary", unary, MATRIX(OUT_AT), MATRIX(A_AT), OUT | IN | IN_PLACE, STX_TILE_INT32},
    {"matmul, a", product_a, MATRIX(OUT_AT), MATRIX(A_AT), OUT | IN, STX_TILE_INT8},
    {"matmul, b", product_b, MATRIX(OUT_AT), MATRIX(A_AT), OUT | IN, STX_TILE_INT8},
    {"matmul, bias", bias, MATRIX(OUT_AT), ROW(A_AT), OUT | IN | MAY_BE_NULL, STX_TILE_INT32},
    {"binary, a", binary_a, MATRIX(OUT_AT), MATRIX(A_AT), OUT | IN | IN_PLACE, STX_TILE_INT8},
    {"binary, b", binary_b, MATRIX(OUT_AT), ROW(A_AT), OUT | IN, STX_TILE_INT8},
    {"reduce", reduce, {OUT_AT, 2, 1, STX_TILE_BF16}, MATRIX(A_AT), OUT | IN, STX_TILE_INT8},
    {"argmax", argmax, {OUT_AT, 2, 1, STX_TILE_INT32}, MATRIX(A_AT), OUT | IN, STX_TILE_INT8},
    {"transpose", transpose, MATRIX(OUT_AT), MATRIX(A_AT), OUT | IN, STX_TILE_INT8},
    {"softmax", softmax, MATRIX(OUT_AT), MATRIX(A_AT), OUT | IN | IN_PLACE, STX_TILE_INT8},
    {"layernorm", layernorm, MATRIX(OUT_AT), MATRIX(A_AT), OUT | IN | IN_PLACE, STX_TILE_INT8},
    {"layernorm, gamma", gamma_row, MATRIX(OUT_AT), ROW(A_AT), OUT | IN | MAY_BE_NULL,
     STX_TILE_INT32},
    {"layernorm, beta", beta_row, MATRIX(OUT_AT), ROW(A_AT), OUT | IN | MAY_BE_NULL,
     STX_TILE_INT32},
};
enum { CALLS = sizeof calls / sizeof calls[0] };

static const struct call *tried;

/* The call gives `expected`, whose sentence is not that of success, and nothing changes. */
static void refused(const struct stx_tensor *out, const struct stx_tensor *in,
                    enum stx_tile_result expected, const char *why) {
    if (test_bad) {
        return; /* the first failure is told */
    }
    const enum stx_tile_result result = tried->run(out, in);
    if (result != expected) {
        printf("%s, %s: %s\n", tried->name, why, stx_tile_text(result));
    }
    CHECK_REFUSED(tried->run(out, in), expected);
    CHECK(stx_tile_text(expected)[0] && strcmp(stx_tile_text(expected), stx_tile_text(0)) != 0);
}

/* The same for a change of the result or of the operand. */
static void refused_change(unsigned which, struct stx_tensor changed, enum stx_tile_result expected,
                           const char *why) {
    refused(which == OUT ? &changed : &tried->out, which == IN ? &changed : &tried->in, expected,
            why);
}

static void refused_place(unsigned which, uint32_t address, enum stx_tile_result expected,
                          const char *why) {
    struct stx_tensor x = which == OUT ? tried->out : tried->in;
    x.address = address;
    refused_change(which, x, expected, why);
}

static void refused_format(unsigned which, unsigned format, const char *why) {
    struct stx_tensor x = which == OUT ? tried->out : tried->in;
    x.format = (uint8_t)format;
    refused_change(which, x, STX_TILE_FORMAT, why);
}

static void refused_shape(unsigned which, unsigned rows, unsigned columns,
                          enum stx_tile_result expected, const char *why) {
    struct stx_tensor x = which == OUT ? tried->out : tried->in;
    x.rows = (uint16_t)rows;
    x.columns = (uint16_t)columns;
    refused_change(which, x, expected, why);
}

static void refuse_tensor(unsigned which) {
    const struct stx_tensor *x = which == OUT ? &tried->out : &tried->in;
    refused_place(which, x->address + 8, STX_TILE_ALIGNMENT, "not aligned");
    refused_place(which, 0, STX_TILE_RANGE, "below 16");
    refused_place(which, L1_BYTES - 16, STX_TILE_RANGE, "beyond the end");
    refused_place(which, 0xFFFFFFF0u, STX_TILE_RANGE, "at the end of addresses");
    refused_place(which, 0x1000, STX_TILE_OVERLAP, "in the scratch area");
    refused_format(which, 9, "no such format");
    refused_format(which, 255, "no such format");
    refused_shape(which, 0, x->columns, STX_TILE_SHAPE, "no rows");
    refused_shape(which, x->rows, 0, STX_TILE_SHAPE, "no columns");
    const bool is_row = which == IN && tried->how & MAY_BE_NULL; /* its shape is looked at first */
    refused_shape(which, 65535, 65535, is_row ? STX_TILE_SHAPE : STX_TILE_RANGE, "larger than L1");
    if (!is_row) {
        refused(which == OUT ? NULL : &tried->out, which == IN ? NULL : &tried->in,
                STX_TILE_ARGUMENT, "NULL");
    }
}

static void refuse_pair(void) {
    refused_format(IN, tried->wrong, "an operand that does not go with the others");
    refused_shape(IN, 3, 2, STX_TILE_SHAPE, "one row more");
    if (tried->out.columns == tried->in.columns) {
        refused_shape(IN, tried->in.rows, 1, STX_TILE_SHAPE, "one column less");
    }
    refused_shape(OUT, 1, tried->out.columns, STX_TILE_SHAPE, "a result with a row less");
    refused_place(OUT, tried->in.address + 1024, STX_TILE_OVERLAP, "the result in the operand");
    if (!(tried->how & IN_PLACE)) {
        refused_place(OUT, tried->in.address, STX_TILE_OVERLAP, "the result on the operand");
    }
}

TEST(every_call_refuses_what_it_cannot_do) {
    for (unsigned i = 0; i < CALLS; i++) {
        tried = &calls[i];
        CHECK_EQ(tried->run(&tried->out, &tried->in), STX_TILE_OK);
        if (tried->how & OUT) {
            refuse_tensor(OUT);
        }
        if (tried->how & IN) {
            refuse_tensor(IN);
        }
        if ((tried->how & (OUT | IN)) == (OUT | IN)) {
            refuse_pair();
        }
    }
}

/* Bytes of L1 from first to end hold the pattern that was put there. */
static bool untouched(uint32_t first, uint32_t end) {
    while (first < end && l1[first] == (first & 0x3F)) {
        first++;
    }
    return first >= end;
}

TEST(a_call_writes_its_result_and_the_scratch_area_alone) {
    for (unsigned i = 0; i < CALLS; i++) {
        const struct stx_tensor *out = &calls[i].out;
        uint32_t end = out->address + (uint32_t)stx_tensor_bytes(out);
        for (unsigned j = 0; j < L1_BYTES; j++) {
            l1[j] = j & 0x3F;
        }
        CHECK_EQ(calls[i].run(out, &calls[i].in), STX_TILE_OK);
        CHECK(untouched(0, 0x100));
        CHECK(untouched(0x100 + STX_TILE_SCRATCH, out->address));
        CHECK(untouched(end, L1_BYTES));
    }
}

TEST(a_scratch_area_that_does_not_fit) {
    struct stx_tiles t;
    CHECK_EQ(stx_tiles_init(&t, &core, 0, 0x100, STX_TILE_SCRATCH - 1), STX_TILE_TOO_SMALL);
    CHECK_EQ(stx_tiles_init(&t, &core, 0, 0x108, STX_TILE_SCRATCH), STX_TILE_ALIGNMENT);
    CHECK_EQ(stx_tiles_init(&t, &core, 0, L1_BYTES - 16, STX_TILE_SCRATCH), STX_TILE_RANGE);
    CHECK_EQ(stx_tiles_init(&t, &core, 3, 0x100, STX_TILE_SCRATCH), STX_TILE_ARGUMENT);
}

/* Each call with these tiles; CHECK_REFUSED sees that nothing happened. */
static void refuse_all(struct stx_tiles *t) {
    CHECK_REFUSED(stx_tile_write(t, &result, values, SIDE), STX_TILE_ARGUMENT);
    CHECK_REFUSED(stx_tile_read(t, &good, values, SIDE), STX_TILE_ARGUMENT);
    CHECK_REFUSED(stx_tile_convert(t, &result, &good), STX_TILE_ARGUMENT);
    CHECK_REFUSED(stx_tile_unary(t, STX_TILE_EXP, 0, &result, &good), STX_TILE_ARGUMENT);
    CHECK_REFUSED(stx_tile_matmul(t, &result, &good, &other, NULL), STX_TILE_ARGUMENT);
    CHECK_REFUSED(stx_tile_binary(t, 0, 0, &result, &good, &other, 1), STX_TILE_ARGUMENT);
    CHECK_REFUSED(stx_tile_reduce(t, 0, STX_TILE_ROWS, &result, &good), STX_TILE_ARGUMENT);
    CHECK_REFUSED(stx_tile_argmax(t, &result, &good), STX_TILE_ARGUMENT);
    CHECK_REFUSED(stx_tile_transpose(t, &result, &good), STX_TILE_ARGUMENT);
    CHECK_REFUSED(stx_tile_softmax(t, &result, &good), STX_TILE_ARGUMENT);
    CHECK_REFUSED(stx_tile_layernorm(t, &result, &good, NULL, NULL, 0), STX_TILE_ARGUMENT);
}

TEST(pointers_that_are_null_are_an_argument) {
    struct stx_tiles t;
    CHECK_EQ(stx_tiles_init(NULL, &core, 0, 0x100, STX_TILE_SCRATCH), STX_TILE_ARGUMENT);
    CHECK_EQ(stx_tiles_init(&t, NULL, 0, 0x100, STX_TILE_SCRATCH), STX_TILE_ARGUMENT);
    refuse_all(&t);
    refuse_all(NULL);
    CHECK_EQ(stx_tensor_bytes(NULL), 0);
}

/* Else the calls would use a scratch area that does not lie in L1. */
TEST(tiles_that_were_refused_issue_nothing) {
    struct stx_tiles t = {.core = &core};
    refuse_all(&t);
    (void)stx_tiles_init(&t, &core, 0, 0xFFFFFFF0u, STX_TILE_SCRATCH);
    refuse_all(&t);
    (void)stx_tiles_init(&t, &core, 3, 0x100, STX_TILE_SCRATCH);
    refuse_all(&t);
    (void)stx_tiles_init(&t, &core, 0, 0x100, STX_TILE_SCRATCH - 16);
    refuse_all(&t);
}

int main(void) {
    tile_start();
    RUN(places_and_sizes);
    RUN(codes_that_are_no_format_have_no_bytes);
    RUN(formats_without_a_rule);
    RUN(an_operand_of_a_product_is_never_int32);
    RUN(operands_that_the_result_would_overwrite);
    RUN(arguments_that_do_not_exist);
    RUN(shapes_of_products_and_reductions);
    RUN_IF(STX_DST_ROWS >= 512, every_call_refuses_what_it_cannot_do);
    RUN_IF(STX_DST_ROWS >= 512, a_call_writes_its_result_and_the_scratch_area_alone);
    RUN(a_scratch_area_that_does_not_fit);
    RUN(pointers_that_are_null_are_an_argument);
    RUN(tiles_that_were_refused_issue_nothing);
    return test_summary();
}
