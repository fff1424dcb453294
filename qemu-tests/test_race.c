/* SPDX-License-Identifier: Apache-2.0
 *
 * The comparison of interleavings: what it takes for a difference, and how it tells the first one.
 * Needs the trace; without it there is nothing to compare. */
#include <string.h>

#include "coop/race.h"
#include "softensix/inspect.h"
#include "softensix/tti.h"
#include "test.h"

#if STX_TRACE
#include "collect.h"

enum { SEEDS = 20 };

static struct stx_core core;
static struct coop coop;
static struct coop_race race;
static uint8_t l1[64];
static unsigned runs;

/* A thread of a kernel: words, one of them after a NOP in the middle, and a byte of L1. */
struct job {
    uint8_t thread, cell;
    uint32_t word, last;
};

static void work(void *argument) {
    const struct job *job = argument;
    for (unsigned i = 0; i < 4; i++) {
        stx_issue(&core, job->thread, TT_OP_NOP);
    }
    if (job->word) {
        stx_issue(&core, job->thread, job->word);
    }
    l1[job->cell] = job->thread + 1;
    for (unsigned i = 0; i < 4; i++) {
        stx_issue(&core, job->thread, TT_OP_NOP);
    }
    if (job->last) {
        stx_issue(&core, job->thread, job->last);
    }
}

static struct job jobs[2];

static void start_jobs(void *ctx, struct coop *c, uint8_t *memory) {
    (void)ctx, (void)memory;
    runs++;
    coop_add(c, "first", jobs[0].thread, work, &jobs[0]);
    coop_add(c, "second", jobs[1].thread, work, &jobs[1]);
}

static const struct coop_kernel kernel = {"jobs", start_jobs, NULL};

static bool differs(struct job first, struct job second) {
    jobs[0] = first;
    jobs[1] = second;
    runs = 0;
    text[0] = 0;
    static uint8_t copy[sizeof l1];
    coop_race_init(&race, &core, &coop, l1, sizeof l1);
    race.l1_copy = copy;
    bool found = coop_race_find(&race, &kernel, 1, SEEDS);
    if (found) {
        coop_race_report(&race, collect, NULL);
    }
    return found;
}

static bool told(const char *piece) {
    if (!strstr(text, piece)) {
        printf("missing: %s\nin: %s\n", piece, text);
    }
    return strstr(text, piece) != NULL;
}

TEST(threads_that_share_nothing_do_not_race) {
    CHECK(!differs((struct job){0, 0, 0, 0}, (struct job){1, 1, 0, 0}));
    CHECK_EQ(runs, 1 + SEEDS);
    CHECK_EQ(race.seed, SEEDS);
    CHECK(race.got.end == COOP_DONE && race.got.result == race.reference.result);
    /* Each run begins anew: its only hand-over is that of the reference. */
    CHECK(!differs((struct job){0, 0, TT_OP_SETDVALID(3), 0}, (struct job){1, 1, 0, 0}));
    CHECK(race.got.count[0] == 1 && race.got.count[1] == 1 && race.got.count[2] == 0);
}

TEST(a_cell_of_l1_that_two_threads_write_is_a_race) {
    CHECK(differs((struct job){0, 60, 0, 0}, (struct job){1, 60, 0, 0}));
    CHECK_EQ(runs, 1 + race.seed);
    char expected[200];
    snprintf(expected, sizeof expected,
             "race jobs: seed %lu differs\n"
             "  L1 differs, first at 0x0000003c: 0x00000001, reference 0x00000002\n",
             (unsigned long)race.seed);
    CHECK(!strcmp(text, expected));
    uint32_t seed = race.seed, result = race.got.result;
    for (uint32_t earlier = 1; earlier < seed; earlier++) {
        CHECK(coop_race_same(&race, earlier));
    }
    CHECK(!coop_race_same(&race, seed)); /* the same interleaving again */
    CHECK_EQ(race.got.result, result);
}

TEST(the_last_byte_of_l1_and_the_state_count) {
    CHECK(differs((struct job){0, sizeof l1 - 1, 0, 0}, (struct job){1, sizeof l1 - 1, 0, 0}));
    CHECK(differs((struct job){0, 0, TT_OP_SEMINIT(2, 1, 4), 0},
                  (struct job){1, 1, TT_OP_SEMINIT(2, 0, 4), 0}));
}

/* Clocks count accesses in another order, and a mutex has another queue; neither is a result. */
TEST(who_queues_for_a_mutex_is_no_race) {
    CHECK(!differs((struct job){0, 0, TT_OP_ATGETM(2), TT_OP_ATRELM(2)},
                   (struct job){1, 1, TT_OP_ATGETM(2), TT_OP_ATRELM(2)}));
}

static bool handover_told(const char *what, unsigned number, const char *name) {
    char expected[300];
    snprintf(expected, sizeof expected,
             "\n  hand-over %u of %s differs:\n  reference: by thread 0, ", number, what);
    bool first = told(expected);
    return first && told("\n  this seed: by thread 1, ") && told(name);
}

TEST(a_bank_that_another_thread_hands_over_is_a_race) {
    static const struct {
        uint32_t word;
        const char *what, *name;
    } banks[] = {{TT_OP_SETDVALID(1), "SrcA to the FPU", " SETDVALID"},
                 {TT_OP_SETDVALID(2), "SrcB to the FPU", " SETDVALID"},
                 {TT_OP_CLEARDVALID(1, 0), "SrcA back", " CLEARDVALID"},
                 {TT_OP_CLEARDVALID(2, 0), "SrcB back", " CLEARDVALID"}};
    for (unsigned i = 0; i < 4; i++) {
        CHECK(differs((struct job){0, 0, banks[i].word, 0}, (struct job){1, 1, banks[i].word, 0}));
        CHECK(handover_told(banks[i].what, 1, banks[i].name));
        CHECK(!strstr(text, "first ")); /* the same banks were handed over in the end */
    }
}

/* One thread fills three datums of a bank, the other hands it over. */
static unsigned first_column;

static void fills(void *argument) {
    (void)argument;
    for (unsigned i = 0; i < 4; i++) {
        stx_issue(&core, 0, TT_OP_NOP);
    }
    stx_src_poke(&core, 0, 0, 9, 3, 0x40000000u);
    stx_src_poke(&core, 0, 0, 7, 15, 0x3F800000u);
    stx_src_poke(&core, 0, 0, 7, first_column, 0x3FC00000u);
}

static void hands_a_bank_over(void *argument) {
    (void)argument;
    for (unsigned i = 0; i < 8; i++) {
        stx_issue(&core, 1, TT_OP_NOP);
    }
    stx_issue(&core, 1, TT_OP_SETDVALID(1));
}

static void start_filling(void *ctx, struct coop *c, uint8_t *memory) {
    (void)ctx, (void)memory;
    runs++;
    coop_add(c, "fills", 0, fills, NULL);
    coop_add(c, "hands over", 1, hands_a_bank_over, NULL);
}

TEST(the_first_datum_of_a_bank_that_differs_is_named) {
    static const struct coop_kernel filling = {"filling", start_filling, NULL};
    runs = 0;
    text[0] = 0;
    first_column = 14;
    coop_race_init(&race, &core, &coop, l1, sizeof l1);
    CHECK(coop_race_find(&race, &filling, 1, 200));
    CHECK_EQ(runs, 1 + race.seed + 2); /* both once more */
    CHECK(!race.repeats);
    coop_race_report(&race, collect, NULL);
    CHECK(told(" SETDVALID setvalid=1\n"
               "  first in row 7, column 14: 0x00000000, reference 0x3fc00000\n"));
    CHECK(!strstr(text, "final state"));
    first_column = 0;
    CHECK(coop_race_find(&race, &filling, 1, 200));
    coop_race_report(&race, collect, NULL);
    CHECK(told("  first in row 7, column 0: 0x00000000, reference 0x3fc00000\n"));
}

/* Of several registers and bytes the first, and how many there are. */
static void sets_much(void *argument) {
    unsigned thread = *(const unsigned *)argument;
    for (unsigned i = 0; i < 6; i++) {
        stx_issue(&core, thread, TT_OP_NOP);
    }
    for (unsigned i = 5; i < 8; i++) {
        stx_mmio_write(&core, 0, 0xFFE00000u + 4 * i, thread + 1);
        l1[5 * i] = (uint8_t)(thread + 1);
    }
}

static void start_setting(void *ctx, struct coop *c, uint8_t *memory) {
    static unsigned number[2] = {0, 1};
    (void)ctx, (void)memory;
    coop_add(c, "one", 0, sets_much, &number[0]);
    coop_add(c, "two", 1, sets_much, &number[1]);
}

static bool setting_tells(const char *l1_lines) {
    static const struct coop_kernel setting = {"setting", start_setting, NULL};
    static uint8_t copy[sizeof l1];
    char expected[400];
    text[0] = 0;
    coop_race_init(&race, &core, &coop, l1, sizeof l1);
    race.l1_copy = *l1_lines ? copy : NULL;
    bool found = coop_race_find(&race, &setting, 1, 200);
    coop_race_report(&race, collect, NULL);
    snprintf(expected, sizeof expected,
             "race setting: seed %lu differs\n"
             "  the final state differs, first in gpr[0][5]: 0x00000001, reference 0x00000002\n"
             "    3 of its elements differ\n%s",
             (unsigned long)race.seed, l1_lines);
    if (strcmp(text, expected)) {
        printf("%s", text);
    }
    return found && !strcmp(text, expected);
}

TEST(the_first_register_and_the_first_byte_of_l1_are_named) {
    CHECK(setting_tells("  L1 differs, first at 0x00000019: 0x00000001, reference 0x00000002\n"
                        "    3 bytes of L1 differ\n"));
    CHECK(setting_tells(""));
}

TEST(without_a_copy_of_l1_it_is_not_said_where_it_differs) {
    CHECK(differs((struct job){0, 60, 0, 0}, (struct job){1, 60, 0, 0}));
    race.l1_copy = NULL;
    text[0] = 0;
    coop_race_report(&race, collect, NULL);
    CHECK(told(" differs\n  L1 differs\n"));
}

/* The second of two hand-overs comes from this kernel's other thread in all but the first run. */
static void hands_over(void *argument) {
    (void)argument;
    stx_issue(&core, 0, TT_OP_SETDVALID(1));
    if (runs == 1) {
        stx_issue(&core, 0, TT_OP_SETDVALID(1));
    }
}

static void start_fewer(void *ctx, struct coop *c, uint8_t *memory) {
    (void)ctx, (void)memory;
    runs++;
    coop_add(c, "unpack", 0, hands_over, NULL);
}

TEST(a_bank_that_nobody_hands_over_is_a_race) {
    static const struct coop_kernel fewer = {"fewer", start_fewer, NULL};
    runs = 0;
    text[0] = 0;
    coop_race_init(&race, &core, &coop, l1, sizeof l1);
    CHECK_EQ(coop_race_reference(&race, &fewer), COOP_DONE);
    CHECK_EQ(race.reference.count[0], 2);
    CHECK(!coop_race_same(&race, 1987654321));
    CHECK_EQ(race.got.count[0], 1);
    coop_race_report(&race, collect, NULL);
    CHECK(told("race fewer: seed 1987654321 differs\n  hand-over 2 of SrcA to the FPU differs:\n"));
    CHECK(told(
        " SETDVALID setvalid=1\n  this seed: there is none\n  the final state differs, first in "));
    CHECK_EQ(text[strlen(text) - 1], '\n');
}

/* What earlier runs have left behind the last hand-over is not compared. */
static unsigned given_by_run[4];

static void hands_over_so_often(void *argument) {
    (void)argument;
    for (unsigned i = 0; i < given_by_run[runs - 1]; i++) {
        stx_issue(&core, 0, TT_OP_SETDVALID(1));
    }
}

static void start_numbered(void *ctx, struct coop *c, uint8_t *memory) {
    (void)ctx, (void)memory;
    runs++;
    coop_add(c, "unpack", 0, hands_over_so_often, NULL);
}

TEST(one_hand_over_less_or_more_is_a_race_whatever_came_before) {
    static const struct coop_kernel numbered = {"numbered", start_numbered, NULL};
    static const unsigned times[2][4] = {{2, 2, 2, 1},
                                         {2, 1, 1, 2}}; /* the second: two references */
    for (unsigned i = 0; i < 2; i++) {
        memcpy(given_by_run, times[i], sizeof given_by_run);
        runs = 0;
        text[0] = 0;
        coop_race_init(&race, &core, &coop, l1, sizeof l1);
        for (unsigned reference = 0; reference <= i; reference++) {
            CHECK_EQ(coop_race_reference(&race, &numbered), COOP_DONE);
        }
        while (runs < 3) {
            CHECK(coop_race_same(&race, runs));
        }
        CHECK(!coop_race_same(&race, 3));
        coop_race_report(&race, collect, NULL);
        CHECK(told("race numbered: seed 3 differs\n  hand-over 2 of SrcA to the FPU differs:\n"));
        CHECK(told(i ? "  reference: there is none\n" : "  this seed: there is none\n"));
    }
}

static uint32_t fold(uint32_t hash, uint32_t value) {
    return (hash ^ value) * 16777619u;
}

/* FNV-1a of a bank that holds 0 but for one element. */
static uint32_t bank_with(unsigned at, uint32_t value) {
    uint32_t hash = 2166136261u;
    for (unsigned i = 0; i < STX_SRC_ROWS * STX_COLS; i++) {
        hash = fold(hash, i == at ? value : 0);
    }
    return hash;
}

static void gives_and_takes(void *argument) {
    (void)argument;
    stx_src_poke(&core, 0, 0, 0, 0, 0x3F800000u);
    stx_src_poke(&core, 1, 0, STX_SRC_ROWS - 1, STX_COLS - 1, 0x40400000u);
    stx_issue(&core, 0, TT_OP_SETDVALID(3));
    stx_issue(&core, 2, TT_OP_CLEARDVALID(3, 0));
}

static void start_with_contents(void *ctx, struct coop *c, uint8_t *memory) {
    (void)ctx, (void)memory;
    coop_add(c, "unpack", 0, gives_and_takes, NULL);
}

TEST(a_hand_over_is_known_by_its_bank_its_word_and_its_thread) {
    static const struct coop_kernel kernel_of = {"contents", start_with_contents, NULL};
    coop_race_init(&race, &core, &coop, l1, sizeof l1);
    CHECK_EQ(coop_race_reference(&race, &kernel_of), COOP_DONE);
    for (unsigned i = 0; i < 4; i++) {
        const struct coop_handover *h = &race.reference.given[i][0];
        CHECK_EQ(race.reference.count[i], 1);
        CHECK_EQ(h->hash, i % 2 ? bank_with(STX_SRC_ROWS * STX_COLS - 1, 0x40400000u)
                                : bank_with(0, 0x3F800000u));
        CHECK_EQ(h->word, i < 2 ? TT_OP_SETDVALID(3) : TT_OP_CLEARDVALID(3, 0));
        CHECK_EQ(h->thread, i < 2 ? 0 : 2);
    }
}

/* All four pointers stand at bank 1 when the threads begin; all lanes are on, as in silicon. */
static void start_late(void *ctx, struct coop *c, uint8_t *memory) {
    (void)ctx, (void)memory, (void)c;
    CHECK_EQ(core.sfpu.flags, UINT32_MAX);
    stx_issue(&core, 0, TT_OP_SETDVALID(3));
    stx_issue(&core, 1, TT_OP_CLEARDVALID(3, 0));
    coop_add(c, "math", 1, work, &jobs[1]);
}

TEST(a_run_begins_with_the_banks_that_start_has_left) {
    static const struct coop_kernel late = {"late", start_late, NULL};
    jobs[1] = (struct job){1, 1, 0, 0};
    memset(&race, 0xA5, sizeof race);
    coop_race_init(&race, &core, &coop, l1, sizeof l1);
    CHECK(!race.on_start && !race.kernel);
    CHECK(!coop_race_find(&race, &late, 1, 2));
    for (unsigned i = 0; i < 4; i++) {
        CHECK(race.reference.count[i] == 0 && race.got.count[i] == 0);
    }
}

TEST(the_state_is_all_items_but_clocks_and_queues_and_then_l1) {
    static const char *const left_out[] = {"clock_low", "clock_high", "clock_retired",
                                           "mutex_waits"};
    const struct stx_item *item;
    uint32_t hash = 2166136261u, seed = 5;
    stx_init(&core, l1, sizeof l1, NULL);
    for (size_t i = 0; (item = stx_item_at(i)) != NULL; i++) {
        bool counts = true;
        for (unsigned n = 0; n < 4; n++) {
            counts &= strcmp(item->name, left_out[n]) != 0;
        }
        for (uint32_t e = 0; e < item->count; e++) {
            (void)stx_item_set(&core, item, e, test_random(&seed) & item->limit);
            hash = counts ? fold(hash, stx_item_get(&core, item, e)) : hash;
        }
    }
    for (unsigned i = 0; i < sizeof l1; i++) {
        l1[i] = (uint8_t)(i + 1);
        hash = fold(hash, l1[i]);
    }
    CHECK_EQ(coop_race_state(&core, l1, sizeof l1), hash);
}

static unsigned words, starts;
static uint32_t last_seed;

static void hear(struct stx_listener *self, struct stx_core *of, const struct stx_event *e) {
    (void)self, (void)of, (void)e;
    words++;
}

static void on_start(void *ctx, struct coop_race *r, uint32_t seed) {
    static struct stx_listener listener = {hear, STX_HEAR(END), NULL};
    (void)ctx;
    stx_listen(r->core, &listener);
    starts++;
    last_seed = seed;
}

TEST(each_run_and_each_of_its_words_is_told) {
    jobs[0] = (struct job){0, 0, 0, 0};
    jobs[1] = (struct job){1, 1, 0, 0};
    words = starts = 0;
    coop_race_init(&race, &core, &coop, l1, sizeof l1);
    race.on_start = on_start;
    CHECK(!coop_race_find(&race, &kernel, 100, 3));
    CHECK_EQ(starts, 4);
    CHECK_EQ(last_seed, 102);
    CHECK_EQ(words, 4 * 16);
}

static void waits(void *argument) {
    (void)argument;
    if (runs > 1) {
        stx_issue(&core, 0, TT_OP_SEMWAIT(2, 4, 1));
    }
}

static void start_waiting(void *ctx, struct coop *c, uint8_t *memory) {
    (void)ctx;
    CHECK_EQ(memory[9], 0); /* L1 is 0 whenever a run begins */
    memory[9] = 1;
    runs++;
    coop_add(c, "unpack", 0, waits, NULL);
}

TEST(a_run_that_ends_otherwise_is_a_race_and_says_why) {
    static const struct coop_kernel waiting = {"waiting", start_waiting, NULL};
    runs = 0;
    text[0] = 0;
    coop_race_init(&race, &core, &coop, l1, sizeof l1);
    CHECK_EQ(coop_race_reference(&race, &waiting), COOP_DONE);
    CHECK(!coop_race_same(&race, 1));
    CHECK_EQ(race.got.end, COOP_DEADLOCK);
    coop_race_report(&race, collect, NULL);
    CHECK(told("race waiting: seed 1 differs\nfault: "));
    CHECK(told("    waits: "));
    CHECK(!strstr(text, "final state"));
}

int main(void) {
    HERE("races");
    RUN_IF(STX_THREADS == 3, threads_that_share_nothing_do_not_race);
    RUN_IF(STX_THREADS == 3, a_cell_of_l1_that_two_threads_write_is_a_race);
    RUN_IF(STX_THREADS == 3, the_last_byte_of_l1_and_the_state_count);
    RUN_IF(STX_THREADS == 3, who_queues_for_a_mutex_is_no_race);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2, a_bank_that_another_thread_hands_over_is_a_race);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2, a_bank_that_nobody_hands_over_is_a_race);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2,
           one_hand_over_less_or_more_is_a_race_whatever_came_before);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2,
           a_hand_over_is_known_by_its_bank_its_word_and_its_thread);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2, a_run_begins_with_the_banks_that_start_has_left);
    RUN(the_state_is_all_items_but_clocks_and_queues_and_then_l1);
    RUN_IF(STX_THREADS == 3, each_run_and_each_of_its_words_is_told);
    RUN_IF(STX_THREADS == 3, the_first_datum_of_a_bank_that_differs_is_named);
    RUN_IF(STX_THREADS == 3, the_first_register_and_the_first_byte_of_l1_are_named);
    RUN_IF(STX_THREADS == 3, without_a_copy_of_l1_it_is_not_said_where_it_differs);
    RUN_IF(STX_THREADS == 3, a_run_that_ends_otherwise_is_a_race_and_says_why);
    return test_summary();
}
#else
int main(void) {
    ELSEWHERE("races", "STX_TRACE");
    return test_summary();
}
#endif
