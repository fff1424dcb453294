/* SPDX-License-Identifier: Apache-2.0
 *
 * test_metal_multicast.c - requests to the NoC that other cores receive: which ones, in which order
 * of corners, and how many answers come. */
#include "port/metal_nocs.h"

/* Cores of two rows. On Blackhole columns 7 and 10 are neighbours. */
enum { COLUMNS = 3, ROWS = 2, CORES = COLUMNS * ROWS };
static uint8_t other_l1[CORES][L1_BYTES];
static struct cbs other_cbs[CORES];
static struct memory other[CORES];

static uint32_t column(uint32_t i) {
    return STX_ARCH == STX_ARCH_BLACKHOLE ? (uint32_t[]){6, 7, 10}[i] : 18 + i;
}

static uint32_t row(uint32_t i) {
    return (STX_ARCH == STX_ARCH_BLACKHOLE ? 2 : 18) + i;
}

static const struct memory *at(uint32_t x, uint32_t y) {
    for (unsigned i = 0; i < CORES; i++) {
        if (other[i].x == x && other[i].y == y) {
            return &other[i];
        }
    }
    return NULL;
}

/* The requests are those of the first core. */
static void begin_grid(void) {
    begin();
    memset(other_l1, 0, sizeof other_l1);
    for (unsigned i = 0; i < CORES; i++) {
        other_cbs[i] = cbs;
        other_cbs[i].l1 = other_l1[i];
        other[i] = memory;
        other[i].cbs = &other_cbs[i];
        other[i].x = column(i % COLUMNS);
        other[i].y = row(i / COLUMNS);
        other[i].at = at;
    }
    noc.memory = &other[0];
    memset(&other_l1[0][BUFFER], 7, PAGE);
}

static uint32_t place(uint32_t i) {
    return other[i].y << 6 | other[i].x;
}

static uint32_t rectangle(uint32_t first, uint32_t last) {
    return place(first) << 12 | place(last);
}

/* Bit i: core i has the page. */
static unsigned received(void) {
    unsigned found = 0;
    for (unsigned i = 0; i < CORES; i++) {
        found |= (unsigned)(other_l1[i][BUFFER + PAGE] == 7) << i;
    }
    return found;
}

static bool write_to(uint32_t more, uint32_t to) {
    return request(IS_WRITE | more, place(0), BUFFER, to, BUFFER + PAGE, PAGE);
}

TEST(a_write_reaches_another_core) {
    begin_grid();
    CHECK(write_to(0, place(4)));
    CHECK_EQ(received(), 0);
    CHECK_EQ(look(WRITES_ACKED), 1);
    CHECK_EQ(received(), 1u << 4);
}

/* The columns between 7 and 10 have no cores, and are no error. */
TEST(a_multicast_reaches_a_rectangle_and_each_core_answers) {
    begin_grid();
    CHECK(write_to(IS_MULTICAST, rectangle(1, 5)));
    CHECK_EQ(look(WRITES_ACKED), 4);
    CHECK_EQ(look(WRITES_SENT), 1);
    CHECK_EQ(received(), 1u << 1 | 1u << 2 | 1u << 4 | 1u << 5);
}

TEST(the_sender_receives_only_with_loopback) {
    begin_grid();
    CHECK(write_to(IS_MULTICAST, rectangle(0, 2)));
    CHECK_EQ(look(WRITES_ACKED), 2);
    CHECK_EQ(received(), 1u << 1 | 1u << 2);
    CHECK(write_to(IS_MULTICAST | INCLUDES_SENDER, rectangle(0, 2)));
    CHECK_EQ(look(WRITES_ACKED), 5);
    CHECK_EQ(received(), 1u << 0 | 1u << 1 | 1u << 2);
    CHECK(!write_to(IS_MULTICAST, rectangle(0, 0)));
    CHECK(strstr(noc.why, "without loopback"));
}

static void put_1(uint32_t index, uint32_t value) {
    CHECK(noc_write(&noc, CB_READER, WINDOW + (1u << INSTANCE_SHIFT) + 4 * index, value));
}

/* On NoC 1 the last core is named first. */
TEST(corners_are_in_the_order_of_their_noc) {
    begin_grid();
    CHECK(!write_to(IS_MULTICAST, rectangle(5, 1)));
    CHECK(strstr(noc.why, "order of the other NoC"));
    CHECK(!write_to(IS_MULTICAST, rectangle(2, 4)));
    for (unsigned good = 0; good < 2; good++) {
        put_1(CONTROL, IS_WRITE | IS_MULTICAST);
        put_1(TARGET_LOW, BUFFER);
        put_1(RETURN_LOW, BUFFER + PAGE);
        put_1(RETURN_PLACE, (good ? rectangle(5, 1) : rectangle(1, 5)) << STX_DM_PLACE_SHIFT);
        put_1(LENGTH, PAGE);
        uint32_t at_send = WINDOW + (1u << INSTANCE_SHIFT) + 4 * SEND;
        CHECK_EQ(noc_write(&noc, CB_READER, at_send, 1), good == 1);
    }
    CHECK(noc_land(&noc));
    CHECK_EQ(received(), 1u << 1 | 1u << 2 | 1u << 4 | 1u << 5);
}

TEST(a_rectangle_stays_among_the_cores) {
    begin_grid();
    CHECK(!write_to(IS_MULTICAST, place(1) << 12 | (other[5].y + 1) << 6 | other[5].x));
    CHECK(strstr(noc.why, "no core of the program is at"));
    CHECK(!write_to(0, (other[5].y + 1) << 6 | other[5].x));
    CHECK(strstr(noc.why, "no core of the program and no bank of DRAM"));
}

/* Each core has its own semaphores and buffers. */
TEST(the_destination_core_must_own_the_bytes) {
    begin_grid();
    put(DATA, 5);
    CHECK(request(IS_ATOMIC, place(3), CELLS + 32, place(0), 0, 1u << 12 | 31u << 2));
    other[3].semaphore[2] = false;
    CHECK(!request(IS_ATOMIC, place(3), CELLS + 32, place(0), 0, 1u << 12 | 31u << 2));
    CHECK(strstr(noc.why, "of the core at"));
    CHECK_EQ(look(ATOMICS_ANSWERED), 2);
    CHECK_EQ(other_l1[3][CELLS + 32], 5);
    other_cbs[4].setup.cb[3].pages = 1;
    CHECK(!write_to(IS_MULTICAST, rectangle(1, 5)));
}

static unsigned told;
static const struct memory *told_core;
static void landed(struct noc *n, const struct noc_request *r) {
    (void)n;
    told++;
    told_core = r->core;
}

TEST(what_lands_is_told_with_its_core) {
    begin_grid();
    noc.landed = landed;
    told = 0;
    CHECK(write_to(IS_MULTICAST, rectangle(1, 2)));
    CHECK_EQ(told, 0);
    CHECK(noc_land(&noc));
    CHECK(told == 2 && told_core == &other[2]);
    CHECK(request(IS_WRITE, place(0), BUFFER, bank(1), PLACE, PAGE));
    CHECK(noc_land(&noc));
    CHECK(told == 3 && !told_core);
}

int main(void) {
    RUN(a_write_reaches_another_core);
    RUN(a_multicast_reaches_a_rectangle_and_each_core_answers);
    RUN(the_sender_receives_only_with_loopback);
    RUN(corners_are_in_the_order_of_their_noc);
    RUN(a_rectangle_stays_among_the_cores);
    RUN(the_destination_core_must_own_the_bytes);
    RUN(what_lands_is_told_with_its_core);
    return test_summary();
}
