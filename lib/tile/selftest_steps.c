/* SPDX-License-Identifier: Apache-2.0
 *
 * selftest_steps.c - the steps of the self-test: every format to Dst and back, products of several
 * formats and fidelities, element-wise operations with broadcasts, functions and reductions. */
#include "tile/selftest_steps.h"

#include <stddef.h>

struct selftest_step {
    const char *name;
    void (*run)(struct stx_tiles *t, uint32_t l1, const struct selftest_step *step);
    uint8_t format; /* of the operands */
    uint8_t choice; /* which function, operation or reduction */
    uint8_t how;    /* broadcast, fidelity or dimension */
};

static struct stx_tensor place(uint32_t l1, uint32_t at, unsigned format) {
    return (struct stx_tensor){l1 + at, 1, 1, (uint8_t)format};
}

static struct stx_tensor input(uint32_t l1) {
    return place(l1, SELFTEST_A, STX_TILE_FP32);
}
static struct stx_tensor output(uint32_t l1) {
    return place(l1, SELFTEST_OUT, STX_TILE_FP32);
}

static void convert(struct stx_tiles *t, uint32_t l1, const struct selftest_step *s) {
    struct stx_tensor in = input(l1), out = output(l1);
    struct stx_tensor coded = place(l1, SELFTEST_CODED_A, s->format);
    (void)stx_tile_convert(t, &coded, &in);
    (void)stx_tile_convert(t, &out, &coded);
}

struct step_operands {
    struct stx_tensor a, b;
};

/* A and B in a format. Their bytes serve as integers. */
static struct step_operands encode(struct stx_tiles *t, uint32_t l1, unsigned format) {
    struct stx_tensor a = input(l1), b = place(l1, SELFTEST_B, STX_TILE_FP32);
    if (format == STX_TILE_INT8) {
        return (struct step_operands){place(l1, SELFTEST_A, format), place(l1, SELFTEST_B, format)};
    }
    struct step_operands coded = {place(l1, SELFTEST_CODED_A, format),
                                  place(l1, SELFTEST_CODED_B, format)};
    (void)stx_tile_convert(t, &coded.a, &a);
    (void)stx_tile_convert(t, &coded.b, &b);
    return coded;
}

static void product(struct stx_tiles *t, uint32_t l1, const struct selftest_step *s) {
    struct step_operands x = encode(t, l1, s->format);
    struct stx_tensor out = output(l1);
    struct stx_tile_product options = {.fidelity = s->how, .dst16 = s->choice};
    out.format = s->format == STX_TILE_INT8 ? STX_TILE_INT32 : STX_TILE_FP32;
    (void)stx_tile_matmul(t, &out, &x.a, &x.b, &options);
}

static void pair(struct stx_tiles *t, uint32_t l1, const struct selftest_step *s) {
    struct step_operands x = encode(t, l1, s->format);
    struct stx_tensor out = output(l1);
    (void)stx_tile_binary(t, (enum stx_tile_operation)s->choice, (enum stx_tile_broadcast)s->how,
                          &out, &x.a, &x.b, STX_TILE_HIFI4);
}

static void function(struct stx_tiles *t, uint32_t l1, const struct selftest_step *s) {
    struct stx_tensor in = input(l1), out = output(l1);
    (void)stx_tile_unary(t, (enum stx_tile_function)s->choice, 0x3F000000, &out, &in);
}

static void reduction(struct stx_tiles *t, uint32_t l1, const struct selftest_step *s) {
    struct stx_tensor in = input(l1), out = output(l1);
    (void)stx_tile_reduce(t, (enum stx_tile_reduction)s->choice, (enum stx_tile_dimension)s->how,
                          &out, &in);
}

static void turn(struct stx_tiles *t, uint32_t l1, const struct selftest_step *s) {
    struct step_operands x = encode(t, l1, s->format);
    struct stx_tensor out = output(l1);
    (void)stx_tile_transpose(t, &out, &x.a);
}

static void largest(struct stx_tiles *t, uint32_t l1, const struct selftest_step *s) {
    struct stx_tensor in = input(l1), out = output(l1);
    (void)s;
    out.format = STX_TILE_INT32;
    (void)stx_tile_argmax(t, &out, &in);
}

static void shares(struct stx_tiles *t, uint32_t l1, const struct selftest_step *s) {
    struct stx_tensor in = input(l1), out = output(l1);
    (void)s;
    (void)stx_tile_softmax(t, &out, &in);
}

/* Rows of steps that do not use each member. */
#define CONVERT(name, format) \
    { name, convert, format, 0, 0 }
#define TURN(name, format) \
    { name, turn, format, 0, 0 }
#define FUNCTION(name, which) \
    { name, function, 0, which, 0 }
#define REDUCTION(name, which, dimension) \
    { name, reduction, 0, which, dimension }
#define OTHER(name, run) \
    { name, run, 0, 0, 0 }

static const struct selftest_step steps[SELFTEST_STEPS] = {
    CONVERT("FP32 to Dst and back", STX_TILE_FP32),
    CONVERT("TF32 to Dst and back", STX_TILE_TF32),
    CONVERT("BF16 to Dst and back", STX_TILE_BF16),
    CONVERT("FP16 to Dst and back", STX_TILE_FP16),
    CONVERT("FP8 to Dst and back", STX_TILE_FP8),
    CONVERT("BFP8 to Dst and back", STX_TILE_BFP8),
    CONVERT("BFP8a to Dst and back", STX_TILE_BFP8A),
    CONVERT("BFP4 to Dst and back", STX_TILE_BFP4),
    CONVERT("BFP4a to Dst and back", STX_TILE_BFP4A),
    CONVERT("BFP2 to Dst and back", STX_TILE_BFP2),
    CONVERT("BFP2a to Dst and back", STX_TILE_BFP2A),
    {"product of BF16, LoFi", product, STX_TILE_BF16, 0, STX_TILE_LOFI},
    {"product of BF16, HiFi4", product, STX_TILE_BF16, 0, STX_TILE_HIFI4},
    {"product of BF16, HiFi4, sums of 16 bits", product, STX_TILE_BF16, 1, STX_TILE_HIFI4},
    {"product of TF32, HiFi4", product, STX_TILE_TF32, 0, STX_TILE_HIFI4},
    {"product of FP16, HiFi4", product, STX_TILE_FP16, 0, STX_TILE_HIFI4},
    {"product of FP16, HiFi2, sums of 16 bits", product, STX_TILE_FP16, 1, STX_TILE_HIFI2},
    {"product of INT8", product, STX_TILE_INT8, 0, STX_TILE_HIFI4},
    {"sum of BF16", pair, STX_TILE_BF16, STX_TILE_ADD, STX_TILE_ELEMENTS},
    {"difference of BF16, a column", pair, STX_TILE_BF16, STX_TILE_SUB, STX_TILE_FROM_COLUMN},
    {"product of TF32 elements, a row", pair, STX_TILE_TF32, STX_TILE_MUL, STX_TILE_FROM_ROW},
    {"product of FP16 elements, a number", pair, STX_TILE_FP16, STX_TILE_MUL, STX_TILE_FROM_SCALAR},
    TURN("transposition of FP32", STX_TILE_FP32),
    TURN("transposition of BF16", STX_TILE_BF16),
    FUNCTION("abs", STX_TILE_ABS),
    FUNCTION("negative", STX_TILE_NEGATIVE),
    FUNCTION("square", STX_TILE_SQUARE),
    FUNCTION("relu", STX_TILE_RELU),
    FUNCTION("relu_max", STX_TILE_RELU_MAX),
    FUNCTION("leaky_relu", STX_TILE_LEAKY_RELU),
    FUNCTION("exp", STX_TILE_EXP),
    FUNCTION("log", STX_TILE_LOG),
    FUNCTION("sqrt", STX_TILE_SQRT),
    FUNCTION("rsqrt", STX_TILE_RSQRT),
    FUNCTION("reciprocal", STX_TILE_RECIPROCAL),
    FUNCTION("sigmoid", STX_TILE_SIGMOID),
    FUNCTION("tanh", STX_TILE_TANH),
    FUNCTION("gelu", STX_TILE_GELU),
    FUNCTION("sin", STX_TILE_SIN),
    FUNCTION("cos", STX_TILE_COS),
    REDUCTION("sums of rows", STX_TILE_SUM, STX_TILE_ROWS),
    REDUCTION("maxima of columns", STX_TILE_MAX, STX_TILE_COLUMNS),
    REDUCTION("the smallest of all", STX_TILE_MIN, STX_TILE_ALL),
    REDUCTION("the average of all", STX_TILE_AVERAGE, STX_TILE_ALL),
    OTHER("argmax", largest),
    OTHER("softmax", shares),
};

const char *stx_selftest_step_name(unsigned step) {
    return step < SELFTEST_STEPS ? steps[step].name : "";
}

void stx_selftest_step(struct stx_tiles *t, uint32_t l1, unsigned step) {
    steps[step].run(t, l1, &steps[step]);
}
