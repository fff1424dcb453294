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
    if (opcode == STX_OP_SFPMUL) {
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

/* Constant registers hold 1.0; 2.0 is the upper half of binary32, 1 + 2^-10 is binary16, and 0.1
 * needs two words. SFPMULI has the upper half of a factor in its word. */
TEST(constants_take_words_unless_a_register_or_the_word_holds_them) {
    static const struct {
        uint32_t value;
        unsigned words;
    } constants[] = {{0x3F800000, 0}, {0, 0},          {0x40000000, 1}, {0x3F802000, 1},
                     {0x7F, 1},       {0xFFFF8000, 1}, {0x3DCCCCCD, 2}, {0x12345, 2}};
    uint32_t a[STX_LANES], b[STX_LANES], out[STX_LANES];
    fill(a, 0x40400000);
    for (unsigned i = 0; i < sizeof constants / sizeof constants[0]; i++) {
        begin_words();
        fill(b, constants[i].value);
        stx_llk_constant(0, constants[i].value, b);
        word_of(STX_OP_SFPAND, a, b, out);
        CHECK_EQ(stood, constants[i].words);
        stx_llk_constant(0, constants[i].value, b); /* it has stayed in a register */
        word_of(STX_OP_SFPAND, a, b, out);
        CHECK_EQ(stood, 0);
    }
    begin_words();
    fill(b, 0x40000000);
    stx_llk_constant(0, 0x40000000, b);
    word_of(STX_OP_SFPMUL, a, b, out);
    CHECK_EQ(stood, 0);
    for (unsigned round = 0; round < 3; round++) { /* there are not registers for all of them */
        unsigned words = 0;
        for (uint32_t i = 0; i < 2 * RESIDENT; i++) {
            stx_llk_constant(0, 0x3DCCCC01u + i, b);
            word_of(STX_OP_SFPAND, a, b, out);
            words += stood;
        }
        CHECK_EQ(words, round ? 2 * RESIDENT : 4 * RESIDENT);
    }
}

int main(void) {
    RUN(a_sum_of_the_product_before_is_one_word_with_it);
    RUN(constants_take_words_unless_a_register_or_the_word_holds_them);
    RUN(values_that_conditions_choose_are_moved_by_a_word);
    RUN(a_turn_in_the_middle_of_a_word_leaves_its_registers);
    return test_summary();
}
