/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Which words of the configuration each instruction writes, as the order checker sees it: RISC-V
 * code that reads one of them, without waiting, is a finding, and no other. And which bytes of L1
 * are remembered when accesses overlap. */
#include "diag/capture.h"
#include "diag/order_words.h"
#include "heard.h"

enum { FIRST = 64, FROM = 60, TO = 76 }; /* REG2FLOP counts from word 64 */

/* Bit i: word FROM + i of the configuration is written by the word of thread 1. */
static uint32_t written_by(uint32_t word) {
    uint32_t written = 0;
    watch();
    for (unsigned i = 0; i < 64; i++) {
        core.gpr[1][i] = 0x1000 + i;
    }
    issue(1, word);
    for (unsigned i = FROM; i < TO; i++) {
        uint32_t found = order.found;
        (void)stx_mmio_read(&core, 1, CFG(i));
        written |= order.found != found ? 1u << (i - FROM) : 0;
    }
    return written;
}
#define ONE(word) (1u << ((word)-FROM))
#define FOUR(word) (0xFu << (((word) & ~3u) - FROM))

TEST(wrcfg_writes_one_word_or_an_aligned_group) {
    for (unsigned i = 0; i < 8; i++) {
        CHECK_EQ(written_by(TT_OP_WRCFG(8, 0, FIRST + i)), ONE(FIRST + i));
        CHECK_EQ(written_by(TT_OP_WRCFG(8, 1, FIRST + i)), FOUR(FIRST + i));
    }
}

TEST(reg2flop_writes_one_word_or_an_aligned_group) {
    for (unsigned i = 0; i < 8; i++) {
        CHECK_EQ(written_by(TT_OP_REG2FLOP(1, 0, 0, 0, i, 8)), ONE(FIRST + i));
        CHECK_EQ(written_by(TT_OP_REG2FLOP(0, 0, 0, 0, i, 8)), FOUR(FIRST + i));
    }
}

TEST(cfgshiftmask_writes_one_word) {
    uint32_t found = 0;
    watch_at(STX_ORDER_STRICT); /* which counts what keeps its value */
    issue(1, TT_OP_CFGSHIFTMASK(1, 0, 31, 0, 0, FIRST + 1));
    for (unsigned i = FROM; i < TO; i++) {
        (void)stx_mmio_read(&core, 1, CFG(i));
        CHECK_EQ(order.found - found, i == FIRST + 1);
        found = order.found;
    }
}

/* The bits of the finding are those of the byte, or, of these, those that have changed. */
TEST(rmwcib_writes_a_byte) {
    static const uint8_t masks[] = {0xFF, 0x0F, 0x81};
    for (unsigned i = 0; i < 12; i++) {
        unsigned byte = i % 4;
        uint32_t mask = masks[i / 4];
        const uint32_t words[] = {
            TT_OP_RMWCIB0(mask, 0x3C, FIRST), TT_OP_RMWCIB1(mask, 0x3C, FIRST),
            TT_OP_RMWCIB2(mask, 0x3C, FIRST), TT_OP_RMWCIB3(mask, 0x3C, FIRST)};
        watch();
        issue(1, words[byte]);
        (void)stx_mmio_read(&core, 1, CFG(FIRST));
        CHECK_EQ(order.kept, (mask & 0x3C) != 0);
        CHECK(!order.kept || order.finding[0].first.mask == (mask & 0x3C) << 8 * byte);
        watch_at(STX_ORDER_STRICT);
        issue(1, words[byte]);
        (void)stx_mmio_read(&core, 1, CFG(FIRST));
        FOUND(RISCV_READ);
        CHECK_EQ(order.finding[0].first.mask, mask << 8 * byte);
    }
}

/* Both banks of the configuration are told apart, and a store to both is a store to each. */
TEST(banks_of_the_configuration_are_told_apart) {
    enum { STATE_ID = 0 }; /* thread configuration: CFG_STATE_ID_StateID */
    for (unsigned i = 0; i < 6; i++) {
        unsigned store_to = i / 2, bank = i % 2; /* 2: to both */
        watch();
        WORDS(1, TT_OP_SETDVALID(0), TT_OP_SETC16(STATE_ID, bank));
        (void)stx_mmio_read(&core, 1, PC_BUFFER + 4);
        stx_mmio_write(&core, 1, CFG(store_to * (uint32_t)STX_CFG_WORDS + 1), WIDE);
        issue(1, PRODUCT);
        if (store_to == bank || store_to == 2) {
            FOUND(STORE_ORDER);
        } else {
            SILENT();
        }
    }
}

/* Thread 0 stores to 0x100..0x200, thread 1 over the middle of it, unordered. Thread 2 comes after
 * thread 1. */
static void store_over(uint32_t from, uint32_t bytes) {
    watch();
    heard_l1(&order.listener, 0, 0x100, 0x100, true);
    heard_l1(&order.listener, 1, from, bytes, true);
    CHECK_EQ(order.found, 1);
    stx_order_release(&order, 1, 1);
    stx_order_acquire(&order, 2, 1);
}

static bool unordered_at(uint32_t address) {
    uint32_t found = order.found;
    heard_l1(&order.listener, 2, address, 16, false);
    return order.found == found + 1;
}

TEST(bytes_that_are_written_over_belong_to_the_new_writer) {
    static const struct {
        uint32_t from, bytes;
    } over[] = {{0x140, 0x40}, {0x100, 0x40},  {0x1C0, 0x40},  {0x0C0, 0x80},
                {0x1C0, 0x80}, {0x100, 0x100}, {0x080, 0x200}, {0x140, 0x10}};
    for (unsigned i = 0; i < sizeof over / sizeof over[0]; i++) {
        for (uint32_t at = 0xF0; at < 0x210; at += 16) {
            store_over(over[i].from, over[i].bytes);
            bool of_0 = at >= 0x100 && at < 0x200;
            bool of_1 = at >= over[i].from && at < over[i].from + over[i].bytes;
            CHECK_EQ(unordered_at(at), of_0 && !of_1);
        }
    }
}

/* L1 is watched in units of 16 bytes. */
TEST(accesses_of_a_unit_of_l1_meet) {
    for (uint32_t at = 0xE0; at < 0x130; at++) {
        watch();
        heard_l1(&order.listener, 0, 0x105, 0x10, true); /* in 0x100..0x120 */
        CHECK_EQ(unordered_at(at), at + 16 > 0x100 && at < 0x120);
        watch();
        heard_l1(&order.listener, 0, 0x105, 0x10, true);
        heard_l1(&order.listener, 2, at, 0, false); /* of no bytes */
        SILENT();
    }
}

/* The scalar unit loads 16 bytes at 0x100 and what follows them, from one line or two. */
static void load_twice(const char *line, const char *other, uint32_t between) {
    watch();
    core.gpr[1][8] = 0x10;
    core.gpr[1][17] = 0x10; /* half 34 */
    core.place[1] = line;
    WORDS(1, TT_OP_LOADIND(0, 32, 0, 4, 8), between);
    core.place[1] = other;
    issue(1, TT_OP_LOADIND(0, 34, 0, 12, 8));
}

/* What a unit reads on and on in one line is one range, unless its thread has synchronised in
 * between; a finding tells the line of its own bytes. */
TEST(ranges_keep_the_line_that_read_them) {
    static const char first[] = "a.c:1", second[] = "b.c:2";
    load_twice(first, first, TT_OP_SETRWC(0, 0, 0, 0, 0, 0));
    CHECK_EQ(order.ranges, 1);
    load_twice(first, first, TT_OP_SEMPOST(1));
    CHECK_EQ(order.ranges, 2);
    load_twice(first, second, TT_OP_SETRWC(0, 0, 0, 0, 0, 0));
    CHECK_EQ(order.ranges, 2);
    heard_l1(&order.listener, 2, 0x100, 16, true);
    FOUND(L1_ORDER);
    CHECK(order.finding[0].first.where == first);
}

/* A read is not continued by a write, nor one agent's range by another's. */
TEST(ranges_are_of_one_agent_and_kind) {
    watch();
    heard_l1(&order.listener, 0, 0x100, 16, true);
    heard_l1(&order.listener, 0, 0x110, 16, false);
    CHECK_EQ(order.ranges, 2);
    heard_l1(&order.listener, 1, 0x120, 16, false);
    CHECK_EQ(order.ranges, 3);
    heard_l1(&order.listener, 1, 0x200, 16, false); /* does not follow the one before */
    CHECK_EQ(order.ranges, 4);
    heard_l1(&order.listener, 1, 0x130, 16, true);
    CHECK_EQ(order.ranges, 5);
}

int main(void) {
    RUN_IF(STX_THREADS == 3, wrcfg_writes_one_word_or_an_aligned_group);
    RUN_IF(STX_THREADS == 3, reg2flop_writes_one_word_or_an_aligned_group);
    RUN_IF(STX_THREADS == 3, cfgshiftmask_writes_one_word);
    RUN_IF(STX_THREADS == 3, rmwcib_writes_a_byte);
    RUN_IF(STX_THREADS == 3 && STX_CFG_BANKS == 2, banks_of_the_configuration_are_told_apart);
    RUN_IF(STX_THREADS == 3, bytes_that_are_written_over_belong_to_the_new_writer);
    RUN_IF(STX_THREADS == 3, accesses_of_a_unit_of_l1_meet);
    RUN_IF(STX_THREADS == 3, ranges_keep_the_line_that_read_them);
    RUN_IF(STX_THREADS == 3, ranges_are_of_one_agent_and_kind);
    return test_summary();
}
