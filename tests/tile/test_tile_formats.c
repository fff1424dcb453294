/* SPDX-License-Identifier: Apache-2.0
 *
 * Element-wise operations, reductions, softmax and layer normalisation of every format, and
 * conversions to every format, against double arithmetic: no error above the bound that
 * docs/tile.md states. With an argument: prints the table of docs/tile.md.
 *
 * Operands are of the format and results FP32, so that errors are those of the computation alone,
 * and not of rounding to the format, which conversions show. */
#include "tile.h"

static uint32_t a[COUNT], b[COUNT], c[COUNT];

static double of(const uint32_t *values, unsigned i) {
    return (double)as_float(values[i]);
}

static struct stx_tensor matrix(uint32_t address, unsigned format) {
    return (struct stx_tensor){address, 2, 2, (uint8_t)format};
}

/* The largest error of a op b, in parts of the larger operand, of products in parts of the product.
 */
static double pair_error(const struct format *f, unsigned operation, unsigned fidelity) {
    struct stx_tensor x = matrix(A_AT, f->code), y = matrix(B_AT, f->code);
    struct stx_tensor out = matrix(OUT_AT, STX_TILE_FP32);
    double worst = 0;
    if (!fill(&x, a, -2, 2) || !fill(&y, b, -2, 2) ||
        stx_tile_binary(&tiles, operation, STX_TILE_ELEMENTS, &out, &x, &y, fidelity) !=
            STX_TILE_OK ||
        stx_tile_read(&tiles, &out, c, SIDE) != STX_TILE_OK) {
        return INFINITY;
    }
    for (unsigned i = 0; i < COUNT; i++) {
        double u = of(a, i), v = of(b, i), size = fmax(fabs(u), fabs(v));
        double right = operation == STX_TILE_ADD   ? u + v
                       : operation == STX_TILE_SUB ? u - v
                                                   : u * v;
        size = operation == STX_TILE_MUL ? fabs(right) : size;
        worst = fmax(worst, size > 0 ? fabs(of(c, i) - right) / size : fabs(of(c, i)));
    }
    return worst;
}

/* The smaller operand is rounded to 2^-11 of the larger; FP32 operands are cut to ten bits first.
 * Products: what each fidelity leaves out (test_tile_matmul.c). */
static double pair_bound(const struct format *f, unsigned operation, unsigned fidelity) {
    static const double cut[] = {0, 1. / 16 + 1. / 64, 1. / 64, 1. / 512, 1. / 1024};
    double wide = f->code == STX_TILE_FP32 ? 1. / 512 : 0;
    return wide + (operation == STX_TILE_MUL ? cut[fidelity] : 1. / 1024);
}

/* The largest error of a sum or maximum of a row, in parts of the sum of magnitudes. */
static double row_error(const struct format *f, unsigned reduction) {
    struct stx_tensor x = matrix(A_AT, f->code), out = {OUT_AT, 2, 1, STX_TILE_FP32};
    double worst = 0;
    if (!fill(&x, a, -10, 10) ||
        stx_tile_reduce(&tiles, reduction, STX_TILE_ROWS, &out, &x) != STX_TILE_OK ||
        stx_tile_read(&tiles, &out, c, SIDE) != STX_TILE_OK) {
        return INFINITY;
    }
    for (unsigned row = 0; row < SIDE; row++) {
        double sum = 0, largest = -INFINITY, size = 0;
        for (unsigned i = row * SIDE; i < (row + 1) * SIDE; i++) {
            sum += of(a, i);
            size += fabs(of(a, i));
            largest = fmax(largest, of(a, i));
        }
        double right = reduction == STX_TILE_MAX ? largest : sum;
        worst = fmax(worst, fabs(of(c, row * SIDE) - right) / size);
    }
    return worst;
}

/* The largest error of a share, in parts of it. */
static double softmax_error(const struct format *f) {
    struct stx_tensor x = matrix(A_AT, f->code), out = matrix(OUT_AT, STX_TILE_FP32);
    double worst = 0;
    if (!fill(&x, a, -10, 10) || stx_tile_softmax(&tiles, &out, &x) != STX_TILE_OK ||
        stx_tile_read(&tiles, &out, c, SIDE) != STX_TILE_OK) {
        return INFINITY;
    }
    for (unsigned row = 0; row < SIDE; row++) {
        double sum = 0;
        for (unsigned i = row * SIDE; i < (row + 1) * SIDE; i++) {
            sum += exp(of(a, i));
        }
        for (unsigned i = row * SIDE; i < (row + 1) * SIDE; i++) {
            worst = fmax(worst, fabs(of(c, i) * sum / exp(of(a, i)) - 1));
        }
    }
    return worst;
}

/* The largest error of a normalised number; their variance is 1. */
static double layernorm_error(const struct format *f) {
    struct stx_tensor x = matrix(A_AT, f->code), out = matrix(OUT_AT, STX_TILE_FP32);
    double worst = 0;
    if (!fill(&x, a, -10, 10) ||
        stx_tile_layernorm(&tiles, &out, &x, NULL, NULL, bits(1e-5f)) != STX_TILE_OK ||
        stx_tile_read(&tiles, &out, c, SIDE) != STX_TILE_OK) {
        return INFINITY;
    }
    for (unsigned row = 0; row < SIDE; row++) {
        double mean = 0, square = 0;
        for (unsigned i = row * SIDE; i < (row + 1) * SIDE; i++) {
            mean += of(a, i) / SIDE;
        }
        for (unsigned i = row * SIDE; i < (row + 1) * SIDE; i++) {
            square += pow(of(a, i) - mean, 2) / SIDE;
        }
        for (unsigned i = row * SIDE; i < (row + 1) * SIDE; i++) {
            worst = fmax(worst, fabs(of(c, i) - (of(a, i) - mean) / sqrt(square + 1e-5)));
        }
    }
    return worst;
}

/* The largest error of FP32 numbers that become a format, in its last places. */
static double conversion_error(const struct format *f) {
    struct stx_tensor x = matrix(A_AT, STX_TILE_FP32), out = matrix(OUT_AT, f->code);
    double worst = 0;
    if (!fill(&x, a, -10, 10) || stx_tile_convert(&tiles, &out, &x) != STX_TILE_OK ||
        stx_tile_read(&tiles, &out, c, SIDE) != STX_TILE_OK) {
        return INFINITY;
    }
    for (unsigned i = 0; i < COUNT; i++) {
        double size = fabs(of(a, i));
        for (unsigned j = i / 16 * 16; f->shared && j < i / 16 * 16 + 16; j++) {
            size = fmax(size, fabs(of(a, j)));
        }
        if (f->shared || size >= ldexp(1, -14)) {
            worst = fmax(worst, fabs(of(c, i) - of(a, i)) / last_place(f, size));
        }
    }
    return worst;
}

enum { SOFTMAX, LAYERNORM, ROW_SUM, ROW_MAX, CONVERSION, OTHERS };
static const struct {
    const char *name;
    double bound;
} others[OTHERS] = {
    [SOFTMAX] = {"softmax", 3e-6}, /* x - max is rounded to 2^-20 */
    [LAYERNORM] = {"layernorm", 2e-6},   [ROW_SUM] = {"sum of a row", 1e-6},
    [ROW_MAX] = {"largest of a row", 0}, [CONVERSION] = {"conversion of FP32", 0},
};

static double error_of(const struct format *f, unsigned what) {
    switch (what) {
    case SOFTMAX:
        return softmax_error(f);
    case LAYERNORM:
        return layernorm_error(f);
    case ROW_SUM:
        return row_error(f, STX_TILE_SUM);
    case ROW_MAX:
        return row_error(f, STX_TILE_MAX);
    default:
        return conversion_error(f);
    }
}

/* As in test_tile_functions.c: one rounding; FP8 is cut; a block whose largest number is rounded up
 * to a power of two has places twice as large. */
static double bound_of(const struct format *f, unsigned what) {
    if (what != CONVERSION) {
        return others[what].bound;
    }
    return f->code == STX_TILE_FP32 ? 0 : f->shared ? 2.01 : f->code == STX_TILE_FP8 ? 1.01 : 0.51;
}

TEST(sums_and_products_of_every_format_and_fidelity_are_as_exact_as_stated) {
    for (unsigned j = 0; j < FORMATS; j++) {
        for (unsigned i = 0; i < 12; i++) {
            unsigned operation = i / 4, fidelity = i % 4 + 1;
            double e = pair_error(&formats[j], operation, fidelity);
            if (!(e <= pair_bound(&formats[j], operation, fidelity))) {
                printf("%s, operation %u, fidelity %u: %g\n", formats[j].name, operation, fidelity,
                       e);
                test_bad = 1;
            }
        }
    }
}

TEST(the_others_are_as_exact_as_stated_in_every_format) {
    for (unsigned j = 0; j < FORMATS; j++) {
        for (unsigned i = 0; i < OTHERS; i++) {
            double e = error_of(&formats[j], i);
            if (!(e <= bound_of(&formats[j], i))) {
                printf("%s, %s: %g\n", formats[j].name, others[i].name, e);
                test_bad = 1;
            }
        }
    }
}

/* What is too large for FP16 becomes its largest number, 2^16 (2 - 2^-10), for it has no infinities
 * here (SPEC 12.4); what is too large for INT8 becomes 127. */
TEST(conversions_saturate) {
    static const struct {
        uint8_t from, to;
        uint32_t x, y;
    } cases[] = {
        {STX_TILE_FP32, STX_TILE_FP16, 0x48000000, 0x47FFE000},
        {STX_TILE_FP32, STX_TILE_FP16, 0xFF000000, 0xC7FFE000},
        {STX_TILE_FP32, STX_TILE_FP16, 0x47FFE000, 0x47FFE000},
        {STX_TILE_INT32, STX_TILE_INT8, 1000, 127},
        {STX_TILE_INT32, STX_TILE_INT8, (uint32_t)-1000, (uint32_t)-127},
        {STX_TILE_INT32, STX_TILE_INT8, (uint32_t)-100, (uint32_t)-100},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct stx_tensor x = matrix(A_AT, cases[i].from), y = matrix(OUT_AT, cases[i].to);
        a[0] = cases[i].x;
        CHECK_EQ(stx_tile_write(&tiles, &x, a, SIDE), STX_TILE_OK);
        CHECK_EQ(stx_tile_convert(&tiles, &y, &x), STX_TILE_OK);
        CHECK_EQ(stx_tile_read(&tiles, &y, c, SIDE), STX_TILE_OK);
        CHECK_EQ(c[0], cases[i].y);
    }
}

static void print_table(void) {
    printf("| format | sum | difference | product, LoFi | HiFi2 | HiFi3 | HiFi4 |");
    for (unsigned i = 0; i < OTHERS; i++) {
        printf(" %s |", others[i].name);
    }
    printf("\n|---|");
    for (unsigned i = 0; i < 6 + OTHERS; i++) {
        printf("---|");
    }
    for (unsigned j = 0; j < FORMATS; j++) {
        printf("\n| %s | %.1e | %.1e |", formats[j].name, pair_error(&formats[j], STX_TILE_ADD, 1),
               pair_error(&formats[j], STX_TILE_SUB, 1));
        for (unsigned fidelity = 1; fidelity <= 4; fidelity++) {
            printf(" %.1e |", pair_error(&formats[j], STX_TILE_MUL, fidelity));
        }
        for (unsigned i = 0; i < OTHERS; i++) {
            printf(i == CONVERSION ? " %.2f |" : " %.1e |", error_of(&formats[j], i));
        }
    }
    printf("\n");
}

static void run_tests(void) {
    RUN_IF(STX_DST_ROWS >= 512,
           sums_and_products_of_every_format_and_fidelity_are_as_exact_as_stated);
    RUN_IF(STX_DST_ROWS >= 512, the_others_are_as_exact_as_stated_in_every_format);
    RUN_IF(STX_DST_ROWS >= 512, conversions_saturate);
}

int main(int argc, char **argv) {
    return tile_main(argc, argv, run_tests, print_table);
}
