/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Short programs whose times are worked out by hand from the rules of docs/time.md: start and end
 * of every word, what it waited for, and which word ended that. */
#include "time/told.h"

/* 1,024 datums of two bytes for unpacker 0, 512 for unpacker 1. */
static void begin_unpack(void) {
    begin();
    unpack_plain(0, BF16, BF16, 1024);
    unpack_plain(1, BF16, BF16, 512);
    core.cfg[0][84] = 64;
    core.cfg[0][85] = 64;
    core.cfg[0][86] = 1024;
    tell_words();
}

/* Two cycles for the addresses; 2,048 bytes take 16 cycles at 128 a cycle, 1,024 take 8. */
TEST(unpackers_share_their_way_and_start_when_their_own_data_are_done) {
    static const struct row rows[] = {
        {0, UNPACK(0, 0), 0, 2 + 16, 0, 0},      {0, UNPACK(0, 0), 18, 18 + 2 + 16, UNIT, 0},
        {0, UNPACK(1, 0), 20, 36 + 8, 0, 0}, /* its data come after those of unpacker 0 */
        {0, UNPACK(0, 0), 36, 44 + 16, UNIT, 0}, {0, TT_OP_NOP, 38, 39, 0, 0},
    };
    begin_unpack();
    CHECK(TOLD(rows));
}

TEST(addresses_may_overlap_with_data_if_a_parameter_says_so) {
    static const struct row rows[] = {
        {0, UNPACK(0, 0), 0, 18, 0, 0},
        {0, UNPACK(0, 0), 2, 34, 0, 0},
        {0, UNPACK(1, 0), 4, 42, 0, 0},
    };
    begin_unpack();
    stx_time_set(&timing, "unpack_overlap", 1);
    CHECK(TOLD(rows));
}

/* 64 bytes a cycle of one unpacker, 128 of both: the second one's data begin after 16 cycles. */
TEST(one_unpacker_may_be_slower_than_the_way_of_both) {
    static const struct row rows[] = {
        {0, UNPACK(0, 0), 0, 2 + 32, 0, 0},
        {0, UNPACK(1, 0), 2, 2 + 16 + 16, 0, 0},
    };
    begin_unpack();
    stx_time_set(&timing, "unpack_rate", 64);
    CHECK(TOLD(rows));
}

static void begin_pack(uint32_t format) {
    begin();
    pack_plain(READ_32B, FP32, format);
    tell_words();
}

/* Sixteen datums a word at 32 bytes a cycle. */
TEST(the_packer_takes_what_its_bytes_need) {
    static const struct row wide[] = {{0, PACK(0, 15, 0), 0, 2, 0, 0},
                                      {0, PACK(0, 15, 0), 2, 4, UNIT, 0},
                                      {0, TT_OP_NOP, 3, 4, 0, 0}};
    static const struct row narrow[] = {{0, PACK(0, 15, 0), 0, 1, 0, 0},
                                        {0, PACK(0, 15, 0), 1, 2, 0, 0}};
    begin_pack(FP32);
    CHECK(TOLD(wide));
    begin_pack(BF16);
    CHECK(TOLD(narrow));
}

/* Half as long again: a cycle becomes one and a half, which is told as one and two by turns. */
TEST(adding_to_l1_takes_a_share_more_that_is_not_lost) {
    static const struct row rows[] = {{0, PACK(0, 15, 0), 0, 1, 0, 0},
                                      {0, PACK(0, 15, 0), 1, 3, 0, 0},
                                      {0, PACK(0, 15, 0), 3, 4, UNIT, 0},
                                      {0, PACK(0, 15, 0), 4, 6, 0, 0},
                                      {0, PACK(0, 15, 0), 6, 7, UNIT, 0}};
    begin_pack(BF16);
    core.cfg[0][71] |= 1u << 19; /* THCON_SEC0_REG1_Pack_L1_Acc */
    stx_time_set(&timing, "pack_accumulate", 150);
    CHECK(TOLD(rows));
}

static void begin_products(void) {
    begin();
    stx_issue(&core, 0, TT_OP_SETDVALID(3));
    tell_words();
}

/* Who reads Dst waits for moves to Dst, which take four cycles; words that compute wait for moves
 * to a source: two cycles to SrcA, four to SrcB. */
TEST(moves_between_dst_and_sources_hold_those_who_need_them) {
    static const struct row to_source[] = {{1, TT_OP_MOVA2D(0, 0, 0, 0, 0), 0, 4, 0, 0},
                                           {1, TT_OP_MOVD2A(0, 0, 0, 0, 64), 4, 6, MOVE, 0},
                                           {1, TT_OP_MOVD2A(0, 0, 0, 0, 64), 5, 7, 0, 0},
                                           {1, TT_OP_MOVD2B(0, 0, 0, 0, 64), 7, 11, MOVE, 0},
                                           {1, TT_OP_MOVD2B(0, 0, 0, 0, 64), 8, 12, 0, 0},
                                           {1, TT_OP_MOVD2A(0, 0, 0, 0, 64), 12, 14, MOVE, 0},
                                           {1, TT_OP_MOVB2A(0, 0, 0, 0), 13, 17, 0, 0},
                                           {1, TT_OP_MVMUL(0, 0, 0, 128), 15, 20, MOVE, 0},
                                           {1, TT_OP_MOVD2A(0, 0, 0, 0, 64), 16, 18, 0, 0},
                                           {1, TT_OP_INCRWC(0, 0, 0, 0), 18, 19, MOVE, 0}};
    static const struct row to_dst[] = {{1, TT_OP_MOVB2D(0, 0, 0, 0, 0), 0, 4, 0, 0},
                                        {1, TT_OP_ELWADD(0, 0, 0, 0, 64), 1, 6, 0, 0},
                                        {1, TT_OP_INCRWC(0, 0, 0, 0), 2, 3, 0, 0},
                                        {1, TT_OP_ELWADD(0, 1, 0, 0, 128), 3, 8, 0, 0},
                                        {1, TT_OP_MOVB2D(0, 0, 0, 0, 256), 4, 8, 0, 0},
                                        {1, TT_OP_ELWMUL(0, 0, 0, 0, 192), 8, 13, MOVE, 0},
                                        {1, TT_OP_ZEROACC(0, 0, 0, 0, 200), 9, 10, 0, 0}};
    begin_products();
    CHECK(TOLD(to_source));
    begin_products();
    CHECK(TOLD(to_dst));
}

/* Four rows of GAPOOL take the block of eight that they lie in. Blocks are kept by words that take
 * five cycles alone. */
TEST(words_wait_for_the_blocks_of_dst_that_they_use) {
    static const struct row rows[] = {{1, TT_OP_GAPOOL(0, 0, 0, 0, 12), 0, 5, 0, 0},
                                      {1, TT_OP_MVMUL(0, 0, 0, 8), 6, 11, DST, 0},
                                      {1, TT_OP_MVMUL(0, 0, 0, 16), 7, 12, 0, 0},
                                      {1, TT_OP_MVMUL(0, 0, 0, 12), 12, 17, DST, 0},
                                      {1, TT_OP_MOVA2D(0, 0, 0, 0, 17), 13, 17, 0, 0},
                                      {1, TT_OP_MVMUL(0, 0, 0, 16), 17, 22, MOVE, 0},
                                      {1, TT_OP_MVMUL(0, 0, 0, 1023), 18, 23, 0, 0},
                                      {1, TT_OP_GAPOOL(0, 0, 0, 0, 1020), 24, 29, DST, 0},
                                      {1, TT_OP_GAPOOL(0, 0, 0, 0, 1008), 25, 30, 0, 0}};
    static const struct row moved[] = {{1, TT_OP_MVMUL(0, 0, 0, 8), 0, 5, 0, 0},
                                       {1, TT_OP_MOVD2A(0, 0, 0, 0, 16), 1, 3, 0, 0},
                                       {1, TT_OP_MOVD2A(0, 0, 0, 0, 9), 6, 8, DST, 0}};
    static const struct row cleared[] = {{1, TT_OP_MVMUL(0, 0, 0, 8), 0, 5, 0, 0},
                                         {1, TT_OP_ZEROACC(2, 0, 0, 0, 0), 1, 2, 0, 0},
                                         {1, TT_OP_ZEROACC(3, 0, 0, 0, 0), 2, 3, 0, 0},
                                         {1, TT_OP_ZEROACC(0, 0, 0, 0, 16), 3, 4, 0, 0},
                                         {1, TT_OP_ZEROACC(1, 0, 0, 0, 0), 6, 7, DST, 0}};
    begin_products();
    CHECK(TOLD(rows));
    begin_products();
    CHECK(TOLD(moved));
    begin_products();
    CHECK(TOLD(cleared));
}

TEST(the_counter_of_dst_chooses_the_block) {
    static const struct row rows[] = {{1, TT_OP_MVMUL(0, 0, 0, 8), 0, 5, 0, 0},
                                      {1, TT_OP_INCRWC(0, 8, 0, 0), 1, 2, 0, 0},
                                      {1, TT_OP_MVMUL(0, 0, 0, 8), 2, 7, 0, 0},
                                      {1, TT_OP_MVMUL(0, 0, 0, 0), 6, 11, DST, 0}};
    begin_products();
    CHECK(TOLD(rows));
}

/* What is busy when a STALLWAIT begins, until when, the condition's bits for it, and the stall that
 * is told. The wait begins when the thread gets to it. */
static const struct {
    const char *option;
    uint32_t word;
    uint16_t conditions, wait, idle;
    enum stx_stall stall;
} busy_units[] = {
    {"push_cycles=1", TT_OP_LOADIND(1, 0, 0, 4, 0), 1 << 0, 3, 10, STX_STALL_WAIT_SCALAR},
    {"push_cycles=1", UNPACK(0, 0), 1 << 1 | 1 << 2, 2, 18, STX_STALL_WAIT_UNPACK},
    {"pack_rate=2", PACK(0, 15, 0), 1 << 3, 1, 32, STX_STALL_WAIT_PACK},
    {"push_cycles=1", TT_OP_MVMUL(0, 0, 0, 0), 1 << 4, 1, 5, STX_STALL_WAIT_MATH},
    {"XMOV.latency=9", TT_OP_XMOV(0, 0), 1 << 9, 1, 9, STX_STALL_WAIT_MOVER},
    {"SFPMAD.latency=9", TT_OP_SFPMAD(0, 0, 9, 1, 0), 1 << 11, 1, 9, STX_STALL_WAIT_SFPU},
    {"RDCFG.latency=9", TT_OP_RDCFG(0, 0), 1 << 12, 1, 9, STX_STALL_WAIT},
};

/* Without any condition a STALLWAIT waits for the first four of them. */
TEST(stallwait_waits_for_the_units_of_its_conditions_and_no_others) {
    for (unsigned i = 0; i < sizeof busy_units / sizeof busy_units[0]; i++) {
        for (unsigned bit = 0; bit <= 13; bit++) {
            uint32_t condition = bit < 13 ? 1u << bit : 0;
            if (bit >= 5 && bit <= 8) {
                continue; /* the banks */
            }
            begin_unpack();
            pack_plain(READ_32B, FP32, FP32);
            stx_issue(&core, 0, TT_OP_SETDVALID(3));
            tell_words();
            CHECK(stx_time_option(&timing, busy_units[i].option) == NULL);
            bool waits = (condition ? condition : 15u) & busy_units[i].conditions;
            unsigned begins = busy_units[i].wait, idle = busy_units[i].idle;
            const struct row rows[] = {{0, busy_units[i].word, 0, idle, 0, 0},
                                       {0, TT_OP_STALLWAIT(2, condition), begins, begins + 1, 0, 0},
                                       {0, TT_OP_NOP, begins + 1, begins + 2, 0, 0},
                                       {0, TT_OP_SEMPOST(4), waits ? idle + 1 : begins + 2,
                                        waits ? idle + 2 : begins + 3,
                                        waits ? busy_units[i].stall : 0, 0}};
            CHECK(TOLD(rows));
        }
    }
}

/* Bits 2 to 9 of SEMWAIT name semaphores, the same bits of STALLWAIT units. */
TEST(a_wait_for_a_semaphore_is_for_no_unit) {
    static const struct row rows[] = {{0, PACK(0, 15, 0), 0, 32, 0, 0},
                                      {0, TT_OP_SEMWAIT(2, 255, 1), 1, 2, 0, 0},
                                      {0, TT_OP_SEMPOST(4), 3, 4, STX_STALL_WAIT, 0}};
    begin();
    pack_plain(READ_32B, FP32, FP32);
    for (unsigned i = 0; i < STX_SEMAPHORES; i++) {
        core.sem[i].value = 1;
    }
    tell_words();
    stx_time_set(&timing, "pack_rate", 2);
    CHECK(TOLD(rows));
}

/* What happened when the word arrived, or before, is no reason to wait. */
TEST(a_source_that_is_there_in_time_ends_no_wait) {
    static const struct row rows[] = {{0, TT_OP_SETDVALID(3), 0, 1, 0, 0},
                                      {1, TT_OP_NOP, 0, 1, 0, 0},
                                      {1, TT_OP_MVMUL(0, 0, 0, 0), 1, 6, 0, 0},
                                      {1, TT_OP_MVMUL(0, 0, 0, 8), 2, 7, 0, 0}};
    begin();
    tell_words();
    CHECK(TOLD(rows));
}

/* STALLWAIT.md: without a block bit the wait is for words of the matrix unit. */
TEST(a_wait_that_names_no_words_holds_those_of_the_matrix_unit) {
    static const struct row rows[] = {
        {1, TT_OP_MVMUL(0, 0, 0, 0), 0, 5, 0, 0},
        {1, TT_OP_STALLWAIT(0, 16), 1, 2, 0, 0},
        {1, TT_OP_SFPMOV(0, 0, 1, 0), 2, 3, 0, 0},
        {1, TT_OP_INCRWC(0, 0, 0, 0), 6, 7, STX_STALL_WAIT_MATH, 0},
    };
    begin_products();
    CHECK(TOLD(rows));
}

TEST(a_wait_takes_a_cycle_and_its_release_another) {
    static const struct row rows[] = {{1, TT_OP_STALLWAIT(256, 16), 0, 1, 0, 0},
                                      {1, TT_OP_SFPMOV(0, 0, 1, 0), 2, 3, STX_STALL_WAIT, 0},
                                      {1, TT_OP_STALLWAIT(256, 16), 3, 4, 0, 0},
                                      {1, TT_OP_STALLWAIT(64, 16), 5, 6, STX_STALL_WAIT, 0},
                                      {1, TT_OP_SFPMOV(0, 0, 1, 0), 6, 7, 0, 0}};
    begin_products();
    CHECK(TOLD(rows));
}

/* SFPLUT's result is there after two cycles. What needs it waits inside the vector unit, so that
 * INCRWC starts with it and not behind it; the next vector word starts when both are gone. */
TEST(a_vector_word_that_waits_lets_its_thread_go_on) {
    static const struct row rows[] = {{1, TT_OP_SFPLOAD(3, 0, 0, 0), 0, 1, 0, 0},
                                      {1, TT_OP_SFPLUT(3, 0, 0), 1, 3, 0, 0},
                                      {1, TT_OP_SFPSTORE(3, 0, 0, 0), 3, 4, STX_STALL_LREG, 0},
                                      {1, TT_OP_INCRWC(0, 2, 0, 0), 3, 4, 0, 0},
                                      {1, TT_OP_SFPLOAD(3, 0, 0, 0), 4, 5, 0, 0}};
    begin();
    tell_words();
    CHECK(TOLD(rows));
}

/* With no room there the thread waits, too. */
TEST(a_vector_unit_without_room_holds_the_thread) {
    static const struct row rows[] = {{1, TT_OP_SFPLUT(3, 0, 0), 0, 2, 0, 0},
                                      {1, TT_OP_SFPSTORE(3, 0, 0, 0), 2, 3, STX_STALL_LREG, 0},
                                      {1, TT_OP_INCRWC(0, 2, 0, 0), 3, 4, 0, 0}};
    begin();
    tell_words();
    stx_time_set(&timing, "vector_room", 0);
    CHECK(TOLD(rows));
}

/* 64 datums of BFP4: 36 bytes at 64 a cycle, where BF16's 128 take as long; BFP2's 20 at 16. */
TEST(slow_formats_take_longer_than_their_bytes) {
    static const struct {
        uint32_t format;
        unsigned cycles;
    } slow[] = {{BF16, 1}, {BFP4, 1}, {BFP2, 2}};
    for (unsigned i = 0; i < 3; i++) {
        begin();
        unpack_plain(0, slow[i].format, BF16, 64);
        tell_words();
        stx_issue(&core, 0, UNPACK(0, 0));
        stx_time_end(&timing);
        CHECK_EQ(told[0][0].end, 2 + slow[i].cycles);
    }
}

/* STALLWAIT waits until the matrix unit has no word in any of its five stages, whatever the word.
 */
TEST(a_wait_for_the_matrix_unit_is_one_for_all_its_stages) {
    static const struct row rows[] = {{1, TT_OP_SETRWC(0, 0, 0, 0, 0, 4), 0, 1, 0, 0},
                                      {1, TT_OP_STALLWAIT(256, 16), 1, 2, 0, 0},
                                      {1, TT_OP_SFPMOV(0, 0, 1, 0), 6, 7, STX_STALL_WAIT_MATH, 0}};
    begin();
    tell_words();
    CHECK(TOLD(rows));
}

/* The unit takes another word after three cycles, and another atomic one after twelve. Thread 2 has
 * waited longer than thread 1 then. */
TEST(atomic_words_are_twelve_cycles_apart) {
    static const struct row rows[] = {{1, TT_OP_ATINCGET(0, 31, 0, 8, 1), 0, 3, 0, 0},
                                      {1, TT_OP_STOREIND(1, 0, 1, 0, 0, 4, 8), 3, 6, 0, 0},
                                      {1, TT_OP_ATSWAP(0, 3, 8, 1), 24, 27, UNIT, 0},
                                      {2, TT_OP_ATINCGET(0, 31, 0, 8, 1), 12, 15, UNIT, 0}};
    begin();
    tell_words();
    CHECK(TOLD(rows));
}

/* 256 bytes: 11 cycles for each 128 that are copied, 8 that are cleared. The next XMOV waits until
 * the mover is done, and so does a STALLWAIT. */
TEST(the_mover_takes_what_its_bytes_need) {
    static const struct row rows[] = {{0, TT_OP_XMOV(0, 0), 0, 22, 0, 0},
                                      {0, TT_OP_NOP, 1, 2, 0, 0},
                                      {0, TT_OP_XMOV(0, 0), 22, 44, UNIT, 0},
                                      {0, TT_OP_STALLWAIT(1, 1u << 9), 23, 24, 0, 0},
                                      {0, TT_OP_NOP, 45, 46, STX_STALL_WAIT_MOVER, 0}};
    static const struct row clears[] = {{0, TT_OP_XMOV(0, 0), 0, 16, 0, 0}};
    for (unsigned copies = 0; copies < 2; copies++) {
        begin();
        core.cfg[0][88] = 16; /* THCON_SEC0_REG6: from, to, units of 16 bytes, direction */
        core.cfg[0][89] = 64;
        core.cfg[0][90] = 16u | (copies ? 3u << 30 : 0);
        tell_words();
        CHECK(copies ? TOLD(rows) : TOLD(clears));
    }
}

int main(void) {
    RUN_IF(STX_THREADS == 3, the_mover_takes_what_its_bytes_need);
    RUN_IF(STX_THREADS == 3, a_wait_for_the_matrix_unit_is_one_for_all_its_stages);
    RUN_IF(STX_THREADS == 3, atomic_words_are_twelve_cycles_apart);
    RUN_IF(STX_THREADS == 3, slow_formats_take_longer_than_their_bytes);
    RUN_IF(STX_THREADS == 3, a_vector_word_that_waits_lets_its_thread_go_on);
    RUN_IF(STX_THREADS == 3, a_vector_unit_without_room_holds_the_thread);
    RUN_IF(STX_THREADS == 3, unpackers_share_their_way_and_start_when_their_own_data_are_done);
    RUN_IF(STX_THREADS == 3, addresses_may_overlap_with_data_if_a_parameter_says_so);
    RUN_IF(STX_THREADS == 3, one_unpacker_may_be_slower_than_the_way_of_both);
    RUN_IF(STX_THREADS == 3, the_packer_takes_what_its_bytes_need);
    RUN_IF(STX_THREADS == 3, adding_to_l1_takes_a_share_more_that_is_not_lost);
    RUN_IF(STX_THREADS == 3, moves_between_dst_and_sources_hold_those_who_need_them);
    RUN_IF(STX_THREADS == 3 && STX_DST_ROWS == STX_DST_NAMES,
           words_wait_for_the_blocks_of_dst_that_they_use);
    RUN_IF(STX_THREADS == 3, the_counter_of_dst_chooses_the_block);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2,
           stallwait_waits_for_the_units_of_its_conditions_and_no_others);
    RUN_IF(STX_THREADS == 3, a_wait_for_a_semaphore_is_for_no_unit);
    RUN_IF(STX_THREADS == 3, a_source_that_is_there_in_time_ends_no_wait);
    RUN_IF(STX_THREADS == 3, a_wait_that_names_no_words_holds_those_of_the_matrix_unit);
    RUN_IF(STX_THREADS == 3, a_wait_takes_a_cycle_and_its_release_another);
    return test_summary();
}
