/* SPDX-License-Identifier: Apache-2.0
 *
 * The stream of events: who listens hears what it wants, beside any others, until it no longer
 * listens. */
#include "softensix/isa.h"
#include "softensix/listen.h"
#include "softensix/softensix.h"
#include "softensix/tti.h"
#include "test.h"

#define GPR_9 0xFFE00024u
enum { LOG = 64 };
static struct stx_core core;
static uint8_t l1[64];

/* Which listener has heard which kind of event. */
static struct {
    const struct stx_listener *by;
    struct stx_event event;
} heard[LOG];
static unsigned count;

static void hear(struct stx_listener *self, struct stx_core *of, const struct stx_event *e) {
    CHECK(of == &core);
    heard[count % LOG].by = self;
    heard[count++ % LOG].event = *e;
}

static struct stx_listener words = {hear, STX_HEAR(BEGIN) | STX_HEAR(END), NULL};
static struct stx_listener waits = {hear, STX_HEAR(WAIT) | STX_HEAR(FAULT), NULL};
static struct stx_listener stores = {hear, STX_HEAR(STORE) | STX_HEAR(L1_STORE), NULL};

static void start(void) {
    stx_init(&core, l1, sizeof l1, NULL);
    stx_listen(&core, &words);
    stx_listen(&core, &waits);
    stx_listen(&core, &stores);
    count = 0;
}

static bool was_heard(unsigned i, const struct stx_listener *by, enum stx_event_kind kind,
                      unsigned thread, uint32_t word) {
    return heard[i].by == by && heard[i].event.kind == kind && heard[i].event.thread == thread &&
           heard[i].event.word == word;
}

TEST(each_hears_the_kinds_that_it_wants) {
    const uint32_t wait = TT_OP_SEMWAIT(1, 2, 1);
    start();
    CHECK_EQ(stx_try(&core, 1, TT_OP_NOP), STX_DONE);
    CHECK_EQ(stx_try(&core, 2, wait), STX_WAIT);
    CHECK_EQ(stx_try(&core, 0, 0), STX_FAULT);
    CHECK_EQ(count, 6);
    CHECK(was_heard(0, &words, STX_EVENT_BEGIN, 1, TT_OP_NOP));
    CHECK(was_heard(1, &words, STX_EVENT_END, 1, TT_OP_NOP));
    CHECK(was_heard(2, &words, STX_EVENT_BEGIN, 2, wait));
    CHECK(was_heard(3, &waits, STX_EVENT_WAIT, 2, wait));
    CHECK(was_heard(4, &words, STX_EVENT_BEGIN, 0, 0));
    CHECK(was_heard(5, &waits, STX_EVENT_FAULT, 0, 0));
    stx_mmio_write(&core, 1, GPR_9, 77);
    CHECK_EQ(stx_mmio_read(&core, 1, GPR_9), 77);
    CHECK_EQ(count, 7);
    CHECK(was_heard(6, &stores, STX_EVENT_STORE, 1, 0));
    CHECK(heard[6].event.first == GPR_9 && heard[6].event.value == 77);
    stx_l1_accessed(&core, 2, 0x20, 8, true);
    stx_l1_accessed(&core, 2, 0x20, 8, false);
    CHECK_EQ(count, 8);
    CHECK(was_heard(7, &stores, STX_EVENT_L1_STORE, 2, 0));
    CHECK(heard[7].event.first == 0x20 && heard[7].event.count == 8);
}

TEST(who_began_last_hears_first) {
    static struct stx_listener other = {hear, STX_HEAR(END), NULL};
    start();
    stx_listen(&core, &other);
    CHECK_EQ(stx_try(&core, 0, TT_OP_NOP), STX_DONE);
    CHECK_EQ(count, 3);
    CHECK(heard[1].by == &other && heard[2].by == &words);
    stx_listen(&core, &words); /* again: it is in the list once */
    CHECK_EQ(stx_try(&core, 0, TT_OP_NOP), STX_DONE);
    CHECK_EQ(count, 6);
    CHECK(heard[4].by == &words && heard[5].by == &other);
}

TEST(who_no_longer_listens_hears_nothing) {
    start();
    stx_unlisten(&core, &waits); /* the one in the middle */
    CHECK_EQ(stx_try(&core, 2, TT_OP_SEMWAIT(1, 2, 1)), STX_WAIT);
    CHECK_EQ(count, 1);
    stx_unlisten(&core, &waits);
    stx_unlisten(&core, &words);
    CHECK_EQ(stx_try(&core, 0, TT_OP_NOP), STX_DONE);
    CHECK_EQ(count, 1);
    stx_mmio_write(&core, 1, GPR_9, 1);
    CHECK_EQ(count, 2);
    stx_init(&core, l1, sizeof l1, NULL);
    stx_mmio_write(&core, 1, GPR_9, 1);
    CHECK_EQ(count, 2);
    CHECK_EQ(core.hears, 0);
}

TEST(who_has_no_function_hears_nothing) {
    start();
    waits.hear = NULL;
    stx_listen(&core, &waits);
    stx_listen(&core, NULL);
    CHECK_EQ(stx_try(&core, 0, 0), STX_FAULT);
    waits.hear = hear;
    CHECK_EQ(count, 1); /* the beginning */
}

TEST(kinds_that_are_hushed_are_told_again_afterwards) {
    start();
    uint32_t told = stx_hush(&core, STX_HEAR(STORE) | STX_HEAR(LOAD));
    stx_mmio_write(&core, 1, GPR_9, 1);
    CHECK_EQ(count, 0);
    CHECK_EQ(stx_try(&core, 0, TT_OP_NOP), STX_DONE);
    CHECK_EQ(count, 2);
    stx_unhush(&core, told);
    stx_mmio_write(&core, 1, GPR_9, 1);
    (void)stx_mmio_read(&core, 1, GPR_9);
    CHECK_EQ(count, 3);
}

/* STOREIND of a GPR that is 0 to the address that another GPR holds, 0 as well (SPEC 10). */
TEST(bytes_that_a_word_writes_are_told_while_it_runs) {
    static struct stx_listener moves = {hear, STX_HEAR(READ) | STX_HEAR(WRITE) | STX_HEAR(END),
                                        NULL};
    start();
    stx_unlisten(&core, &words);
    stx_listen(&core, &moves);
    CHECK_EQ(stx_try(&core, 1, TT_OP_STOREIND(1, 0, 1, 0, 0, 8, 4)), STX_DONE);
    CHECK_EQ(count, 2);
    CHECK(heard[0].event.kind == STX_EVENT_WRITE && heard[0].event.part == STX_PART_L1);
    CHECK_EQ(heard[0].event.first, 0);
    CHECK_EQ(heard[0].event.count, 4);
    CHECK_EQ(heard[0].event.format, STX_EVENT_NO_FORMAT);
    CHECK_EQ(heard[1].event.kind, STX_EVENT_END);
}

int main(void) {
    RUN_IF(STX_THREADS == 3, each_hears_the_kinds_that_it_wants);
    RUN(who_began_last_hears_first);
    RUN_IF(STX_THREADS == 3, who_no_longer_listens_hears_nothing);
    RUN(who_has_no_function_hears_nothing);
    RUN_IF(STX_THREADS == 3, kinds_that_are_hushed_are_told_again_afterwards);
    RUN_IF(STX_THREADS == 3, bytes_that_a_word_writes_are_told_while_it_runs);
    return test_summary();
}
