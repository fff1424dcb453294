/* SPDX-License-Identifier: Apache-2.0
 *
 * What words of the vector unit read and write, against a list made from the functional models of
 * the vendor's pages of the instructions, of each chip. Where those leave a mode open, the list
 * says what the table says, and guards it against change. */
#include "isa/vector_words.h"
#include "one_of.h"
#include "test.h"
#include "vector_list.h"

/* Letters: a, b, c, d the registers named by VA, VB, VC, VD; 0 to 7 themselves; G LReg0..7, K the
 * constants LReg11..14, * all sixteen. */
static const struct {
    const char *names;
    uint16_t modes;
    const char *reads, *writes;
} rows[] = {
    {"SFPLOAD", 0xFFFF, "", "d"},
    {"SFPLOAD", 1u << 14 | 1u << 15, "d", ""}, /* one half stays */
    {"SFPLOADI", 0xFFFF, "", "d"},
    {"SFPLOADI", 1u << 8 | 1u << 10, "d", ""}, /* one half stays */
    {"SFPLOADMACRO", 0xFFFF, "", "G"},         /* what it schedules is not looked at */
    {"SFPSTORE", 0xFFFF, "d", ""},
    {"SFPDIVP2 SFPEXEXP SFPEXMAN SFPMOV SFPABS SFPNOT SFPLZ SFPCAST SFPARECIP", 0xFFFF, "c", "d"},
    {"SFPARECIP", 1u << 1, "b", ""}, /* COND_RECIP: if VB is negative */
    {"SFPIADD SFPSETMAN SFPSETSGN SFPSETEXP", 0x5555, "cd", "d"},
    {"SFPIADD SFPSETMAN SFPSETSGN SFPSETEXP", 0xAAAA, "c", "d"}, /* an immediate */
    {"SFPXOR SFPLE SFPGT", 0xFFFF, "cd", "d"},
    ROWS_OF_CHIP{"SFPSETCC", 0xFFFF, "c", ""},
    {"SFPPUSHC SFPPOPC SFPENCC SFPCOMPC SFPNOP", 0xFFFF, "", ""},
    {"SFPTRANSP", 0xFFFF, "G", "G"},
    {"SFP_STOCH_RND", 0xFFFF, "bc", "d"},
    {"SFPSWAP", 0xFFFF, "cd", "cd"},
    {"SFPCONFIG", 0xFFFF, "0", "K"},
    {"SFPMAD SFPADD SFPMUL SFPMUL24", 0xFFFF, "bc", "d"},
    {"SFPMAD SFPADD SFPMUL SFPMUL24", 0x0F0F, "a", ""},
    {"SFPMAD SFPADD SFPMUL SFPMUL24", 0xF0F0, "*", ""}, /* INDIRECT_VA 4 */
    {"SFPADDI SFPMULI", 0xFFFF, "d", "d"},
    {"SFPLUT", 0xFFFF, "0123", "d"},
    {"SFPLUTFP32", 0xFFFF, "0123456", "d"},
    /* INDIRECT_VD 8: LReg7 says which is written. */
    {"SFPMAD SFPADD SFPMUL SFPMUL24 SFPADDI SFPMULI SFPLUT SFPLUTFP32", 0xFF00, "7", "G"},
    {"SFPSHFT2", 1u << 0, "123", "0123"},  /* COPY4 */
    {"SFPSHFT2", 1u << 1, "0123", "0123"}, /* SUBVEC_CHAINED_COPY4 */
    {"SFPSHFT2", 1u << 2, "123c", "0123"}, /* SUBVEC_SHFLROR1_AND_COPY4 */
    {"SFPSHFT2", 1u << 3, "c", "d"},       /* SUBVEC_SHFLROR1 */
    {"SFPSHFT2", 1u << 4, "c", "d"},       /* SUBVEC_SHFLSHR1 */
    {"SFPSHFT2", 1u << 5, "bc", "d"},      /* SHFT_LREG */
    {"SFPSHFT2", 0xFFC0, "b", "d"},        /* SHFT_IMM; from 7 on undefined */
};

static bool has_vd_on_top(const char *name) {
    return is_one_of("SFPLOAD SFPLOADI SFPSTORE SFPLUT SFPLOADMACRO", name);
}

static unsigned vd_of(const char *name, uint32_t word) {
    return has_vd_on_top(name) ? word >> 20 & 15 : word >> 4 & 15;
}

static unsigned mode_of(const char *name, uint32_t word) {
    return has_vd_on_top(name) ? word >> 16 & 15 : word & 15;
}

/* The registers of a list of letters, one bit each. */
static uint32_t registers(const char *letters, const char *name, uint32_t word) {
    uint32_t mask = 0;
    for (; *letters; letters++) {
        mask |= *letters == 'a'   ? 1u << (word >> 16 & 15)
                : *letters == 'b' ? 1u << (word >> 12 & 15)
                : *letters == 'c' ? 1u << (word >> 8 & 15)
                : *letters == 'd' ? 1u << vd_of(name, word)
                : *letters == 'G' ? 0x00FF
                : *letters == 'K' ? 0x7800
                : *letters == '*' ? 0xFFFF
                                  : 1u << (*letters - '0');
    }
    return mask;
}

static void check_word(const char *name, uint32_t word) {
    uint32_t reads = 0, writes = 0;
    bool listed = stx_insn_of(word)->unit != STX_UNIT_SFPU;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        listed |= is_one_of(rows[i].names, name);
        if (is_one_of(rows[i].names, name) && rows[i].modes >> mode_of(name, word) & 1) {
            reads |= registers(rows[i].reads, name, word);
            writes |= registers(rows[i].writes, name, word);
        }
    }
    /* An instruction that the vendor does not have is not in the list. */
    if (!listed) {
        return;
    }
    if (stx_vector_reads(word) != reads || stx_vector_writes(word) != writes) {
        printf("%08x %s: reads %04x, expected %04x; writes %04x, expected %04x\n", (unsigned)word,
               name, (unsigned)stx_vector_reads(word), (unsigned)reads,
               (unsigned)stx_vector_writes(word), (unsigned)writes);
        test_bad = 1;
    }
}

/* Random words of every instruction, in every mode. Those of other units name no LReg. */
static void each_word(void (*check)(const char *name, uint32_t word)) {
    const struct stx_insn *insn;
    uint32_t seed = 5;
    for (size_t i = 0; (insn = stx_insn_at(i)) != NULL; i++) {
        for (uint32_t n = 0; n < 256; n++) {
            uint32_t word = (uint32_t)insn->opcode << 24 | test_random(&seed) >> 8;
            word = (word & ~15u & ~(15u << 16)) | (n & 15) | (n & 15) << 16;
            check(insn->name, word ^ (n >> 4) << (has_vd_on_top(insn->name) ? 0 : 16));
        }
    }
}

TEST(words_read_and_write_the_registers_of_the_functional_models) {
    each_word(check_word);
}

/* SFPSWAP takes two cycles, and so does SFPSHFT2 in its three modes that move data from lane to
 * lane. On Blackhole the next word waits for either. */
static void check_holds(const char *name, uint32_t word) {
    unsigned mode = mode_of(name, word);
    bool swap = is_one_of("SFPSWAP", name), moves = is_one_of("SFPSHFT2", name);
    CHECK_EQ(stx_vector_is_slow(word), swap || (moves && mode >= 2 && mode <= 4));
    CHECK_EQ(stx_vector_holds_next(word), swap || (moves && SHFT2_HOLDS >> mode & 1));
}

TEST(words_of_two_cycles_hold_the_next_one_back) {
    each_word(check_holds);
}

/* Stochastic rounding steps the generator; SFPMOV from special register 9 reads it. */
static void check_prng(const char *name, uint32_t word) {
    unsigned mode = mode_of(name, word), vc = word >> 8 & 15;
    bool steps = is_one_of("SFP_STOCH_RND", name) ||
                 (is_one_of("SFPMOV", name) && mode >= 8 && vc == 9) ||
                 (is_one_of("SFPCAST", name) && CAST_RANDOM >> mode & 1);
    CHECK_EQ(stx_vector_steps_prng(word), steps);
}

TEST(three_instructions_step_the_generator_of_random_numbers) {
    each_word(check_prng);
}

/* With VD 12..15 a word becomes a template, unless it is one that SFPLOADMACRO cannot schedule. */
static void check_template(const char *name, uint32_t word) {
    static const char never[] = "SFPLOAD SFPLOADI SFPLOADMACRO SFPNOP SFPCONFIG";
    bool vector = stx_vector_sub_unit(word) != STX_SUB_NONE;
    bool can = vector && !is_one_of(never, name) && vd_of(name, word) >= 12;
    CHECK_EQ(vector, stx_insn_of(word)->unit == STX_UNIT_SFPU);
    CHECK_EQ(stx_vector_template(word) >= 12, can);
    CHECK(!can || stx_vector_template(word) == vd_of(name, word));
}

TEST(words_with_vd_12_to_15_become_templates) {
    each_word(check_template);
}

/* Of these not every mode is defined; a bit each. */
static const struct {
    const char *names;
    uint16_t modes;
} defined[] = {
    {"SFPLOADI", 1u << 0 | 1u << 1 | 1u << 2 | 1u << 4 | 1u << 8 | 1u << 10},
    {"SFPSETCC", 1u << 0 | 1u << 1 | 1u << 2 | 1u << 4 | 1u << 6 | 1u << 8},
    {"SFPDIVP2 SFPABS SFPSETMAN SFPSETSGN", 0x0003},
    {"SFPSETEXP", 0x0007},
    {"SFPSHFT2", 0x007F},
    {"SFPSWAP", 0x03FF},
};

static void check_mode(const char *name, uint32_t word) {
    uint16_t modes = 0xFFFF;
    for (size_t i = 0; i < sizeof defined / sizeof defined[0]; i++) {
        modes = is_one_of(defined[i].names, name) ? defined[i].modes : modes;
    }
    bool of_vector_unit = stx_vector_sub_unit(word) != STX_SUB_NONE;
    bool undefined = of_vector_unit && !(modes >> mode_of(name, word) & 1);
    if (stx_vector_mode_undefined(word) != undefined) {
        printf("%08x %s: %sdefined\n", (unsigned)word, name, undefined ? "un" : "");
        test_bad = 1;
    }
}

TEST(modes_are_defined_as_documents_say) {
    each_word(check_mode);
}

int main(void) {
    RUN(modes_are_defined_as_documents_say);
    RUN(words_read_and_write_the_registers_of_the_functional_models);
    RUN(words_of_two_cycles_hold_the_next_one_back);
    RUN(three_instructions_step_the_generator_of_random_numbers);
    RUN(words_with_vd_12_to_15_become_templates);
    return test_summary();
}
