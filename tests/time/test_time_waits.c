/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * What a word waits for in the model of time: mutexes, banks that were given and not returned, the
 * data path of both unpackers. */
#include "time/timing.h"

static void busy(unsigned thread, unsigned words) {
    while (words--) {
        stx_issue(&core, thread, TT_OP_SFPMOV(0, 0, 1, 0));
    }
}

static uint32_t end_of(unsigned thread) {
    return (uint32_t)stx_time_of(&timing, STX_TIME_EXPECTED, thread);
}

TEST(a_mutex_is_had_when_its_owner_has_released_it) {
    for (unsigned index = 0; index < 5; index += 2) { /* 0, 2, 4: all that are there but 3 */
        begin();
        stx_issue(&core, 0, TT_OP_SETDVALID(3)); /* full banks do not matter */
        stx_issue(&core, 0, TT_OP_SETDVALID(3));
        stx_issue(&core, 1, TT_OP_ATGETM(index));
        CHECK_EQ(stx_issue(&core, 2, TT_OP_ATGETM(index)), STX_WAIT);
        busy(1, 50);
        stx_issue(&core, 1, TT_OP_ATRELM(index));
        CHECK_EQ(stx_issue(&core, 2, TT_OP_ATGETM(index)), STX_DONE);
        stx_time_end(&timing);
        CHECK(end_of(1) >= 50 && end_of(2) >= end_of(1) && end_of(2) <= end_of(1) + 5);
        CHECK(timing.clock[STX_TIME_EXPECTED].stall[2][STX_STALL_MUTEX] >= 40);
        CHECK_EQ(timing.clock[STX_TIME_EXPECTED].forced, 0);
    }
    begin(); /* nobody has it */
    stx_issue(&core, 1, TT_OP_ATGETM(2));
    stx_issue(&core, 1, TT_OP_ATRELM(2));
    busy(1, 50);
    CHECK_EQ(stx_issue(&core, 2, TT_OP_ATGETM(2)), STX_DONE);
    stx_time_end(&timing);
    CHECK(end_of(2) < 10);
}

/* Both banks of both sources are given; the math thread returns one bank of `first`, and later one
 * of the other source. */
static uint32_t third_setting(uint32_t first) {
    begin();
    stx_issue(&core, 0, TT_OP_SETDVALID(3));
    stx_issue(&core, 0, TT_OP_SETDVALID(3));
    (void)stx_issue(&core, 0, TT_OP_SETDVALID(3));
    busy(1, 30);
    stx_issue(&core, 1, TT_OP_CLEARDVALID(first, 0));
    busy(1, 60);
    stx_issue(&core, 1, TT_OP_CLEARDVALID(3 - first, 0));
    (void)stx_issue(&core, 0, TT_OP_SETDVALID(3));
    stx_time_end(&timing);
    return end_of(0);
}

TEST(giving_both_sources_waits_for_the_later_one) {
    CHECK(third_setting(1) >= 90);
    CHECK(third_setting(2) >= 90);
}

/* MVMUL needs both sources; the unpack thread gives one after 30 words, the other after 60 more. */
static uint32_t product(uint32_t first) {
    begin();
    stx_issue(&core, 1, TT_OP_MVMUL(0, 0, 0, 0)); /* waits */
    for (unsigned i = 0; i < 90; i++) {
        if (i == 30) {
            stx_issue(&core, 0, TT_OP_SETDVALID(first));
            stx_issue(&core, 1, TT_OP_MVMUL(0, 0, 0, 0)); /* waits */
        }
        stx_issue(&core, 0, TT_OP_SETADCXX(UNPACKER_0, 15, 0));
    }
    stx_issue(&core, 0, TT_OP_SETDVALID(3 - first));
    stx_issue(&core, 1, TT_OP_MVMUL(0, 0, 0, 0));
    stx_time_end(&timing);
    return end_of(1);
}

TEST(a_product_waits_for_the_later_source) {
    CHECK(product(1) >= 90);
    CHECK(product(2) >= 90);
}

/* 1,024 datums of two bytes: 16 cycles at 128 bytes a cycle, for one unpacker and for both. */
static uint32_t unpacked(unsigned units) {
    begin();
    for (unsigned unit = 0; unit < 2; unit++) {
        unpack_plain(unit, BF16, BF16, TILE);
    }
    core.cfg[0][85] = core.cfg[0][84];
    for (unsigned unit = 0; unit < 2; unit++) {
        if (units >> unit & 1u) {
            stx_issue(&core, 0, UNPACK(unit, 1));
        }
    }
    stx_time_end(&timing);
    return (uint32_t)stx_time_total(&timing, STX_TIME_EXPECTED);
}

TEST(two_unpackers_share_their_way_from_l1) {
    uint32_t a = unpacked(1), b = unpacked(2), both = unpacked(3);
    CHECK(a >= 16 && a <= 22);
    CHECK(b >= 16 && b <= 22);
    CHECK(both >= a + 14 && both <= a + 18);
}

/* What the model tells of the words of a run. */
static struct stx_time_event told[64], last_told[3];
static unsigned told_count;

static void on_event(void *ctx, const struct stx_time_event *event) {
    (void)ctx;
    told[told_count++ % 64] = *event;
    last_told[event->thread] = *event;
}

static const struct stx_time_event *last_of(unsigned thread) {
    return &last_told[thread];
}

static void begin_told_again(void) {
    begin_timing();
    told_count = 0;
    timing.event = on_event;
}

static void begin_told(void) {
    begin();
    begin_told_again();
}

TEST(a_product_starts_when_the_last_datum_of_its_source_has_arrived) {
    begin_told();
    unpack_plain(0, BF16, BF16, 1024);
    stx_issue(&core, 0, TT_OP_SETDVALID(2));
    stx_issue(&core, 0, UNPACK(0, 1));
    stx_issue(&core, 1, TT_OP_MVMUL(0, 0, 0, 0));
    stx_time_end(&timing);
    const struct stx_time_event *unpack = last_of(0), *product = last_of(1);
    CHECK_EQ(unpack->end - unpack->start, 2 + 16); /* addresses, 2,048 bytes at 128 a cycle */
    CHECK_EQ(product->start, unpack->end);
    CHECK_EQ(product->stall, STX_STALL_SRCA);
    CHECK_EQ(product->after, unpack->number);
}

/* A product reads its sources when it starts, five cycles before its result is there. */
TEST(a_bank_that_is_returned_can_be_given_a_cycle_later) {
    const uint32_t words[] = {TT_OP_CLEARDVALID(1, 0), TT_OP_MVMUL(1, 0, 0, 0)};
    for (unsigned i = 0; i < 2; i++) {
        begin_told();
        stx_issue(&core, 0, TT_OP_SETDVALID(3));
        stx_issue(&core, 0, TT_OP_SETDVALID(1));
        CHECK_EQ(stx_issue(&core, 0, TT_OP_SETDVALID(1)), STX_WAIT);
        busy(1, 20);
        stx_issue(&core, 1, words[i]);
        CHECK_EQ(stx_issue(&core, 0, TT_OP_SETDVALID(1)), STX_DONE);
        stx_time_end(&timing);
        const struct stx_time_event *given = last_of(0), *returned = last_of(1);
        CHECK_EQ(returned->start, 20);
        CHECK_EQ(given->start, 21);
        CHECK_EQ(given->stall, STX_STALL_BANK);
        CHECK_EQ(given->after, returned->number);
    }
}

/* A semaphore goes up to 1. Thread 1 waits until it is not 0, or not full; thread 2 ends that after
 * 30 words. */
static void wait_for_semaphore(uint32_t which, uint32_t condition, uint32_t first, uint32_t ends) {
    begin_told();
    stx_issue(&core, 2, TT_OP_SEMINIT(1, first, which));
    CHECK_EQ(stx_issue(&core, 1, TT_OP_SEMWAIT(1 | 2, which, condition)), STX_WAIT);
    busy(2, 30);
    stx_issue(&core, 2, ends);
    CHECK_EQ(stx_issue(&core, 1, TT_OP_SEMWAIT(1 | 2, which, condition)), STX_DONE);
    stx_issue(&core, 1, TT_OP_SEMGET(1u << 3));
    stx_time_end(&timing);
}

TEST(semwait_waits_for_posts_or_for_gets_as_its_condition_says) {
    for (unsigned i = 0; i < 4; i++) {
        bool full = i % 2;
        uint32_t which = i < 2 ? 1u << 2 : 1u << 0;
        wait_for_semaphore(which, full ? 2 : 1, full,
                           full ? TT_OP_SEMGET(which) : TT_OP_SEMPOST(which));
        const struct stx_time_event *ends = last_of(2), *next = last_of(1);
        CHECK(ends->start >= 31);
        CHECK_EQ(next->start, ends->start + 1 + 1); /* the new value, the release of the wait */
        CHECK_EQ(next->stall, full ? STX_STALL_SEMAPHORE_FULL : STX_STALL_SEMAPHORE);
        CHECK_EQ(next->after, ends->number);
        CHECK_EQ(timing.clock[STX_TIME_EXPECTED].forced, 0);
    }
}

/* A post does not matter to who waits while it is full, a get not to who waits while it is 0. */
TEST(semwait_does_not_wait_for_what_its_condition_does_not_name) {
    for (unsigned i = 0; i < 6; i++) {
        uint32_t condition = i % 3, which = i < 3 ? 1u << 2 : 1u << 0;
        bool gets = condition == 1;
        begin_told();
        stx_issue(&core, 2, TT_OP_SEMINIT(2, gets ? 2 : 0, which));
        busy(2, 30);
        stx_issue(&core, 2, gets ? TT_OP_SEMGET(which) : TT_OP_SEMPOST(which));
        stx_issue(&core, 1, TT_OP_SEMWAIT(1 | 2, 1u << 2, condition));
        stx_issue(&core, 1, TT_OP_SEMGET(1u << 3));
        stx_time_end(&timing);
        CHECK(last_of(1)->start < 10);
    }
}

TEST(a_late_push_and_a_pause_of_the_expander_are_told_apart) {
    begin_told();
    CHECK(stx_time_set(&timing, "push_cycles", 5));
    stx_issue(&core, 1, TT_OP_NOP);
    stx_issue(&core, 1, TT_OP_NOP);
    stx_time_end(&timing);
    CHECK_EQ(last_of(1)->start, 5);
    CHECK_EQ(last_of(1)->stall, STX_STALL_PUSH);
    begin_told();
    core.front[1].mop_cfg[0] = core.front[1].mop_cfg[1] = 1;
    for (unsigned i = 2; i < 9; i++) {
        core.front[1].mop_cfg[i] = TT_OP_NOP;
    }
    stx_issue(&core, 1, TT_OP_MOP(1, 0, 0));
    stx_issue(&core, 1, TT_OP_NOP);
    stx_time_end(&timing);
    CHECK_EQ(last_of(1)->start, last_of(1)->arrive + 1);
    CHECK_EQ(last_of(1)->stall, STX_STALL_MOP);
}

/* Arithmetic, accesses to L1, and words of the scalar unit that are neither. */
TEST(words_of_the_scalar_unit_take_more_cycles_by_kind) {
    static const struct {
        uint32_t word;
        uint16_t arithmetic, memory;
    } kinds[] = {{TT_OP_ADDDMAREG(0, 0, 0, 0), 4, 3},
                 {TT_OP_ATINCGET(0, 31, 0, 8, 0), 3, 12},
                 {TT_OP_STOREIND(1, 0, 0, 0, 0, 8, 0), 3, 12},
                 {TT_OP_SETDMAREG(0, 0, 0, 0), 1, 1},
                 {TT_OP_RDCFG(0, 0), 1, 1}};
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        for (unsigned memory = 0; memory < 2; memory++) {
            begin_told();
            stx_time_set(&timing, memory ? "memory_extra" : "scalar_extra", memory ? 9 : 1);
            stx_issue(&core, 0, kinds[i].word);
            stx_issue(&core, 0, TT_OP_NOP);
            stx_time_end(&timing);
            CHECK_EQ(last_of(0)->start, memory ? kinds[i].memory : kinds[i].arithmetic);
        }
    }
    begin(); /* the slow bound */
    for (unsigned i = 0; i < 10; i++) {
        stx_issue(&core, 0, TT_OP_ADDDMAREG(0, 0, 0, 0));
    }
    stx_time_end(&timing);
    CHECK_EQ(stx_time_total(&timing, STX_TIME_LOW), 30);
    CHECK_EQ(stx_time_total(&timing, STX_TIME_EXPECTED), 30);
    CHECK_EQ(stx_time_total(&timing, STX_TIME_HIGH), 40);
}

/* An UNPACR that gives its bank waits for one of its own source. */
TEST(an_unpacker_waits_for_a_bank_of_its_source) {
    for (unsigned unit = 0; unit < 2; unit++) {
        begin();
        unpack_plain(unit, BF16, BF16, 16);
        begin_told();
        unpack_plain(unit, BF16, BF16, 16);
        stx_issue(&core, 0, TT_OP_SETDVALID(3));
        stx_issue(&core, 0, TT_OP_SETDVALID(3)); /* the other source stays full */
        CHECK_EQ(stx_issue(&core, 0, UNPACK(unit, 1)), STX_WAIT);
        CHECK_EQ(stx_issue(&core, 0, UNPACK(unit, 1)), STX_WAIT);
        busy(1, 20);
        stx_issue(&core, 1, TT_OP_CLEARDVALID(1u << unit, 0));
        CHECK_EQ(stx_issue(&core, 0, UNPACK(unit, 1)), STX_DONE);
        stx_time_end(&timing);
        CHECK_EQ(last_of(1)->start, 20);
        CHECK_EQ(last_of(0)->start, 21);
        CHECK_EQ(last_of(0)->stall, STX_STALL_BANK);
        CHECK_EQ(last_of(0)->after, last_of(1)->number);
        CHECK_EQ(last_of(0)->signals, 1u << unit);
        CHECK_EQ(timing.clock[STX_TIME_EXPECTED].forced, 0);
    }
}

/* Conditions 5 to 8: SrcA, SrcB has been returned; has been given. */
TEST(stallwait_waits_for_banks_as_its_condition_says) {
    for (unsigned bit = 5; bit <= 8; bit++) {
        unsigned source = bit % 2 ? 0 : 1;
        bool given = bit >= 7;
        begin_told();
        for (unsigned i = 0; i < 2 && !given; i++) {
            stx_issue(&core, 0, TT_OP_SETDVALID(1u << source));
        }
        for (unsigned again = 0; again < 3; again++) {
            CHECK_EQ(stx_issue(&core, 2, TT_OP_STALLWAIT(256, 1u << bit)), STX_WAIT);
        }
        busy(1, 20);
        stx_issue(&core, 1,
                  given ? TT_OP_SETDVALID(1u << source) : TT_OP_CLEARDVALID(1u << source, 0));
        CHECK_EQ(stx_issue(&core, 2, TT_OP_STALLWAIT(256, 1u << bit)), STX_DONE);
        stx_issue(&core, 2, TT_OP_SFPMOV(0, 2, 3, 0));
        stx_time_end(&timing);
        CHECK_EQ(last_of(1)->start, 20);
        CHECK_EQ(last_of(1)->signals, 1u << (source + (given ? 0 : 2)));
        CHECK_EQ(last_of(2)->start, 22);
        CHECK_EQ(last_of(2)->stall,
                 given ? (source ? STX_STALL_SRCB : STX_STALL_SRCA) : STX_STALL_BANK);
        CHECK_EQ(last_of(2)->after, last_of(1)->number);
        CHECK_EQ(timing.clock[STX_TIME_EXPECTED].forced, 0);
        CHECK_EQ(last_of(2)->number,
                 told_count); /* the wait is one word, however often it is tried */
    }
}

/* A post at the top and a get at the bottom change nothing; words tell the semaphores that they
 * name, and no others. */
TEST(signals_are_the_changes_that_a_word_makes) {
    static const struct {
        uint32_t word, value, signals;
    } changes[] = {{TT_OP_SEMPOST(4), 14, 1u << (4 + 2)},
                   {TT_OP_SEMPOST(4), 15, 0},
                   {TT_OP_SEMGET(4), 1, 1u << (12 + 2)},
                   {TT_OP_SEMGET(4), 0, 0},
                   {TT_OP_SEMPOST(0x81), 3, 1u << 4 | 1u << 11},
                   {TT_OP_SEMGET(0x81), 3, 1u << 12 | 1u << 19},
                   {TT_OP_SETDVALID(3), 0, 3},
                   {TT_OP_ATGETM(4), 0, 0},
                   {TT_OP_NOP, 0, 0}};
    for (unsigned i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        begin();
        for (unsigned s = 0; s < STX_SEMAPHORES; s++) {
            core.sem[s].value = (uint8_t)changes[i].value;
        }
        begin_told_again();
        CHECK_EQ(stx_issue(&core, 0, changes[i].word), STX_DONE);
        stx_time_end(&timing);
        CHECK_EQ(last_of(0)->signals, changes[i].signals);
    }
    begin_told(); /* banks that were given before belong to the FPU already */
    stx_issue(&core, 0, TT_OP_SETDVALID(3));
    begin_told_again();
    stx_issue(&core, 1, TT_OP_CLEARDVALID(3, 0));
    stx_issue(&core, 1, TT_OP_ATGETM(3));
    stx_issue(&core, 1, TT_OP_ATRELM(3));
    stx_time_end(&timing);
    CHECK_EQ(told[0].signals, 3u << 2);
    CHECK_EQ(told[1].signals, 0);
    CHECK_EQ(told[2].signals, 1u << (20 + 3));
}

int main(void) {
    RUN_IF(STX_THREADS == 3, a_mutex_is_had_when_its_owner_has_released_it);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2, giving_both_sources_waits_for_the_later_one);
    RUN_IF(STX_THREADS == 3, a_product_waits_for_the_later_source);
    RUN_IF(STX_SRC_BANKS == 2, two_unpackers_share_their_way_from_l1);
    RUN_IF(STX_THREADS == 3, a_product_starts_when_the_last_datum_of_its_source_has_arrived);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2,
           a_bank_that_is_returned_can_be_given_a_cycle_later);
    RUN_IF(STX_THREADS == 3, semwait_waits_for_posts_or_for_gets_as_its_condition_says);
    RUN_IF(STX_THREADS == 3, semwait_does_not_wait_for_what_its_condition_does_not_name);
    RUN_IF(STX_THREADS == 3, a_late_push_and_a_pause_of_the_expander_are_told_apart);
    RUN(words_of_the_scalar_unit_take_more_cycles_by_kind);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2, an_unpacker_waits_for_a_bank_of_its_source);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2, stallwait_waits_for_banks_as_its_condition_says);
    RUN_IF(STX_THREADS == 3, signals_are_the_changes_that_a_word_makes);
    return test_summary();
}
