/* SPDX-License-Identifier: Apache-2.0
 *
 * selftest.c - runs each step on both sides and compares. Where they differ, it finds the first
 * word that made a difference by halving: it runs the step again up to some word, brings all
 * registers to L1 and compares those. */
#include "softensix/selftest.h"

#include <stddef.h>

#include "isa/args.h"
#include "tile/selftest_steps.h"
#include "tile/vector.h"

enum { SLOTS = 8, DUMP_BYTES = SLOTS * 4096, LREGS = 8 };
enum {
    VECTOR_BYTES = 2048
}; /* two faces: LReg0 to LReg7 in the first, the lanes that are on in the second */

struct selftest {
    struct stx_tiles tiles;
    const struct stx_selftest_target *target;
    uint32_t l1, count,
        limit; /* words of the running step: how many were issued, and how many may be issued */
    uint32_t word, load; /* the last word issued, and the last one that filled a source */
    bool watching;       /* while registers are brought to L1: such words are not counted */
};

static bool fills_source(uint32_t word) {
    return is_UNPACR(word) || is_UNPACR_NOP(word);
}

/* Passes a word to the other side. True if the emulated core executes it as well. */
static bool pass_on(void *ctx, uint32_t word) {
    struct selftest *s = ctx;
    if (!s->watching) {
        if (s->count == s->limit) {
            return false;
        }
        s->count++;
        s->word = word;
        s->load = fills_source(word) ? word : s->load;
    }
    s->target->issue(s->target->ctx, word);
    return true;
}

static void put(struct selftest *s, uint32_t address, uint32_t value) {
    stx_tile_l1_write(&s->tiles, address, value);
    s->target->l1_write(s->target->ctx, address, value);
}

/* Numbers with magnitudes from 2^-7 to 8, the same every time. */
static void put_numbers(struct selftest *s, uint32_t address, uint32_t state) {
    for (unsigned i = 0; i < 1024; i++) {
        state = state * 1664525u + 1013904223u;
        uint32_t exponent = 120 + (state >> 8) % 10;
        put(s, address + 4 * i, (state & 0x80000000u) | exponent << 23 | (state >> 5 & 0x7FFFFF));
    }
}

/* Every run starts in the same state: the same numbers in L1, zeros in Dst, known numbers in LReg0
 * to LReg7. */
static void begin(struct selftest *s) {
    for (uint32_t at = 0; at < SELFTEST_DUMP; at += 4) {
        put(s, s->l1 + at, 0);
    }
    put_numbers(s, s->l1 + SELFTEST_A, 1);
    put_numbers(s, s->l1 + SELFTEST_B, 2);
    s->watching = true;
    stx_tile_prepare(&s->tiles, DST_FP32);
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        stx_tile_words_to_dst(&s->tiles, STX_TILE_INT32, s->l1 + SELFTEST_ZEROS, slot);
    }
    for (unsigned reg = 0; reg < LREGS; reg++) {
        set(&s->tiles, reg, 0x3F800000 + (reg << 20));
    }
    s->watching = false;
}

/* Stores LReg0 to LReg7 as vectors 0 to 7 of a slot; vector 8 is 1.0 in the lanes that are on and 0
 * in the others. */
static void store_vectors(struct stx_tiles *t, unsigned slot) {
    for (unsigned reg = 0; reg < LREGS; reg++) {
        store_as(t, AS_INT32, reg, slot, reg);
    }
    copy(t, R0, ZERO);
    stx_tile_issue(t, TT_OP_SFPPOPC(0, 0, 0, 0));
    copy(t, R0, ONE);
    stx_tile_issue(t, TT_OP_SFPENCC(3, 0, 0, 10));
    store(t, R0, slot, LREGS);
    tile_settle(t);
}

/* Brings Dst to L1, and then the registers of the vector unit by way of the last slot. */
static void watch(struct selftest *s) {
    struct stx_tiles *t = &s->tiles;
    s->watching = true;
    stx_tile_issue(t, TT_OP_SFPPUSHC(0, 0, 0, 0));
    stx_tile_configure(t, DST_FP32);
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        stx_tile_from_dst(t, DST_INT32, slot, STX_TILE_INT32, s->l1 + SELFTEST_DUMP + slot * 4096);
    }
    store_vectors(t, SLOTS - 1);
    stx_tile_from_dst(t, DST_INT32, SLOTS - 1, STX_TILE_INT32, s->l1 + SELFTEST_LREGS);
}

static void run(struct selftest *s, unsigned step, uint32_t limit) {
    begin(s);
    s->count = 0;
    s->word = s->load = 0;
    s->limit = limit;
    stx_selftest_step(&s->tiles, s->l1, step);
}

/* The first address from `from` to `end`, relative to l1, at which the sides differ; `end` if there
 * is none. */
static uint32_t differs(const struct selftest *s, uint32_t from, uint32_t end) {
    uint32_t at = from;
    while (at < end && stx_tile_l1_read(&s->tiles, s->l1 + at) ==
                           s->target->l1_read(s->target->ctx, s->l1 + at)) {
        at += 4;
    }
    return at;
}

static bool any_difference(const struct selftest *s) {
    return differs(s, SELFTEST_OUT, SELFTEST_LREGS + VECTOR_BYTES) != SELFTEST_LREGS + VECTOR_BYTES;
}

static void describe_dst(struct stx_selftest_difference *d, uint32_t i) {
    d->place = STX_SELFTEST_DST;
    d->where = i / 1024 * SLOT_ROWS + i % 1024 / 16; /* a slot is 64 rows of 16, face by face */
    d->lane = i % 16;
}

/* Number i of the slot of vectors. Vector n of a face holds rows 4 (n / 2) to 4 (n / 2) + 3, the
 * even columns if n is even. */
static void describe_vector(struct stx_selftest_difference *d, uint32_t i) {
    uint32_t row = i % 256 / 16, column = i % 16, vector = i / 256 * 8 + row / 4 * 2 + column % 2;
    d->place = vector < LREGS ? STX_SELFTEST_LREG : STX_SELFTEST_LANES;
    d->where = vector % LREGS;
    d->lane = row % 4 * 8 + column / 2;
}

/* Compares LReg0 to LReg7 first, because an error of a vector word shows there before it shows in
 * Dst. */
static void describe(const struct selftest *s, struct stx_selftest_difference *d) {
    uint32_t at = differs(s, SELFTEST_LREGS, SELFTEST_LREGS + VECTOR_BYTES);
    if (at < SELFTEST_LREGS + VECTOR_BYTES) {
        describe_vector(d, (at - SELFTEST_LREGS) / 4);
    } else if ((at = differs(s, SELFTEST_DUMP, SELFTEST_DUMP + DUMP_BYTES)) <
               SELFTEST_DUMP + DUMP_BYTES) {
        describe_dst(d, (at - SELFTEST_DUMP) / 4);
    } else {
        at = differs(s, SELFTEST_OUT, SELFTEST_DUMP);
        d->where = s->l1 + at; /* of STX_SELFTEST_L1, which is 0 */
    }
    d->here = stx_tile_l1_read(&s->tiles, s->l1 + at);
    d->there = s->target->l1_read(s->target->ctx, s->l1 + at);
}

/* True if the sides differ after this many words of a step. */
static bool differs_after(struct selftest *s, unsigned step, uint32_t words) {
    run(s, step, words);
    watch(s);
    return any_difference(s);
}

/* The sides differ before the first word of a step: the words that bring registers to L1 are at
 * fault. */
static void blame_watch(const struct selftest *s, struct stx_selftest_difference *d) {
    describe(s, d);
    d->step = "looking at registers";
    d->word = d->place == STX_SELFTEST_LREG
                  ? TT_OP_SFPSTORE(d->where, AS_INT32, STAY, (SLOTS - 1) * SLOT_ROWS + 2 * d->where)
              : d->place == STX_SELFTEST_LANES ? TT_OP_SFPPOPC(0, 0, 0, 0)
                                               : stx_tile_pack_word(false);
}

/* The sides differ after `high` words of the step. Finds the first word after which they do. */
static void find(struct selftest *s, unsigned step, uint32_t high,
                 struct stx_selftest_difference *d) {
    uint32_t low = 0; /* after this many words the sides are equal */
    *d = (struct stx_selftest_difference){.step = stx_selftest_step_name(step)};
    if (differs_after(s, step, 0)) {
        blame_watch(s, d);
        return;
    }
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (differs_after(s, step, middle)) {
            high = middle;
        } else {
            low = middle;
        }
    }
    (void)differs_after(s, step, high);
    d->index = high - 1;
    d->word = s->word;
    d->load = s->load;
    describe(s, d);
}

unsigned stx_selftest_steps(void) {
    return SELFTEST_STEPS;
}

unsigned stx_selftest(struct stx_core *core, uint32_t l1, const struct stx_selftest_target *target,
                      struct stx_selftest_difference *first) {
    struct selftest s = {.target = target, .l1 = l1};
    enum stx_tile_result begun = stx_tiles_init(&s.tiles, core, 0, l1, STX_SELFTEST_L1_BYTES);
    s.tiles.tap = pass_on;
    s.tiles.tap_ctx = &s;
    for (unsigned step = 0; step < SELFTEST_STEPS; step++) {
        if (begun == STX_TILE_OK) {
            run(&s, step, UINT32_MAX);
        }
        if (s.tiles.result != STX_TILE_OK) {
            *first = (struct stx_selftest_difference){.step = stx_selftest_step_name(step),
                                                      .index = UINT32_MAX};
            return step;
        }
        uint32_t count = s.count;
        watch(&s);
        if (any_difference(&s)) {
            find(&s, step, count, first);
            return step;
        }
    }
    return SELFTEST_STEPS;
}
