/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * test_metal_contract_dst.c - math and pack in their sections of Dst: for each finding what breaks
 * it and what just keeps it. */
#include "metal_contract.h"

/* Sections of Dst: the semaphore that math and pack share lets `at_once` of them be. */
enum { ON_MATH_PACK = 2, STALL_MATH = 64 };

static void step(unsigned thread, enum stx_order_step_of what, uint32_t which, uint32_t value) {
    const uint32_t words[] = {[STX_ORDER_SETS] = TT_OP_SEMINIT(value, 0, which),
                              [STX_ORDER_WAITS] = TT_OP_SEMWAIT(STALL_MATH, which, value),
                              [STX_ORDER_POSTS] = TT_OP_SEMPOST(which),
                              [STX_ORDER_GETS] = TT_OP_SEMGET(which)};
    stx_tell(&core, &(const struct stx_event){
                        .kind = STX_EVENT_END, .thread = (uint8_t)thread, .word = words[what]});
}

static void sections(uint32_t at_once) {
    begin();
    step(MATH, STX_ORDER_SETS, ON_MATH_PACK, at_once);
}

static void acquire(void) {
    step(MATH, STX_ORDER_WAITS, ON_MATH_PACK, ON_MAX);
}

static void commit(void) {
    step(MATH, STX_ORDER_POSTS, ON_MATH_PACK, 0);
}

static void wait_for_math(void) {
    step(PACK, STX_ORDER_WAITS, ON_MATH_PACK, ON_ZERO);
}

static void release(void) {
    step(PACK, STX_ORDER_GETS, ON_MATH_PACK, 0);
}

static void rows(unsigned thread, uint32_t word, enum stx_event_kind kind, uint32_t row,
                 uint32_t count) {
    core.place[thread] = "kernel.cpp:11";
    stx_tell(&core, &(const struct stx_event){.kind = (uint8_t)kind,
                                              .thread = (uint8_t)thread,
                                              .word = word,
                                              .part = STX_PART_DST,
                                              .first = row,
                                              .count = count});
}

/* The first 8 rows of a tile. */
static void computes(uint32_t tile, bool wide) {
    core.cfg[0][ALU_ACC_CTRL_Fp32_enabled_ADDR32] = wide ? ALU_ACC_CTRL_Fp32_enabled_MASK : 0;
    rows(MATH, TT_OP_MVMUL(0, 0, 0, 0), STX_EVENT_ROWS, 64 * tile, 8);
}

static void packs_row(uint32_t row) {
    rows(PACK, PACK_WORD, STX_EVENT_READ, row, 1);
}

#define TILES(tile, limit)                                      \
    do {                                                        \
        CHECK_EQ(cbs.contract.found, 1);                        \
        CHECK_EQ(cbs.contract.finding[0].kind, LEAVES_SECTION); \
        CHECK_EQ(cbs.contract.finding[0].number[0], tile);      \
        CHECK_EQ(cbs.contract.finding[0].number[1], limit);     \
    } while (0)

/* `last` is the last tile of a section, as the kernel counts them there. */
static void last_tile(uint32_t at_once, bool wide, uint32_t last) {
    sections(at_once);
    acquire();
    computes(last, wide);
    SILENT();
    computes(last + 1, wide);
    TILES(last + 1, last + 1);
}

TEST(a_section_has_4_8_or_16_tiles) {
    last_tile(2, false, 7);
    last_tile(2, true, 3);
    last_tile(1, false, 15);
    last_tile(1, true, 7);
}

/* The second section is the upper half of Dst. */
TEST(sections_change_their_half) {
    sections(2);
    acquire();
    commit();
    acquire();
    computes(8, false);
    computes(15, false);
    SILENT();
    computes(16, false);
    TILES(8, 8);
    sections(2);
    acquire();
    commit();
    acquire();
    computes(7, false);
    TILES(15, 8);
}

TEST(math_touches_dst_between_acquire_and_commit) {
    sections(2);
    acquire();
    computes(0, false);
    commit();
    SILENT();
    computes(8, false);
    FOUND(MATH_OUTSIDE_SECTION, 0);
    sections(2);
    computes(0, false);
    FOUND(MATH_OUTSIDE_SECTION, 0);
}

TEST(pack_touches_dst_between_wait_and_release) {
    sections(2);
    wait_for_math();
    packs_row(511);
    SILENT();
    release();
    packs_row(512);
    FOUND(PACK_OUTSIDE_SECTION, 0);
}

TEST(pack_reads_its_own_half) {
    sections(2);
    wait_for_math();
    packs_row(512);
    TILES(8, 8);
    sections(2);
    wait_for_math();
    release();
    wait_for_math();
    packs_row(512);
    packs_row(1023);
    SILENT();
}

/* A kernel may set the semaphore again in the middle of a section of math, whose first half it is
 * then. Pack has none. */
TEST(what_math_has_acquired_stays_its_own_when_sections_begin_anew) {
    sections(2);
    acquire();
    commit();
    acquire();
    step(MATH, STX_ORDER_SETS, ON_MATH_PACK, 2);
    computes(7, false);
    SILENT();
    computes(8, false);
    TILES(8, 8);
    sections(2);
    step(MATH, STX_ORDER_SETS, ON_MATH_PACK, 2);
    computes(0, false);
    FOUND(MATH_OUTSIDE_SECTION, 0);
    sections(2);
    wait_for_math();
    step(MATH, STX_ORDER_SETS, ON_MATH_PACK, 2);
    packs_row(0);
    FOUND(PACK_OUTSIDE_SECTION, 0);
}

/* The unpacker writes rows for math, which has acquired them. */
TEST(an_unpacker_writes_dst_while_math_has_it) {
    const uint32_t unpack = TT_OP_UNPACR(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1);
    sections(2);
    acquire();
    rows(UNPACK, unpack, STX_EVENT_WRITE, 0, 1);
    SILENT();
    commit();
    rows(UNPACK, unpack, STX_EVENT_WRITE, 0, 1);
    FOUND(MATH_OUTSIDE_SECTION, 0);
}

/* Whom a section belongs to next clears it. */
TEST(a_section_may_be_cleared) {
    sections(2);
    rows(PACK, TT_OP_ZEROACC(2, 0, 0, 1, 0), STX_EVENT_ROWS, 0, 512);
    SILENT();
}

/* Other semaphores open nothing. */
TEST(only_the_semaphore_of_math_and_pack_counts) {
    sections(2);
    step(MATH, STX_ORDER_WAITS, 4, ON_MAX);
    computes(0, false);
    FOUND(MATH_OUTSIDE_SECTION, 0);
}

int main(void) {
    RUN_IF(STX_THREADS == 3, a_section_has_4_8_or_16_tiles);
    RUN_IF(STX_THREADS == 3, sections_change_their_half);
    RUN_IF(STX_THREADS == 3, math_touches_dst_between_acquire_and_commit);
    RUN_IF(STX_THREADS == 3, pack_touches_dst_between_wait_and_release);
    RUN_IF(STX_THREADS == 3, pack_reads_its_own_half);
    RUN_IF(STX_THREADS == 3, what_math_has_acquired_stays_its_own_when_sections_begin_anew);
    RUN_IF(STX_THREADS == 3, an_unpacker_writes_dst_while_math_has_it);
    RUN_IF(STX_THREADS == 3, a_section_may_be_cleared);
    RUN_IF(STX_THREADS == 3, only_the_semaphore_of_math_and_pack_counts);
    return test_summary();
}
