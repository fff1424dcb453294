/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * What holds words in the model of time: the block bits of STALLWAIT, the FIFO in front of a
 * thread, and how many bytes UNPACR and PACR move. */
#include "llk/cfg_defines.h"
#include "time/timing.h"

/* A thread gives SrcA after so many words; another one waits for that. */
static void give_late(unsigned thread, unsigned words) {
    while (words--) {
        stx_issue(&core, thread, TT_OP_SETADCXX(UNPACKER_0, 15, 0));
    }
    stx_issue(&core, thread, TT_OP_SETDVALID(1));
}

static uint32_t end_of(unsigned thread) {
    stx_time_end(&timing);
    return (uint32_t)stx_time_of(&timing, STX_TIME_EXPECTED, thread);
}

enum {
    TDMA = 1,
    SYNC = 2,
    PACKS = 4,
    UNPACKS = 8,
    MOVER = 16,
    THCON = 32,
    MATH = 64,
    CFG = 128,
    SFPU = 256
};
enum { UNTIL_SRCA = 1 << 7 };

/* STALLWAIT of the ISA documentation: which block bits stop which words. */
TEST(a_wait_holds_the_words_of_its_block_bits_and_no_others) {
    static const struct {
        uint32_t word, held_by;
    } words[] = {{TT_OP_SETADCXX(UNPACKER_0, 15, 0), TDMA},
                 {TT_OP_SETC16(0, 0), CFG},
                 {TT_OP_SEMPOST(4), SYNC},
                 {TT_OP_ATGETM(0), SYNC},
                 {TT_OP_RDCFG(0, 0), CFG},
                 {TT_OP_ADDDMAREG(0, 0, 0, 0), THCON | TDMA},
                 {TT_OP_INCRWC(0, 0, 0, 0), MATH},
                 {TT_OP_SFPMOV(0, 0, 1, 0), SFPU},
                 {UNPACK(1, 0), UNPACKS | TDMA},
                 {PACK(0, 15, 0), PACKS | TDMA},
                 {TT_OP_STALLWAIT(SYNC, 0), 511},
                 {TT_OP_SEMWAIT(SYNC, 1, 1), 511},
                 {TT_OP_XMOV(0, 0), MOVER | TDMA}};
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
        for (uint32_t bit = 1; bit <= SFPU; bit *= 2) {
            begin();
            unpack_plain(1, BF16, BF16, 16);
            pack_plain(0, BF16, BF16);
            core.sem[0].value = 1;
            begin_timing();
            give_late(1, 60);
            stx_issue(&core, 0, TT_OP_STALLWAIT(bit, UNTIL_SRCA));
            CHECK_EQ(stx_issue(&core, 0, words[i].word), STX_DONE);
            CHECK_EQ(end_of(0) >= 60, (words[i].held_by & bit) != 0);
        }
    }
}

static uint32_t with_accesses(const char *accesses) {
    begin();
    stx_time_set(&timing, "riscv_cycles", 1);
    stx_issue(&core, 1, TT_OP_NOP);
    for (; *accesses; accesses++) {
        switch (*accesses) {
        case 'g':
            stx_mmio_write(&core, 1, STX_GPR_WINDOW + 4, 0);
            break;
        case 'w':
            stx_mmio_write(&core, 1, STX_ISSUE_WINDOW, TT_OP_NOP);
            break;
        case 'G':
            (void)stx_mmio_read(&core, 1, STX_GPR_WINDOW + 4);
            break;
        default:
            (void)stx_mmio_read(&core, 1, STX_SEMAPHORE_WINDOW);
        }
    }
    stx_issue(&core, 1, TT_OP_NOP);
    return end_of(1);
}

/* ISA documentation, BabyRISCV: a load of a GPR takes 4 cycles, one of a semaphore 3; a store one.
 * A store that is a word is that word's push. */
TEST(accesses_of_riscv_code_take_their_time) {
    CHECK_EQ(with_accesses(""), 2);
    CHECK_EQ(with_accesses("g"), 2 + 1);
    CHECK_EQ(with_accesses("w"), 3);
    CHECK_EQ(with_accesses("G"), 2 + 4);
    CHECK_EQ(with_accesses("S"), 2 + 3);
    CHECK_EQ(with_accesses("gGS"), 2 + 1 + 4 + 3);
}

/* The RISC-V side waits while 32 words are before the next one: its own instructions come later. */
static uint32_t instructions_after(unsigned words) {
    begin();
    stx_time_set(&timing, "riscv_cycles", 1);
    give_late(0, 400);
    stx_issue(&core, 1, TT_OP_STALLWAIT(SFPU, UNTIL_SRCA));
    for (unsigned i = 0; i < words; i++) {
        stx_issue(&core, 1, TT_OP_SFPMOV(0, 0, 1, 0));
    }
    stx_time_code(&timing, 1, 1000);
    stx_issue(&core, 1, TT_OP_SFPMOV(0, 0, 1, 0));
    return end_of(1);
}

TEST(code_behind_a_full_fifo_runs_when_there_is_room_again) {
    uint32_t roomy = instructions_after(20), full = instructions_after(40);
    CHECK(roomy < 1100); /* beside the wait */
    CHECK(full >= 1400);
}

/* SEMWAIT may select eight semaphores; four of them are as many as are remembered. */
TEST(a_wait_for_many_semaphores_remembers_four) {
    begin();
    stx_issue(&core, 0, TT_OP_SEMINIT(15, 0, 255));
    for (unsigned i = 0; i < 3; i++) {
        stx_issue(&core, 0, TT_OP_SEMPOST(255));
        stx_issue(&core, 0, TT_OP_SEMGET(255));
    }
    CHECK_EQ(stx_issue(&core, 1, TT_OP_SEMWAIT(SFPU, 255, 1)), STX_WAIT);
    CHECK_EQ(timing.thread[1].waiting.needs, 4);
    CHECK_EQ(timing.thread[1].waiting.sequence[3], POST + 3);
}

/* Bits of a datum, and of the exponents beside 16 of them. */
static const struct {
    uint32_t format, bits, exponents;
} formats[] = {{FP32, 32, 0}, {BF16, 16, 0}, {BFP8, 8, 1}, {BFP4, 4, 1}, {BFP2, 2, 1}};
#define FORMATS (sizeof formats / sizeof formats[0])

static uint32_t bytes_of(unsigned f, uint32_t datums) {
    return datums * formats[f].bits / 8 + formats[f].exponents * datums / 16;
}

static const uint32_t ovrd[2] = {THCON_SEC0_REG2_Ovrd_data_format_ADDR32,
                                 THCON_SEC1_REG2_Ovrd_data_format_ADDR32};
static const uint32_t own_format[2] = {THCON_SEC0_REG7_Unpack_data_format_cntx0_ADDR32,
                                       THCON_SEC1_REG7_Unpack_data_format_cntx0_ADDR32};

TEST(an_unpacker_moves_the_bytes_of_its_format_and_context) {
    for (unsigned unit = 0; unit < 2; unit++) {
        for (unsigned f = 0; f < FORMATS; f++) {
            begin();
            unpack_plain(unit, formats[f].format, BF16, 64);
            unpack_plain(1 - unit, FP32, BF16, 16);
            CHECK_EQ(moved(UNPACK(unit, 0)), bytes_of(f, 64));
            for (unsigned context = 0; context < 8; context++) {
                uint32_t word = TT_OP_UNPACR(unit, 0, 0, context, 0, 1, 0, 0, 0, 0, 0, 0, 1);
                uint32_t shift = context < 4 ? 16 : 24, other = (f + 1) % FORMATS;
                memset(&core.cfg[0][own_format[unit]], 0, 16);
                core.cfg[0][ovrd[unit]] &= ~(uint32_t)THCON_SEC0_REG2_Ovrd_data_format_MASK;
                core.cfg[0][own_format[unit] + context % 4] = (formats[other].format | BF16 << 4)
                                                              << shift;
                core.cfg[0][73 + 48 * unit] |= 0xFu << 16; /* no context is compressed */
                CHECK_EQ(moved(word), bytes_of(f, 64));
                core.cfg[0][ovrd[unit]] |= THCON_SEC0_REG2_Ovrd_data_format_MASK;
                CHECK_EQ(moved(word), bytes_of(other, 64));
            }
        }
    }
    begin();
    unpack_plain(0, BF16, BF16, 64);
    core.adc[0][0].at[0][0] = 64;
    core.adc[0][0].at[1][0] = 64; /* one datum, then none */
    CHECK_EQ(moved(UNPACK(0, 0)), 2);
    core.adc[0][0].at[0][0] = 65;
    CHECK_EQ(moved(UNPACK(0, 0)), 0);
}

/* ISA documentation, UNPACR_Regular: mode m fetches 16 << m bytes a cycle, mode 2 128 if datums
 * have two bytes or more. Datums of one byte use mode 3, others 2, unless the configuration says
 * so; BFP2 uses mode 0 and tiles that are gathered from rows mode 2. */
TEST(an_unpacker_is_as_fast_as_its_mode_and_format) {
    static const struct {
        uint32_t format;
        unsigned usual, rows, modes[4]; /* bytes a cycle */
    } speeds[] = {{FP32, 128, 128, {16, 32, 128, 128}}, {BF16, 128, 128, {16, 32, 128, 128}},
                  {INT8, 128, 64, {16, 32, 64, 128}},   {BFP8, 128, 64, {16, 32, 64, 128}},
                  {BFP4, 64, 64, {16, 32, 64, 128}},    {BFP2, 16, 16, {16, 16, 16, 16}}};
    for (unsigned i = 0; i < sizeof speeds / sizeof speeds[0]; i++) {
        for (unsigned unit = 0; unit < 2; unit++) {
            begin();
            unpack_plain(unit, speeds[i].format, unpacked_as(speeds[i].format), 64);
            uint32_t word = UNPACK(unit, 0), at = unit ? 120 : 72; /* THCON_SEC<unit>_REG2 */
            core.cfg[0][at] &= ~(1u | 3u << 4);
            CHECK_EQ(128u >> timed(word).slower, speeds[i].usual);
            core.cfg[0][70] |= THCON_SEC0_REG1_ovrd_default_throttle_mode_MASK;
            for (unsigned mode = 0; mode < 4; mode++) {
                core.cfg[0][at] = (core.cfg[0][at] & ~(3u << 4)) | mode << 4;
                CHECK_EQ(128u >> timed(word).slower, speeds[i].modes[mode]);
            }
            core.cfg[0][at] |= THCON_SEC0_REG2_Tileize_mode_MASK;
            CHECK_EQ(128u >> timed(word).slower, speeds[i].rows);
        }
    }
}

TEST(the_packer_moves_the_bytes_of_its_format) {
    for (unsigned f = 0; f < FORMATS; f++) {
        begin();
        pack_plain(READ_32B, FP32, formats[f].format);
        CHECK_EQ(moved(PACK(0, 15, 0)), bytes_of(f, 16));
        CHECK_EQ(moved(TT_OP_PACR(0, 0, 0, 0, 0, 0, 15, 0, 0, 0, 1, 0)), 0); /* flush alone */
    }
    CHECK_EQ(moved(TT_OP_SFPNOP), 0);
    CHECK_EQ(moved(TT_OP_UNPACR_NOP(0, 0, 0, 0, 1, 0, 0, 0, 1)), 0);
}

int main(void) {
    RUN_IF(STX_THREADS == 3, accesses_of_riscv_code_take_their_time);
    RUN_IF(STX_THREADS == 3, a_wait_holds_the_words_of_its_block_bits_and_no_others);
    RUN_IF(STX_THREADS == 3, code_behind_a_full_fifo_runs_when_there_is_room_again);
    RUN_IF(STX_THREADS == 3, a_wait_for_many_semaphores_remembers_four);
    RUN_IF(STX_THREADS == 3, an_unpacker_moves_the_bytes_of_its_format_and_context);
    RUN_IF(STX_THREADS == 3, an_unpacker_is_as_fast_as_its_mode_and_format);
    RUN_IF(STX_THREADS == 3, the_packer_moves_the_bytes_of_its_format);
    return test_summary();
}
