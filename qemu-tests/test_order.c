/* SPDX-License-Identifier: Apache-2.0
 *
 * Where threads give way to each other: without a seed at waits alone, with a seed anywhere, and
 * in the plausible order where silicon would. Needs the trace. */
#include <string.h>

#include "coop/coop.h"
#include "softensix/tti.h"
#include "test.h"

#if STX_TRACE
#include "collect.h"

enum { SEEDS = 40, MOP_CFG = 0xFFB80000u, LOG = 256 };
#define BODY TT_OP_SETADCXX(1, 15, 0)

static struct stx_core core;
static struct coop coop;

/* The words that were done, in their order. */
static struct {
    uint8_t thread;
    bool unpack_waits;
    uint32_t word;
} done[LOG];
static unsigned count, accesses, offers;
static bool unpack_waits; /* thread 0 has tried its word in vain */

static void hear(struct stx_listener *self, struct stx_core *of, const struct stx_event *e) {
    (void)self, (void)of;
    unpack_waits = e->thread == 0 ? e->kind == STX_EVENT_WAIT : unpack_waits;
    if (e->kind == STX_EVENT_END && count < LOG) {
        done[count].thread = e->thread;
        done[count].unpack_waits = unpack_waits;
        done[count++].word = e->word;
    }
}
static struct stx_listener words = {hear, STX_HEAR(WAIT) | STX_HEAR(FAULT) | STX_HEAR(END), NULL};

static void hear_stores_and_offers(struct stx_listener *self, struct stx_core *of,
                                   const struct stx_event *e) {
    (void)self;
    accesses += of == &core && e->kind == STX_EVENT_STORE && e->thread == 1 &&
                e->first == MOP_CFG && e->value == 5;
    offers += e->kind == STX_EVENT_BEGIN && e->thread == 1 && e->word == TT_OP_NOP;
}
static struct stx_listener others = {hear_stores_and_offers,
                                     STX_HEAR(BEGIN) | STX_HEAR(LOAD) | STX_HEAR(STORE), NULL};

static void begin(uint32_t seed, enum coop_order order) {
    coop_start(&coop, &core, NULL, 0);
    coop.seed = seed;
    coop.order = order;
    stx_listen(&core, &words);
    count = 0;
    unpack_waits = false;
}

static void issue(unsigned thread, uint32_t word) {
    (void)stx_issue(&core, thread, word);
}

static void nops(unsigned thread, unsigned n) {
    while (n--) {
        issue(thread, TT_OP_NOP);
    }
}

/* A MOP of eight words of thread 0; the others do nothing. */
static void emits(void *argument) {
    const uint32_t cfg[9] = {1, 8, TT_OP_NOP, TT_OP_NOP, TT_OP_NOP, BODY, TT_OP_NOP, BODY, BODY};
    (void)argument;
    for (unsigned i = 0; i < 9; i++) {
        stx_mmio_write(&core, 0, MOP_CFG + 4 * i, cfg[i]);
    }
    issue(0, TT_OP_MOP(1, 0, 0));
}

static void idles(void *argument) {
    nops(*(unsigned *)argument, 30);
}

static unsigned math = 1, pack = 2;

/* Is the MOP's first word followed by its seven others? */
static bool back_to_back(uint32_t seed, enum coop_order order) {
    unsigned first = 0;
    begin(seed, order);
    coop_add(&coop, "unpack", 0, emits, NULL);
    coop_add(&coop, "math", 1, idles, &math);
    coop_add(&coop, "pack", 2, idles, &pack);
    coop_run(&coop);
    while (first < count && done[first].word != BODY) {
        first++;
    }
    bool together = first + 8 <= count;
    for (unsigned i = first; together && i < first + 8; i++) {
        together = done[i].word == BODY;
    }
    return together;
}

TEST(words_of_a_mop_stay_together_in_the_plausible_order) {
    unsigned torn = 0;
    for (uint32_t seed = 1; seed <= SEEDS; seed++) {
        CHECK(back_to_back(seed, COOP_PLAUSIBLE_ORDER));
        torn += !back_to_back(seed, COOP_ANY_ORDER);
    }
    CHECK(torn > SEEDS / 2);
    CHECK(back_to_back(0, COOP_ANY_ORDER));
}

/* Without a seed a thread runs until it has ended, if it does not wait. */
TEST(without_a_seed_threads_follow_each_other) {
    begin(0, COOP_ANY_ORDER);
    coop_add(&coop, "math", 1, idles, &math);
    coop_add(&coop, "pack", 2, idles, &pack);
    CHECK_EQ(coop_run(&coop), COOP_DONE);
    CHECK_EQ(count, 60);
    for (unsigned i = 0; i < 60; i++) {
        CHECK_EQ(done[i].thread, i < 30 ? 1 : 2);
    }
    CHECK_EQ(coop.switches, 2);
}

/* With a seed one word in four lets another thread go on, or by chance the same one. */
TEST(with_a_seed_threads_give_way_after_a_word_in_four) {
    unsigned switches = 0;
    for (uint32_t seed = 1; seed <= SEEDS; seed++) {
        begin(seed, COOP_ANY_ORDER);
        coop_add(&coop, "math", 1, idles, &math);
        coop_add(&coop, "pack", 2, idles, &pack);
        CHECK_EQ(coop_run(&coop), COOP_DONE);
        switches += coop.switches;
    }
    /* 60 words give 15 chances, half of which change the thread; two more begin the threads. */
    CHECK(switches > SEEDS * 5 && switches < SEEDS * 14);
}

/* A thread alone has nobody to give way to. */
TEST(a_thread_that_is_alone_is_never_switched) {
    for (uint32_t seed = 0; seed <= SEEDS; seed++) {
        begin(seed, seed % 2 ? COOP_ANY_ORDER : COOP_PLAUSIBLE_ORDER);
        coop_add(&coop, "math", 1, idles, &math);
        CHECK_EQ(coop_run(&coop), COOP_DONE);
        CHECK_EQ(coop.switches, 1);
    }
}

/* Both banks of SrcA are given, so the third waits until the math thread returns one, and has it
 * before that thread goes on. */
static void gives(void *argument) {
    (void)argument;
    for (unsigned i = 0; i < 3; i++) {
        issue(0, TT_OP_SETDVALID(1));
    }
}

static void returns(void *argument) {
    (void)argument;
    nops(1, 20);
    issue(1, TT_OP_CLEARDVALID(1, 0));
    nops(1, 20);
}

static bool woken_at_once(uint32_t seed, enum coop_order order) {
    unsigned at = 0;
    begin(seed, order);
    coop_add(&coop, "pack", 2, idles, &pack);
    coop_add(&coop, "math", 1, returns, NULL);
    coop_add(&coop, "unpack", 0, gives, NULL);
    coop_run(&coop);
    while (at < count && done[at].word != TT_OP_CLEARDVALID(1, 0)) {
        at++;
    }
    unsigned next = at + 1;
    while (next < count && done[next].thread == 2) {
        next++;
    }
    return !done[at].unpack_waits || done[next].word == TT_OP_SETDVALID(1);
}

TEST(who_waits_for_a_bank_has_it_at_once_in_the_plausible_order) {
    unsigned later = 0;
    for (uint32_t seed = 1; seed <= SEEDS; seed++) {
        CHECK(woken_at_once(seed, COOP_PLAUSIBLE_ORDER));
        later += !woken_at_once(seed, COOP_ANY_ORDER);
    }
    CHECK(later > 0);
}

static void stores(void *argument) {
    (void)argument;
    stx_mmio_write(&core, 1, MOP_CFG, 5);
    issue(1, TT_OP_NOP);
}

TEST(words_and_accesses_are_told_to_who_listens) {
    begin(0, COOP_ANY_ORDER);
    stx_listen(&core, &others);
    accesses = offers = 0;
    coop_add(&coop, "math", 1, stores, NULL);
    CHECK_EQ(coop_run(&coop), COOP_DONE);
    CHECK_EQ(accesses, 1);
    CHECK_EQ(offers, 1);
    begin(0, COOP_ANY_ORDER); /* nobody is told */
    coop_add(&coop, "math", 1, stores, NULL);
    CHECK_EQ(coop_run(&coop), COOP_DONE);
    CHECK_EQ(accesses, 1);
}

/* Rounds in which nothing happens end a run, unless somebody says that something did. */
static unsigned messages;

static void waits_for_messages(void *argument) {
    (void)argument;
    while (messages < 2000) {
        coop_progress(&coop);
        messages++;
        coop_yield(&coop, 1);
    }
}

TEST(what_the_core_does_not_see_can_be_told) {
    begin(0, COOP_ANY_ORDER);
    messages = 0;
    coop_add(&coop, "math", 1, waits_for_messages, NULL);
    CHECK_EQ(coop_run(&coop), COOP_DONE);
    CHECK_EQ(messages, 2000);
}

static void fails(void *argument) {
    (void)argument;
    stx_issue_from(&core, 1, TT_OP_SETDMAREG(0, 8, 1, 0), "kernel.c:7");
}

static const char WORD[] = "0x45000880 SETDMAREG payload_sig_sel_size=0 payload_sig_sel=8 "
                           "set_signals_mode=1 reg_index_16b=0\n";

TEST(a_fault_is_told_with_its_word_its_reason_and_its_place) {
    char first[300];
    begin(0, COOP_ANY_ORDER);
    text[0] = 0;
    coop_add(&coop, "math", 1, fails, NULL);
    CHECK_EQ(coop_run(&coop), COOP_STOPPED);
    coop_report(&coop, collect, NULL);
    snprintf(first, sizeof first,
             "fault: unimplemented: this mode is not implemented\n"
             "  first raised by %s"
             "    statistics of the packer, source 1\n"
             "    at kernel.c:7\n"
             "  thread 1 math: raised the fault\n",
             WORD);
    if (strncmp(text, first, strlen(first))) {
        printf("%s", text);
    }
    CHECK(!strncmp(text, first, strlen(first)));
}

TEST(there_is_room_for_three_threads_of_a_core) {
    begin(0, COOP_ANY_ORDER);
    for (unsigned i = 0; i < COOP_THREADS; i++) {
        CHECK(coop_add(&coop, "math", 1, idles, &math));
    }
    CHECK_EQ(coop_run(&coop), COOP_DONE);
    CHECK_EQ(count, 30 * COOP_THREADS);
}

int main(void) {
    HERE("the order checker");
    RUN_IF(STX_THREADS == 3, words_of_a_mop_stay_together_in_the_plausible_order);
    RUN_IF(STX_THREADS == 3, without_a_seed_threads_follow_each_other);
    RUN_IF(STX_THREADS == 3, with_a_seed_threads_give_way_after_a_word_in_four);
    RUN_IF(STX_THREADS == 3, a_thread_that_is_alone_is_never_switched);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2,
           who_waits_for_a_bank_has_it_at_once_in_the_plausible_order);
    RUN_IF(STX_THREADS == 3, words_and_accesses_are_told_to_who_listens);
    RUN_IF(STX_THREADS == 3, what_the_core_does_not_see_can_be_told);
    RUN_IF(STX_THREADS == 3, a_fault_is_told_with_its_word_its_reason_and_its_place);
    RUN_IF(STX_THREADS == 3, there_is_room_for_three_threads_of_a_core);
    return test_summary();
}
#else
int main(void) {
    ELSEWHERE("the order checker", "STX_TRACE");
    return test_summary();
}
#endif
