/* SPDX-License-Identifier: Apache-2.0
 *
 * test_state.cpp - builtins that touch the core: Dst, registers, configuration, counters, replay.
 */
#include "builtins.h"
#include "softensix/inspect.h"
#include "softensix/tti.h"

#undef STX_ISSUE
#define STX_ISSUE(word) stx_llk_issue(1, word)

enum { FP32 = 3, INT32 = 4, STAY = 7, STEP = 6 };

/* Every lane enabled, or those of a mask. */
static void enable(u32 lanes) {
    core.sfpu.use = ALL;
    core.sfpu.flags = lanes;
}

static void fresh() {
    start();
    TTI_SETC16(12 + STEP, 0);
    TTI_SETC16(28 + STEP, 2); /* Dst two rows on: the next vector */
    TTI_SETC16(28 + STAY, 0);
}

TEST(what_is_stored_is_loaded) {
    fresh();
    for (unsigned place = 0; place < 64; place += 2) {
        vec v = words();
        __builtin_rvtt_sfpstore(BUFFER, v, place, 0, 0, INT32, STAY);
        CHECK_LANES(__builtin_rvtt_sfpload(BUFFER, place, 0, 0, INT32, STAY), v);
    }
}

TEST(vectors_do_not_overlap) {
    fresh();
    for (unsigned i = 0; i < 32; i++) {
        __builtin_rvtt_sfpstore(BUFFER, same(i), 2 * i, 0, 0, INT32, STAY);
    }
    for (unsigned i = 0; i < 32; i++) {
        CHECK_LANES(__builtin_rvtt_sfpload(BUFFER, 2 * i, 0, 0, INT32, STAY), same(i));
    }
}

TEST(lanes_are_rows_of_even_or_odd_columns) {
    fresh();
    TTI_SETC16(1, 0);
    __builtin_rvtt_sfpstore(BUFFER, each([](unsigned i) { return i; }), 0, 0, 0, INT32, STAY);
    __builtin_rvtt_sfpstore(BUFFER, each([](unsigned i) { return 100 + i; }), 2, 0, 0, INT32, STAY);
    for (unsigned i = 0; i < LANES; i++) {
        CHECK_EQ(stx_dst_f32(&core, i / 8, 2 * (i % 8)), i);
        CHECK_EQ(stx_dst_f32(&core, i / 8, 2 * (i % 8) + 1), 100 + i);
    }
}

TEST(a_store_respects_the_lanes_and_a_load_does_not) {
    fresh();
    REPEAT {
        vec old = words(), now = words();
        u32 lanes = random_word();
        __builtin_rvtt_sfpstore(BUFFER, old, 0, 0, 0, INT32, STAY);
        enable(lanes);
        __builtin_rvtt_sfpstore(BUFFER, now, 0, 0, 0, INT32, STAY);
        vec got = __builtin_rvtt_sfpload(BUFFER, 0, 0, 0, INT32, STAY);
        enable(ALL);
        CHECK_LANES(got, each([&](unsigned i) { return lanes >> i & 1 ? now[i] : old[i]; }));
    }
}

TEST(both_apply_their_address_mode) {
    fresh();
    for (unsigned i = 0; i < 4; i++) {
        __builtin_rvtt_sfpstore(BUFFER, same(i), 0, 0, 0, INT32, STEP);
    }
    TTI_SETRWC(0, 0, 0, 0, 0, 4);
    for (unsigned i = 0; i < 4; i++) {
        CHECK_LANES(__builtin_rvtt_sfpload(BUFFER, 0, 0, 0, INT32, STEP), same(i));
    }
    TTI_SETRWC(0, 0, 0, 0, 0, 4);
}

TEST(incrwc_moves_the_counter_of_dst) {
    fresh();
    for (unsigned i = 0; i < 4; i++) {
        __builtin_rvtt_sfpstore(BUFFER, same(i), 2 * i, 0, 0, INT32, STAY);
    }
    for (unsigned i = 0; i < 4; i++) {
        CHECK_LANES(__builtin_rvtt_sfpload(BUFFER, 0, 0, 0, INT32, STAY), same(i));
        __builtin_rvtt_ttincrwc(0, 2, 0, 0);
    }
    TTI_SETRWC(0, 0, 0, 0, 0, 4);
}

TEST(pressure_on_lregs_changes_no_value) {
    fresh();
    vec asked = words(), plain = asked;
    __builtin_rvtt_lreg_pressure(1);
    asked = __builtin_rvtt_sfpadd(asked, same(0x3F800000), 0);
    __builtin_rvtt_lreg_pressure(0);
    plain = __builtin_rvtt_sfpadd(plain, same(0x3F800000), 0);
    CHECK_LANES(asked, plain);
}

TEST(replay_records_and_repeats) {
    fresh();
    for (unsigned i = 0; i < 8; i++) {
        __builtin_rvtt_sfpstore(BUFFER, same(i), 2 * i, 0, 0, INT32, STAY);
    }
    __builtin_rvtt_ttreplay(BUFFER, 2, 0, 0, 5, false, true); /* recorded, not executed */
    __builtin_rvtt_ttincrwc(0, 2, 0, 0);
    __builtin_rvtt_ttincrwc(0, 2, 0, 0);
    CHECK_LANES(__builtin_rvtt_sfpload(BUFFER, 0, 0, 0, INT32, STAY), same(0));
    __builtin_rvtt_ttreplay(BUFFER, 2, 0, 0, 5, false, false);
    CHECK_LANES(__builtin_rvtt_sfpload(BUFFER, 0, 0, 0, INT32, STAY), same(2));
    __builtin_rvtt_ttreplay(BUFFER, 1, 0, 0, 9, true, true); /* recorded and executed */
    __builtin_rvtt_ttincrwc(0, 2, 0, 0);
    CHECK_LANES(__builtin_rvtt_sfpload(BUFFER, 0, 0, 0, INT32, STAY), same(3));
    __builtin_rvtt_ttreplay(BUFFER, 1, 0, 0, 9, false, false);
    CHECK_LANES(__builtin_rvtt_sfpload(BUFFER, 0, 0, 0, INT32, STAY), same(4));
    TTI_SETRWC(0, 0, 0, 0, 0, 4);
}

TEST(registers_are_read_and_written_by_lane) {
    fresh();
    REPEAT {
        for (unsigned index = 0; index < 8; index++) {
            vec old = words(), now = words();
            u32 lanes = random_word();
            __builtin_rvtt_sfpwritelreg(old, index);
            enable(lanes);
            __builtin_rvtt_sfpwritelreg(now, index);
            vec got = __builtin_rvtt_sfpreadlreg(index);
            enable(ALL);
            CHECK_LANES(got, each([&](unsigned i) { return lanes >> i & 1 ? now[i] : old[i]; }));
        }
    }
}

TEST(constant_registers_stay) {
    fresh();
    for (unsigned index = 8; index < 16; index++) {
        __builtin_rvtt_sfpwritelreg(same(12345), index);
    }
    CHECK_LANES(__builtin_rvtt_sfpreadlreg(8), same(0x3F56594B));
    CHECK_LANES(__builtin_rvtt_sfpreadlreg(9), same(0));
    CHECK_LANES(__builtin_rvtt_sfpreadlreg(10), same(0x3F800000));
    CHECK_LANES(__builtin_rvtt_sfpreadlreg(11), same(0xBF800000));
    CHECK_LANES(__builtin_rvtt_sfpreadlreg(15), each([](unsigned i) { return 2 * i; }));
}

TEST(values_leave_the_registers_alone) {
    fresh();
    vec kept[8];
    for (unsigned index = 0; index < 8; index++) {
        kept[index] = words();
        __builtin_rvtt_sfpwritelreg(kept[index], index);
    }
    REPEAT {
        vec a = words(), b = words(), c = words();
        (void)__builtin_rvtt_sfpmad(a, b, c, 0);
        (void)__builtin_rvtt_sfpswap(a, b, 1);
        (void)__builtin_rvtt_sfptransp(a, b, c, a);
        (void)__builtin_rvtt_sfplut(a, b, c, a, 0);
        (void)__builtin_rvtt_sfplutfp32_3r(a, b, c, a, 10);
        (void)__builtin_rvtt_sfplutfp32_6r(a, b, c, a, b, c, a, 2);
        (void)__builtin_rvtt_sfpload(BUFFER, 0, 0, 0, INT32, STAY);
    }
    for (unsigned index = 0; index < 8; index++) {
        CHECK_LANES(__builtin_rvtt_sfpreadlreg(index), kept[index]);
    }
}

/* Registers are lent to values until something looks at them. */
TEST(words_between_values_see_the_registers) {
    fresh();
    REPEAT {
        vec kept = words(), a = words(), b = words(), c = words();
        __builtin_rvtt_sfpwritelreg(kept, 0);
        (void)__builtin_rvtt_sfpmad(a, b, c, 0);
        TTI_SFPMOV(0, 0, 7, 0); /* LReg7 = LReg0 */
        (void)__builtin_rvtt_sfpmad(c, b, a, 0);
        TTI_SFPMOV(0, 7, 2, 0); /* LReg2 = LReg7 */
        (void)__builtin_rvtt_sfpadd(a, b, 0);
        CHECK_LANES(__builtin_rvtt_sfpreadlreg(0), kept);
        CHECK_LANES(__builtin_rvtt_sfpreadlreg(7), kept);
        (void)__builtin_rvtt_sfpmad(c, b, a, 0);
        CHECK_LANES(__builtin_rvtt_sfpreadlreg(2), kept);
    }
}

TEST(a_factor_that_LReg7_chooses_is_that_of_the_kernel) {
    fresh();
    REPEAT {
        vec kept = words(), a = words(), b = words(), c = words();
        __builtin_rvtt_sfpwritelreg(kept, 3);
        __builtin_rvtt_sfpwritelreg(same(3), 7);
        vec expected = __builtin_rvtt_sfpmad(kept, b, c, 0);
        (void)__builtin_rvtt_sfplut(a, b, c, a, 0); /* borrows LReg3 */
        CHECK_LANES(__builtin_rvtt_sfpmad(a, b, c, 4), expected);
        (void)__builtin_rvtt_sfpswap(a, b, 1);
        CHECK_LANES(__builtin_rvtt_sfpreadlreg(3), kept);
    }
}

TEST(programmable_constants_are_of_columns) {
    fresh();
    for (unsigned index = 11; index < 15; index++) {
        vec v = words();
        __builtin_rvtt_sfpwriteconfig_v(v, index);
        CHECK_LANES(__builtin_rvtt_sfpreadlreg(index), each([&](unsigned i) { return v[i % 8]; }));
        v = words();
        __builtin_rvtt_sfpwriteconfig_v(v, 0, index); /* as since sfpi 7.71 */
        CHECK_LANES(__builtin_rvtt_sfpreadlreg(index), each([&](unsigned i) { return v[i % 8]; }));
    }
    __builtin_rvtt_sfpwriteconfig_v(same(0xBF800000), 11);
}

TEST(configuration_is_read_back) {
    fresh();
    __builtin_rvtt_sfpwriteconfig_v(same(0x12345678), 4); /* a sequence of SFPLOADMACRO */
    CHECK_LANES(__builtin_rvtt_sfpreadconfig(4), same(0x12345678));
    __builtin_rvtt_sfpwriteconfig_v(same(0x2), 15); /* nothing but DISABLE_BACKDOOR_LOAD */
    CHECK_LANES(__builtin_rvtt_sfpreadconfig(15), same(0x2));
    __builtin_rvtt_sfpwriteconfig_v(same(0), 15);
    vec first = __builtin_rvtt_sfpreadconfig(9), second = __builtin_rvtt_sfpreadconfig(9);
    u32 differ = mask([&](unsigned i) { return first[i] != second[i]; });
    CHECK(differ != 0); /* the random numbers go on */
}

TEST(floats_in_dst_of_each_width) {
    fresh();
    REPEAT {
        vec v = words();
        auto flushed = [&](unsigned i) { return v[i] >> 23 & 255u ? v[i] : v[i] & 0x80000000u; };
        __builtin_rvtt_sfpstore(BUFFER, v, 0, 0, 0, FP32, STAY);
        CHECK_LANES(__builtin_rvtt_sfpload(BUFFER, 0, 0, 0, FP32, STAY), each(flushed));
        __builtin_rvtt_sfpstore(BUFFER, v, 0, 0, 0, 2, STAY);
        CHECK_LANES(__builtin_rvtt_sfpload(BUFFER, 0, 0, 0, 2, STAY),
                    each([&](unsigned i) { return flushed(i) & 0xFFFF0000u; }));
        __builtin_rvtt_sfpstore(BUFFER, v, 0, 0, 0, 6, STAY);
        CHECK_LANES(__builtin_rvtt_sfpload(BUFFER, 0, 0, 0, 6, STAY),
                    each([&](unsigned i) { return v[i] & 0xFFFFu; }));
    }
}

int main() {
    RUN(what_is_stored_is_loaded);
    RUN(vectors_do_not_overlap);
    RUN(lanes_are_rows_of_even_or_odd_columns);
    RUN(a_store_respects_the_lanes_and_a_load_does_not);
    RUN(both_apply_their_address_mode);
    RUN(incrwc_moves_the_counter_of_dst);
    RUN(pressure_on_lregs_changes_no_value);
    RUN(replay_records_and_repeats);
    RUN(registers_are_read_and_written_by_lane);
    RUN(constant_registers_stay);
    RUN(values_leave_the_registers_alone);
    RUN(words_between_values_see_the_registers);
    RUN(a_factor_that_LReg7_chooses_is_that_of_the_kernel);
    RUN(programmable_constants_are_of_columns);
    RUN(configuration_is_read_back);
    RUN(floats_in_dst_of_each_width);
    return test_summary();
}
