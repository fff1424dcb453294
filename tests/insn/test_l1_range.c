/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Every access to L1 that the library makes, at the end of L1 and where addresses of 32 bits would
 * wrap. `make check` wants each file of lib/ that includes regs/l1.h named here: lib/regs/l1.h,
 * lib/unpack/unpack_plan.c, lib/fast/words/unpack_word.c, lib/unpack/unpacr.c,
 * lib/pack/pack_plan.c, lib/pack/pack_row.h and its part lib/counters/pack_stream.h,
 * lib/control/atomic.c, lib/control/load_store_indirect.c, lib/control/xmov.c; lib/tile/hardware.c,
 * whose callers check (tests/tile/test_tile_checks.c). */
#include "data.h"

/* Makes the configuration or register that holds an address hold this number. */
typedef void (*aim)(uint32_t units);

enum { GPR = 5 };
enum how { READS = 1, WRITES = 2, FIRST_WORD_ONLY = 4, SEVENTEEN_BITS = 8 };

/* The first unit of 16 bytes that is touched lies `skip` units after the register's value; `bytes`
 * bytes from there on have to be in L1. */
struct accessor {
    const char *name;
    uint32_t word, skip, bytes, how;
    void (*prepare)(void);
    aim aim;
};

static void unpack_fp32(void) {
    unpack_plain(0, FP32, TF32, 16);
}
static void unpack_bf16(void) {
    unpack_plain(0, BF16, BF16, 16);
}
static void unpack_bf16_b(void) {
    unpack_plain(1, BF16, BF16, 16);
}
static void unpack_int8(void) {
    unpack_plain(0, INT8, INT8, 13);
}
static void unpack_bfp8(void) {
    unpack_plain(0, BFP8, BFP8, 16);
}
static void unpack_bfp4(void) {
    unpack_plain(0, BFP4, BFP4, 15);
}
static void unpack_bfp2_b(void) {
    unpack_plain(1, BFP2, BFP2, 16);
}

/* No exponent section: exponents and data begin together, so one datum and its exponent share a
 * byte. */
static void unpack_without_section(void) {
    unpack_plain(0, BFP2, BFP2, 1);
    core.cfg[0][64] |= 1u << 5;
}

/* Three lines of 32 datums, the last one of 6; 128 bytes from line to line. */
static void unpack_lines(void) {
    unpack_plain(0, BF16, BF16, 70);
    core.cfg[0][72] |= 1u << 9 | 8u << 16;
}

/* Lines that overlap: the second one, of a single datum, ends before the first one. */
static void unpack_overlapping(void) {
    unpack_plain(0, BF16, BF16, 33);
    core.cfg[0][72] |= 1u << 9 | 1u << 16;
}

/* Context 1: word 77, 3 units of offset, 2 of digest. */
static void unpack_context_1(void) {
    unpack_plain(0, BF16, BF16, 16);
    core.cfg[0][77] = core.cfg[0][76];
    core.cfg[0][76] = 0;
    core.cfg[0][86] |= 16u << 16;
    core.cfg[0][93] = 3;
    core.cfg[0][67] = 2u << 24;
    core.tcfg[0][41] = 1;
}

/* Datums 48..63. */
static void unpack_later_datums(void) {
    unpack_plain(0, BF16, BF16, 16);
    run(TT_OP_SETADC(UNPACKER_0, 0, 1, 3));
}

static void word_76(uint32_t units) {
    core.cfg[0][76] = units;
}
static void word_77(uint32_t units) {
    core.cfg[0][77] = units;
}
static void word_124(uint32_t units) {
    core.cfg[0][124] = units;
}

static void pack_fp32(void) {
    pack_plain(READ_32B, FP32, FP32);
}
static void pack_bf16(void) {
    pack_plain(0, BF16, BF16);
}
static void pack_bfp8(void) {
    pack_plain(0, BF16, BFP8);
    core.cfg[0][68] = 1u << 16;
}
/* 8 datums of 16 bits: with the end of the sequence a whole unit. */
static void pack_eight(void) {
    pack_plain(0, BF16, BF16);
    run(TT_OP_SETADCXX(PACKER, 7, 0));
}
static void pack_accumulating(void) {
    pack_plain(READ_32B, FP32, FP32);
    core.cfg[0][71] = 1u << 19;
}

static void word_69(uint32_t units) {
    core.cfg[0][69] = units;
}

static void nothing(void) {
}

static void gpr(uint32_t units) {
    core.gpr[0][GPR] = units;
}
/* The offset register adds 15 bytes. */
static void offset_15(void) {
    core.gpr[0][6] = 15;
}
static void mover(uint32_t direction) {
    core.cfg[0][88] = core.cfg[0][89] = 0x40;
    core.cfg[0][90] = 3 | direction << 30;
}
static void mover_clears(void) {
    mover(0);
}
static void mover_copies(void) {
    mover(3);
}
static void word_88(uint32_t units) {
    core.cfg[0][88] = units;
}
static void word_89(uint32_t units) {
    core.cfg[0][89] = units;
}

enum { LAST = 1 };
static const struct accessor accessors[] = {
    {"UNPACR FP32", UNPACK(0, 0), 1, 64, READS, unpack_fp32, word_76},
    {"UNPACR BF16", UNPACK(0, 0), 1, 32, READS, unpack_bf16, word_76},
    {"UNPACR BF16 to SrcB", UNPACK(1, 0), 1, 32, READS, unpack_bf16_b, word_124},
    {"UNPACR INT8", UNPACK(0, 0), 1, 13, READS, unpack_int8, word_76},
    {"UNPACR BFP8", UNPACK(0, 0), 1, 32, READS, unpack_bfp8, word_76},
    {"UNPACR BFP4", UNPACK(0, 0), 1, 24, READS, unpack_bfp4, word_76},
    {"UNPACR BFP2 to SrcB", UNPACK(1, 0), 1, 20, READS, unpack_bfp2_b, word_124},
    {"UNPACR without section", UNPACK(0, 0), 1, 1, READS, unpack_without_section, word_76},
    {"UNPACR lines", UNPACK(0, 0), 1, 2 * 128 + 12, READS, unpack_lines, word_76},
    {"UNPACR lines that overlap", UNPACK(0, 0), 1, 64, READS, unpack_overlapping, word_76},
    {"UNPACR context 1", UNPACK(0, 0), 6, 32, READS, unpack_context_1, word_77},
    {"UNPACR later datums", UNPACK(0, 0), 7, 32, READS, unpack_later_datums, word_76},
    {"PACR FP32", PACK(0, 1, LAST), 1, 64, WRITES | SEVENTEEN_BITS, pack_fp32, word_69},
    {"PACR BF16", PACK(0, 3, LAST), 1, 64, WRITES | SEVENTEEN_BITS, pack_bf16, word_69},
    {"PACR BFP8", PACK(0, 1, LAST), 1, 32, WRITES | SEVENTEEN_BITS, pack_bfp8, word_69},
    {"PACR of 8 datums", PACK(0, 1, LAST), 1, 16, WRITES | SEVENTEEN_BITS, pack_eight, word_69},
    {"PACR accumulating", PACK(0, 1, 0), 1, 64, READS | WRITES | SEVENTEEN_BITS, pack_accumulating,
     word_69},
    {"LOADIND 128", TT_OP_LOADIND(0, 12, 0, 8, GPR), 0, 16, READS, nothing, gpr},
    {"LOADIND 32", TT_OP_LOADIND(1, 12, 0, 8, GPR), 0, 4, READS, nothing, gpr},
    {"LOADIND 16", TT_OP_LOADIND(2, 12, 0, 8, GPR), 0, 2, READS, nothing, gpr},
    {"LOADIND 8", TT_OP_LOADIND(3, 12, 0, 8, GPR), 0, 1, READS, nothing, gpr},
    {"LOADIND 8, offset 15", TT_OP_LOADIND(3, 12, 0, 8, GPR), 0, 16, READS, offset_15, gpr},
    {"STOREIND 128", TT_OP_STOREIND(1, 0, 0, 12, 0, 8, GPR), 0, 16, WRITES, nothing, gpr},
    {"STOREIND 32", TT_OP_STOREIND(1, 0, 1, 12, 0, 8, GPR), 0, 4, WRITES, nothing, gpr},
    {"STOREIND 16", TT_OP_STOREIND(1, 1, 0, 12, 0, 8, GPR), 0, 2, WRITES, nothing, gpr},
    {"STOREIND 8", TT_OP_STOREIND(1, 1, 1, 12, 0, 8, GPR), 0, 1, WRITES, nothing, gpr},
    {"ATINCGET", TT_OP_ATINCGET(0, 31, 0, 8, GPR), 0, 16, FIRST_WORD_ONLY, nothing, gpr},
    {"ATINCGET word 3", TT_OP_ATINCGET(0, 31, 3, 8, GPR), 0, 16, READS | WRITES, nothing, gpr},
    {"ATINCGETPTR", TT_OP_ATINCGETPTR(0, 0, 0, 4, 1, 8, GPR), 0, 16, FIRST_WORD_ONLY, nothing, gpr},
    {"ATSWAP", TT_OP_ATSWAP(0, 0xFF, 8, GPR), 0, 16, WRITES, nothing, gpr},
    {"ATSWAP first half", TT_OP_ATSWAP(0, 1, 8, GPR), 0, 16, FIRST_WORD_ONLY, nothing, gpr},
    {"ATCAS", TT_OP_ATCAS(0, 5, 0, 0, 0, GPR), 0, 16, FIRST_WORD_ONLY, nothing, gpr},
    {"XMOV clears", TT_OP_XMOV(0, 0), 0, 48, WRITES, mover_clears, word_89},
    {"XMOV from", TT_OP_XMOV(0, 0), 0, 48, READS, mover_copies, word_88},
    {"XMOV to", TT_OP_XMOV(0, 0), 0, 48, WRITES, mover_copies, word_89},
};
enum { ACCESSORS = sizeof accessors / sizeof accessors[0], UNIT = 0x80 };

/* The state before the word: L1 zero, GPRs 8..11 and Dst not. */
static void arrange(const struct accessor *a, uint32_t units, uint32_t l1_size) {
    start();
    a->prepare();
    a->aim(units);
    core.l1_size = l1_size;
    for (unsigned i = 8; i < 12; i++) {
        core.gpr[0][i] = 0xFFFFFFFF;
    }
    for (unsigned col = 0; col < STX_COLS; col++) {
        stx_dst_poke(&core, 0, col, 0x7F7F);
        stx_dst_poke(&core, 1, col, 0x7F7F);
        stx_dst_poke(&core, 8, col, 0x7F7F);
    }
    memset(l1 + l1_size, 0xA5, sizeof l1 - l1_size);
}

static bool guard_stands(uint32_t l1_size) {
    for (uint32_t i = l1_size; i < sizeof l1; i++) {
        if (l1[i] != 0xA5) {
            return false;
        }
    }
    return true;
}

static bool fails(const struct accessor *a, const char *why) {
    printf("%s: %s\n", a->name, why);
    return false;
}

/* The first unit is UNIT, and L1 ends `size` bytes after it: done if all bytes are there, else a
 * fault that changes nothing. */
static bool at_the_end(const struct accessor *a, uint32_t size) {
    uint32_t l1_size = UNIT * 16 + size;
    arrange(a, UNIT - a->skip, l1_size);
    if (size >= a->bytes) {
        return (run(a->word) == STX_DONE && guard_stands(l1_size)) ||
               fails(a, "last legal address");
    }
    return (faults(a->word, STX_RULE_L1_RANGE) && guard_stands(l1_size)) ||
           fails(a, "first illegal address");
}

TEST(every_accessor_may_use_the_last_byte_of_l1_and_none_beyond) {
    for (unsigned i = 0; i < ACCESSORS; i++) {
        CHECK(at_the_end(&accessors[i], accessors[i].bytes));
        for (uint32_t size = 0; size < accessors[i].bytes; size++) {
            CHECK(at_the_end(&accessors[i], size));
        }
    }
}

/* The result depends on the last byte of L1, or the last byte is written: so the table's sizes are
 * not larger than the accesses. */
static bool uses_last_byte(const struct accessor *a) {
    static struct stx_core with_zero;
    uint32_t l1_size = UNIT * 16 + a->bytes;
    arrange(a, UNIT - a->skip, l1_size);
    if (a->how & WRITES) {
        l1[l1_size - 1] = 0x3E;
        run(a->word);
        return l1[l1_size - 1] != 0x3E || fails(a, "does not write the last byte");
    }
    run(a->word);
    memcpy(&with_zero, &core, sizeof core);
    uint8_t copied = l1[0x40 * 16 + a->bytes - 1];
    arrange(a, UNIT - a->skip, l1_size);
    l1[l1_size - 1] = 0x3F;
    run(a->word);
    return memcmp(&with_zero, &core, offsetof(struct stx_core, cfg)) ||
           memcmp(with_zero.gpr, core.gpr, sizeof core.gpr) ||
           copied != l1[0x40 * 16 + a->bytes - 1] || fails(a, "does not read the last byte");
}

TEST(the_last_byte_of_the_table_is_used) {
    for (unsigned i = 0; i < ACCESSORS; i++) {
        if (!(accessors[i].how & FIRST_WORD_ONLY)) {
            CHECK(uses_last_byte(&accessors[i]));
        }
    }
}

/* Register values that in 32 bits of bytes, or with what is added, would fall into L1 again. */
TEST(no_address_wraps_into_l1) {
    static const uint32_t units[] = {0x0FFFFFFF, 0x0FFFFFFE, 0x0FFFFFF8, 0x10000000, 0x10000080,
                                     0x80000080, 0xF0000080, 0xFFFFFFF8, 0xFFFFFFFE, 0xFFFFFFFF};
    for (unsigned i = 0; i < ACCESSORS; i++) {
        for (unsigned k = 0; k < sizeof units / sizeof units[0]; k++) {
            const struct accessor *a = &accessors[i];
            arrange(a, units[k], 0x8000);
            /* The packer's address has 17 bits of units by its rule, so some of these name L1. */
            bool names_l1 = (a->how & SEVENTEEN_BITS) && ((units[k] + 1) & 0x1FFFFu) < 0x700;
            bool right = names_l1 ? run(a->word) == STX_DONE : faults(a->word, STX_RULE_L1_RANGE);
            CHECK((right && guard_stands(0x8000)) || fails(a, "wraps"));
        }
    }
}

/* The addresses of a sequence come from the core, where a restored state puts anything. */
TEST(a_running_sequence_of_pacr_does_not_wrap) {
    static const uint32_t address[] = {0xFFFFFFFF, 0xFFFFFFF0, 0xFFFFFFE0, 0xFFFFFFC1, 0x10001};
    for (unsigned i = 0; i < 10; i++) {
        bool exponents = i % 2;
        start();
        pack_bfp8();
        CHECK(done(PACK(0, 1, 0)));
        *(exponents ? &core.packer[0].exponent_address : &core.packer[0].data_address) =
            address[i / 2];
        CHECK(faults(PACK(0, 1, 0), STX_RULE_L1_RANGE));
        CHECK(faults(PACK(0, 1, 1), STX_RULE_L1_RANGE));
        CHECK(faults(TT_OP_PACR(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0), STX_RULE_L1_RANGE));
    }
}

/* Tile sizes and counters whose product passes 2^32: 65,536 * 65,536 datums are 0 in 32 bits. */
TEST(unpacr_counters_and_tile_sizes_do_not_wrap) {
    for (unsigned dimension = 1; dimension < 4; dimension++) {
        start();
        unpack_plain(0, BFP8, BFP8, 16);
        core.cfg[0][86] = 0x8000; /* XDim */
        core.cfg[0][65] = 0x80u << 16 | 0x80u;
        run(TT_OP_SETADC(UNPACKER_0, 0, dimension, dimension == 1 ? 0x1FFF : 0xFF));
        CHECK(faults(UNPACK(0, 0), STX_RULE_L1_RANGE));
    }
    start();
    unpack_plain(0, BFP8, BFP8, 16);
    core.cfg[0][86] = 0x8000; /* 2^15 * 2^7 * 2^7 * 2^3 datums: an exponent section of 2^28 bytes */
    core.cfg[0][65] = 0x80u << 16 | 0x80u;
    core.cfg[0][66] = 8;
    CHECK(faults(UNPACK(0, 0), STX_RULE_L1_RANGE));
}

/* WRCFG of four GPRs aligns their number: 61 means 60..63, and nothing after them. */
TEST(wrcfg_of_four_registers_ends_with_the_last_gpr) {
    start();
    for (unsigned i = 0; i < 64; i++) {
        core.gpr[0][i] = i;
    }
    for (unsigned gpr = 60; gpr < 64; gpr++) {
        for (unsigned t = 1; t < STX_THREADS; t++) {
            core.gpr[t][0] = 0xBAD;
        }
        CHECK(done(TT_OP_WRCFG(gpr, 1, 93)));
        for (unsigned i = 0; i < 4; i++) {
            CHECK_EQ(core.cfg[0][92 + i], 60 + i);
        }
        CHECK(done(TT_OP_WRCFG(gpr, 0, 93)));
        CHECK_EQ(core.cfg[0][93], gpr);
    }
    CHECK(done(TT_OP_WRCFG(63, 1, STX_CFG_WORDS - 1)));
    CHECK_EQ(core.cfg[0][STX_CFG_WORDS - 1], 63);
    CHECK(faults(TT_OP_WRCFG(63, 1, STX_CFG_WORDS), STX_RULE_CFG_INDEX));
}

int main(void) {
    RUN(every_accessor_may_use_the_last_byte_of_l1_and_none_beyond);
    RUN_IF(STX_SRC_LOW, the_last_byte_of_the_table_is_used);
    RUN(no_address_wraps_into_l1);
    RUN(a_running_sequence_of_pacr_does_not_wrap);
    RUN(unpacr_counters_and_tile_sizes_do_not_wrap);
    RUN(wrcfg_of_four_registers_ends_with_the_last_gpr);
    return test_summary();
}
