/* SPDX-License-Identifier: Apache-2.0
 *
 * timing.h - for tests of the model of time: a core whose words and accesses it sees. */
#ifndef TESTS_TIME_TIMING_H
#define TESTS_TIME_TIMING_H

#include "insn/data.h"
#include "softensix/time.h"
#include "time/model.h"

static struct stx_time timing;

/* From now on words have times. Banks are handed over at once, so that the times of a test follow
 * from its words. */
static inline void begin_timing(void) {
    stx_time_init(&timing, &core);
    stx_time_option(&timing, "bank_given=0");
    stx_time_option(&timing, "bank_returned=0");
}

static inline void begin(void) {
    start();
    stx_init_as_firmware(&core);
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    begin_timing();
}

/* A word as the model takes it when thread 0 executes it alone; then the core is as before. */
static inline struct stx_time_word timed(uint32_t word) {
    static struct stx_core before;
    begin_timing();
    before = core;
    if (stx_try(&core, 0, word) != STX_DONE) {
        printf("%08lx is not done\n", (unsigned long)word);
        test_bad = 1;
    }
    core = before;
    return timing.thread[0].queue[0];
}

static inline uint32_t moved(uint32_t word) {
    return timed(word).bytes;
}

/* A format that an unpacker makes of this one. */
static inline uint32_t unpacked_as(uint32_t format) {
    return format == INT8 ? INT8 : BF16;
}

#endif
