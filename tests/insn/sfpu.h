/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu.h - what tests of vector instructions share: a core with all lanes enabled, whole registers
 * set and read. */
#ifndef TESTS_INSN_SFPU_H
#define TESTS_INSN_SFPU_H

#include <stdbool.h>
#include <string.h>

#include "core_state.h"
#include "softensix/inspect.h"
#include "softensix/softensix.h"
#include "softensix/tti.h"
#include "test.h"

static struct stx_core core;
static uint8_t l1[64];

static inline void start(void) {
    stx_init(&core, l1, sizeof l1, NULL);
}

static inline enum stx_result run(uint32_t word) {
    return stx_try(&core, 0, word);
}

/* Every word is done. */
static inline bool run_all(const uint32_t *word, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        if (run(word[i]) != STX_DONE) {
            printf("word %u (%08x): %s\n", i, (unsigned)word[i], stx_last_fault(&core)->what);
            return false;
        }
    }
    return true;
}
#define RUN_WORDS(...)                             \
    do {                                           \
        const uint32_t words_[] = {__VA_ARGS__};   \
        CHECK(run_all(words_, sizeof words_ / 4)); \
    } while (0)

/* The word breaks this rule under the strict policy and changes nothing, and is done as silicon
 * does it otherwise. */
static inline bool undefined(uint32_t word, enum stx_rule rule) {
    static struct stx_core before;
    memcpy(&before, &core, sizeof core);
    stx_clear_fault(&core);
    bool refused = run(word) == STX_FAULT && stx_last_fault(&core)->rule == rule;
    bool kept = same_state(&before, &core);
    stx_policy_set(&core, rule, STX_POLICY_SILICON);
    bool allowed = run(word) == STX_DONE;
    memcpy(&core, &before, sizeof core);
    return refused && kept && allowed;
}

static inline void set_all(unsigned reg, uint32_t value) {
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        core.sfpu.lreg[reg][lane] = value;
    }
}

/* value[i] in lanes i, i + count, ... */
static inline void set_cycle(unsigned reg, const uint32_t *value, unsigned count) {
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        core.sfpu.lreg[reg][lane] = value[lane % count];
    }
}

static inline uint32_t lane_of(unsigned reg, unsigned lane) {
    return core.sfpu.lreg[reg][lane];
}

static inline bool all_are(unsigned reg, uint32_t value) {
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        if (core.sfpu.lreg[reg][lane] != value) {
            printf("LReg%u lane %u = %08x, expected %08x\n", reg, lane,
                   (unsigned)core.sfpu.lreg[reg][lane], (unsigned)value);
            return false;
        }
    }
    return true;
}

/* Lanes enabled by their flags: bit i = lane i. */
static inline void enable(uint32_t lanes) {
    core.sfpu.use = UINT32_MAX;
    core.sfpu.flags = lanes;
}

#endif
