/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * The RISC-V side: Dst as memory in every format, mailboxes, clock, semaphores (SPEC 2, 5, 10). */
#include <stdbool.h>

#include "softensix/inspect.h"
#include "softensix/softensix.h"
#include "softensix/tti.h"
#include "test.h"

static struct stx_core core;

enum { FP32, INT32, FP16, BF16, INT16, INT8 };
#define DST 0xFFBD8000u
#define DEBUG_REGISTERS 0xFFB12000u

static void start(unsigned format, bool is_unsigned, bool raw) {
    stx_init(&core, NULL, 0, NULL);
    /* RISC_DEST_ACCESS_CTRL of thread 1: bits 23:19 of word 3. */
    stx_mmio_write(&core, 1, 0xFFEF000C, (format << 2 | is_unsigned << 1 | raw) << 19);
}

static void write(uint32_t offset, uint32_t value) {
    stx_mmio_write(&core, 1, DST + offset, value);
}

static uint32_t read(uint32_t offset) {
    return stx_mmio_read(&core, 1, DST + offset);
}

TEST(narrow_floats_are_two_a_word) {
    start(BF16, 0, 0);
    write(4, 0xC0403F80); /* elements 2, 3 of row 0: 1.0, -3.0 */
    CHECK_EQ(stx_dst_bf16(&core, 0, 2), 0x3F80);
    CHECK_EQ(stx_dst_bf16(&core, 0, 3), 0xC040);
    CHECK_EQ(read(4), 0xC0403F80);
    start(FP16, 0, 0);
    write(32 * 5, 0xC2003C00); /* row 5 */
    CHECK_EQ(stx_dst_fp16(&core, 5, 0), 0x3C00);
    CHECK_EQ(stx_dst_fp16(&core, 5, 1), 0xC200);
    CHECK_EQ(read(32 * 5), 0xC2003C00);
}

TEST(raw_cells_are_in_storage_order) {
    start(BF16, 0, 1);
    write(0, 0x8123ABCD);
    CHECK_EQ(stx_dst_peek(&core, 0, 0), 0xABCD);
    CHECK_EQ(stx_dst_peek(&core, 0, 1), 0x8123);
    CHECK_EQ(read(0), 0x8123ABCD);
}

TEST(sixteen_bit_integers_are_sign_and_magnitude_inside) {
    start(INT16, 0, 0);
    write(0, 0xFFFF8000); /* -32768 is clamped to -32767, then -1 */
    CHECK_EQ(stx_dst_peek(&core, 0, 0), 0xFFFF);
    CHECK_EQ(stx_dst_peek(&core, 0, 1), 0x8001);
    CHECK_EQ(read(0), 0xFFFF8001);
    stx_dst_poke(&core, 0, 0, 0x8000); /* -0 */
    CHECK_EQ(read(0), 0xFFFF0000);
    start(INT16, 1, 0);
    write(0, 0xFFFF8000);
    CHECK_EQ(stx_dst_peek(&core, 0, 0), 0x8000);
    CHECK_EQ(read(0), 0xFFFF8000);
}

TEST(bytes_are_four_a_word) {
    start(INT8, 0, 0);
    write(0, 0x80FF0105); /* 5, 1, -1, -128 clamped to -127 */
    CHECK_EQ(stx_dst_peek(&core, 0, 0), 5u << 5 | 16u);
    CHECK_EQ(stx_dst_peek(&core, 0, 2), 0x8000u | 1u << 5 | 16u);
    CHECK_EQ(stx_dst_peek(&core, 0, 3), 0x8000u | 127u << 5 | 16u);
    CHECK_EQ(read(0), 0x81FF0105);
    start(INT8, 1, 0);
    write(16, 0x8000FF05); /* row 1: 5, 255, 0, 128 */
    CHECK_EQ(stx_dst_peek(&core, 1, 1), 255u << 5 | 16u);
    CHECK_EQ(stx_dst_peek(&core, 1, 2), 0);
    CHECK_EQ(read(16), 0x8000FF05);
}

TEST(wide_elements_are_a_word_each) {
    start(FP32, 0, 0);
    write(4 * 17, 0xC1234567); /* row 1, column 1 */
    CHECK_EQ(stx_dst_f32(&core, 1, 1), 0xC1234567);
    CHECK_EQ(read(4 * 17), 0xC1234567);
    start(INT32, 0, 0);
    write(0, 0xFFFFFFFE);
    CHECK_EQ(stx_dst_f32(&core, 0, 0), 0x80000002);
    CHECK_EQ(read(0), 0xFFFFFFFE);
    write(0, 0x80000000);
    CHECK_EQ(read(0), 0x80000001);
    start(INT32, 1, 0);
    write(0, 0xFFFFFFFE);
    CHECK_EQ(stx_dst_f32(&core, 0, 0), 0xFFFFFFFE);
    CHECK_EQ(read(0), 0xFFFFFFFE);
    start(FP32, 0, 1);
    write(0, 0x12345678);
    CHECK_EQ(stx_dst_peek(&core, 0, 0), 0x1234);
    CHECK_EQ(stx_dst_peek(&core, 8, 0), 0x5678);
    CHECK_EQ(read(0), 0x12345678);
}

TEST(an_undefined_format_is_a_fault) {
    start(6, 0, 0);
    write(0, 1);
    CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_BAD_FORMAT);
    stx_clear_fault(&core);
    CHECK_EQ(read(0), 0);
    CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_BAD_FORMAT);
}

TEST(addresses_and_threads_that_do_not_exist_are_faults) {
    start(0, 0, 0);
    CHECK(stx_mmio_has(&core, DST) && !stx_mmio_has(&core, 0) &&
          !stx_mmio_has(&core, DST + 0x8000));
    CHECK_EQ(stx_mmio_read(&core, 0, 0x1000), 0);
    CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_MMIO_ADDRESS);
    CHECK_EQ(stx_last_fault(&core)->detail, 0x1000);
    stx_clear_fault(&core);
    stx_mmio_write(&core, 3, DST, 0);
    CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_BAD_THREAD);
}

/* A register of the tile that the port keeps. */
#define STREAM 0xFFB40028u

static bool stream(void *ctx, unsigned thread, uint32_t address, uint32_t *value, bool write) {
    uint32_t *kept = ctx;
    if (address != STREAM) {
        return false;
    }
    if (value && write) {
        *kept = *value + thread;
    } else if (value) {
        *value = *kept;
    }
    return true;
}

TEST(registers_outside_the_coprocessor_are_the_ports) {
    uint32_t kept = 7;
    start(0, 0, 0);
    CHECK(!stx_mmio_has(&core, STREAM));
    core.port.ctx = &kept;
    core.port.outside = stream;
    CHECK(stx_mmio_has(&core, STREAM) && !stx_mmio_has(&core, STREAM + 4));
    CHECK_EQ(stx_mmio_read(&core, 0, STREAM), 7);
    core.gpr[2][28] = 40;
    CHECK_EQ(stx_issue(&core, 2, TT_OP_STOREREG(28, (STREAM & 0xFFFFF) >> 2)), STX_DONE);
    CHECK_EQ(kept, 42);
    CHECK_EQ(stx_issue(&core, 1, TT_OP_LOADREG(5, (STREAM & 0xFFFFF) >> 2)), STX_DONE);
    CHECK_EQ(core.gpr[1][5], 42);
    CHECK_EQ(stx_last_fault(&core)->kind, STX_FAULT_NONE);
    CHECK_EQ(stx_issue(&core, 1, TT_OP_LOADREG(5, 1)), STX_FAULT);
    CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_MMIO_ADDRESS);
}

/* Window n of a mailbox: 0 the host, 1..3 the threads. */
#define MAILBOX(n) (0xFFEC0000u + 0x1000u * (n))

TEST(mailboxes_are_fifos_of_four) {
    start(0, 0, 0);
    CHECK_EQ(stx_mmio_read(&core, 2, MAILBOX(1) + 4), 0);
    CHECK_EQ(stx_mmio_read(&core, 2, MAILBOX(1)), 0); /* empty, and nobody to wait for */
    for (uint32_t i = 1; i <= 5; i++) {
        stx_mmio_write(&core, 0, MAILBOX(3), i); /* the fifth is lost: nobody to wait for */
    }
    CHECK_EQ(stx_mmio_read(&core, 2, MAILBOX(1) + 4), 1);
    for (uint32_t i = 1; i <= 4; i++) {
        CHECK_EQ(stx_mmio_read(&core, 2, MAILBOX(1)), i);
    }
    CHECK_EQ(stx_mmio_read(&core, 2, MAILBOX(1) + 4), 0);
}

static unsigned turns;

/* The other end: takes what thread 0 has sent, answers in the third turn. */
static void other_end(void *ctx, unsigned thread) {
    (void)ctx;
    if (++turns == 3 && thread == 0) {
        core.mailbox[1][3].word[0] = 77;
        core.mailbox[1][3].count = 1;
    } else if (turns == 3) {
        core.mailbox[1][2].count = 0;
    }
}

TEST(mailboxes_let_others_run_while_they_wait) {
    start(0, 0, 0);
    core.port.yield = other_end;
    turns = 0;
    CHECK_EQ(stx_mmio_read(&core, 0, MAILBOX(3)), 77);
    CHECK_EQ(turns, 3);
    turns = 0;
    for (uint32_t i = 0; i < 5; i++) {
        stx_mmio_write(&core, 1, MAILBOX(1), i);
    }
    CHECK_EQ(turns, 3);
    CHECK_EQ(core.mailbox[1][2].count, 1);
    CHECK_EQ(core.mailbox[1][2].word[0], 4);
}

TEST(the_clock_advances_by_words_and_reads) {
    start(0, 0, 0);
    uint32_t before = stx_mmio_read(&core, 0, DEBUG_REGISTERS + 0x1F0);
    stx_issue(&core, 0, TT_OP_NOP);
    stx_issue(&core, 0, TT_OP_NOP);
    CHECK_EQ(stx_mmio_read(&core, 0, DEBUG_REGISTERS + 0x1F0), before + 3);
    core.clock_low = UINT32_MAX;
    CHECK_EQ(stx_mmio_read(&core, 0, DEBUG_REGISTERS + 0x1F0), 0);
    CHECK_EQ(stx_mmio_read(&core, 0, DEBUG_REGISTERS + 0x1F8), 1);
    stx_mmio_write(&core, 0, DEBUG_REGISTERS + 0x68, 0x800);
    CHECK_EQ(stx_mmio_read(&core, 0, DEBUG_REGISTERS + 0x68), 0x800);
    CHECK_EQ(stx_mmio_read(&core, 0, DEBUG_REGISTERS + 0x6C), 0);
}

TEST(semaphores_are_words_of_the_pc_buffer) {
    start(0, 0, 0);
    core.port.yield = other_end;
    stx_mmio_write(&core, 0, 0xFFE80000 + 4 * 11, 0);
    stx_mmio_write(&core, 0, 0xFFE80000 + 4 * 11, 0);
    stx_mmio_write(&core, 0, 0xFFE80000 + 4 * 11, 1);
    stx_mmio_write(&core, 0, 0xFFE80000 + 4 * 3, 0); /* no semaphore */
    turns = 10;
    CHECK_EQ(stx_mmio_read(&core, 0, 0xFFE80000 + 4 * 11), 1);
    CHECK_EQ(turns, 11); /* who polls lets others run */
    CHECK_EQ(stx_semaphore_read(&core, 3), 1);
}

TEST(words_can_be_stored_to_the_instruction_buffer) {
    start(0, 0, 0);
    stx_mmio_write(&core, 2, 0xFFE40000, TT_OP_SEMPOST(1 << 5));
    CHECK_EQ(stx_semaphore_read(&core, 5), 1);
    CHECK_EQ(stx_mmio_read(&core, 2, 0xFFE40000), 0);
    stx_mmio_write(&core, 2, 0xFFE00000 + 4 * 9, 1234);
    CHECK_EQ(stx_mmio_read(&core, 2, 0xFFE00000 + 4 * 9), 1234);
    CHECK_EQ(stx_mmio_read(&core, 1, 0xFFE00000 + 4 * 9), 0);
    stx_mmio_write(&core, 2, 0xFFB11000, 5);
    CHECK_EQ(stx_mmio_read(&core, 2, 0xFFB11000), 0);
}

int main(void) {
    RUN_IF(STX_THREADS == 3, narrow_floats_are_two_a_word);
    RUN_IF(STX_THREADS == 3, raw_cells_are_in_storage_order);
    RUN_IF(STX_THREADS == 3, sixteen_bit_integers_are_sign_and_magnitude_inside);
    RUN_IF(STX_THREADS == 3, bytes_are_four_a_word);
    RUN_IF(STX_THREADS == 3, wide_elements_are_a_word_each);
    RUN_IF(STX_THREADS == 3, an_undefined_format_is_a_fault);
    RUN_IF(STX_THREADS == 3, addresses_and_threads_that_do_not_exist_are_faults);
    RUN_IF(STX_THREADS == 3, registers_outside_the_coprocessor_are_the_ports);
    RUN_IF(STX_THREADS == 3, mailboxes_are_fifos_of_four);
    RUN_IF(STX_THREADS == 3, mailboxes_let_others_run_while_they_wait);
    RUN(the_clock_advances_by_words_and_reads);
    RUN(semaphores_are_words_of_the_pc_buffer);
    RUN_IF(STX_THREADS == 3, words_can_be_stored_to_the_instruction_buffer);
    return test_summary();
}
