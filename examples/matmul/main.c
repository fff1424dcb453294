/* SPDX-License-Identifier: Apache-2.0
 *
 * main.c - a matmul with three Tensix threads on one RISC-V hart: writes the inputs to L1, runs the
 * three kernels and compares the result with the double-precision product.
 *
 *   matmul [lofi|hifi2|hifi3|hifi4] [bf16|fp32] [seed] [trace] [time|order] [lines] [throttle]
 *
 * trace: a file for the trace of all three threads as JSON lines (make DIAG=1). time: prints how
 * many cycles it would take on Blackhole. order: reports accesses that nothing orders on silicon.
 * lines: a file for the times of every word. throttle: 0..5, NOPs between the products. "-" skips
 * an argument. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coop/coop.h"
#include "coop/ordering.h"
#include "coop/timing.h"
#include "counter.h"
#include "data.h"
#include "softensix/dump.h"
#include "softensix/trace.h"

#ifndef L1_BYTES
#define L1_BYTES STX_L1_BYTES /* the size on the chip */
#endif
enum { TILES_M = 2, TILES_K = 3, TILES_N = 2 };
enum { ROWS = 32 * TILES_M, INNER = 32 * TILES_K, COLS = 32 * TILES_N };

static struct stx_core core;
static struct coop coop;
static uint8_t l1[L1_BYTES] __attribute__((aligned(16)));
uint32_t words_issued[3];
/* On a board with little memory, inputs fit nowhere but in L1, which is no larger than they need;
 * so they are generated 32 rows at a time. */
enum { FIRST = L1_BYTES < 0x10000 ? 0x10 : 0x4000 };
static float strip[32 * (INNER > COLS ? INNER : COLS)];

struct options {
    const char *fidelity, *output;
    unsigned phases;
    bool fp32;
    uint32_t seed;
    const char *trace;
    bool time, order;
    const char *lines;
    unsigned throttle;
    int settings; /* number of parameters for the time model, and the first of them */
    char **setting;
};

static bool parse(struct options *o, int argc, char **argv) {
    static const char *const names[4] = {"lofi", "hifi2", "hifi3", "hifi4"};
    o->fidelity = argc > 1 ? argv[1] : "hifi4";
    o->output = argc > 2 ? argv[2] : "bf16";
    o->seed = argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 0) : 1;
    o->trace = argc > 4 && strcmp(argv[4], "-") ? argv[4] : NULL;
    o->time = argc > 5 && strncmp(argv[5], "time", 4) == 0; /* "timeorder": both */
    o->order = argc > 5 && strcmp(argv[5] + (o->time ? 4 : 0), "order") == 0;
    o->lines = argc > 6 && strcmp(argv[6], "-") ? argv[6] : NULL;
    o->throttle = argc > 7 ? (unsigned)strtoul(argv[7], NULL, 0) : 0;
    o->settings = argc > 8 ? argc - 8 : 0;
    o->setting = argc > 8 ? argv + 8 : argv;
    for (unsigned i = 0; i < 4; i++) {
        if (strcmp(o->fidelity, names[i]) == 0) {
            o->phases = i + 1;
        }
    }
    o->fp32 = strcmp(o->output, "fp32") == 0;
    bool chosen = o->time ? o->order || !argv[5][4] : o->order;
    return (argc < 6 || chosen || !strcmp(argv[5], "-")) && o->throttle < 6 && o->phases > 0 &&
           (o->fp32 || strcmp(o->output, "bf16") == 0) && o->seed != 0;
}

static void print(void *ctx, const char *text) {
    fputs(text, ctx ? ctx : stdout);
}

/* Opens the file for the times of words; false if it cannot be written. */
static bool lines_start(const struct options *o, FILE **lines) {
    if (o->lines && o->time) {
        *lines = fopen(o->lines, "w");
        if (*lines) {
            coop_time_lines(print, *lines);
        }
        return *lines != NULL;
    }
    return true;
}

/* Starts the time model with its parameters; false after a message if that fails. */
static bool time_start(const struct options *o) {
    bool good = !o->time || coop_time(&coop, print, NULL);
    for (int i = 0; i < o->settings && o->time && good; i++) {
        const char *wrong = coop_time_option(o->setting[i]);
        good = wrong == NULL;
        if (wrong) {
            printf("time: %s: %s\n", o->setting[i], wrong);
        }
    }
    return good;
}

static void operand_random(uint32_t address, unsigned rows, unsigned cols, uint32_t *seed) {
    for (unsigned row = 0; row < rows; row += 32) {
        matrix_random(strip, 32 * cols, seed);
        matrix_tilize(l1 + address + row / 32 * (cols / 32) * TILE_BYTES, strip, 32, cols);
    }
}

static struct matmul prepare(const struct options *o) {
    struct matmul p = {TILES_M, TILES_K, TILES_N, FIRST, 0, 0, o->phases, o->fp32, o->throttle};
    uint32_t seed = o->seed;
    p.b = p.a + TILES_M * TILES_K * TILE_BYTES;
    p.out = p.b + TILES_K * TILES_N * TILE_BYTES;
    operand_random(p.a, ROWS, INNER, &seed);
    operand_random(p.b, INNER, COLS, &seed);
    return p;
}

static void print_to_file(void *file, const char *text) {
    fputs(text, file);
}

/* Starts the trace; false after a message if that fails. */
static bool trace_start(const char *path, FILE **file) {
    static struct stx_trace trace;
    *file = fopen(path, "w");
    if (!*file || !stx_trace_init(&trace, STX_TRACE_JSON, &core, print_to_file, *file)) {
        printf("trace: %s\n", *file ? "the library was built without STX_TRACE (make DIAG=1)"
                                    : "the file cannot be written");
        return false;
    }
    return true;
}

static bool run(struct matmul *p, const struct options *o, uint64_t *instructions) {
    coop_start(&coop, &core, l1, sizeof l1);
    coop_add(&coop, "unpack", 0, matmul_unpack, p);
    coop_add(&coop, "math", 1, matmul_math, p);
    coop_add(&coop, "pack", 2, matmul_pack, p);
    FILE *trace = NULL, *lines = NULL;
    if ((o->trace && !trace_start(o->trace, &trace)) || !time_start(o) || !lines_start(o, &lines) ||
        (o->order && !coop_order(&coop, STX_ORDER_DEFAULT, print, NULL))) {
        return false;
    }
    uint64_t before = port_instructions();
    enum coop_end end = coop_run(&coop);
    *instructions = port_instructions() - before;
    if (trace) {
        fclose(trace);
    }
    if (o->time) {
        coop_time_end("matmul", print, NULL);
        coop_time_sites(5, print, NULL);
    }
    if (lines) {
        fclose(lines);
    }
    bool silent = !o->order || coop_order_end("matmul", 0, print, NULL) == 0;
    if (end != COOP_DONE) {
        coop_report(&coop, print, NULL);
    } else {
        (void)stx_leftovers(&core, print, NULL);
    }
    return end == COOP_DONE && silent;
}

static struct product product_of(const struct matmul *p) {
    return (struct product){l1 + p->a, l1 + p->b, l1 + p->out, ROWS, INNER, COLS, p->fp32};
}

static void print_corner(const struct product *p) {
    printf("\n  out[0..3][0..3] in %-22s double precision\n", p->fp32 ? "FP32" : "BF16");
    for (unsigned r = 0; r < 4; r++) {
        for (unsigned c = 0; c < 4; c++) {
            printf("%9.4f", (double)tiled_at(p->out, COLS, r, c, p->fp32));
        }
        printf("   |");
        for (unsigned c = 0; c < 4; c++) {
            printf("%9.4f", product_at(p, r, c));
        }
        printf("\n");
    }
    printf("\n");
}

/* FNV-1a over bytes of L1. */
static uint32_t checksum(uint32_t address, uint32_t size) {
    uint32_t hash = 2166136261u;
    for (uint32_t i = 0; i < size; i++) {
        hash = (hash ^ l1[address + i]) * 16777619u;
    }
    return hash;
}

static uint32_t checksum_of_operands(const struct matmul *p) {
    return checksum(p->a, p->out - p->a);
}

/* How many elements differ from the model in any bit. */
static unsigned count_wrong(const struct product *p, unsigned phases) {
    float row[INNER], col[INNER];
    unsigned wrong = 0;
    for (unsigned r = 0; r < ROWS; r++) {
        for (unsigned c = 0; c < COLS; c++) {
            for (unsigned k = 0; k < INNER; k++) {
                row[k] = tiled_at(p->a, INNER, r, k, false);
                col[k] = tiled_at(p->b, COLS, k, c, false);
            }
            float got = tiled_at(p->out, COLS, r, c, p->fp32);
            uint32_t expected = model_element(row, col, INNER, 1, 0, 0, phases, p->fp32);
            wrong += memcmp(&got, &expected, sizeof got) != 0;
        }
    }
    return wrong;
}

/* The lower bound for every block that one MVMUL computes. LoFi multiplies only 5 by 7 mantissa
 * bits. */
static double required_pcc(const struct matmul *p) {
    return p->phases > 1 ? 0.9999 : 0.999;
}

static void print_counts(uint64_t instructions) {
    printf("words issued             %lu\n",
           (unsigned long)words_issued[0] + words_issued[1] + words_issued[2]);
    printf("tensix instructions      %lu, after MOP and replay\n", (unsigned long)core.retired);
    printf("thread switches          %lu\n", (unsigned long)coop.switches);
    if (instructions) {
        printf("risc-v instructions      %llu\n", (unsigned long long)instructions);
    }
}

int main(int argc, char **argv) {
    struct options o = {0};
    uint64_t instructions;
    if (!parse(&o, argc, argv)) {
        printf("usage: matmul [lofi|hifi2|hifi3|hifi4] [bf16|fp32] [seed other than 0] [trace|-] "
               "[time|-] [lines|-] [throttle 0..5] [parameter=value ...]\n");
        return 2;
    }
    struct matmul p = prepare(&o);
    uint32_t operands = checksum_of_operands(&p);
    printf("softensix: unpack, math and pack threads on one hart\n");
    printf("out[%d][%d] = a[%d][%d] * b[%d][%d], BF16, tiles of 32x32\n", ROWS, COLS, ROWS, INNER,
           INNER, COLS);
    printf("fidelity %s, %s accumulation and output, seed %lu\n", o.fidelity, o.output,
           (unsigned long)o.seed);
    if (!run(&p, &o, &instructions)) {
        return 1;
    }
    if (checksum_of_operands(&p) != operands) {
        printf("FAILED: the kernels have written to their operands\n");
        return 1;
    }
    const struct product product = product_of(&p);
    print_corner(&product);
    struct comparison c = compare_product(&product);
    unsigned wrong = count_wrong(&product, p.phases);
    printf("largest error            %.6f\n", c.largest_error);
    printf("pcc                      %.7f\n", c.pcc);
    printf("lowest pcc of a block    %.7f  (8x16 from row %u, column %u)\n", c.lowest_pcc,
           c.block_row, c.block_col);
    printf("differ from the model    %u of %d elements\n", wrong, ROWS * COLS);
    printf("checksum                 %08lx\n",
           (unsigned long)checksum(p.out, ROWS * COLS * (p.fp32 ? 4 : 2)));
    print_counts(instructions);
    bool good = c.pcc > required_pcc(&p) && c.lowest_pcc > required_pcc(&p) && wrong == 0;
    printf("%s: pcc has to exceed %.4f in every block, every bit to equal the model's\n",
           good ? "passed" : "FAILED", required_pcc(&p));
    return good ? 0 : 1;
}
