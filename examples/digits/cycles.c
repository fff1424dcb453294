/* SPDX-License-Identifier: Apache-2.0
 *
 * cycles.c - passes the words of a part of the run to the time model. */
#include "cycles.h"

#if STX_TRACE
#include "softensix/time.h"

static struct stx_time timing;
static bool running;

static void word(void *ctx, unsigned thread, uint32_t w, enum stx_result result) {
    if (running) {
        stx_time_word(ctx, thread, w, result);
    }
}

static void access(void *ctx, unsigned thread, uint32_t address, uint32_t value, bool write) {
    if (running) {
        stx_time_access(ctx, thread, address, value, write);
    }
}

const struct stx_port cycles_port = {.ctx = &timing, .trace = word, .access = access};

void cycles_begin(const struct stx_core *core) {
    running = stx_time_init(&timing, core);
}

uint64_t cycles_end(void) {
    if (!running) {
        return 0;
    }
    running = false;
    stx_time_end(&timing);
    return stx_time_total(&timing, STX_TIME_EXPECTED);
}
#else
const struct stx_port cycles_port = {0};

void cycles_begin(const struct stx_core *core) {
    (void)core;
}

uint64_t cycles_end(void) {
    return 0;
}
#endif
