/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * test_sfpi_turns.c - a builtin's word where threads switch in any order: another thread that has
 * its turn in the middle does not take back the registers that the values have borrowed. And what
 * is told the time model of words that the vendor's compiler makes where none is executed. */
#include <string.h>

#include "../../port/llk/chosen.c"
#include "../../port/llk/sfpi.c"
#include "heard.h"
#include "softensix/opcodes.h"
#define STX_THREAD 0
#include "softensix/tti.h"
#include "test.h"

enum { L1_BYTES = 64, WHAT_WAS_THERE = 0x55AA };
static struct stx_core core;
static uint8_t l1[L1_BYTES];
static unsigned turns;

/* What is not of this test. */
void coop_watch_forgets(unsigned thread) {
    (void)thread;
}
void coop_code_forgets(unsigned thread) {
    (void)thread;
}
void coop_code_stored(unsigned thread) {
    (void)thread;
}
unsigned coop_code_thread(void) {
    return 0;
}
void coop_order_values(unsigned thread, bool have) {
    (void)thread, (void)have;
}
void coop_order_value(unsigned thread, unsigned lreg, uint32_t lanes, bool write,
                      const char *where) {
    (void)thread, (void)lreg, (void)lanes, (void)write, (void)where;
}
void coop_time_compiled(bool compiled) {
    (void)compiled;
}
static unsigned related; /* how the last word that was executed relates to the one before */
void coop_time_relation(unsigned relation) {
    related = relation ? relation : related;
}
static unsigned made; /* rows that are not replayed */
void coop_time_made(unsigned thread) {
    (void)thread;
    made++;
}
static unsigned rounds;
void coop_time_round(unsigned thread) {
    (void)thread;
    rounds++;
}
static unsigned stood;
void coop_time_stands(unsigned thread, unsigned words) {
    (void)thread;
    stood += words;
}
const char *stx_llk_place_text(const void *address) {
    (void)address;
    return NULL;
}

/* Words and accesses of another thread begin like this. */
static void another_thread(struct stx_listener *self, struct stx_core *of,
                           const struct stx_event *e) {
    (void)self, (void)of, (void)e;
    turns++;
    stx_llk_settle();
}

TEST(a_turn_in_the_middle_of_a_word_leaves_its_registers) {
    uint32_t in[STX_LANES], out[STX_LANES] = {0}, registers[STX_LANES];
    stx_init(&core, l1, sizeof l1, NULL);
    heard_by(&core, STX_HEAR(END), another_thread);
    stx_bind(&core);
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        in[lane] = 0x3F800000u + lane;
        core.sfpu.lreg[1][lane] = WHAT_WAS_THERE;
    }
    const struct stx_llk_sfpu op = {
        .in = {in}, .out = out, .word = TT_OP_SFPMOV(0, 0, 1, 0), .result = 1};
    stx_llk_sfpu_run(0, &op);
    CHECK(turns > 0 && memcmp(in, out, sizeof in) == 0);
    stx_llk_lreg_read(1, registers);
    CHECK_EQ(registers[0], WHAT_WAS_THERE);
}

/* Outside of a condition a variable is only another name. Inside one a word moves the value, but
 * for that which the word before has computed. */
TEST(values_that_conditions_choose_are_moved_by_a_word) {
    uint32_t in[STX_LANES], out[STX_LANES], chosen[STX_LANES];
    stx_init(&core, l1, sizeof l1, NULL);
    stx_bind(&core);
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        in[lane] = 7 * lane;
    }
    const struct stx_llk_sfpu op = {
        .in = {in}, .out = out, .word = TT_OP_SFPABS(0, 0, 1, 0), .result = 1};
    stx_llk_sfpu_run(0, &op);
    in[3]++;
    stood = 0;
    stx_llk_assign(0, out, in, chosen);
    CHECK_EQ(stood, 0);
    core.sfpu.depth = 1;
    stx_llk_assign(0, in, out, chosen);
    CHECK_EQ(stood, 0);
    stx_llk_assign(0, out, in, chosen);
    CHECK_EQ(stood, 1);
    stx_llk_tested(0, 3);
    CHECK_EQ(stood, 4);
}

/* A word of two operands, which gives one that no other word has given. */
static void word_of(unsigned opcode, const uint32_t *a, const uint32_t *b, uint32_t *out) {
    static uint32_t next;
    const struct stx_llk_sfpu op = {.in = {a, b},
                                    .out = out,
                                    .word = (uint32_t)opcode << 24 | 1u << 16 | 10u << 12,
                                    .result = 2,
                                    .role = opcode == STX_OP_SFPMUL   ? STX_LLK_PRODUCT
                                            : opcode == STX_OP_SFPADD ? STX_LLK_SUM
                                                                      : STX_LLK_OTHER};
    stood = related = 0;
    stx_llk_sfpu_run(0, &op);
    /* The numbers do not matter here, but they must differ. */
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        out[lane] = chosen.computed[lane] = 0x41000001u + next++;
    }
    if (chosen.has_product && opcode == STX_OP_SFPMUL) {
        memcpy(chosen.product, out, sizeof chosen.product);
    }
}

static void fill(uint32_t *lanes, uint32_t value) {
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        lanes[lane] = value;
    }
}

static void begin_words(void) {
    stx_init(&core, l1, sizeof l1, NULL);
    stx_bind(&core);
    memset(&chosen, 0, sizeof chosen);
}

TEST(a_sum_of_the_product_before_is_one_word_with_it) {
    uint32_t a[STX_LANES], b[STX_LANES], product[STX_LANES], sum[STX_LANES], other[STX_LANES];
    begin_words();
    fill(a, 0x40400000);
    fill(b, 0x40800001);
    word_of(STX_OP_SFPADD, a, b, sum);
    CHECK_EQ(related, STX_TIME_APART);
    word_of(STX_OP_SFPMUL, sum, b, product);
    CHECK_EQ(related, STX_TIME_NEEDS);
    word_of(STX_OP_SFPADD, b, product, sum);
    CHECK_EQ(related, STX_TIME_MERGED);
    word_of(STX_OP_SFPADD, sum, b, sum); /* what has been added to is no product any more */
    CHECK_EQ(related, STX_TIME_NEEDS);
    word_of(STX_OP_SFPMUL, a, b, product);
    word_of(STX_OP_SFPADD, a, b, sum); /* a sum of something else */
    CHECK_EQ(related, STX_TIME_APART);
    word_of(STX_OP_SFPMUL, a, b, product); /* with a word between them, whose result it needs */
    word_of(STX_OP_SFPMUL, a, b, other);
    memcpy(chosen.product, product, sizeof product);
    word_of(STX_OP_SFPADD, other, product, sum);
    CHECK_EQ(related, STX_TIME_APART);
    word_of(STX_OP_SFPMUL, a, b, product); /* or does not need */
    word_of(STX_OP_SFPABS, a, b, other);
    word_of(STX_OP_SFPADD, a, product, sum);
    CHECK_EQ(related, STX_TIME_MERGED);
    word_of(STX_OP_SFPMUL, a, b, product); /* what something else uses remains a product */
    word_of(STX_OP_SFPABS, product, b, other);
    word_of(STX_OP_SFPADD, other, product, sum);
    CHECK_EQ(related, STX_TIME_NEEDS);
}

/* Constant registers hold 1.0; 2.0 is the upper half of binary32, 1 + 2^-10 is binary16, what is
 * near 1.0 is a sum, and 0.1 needs two words. They take them each time. */
TEST(constants_take_words_unless_a_register_holds_them) {
    static const struct {
        uint32_t value;
        unsigned words;
    } constants[] = {{0x3F800000, 0}, {0, 0},          {0x40000000, 1}, {0x3F802000, 1},
                     {0x7F, 1},       {0xFFFF8000, 1}, {0x3DCCCCCD, 2}, {0x12345, 2},
                     {0x3F7FFD9B, 1}, {0xBF8007FF, 1}, {0x3F800801, 2}, {0x3F7FF7FF, 2},
                     {0x3F56594C, 1}, {0x3F7FF800, 1}};
    uint32_t a[STX_LANES], b[STX_LANES], out[STX_LANES];
    fill(a, 0x40400000);
    begin_words();
    for (unsigned i = 0; i < sizeof constants / sizeof constants[0]; i++) {
        fill(b, constants[i].value);
        for (unsigned use = 0; use < 3; use++) {
            stx_llk_constant(0, constants[i].value, b);
            word_of(STX_OP_SFPAND, a, b, out);
            CHECK_EQ(stood, constants[i].words);
        }
    }
}

/* SFPMULI and SFPADDI have the upper half of binary32 in the word, and then they stand alone. */
TEST(a_product_or_sum_with_a_constant_in_its_word_is_not_part_of_another) {
    uint32_t a[STX_LANES], two[STX_LANES], tenth[STX_LANES], product[STX_LANES], sum[STX_LANES];
    begin_words();
    fill(a, 0x40400001);
    fill(two, 0x40000000);
    stx_llk_constant(0, 0x40000000, two);
    word_of(STX_OP_SFPMUL, a, two, product);
    CHECK(stood == 0 && related == STX_TIME_APART);
    word_of(STX_OP_SFPADD, product, a, sum);
    CHECK(stood == 0 && related == STX_TIME_NEEDS);
    word_of(STX_OP_SFPMUL, a, sum, product);
    stx_llk_constant(0, 0x40000000, two);
    word_of(STX_OP_SFPADD, two, product, sum);
    CHECK(stood == 0 && related == STX_TIME_NEEDS);
    word_of(STX_OP_SFPMUL, a, sum, product);
    stx_llk_constant(0, 0x3DCCCCCD,
                     tenth); /* too long for the word: one word after two that load it */
    word_of(STX_OP_SFPADD, tenth, product, sum);
    CHECK(stood == 2 && related == STX_TIME_MERGED);
}

/* The sign of the first number is inverted. */
static void invert(const uint32_t *number, uint32_t *out) {
    const struct stx_llk_sfpu op = {.in = {number, number},
                                    .out = out,
                                    .word = TT_OP_SFPMOV(0, 0, 1, 1),
                                    .result = 1,
                                    .role = STX_LLK_NEGATION};
    stood = related = 0;
    stx_llk_sfpu_run(0, &op);
    CHECK(stood == 0 && related == STX_TIME_MERGED);
}

TEST(a_product_or_sum_inverts_the_sign_of_its_operand) {
    uint32_t a[STX_LANES], b[STX_LANES], negative[STX_LANES], product[STX_LANES], out[STX_LANES];
    begin_words();
    fill(a, 0x40400001);
    fill(b, 0x40400002);
    invert(a, negative);
    CHECK_EQ(negative[0], 0xC0400001);
    word_of(STX_OP_SFPMUL, negative, b, product);
    CHECK(stood == 0 && related == STX_TIME_APART);
    invert(product, negative); /* the word after it needs the product, and is one with it */
    word_of(STX_OP_SFPADD, negative, b, out);
    CHECK(stood == 0 && related == STX_TIME_MERGED);
    invert(out, negative);
    word_of(STX_OP_SFPABS, negative, b, out); /* this one cannot */
    CHECK(stood == 1 && related == STX_TIME_NEEDS);
    invert(a, negative);
    stx_llk_constant(0, 0x40000000, b);
    word_of(STX_OP_SFPADD, b, negative, out); /* nor SFPADDI */
    CHECK_EQ(stood, 1);
    word_of(STX_OP_SFPABS, negative, b, out); /* there is one now */
    CHECK_EQ(stood, 0);
}

/* SFPSWAP overwrites both operands: one that is not a constant, just loaded, is copied first. */
TEST(an_operand_that_a_word_overwrites_is_copied) {
    uint32_t a[STX_LANES], b[STX_LANES], out[STX_LANES], second[STX_LANES];
    begin_words();
    fill(a, 0x40400001);
    fill(b, 0x3DCCCCCD);
    const struct stx_llk_sfpu op = {
        .in = {a, b}, .out = out, .second = second, .word = TT_OP_SFPSWAP(0, 1, 0, 1)};
    stood = 0;
    stx_llk_sfpu_run(0, &op);
    CHECK_EQ(stood, 1);
    stx_llk_constant(0, 0x3DCCCCCD, b);
    stx_llk_sfpu_run(0, &op);
    CHECK_EQ(stood, 3);
}

TEST(an_outer_condition_has_no_flags_to_keep) {
    const struct stx_llk_sfpu op = {
        .word = TT_OP_SFPPUSHC(0, 0, 0, 0), .masked = true, .role = STX_LLK_CONDITION};
    begin_words();
    related = 0;
    stx_llk_sfpu_run(0, &op);
    CHECK_EQ(related, STX_TIME_MERGED);
    CHECK_EQ(core.sfpu.depth, 1);
    related = 0;
    stx_llk_sfpu_run(0, &op);
    CHECK_EQ(related, STX_TIME_APART);
    CHECK_EQ(core.sfpu.depth, 2);
}

TEST(a_row_that_riscv_code_addresses_is_told) {
    uint32_t a[STX_LANES] = {0};
    struct stx_llk_sfpu op = {.in = {a}, .word = TT_OP_SFPSTORE(0, 0, 3, 0), .masked = true};
    begin_words();
    made = 0;
    stx_llk_sfpu_run(0, &op);
    CHECK_EQ(made, 0);
    op.role = STX_LLK_MADE;
    stx_llk_sfpu_run(0, &op);
    CHECK_EQ(made, 1);
}

TEST(code_that_comes_back_has_branched) {
    const volatile unsigned times = 4;
    begin_words();
    chosen_place(0, 0);
    rounds = 0;
    chosen_place(0, 8);
    chosen_place(0, 12);
    CHECK_EQ(rounds, 0);
    chosen_place(0, 8);
    CHECK_EQ(rounds, 1);
    chosen_place(0, 8);
    CHECK_EQ(rounds, 2);
    for (unsigned i = 0; i < times; i++) {
        stx_llk_row(0);
    }
    CHECK_EQ(rounds, 5);
}

int main(void) {
    RUN(a_sum_of_the_product_before_is_one_word_with_it);
    RUN(constants_take_words_unless_a_register_holds_them);
    RUN(a_product_or_sum_with_a_constant_in_its_word_is_not_part_of_another);
    RUN(a_product_or_sum_inverts_the_sign_of_its_operand);
    RUN(an_operand_that_a_word_overwrites_is_copied);
    RUN(an_outer_condition_has_no_flags_to_keep);
    RUN(a_row_that_riscv_code_addresses_is_told);
    RUN(code_that_comes_back_has_branched);
    RUN(values_that_conditions_choose_are_moved_by_a_word);
    RUN(a_turn_in_the_middle_of_a_word_leaves_its_registers);
    return test_summary();
}
