/* SPDX-License-Identifier: Apache-2.0
 *
 * Products: the bits of an independent model (examples/matmul/model.c), a bound of error for every
 * format and fidelity, exact integers, bias, activation and accumulation. With an argument: prints
 * the table of docs/tile.md. */
#include "../../examples/matmul/model.c"
#include "tile.h"

float float_of_bits(uint32_t word) {
    return as_float(word);
}

static uint32_t a[COUNT], b[COUNT], c[COUNT];

static struct stx_tensor tensor(uint32_t address, unsigned format) {
    return (struct stx_tensor){address, 2, 2, (uint8_t)format};
}

static bool multiply(const struct format *f, const struct stx_tile_product *options, double low,
                     double high) {
    struct stx_tensor x = tensor(A_AT, f->code), y = tensor(B_AT, f->code);
    struct stx_tensor z = tensor(OUT_AT, STX_TILE_FP32);
    return fill(&x, a, low, high) && fill(&y, b, low, high) &&
           stx_tile_matmul(&tiles, &z, &x, &y, options) == STX_TILE_OK &&
           stx_tile_read(&tiles, &z, c, SIDE) == STX_TILE_OK;
}

/* An element of the product in double, and the sum of its terms' magnitudes. */
static double exact(unsigned i, double *magnitude) {
    double sum = 0;
    *magnitude = 0;
    for (unsigned k = 0; k < SIDE; k++) {
        double term =
            (double)as_float(a[i / SIDE * SIDE + k]) * (double)as_float(b[k * SIDE + i % SIDE]);
        sum += term;
        *magnitude += fabs(term);
    }
    return sum;
}

/* The largest error in parts of the sum of magnitudes. */
static double largest_error(const struct format *f, unsigned fidelity, bool dst16) {
    struct stx_tile_product options = {.fidelity = (uint8_t)fidelity, .dst16 = dst16};
    double worst = 0;
    if (!multiply(f, &options, -1, 1)) {
        return INFINITY;
    }
    for (unsigned i = 0; i < COUNT; i++) {
        double magnitude, e = fabs((double)as_float(c[i]) - exact(i, &magnitude));
        worst = fmax(worst, e / magnitude);
    }
    return worst;
}

/* LoFi cuts a number to 7 bits and its factor to 5; HiFi2 one of them to 7; HiFi3 leaves out the
 * product of the low parts, and all the last of eleven bits of b. Products of a group of eight are
 * rounded to 2^-11 of the largest. FP32 is cut to 11 bits first. Sums in 16 bits are rounded to
 * eight after each of the 4 blocks of 16 and each phase. */
static double bound(const struct format *f, unsigned fidelity, bool dst16) {
    static const double cut[] = {0, 1. / 16 + 1. / 64, 1. / 64, 1. / 512, 1. / 1024};
    double wide = f->code == STX_TILE_FP32 ? 1. / 512 : 0;
    return cut[fidelity] + 8 * fidelity / 2048. + wide + (dst16 ? 4 * fidelity / 256. : 0);
}

TEST(every_format_and_fidelity_is_as_exact_as_stated) {
    for (unsigned j = 0; j < FORMATS; j++) {
        for (unsigned i = 0; i < 8; i++) {
            double e = largest_error(&formats[j], i / 2 + 1, i % 2);
            if (e > bound(&formats[j], i / 2 + 1, i % 2)) {
                printf("%s, fidelity %u, 16-bit sums %u: %g\n", formats[j].name, i / 2 + 1, i % 2,
                       e);
                test_bad = 1;
            }
        }
    }
}

TEST(products_of_bf16_equal_the_model_bit_for_bit) {
    for (unsigned phases = 1; phases <= 4; phases++) {
        struct stx_tile_product options = {.fidelity = (uint8_t)phases};
        CHECK(multiply(&formats[2], &options, -4, 4));
        for (unsigned i = 0; i < COUNT; i++) {
            CHECK_EQ(c[i],
                     model_element((const float *)(const void *)a, (const float *)(const void *)b,
                                   SIDE, SIDE, i / SIDE, i % SIDE, phases, true));
        }
    }
}

TEST(products_of_int8_are_exact) {
    struct stx_tensor x = tensor(A_AT, STX_TILE_INT8), y = tensor(B_AT, STX_TILE_INT8);
    struct stx_tensor z = tensor(OUT_AT, STX_TILE_INT32);
    for (unsigned i = 0; i < COUNT; i++) {
        a[i] = (uint32_t)(int32_t)uniform(-127.9, 127.9);
        b[i] = (uint32_t)(int32_t)uniform(-127.9, 127.9);
    }
    CHECK_EQ(stx_tile_write(&tiles, &x, a, SIDE), STX_TILE_OK);
    CHECK_EQ(stx_tile_write(&tiles, &y, b, SIDE), STX_TILE_OK);
    CHECK_EQ(stx_tile_matmul(&tiles, &z, &x, &y, NULL), STX_TILE_OK);
    CHECK_EQ(stx_tile_read(&tiles, &z, c, SIDE), STX_TILE_OK);
    for (unsigned i = 0; i < COUNT; i++) {
        uint32_t sum = 0;
        for (unsigned k = 0; k < SIDE; k++) {
            sum += a[i / SIDE * SIDE + k] * b[k * SIDE + i % SIDE];
        }
        CHECK_EQ(c[i], sum);
    }
}

/* Small whole numbers: every sum is exact, so the results must be. */
static void whole_numbers(uint32_t *values, int low, int high) {
    for (unsigned i = 0; i < COUNT; i++) {
        values[i] = bits((float)(int)uniform(low, high + 0.999));
    }
}

TEST(bias_activation_and_accumulation_are_exact_for_whole_numbers) {
    struct stx_tensor x = tensor(A_AT, STX_TILE_BF16), y = tensor(B_AT, STX_TILE_BF16);
    struct stx_tensor z = tensor(OUT_AT, STX_TILE_FP32), row = {ROW_AT, 1, 2, STX_TILE_BF16};
    struct stx_tile_product options = {
        .accumulate = true, .bias = &row, .activation = STX_TILE_RELU};
    static uint32_t before[COUNT], bias[COUNT];
    whole_numbers(a, -3, 3);
    whole_numbers(b, -3, 3);
    whole_numbers(before, -50, 50);
    whole_numbers(bias, -50, 50);
    CHECK_EQ(stx_tile_write(&tiles, &x, a, SIDE), STX_TILE_OK);
    CHECK_EQ(stx_tile_write(&tiles, &y, b, SIDE), STX_TILE_OK);
    CHECK_EQ(stx_tile_write(&tiles, &z, before, SIDE), STX_TILE_OK);
    CHECK_EQ(stx_tile_write(&tiles, &row, bias, SIDE), STX_TILE_OK);
    CHECK_EQ(stx_tile_matmul(&tiles, &z, &x, &y, &options), STX_TILE_OK);
    CHECK_EQ(stx_tile_read(&tiles, &z, c, SIDE), STX_TILE_OK);
    for (unsigned i = 0; i < COUNT; i++) {
        double magnitude, sum = exact(i, &magnitude);
        sum += (double)as_float(before[i]) + (double)as_float(bias[i % SIDE]);
        CHECK_EQ(c[i], bits((float)fmax(sum, 0)));
    }
}

static void print_table(void) {
    printf("| format | LoFi | HiFi2 | HiFi3 | HiFi4 | LoFi, 16 bits | HiFi4, 16 bits |\n");
    printf("|---|---|---|---|---|---|---|\n");
    for (unsigned j = 0; j < FORMATS; j++) {
        printf("| %s |", formats[j].name);
        for (unsigned fidelity = 1; fidelity <= 4; fidelity++) {
            printf(" %.1e |", largest_error(&formats[j], fidelity, false));
        }
        printf(" %.1e | %.1e |\n", largest_error(&formats[j], 1, true),
               largest_error(&formats[j], 4, true));
    }
}

static void run_tests(void) {
    RUN_IF(STX_DST_ROWS >= 512, every_format_and_fidelity_is_as_exact_as_stated);
    RUN_IF(STX_DST_ROWS >= 512, products_of_bf16_equal_the_model_bit_for_bit);
    RUN_IF(STX_DST_ROWS >= 512, products_of_int8_are_exact);
    RUN_IF(STX_DST_ROWS >= 512, bias_activation_and_accumulation_are_exact_for_whole_numbers);
}

int main(int argc, char **argv) {
    return tile_main(argc, argv, run_tests, print_table);
}
