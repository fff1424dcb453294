/* SPDX-License-Identifier: Apache-2.0
 *
 * Every function of one number, in every format, against double arithmetic: no error above the
 * bound that docs/tile.md states. With an argument: prints the table of docs/tile.md.
 *
 * Errors are counted in last places of the result's format, of numbers that share an exponent in
 * last places of their largest. */
#include "tile.h"

static double erf_gelu(double x) {
    return x * 0.5 * erfc(-x / sqrt(2));
}

/* The range of x; the bound for FP32; results smaller than `size` (of x: times |x|) are judged as
 * if they were that large. */
static const struct claim {
    uint8_t function;
    double low, high, places, size;
    bool of_x;
} claims[] = {
    {STX_TILE_COPY, -10, 10, 0, 0, 0},       {STX_TILE_ABS, -10, 10, 0, 0, 0},
    {STX_TILE_NEGATIVE, -10, 10, 0, 0, 0},   {STX_TILE_SQUARE, -10, 10, 0.5, 0, 0},
    {STX_TILE_RELU, -10, 10, 0, 0, 0},       {STX_TILE_RELU_MAX, -10, 10, 0, 0, 0},
    {STX_TILE_LEAKY_RELU, -10, 10, 0, 0, 0}, {STX_TILE_EXP, -10, 10, 1, 0, 0},
    {STX_TILE_LOG, 0.001, 10, 1.5, 0, 0},    {STX_TILE_SQRT, 0.001, 100, 1, 0, 0},
    {STX_TILE_RSQRT, 0.001, 100, 1.5, 0, 0}, {STX_TILE_RECIPROCAL, 0.01, 100, 1, 0, 0},
    {STX_TILE_SIGMOID, -10, 10, 3, 0, 0},    {STX_TILE_TANH, -4, 4, 3, 0, 0},
    {STX_TILE_GELU, -5, 5, 4, 1, 1},         {STX_TILE_SILU, -10, 10, 3, 0, 0},
    {STX_TILE_SIN, -1000, 1000, 2, 1, 0},    {STX_TILE_COS, -1000, 1000, 2, 1, 0},
};
enum { CLAIMS = sizeof claims / sizeof claims[0] };
#define PARAMETER 0.25

static double truth(unsigned function, double x) {
    switch (function) {
    case STX_TILE_ABS:
        return fabs(x);
    case STX_TILE_NEGATIVE:
        return -x;
    case STX_TILE_SQUARE:
        return x * x;
    case STX_TILE_RELU:
        return x < 0 ? 0 : x;
    case STX_TILE_RELU_MAX:
        return x < 0 ? 0 : fmin(x, PARAMETER);
    case STX_TILE_LEAKY_RELU:
        return x < 0 ? x * PARAMETER : x;
    case STX_TILE_EXP:
        return exp(x);
    case STX_TILE_LOG:
        return log(x);
    case STX_TILE_SQRT:
        return sqrt(x);
    case STX_TILE_RSQRT:
        return 1 / sqrt(x);
    case STX_TILE_RECIPROCAL:
        return 1 / x;
    case STX_TILE_SIGMOID:
        return 1 / (1 + exp(-x));
    case STX_TILE_TANH:
        return tanh(x);
    case STX_TILE_GELU:
        return erf_gelu(x);
    case STX_TILE_SILU:
        return x / (1 + exp(-x));
    case STX_TILE_SIN:
        return sin(x);
    case STX_TILE_COS:
        return cos(x);
    default:
        return x;
    }
}

static uint32_t x[COUNT], y[COUNT];
static double expected[COUNT];

/* The size by which a result is judged. */
static double size_of(const struct claim *c, const struct format *f, unsigned i) {
    double size = fabs(expected[i]);
    for (unsigned j = i / 16 * 16; f->shared && j < i / 16 * 16 + 16; j++) {
        size = fmax(size, fabs(expected[j]));
    }
    size = fmax(size, c->of_x ? c->size * fabs((double)as_float(x[i])) : c->size);
    return size;
}

/* Is there a rule for the error? Not where a format has made x a 0 that has no result, nor where
 * the result is too small for five bits of exponent and becomes 0. */
static bool judged(const struct format *f, unsigned i) {
    bool five_bits = f->code == STX_TILE_FP16 || f->code == STX_TILE_FP8 ||
                     f->code == STX_TILE_BFP8A || f->code == STX_TILE_BFP4A ||
                     f->code == STX_TILE_BFP2A;
    for (unsigned j = i / 16 * 16; f->shared && j < i / 16 * 16 + 16; j++) {
        if (!isfinite(expected[j])) {
            return false;
        }
    }
    return isfinite(expected[i]) && expected[i] != 0 &&
           !(five_bits && fabs(expected[i]) < ldexp(1, -14));
}

static double largest_error(const struct claim *c, const struct format *f) {
    struct stx_tensor in = {A_AT, 2, 2, f->code}, out = {B_AT, 2, 2, f->code};
    double worst = 0;
    if (!fill(&in, x, c->low, c->high) ||
        stx_tile_unary(&tiles, c->function, bits((float)PARAMETER), &out, &in) != STX_TILE_OK ||
        stx_tile_read(&tiles, &out, y, SIDE) != STX_TILE_OK) {
        return INFINITY;
    }
    for (unsigned i = 0; i < COUNT; i++) {
        expected[i] = truth(c->function, (double)as_float(x[i]));
    }
    for (unsigned i = 0; i < COUNT; i++) {
        if (judged(f, i)) {
            double e = fabs((double)as_float(y[i]) - expected[i]);
            worst = fmax(worst, e / last_place(f, size_of(c, f, i)));
        }
    }
    return worst;
}

/* One rounding to the format; FP8 is cut; a largest number that is rounded up to a power of two
 * doubles the places of those that share its exponent. The error of FP32 is small beside a place of
 * any other format. */
static double bound(const struct claim *c, const struct format *f) {
    if (f->code == STX_TILE_FP32) {
        return c->places;
    }
    return f->shared ? 2.01 : f->code == STX_TILE_FP8 ? 1.01 : 0.51;
}

TEST(every_function_and_format_is_as_exact_as_stated) {
    for (unsigned i = 0; i < CLAIMS; i++) {
        for (unsigned j = 0; j < FORMATS; j++) {
            double e = largest_error(&claims[i], &formats[j]);
            if (e > bound(&claims[i], &formats[j])) {
                printf("%s of %s: %.2f last places, bound %.2f\n",
                       stx_tile_function_name(claims[i].function), formats[j].name, e,
                       bound(&claims[i], &formats[j]));
                test_bad = 1;
            }
        }
    }
}

static void print_table(void) {
    printf("| function | x |");
    for (unsigned j = 0; j < FORMATS; j++) {
        printf(" %s |", formats[j].name);
    }
    printf("\n|---|---|");
    for (unsigned j = 0; j < FORMATS; j++) {
        printf("---|");
    }
    for (unsigned i = 0; i < CLAIMS; i++) {
        const struct claim *c = &claims[i];
        printf("\n| %s | %g to %g |", stx_tile_function_name(c->function), c->low, c->high);
        for (unsigned j = 0; j < FORMATS; j++) {
            printf(" %.2f |", largest_error(c, &formats[j]));
        }
    }
    printf("\n");
}

static void run_tests(void) {
    RUN_IF(STX_DST_ROWS >= 512, every_function_and_format_is_as_exact_as_stated);
}

int main(int argc, char **argv) {
    return tile_main(argc, argv, run_tests, print_table);
}
