/* SPDX-License-Identifier: Apache-2.0
 *
 * What each data format and fidelity does to a small network: it reads 352 handwritten digits in
 * double arithmetic and by the tile functions in eight formats, from LoFi to HiFi4. Draws some
 * digits with their scores, then prints accuracies, errors and, where the port counts them,
 * instructions for a picture. */
#include <math.h>
#include <stdio.h>

#include "counter.h"
#include "digits.h"
#include "softensix/softensix.h"

static struct stx_core core;
static uint8_t l1[DIGITS_L1_BYTES];
static double truth[IMAGES][DIGITS];
static uint32_t hash = 2166136261u; /* FNV-1a of all scores */

static const struct {
    const char *name;
    enum stx_tile_format format;
} formats[] = {{"FP32", STX_TILE_FP32}, {"TF32", STX_TILE_TF32}, {"BF16", STX_TILE_BF16},
               {"FP16", STX_TILE_FP16}, {"BFP8", STX_TILE_BFP8}, {"BFP4", STX_TILE_BFP4},
               {"BFP2", STX_TILE_BFP2}, {"INT8", STX_TILE_INT8}};
static const char *const fidelities[] = {"", "LoFi", "HiFi2", "HiFi3", "HiFi4"};

static unsigned largest(const double *scores) {
    unsigned best = 0;
    for (unsigned i = 1; i < DIGITS; i++) {
        best = scores[i] > scores[best] ? i : best;
    }
    return best;
}

/* Three digits side by side. */
static void draw(unsigned first) {
    static const char shades[] = " .:-=+*#%@";
    for (unsigned row = 0; row < 8; row++) {
        for (unsigned image = first; image < first + 5; image++) {
            for (unsigned column = 0; column < 8; column++) {
                char c = shades[digits_images[image * PIXELS + row * 8 + column] * 9 / 16];
                printf("%c%c", c, c);
            }
            printf("  ");
        }
        printf("\n");
    }
}

static void draw_scores(unsigned first, float scores[BATCH][DIGITS]) {
    draw(first);
    for (unsigned image = first; image < first + 5; image++) {
        double row[DIGITS];
        for (unsigned i = 0; i < DIGITS; i++) {
            row[i] = (double)scores[image][i];
        }
        unsigned read = largest(row);
        printf("%u, score %5.2f      ", read, row[read]);
    }
    printf("\n\n");
}

struct outcome {
    unsigned right, as_double;
    double error; /* the largest, of a score */
    uint64_t instructions;
};

static void judge(struct outcome *o, unsigned image, const float *scores) {
    double row[DIGITS];
    for (unsigned i = 0; i < DIGITS; i++) {
        row[i] = (double)scores[i];
        o->error = fmax(o->error, fabs(row[i] - truth[image][i]));
        uint32_t v = (uint32_t)lrint(row[i] * 65536);
        hash = (hash ^ v) * 16777619u;
    }
    o->right += largest(row) == digits_labels[image];
    o->as_double += largest(row) == largest(truth[image]);
}

static bool run(struct stx_tiles *t, const struct digits_choice *c, struct outcome *o, bool show) {
    float scores[BATCH][DIGITS];
    if (!digits_load(t, c)) {
        return false;
    }
    uint64_t before = port_instructions();
    for (unsigned first = 0; first < IMAGES; first += BATCH) {
        if (!digits_score(t, c, first, scores)) {
            return false;
        }
        for (unsigned i = 0; i < BATCH; i++) {
            judge(o, first + i, scores[i]);
        }
        if (show && first == 0) {
            draw_scores(0, scores);
        }
    }
    o->instructions = port_instructions() - before;
    return true;
}

static void print_outcome(const struct digits_choice *c, const struct outcome *o) {
    printf("%-5s %-6s %7.2f %% %11u %15.6f", c->name, fidelities[c->fidelity],
           100.0 * o->right / IMAGES, o->as_double, o->error);
    if (o->instructions) {
        printf(" %13lu", (unsigned long)(o->instructions / IMAGES));
    }
    printf("\n");
}

static unsigned read_in_double(void) {
    unsigned right = 0;
    for (unsigned image = 0; image < IMAGES; image++) {
        digits_score_double(image, truth[image]);
        right += largest(truth[image]) == digits_labels[image];
    }
    return right;
}

/* Every format and fidelity; the outcome of BF16 at HiFi4. */
static bool run_all(struct stx_tiles *t, struct outcome *bf16) {
    for (unsigned i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        for (unsigned fidelity = STX_TILE_LOFI; fidelity <= STX_TILE_HIFI4; fidelity++) {
            struct digits_choice c = {formats[i].name, formats[i].format,
                                      (enum stx_tile_fidelity)fidelity};
            struct outcome o = {0};
            if (!run(t, &c, &o, false)) {
                return false;
            }
            print_outcome(&c, &o);
            fflush(stdout);
            if (c.format == STX_TILE_BF16 && c.fidelity == STX_TILE_HIFI4) {
                *bf16 = o;
            }
        }
    }
    return true;
}

int main(void) {
    struct stx_tiles tiles;
    struct outcome first = {0}, bf16 = {0};
    struct digits_choice shown = {"BF16", STX_TILE_BF16, STX_TILE_HIFI4};
    stx_init(&core, l1, sizeof l1, NULL);
    if (stx_tiles_init(&tiles, &core, 0, DIGITS_SCRATCH, STX_TILE_SCRATCH) != STX_TILE_OK ||
        !run(&tiles, &shown, &first, true)) {
        return 1;
    }
    hash = 2166136261u;
    unsigned right = read_in_double();
    printf("format         accuracy  as double   largest error  instructions a picture\n");
    printf("double       %7.2f %% %11u\n", 100.0 * right / IMAGES, IMAGES);
    if (!run_all(&tiles, &bf16)) {
        return 1;
    }
    printf("checksum %08lx\n", (unsigned long)hash);
    double points = 100.0 * ((double)right - (double)bf16.right) / IMAGES;
    printf("%s: BF16 at HiFi4 is within 0.3 points of double\n",
           fabs(points) <= 0.3 ? "passed" : "FAILED");
    return fabs(points) <= 0.3 ? 0 : 1;
}
