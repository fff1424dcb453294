/* SPDX-License-Identifier: Apache-2.0
 *
 * timing.h - for tests of the model of time: a core whose words and accesses it sees. */
#ifndef TESTS_TIME_TIMING_H
#define TESTS_TIME_TIMING_H

#include "insn/data.h"
#include "softensix/time.h"
#include "time/model.h"

static struct stx_time timing;

/* From now on words have times. */
static inline void begin_timing(void) {
    stx_time_init(&timing, &core);
}

static inline void begin(void) {
    start();
    stx_init_as_firmware(&core);
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    begin_timing();
}

#endif
