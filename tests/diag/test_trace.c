/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * What a trace prints for words, accesses and their effects. */
#include "diag/capture.h"
#include "heard.h"
#include "softensix/isa.h"
#include "softensix/softensix.h"
#include "softensix/trace.h"
#include "softensix/tti.h"
#include "test.h"

static struct stx_core core, before;
static struct stx_trace trace;

static void start(enum stx_trace_form form) {
    capture_clear();
    stx_init(&core, NULL, 0, NULL);
    stx_trace_init(&trace, form, &core, capture, NULL);
}

TEST(text_names_time_thread_word_and_operands) {
    start(STX_TRACE_TEXT);
    stx_issue(&core, 2, TT_OP_SETDMAREG(1, 5, 0, 4));
    CHECK(!strcmp(captured, "1 T2 45400504 SETDMAREG payload_sig_sel_size=1 payload_sig_sel=5 "
                            "set_signals_mode=0 reg_index_16b=4\n"));
}

TEST(json_begins_with_the_schema_and_tells_the_fields) {
    start(STX_TRACE_JSON);
    stx_issue(&core, 1, TT_OP_SEMPOST(2));
    stx_issue(&core, 1, TT_OP_NOP);
    CHECK(!strcmp(captured,
                  "{\"schema\":\"softensix-trace\",\"version\":1}\n"
                  "{\"t\":1,\"thread\":1,\"word\":\"0xa4000008\",\"name\":\"SEMPOST\",\"unit\":"
                  "\"SYNC\",\"fields\":{\"sem_sel\":2},\"result\":\"done\"}\n"
                  "{\"t\":2,\"thread\":1,\"word\":\"0x02000000\",\"name\":\"NOP\",\"unit\":"
                  "\"SYNC\",\"fields\":{},\"result\":\"done\"}\n"));
}

TEST(a_wait_is_told_once_and_takes_no_time) {
    start(STX_TRACE_TEXT);
    for (unsigned i = 0; i < 3; i++) {
        stx_issue(&core, 0, TT_OP_SEMWAIT(1, 2, 1));
    }
    stx_semaphore_post(&core, 1);
    stx_issue(&core, 0, TT_OP_SEMWAIT(1, 2, 1));
    CHECK_EQ(captured_count("SEMWAIT"), 2);
    CHECK(captured_has("0 T0 a6008009 (waits) SEMWAIT"));
    CHECK(captured_has("1 T0 a6008009 SEMWAIT"));
}

TEST(filters_choose_by_thread_unit_and_opcode) {
    start(STX_TRACE_TEXT);
    trace.threads = 1 << 1;
    stx_issue(&core, 0, TT_OP_SEMPOST(2));
    CHECK_EQ(captured_length, 0);
    trace.threads = 7;
    trace.units = 1u << STX_UNIT_SCALAR;
    stx_issue(&core, 0, TT_OP_SEMPOST(2));
    CHECK_EQ(captured_length, 0);
    trace.units = UINT32_MAX;
    stx_trace_only(&trace, 0x02);
    stx_trace_only(&trace, 0xA5);
    stx_issue(&core, 0, TT_OP_SEMPOST(2));
    CHECK_EQ(captured_length, 0);
    stx_issue(&core, 0, TT_OP_SEMGET(2));
    stx_issue(&core, 0, TT_OP_NOP);
    CHECK_EQ(captured_count("\n"), 2);
    CHECK(captured_has("5 T0 02000000 NOP"));
}

TEST(without_a_filter_every_opcode_of_every_thread_is_told) {
    start(STX_TRACE_TEXT);
    for (uint32_t opcode = 0; opcode < 256; opcode++) {
        heard_word(&trace.listener, opcode % STX_THREADS, opcode << 24, STX_DONE);
    }
    CHECK_EQ(captured_count("\n"), 256);
}

/* Faults of a thread that does not exist are told, whichever threads are chosen. */
TEST(a_thread_that_is_not_there_cannot_be_left_out) {
    start(STX_TRACE_TEXT);
    trace.threads = 0;
    heard_word(&trace.listener, STX_THREADS - 1, TT_OP_NOP, STX_DONE);
    CHECK_EQ(captured_length, 0);
    heard_word(&trace.listener, STX_THREADS, TT_OP_NOP, STX_FAULT);
    heard_word(&trace.listener, STX_THREADS + 40, TT_OP_NOP, STX_FAULT);
    CHECK_EQ(captured_count(" (fault) NOP\n"), 2);
}

TEST(waits_can_be_left_out) {
    start(STX_TRACE_TEXT);
    trace.waits = 0;
    heard_word(&trace.listener, 0, TT_OP_SEMWAIT(1, 2, 1), STX_WAIT);
    CHECK_EQ(captured_length, 0);
    heard_word(&trace.listener, 0, TT_OP_SEMWAIT(1, 2, 1), STX_DONE);
    CHECK_EQ(captured_count("\n"), 1);
}

/* Each thread's wait is told, and told again after a word that did not wait. */
TEST(waits_of_threads_are_told_one_by_one) {
    start(STX_TRACE_TEXT);
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned t = 0; t < STX_THREADS; t++) {
            heard_word(&trace.listener, t, TT_OP_SEMWAIT(1, 2, 1), STX_WAIT);
        }
    }
    CHECK_EQ(captured_count("\n"), STX_THREADS);
    for (unsigned t = 0; t < STX_THREADS; t++) {
        heard_word(&trace.listener, t, TT_OP_NOP, STX_DONE);
        heard_word(&trace.listener, t, TT_OP_SEMWAIT(1, 2, 1), STX_WAIT);
        heard_word(&trace.listener, t, TT_OP_SEMWAIT(1, 2, 1), STX_WAIT);
    }
    CHECK_EQ(captured_count("\n"), 3 * STX_THREADS);
}

TEST(a_filter_of_one_opcode_lets_that_one_pass) {
    for (unsigned opcode = 0; opcode < 256; opcode++) {
        start(STX_TRACE_TEXT);
        stx_trace_only(&trace, opcode);
        for (uint32_t other = 0; other < 256; other++) {
            heard_word(&trace.listener, 0, other << 24, STX_DONE);
        }
        CHECK_EQ(captured_count("\n"), 1);
        char word[16];
        snprintf(word, sizeof word, " T0 %02x000000 ", opcode);
        CHECK(captured_has(word));
    }
}

TEST(effects_are_what_the_word_changed) {
    start(STX_TRACE_TEXT);
    stx_trace_effects(&trace, &before);
    stx_issue(&core, 1, TT_OP_SETDMAREG(0, 0x123, 0, 2 * 7));
    CHECK(captured_has("; gpr[1][7] 00000000 -> 00000123\n"));
    capture_clear();
    stx_issue(&core, 1, TT_OP_SEMINIT(3, 1, 1 << 4));
    CHECK(captured_has("; sem[4].value 00 -> 01; sem[4].max 00 -> 03; "
                       "sem[4].initialised 00 -> 01\n"));
    capture_clear();
    stx_issue(&core, 1, TT_OP_NOP);
    CHECK(captured_has(" NOP\n"));
}

TEST(effects_are_a_list) {
    start(STX_TRACE_JSON);
    stx_trace_effects(&trace, &before);
    stx_issue(&core, 1, TT_OP_SEMINIT(3, 1, 1 << 4));
    CHECK(captured_has(",\"effects\":["
                       "{\"item\":\"sem[4].value\",\"first\":0,\"last\":0,\"count\":1,\"from\":0,"
                       "\"to\":1},"
                       "{\"item\":\"sem[4].max\",\"first\":0,\"last\":0,\"count\":1,\"from\":0,"
                       "\"to\":3},"
                       "{\"item\":\"sem[4].initialised\",\"first\":0,\"last\":0,\"count\":1,"
                       "\"from\":0,\"to\":1}]}\n"));
    capture_clear();
    stx_issue(&core, 1, TT_OP_NOP);
    CHECK(captured_has(",\"result\":\"done\",\"effects\":[]}\n"));
    CHECK(!captured_has("schema")); /* the first line alone has it */
}

TEST(effects_of_a_block_are_summed_up) {
    start(STX_TRACE_JSON);
    stx_trace_effects(&trace, &before);
    stx_issue(&core, 1, TT_OP_ZEROACC(3, 0, 0, 0, 0));
    CHECK(captured_has("\"effects\":[{\"item\":\"dst.valid\",\"first\":0,\"last\":31,"
                       "\"count\":32,\"from\":4294967295,\"to\":0}]}\n"));
}

TEST(effects_of_a_block_have_their_first_and_last_element_in_text) {
    start(STX_TRACE_TEXT);
    stx_trace_effects(&trace, &before);
    stx_issue(&core, 1, TT_OP_ZEROACC(3, 0, 0, 0, 0));
    CHECK(captured_has("; dst.valid[0] .. dst.valid[31] 32 changed\n"));
}

int main(void) {
    RUN_IF(STX_THREADS == 3, text_names_time_thread_word_and_operands);
    RUN_IF(STX_THREADS == 3, json_begins_with_the_schema_and_tells_the_fields);
    RUN(a_wait_is_told_once_and_takes_no_time);
    RUN(filters_choose_by_thread_unit_and_opcode);
    RUN(without_a_filter_every_opcode_of_every_thread_is_told);
    RUN(a_thread_that_is_not_there_cannot_be_left_out);
    RUN(waits_can_be_left_out);
    RUN(waits_of_threads_are_told_one_by_one);
    RUN(a_filter_of_one_opcode_lets_that_one_pass);
    RUN_IF(STX_THREADS == 3, effects_are_what_the_word_changed);
    RUN_IF(STX_THREADS == 3, effects_are_a_list);
    RUN_IF(STX_THREADS == 3 && STX_DST_ROWS == STX_DST_NAMES, effects_of_a_block_are_summed_up);
    RUN_IF(STX_THREADS == 3 && STX_DST_ROWS == STX_DST_NAMES,
           effects_of_a_block_have_their_first_and_last_element_in_text);
    return test_summary();
}
