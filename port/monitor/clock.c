/* SPDX-License-Identifier: Apache-2.0
 *
 * clock.c - limits the time of kernels with the timer of the machine (the CLINT of QEMU's virt
 * board). It interrupts only user mode, because the monitor runs with interrupts off. */
#include "monitor.h"

#define MTIMECMP ((volatile uint32_t *)0x02004000)
#define MTIME ((const volatile uint32_t *)0x0200BFF8)

enum { TICKS_A_MILLISECOND = 10000, PARTS = 100 };

static uint64_t end,
    part; /* the end of the run's time, and of the part in which user code must trap */
static uint32_t traps_before;

static uint64_t now(void) {
    uint32_t high, low;
    do {
        high = MTIME[1];
        low = MTIME[0];
    } while (high != MTIME[1]);
    return (uint64_t)high << 32 | low;
}

/* Sets the time of the next interrupt. Writing the two halves causes none in between. */
static void set_next(void) {
    uint64_t next = now() + part;
    MTIMECMP[1] = UINT32_MAX;
    MTIMECMP[0] = (uint32_t)next;
    MTIMECMP[1] = (uint32_t)(next >> 32);
}

void monitor_clock_start(uint32_t milliseconds) {
    uint64_t all = (uint64_t)milliseconds * TICKS_A_MILLISECOND;
    end = now() + all;
    part = all / PARTS;
    set_next();
}

const char *monitor_clock_tick(uint32_t traps) {
    const char *why = NULL;
    if (now() >= end) {
        why = "no end within the time limit (--limit)";
    } else if (traps == traps_before) {
        why = "no end: a hundredth of the time limit without a word, an access or a call";
    }
    traps_before = traps;
    set_next();
    return why;
}
