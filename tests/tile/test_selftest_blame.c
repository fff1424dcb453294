/* SPDX-License-Identifier: Apache-2.0
 *
 * What the self-test says of a difference: a second emulated core is spoilt after one word of one
 * step, in one place; that word and that place are named, and what both sides hold. */
#include <string.h>

#include "regs/dst.h"
#include "softensix/inspect.h"
#include "softensix/selftest.h"
#include "softensix/tti.h"
#include "tile.h"
#include "tile/move.h"
#include "tile/selftest_steps.h"

enum { L1_AT = 0x100, MOST_WORDS = 8192 };
#define SPOILT 0x5EED5EEDu

/* The words of a step, and how many words put the core into the state that every run starts from.
 */
static uint32_t words[MOST_WORDS];
static unsigned count, start_words;

static bool note(void *ctx, uint32_t word) {
    (void)ctx;
    words[count++] = word;
    return true;
}

static void record(unsigned step) {
    struct stx_tiles t;
    stx_init(&core, l1, sizeof l1, NULL);
    (void)stx_tiles_init(&t, &core, 0, L1_AT, STX_TILE_SCRATCH);
    t.tap = note;
    count = 0;
    stx_tile_prepare(&t, DST_FP32);
    for (unsigned slot = 0; slot < 8; slot++) {
        stx_tile_words_to_dst(&t, STX_TILE_INT32, L1_AT + SELFTEST_ZEROS, slot);
    }
    start_words = count + 8 * 2; /* and two words for each of LReg0 to LReg7 */
    count = 0;
    stx_selftest_step(&t, L1_AT, step);
}

/* After word `after` of the step (-1: before its first word) the place holds other bits. */
static struct plant {
    uint8_t step, place;
    int after;
    uint32_t where, lane;
} plant;

static struct stx_core other;
static uint8_t other_l1[L1_BYTES];
static int run, word_of_run; /* numbers; the step's words follow start_words others */
static bool looking;         /* registers are being brought to L1 */
static bool started_alike;
static uint32_t
    lanes_word; /* one that switches lanes in another way than all on, or by no condition */

static void put_other(uint32_t address, uint32_t value) {
    for (unsigned i = 0; i < 4; i++) {
        other_l1[address + i] = (uint8_t)(value >> (8 * i));
    }
}
static uint32_t word_at(const uint8_t *memory, uint32_t address) {
    const uint8_t *p = memory + address;
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void spoil(void) {
    unsigned row = plant.place == STX_SELFTEST_DST ? dst_row32(&other, plant.where) : 0;
    switch ((enum stx_selftest_place)plant.place) {
    case STX_SELFTEST_L1:
        put_other(L1_AT + plant.where, SPOILT);
        break;
    case STX_SELFTEST_DST:
        dst_f32_set(&other, row, plant.lane, SPOILT);
        dst_set_valid(&other, row);
        break;
    case STX_SELFTEST_LREG:
        other.sfpu.lreg[plant.where][plant.lane] = SPOILT;
        break;
    case STX_SELFTEST_LANES:
        if (!looking) {
            other.sfpu.use = UINT32_MAX;
            other.sfpu.flags = ~(1u << plant.lane);
        }
    }
}

/* Numbers from -4 to 4 with some large and small ones. */
static bool holds_numbers(uint32_t address, uint32_t state) {
    for (unsigned i = 0; i < 1024; i++) {
        state = state * 1664525u + 1013904223u;
        uint32_t sign = state >> 31 << 31, exponent = 120 + (state >> 8) % 10;
        if (word_at(other_l1, L1_AT + address + 4 * i) !=
            (sign | exponent << 23 | (state >> 5) % 8388608)) {
            return false;
        }
    }
    return true;
}

static bool holds_zeros(uint32_t address, uint32_t end) {
    while (address < end && other_l1[L1_AT + address] == 0) {
        address++;
    }
    return address >= end;
}

static bool is_at_start(void) {
    bool good = holds_numbers(SELFTEST_A, 1) && holds_numbers(SELFTEST_B, 2) &&
                holds_zeros(0, SELFTEST_A) && holds_zeros(SELFTEST_ZEROS, SELFTEST_DUMP);
    for (unsigned i = 0; i < 512 * STX_COLS; i++) {
        good &= dst_f32_get(&other, dst_row32(&other, i / STX_COLS), i % STX_COLS) == 0;
    }
    for (unsigned i = 0; i < 8 * STX_LANES; i++) { /* 1.0, 1.125, 1.25 ... */
        good &= other.sfpu.lreg[i / STX_LANES][i % STX_LANES] ==
                bits(1.0f + (float)(i / STX_LANES) / 8);
    }
    return good;
}

static void issue(void *ctx, uint32_t word) {
    (void)ctx;
    looking |= word == TT_OP_SFPPUSHC(0, 0, 0, 0);
    if (word >> 24 == TT_OP_SFPENCC(0, 0, 0, 0) >> 24 && word != TT_OP_SFPENCC(3, 0, 0, 10) &&
        word != TT_OP_SFPENCC(0, 0, 0, 0)) {
        lanes_word = word;
    }
    (void)stx_issue(&other, 0, word);
    word_of_run += !looking;
    if (word_of_run == (int)start_words && !looking) {
        started_alike &= is_at_start();
    }
    if (run >= plant.step && word_of_run > (int)start_words + plant.after) {
        spoil();
    }
}

static uint32_t read_l1(void *ctx, uint32_t address) {
    (void)ctx;
    return word_at(other_l1, address);
}

/* Every run begins with the first byte. */
static void write_l1(void *ctx, uint32_t address, uint32_t value) {
    (void)ctx;
    if (address == L1_AT) {
        run++;
        word_of_run = 0;
        looking = false;
    }
    put_other(address, value);
}

static const struct stx_selftest_target target = {NULL, issue, read_l1, write_l1};

static unsigned compare(struct stx_selftest_difference *d) {
    run = -1;
    started_alike = true;
    memset(other_l1, 0xFF, sizeof other_l1);
    stx_init(&core, l1, sizeof l1, NULL);
    stx_init(&other, other_l1, sizeof other_l1, NULL);
    return stx_selftest(&core, L1_AT, &target, d);
}

static uint32_t load_before(int index) {
    while (index >= 0 && words[index] >> 24 != 0x42 && words[index] >> 24 != 0x43) {
        index--;
    }
    return index >= 0 ? words[index] : 0;
}

static void check_named(const struct stx_selftest_difference *d) {
    bool in_l1 = plant.place == STX_SELFTEST_L1;
    CHECK_EQ(d->place, plant.place);
    CHECK_EQ(d->where, plant.where + (in_l1 ? L1_AT : 0));
    CHECK_EQ(d->lane, plant.lane);
    if (plant.place == STX_SELFTEST_LANES) {
        CHECK_EQ(d->here, F_ONE);
        CHECK_EQ(d->there, 0);
    } else {
        CHECK_EQ(d->there, SPOILT);
    }
    if (in_l1) {
        CHECK_EQ(d->here, word_at(l1, d->where));
    } else if (plant.place == STX_SELFTEST_LREG) {
        CHECK_EQ(d->here, core.sfpu.lreg[plant.where][plant.lane]);
    } else if (plant.place == STX_SELFTEST_DST) {
        CHECK_EQ(d->here, 0); /* no step that is tried here writes this slot */
    }
}

static const struct {
    uint8_t place;
    uint32_t where, lane;
} places[] = {
    {STX_SELFTEST_LREG, 1, 0},          {STX_SELFTEST_LREG, 4, 9},
    {STX_SELFTEST_LREG, 7, 31},         {STX_SELFTEST_LANES, 0, 0},
    {STX_SELFTEST_LANES, 0, 30},        {STX_SELFTEST_DST, 64, 0},
    {STX_SELFTEST_DST, 257, 15},        {STX_SELFTEST_DST, 511, 7},
    {STX_SELFTEST_L1, SELFTEST_OUT, 0}, {STX_SELFTEST_L1, SELFTEST_DUMP - 4, 0},
};
enum { PLACES = sizeof places / sizeof places[0] };

/* The first word, one in the middle, and the last one of a step. */
TEST(the_word_and_the_place_of_a_difference_are_named) {
    for (unsigned i = 0; i < 2 * PLACES; i++) {
        struct stx_selftest_difference d;
        unsigned step = i % 2;
        record(step);
        int last = (int)count - 1, after = i % 3 == 0 ? last : i % 3 == 1 ? 0 : last / 2;
        plant = (struct plant){(uint8_t)step, places[i / 2].place, after, places[i / 2].where,
                               places[i / 2].lane};
        CHECK_EQ(compare(&d), step);
        CHECK(strcmp(d.step, stx_selftest_step_name(step)) == 0);
        CHECK_EQ(d.index, (uint32_t)after);
        CHECK_EQ(d.word, words[after]);
        CHECK_EQ(d.load, load_before(after));
        check_named(&d);
        CHECK(started_alike);
    }
}

/* The word that would have brought the place to L1; the vectors stand in the last slot of Dst. */
static uint32_t looking_word(void) {
    switch ((enum stx_selftest_place)plant.place) {
    case STX_SELFTEST_LREG:
        return TT_OP_SFPSTORE(plant.where, 4, WORMHOLE ? 3 : 7, 7 * 64 + 2 * plant.where);
    case STX_SELFTEST_LANES:
        return TT_OP_SFPPOPC(0, 0, 0, 0);
    default:
#if STX_ARCH == STX_ARCH_BLACKHOLE
        return TT_OP_PACR(0, 0, 0, 0, 0, 0, 15, 0, 0, 0, 0, 0);
#else
        return TT_OP_PACR(0, 0, 1, 0, 0, 0, 0); /* packer 0 */
#endif
    }
}

TEST(a_difference_before_the_first_word_is_that_of_the_words_that_look) {
    record(0);
    for (unsigned i = 0; i < PLACES; i++) {
        struct stx_selftest_difference d;
        plant = (struct plant){0, places[i].place, -1, places[i].where, places[i].lane};
        CHECK_EQ(compare(&d), 0);
        CHECK(strcmp(d.step, "looking at registers") == 0);
        CHECK_EQ(d.index, 0);
        CHECK_EQ(d.load, 0);
        CHECK_EQ(d.word, looking_word());
        check_named(&d);
    }
}

TEST(every_run_starts_with_the_same_numbers) {
    struct stx_selftest_difference d;
    record(0);
    plant.step = UINT8_MAX;
    CHECK_EQ(compare(&d), stx_selftest_steps());
    CHECK_EQ(run, (int)stx_selftest_steps() - 1);
    CHECK(started_alike);
    CHECK_EQ(lanes_word, 0);
}

int main(void) {
    RUN_IF(STX_DST_ROWS >= 1024, the_word_and_the_place_of_a_difference_are_named);
    RUN_IF(STX_DST_ROWS >= 1024, a_difference_before_the_first_word_is_that_of_the_words_that_look);
    RUN_IF(STX_DST_ROWS >= 1024, every_run_starts_with_the_same_numbers);
    return test_summary();
}
