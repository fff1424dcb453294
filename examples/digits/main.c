/* SPDX-License-Identifier: Apache-2.0
 *
 * How each data format and fidelity affects a small network: it classifies 352 handwritten digits
 * in double arithmetic and with the tile functions in eight formats, from LoFi to HiFi4. Draws some
 * digits with their scores, then prints accuracies and errors and, where they are known, this
 * core's instructions and silicon's cycles per picture.
 *
 *   digits [batches] of 32 pictures: 1 to 11 (all, the default) */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "counter.h"
#include "cycles.h"
#include "digits.h"
#include "softensix/softensix.h"

static struct stx_core core;
static uint8_t l1[DIGITS_L1_BYTES];
static float truth[IMAGES][DIGITS]; /* scores in double arithmetic, kept as floats */
static unsigned images = IMAGES;    /* how many are classified */
static uint32_t hash = 2166136261u; /* FNV-1a of all scores */

static const struct {
    const char *name;
    enum stx_tile_format format;
} formats[] = {{"FP32", STX_TILE_FP32}, {"TF32", STX_TILE_TF32}, {"BF16", STX_TILE_BF16},
               {"FP16", STX_TILE_FP16}, {"BFP8", STX_TILE_BFP8}, {"BFP4", STX_TILE_BFP4},
               {"BFP2", STX_TILE_BFP2}, {"INT8", STX_TILE_INT8}};
static const char *const fidelities[] = {"", "LoFi", "HiFi2", "HiFi3", "HiFi4"};

static unsigned largest(const float *scores) {
    unsigned best = 0;
    for (unsigned i = 1; i < DIGITS; i++) {
        best = scores[i] > scores[best] ? i : best;
    }
    return best;
}

/* Draws five digits side by side. */
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
        unsigned read = largest(scores[image]);
        printf("%u, score %5.2f      ", read, (double)scores[image][read]);
    }
    printf("\n\n");
}

struct outcome {
    unsigned right, as_double;
    double error;                  /* largest error of a score */
    uint64_t instructions, cycles; /* of all pictures; of the first batch */
};

static void judge(struct outcome *o, unsigned image, const float *scores) {
    for (unsigned i = 0; i < DIGITS; i++) {
        o->error = fmax(o->error, fabs((double)scores[i] - (double)truth[image][i]));
        uint32_t v = (uint32_t)lrint((double)scores[i] * 65536);
        hash = (hash ^ v) * 16777619u;
    }
    o->right += largest(scores) == digits_labels[image];
    o->as_double += largest(scores) == largest(truth[image]);
}

static bool run(struct stx_tiles *t, const struct digits_choice *c, struct outcome *o, bool show) {
    float scores[BATCH][DIGITS];
    if (!digits_load(t, c)) {
        return false;
    }
    uint64_t before = port_instructions();
    for (unsigned first = 0; first < images; first += BATCH) {
        if (first == 0) {
            cycles_begin(&core);
        }
        if (!digits_score(t, c, first, scores)) {
            return false;
        }
        if (first == 0) {
            o->cycles = cycles_end();
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
           100.0 * o->right / images, o->as_double, o->error);
    if (o->instructions) {
        printf(" %13lu", (unsigned long)(o->instructions / images));
    }
    if (o->cycles) {
        printf(" %8lu", (unsigned long)(o->cycles / BATCH));
    }
    printf("\n");
}

static unsigned read_in_double(void) {
    unsigned right = 0;
    for (unsigned image = 0; image < images; image++) {
        double scores[DIGITS];
        digits_score_double(image, scores);
        for (unsigned i = 0; i < DIGITS; i++) {
            truth[image][i] = (float)scores[i];
        }
        right += largest(truth[image]) == digits_labels[image];
    }
    return right;
}

/* Runs every format and fidelity; *bf16 gets the outcome of BF16 at HiFi4. */
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

int main(int argc, char **argv) {
    struct stx_tiles tiles;
    struct outcome first = {0}, bf16 = {0};
    struct digits_choice shown = {"BF16", STX_TILE_BF16, STX_TILE_HIFI4};
    unsigned batches = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 0) : IMAGES / BATCH;
    if (batches == 0 || batches > IMAGES / BATCH) {
        printf("usage: digits [batches of 32 pictures, 1 to 11]\n");
        return 2;
    }
    images = batches * BATCH;
    stx_init(&core, l1, sizeof l1, NULL);
    if (stx_tiles_init(&tiles, &core, 0, DIGITS_SCRATCH, STX_TILE_SCRATCH) != STX_TILE_OK ||
        !run(&tiles, &shown, &first, true)) {
        return 1;
    }
    hash = 2166136261u;
    unsigned right = read_in_double();
    printf("format         accuracy  as double   largest error%s%s\n",
           first.instructions ? "  instructions a picture" : "", first.cycles ? "  cycles" : "");
    printf("double       %7.2f %% %11u\n", 100.0 * right / images, images);
    if (!run_all(&tiles, &bf16)) {
        return 1;
    }
    printf("checksum %08lx\n", (unsigned long)hash);
    double points = 100.0 * ((double)right - (double)bf16.right) / images;
    printf("%s: BF16 at HiFi4 is within 0.3 points of double\n",
           fabs(points) <= 0.3 ? "passed" : "FAILED");
    return fabs(points) <= 0.3 ? 0 : 1;
}
