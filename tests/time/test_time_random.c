/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * What must hold of the times of any program: random words of three threads, some of which wait. */
#include <stdlib.h>
#include <string.h>

#include "softensix/softensix.h"
#include "softensix/time.h"
#include "softensix/tti.h"
#include "test.h"
#include "time/words.h"

static struct stx_core core, untimed;
static struct stx_time timing;
static uint8_t l1[2][0x10000];
enum { CYCLES = 100000 };
static uint8_t used[STX_TIME_RESOURCES][CYCLES];
static uint64_t next[STX_TIME_THREADS], seen;
static uint32_t digest;
static const char *broken;

static void claim(bool holds, const char *what) {
    broken = holds || broken ? broken : what;
}

static bool is_shared(unsigned resource) {
    return resource != STX_RESOURCE_THREAD && resource != STX_RESOURCE_THREAD_CONFIG &&
           resource != STX_RESOURCE_MUTEX;
}

static void on_event(void *ctx, const struct stx_time_event *e) {
    (void)ctx;
    claim(e->arrive <= e->start && e->start < e->end, "arrive <= start < end");
    claim(e->start >= next[e->thread], "a thread's words start one after the other");
    claim(!is_shared(e->resource) || !used[e->resource][e->start % CYCLES],
          "one word of a unit a cycle");
    claim(e->start == e->arrive || e->stall != STX_STALL_NONE, "a word that is late has a cause");
    /* A vector word that waits for a result waits inside its unit. */
    next[e->thread] = e->start + (e->stall != STX_STALL_LREG);
    used[e->resource][e->start % CYCLES] = 1;
    digest = (digest ^ (uint32_t)e->start ^ e->word) * 16777619u;
    seen++;
}

static uint32_t random_word(uint32_t *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return time_words[(*seed >> 8) % TIME_WORDS];
}

/* Words that wait are offered again in the next round; a wait that nobody ends, in the end. */
static void run(struct stx_core *c, uint8_t *memory, bool timed, uint32_t seed, unsigned rounds) {
    uint32_t held[3] = {0};
    memset(next, 0, sizeof next);
    memset(used, 0, sizeof used);
    seen = digest = 0;
    stx_init(c, memory, sizeof l1[0], NULL);
    stx_init_as_firmware(c);
    stx_policy_set_all(c, STX_POLICY_SILICON);
    stx_time_init(&timing, c);
    timing.event = on_event;
    if (!timed) {
        stx_unlisten(c, &timing.listener);
    }
    stx_issue(c, 0, TT_OP_SETDVALID(3));
    for (unsigned i = 0; i < rounds; i++) {
        seed = seed * 1664525u + 1013904223u;
        unsigned t = (seed >> 16) % 3u;
        uint32_t word = held[t] ? held[t] : random_word(&seed);
        held[t] = stx_issue(c, t, word) == STX_WAIT ? word : 0;
    }
    stx_time_end(&timing);
}

TEST(random_programs_keep_the_order_of_time) {
    uint64_t words = 0;
    broken = NULL;
    for (uint32_t seed = 1; seed <= 200 && !broken; seed++) {
        run(&core, l1[0], true, seed, 3000);
        words += seen;
        for (unsigned r = 0; r < STX_TIME_RESOURCES; r++) {
            bool one = r != STX_RESOURCE_THREAD && r != STX_RESOURCE_THREAD_CONFIG;
            claim(!one || timing.clock[0].busy[r] <= stx_time_total(&timing, STX_TIME_EXPECTED),
                  "no unit is busy longer than the run takes");
        }
    }
    if (broken) {
        printf("broken: %s\n", broken);
    }
    CHECK(!broken);
    CHECK(words > 50000);
}

TEST(two_runs_have_the_same_times) {
    for (uint32_t seed = 1; seed <= 20; seed++) {
        run(&core, l1[0], true, seed, 2000);
        uint32_t first = digest;
        run(&core, l1[0], true, seed, 2000);
        CHECK_EQ(digest, first);
    }
}

TEST(results_do_not_depend_on_being_timed) {
    for (uint32_t seed = 1; seed <= 20; seed++) {
        run(&core, l1[0], true, seed, 2000);
        run(&untimed, l1[1], false, seed, 2000);
        CHECK(!memcmp(&core.dst, &untimed.dst, sizeof core.dst));
        CHECK(!memcmp(core.sfpu.lreg, untimed.sfpu.lreg, sizeof core.sfpu.lreg));
        CHECK(!memcmp(core.gpr, untimed.gpr, sizeof core.gpr));
        CHECK_EQ(core.retired, untimed.retired);
    }
}

/* A unit's numbers get worse, one at a time: no run may gain more than a share of its time. */
TEST(slower_units_do_not_make_a_run_faster) {
    static const char *const names[] = {"dst_period", "wait_release", "push_cycles", "mop_leave"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        for (uint32_t seed = 1; seed <= 20; seed++) {
            uint64_t total[2];
            for (unsigned slow = 0; slow < 2; slow++) {
                uint32_t s = seed;
                stx_init(&core, l1[0], sizeof l1[0], NULL);
                stx_policy_set_all(&core, STX_POLICY_SILICON);
                stx_time_init(&timing, &core);
                CHECK(stx_time_set(&timing, names[i], slow ? 9 : 3));
                stx_issue(&core, 0, TT_OP_SETDVALID(3));
                for (unsigned n = 0; n < 500; n++) {
                    stx_issue(&core, n % 3u, random_word(&s));
                }
                stx_time_end(&timing);
                total[slow] = stx_time_total(&timing, STX_TIME_EXPECTED);
            }
            CHECK(total[1] + total[1] / 20u >= total[0]);
        }
    }
}

static uint32_t many = 1000000; /* or the argument of the program (make soak) */

/* Far more words than the model remembers, of a thread that runs alone and of two that follow. */
TEST(a_million_words_of_one_thread_and_more_are_timed_in_the_same_memory) {
    stx_init(&core, l1[0], sizeof l1[0], NULL);
    stx_time_init(&timing, &core);
    for (unsigned i = 0; i < many; i++) {
        stx_issue(&core, 1, TT_OP_SFPNOP);
    }
    for (unsigned i = 0; i < 1000; i++) {
        stx_issue(&core, 2, TT_OP_NOP);
    }
    stx_time_end(&timing);
    CHECK_EQ(stx_time_of(&timing, STX_TIME_EXPECTED, 1), many);
    CHECK_EQ(stx_time_of(&timing, STX_TIME_EXPECTED, 2), 1000);
}

int main(int argc, char **argv) {
    if (argc > 1) {
        many = (uint32_t)strtoul(argv[1], NULL, 0);
    }
    RUN_IF(STX_THREADS == 3, random_programs_keep_the_order_of_time);
    RUN(two_runs_have_the_same_times);
    RUN(results_do_not_depend_on_being_timed);
    RUN(slower_units_do_not_make_a_run_faster);
    RUN_IF(STX_THREADS == 3, a_million_words_of_one_thread_and_more_are_timed_in_the_same_memory);
    return test_summary();
}
