/* SPDX-License-Identifier: Apache-2.0
 *
 * What a word waits for in the model of time: mutexes, banks that were given and not returned, the
 * data path of both unpackers, registers that RISC-V code polls; and the documented parameters. */
#include "insn/data.h"
#include "softensix/time.h"

static struct stx_time timing;

static void begin(void) {
    start();
    stx_init_as_firmware(&core);
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    core.port =
        (struct stx_port){.ctx = &timing, .trace = stx_time_word, .access = stx_time_access};
    stx_time_init(&timing, &core);
}

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
        stx_issue(&core, 1, TT_OP_ATGETM(index));
        CHECK_EQ(stx_issue(&core, 2, TT_OP_ATGETM(index)), STX_WAIT);
        busy(1, 50);
        stx_issue(&core, 1, TT_OP_ATRELM(index));
        CHECK_EQ(stx_issue(&core, 2, TT_OP_ATGETM(index)), STX_DONE);
        stx_time_end(&timing);
        CHECK(end_of(1) >= 50 && end_of(2) >= end_of(1) && end_of(2) <= end_of(1) + 5);
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

TEST(reads_of_tensix_sync_and_mop_sync_are_noted_and_no_others) {
    for (uint32_t offset = 0; offset < 0x80; offset += 4) {
        for (unsigned write = 0; write < 2; write++) {
            begin();
            stx_time_access(&timing, 1, 0xFFE80000u + offset, 0, write != 0);
            CHECK_EQ(timing.thread[1].synced, !write && (offset == 4 || offset == 8));
            CHECK_EQ(timing.thread[0].synced | timing.thread[2].synced, 0);
        }
    }
}

/* Expected, fast, slow, as the sources of docs/time.md say. */
TEST(documented_parameters_have_their_values) {
    static const struct {
        const char *name;
        uint32_t expected, fast, slow;
    } documented[] = {
        {"fifo_words", 32, 32, 31},         /* PushTensixInstruction; measured 31 to 32 */
        {"push_cycles", 1, 1, 1},           /* one word for each RISC-V instruction */
        {"wait_release", 1, 1, 1},          /* STALLWAIT */
        {"dst_period", 6, 5, 6},            /* documented 5, measured 6 */
        {"unpack_rate", 128, 128, 128},     /* UNPACR_Regular */
        {"pack_rate", 32, 32, 32},          /* 32 bytes a cycle and interface */
        {"pack_accumulate", 100, 100, 150}, /* two states: 16 and 24 cycles a tile */
    };
    for (unsigned i = 0; i < sizeof documented / sizeof documented[0]; i++) {
        const struct stx_time_parameter *p;
        unsigned n = 0;
        while ((p = stx_time_parameter_at(n)) && strcmp(p->name, documented[i].name)) {
            n++;
        }
        CHECK(p);
        CHECK_EQ(p->expected, documented[i].expected);
        CHECK_EQ(p->fast, documented[i].fast);
        CHECK_EQ(p->slow, documented[i].slow);
    }
}

int main(void) {
    RUN_IF(STX_THREADS == 3, a_mutex_is_had_when_its_owner_has_released_it);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2, giving_both_sources_waits_for_the_later_one);
    RUN_IF(STX_THREADS == 3, a_product_waits_for_the_later_source);
    RUN_IF(STX_SRC_BANKS == 2, two_unpackers_share_their_way_from_l1);
    RUN_IF(STX_THREADS == 3, reads_of_tensix_sync_and_mop_sync_are_noted_and_no_others);
    RUN(documented_parameters_have_their_values);
    return test_summary();
}
