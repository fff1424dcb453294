/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * What the model of time takes from tables: documented parameters, cycles of instructions, bytes of
 * formats; and which registers of RISC-V code count. */
#include "heard.h"
#include "time/timing.h"

TEST(reads_of_tensix_sync_and_mop_sync_are_noted_and_no_others) {
    for (uint32_t offset = 0; offset < 0x80; offset += 4) {
        for (unsigned write = 0; write < 2; write++) {
            begin();
            heard_access(&timing.listener, 1, 0xFFE80000u + offset, 0, write != 0);
            CHECK_EQ(timing.thread[1].synced, !write && (offset == 4 || offset == 8));
            CHECK_EQ(timing.thread[0].synced | timing.thread[2].synced, 0);
        }
    }
}

/* What a tile of 1,024 datums takes in L1: exponents are a byte for 16 datums of block formats. */
static const struct {
    uint8_t format;
    uint16_t bytes;
} tiles[8] = {{0, 4096}, {5, 2048}, {6, 1088}, {7, 576}, {15, 320}, {0, 4096}, {7, 576}, {6, 1088}};

/* SPEC 11.3: bits 19:16 of configuration word 92 + context, of contexts 4 to 7 bits 27:24; 48 words
 * further on for unpacker 1. */
TEST(each_context_of_an_unpacker_has_a_format_of_its_own) {
    for (unsigned unit = 0; unit < 2; unit++) {
        begin();
        unpack_plain(unit, BF16, BF16, 1024);
        CHECK_EQ(moved(UNPACK(unit, 1)), 2048);
        for (unsigned c = 0; c < 8; c++) {
            core.cfg[0][92 + 48 * unit + c % 4] |= (tiles[c].format | BF16 << 4)
                                                   << (c < 4 ? 16 : 24);
        }
        CHECK_EQ(moved(UNPACK(unit, 1)), 2048);
        core.cfg[0][72 + 48 * unit] |= 1u << 14;
        core.cfg[0][73 + 48 * unit] |= 0xFu << 16; /* no context is compressed */
        for (unsigned c = 0; c < 8; c++) {
            CHECK_EQ(moved(TT_OP_UNPACR(unit, 0, 0, c, 0, 1, 1, 0, 0, 0, 0, 0, 1)), tiles[c].bytes);
        }
        CHECK_EQ(moved(TT_OP_UNPACR(unit, 0, 0, 5, 0, 0, 1, 0, 0, 0, 0, 0, 1)), 2048);
    }
}

/* Bits 7:6 of word 72 are the logarithm of how many contexts take turns. */
TEST(a_context_that_is_counted_is_the_one_before_the_word) {
    for (unsigned unit = 0; unit < 2; unit++) {
        for (unsigned log2 = 0; log2 < 4; log2++) {
            begin();
            unpack_plain(unit, BF16, BF16, 1024);
            core.cfg[0][72 + 48 * unit] |= 1u << 14 | log2 << 6;
            core.cfg[0][73 + 48 * unit] |= 0xFu << 16;
            for (unsigned c = 0; c < 8; c++) {
                core.cfg[0][92 + 48 * unit + c % 4] |= (tiles[c].format | BF16 << 4)
                                                       << (c < 4 ? 16 : 24);
            }
            for (unsigned c = 0; c < 1u << log2; c++) {
                core.unpacker[unit].context_counter[0] = (uint8_t)c;
                CHECK_EQ(moved(TT_OP_UNPACR(unit, 0, 0, 5, 0, 1, 1, 0, 0, 1, 0, 0, 1)),
                         tiles[c].bytes);
            }
        }
    }
}

/* Zeros that a word makes (bit 4) are read nowhere: a tile of them counts as one with datums. */
TEST(zeros_take_as_long_as_datums) {
    for (unsigned unit = 0; unit < 2; unit++) {
        for (unsigned i = 0; i < 5; i++) {
            begin();
            unpack_plain(unit, tiles[i].format, BF16, 1024);
            CHECK_EQ(moved(TT_OP_UNPACR(unit, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1)), tiles[i].bytes);
            unpack_plain(unit, tiles[i].format, BF16, 256);
            CHECK_EQ(moved(TT_OP_UNPACR(unit, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1)),
                     tiles[i].bytes / 4u);
        }
    }
}

TEST(the_other_unpacker_has_formats_of_its_own) {
    begin();
    unpack_plain(0, BF16, BF16, 1024);
    unpack_plain(1, FP32, BF16, 512);
    CHECK_EQ(moved(UNPACK(0, 1)), 2048);
    CHECK_EQ(moved(UNPACK(1, 1)), 2048);
    unpack_plain(1, FP32, BF16, 1024);
    CHECK_EQ(moved(UNPACK(1, 1)), 4096);
}

TEST(cycles_of_every_instruction_can_be_set) {
    const struct stx_insn *insn;
    begin();
    for (size_t i = 0; (insn = stx_insn_at(i)) != NULL; i++) {
        char option[64];
        snprintf(option, sizeof option, "%s.cycles=7", insn->name);
        CHECK(stx_time_option(&timing, option) == NULL);
        CHECK_EQ(timing.cycles[insn->opcode], 7);
    }
}

/* Expected, fast, slow, as the sources of docs/time.md say. */
TEST(documented_parameters_have_their_values) {
    static const struct {
        const char *name;
        uint32_t expected, fast, slow;
    } documented[] = {
        {"fifo_words", 32, 32, 31}, /* PushTensixInstruction; measured 31 to 32 */
        {"push_cycles", 1, 1, 1},   /* one word for each RISC-V instruction */
        {"fetch_extra", 25, 0, 25}, /* long code: 1.25 an instruction */
        {"code_cache", 4096, 4096, 4096},
        {"code_cache_math", 4096, 4096, 4096},
        {"wait_release", 1, 1, 1},   /* STALLWAIT */
        {"config_release", 7, 1, 7}, /* tt-metal#55053: 10 cycles a write, 3 of them its words */
        {"config_scalar", 3, 1, 3},  /* tt-metal#46474: 7.7 cycles a row, 5.7 of them its words */
        {"bank_given", 2, 0, 3},     /* tt-metal#56320: 23 cycles for four banks, 6 both ways */
        {"bank_returned", 4, 2, 4},  /* five stages of the FPU; tt-metal#52256: 1 or 2 later */
        {"riscv_round", 0, 0, 2},    /* tt-metal#54317: identity, 124.06 cycles = 28 + 32 * 3.0 */
        {"riscv_divide", 7, 6, 33},  /* BabyRISCV: 6 to 33; 14 for 12 bits */
        {"riscv_cycles", 0, 0, 0},   /* an option */
        {"replay_fifo", 2, 32, 2},   /* REPLAY, Performance: two words at least hide a pause */
        {"mop_leave", 1, 0, 1},      /* MOPExpander, Performance */
        {"dst_period", 6, 5, 6},     /* documented 5, measured 6 */
        {"scalar_extra", 0, 0, 1},   /* ScalarUnit: 3 or 4 cycles; measured 3.00 */
        {"memory_extra", 0, 0, 9},   /* 3 or more; ATINCGET 12 sustained */
        {"unpack_joint_rate", 128, 256, 107}, /* from 34.9 to 38.1 cycles a pair of tiles */
        {"unpack_overlap", 0, 1, 0},          /* 25 to 28 cycles a bf16 tile */
        {"clock", 1350, 1350, 800},           /* MHz, BabyRISCV */
        {"unpack_rate", 128, 128, 128},       /* UNPACR_Regular */
        {"pack_rate", 32, 32, 32},            /* 32 bytes a cycle and interface */
        {"pack_accumulate", 100, 100, 150},   /* two states: 16 and 24 cycles a tile */
        {"riscv_register_load", 4, 4, 4},     /* BabyRISCV: 4 or more */
        {"riscv_sync_load", 3, 3, 3},         /* BabyRISCV: 3 or more */
        {"vector_room", 1, 1, 0},        /* SFPLOAD, SFPLUT, SFPSTORE: 4.0 with INCRWC or not */
        {"atomic_period", 12, 12, 12},   /* ATINCGET: sustained one in 12 cycles */
        {"mover_copy", 11, 11, 32},      /* Mover: 11, with contention 32 */
        {"mover_clear", 8, 8, 24},       /* Mover: 8, with contention 24 */
        {"feed_rate", 0, 0, 0},          /* a choice; 0: infinite */
        {"feed_latency", 0, 0, 0},       /* a choice */
        {"noc_rate", 64, 64, 64},        /* flits of 64 bytes */
        {"noc_latency", 38, 38, 438},    /* twice 5 + 9 + 5, NoC Performance */
        {"noc_start", 40, 10, 65},       /* tt-npe, Blackhole; NoC Performance: 5 + 5 */
        {"noc_hop", 11, 9, 12},          /* tt-npe, Blackhole: 11, about 11.5; NoC Performance: 9 */
        {"dram_rate", 23, 47, 17},       /* 31 GB/s at 1350 MHz; tt-metal#47885: 17.4, 47 */
        {"dram_latency", 438, 438, 570}, /* polaris#472, #506 */
    };
    CHECK_EQ(sizeof documented / sizeof documented[0], PARAMETERS);
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

/* Cycles for which a word keeps its unit, and until its result is there: pages of the instructions
 * in the ISA documentation, VectorUnit, MatrixUnit, ScalarUnit. */
static const struct {
    const char *names;
    unsigned cycles, latency;
} costs[] = {
    {"MVMUL DOTPV GAPOOL GMPOOL ELWADD ELWSUB ELWMUL", 1, 5},
    {"MOVA2D MOVB2D MOVB2A MOVD2B", 1, 4},
    {"MOVD2A", 1, 2},
    {"CONV3S1 CONV3S2 MPOOL3S1 MPOOL3S2 APOOL3S1 APOOL3S2 MFCONV3S1 SETIBRWC", 1, 0},
    {"CLREXPHIST GATESRCRST SFPLOADMACRO SETDVALID", 1, 1},
    {"MOP MOP_CFG REPLAY PACR PACR_SETREG UNPACR_NOP RSTDMA DMANOP", 1, 0},
    {"UNPACR FLUSHDMA REG2FLOP", 2, 0},
    {"LOADIND", 3, 10},
    {"STREAMWRCFG", 1, 5},
    {"XMOV", 0, 0},
    {"SETRWC INCRWC ZEROACC ZEROSRC TRNSPSRCB SHIFTXA CLEARDVALID", 1, 1},
    {"SHIFTXB", 2, 2},
    {"SFPMAD SFPADD SFPMUL SFPMUL24 SFPADDI SFPMULI SFPLUT SFPLUTFP32 SFPSHFT2 SFPCONFIG", 1, 2},
    {"SFPSWAP", 2, 2},
    {"SFPLOAD SFPSTORE SFPLOADI SFPMOV SFPABS SFPAND SFPOR SFPNOT SFPXOR SFPIADD SFPSHFT SFPSETCC "
     "SFPENCC SFPCOMPC SFPPUSHC SFPPOPC SFPLZ SFPEXEXP SFPEXMAN SFPDIVP2 SFPCAST SFPGT SFPLE "
     "SFPSETEXP SFPSETMAN SFPSETSGN SFP_STOCH_RND SFPTRANSP SFPARECIP SFPNOP",
     1, 1},
    {"SEMINIT SEMPOST SEMGET SEMWAIT STALLWAIT STREAMWAIT ATGETM ATRELM", 1, 1},
    {"SETADC SETADCXX SETADCXY SETADCZW INCADCXY INCADCZW ADDRCRXY ADDRCRZW SETC16 NOP", 1, 1},
    {"RMWCIB0 RMWCIB1 RMWCIB2 RMWCIB3 SETDMAREG", 1, 1},
    {"WRCFG RDCFG", 1, 2},
    {"CFGSHIFTMASK", 2, 2},
    {"ADDDMAREG SUBDMAREG MULDMAREG BITWOPDMAREG SHIFTDMAREG CMPDMAREG", 3, 0},
    {"ATINCGET ATSWAP STOREIND LOADREG STOREREG", 3, 0},
    {"ATCAS ATINCGETPTR", 15, 0},
};

static bool is_named(const char *names, const char *name) {
    size_t length = strlen(name);
    for (const char *at = names; (at = strstr(at, name)) != NULL; at += length) {
        bool whole = (at == names || at[-1] == ' ') && (at[length] == ' ' || !at[length]);
        if (whole) {
            return true;
        }
    }
    return false;
}

/* What takes no time itself keeps its unit for a cycle. */
TEST(a_run_begins_with_the_costs_of_the_table) {
    const struct stx_insn *insn;
    begin();
    for (size_t i = 0; (insn = stx_insn_at(i)) != NULL; i++) {
        CHECK(timing.row[insn->opcode] == insn);
        CHECK_EQ(timing.cycles[insn->opcode], insn->cycles + (insn->cycles == 0));
        CHECK_EQ(timing.latency[insn->opcode], insn->latency);
    }
}

TEST(instructions_cost_what_is_documented) {
    const struct stx_insn *insn;
    unsigned found = 0;
    for (size_t i = 0; (insn = stx_insn_at(i)) != NULL; i++) {
        for (unsigned c = 0; c < sizeof costs / sizeof costs[0]; c++) {
            if (is_named(costs[c].names, insn->name)) {
                CHECK_EQ(insn->cycles, costs[c].cycles);
                CHECK_EQ(insn->latency, costs[c].latency);
                found++;
            }
        }
    }
    CHECK_EQ(found, 126);
}

TEST(threads_that_do_not_exist_have_no_time) {
    static struct stx_time before;
    begin();
    memcpy(&before, &timing, sizeof before);
    for (unsigned t = STX_THREADS; t < STX_THREADS + 2; t++) {
        stx_time_code(&timing, t, 7);
        heard_access(&timing.listener, t, 0xFFE80004u, 0, false);
        heard_word(&timing.listener, t, TT_OP_NOP, STX_DONE);
    }
    heard_word(&timing.listener, 0, 0, STX_DONE); /* no instruction */
    heard_word(&timing.listener, 0, TT_OP_NOP, STX_FAULT);
    CHECK(!memcmp(&before, &timing, sizeof before));
}

/* Others that write L1 or belong to the packer. */
TEST(unpackings_and_packings_alone_move_bytes) {
    begin();
    unpack_plain(0, BF16, BF16, 64);
    pack_plain(0, BF16, BF16);
    CHECK_EQ(moved(TT_OP_STOREIND(1, 0, 0, 0, 0, 8, 0)), 0);
    CHECK_EQ(moved(TT_OP_ATSWAP(0, 15, 8, 0)), 0);
    CHECK_EQ(moved(TT_OP_PACR_SETREG(0, 0, 0, 0, 0, 0, 0, 0)), 0);
    CHECK_EQ(moved(TT_OP_XMOV(0, 0)), 0);
    CHECK_EQ(moved(TT_OP_LOADIND(1, 0, 0, 4, 0)), 0);
}

TEST(clocks_that_nobody_has_asked_for_stand_still) {
    begin();
    for (unsigned t = 0; t < STX_THREADS; t++) {
        stx_issue(&core, t, TT_OP_NOP);
    }
    stx_time_end(&timing);
    for (unsigned i = 0; i < STX_TIME_CLOCKS; i++) {
        CHECK_EQ(timing.clock[i].placed, i < STX_TIME_BOUNDS ? STX_THREADS : 0);
        CHECK_EQ(stx_time_total(&timing, (enum stx_time_bound)i), i < STX_TIME_BOUNDS);
    }
    stx_issue(&core, 1, TT_OP_NOP); /* after the end */
    CHECK_EQ(timing.clock[0].placed, STX_THREADS);
}

int main(void) {
    RUN_IF(STX_THREADS == 3, reads_of_tensix_sync_and_mop_sync_are_noted_and_no_others);
    RUN(each_context_of_an_unpacker_has_a_format_of_its_own);
    RUN(a_context_that_is_counted_is_the_one_before_the_word);
    RUN(zeros_take_as_long_as_datums);
    RUN(the_other_unpacker_has_formats_of_its_own);
    RUN(cycles_of_every_instruction_can_be_set);
    RUN(documented_parameters_have_their_values);
    RUN(a_run_begins_with_the_costs_of_the_table);
    RUN(instructions_cost_what_is_documented);
    RUN_IF(STX_THREADS == 3, threads_that_do_not_exist_have_no_time);
    RUN(unpackings_and_packings_alone_move_bytes);
    RUN_IF(STX_THREADS == 3, clocks_that_nobody_has_asked_for_stand_still);
    return test_summary();
}
