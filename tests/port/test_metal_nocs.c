/* SPDX-License-Identifier: Apache-2.0
 *
 * test_metal_nocs.c - requests of data-movement kernels to the NoC: when they take effect, what
 * they may reach, and how pages lie in banks. */
#include "port/metal_nocs.h"

static unsigned told;
static struct stx_event last;
static void touches(struct stx_listener *self, struct stx_core *of, const struct stx_event *e) {
    (void)self, (void)of;
    told++;
    last = *e;
}
static struct stx_listener listener = {touches, STX_HEAR(REQUEST) | STX_HEAR(ANSWER), NULL};

/* When it is made and when its kernel has waited for it, by where it lies in L1. */
TEST(bytes_of_l1_that_a_request_touches_are_told_twice) {
    for (unsigned write = 0; write < 2; write++) {
        begin();
        stx_listen(&core, &listener);
        told = 0;
        CHECK(write ? request(IS_WRITE, HERE, BUFFER, bank(1), PLACE, PAGE)
                    : request(0, bank(1), PLACE, HERE, BUFFER, PAGE));
        CHECK(told == 1 && last.kind == STX_EVENT_REQUEST);
        CHECK_EQ(last.value, !write); /* bytes of L1 are written by a read */
        CHECK_EQ(last.thread, STX_ORDER_READER);
        CHECK_EQ(last.first, BUFFER);
        CHECK_EQ(last.count, PAGE);
        CHECK(noc_land(&noc)); /* it has taken effect, which the kernel does not know */
        CHECK_EQ(told, 1);
        (void)look(write ? WRITES_ACKED : READS_ANSWERED);
        CHECK(told == 2 && last.kind == STX_EVENT_ANSWER);
        (void)look(write ? WRITES_ACKED : READS_ANSWERED);
        CHECK_EQ(told, 2);
    }
}

TEST(a_read_arrives_when_its_kernel_waits) {
    begin();
    CHECK(request(0, bank(1), PLACE, HERE, BUFFER, PAGE));
    CHECK_EQ(l1[BUFFER], 0);
    CHECK(noc_reads_into(&noc, CB_READER, BUFFER, BUFFER + 1));
    CHECK(!noc_reads_into(&noc, CB_WRITER, BUFFER, BUFFER + 1));
    CHECK(!noc_reads_into(&noc, CB_READER, BUFFER + PAGE, BUFFER + 2 * PAGE));
    CHECK_EQ(look(WRITES_ACKED), 0);
    CHECK_EQ(l1[BUFFER], 0);
    CHECK_EQ(look(READS_ANSWERED), 1);
    CHECK_EQ(l1[BUFFER], 3); /* the first page of bank 1 */
    CHECK(!noc_reads_into(&noc, CB_READER, BUFFER, BUFFER + 1));
}

/* A read by command buffer 1 of NoC 1, by addresses as the chip's headers have them. */
TEST(registers_lie_where_the_chip_has_them) {
    bool blackhole = STX_ARCH == STX_ARCH_BLACKHOLE;
    uint32_t at = 0xFFB30000u + (blackhole ? 0x800u : 0x400u), value, shift = blackhole ? 0 : 4;
    begin();
    CHECK(noc_write(&noc, CB_READER, at + 0x1C, 16));
    CHECK(noc_write(&noc, CB_READER, at, PLACE));
    CHECK(noc_write(&noc, CB_READER, at + (blackhole ? 8 : 4), bank(2) << shift));
    CHECK(noc_write(&noc, CB_READER, at + 0xC, BUFFER));
    CHECK(noc_write(&noc, CB_READER, at + (blackhole ? 0x14 : 0x10), HERE << shift));
    CHECK(noc_write(&noc, CB_READER, at + 0x20, PAGE));
    CHECK(noc_write(&noc, CB_READER, at + (blackhole ? 0x40 : 0x28), 1));
    CHECK(noc_read(&noc, CB_READER, 0xFFB30208, &value));
    CHECK(value == 1 && l1[BUFFER] == 5); /* the first page of bank 2 */
}

TEST(a_read_that_has_landed_is_still_not_waited_for) {
    begin();
    CHECK(request(0, bank(0), PLACE, HERE, BUFFER, PAGE));
    CHECK(noc_land(&noc));
    CHECK(!noc_land(&noc));
    CHECK_EQ(l1[BUFFER], 1);
    CHECK(noc_reads_into(&noc, CB_READER, BUFFER, BUFFER + 1));
}

TEST(a_write_takes_its_bytes_when_it_goes) {
    begin();
    CHECK(request(IS_WRITE, HERE, BUFFER, bank(2), PLACE, PAGE));
    l1[BUFFER] = 77;
    CHECK_EQ(look(WRITES_SENT), 1);
    CHECK_EQ(*memory_page(&memory, &memory.tensor[0], 2), 77);
}

/* Two pages of bank 1, one of bank 0 and one of the core itself; a request that is refused and an
 * increment move nothing that counts. */
TEST(bytes_are_counted_by_bank_for_each_kernel) {
    begin();
    CHECK(request(0, bank(1), PLACE, HERE, BUFFER, PAGE));
    CHECK(request(IS_WRITE, HERE, BUFFER, bank(1), PLACE + PAGE, PAGE));
    CHECK(request(0, bank(0), PLACE, HERE, BUFFER + PAGE, PAGE));
    CHECK(request(0, HERE, BUFFER, HERE, BUFFER + 2 * PAGE, PAGE));
    const struct noc_traffic *t = &noc.traffic[CB_READER];
    CHECK(t->bytes == 4 * PAGE && t->bank[1] == 2 * PAGE && t->bank[0] == PAGE && !t->bank[2]);
    CHECK(!request(0, bank(1), PLACE + 100 * PAGE, HERE, BUFFER, PAGE));
    CHECK_EQ(t->bytes, 4 * PAGE);
    CHECK_EQ(noc.traffic[CB_WRITER].bytes, 0);
}

TEST(a_kernel_reads_where_its_core_is_and_what_it_has_written) {
    uint32_t value;
    begin();
    CHECK(noc_read(&noc, CB_READER, WINDOW + CONFIGURATION, &value));
    CHECK_EQ(value, STX_DM_CORE_Y << 6 | STX_DM_CORE_X);
    CHECK(!noc_write(&noc, CB_READER, WINDOW + (NOC_INSTANCES << INSTANCE_SHIFT), 1));
    put(TARGET_LOW, 0x1234);
    CHECK(noc_read(&noc, CB_READER, WINDOW + 4 * TARGET_LOW, &value));
    CHECK_EQ(value, 0x1234);
    CHECK(noc_read(&noc, CB_WRITER, WINDOW + 4 * TARGET_LOW, &value));
    CHECK_EQ(value, 0);
}

/* As tt-metal's description of the chip has them: of Wormhole's banks the end that it prefers for
 * cores, two banks a channel. */
TEST(coordinates_are_those_of_the_chip_s_cards) {
    static const uint8_t wormhole[][2] = {{0, 11}, {0, 1}, {0, 5}, {0, 7}, {5, 1}, {5, 11},
                                          {5, 2},  {5, 9}, {5, 8}, {5, 3}, {5, 5}, {5, 7}};
    bool blackhole = STX_ARCH == STX_ARCH_BLACKHOLE;
    CHECK_EQ(HERE, blackhole ? 2 << 6 | 1 : 18 << 6 | 18);
    for (uint32_t i = 0; i < 12; i++) {
        uint32_t x = blackhole ? 17 + i % 2 : wormhole[i][0];
        CHECK_EQ(bank(i), (blackhole ? 12 + i / 2 : wormhole[i][1]) << 6 | x);
    }
}

TEST(each_bank_has_a_place_of_its_own) {
    begin();
    for (memory.banks = 0; memory.banks < 32; memory.banks++) {
        CHECK(bank(memory.banks) != HERE);
        CHECK_EQ(memory_bank(&memory, bank(memory.banks)), memory.banks);
    }
}

/* What is not waited for yet stays under way, whatever stood before it. */
TEST(reads_are_waited_for_apart_from_writes) {
    begin();
    CHECK(request(IS_WRITE, HERE, BUFFER, bank(2), PLACE, PAGE));
    CHECK(request(0, bank(1), PLACE, HERE, BUFFER, PAGE));
    CHECK_EQ(look(WRITES_ACKED), 1);
    CHECK_EQ(l1[BUFFER], 0);
    CHECK(noc_reads_into(&noc, CB_READER, BUFFER, BUFFER + 1));
    CHECK_EQ(look(READS_ANSWERED), 1);
    CHECK_EQ(l1[BUFFER], 3);
    CHECK(!noc_reads_into(&noc, CB_READER, BUFFER, BUFFER + 1));
}

static void read_with_id(uint32_t id, uint32_t to) {
    put(TAG, id << ID_SHIFT);
    CHECK(request(0, bank(0), PLACE, HERE, to, PAGE));
}

/* The kernel asks twice for the number of its requests with id 1: first it learns that there is
 * one, then it has waited for it. The request with id 2 is still under way. */
TEST(requests_are_waited_for_by_their_id) {
    begin();
    read_with_id(1, BUFFER);
    read_with_id(2, BUFFER + PAGE);
    CHECK_EQ(look(BY_ID + 1), 1);
    CHECK_EQ(l1[BUFFER], 0);
    CHECK_EQ(look(BY_ID + 1), 0);
    CHECK_EQ(l1[BUFFER], 1);
    CHECK(!noc_reads_into(&noc, CB_READER, BUFFER, BUFFER + 1));
    CHECK(noc_reads_into(&noc, CB_READER, BUFFER + PAGE, BUFFER + PAGE + 1));
    CHECK_EQ(look(BY_ID + 2), 1);
    CHECK_EQ(look(BY_ID + 2), 0);
    CHECK_EQ(l1[BUFFER + PAGE], 1);
    CHECK_EQ(look(BY_ID + 3), 0);
}

/* A kernel that asks only how many are under way, before it sends the next one, waits for none. */
TEST(to_ask_how_many_are_under_way_is_not_to_wait) {
    begin();
    for (uint32_t i = 0; i < 3; i++) {
        CHECK_EQ(look(BY_ID + 4), i);
        read_with_id(4, BUFFER + i * PAGE);
    }
    CHECK_EQ(l1[BUFFER], 0);
    CHECK_EQ(look(READS_ANSWERED), 3); /* a wait for all of them, whatever their id */
    CHECK_EQ(l1[BUFFER] + l1[BUFFER + PAGE] + l1[BUFFER + 2 * PAGE], 3);
}

static unsigned completed;
static void complete(struct stx_listener *self, struct stx_core *of, const struct stx_event *e) {
    struct noc_traffic taken;
    (void)self, (void)of;
    CHECK_EQ(e->thread, STX_ORDER_READER);
    CHECK(noc_take(&noc, CB_READER, &taken) == 1 && taken.bytes == PAGE);
    completed++;
}
static struct stx_listener of_groups = {complete, STX_HEAR(GROUP), NULL};

/* Requests with another id, or after a wait, are another group. */
TEST(groups_of_requests_end_with_their_id) {
    struct noc_traffic taken;
    begin();
    stx_listen(&core, &of_groups);
    completed = 0;
    read_with_id(1, BUFFER);
    read_with_id(2, BUFFER + PAGE);
    CHECK_EQ(completed, 1);
    look(BY_ID + 1);
    look(BY_ID + 1);
    CHECK_EQ(noc_take(&noc, CB_READER, &taken), 1); /* it has not waited for id 2 */
    CHECK_EQ(taken.bytes, PAGE);
    look(BY_ID + 2);
    look(BY_ID + 2);
    CHECK_EQ(noc_take(&noc, CB_READER, &taken), 1); /* of the group that has no requests */
    CHECK_EQ(taken.bytes, 0);
    read_with_id(0, BUFFER);
    read_with_id(0, BUFFER + PAGE);
    CHECK_EQ(completed, 1);
    CHECK_EQ(noc_take(&noc, CB_READER, &taken), 0);
    CHECK_EQ(taken.bytes, 2 * PAGE);
}

/* Requests without an id are one group until another id comes, also behind a wait. */
TEST(a_wait_does_not_end_a_group_without_an_id) {
    begin();
    stx_listen(&core, &of_groups);
    completed = 0;
    read_with_id(0, BUFFER);
    CHECK_EQ(look(READS_ANSWERED), 1);
    read_with_id(0, BUFFER + PAGE);
    CHECK_EQ(completed, 0);
}

int main(void) {
    RUN(bytes_of_l1_that_a_request_touches_are_told_twice);
    RUN(a_read_arrives_when_its_kernel_waits);
    RUN(registers_lie_where_the_chip_has_them);
    RUN(a_read_that_has_landed_is_still_not_waited_for);
    RUN(a_write_takes_its_bytes_when_it_goes);
    RUN(bytes_are_counted_by_bank_for_each_kernel);
    RUN(a_kernel_reads_where_its_core_is_and_what_it_has_written);
    RUN(coordinates_are_those_of_the_chip_s_cards);
    RUN(each_bank_has_a_place_of_its_own);
    RUN(reads_are_waited_for_apart_from_writes);
    RUN(requests_are_waited_for_by_their_id);
    RUN(to_ask_how_many_are_under_way_is_not_to_wait);
    RUN(groups_of_requests_end_with_their_id);
    RUN(a_wait_does_not_end_a_group_without_an_id);
    return test_summary();
}
