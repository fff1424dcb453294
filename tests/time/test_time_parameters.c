/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Parameters of the model of time by name: which names and which values there are. */
#include "time/timing.h"

/* Part of the message; NULL: it is accepted. */
static bool answers(const char *option, const char *message) {
    const char *got = stx_time_option(&timing, option);
    bool right = message ? got && strstr(got, message) : !got;
    if (!right) {
        printf("%s: %s\n", option, got ? got : "accepted");
    }
    return right;
}

TEST(names_are_whole_names) {
    static const char *const none[] = {"",
                                       "=5",
                                       "dst_perio=5",
                                       "dst_periodx=5",
                                       "xdst_period=5",
                                       "xst_period=5",
                                       "XVMUL.cycles=5",
                                       "MVMUL.xycles=5",
                                       "MVMULcycles=5",
                                       "MVMUL_cycles=5",
                                       "MVMUL=.cycles",
                                       "MVMU=5",
                                       "MVMUL=5",
                                       "MVMUL.=5",
                                       "MVMUL.cycle=5",
                                       "MVMUL.cyclesx=5",
                                       ".cycles=5",
                                       "MVMULX.cycles=5",
                                       "MVMU.latency=5",
                                       "MVMUL.latenc=5",
                                       "cycles=5",
                                       "MVMUL.latency.=5",
                                       "clock.cycles=5"};
    begin();
    for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++) {
        CHECK(answers(none[i], "there is no parameter with that name"));
    }
    CHECK(answers("MVMUL.cycles=5", NULL));
    CHECK(answers("MVMUL.latency=6", NULL));
    CHECK(answers("clock=7", NULL));
    CHECK_EQ(timing.cycles[0x26], 5);
    CHECK_EQ(timing.latency[0x26], 6);
    CHECK_EQ(timing.cycles[0x27], 1);
    CHECK_EQ(timing.latency[0x27], 5);
}

TEST(values_are_decimal_numbers_up_to_ten_million) {
    begin();
    CHECK(answers("clock", "a value is missing"));
    CHECK(answers("clock=", "a value is missing"));
    CHECK(answers("clock=10000000", NULL));
    CHECK_EQ(timing.value[STX_TIME_LOW][PARAMETER_clock], 10000000);
    static const char *const none[] = {"clock=10000001", "clock=99999999", "clock=4294967297",
                                       "clock=1:",       "clock=/1",       "clock=-1",
                                       "clock=1 ",       "clock==1",       "clock=0x1"};
    for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++) {
        CHECK(answers(none[i], "not a number up to 10000000"));
    }
    CHECK(answers("clock=1234567890", "not a number"));
    CHECK(answers("clock=9012345", NULL));
    for (unsigned b = 0; b < STX_TIME_BOUNDS; b++) {
        CHECK_EQ(timing.value[b][PARAMETER_clock], 9012345);
    }
}

/* The smallest and the largest value that each accepts. */
TEST(values_that_make_no_sense_are_refused) {
    static const struct {
        const char *name;
        uint32_t least, most;
    } limits[] = {{"fifo_words", 1, 32},
                  {"push_cycles", 0, 10000000},
                  {"fetch_extra", 0, 10000000},
                  {"code_cache", 0, 10000000},
                  {"code_cache_math", 0, 10000000},
                  {"riscv_cycles", 0, 10000000},
                  {"riscv_register_load", 0, 10000000},
                  {"riscv_sync_load", 0, 10000000},
                  {"riscv_divide", 0, 10000000},
                  {"riscv_round", 0, 10000000},
                  {"replay_fifo", 1, 32},
                  {"mop_leave", 0, 10000000},
                  {"wait_release", 0, 10000000},
                  {"config_release", 0, 10000000},
                  {"config_scalar", 0, 10000000},
                  {"bank_given", 0, 10000000},
                  {"bank_returned", 0, 10000000},
                  {"dst_period", 1, 10000000},
                  {"vector_room", 0, 10000000},
                  {"scalar_extra", 0, 10000000},
                  {"memory_extra", 0, 10000000},
                  {"atomic_period", 0, 10000000},
                  {"unpack_rate", 1, 10000000},
                  {"unpack_joint_rate", 1, 10000000},
                  {"unpack_overlap", 0, 10000000},
                  {"pack_rate", 1, 10000000},
                  {"pack_accumulate", 100, 10000000},
                  {"mover_copy", 0, 10000000},
                  {"mover_clear", 0, 10000000},
                  {"feed_rate", 0, 10000000},
                  {"feed_latency", 0, 10000000},
                  {"noc_rate", 0, 10000000},
                  {"noc_latency", 0, 10000000},
                  {"noc_start", 0, 10000000},
                  {"noc_hop", 0, 10000000},
                  {"dram_rate", 0, 10000000},
                  {"dram_latency", 0, 10000000},
                  {"clock", 1, 10000000}};
    char option[64];
    begin();
    for (unsigned i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        CHECK(!strcmp(stx_time_parameter_at(i)->name, limits[i].name));
        snprintf(option, sizeof option, "%s=%u", limits[i].name, (unsigned)limits[i].least);
        CHECK(answers(option, NULL));
        snprintf(option, sizeof option, "%s=%u", limits[i].name, (unsigned)limits[i].most);
        CHECK(answers(option, NULL));
        snprintf(option, sizeof option, "%s=%u", limits[i].name, (unsigned)limits[i].least - 1);
        CHECK(limits[i].least == 0 || answers(option, "makes no sense"));
        snprintf(option, sizeof option, "%s=%u", limits[i].name, (unsigned)limits[i].most + 1);
        CHECK(answers(option, limits[i].most == 32 ? "makes no sense" : "not a number"));
        CHECK_EQ(timing.value[STX_TIME_HIGH][i], limits[i].most);
    }
    CHECK(answers("ATCAS.cycles=1", NULL));
    CHECK(answers("ATCAS.cycles=255", NULL));
    CHECK_EQ(timing.cycles[0x64], 255);
    CHECK(answers("ATCAS.cycles=0", "1 to 255"));
    CHECK(answers("ATCAS.latency=256", "1 to 255"));
}

TEST(programs_set_parameters_by_name_too) {
    begin();
    CHECK(stx_time_set(&timing, "clock", 7));
    CHECK(stx_time_set(&timing, "ATCAS.cycles", 5));
    CHECK(stx_time_set(&timing, "ATCAS.latency", 255));
    CHECK(!stx_time_set(&timing, "ATCAS.latency", 256));
    CHECK(!stx_time_set(&timing, "ATCAS.cycles", 0));
    CHECK_EQ(timing.cycles[0x64], 5); /* what is refused changes nothing */
    CHECK_EQ(timing.latency[0x64], 255);
    CHECK(!stx_time_set(&timing, "no_such", 1));
    CHECK_EQ(timing.value[STX_TIME_HIGH][PARAMETER_clock], 7);
    CHECK(stx_time_parameter_at(PARAMETERS - 1) != NULL);
    CHECK(stx_time_parameter_at(PARAMETERS) == NULL);
}

/* The three values of each parameter stand where the three clocks look for them. */
TEST(each_clock_has_its_own_values) {
    begin();
    stx_time_init(&timing, &core);
    for (unsigned i = 0; i < PARAMETERS; i++) {
        const struct stx_time_parameter *p = stx_time_parameter_at(i);
        CHECK_EQ(timing.value[STX_TIME_EXPECTED][i], p->expected);
        CHECK_EQ(timing.value[STX_TIME_LOW][i], p->fast);
        CHECK_EQ(timing.value[STX_TIME_HIGH][i], p->slow);
    }
    CHECK(stx_time_parameter_at(PARAMETER_dst_period)->slow == 6);
}

int main(void) {
    RUN(names_are_whole_names);
    RUN(values_are_decimal_numbers_up_to_ten_million);
    RUN(values_that_make_no_sense_are_refused);
    RUN(programs_set_parameters_by_name_too);
    RUN(each_clock_has_its_own_values);
    return test_summary();
}
