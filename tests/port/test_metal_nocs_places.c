/* SPDX-License-Identifier: Apache-2.0
 *
 * The NoC of readers and writers: semaphores, counts, and which bytes belong to whom. */
#include "port/metal_nocs.h"

TEST(semaphores_are_added_to) {
    begin();
    l1[CELLS + 32] = 9;
    put(DATA, 5);
    CHECK(request(IS_ATOMIC, HERE, CELLS + 32, HERE, 0, 1u << 12 | 31u << 2));
    CHECK_EQ(l1[CELLS + 32], 9);
    CHECK_EQ(look(ATOMICS_ANSWERED), 1);
    CHECK_EQ(l1[CELLS + 32], 14);
}

/* A counter of 4 bits in a word: the others stay. */
TEST(an_increment_wraps_within_its_bits) {
    begin();
    l1[CELLS + 32] = 0x19;
    put(DATA, 9);
    CHECK(request(IS_ATOMIC, HERE, CELLS + 32, HERE, 0, 1u << 12 | 3u << 2));
    CHECK_EQ(look(ATOMICS_ANSWERED), 1);
    CHECK_EQ(l1[CELLS + 32], 0x12);
}

/* Nobody answers a posted write. */
TEST(posted_writes_are_sent_and_not_answered) {
    begin();
    CHECK(request(IS_WRITE, HERE, BUFFER, bank(1), PLACE, PAGE));
    put(CONTROL, IS_WRITE);
    CHECK(noc_write(&noc, CB_READER, WINDOW + 4 * SEND, 1));
    CHECK_EQ(look(WRITES_ACKED), 1);
    CHECK_EQ(look(WRITES_SENT), 1);
    CHECK_EQ(look(POSTED_SENT), 1);
}

/* The oldest request makes room and has taken effect then. */
TEST(a_request_too_many_lands_the_oldest_one) {
    begin();
    CHECK(request(0, bank(1), PLACE, HERE, BUFFER, PAGE));
    for (unsigned i = 1; i < NOC_REQUESTS; i++) {
        CHECK(request(0, bank(0), PLACE, HERE, BUFFER + PAGE, PAGE));
    }
    CHECK(l1[BUFFER] == 0 && noc.count == NOC_REQUESTS);
    CHECK(request(0, bank(0), PLACE, HERE, BUFFER + PAGE, PAGE));
    CHECK(l1[BUFFER] == 3 && l1[BUFFER + PAGE] == 0 && noc.count == NOC_REQUESTS);
}

TEST(pages_go_round_the_banks) {
    begin();
    CHECK(memory_page(&memory, &memory.tensor[0], 0) == dram);
    CHECK(memory_page(&memory, &memory.tensor[0], 1) == dram + 2 * PAGE);
    CHECK(memory_page(&memory, &memory.tensor[0], 4) == dram + 3 * PAGE);
}

TEST(what_nobody_owns_is_refused) {
    begin();
    CHECK(request(0, bank(1), PLACE + PAGE, HERE, BUFFER, PAGE));  /* page 4 */
    CHECK(!request(0, bank(2), PLACE + PAGE, HERE, BUFFER, PAGE)); /* page 5 */
    CHECK(strstr(noc.why, "not within one tensor's pages"));
    CHECK(!request(0, bank(0), PLACE + PAGE, HERE, BUFFER, 2 * PAGE));
    CHECK(!request(0, bank(0), PLACE, HERE, BUFFER + 4 * PAGE, PAGE));
    CHECK(strstr(noc.why, "not within one circular buffer"));
    CHECK(!request(0, bank(0), PLACE, HERE, CELLS, 16)); /* semaphore 0 is not there */
    CHECK(!request(0, 5 << 6 | 5, PLACE, HERE, BUFFER, PAGE));
    CHECK(strstr(noc.why, "not modelled: another core, (5, 5)"));
    CHECK(!request(IS_WRITE | IS_MULTICAST, HERE, BUFFER, HERE, BUFFER, PAGE));
    CHECK(strstr(noc.why, "multicast"));
}

/* A kernel may read zeros of firmware's, write to its scratch, and touch nothing else of it: 0 is
 * the address of a circular buffer that does not exist. */
TEST(of_firmware_s_memory_kernels_have_scratch_and_zeros) {
    begin();
    l1[BUFFER] = 9;
    CHECK(request(0, HERE, ZEROS_ADDRESS, HERE, BUFFER, PAGE));
    CHECK(request(IS_WRITE, HERE, ZEROS_ADDRESS + ZEROS_BYTES - PAGE, bank(0), PLACE, PAGE));
    CHECK(look(READS_ANSWERED) == 1 && look(WRITES_ACKED) == 1 && l1[BUFFER] == 0 && dram[0] == 0);
    CHECK(!request(0, HERE, BUFFER, HERE, ZEROS_ADDRESS, PAGE));
    CHECK(!request(0, HERE, ZEROS_ADDRESS + ZEROS_BYTES - PAGE, HERE, BUFFER, 2 * PAGE));
    CHECK(request(0, HERE, BUFFER, HERE, SCRATCH_ADDRESS, PAGE));
    CHECK(!request(0, bank(0), PLACE, HERE, 0, PAGE));
    CHECK(strstr(noc.why, "64 bytes at 0x0 of L1 are not within one circular buffer"));
    CHECK(!request(IS_WRITE, HERE, 0, bank(0), PLACE, PAGE));
}

/* Bytes of DRAM are read in units of 64, on Wormhole of 32; all others move in units of 16. */
TEST(source_and_destination_are_aligned_to_each_other) {
    const uint32_t half = NOC_DRAM_READ_ALIGNMENT / 2;
    begin();
    CHECK_EQ(NOC_DRAM_READ_ALIGNMENT, STX_ARCH == STX_ARCH_WORMHOLE ? 32 : 64);
    CHECK(!request(0, bank(0), PLACE + 8, HERE, BUFFER, 16));
    CHECK(!request(0, bank(0), PLACE + half, HERE, BUFFER, 16));
    CHECK(strstr(noc.why, "a read from 0x10"));
    CHECK(strstr(noc.why, STX_ARCH == STX_ARCH_WORMHOLE ? "modulo 32 bytes" : "modulo 64 bytes"));
    CHECK(request(0, bank(0), PLACE + half, HERE, BUFFER + half, 16));
    CHECK(request(0, bank(0), PLACE + half, HERE, BUFFER + half + NOC_DRAM_READ_ALIGNMENT, 16));
    CHECK(request(IS_WRITE, HERE, BUFFER, bank(0), PLACE + half, 16));
    CHECK(!request(IS_WRITE, HERE, BUFFER, bank(0), PLACE + 8, 16));
    CHECK(strstr(noc.why, "a write from 0x18000 to 0x1008: not equal modulo 16 bytes"));
    CHECK(request(0, HERE, BUFFER, HERE, BUFFER + 16, 16));
    CHECK(!request(0, HERE, BUFFER, HERE, BUFFER + 24, 16));
    CHECK(strstr(noc.why, "a read from 0x18000 to 0x18018: not equal modulo 16 bytes"));
}

int main(void) {
    RUN(semaphores_are_added_to);
    RUN(an_increment_wraps_within_its_bits);
    RUN(posted_writes_are_sent_and_not_answered);
    RUN(a_request_too_many_lands_the_oldest_one);
    RUN(pages_go_round_the_banks);
    RUN(what_nobody_owns_is_refused);
    RUN(of_firmware_s_memory_kernels_have_scratch_and_zeros);
    RUN(source_and_destination_are_aligned_to_each_other);
    return test_summary();
}
