/* SPDX-License-Identifier: Apache-2.0
 *
 * limits.h - the bands of kinds of kernels, for tests of what is told of them. */
#ifndef TESTS_TIME_LIMITS_H
#define TESTS_TIME_LIMITS_H

#include "softensix/time.h"

/* Of each kind how low and how high silicon may be, in thousandths of the model's time. */
static const struct {
    unsigned low, high, rows;
} bands[STX_TIME_KINDS] = {
#define BAND(kind, text, low, high, rows) [STX_TIME_##kind] = {low, high, rows},
#include "time/kinds.def"
};
static inline unsigned long low_of(enum stx_time_kind kind, unsigned long cycles) {
    return cycles * bands[kind].low / 1000;
}
static inline unsigned long high_of(enum stx_time_kind kind, unsigned long cycles) {
    return (cycles * bands[kind].high + 999) / 1000;
}

#endif
