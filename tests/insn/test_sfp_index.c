/* SPDX-License-Identifier: Apache-2.0
 *
 * While LReg4..7 hold indices (ENABLE_DEST_INDEX), only SFPLOAD, SFPLOADI, SFPSWAP and SFPTRANSP
 * may write them (erratum TEN-2932, SPEC 7.1). Which words write is seen by what they change. */
#include "sfpu.h"
#include "isa/vector_words.h"

enum { FP32 = 3, INDEX = 4, STAY = 7 };
enum { FIRST = 0x70, LAST = 0x99, SFPCONFIG_DEST = 15 };

static bool is_one_of(uint32_t word, const uint8_t *opcodes, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        if (word >> 24 == opcodes[i]) {
            return true;
        }
    }
    return false;
}

static bool may(uint32_t word) {
    static const uint8_t exempt[] = {0x70, 0x71, 0x92, 0x8C};
    return is_one_of(word, exempt, sizeof exempt);
}

/* SFPLOADMACRO has a test of its own. */
static bool is_macro(uint32_t word) {
    return word >> 24 == 0x93;
}

/* These columns have indices. Returns their enabled lanes. Registers have different numbers in all
 * lanes. */
static uint32_t begin(uint32_t columns, uint32_t lanes) {
    uint32_t seed = 3, mask = 0;
    start();
    enable(UINT32_MAX);
    set_all(0, INDEX);
    for (unsigned c = 0; c < 8; c++) {
        mask |= (columns >> c & 1u) << 2 * c;
    }
    (void)run(TT_OP_SFPCONFIG(mask, SFPCONFIG_DEST, 8));
    for (unsigned i = 0; i < 8 * STX_LANES; i++) {
        core.sfpu.lreg[i / STX_LANES][i % STX_LANES] = 0x3F000000 | test_random(&seed) >> 8;
    }
    enable(lanes);
    return columns * 0x01010101u & lanes;
}

/* The lanes in which a register of indices has changed. */
static uint32_t changed(const struct stx_core *before) {
    uint32_t lanes = 0;
    for (unsigned i = 0; i < 4 * STX_LANES; i++) {
        unsigned reg = 4 + i / STX_LANES, lane = i % STX_LANES;
        lanes |= (uint32_t)(core.sfpu.lreg[reg][lane] != before->sfpu.lreg[reg][lane]) << lane;
    }
    return lanes;
}

/* What computes with a register that it writes may leave it as it was. */
static bool may_leave(uint32_t word) {
    return stx_vector_reads(word) & stx_vector_writes(word) & 0xF0u;
}

static void check_word(uint32_t word, uint32_t index_lanes) {
    static struct stx_core before;
    memcpy(&before, &core, sizeof core);
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    bool defined = run(word) == STX_DONE && !stx_rule_count(&core, STX_RULE_SFPU_MODE);
    bool broken = stx_rule_count(&core, STX_RULE_SFPU_INDEX) != 0;
    bool writes = changed(&before) & index_lanes;
    if (defined && (broken != (writes && !may(word))) && !(broken && may_leave(word))) {
        printf("word %08x: %s, but %s\n", (unsigned)word, broken ? "broken" : "not broken",
               writes ? "writes" : "does not write");
        test_bad = 1;
    }
    memcpy(&core, &before, sizeof core);
}

TEST(only_loads_and_exchanges_may_write_indices) {
    uint32_t seed = 5, lanes = 0;
    for (unsigned i = 0; i < 40000 && !test_bad; i++) {
        uint32_t word = (FIRST + i % (LAST - FIRST + 1)) << 24 | (test_random(&seed) & 0xF7FF7Fu);
        if (i % 1000 == 0) {
            uint32_t some = test_random(&seed);
            lanes = begin(some >> 8 & 255u, i % 3000 ? test_random(&seed) : UINT32_MAX);
        }
        if (!is_macro(word)) {
            check_word(word, lanes);
        }
    }
}

/* Bit 3 of SFPMAD's mode: LReg7 names the register, lane by lane. */
TEST(the_register_that_lreg7_names_counts) {
    for (unsigned named = 0; named < 16; named++) {
        begin(255, UINT32_MAX);
        set_all(7, named);
        core.sfpu.lreg[7][9] = 1;
        bool index = named >= 4 && named < 8;
        CHECK(undefined(TT_OP_SFPMAD(1, 2, 3, 0, 8), STX_RULE_SFPU_INDEX) == index);
        enable(1u << 9);
        RUN_WORDS(TT_OP_SFPMAD(1, 2, 3, 0, 8));
    }
}

TEST(columns_without_indices_and_disabled_lanes_are_written) {
    const uint32_t word = TT_OP_SFPMOV(0, 1, 5, 0);
    begin(1u << 3, UINT32_MAX);
    CHECK(undefined(word, STX_RULE_SFPU_INDEX));
    enable(~0x08080808u);
    RUN_WORDS(word);
    enable(0x08000000u);
    CHECK(undefined(word, STX_RULE_SFPU_INDEX));
    core.sfpu.templates[1] = 0;
    RUN_WORDS(TT_OP_SFPMOV(0, 1, 13, 0), TT_OP_SFPMOV(0, 1, 3, 0)); /* a template; a value */
}

TEST(it_ends_with_the_configuration) {
    const uint32_t word = TT_OP_SFPIADD(1, 4, 4, 5);
    begin(255, UINT32_MAX);
    CHECK(undefined(word, STX_RULE_SFPU_INDEX));
    RUN_WORDS(TT_OP_SFPCONFIG(0, SFPCONFIG_DEST, 1), word);
    RUN_WORDS(TT_OP_SFPCONFIG(INDEX, SFPCONFIG_DEST, 3)); /* OR */
    CHECK(undefined(word, STX_RULE_SFPU_INDEX));
    RUN_WORDS(TT_OP_SFPCONFIG(INDEX, SFPCONFIG_DEST, 7), word); /* XOR */
}

/* The register of a scheduled operation is the loaded one, or LReg16; SFPLOADMACRO is no SFPLOAD.
 */
TEST(operations_of_a_sequence_count) {
    for (unsigned reg = 0; reg < 8; reg++) {
        for (unsigned to_16 = 0; to_16 < 2; to_16++) {
            uint32_t macro = TT_OP_SFPLOADMACRO(reg & 3u, FP32, STAY, reg >> 2);
            begin(255, UINT32_MAX);
            CHECK(reg < 4 || undefined(macro, STX_RULE_SFPU_INDEX));
            core.sfpu.templates[0] = TT_OP_SFPABS(0, 0, 0, 0);
            core.sfpu.sequence[0] = 4u | to_16 << 6; /* Simple, in the next cycle */
            stx_policy_set(&core, STX_RULE_SFPU_INDEX, STX_POLICY_SILICON);
            RUN_WORDS(macro);
            stx_policy_set(&core, STX_RULE_SFPU_INDEX, STX_POLICY_FAULT);
            stx_clear_fault(&core);
            bool fault = run(TT_OP_SFPNOP) == STX_FAULT;
            CHECK_EQ(fault, reg >= 4 && !to_16);
            CHECK(!fault || stx_last_fault(&core)->rule == STX_RULE_SFPU_INDEX);
        }
    }
}

/* The thread's own words while a sequence is under way. */
TEST(words_beside_a_sequence_count) {
    begin(255, UINT32_MAX);
    core.sfpu.templates[0] = TT_OP_SFPABS(0, 0, 0, 0);
    core.sfpu.sequence[0] = 4u | 7u << 3; /* in eight cycles */
    RUN_WORDS(TT_OP_SFPLOADMACRO(1, FP32, STAY, 0), TT_OP_SFPLOADI(5, 0, 1));
    CHECK(undefined(TT_OP_SFPMOV(0, 1, 5, 0), STX_RULE_SFPU_INDEX));
    RUN_WORDS(TT_OP_SFPSWAP(0, 0, 1, 1));
}

int main(void) {
    RUN(only_loads_and_exchanges_may_write_indices);
    RUN(the_register_that_lreg7_names_counts);
    RUN(columns_without_indices_and_disabled_lanes_are_written);
    RUN(it_ends_with_the_configuration);
    RUN_IF(STX_MACROS, operations_of_a_sequence_count);
    RUN_IF(STX_MACROS, words_beside_a_sequence_count);
    return test_summary();
}
