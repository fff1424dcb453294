/* SPDX-License-Identifier: Apache-2.0
 *
 * core_state.h - whether two cores are in the same state as instructions see it (core.h). */
#ifndef CORE_STATE_H
#define CORE_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "softensix/core.h"

static inline bool same_state(const struct stx_core *a, const struct stx_core *b) {
    size_t from = offsetof(struct stx_core, rwc), to = offsetof(struct stx_core, decoded);
    return !memcmp(a->front, b->front, sizeof a->front) &&
           !memcmp((const char *)a + from, (const char *)b + from, to - from);
}

#endif
