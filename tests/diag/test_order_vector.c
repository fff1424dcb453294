/* SPDX-License-Identifier: Apache-2.0
 *
 * The order checker on words of the vector unit that need registers and settings which nothing has
 * written since the run began. */
#include "diag/order_words.h"

#define SET(reg) TT_OP_SFPLOADI(reg, 2, 7)
#define STORE(reg) TT_OP_SFPSTORE(reg, 4, 7, 0)
#define ADD(a, c, to) TT_OP_SFPADD(a, 10, c, to, 0) /* a * 1 + c; LReg10 is the constant 1 */
#define CONFIG(dest) TT_OP_SFPCONFIG(0, dest, 0)    /* from LReg0 */
#define CONFIG_VALUE(value, dest) TT_OP_SFPCONFIG(value, dest, 1)
#define ALL_LANES TT_OP_SFPENCC(3, 0, 0, 10)
#define SIGN_ONLY(reg) TT_OP_SFPSETCC(0, reg, 0, 0) /* lanes in which it is negative */

enum { DST_MODIFIER_3 = STX_ARCH == STX_ARCH_BLACKHOLE ? 31 : 26 };

static void watch_registers(void) {
    watch();
    stx_order_set(&order, STX_ORDER_VECTOR_UNWRITTEN, true);
}

static void watch_settings(void) {
    watch_registers();
    stx_order_set(&order, STX_ORDER_VECTOR_UNSET, true);
}

#define LREG_FOUND(number)                                   \
    do {                                                     \
        FOUND(VECTOR_UNWRITTEN);                             \
        CHECK_EQ(order.finding[0].place, STX_ORDER_IN_LREG); \
        CHECK_EQ(order.finding[0].index, number);            \
    } while (0)
#define SETTING_FOUND(rule, number)                                \
    do {                                                           \
        FOUND(rule);                                               \
        CHECK_EQ(order.finding[0].place, STX_ORDER_IN_VECTOR_CFG); \
        CHECK_EQ(order.finding[0].index, number);                  \
    } while (0)

TEST(a_register_that_nothing_has_written_is_found_when_it_is_stored) {
    for (unsigned reg = 0; reg < 8; reg++) {
        watch_registers();
        WORDS(1, SET((reg + 1u) % 8u), STORE((reg + 1u) % 8u));
        SILENT();
        issue(1, STORE(reg));
        LREG_FOUND(reg);
        CHECK_EQ(order.finding[0].first.word, STORE(reg));
    }
}

TEST(a_result_is_as_unwritten_as_its_operands_and_the_first_word_is_named) {
    watch_registers();
    WORDS(1, SET(0), ADD(0, 5, 1), ADD(0, 1, 2));
    SILENT();
    issue(1, STORE(2));
    LREG_FOUND(5);
    CHECK_EQ(order.finding[0].first.word, ADD(0, 5, 1));
    CHECK_EQ(order.finding[0].second.word, STORE(2));
}

TEST(a_result_that_is_replaced_is_not_found) {
    watch_registers();
    WORDS(1, ADD(4, 5, 1), SET(1), STORE(1));
    SILENT();
}

TEST(each_register_is_reported_once) {
    watch_registers();
    WORDS(1, STORE(3), STORE(3), ADD(3, 9, 4), STORE(4));
    LREG_FOUND(3);
    issue(1, STORE(6));
    CHECK_EQ(stx_order_total(&order), 2);
}

/* 8, 9, 10 and 15 are fixed; 11 is written by the firmware. */
TEST(constants_of_the_hardware_are_never_unwritten) {
    static const uint8_t fixed[] = {8, 9, 10, 11, 15};
    watch_registers();
    for (unsigned i = 0; i < sizeof fixed; i++) {
        WORDS(1, ADD(fixed[i], 9, 0), STORE(0));
    }
    SILENT();
}

TEST(a_programmable_constant_is_found_when_it_is_read) {
    for (unsigned reg = 12; reg < 15; reg++) {
        watch_registers();
        WORDS(1, SET(0), ADD(0, reg, 1));
        LREG_FOUND(reg);
        watch_registers();
        WORDS(1, SET(0), CONFIG(reg), ADD(0, reg, 1), STORE(1));
        SILENT();
        watch_registers();
        WORDS(1, CONFIG_VALUE(0, reg), ADD(reg, 9, 1), STORE(1));
        SILENT();
    }
}

TEST(what_configures_must_be_written) {
    watch_registers();
    issue(1, CONFIG(12));
    LREG_FOUND(0);
}

/* Lanes are enabled where LReg0 is negative: nowhere. */
TEST(a_word_whose_lanes_are_all_off_reads_nothing) {
    watch_registers();
    WORDS(1, ALL_LANES, SET(0), SIGN_ONLY(0), STORE(5), ADD(12, 13, 1));
    SILENT();
    WORDS(1, ALL_LANES, STORE(5));
    LREG_FOUND(5);
}

TEST(lanes_are_written_one_by_one) {
    watch_registers();
    WORDS(1, ALL_LANES, SET(0), SIGN_ONLY(0), SET(5), ALL_LANES, STORE(5));
    LREG_FOUND(5); /* no lane of it was written */
}

TEST(what_decides_over_lanes_must_be_written) {
    watch_registers();
    issue(1, SIGN_ONLY(4));
    LREG_FOUND(4);
    watch_registers();
    WORDS(1, SET(0), TT_OP_SFPIADD(0, 6, 0, 0)); /* flags by the sign of the sum */
    LREG_FOUND(6);
    watch_registers();
    WORDS(1, SET(0), TT_OP_SFPIADD(0, 6, 0, 4)); /* the same without flags */
    SILENT();
}

TEST(a_comparison_with_an_immediate_reads_no_register) {
    watch_registers();
    issue(1, TT_OP_SFPSETCC(1, 4, 0, 1));
    SILENT();
}

TEST(halves_of_a_register_need_not_have_been_written) {
    watch_registers();
    WORDS(1, TT_OP_SFPLOADI(2, 10, 1), TT_OP_SFPLOADI(2, 8, 1), STORE(2));
    SILENT();
}

/* SFPTRANSP: row j of register i becomes row i of register j, of 0..3 and of 4..7. */
TEST(transposing_moves_with_the_values_whether_they_were_written) {
    watch_registers();
    WORDS(1, SET(0), SET(1), SET(2), SET(3), TT_OP_SFPTRANSP(0, 0, 0, 0), STORE(0), STORE(3));
    SILENT();
    watch_registers();
    WORDS(1, SET(0), SET(1), SET(2), TT_OP_SFPTRANSP(0, 0, 0, 0), STORE(0));
    CHECK_EQ(stx_order_total(&order), 1); /* its last row came from LReg3 */
}

TEST(a_swap_exchanges_what_is_known) {
    watch_registers();
    WORDS(1, SET(2), TT_OP_SFPSWAP(0, 2, 5, 0), TT_OP_SFPNOP, STORE(5));
    SILENT();
    issue(1, STORE(2));
    FOUND(VECTOR_UNWRITTEN);
}

#define LOAD_MACRO(sequence, lreg) TT_OP_SFPLOADMACRO(4 * (sequence) + (lreg), 4, 7, 0)
#define SEQUENCE(bytes) \
    SET(0), TT_OP_SFPLOADI(0, 10, (bytes)&0xFFFF), TT_OP_SFPLOADI(0, 8, (bytes) >> 16)
enum { MAD_TEMPLATE_0 = 0x84, STORE_KIND = 3 };

TEST(a_macro_needs_its_sequence_its_templates_and_for_a_store_the_misc_register) {
    watch_registers();
    issue(1, LOAD_MACRO(2, 1));
    SETTING_FOUND(VECTOR_UNWRITTEN, 6);
    watch_registers();
    WORDS(1, CONFIG_VALUE(4, 5), LOAD_MACRO(1, 1)); /* template 0, Simple */
    SETTING_FOUND(VECTOR_UNWRITTEN, 0);
    watch_registers();
    WORDS(1, TT_OP_SFPABS(0, 1, 12, 1), CONFIG_VALUE(4, 5), LOAD_MACRO(1, 1)); /* the backdoor */
    SILENT();
    watch_registers();
    WORDS(1, SEQUENCE((uint32_t)STORE_KIND << 24), CONFIG(5), LOAD_MACRO(1, 1));
    SETTING_FOUND(VECTOR_UNWRITTEN, 8);
}

/* Template 0 is LReg1 = LReg12 * loaded + LReg13, of which the init writes 12 and 13. */
TEST(operations_of_a_macro_read_constants_when_they_are_executed) {
    const uint32_t mad = TT_OP_SFPMAD(12, 0, 13, 12, 0); /* VD 12: becomes template 0 */
    for (unsigned written = 12; written <= 14; written++) {
        watch_registers();
        WORDS(1, mad, CONFIG_VALUE(0, 12));
        if (written == 14) {
            issue(1, CONFIG_VALUE(0, 13));
        }
        WORDS(1, SEQUENCE(0x8400), CONFIG(4), LOAD_MACRO(0, 1)); /* MAD, loaded as VB */
        SILENT();
        WORDS(1, TT_OP_SFPNOP, TT_OP_SFPNOP, STORE(1));
        if (written == 14) {
            SILENT();
        } else {
            LREG_FOUND(13);
        }
    }
}

TEST(lane_config_and_modifiers_are_asked_of_kernels_only) {
    watch_registers();
    WORDS(1, SET(0), TT_OP_SFPSTORE(0, 4, 3, 0));
    SILENT();
    watch_settings();
    issue(1, SET(0));
    SETTING_FOUND(VECTOR_UNSET, 15);
    watch_settings();
    WORDS(1, CONFIG_VALUE(0, 15), SET(0));
    SILENT();
    issue(1, TT_OP_SFPSTORE(0, 4, 3, 0));
    FOUND(VECTOR_UNSET);
    CHECK_EQ(order.finding[0].place, STX_ORDER_IN_TCFG);
}

TEST(a_modifier_that_was_set_is_not_found) {
    watch_settings();
    WORDS(1, CONFIG_VALUE(0, 15), SET(0), TT_OP_SETC16(DST_MODIFIER_3, 0),
          TT_OP_SFPSTORE(0, 4, 3, 0));
    SILENT();
}

/* Words of sfpi code execute on values, and the registers then hold again what they held. */
TEST(values_of_the_program_are_not_what_registers_hold) {
    watch_registers();
    stx_order_values(&order, 1, true);
    WORDS(1, ADD(0, 1, 2), STORE(2));
    SILENT();
    issue(1, ADD(0, 13, 2));
    LREG_FOUND(13); /* constants are registers */
    stx_order_values(&order, 1, false);
    issue(1, STORE(2));
    CHECK_EQ(stx_order_total(&order), 2);
}

TEST(a_program_that_takes_a_registers_value_must_have_set_it) {
    watch_registers();
    stx_order_value(&order, 1, 2, UINT32_MAX, true, NULL);
    stx_order_value(&order, 1, 2, UINT32_MAX, false, "k.cpp:7");
    SILENT();
    stx_order_value(&order, 1, 3, UINT32_MAX, false, "k.cpp:8");
    LREG_FOUND(3);
    CHECK(!strcmp(order.finding[0].first.where, "k.cpp:8"));
    stx_order_value(&order, 3, 4, UINT32_MAX, false, NULL);
    stx_order_value(&order, 1, 16, UINT32_MAX, false, NULL);
    CHECK_EQ(stx_order_total(&order), 1);
}

static char told[2048];

static void collect(void *ctx, const char *text) {
    (void)ctx;
    strncat(told, text, sizeof told - strlen(told) - 1);
}

TEST(both_words_are_told_and_what_to_add) {
    watch_registers();
    issue(1, SET(0));
    stx_issue_from(&core, 1, ADD(0, 5, 1), "k.cpp:5");
    stx_issue_from(&core, 1, STORE(1), "k.cpp:6");
    told[0] = 0;
    stx_order_tell(&order, collect, NULL);
    CHECK(strstr(told, "order: LReg5: read, and nothing has written it since the kernel began "
                       "(VECTOR_UNWRITTEN, A)\n  first: thread 1, the vector unit: "));
    CHECK(strstr(told, "(reads)\n    at k.cpp:5\n  then: thread 1, the vector unit: "));
    CHECK(strstr(told, "(reads)\n    at k.cpp:6\n  add: SFPLOAD or SFPLOADI before it"));
}

/* A copy of what is loaded goes to LReg2, which LReg7 names: LReg1 stays unwritten. */
TEST(the_register_that_lreg7_names_is_written_by_words_and_macros) {
    watch_registers();
    WORDS(1, SET(1), TT_OP_SFPLOADI(7, 2, 2), TT_OP_SFPMAD(9, 9, 1, 3, 8), TT_OP_SFPNOP, STORE(2));
    SILENT();
    issue(1, STORE(3));
    FOUND(VECTOR_UNWRITTEN);
#if STX_MACROS
    watch_registers();
    WORDS(1, TT_OP_SFPLOADI(7, 2, 2), TT_OP_SFPMAD(9, 9, 0, 12, 8), SEQUENCE(0x0400), CONFIG(4),
          TT_OP_SFPCONFIG(0, 8, 1), LOAD_MACRO(0, 3), TT_OP_SFPNOP, TT_OP_SFPNOP, STORE(2));
    SILENT();
    issue(1, STORE(1));
    FOUND(VECTOR_UNWRITTEN);
#endif
}

int main(void) {
    RUN_IF(STX_THREADS == 3, a_register_that_nothing_has_written_is_found_when_it_is_stored);
    RUN_IF(STX_THREADS == 3, a_result_is_as_unwritten_as_its_operands_and_the_first_word_is_named);
    RUN_IF(STX_THREADS == 3, a_result_that_is_replaced_is_not_found);
    RUN_IF(STX_THREADS == 3, each_register_is_reported_once);
    RUN_IF(STX_THREADS == 3, constants_of_the_hardware_are_never_unwritten);
    RUN_IF(STX_THREADS == 3, a_programmable_constant_is_found_when_it_is_read);
    RUN_IF(STX_THREADS == 3, what_configures_must_be_written);
    RUN_IF(STX_THREADS == 3, a_word_whose_lanes_are_all_off_reads_nothing);
    RUN_IF(STX_THREADS == 3, lanes_are_written_one_by_one);
    RUN_IF(STX_THREADS == 3, what_decides_over_lanes_must_be_written);
    RUN_IF(STX_THREADS == 3, a_comparison_with_an_immediate_reads_no_register);
    RUN_IF(STX_THREADS == 3, halves_of_a_register_need_not_have_been_written);
    RUN_IF(STX_THREADS == 3, transposing_moves_with_the_values_whether_they_were_written);
    RUN_IF(STX_THREADS == 3, a_swap_exchanges_what_is_known);
    RUN_IF(STX_MACROS, a_macro_needs_its_sequence_its_templates_and_for_a_store_the_misc_register);
    RUN_IF(STX_MACROS, operations_of_a_macro_read_constants_when_they_are_executed);
    RUN_IF(STX_THREADS == 3, the_register_that_lreg7_names_is_written_by_words_and_macros);
    RUN_IF(STX_THREADS == 3, lane_config_and_modifiers_are_asked_of_kernels_only);
    RUN_IF(STX_THREADS == 3, a_modifier_that_was_set_is_not_found);
    RUN_IF(STX_THREADS == 3, values_of_the_program_are_not_what_registers_hold);
    RUN_IF(STX_THREADS == 3, a_program_that_takes_a_registers_value_must_have_set_it);
    RUN_IF(STX_THREADS == 3, both_words_are_told_and_what_to_add);
    return test_summary();
}
