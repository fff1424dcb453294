/* SPDX-License-Identifier: Apache-2.0
 *
 * A network spots spoken words in INT8 and BF16, by tile functions and in plain C, with the same
 * scores. Prints how many of 32 utterances it understands and, where they are known, how many
 * instructions this core needs for a multiply-add, from the levels of the bands to the scores. */
#include <stdio.h>
#include <stdlib.h>

#include "counter.h"
#include "keywords.h"
#include "softensix/softensix.h"

static struct stx_core core;
static uint8_t l1[KEYWORDS_L1_BYTES] KEYWORDS_ALIGNED;
static int8_t levels[LEVELS] KEYWORDS_ALIGNED;
static unsigned utterances = UTTERANCES;
static uint32_t hash = 2166136261u; /* FNV-1a of all scores */

static const struct keywords_way ways[] = {{"INT8, one pass", STX_TILE_INT8, STX_TILE_LOFI},
                                           {"INT8, four passes", STX_TILE_INT8, STX_TILE_HIFI4},
                                           {"BF16, one pass", STX_TILE_BF16, STX_TILE_LOFI}};

struct outcome {
    unsigned right, as_plain;
    uint64_t instructions;
};

static unsigned largest(const int32_t *scores) {
    unsigned best = 0;
    for (unsigned i = 1; i < WORDS; i++) {
        best = scores[i] > scores[best] ? i : best;
    }
    return best;
}

static void hear(unsigned utterance) {
    for (unsigned i = 0; i < LEVELS; i++) {
        levels[i] = (int8_t)(keywords_levels[utterance * LEVELS + i] - '0');
    }
}

/* Scores of the utterance in levels; plain C if there is no way. */
static bool score(struct stx_tiles *t, const struct keywords_way *way, int32_t scores[WORDS],
                  uint64_t *instructions) {
    uint64_t before = port_instructions();
    bool good = true;
    if (way) {
        good = keywords_tiles(t, l1, way, levels, scores);
    } else {
        keywords_plain(levels, scores);
    }
    *instructions += port_instructions() - before;
    return good;
}

static bool run(struct stx_tiles *t, const struct keywords_way *way, struct outcome *o) {
    if (way && !keywords_load(t, way)) {
        return false;
    }
    for (unsigned i = 0; i < utterances; i++) {
        int32_t scores[WORDS], plain[WORDS];
        hear(i);
        keywords_plain(levels, plain);
        if (!score(t, way, scores, &o->instructions)) {
            return false;
        }
        bool same = true;
        for (unsigned c = 0; c < WORDS; c++) {
            same = same && scores[c] == plain[c];
            hash = (hash ^ (uint32_t)scores[c]) * 16777619u;
        }
        o->right += largest(scores) == i % WORDS;
        o->as_plain += same;
    }
    return true;
}

static void print_outcome(const char *name, const struct outcome *o) {
    printf("%-18s %5u %14u", name, o->right, o->as_plain);
    if (o->instructions) {
        uint64_t hundredths = o->instructions * 100 / utterances / MULTIPLY_ADDS;
        printf(" %13lu %5lu.%02lu", (unsigned long)(o->instructions / utterances),
               (unsigned long)(hundredths / 100), (unsigned long)(hundredths % 100));
    }
    printf("\n");
}

int main(int argc, char **argv) {
    struct stx_tiles tiles;
    struct outcome plain = {0}, of[sizeof ways / sizeof ways[0]] = {{0}};
    bool good = true;
    utterances = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 0) : UTTERANCES;
    if (utterances == 0 || utterances > UTTERANCES) {
        printf("usage: keywords [utterances, 1 to 32]\n");
        return 2;
    }
    stx_init(&core, l1, sizeof l1, NULL);
    keywords_plain_load();
    if (stx_tiles_init(&tiles, &core, 0, KEYWORDS_SCRATCH, STX_TILE_SCRATCH) != STX_TILE_OK ||
        !run(&tiles, NULL, &plain)) {
        return 1;
    }
    printf("of %-16u right  as in plain C%s\n", utterances,
           plain.instructions ? "  instructions  each of a multiply-add" : "");
    print_outcome("plain C", &plain);
    for (unsigned i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (!run(&tiles, &ways[i], &of[i])) {
            return 1;
        }
        print_outcome(ways[i].name, &of[i]);
        good = good && of[i].as_plain == utterances;
    }
    good = good && of[0].instructions <= plain.instructions;
    printf("checksum %08lx\n", (unsigned long)hash);
    printf("%s: all scores equal, INT8 in one pass takes no more instructions than plain C\n",
           good ? "passed" : "FAILED");
    return good ? 0 : 1;
}
