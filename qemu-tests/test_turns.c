/* SPDX-License-Identifier: Apache-2.0
 *
 * Whose turn it is, word by word: beside a model of the scheduler in forty lines, and how many
 * rounds without progress are a deadlock. */
#include <string.h>

#include "coop/coop.h"
#include "softensix/tti.h"
#include "test.h"

enum { SEEDS = 60, LOG = 200, GPR_0 = 0xFFE00000u };

static struct stx_core core;
static struct coop coop;

static void begin(void) {
    coop_start(&coop, &core, NULL, 0);
}

#if STX_TRACE
/* A thread is a line of letters: n does nothing, a is an access of the RISC-V side, S gives the FPU
 * a bank of SrcA and waits for one, C gives that bank back, P posts a semaphore, W waits for it. */
struct script {
    unsigned tensix;
    const char *words;
};

static const uint32_t meaning[128] = {['n'] = TT_OP_NOP,
                                      ['S'] = TT_OP_SETDVALID(1),
                                      ['C'] = TT_OP_CLEARDVALID(1, 0),
                                      ['P'] = TT_OP_SEMPOST(2),
                                      ['W'] = TT_OP_SEMWAIT(1, 2, 1)};

static char done[LOG], expected[LOG]; /* a pair for each word: thread, letter */
static unsigned done_count;

static void note(char *log, unsigned *count, unsigned thread, char letter) {
    log[(*count)++] = (char)('0' + thread);
    log[(*count)++] = letter;
}

static void hear(struct stx_listener *self, struct stx_core *of, const struct stx_event *e) {
    (void)self, (void)of;
    for (unsigned i = 0; e->kind == STX_EVENT_END && i < 128; i++) {
        if (e->word == meaning[i]) {
            note(done, &done_count, e->thread, (char)i);
        }
    }
    if (e->kind != STX_EVENT_END) {
        note(done, &done_count, e->thread, 'a');
    }
}

static void reads_script(void *argument) {
    const struct script *script = argument;
    for (const char *w = script->words; *w; w++) {
        if (*w == 'a') {
            stx_mmio_write(&core, script->tensix, GPR_0, 1);
        } else {
            stx_issue(&core, script->tensix, meaning[(unsigned char)*w]);
        }
    }
}

/* The model: the numbers of xorshift32, started with the seed times Knuth's factor, say after each
 * word whether the thread gives way (one number in four) and where the search for the next live
 * thread starts. In the plausible order those who wait when a bank comes back go first, in the
 * order in which they were added; and who gives it back does so without being interrupted. */
struct model {
    struct script script[3];
    uint32_t random;
    unsigned banks, posts; /* free banks of SrcA; the semaphore */
    unsigned held, woken, ended;
};

static unsigned draw(struct model *m) {
    return test_random(&m->random) >> 8;
}

static unsigned next_of(struct model *m) {
    for (unsigned i = 0; i < 3; i++) {
        if (m->woken >> i & 1u) {
            m->woken ^= 1u << i;
            return i;
        }
    }
    unsigned i = draw(m) % 3;
    do {
        i = (i + 1) % 3;
    } while (m->ended >> i & 1u);
    return i;
}

static bool must_wait(const struct model *m, char word) {
    return (word == 'S' && m->banks == 0) || (word == 'W' && m->posts == 0);
}

/* Does the thread give way after a word that was done? */
static bool gives_way(struct model *m, char word) {
    m->banks += (word == 'C') - (unsigned)(word == 'S');
    m->posts += word == 'P';
    if (word == 'C') {
        m->woken |= m->held;
        return m->held != 0;
    }
    return draw(m) % 4 == 0;
}

static void play(struct model *m) {
    unsigned count = 0;
    for (unsigned at = next_of(m);;) {
        char word = *m->script[at].words;
        if (word == 0) {
            m->ended |= 1u << at;
            if (m->ended == 7) {
                return;
            }
            at = next_of(m);
        } else if (must_wait(m, word)) {
            m->held |= 1u << at;
            at = next_of(m);
        } else {
            m->held &= ~(1u << at);
            m->script[at].words++;
            note(expected, &count, m->script[at].tensix, word);
            at = gives_way(m, word) ? next_of(m) : at;
        }
    }
}

/* Threads in this order take the turns of the model, whatever the seed. banks: free at first. */
static bool as_in_the_model(struct script *script, unsigned banks, enum coop_order order) {
    for (uint32_t seed = 1; seed <= SEEDS; seed++) {
        struct model m = {.random = seed * 2654435761u, .banks = banks};
        memcpy(m.script, script, sizeof m.script);
        begin();
        for (unsigned i = banks; i < 2; i++) {
            stx_issue(&core, 0, meaning['S']);
        }
        memset(done, 0, sizeof done);
        memset(expected, 0, sizeof expected);
        done_count = 0;
        static struct stx_listener listener = {
            hear, STX_HEAR(END) | STX_HEAR(LOAD) | STX_HEAR(STORE), NULL};
        stx_listen(&core, &listener);
        coop.seed = seed;
        coop.order = order;
        for (unsigned i = 0; i < 3; i++) {
            coop_add(&coop, "script", script[i].tensix, reads_script, &script[i]);
        }
        play(&m);
        if (coop_run(&coop) != COOP_DONE || strcmp(done, expected) != 0) {
            printf("seed %lu: %s\nexpected %s\n", (unsigned long)seed, done, expected);
            return false;
        }
    }
    return true;
}

TEST(random_turns_are_those_of_the_model) {
    struct script s[3] = {{0, "nnnnnnaaaannnnnnnnnn"}, {1, "nnnaannnn"}, {2, "aaaaaaaannnnnnnnnn"}};
    CHECK(as_in_the_model(s, 2, COOP_ANY_ORDER));
    CHECK(as_in_the_model(s, 2, COOP_PLAUSIBLE_ORDER));
}

/* The thread that waits for a bank is the first, the second or the third; so is another one that is
 * woken beside it and still has to wait. */
TEST(who_waits_is_woken_in_the_order_of_adding) {
    const struct script unpack = {0, "nnSanaSnn"}, math = {1, "nanannCnnnannCnnnnPnnn"},
                        pack = {2, "nWnnnn"};
    struct script orders[6][3] = {{unpack, math, pack}, {unpack, pack, math}, {math, unpack, pack},
                                  {math, pack, unpack}, {pack, unpack, math}, {pack, math, unpack}};
    for (unsigned i = 0; i < 6; i++) {
        CHECK(as_in_the_model(orders[i], 0, COOP_PLAUSIBLE_ORDER));
    }
}
#endif

/* Calls of coop_yield() since the last thing that happened. */
static unsigned calls;

static void yields_for_ever(void *argument) {
    for (;;) {
        calls++;
        coop_yield(&coop, *(unsigned *)argument);
    }
}

static void yields_five_times(void *argument) {
    for (unsigned i = 0; i < 5; i++) {
        coop_yield(&coop, *(unsigned *)argument);
    }
    calls = 0;
}

static void executes_a_word(void *argument) {
    for (unsigned i = 0; i < 100; i++) {
        coop_yield(&coop, *(unsigned *)argument);
    }
    stx_issue(&core, *(unsigned *)argument, TT_OP_NOP);
    calls = 0;
    yields_for_ever(argument);
}

static unsigned number[3] = {0, 1, 2};

/* The call that ends the run comes after so many rounds in which each thread has yielded. */
static bool ends_after(unsigned rounds_of, unsigned more) {
    bool deadlock = coop_run(&coop) == COOP_DEADLOCK;
    if (calls != COOP_IDLE_ROUNDS * rounds_of + more) {
        printf("%u calls\n", calls);
    }
    return deadlock && calls == COOP_IDLE_ROUNDS * rounds_of + more;
}

TEST(a_deadlock_is_so_many_rounds_of_all_live_threads) {
    for (unsigned threads = 1; threads <= STX_THREADS; threads++) {
        begin();
        stx_issue(&core, 0, TT_OP_NOP); /* before the run: it does not count */
        calls = 0;
        for (unsigned i = 0; i < threads; i++) {
            coop_add(&coop, "yields", i, yields_for_ever, &number[i]);
        }
        CHECK(ends_after(threads, 1));
    }
}

TEST(the_rounds_begin_anew_when_a_thread_has_ended_or_a_word_was_executed) {
    begin();
    coop_add(&coop, "ends", 0, yields_five_times, &number[0]);
    coop_add(&coop, "yields", 0, yields_for_ever, &number[0]);
    coop_add(&coop, "yields", 0, yields_for_ever, &number[0]);
    CHECK(ends_after(2, 1));
    begin();
    coop_add(&coop, "executes", 0, executes_a_word, &number[0]);
    CHECK(ends_after(1, 2)); /* the first call finds that something has happened */
}

static void does_nothing(void *argument) {
    (void)argument;
}

/* One word and one access in each round, or one word and one message. */
static void does_two_things(void *argument) {
    for (unsigned i = 0; i < 3 * COOP_IDLE_ROUNDS; i++) {
        stx_issue(&core, 0, TT_OP_NOP);
        if (*(bool *)argument) {
            stx_mmio_write(&core, 0, GPR_0, i);
        } else {
            coop_progress(&coop);
        }
        coop_yield(&coop, 0);
    }
}

TEST(words_accesses_and_messages_add_up_to_progress) {
    for (unsigned i = 0; i < 2; i++) {
        bool accesses = i == 0;
        begin();
        coop_add(&coop, "busy", 0, does_two_things, &accesses);
        CHECK_EQ(coop_run(&coop), COOP_DONE);
    }
}

/* A word that waits outside of any run waits for nobody: before a run and after one. */
TEST(a_run_that_has_ended_leaves_nobody_to_wait_for) {
    begin();
    coop_add(&coop, "executes", 0, does_nothing, NULL);
    CHECK_EQ(coop_run(&coop), COOP_DONE);
    CHECK_EQ(stx_issue(&core, 1, TT_OP_SEMWAIT(1, 2, 1)), STX_FAULT);
    CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_DEADLOCK);
    CHECK_EQ(coop_run(&coop), COOP_DONE);
}

TEST(starting_names_the_core_of_the_macros) {
    stx_bind(NULL);
    begin();
    CHECK(stx_bound() == &core);
}

static bool limits_right;

static void looks_at_its_limit(void *argument) {
    uintptr_t low = (uintptr_t)coop.stack[*(unsigned *)argument];
    limits_right &= coop_stack_limit == low + COOP_CLOSED_BYTES;
}

TEST(the_limit_of_the_stack_is_that_of_the_thread_that_runs) {
    begin();
    limits_right = true;
    for (unsigned i = 0; i < 3; i++) {
        coop_add(&coop, "looks", 0, looks_at_its_limit, &number[i]);
    }
    CHECK_EQ(coop_run(&coop), COOP_DONE);
    CHECK(limits_right);
    CHECK_EQ(coop_stack_limit, 0);
}

TEST(each_byte_of_the_guard_counts_and_none_above) {
    begin();
    coop_add(&coop, "looks", 0, looks_at_its_limit, &number[0]);
    CHECK(coop_stack_intact(&coop, 0));
    for (unsigned i = 0; i <= COOP_GUARD_BYTES; i++) {
        coop.stack[0][i] ^= 1;
        CHECK_EQ(coop_stack_intact(&coop, 0), i == COOP_GUARD_BYTES);
        coop.stack[0][i] ^= 1;
    }
    coop.thread[0].overflowed = true;
    CHECK(!coop_stack_intact(&coop, 0));
}

#if STX_MACROS
static bool live_after_the_other;

/* What SFPLOADMACRO has scheduled is still to come when the other thread has ended. */
static void schedules(void *argument) {
    (void)argument;
    core.sfpu.sequence[0] =
        0x4B000044u; /* arithmetic in the next cycle, a store in the one after */
    stx_issue(&core, 1, TT_OP_SFPABS(0, 0, 12, 0));
    stx_issue(&core, 1, TT_OP_SFPLOADMACRO(0, 3, 0, 0));
    coop_yield(&coop, 1);
    live_after_the_other = core.sfpu.apart;
}

TEST(a_thread_that_ends_finishes_its_own_schedules_alone) {
    begin();
    stx_init_as_firmware(&core);
    coop_add(&coop, "math", 1, schedules, NULL);
    coop_add(&coop, "pack", 2, does_nothing, NULL);
    CHECK_EQ(coop_run(&coop), COOP_DONE);
    CHECK(live_after_the_other);
    CHECK(!core.sfpu.apart);
}
#endif

int main(void) {
#if STX_TRACE
    RUN_IF(STX_THREADS == 3, random_turns_are_those_of_the_model);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2, who_waits_is_woken_in_the_order_of_adding);
#endif
    RUN(a_deadlock_is_so_many_rounds_of_all_live_threads);
    RUN(the_rounds_begin_anew_when_a_thread_has_ended_or_a_word_was_executed);
    RUN(words_accesses_and_messages_add_up_to_progress);
    RUN(a_run_that_has_ended_leaves_nobody_to_wait_for);
    RUN(starting_names_the_core_of_the_macros);
    RUN(the_limit_of_the_stack_is_that_of_the_thread_that_runs);
    RUN(each_byte_of_the_guard_counts_and_none_above);
#if STX_MACROS
    RUN(a_thread_that_ends_finishes_its_own_schedules_alone);
#endif
    return test_summary();
}
