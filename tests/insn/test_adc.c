/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Address counters: random words beside a model of the table of SPEC 11.1. */
#include "data.h"

enum { X, Y, Z, W };

static struct stx_adc model[STX_THREADS][3];
static uint32_t zw; /* how many values Z and W have */

static void put(struct stx_adc *set, unsigned channel, unsigned dimension, uint32_t value) {
    const uint32_t sizes[] = {1 << 18, 1 << 13, zw, zw};
    set->at[channel][dimension] = set->cr[channel][dimension] = value % sizes[dimension];
}

/* SETADC: the counters of thread n - 1, where n is bits 17:16, or of the thread itself. */
static void model_setadc(unsigned thread, unsigned unit, uint32_t word) {
    unsigned n = word >> 16 & 3;
    put(&model[n ? n - 1 : thread][unit], word >> 20 & 1, word >> 18 & 3, word & 0xFFFF);
}

/* Four values of three bits: set, added to the counter, or added to the copy. */
static void model_four(struct stx_adc *set, uint32_t word, unsigned first, unsigned kind) {
    for (unsigned i = 0; i < 4; i++) {
        unsigned channel = i / 2, dimension = first + i % 2;
        uint32_t value = word >> (6 + 3 * i) & 7, copy = set->cr[channel][dimension];
        if (kind == 1) {
            put(set, channel, dimension, set->at[channel][dimension] + value);
            set->cr[channel][dimension] = copy;
        } else if (word >> i & 1) {
            put(set, channel, dimension, kind == 2 ? copy + value : value);
        }
    }
}

static void model_word(unsigned thread, uint32_t word) {
    for (unsigned unit = 0; unit < 3; unit++) {
        struct stx_adc *set = &model[thread][unit];
        if (!(word >> (21 + unit) & 1)) {
            continue;
        }
        switch (word >> 24) {
        case 0x50:
            model_setadc(thread, unit, word);
            break;
        case 0x5E:
            put(set, 0, X, word & 1023);
            put(set, 1, X, word >> 10 & 1023);
            break;
        default: /* 0x51 to 0x53: X and Y; 0x54 to 0x56: Z and W */
            model_four(set, word, word >> 24 < 0x54 ? X : Z,
                       (word - (0x51u << 24)) / (1 << 24) % 3);
        }
    }
}

static uint32_t random_word(uint32_t *state) {
    static const uint8_t opcodes[] = {0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x5E};
    uint32_t opcode = opcodes[test_random(state) >> 8 & 7], fields = test_random(state) >> 8;
    if (opcode == 0x50) { /* a thread that there is */
        return opcode << 24 | (fields & 0xFCFFFF) |
               (test_random(state) >> 8) % (STX_THREADS + 1) << 16;
    }
    if (opcode == 0x5E) {
        return opcode << 24 | (fields & 0xEFFFFF);
    }
    return opcode << 24 | (fields & (opcode == 0x52 || opcode == 0x55 ? 0xE3FFC0 : 0xE3FFCF));
}

static void follow_the_table(enum stx_side side) {
    uint32_t state = 1;
    start();
    stx_departure_set(&core, STX_DEPARTURE_ADC_ZW_13, side);
    zw = side == STX_SIDE_SILICON ? 1 << 13 : 1 << 8;
    stx_policy_set(&core, STX_RULE_ADC_THREAD, STX_POLICY_SILICON);
    memset(model, 0, sizeof model);
    for (unsigned i = 0; i < 30000; i++) {
        unsigned thread = (test_random(&state) >> 8) % STX_THREADS;
        uint32_t word = random_word(&state);
        CHECK_EQ(stx_try(&core, thread, word), STX_DONE);
        model_word(thread, word);
        CHECK(memcmp(model, core.adc, sizeof model) == 0);
    }
}

TEST(counters_follow_the_table_on_silicon) {
    follow_the_table(STX_SIDE_SILICON);
}

TEST(counters_follow_the_table_of_the_simulator) {
    follow_the_table(STX_SIDE_SIMULATOR);
}

/* The sides differ where the numbers are not the same: not for 255, nor for 8193. */
TEST(values_that_eight_bits_do_not_hold_are_counted) {
    static const uint32_t value[] = {255, 256, 300, 8191, 8193, 8192 + 256};
    static const uint8_t differ[] = {0, 1, 1, 1, 0, 1};
    for (unsigned i = 0; i < 2 * sizeof differ; i++) {
        uint32_t v = value[i / 2];
        start();
        stx_departure_set(&core, STX_DEPARTURE_ADC_ZW_13,
                          i & 1u ? STX_SIDE_SIMULATOR : STX_SIDE_SILICON);
        CHECK_EQ(run(TT_OP_SETADC(1, 1, W, v)), STX_DONE);
        CHECK_EQ(core.adc[0][0].at[1][W], v % (i & 1u ? 256 : 8192));
        CHECK_EQ(stx_departure_count(&core, STX_DEPARTURE_ADC_ZW_13), differ[i / 2]);
        CHECK_EQ(run(TT_OP_SETADC(1, 1, Y, 8191)), STX_DONE); /* X and Y are wide on both */
        CHECK_EQ(stx_departure_count(&core, STX_DEPARTURE_ADC_ZW_13), differ[i / 2]);
    }
}

TEST(a_thread_that_is_not_there_has_no_counters) {
    start();
    stx_policy_set(&core, STX_RULE_ADC_THREAD, STX_POLICY_SILICON);
    if (STX_THREADS < 3) {
        CHECK(faults(TT_OP_SETADC(7, 0, 0, (STX_THREADS + 1) << 16), STX_RULE_NOT_PRESENT));
        CHECK_EQ(run(TT_OP_SETADC(7, 0, 0, (STX_THREADS + 1) << 16)), STX_FAULT);
        CHECK_EQ(stx_last_fault(&core)->detail, STX_THREADS);
    }
}

int main(void) {
    RUN(counters_follow_the_table_on_silicon);
    RUN(counters_follow_the_table_of_the_simulator);
    RUN(values_that_eight_bits_do_not_hold_are_counted);
    RUN(a_thread_that_is_not_there_has_no_counters);
    return test_summary();
}
