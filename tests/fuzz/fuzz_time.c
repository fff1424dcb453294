/* SPDX-License-Identifier: Apache-2.0
 *
 * Programs of three threads, timed: two bytes choose a thread and a word of tests/time/words.h.
 * What must hold of any program: a word arrives, starts, ends; a thread's words keep their order; a
 * unit starts one word a cycle; nothing is busy longer than the run takes; two runs are equal; with
 * a slower matrix unit a thread by itself is not faster. (Several threads may be: a word that
 * another thread's moves hold up can have started before they began.) */
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "softensix/time.h"
#include "time/words.h"

enum { CYCLES = 1 << 14, MOST = 400, PERIOD = 6, SLOW = 9 };
static struct stx_core core;
static struct stx_time timing;
static uint8_t l1[FUZZ_L1_BYTES], used[STX_TIME_RESOURCES][CYCLES];
static uint64_t next[STX_TIME_THREADS];
static uint32_t digest;

static void claim(bool holds) {
    if (!holds) {
        abort();
    }
}

static bool is_shared(unsigned resource) {
    return resource != STX_RESOURCE_THREAD && resource != STX_RESOURCE_THREAD_CONFIG &&
           resource != STX_RESOURCE_MUTEX;
}

static void on_event(void *ctx, const struct stx_time_event *e) {
    (void)ctx;
    claim(e->arrive <= e->start && e->start < e->end);
    claim(e->start >= next[e->thread]);
    claim(!is_shared(e->resource) || !used[e->resource][e->start % CYCLES]);
    claim(e->start == e->arrive || e->stall != STX_STALL_NONE);
    claim(e->after < e->number);
    /* A vector word that waits for a result waits inside its unit. */
    next[e->thread] = e->start + (e->stall != STX_STALL_LREG);
    used[e->resource][e->start % CYCLES] = 1;
    digest = (digest ^ (uint32_t)e->start ^ e->word) * 16777619u;
}

/* The whole program; a word that waits is offered again when its thread has its next turn. */
static uint64_t run(struct bytes in, uint32_t period, unsigned threads) {
    uint32_t held[STX_TIME_THREADS] = {0};
    memset(next, 0, sizeof next);
    memset(used, 0, sizeof used);
    digest = 0;
    stx_init(&core, l1, sizeof l1, NULL);
    stx_init_as_firmware(&core);
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    claim(stx_time_init(&timing, &core));
    claim(stx_time_set(&timing, "dst_period", period));
    timing.event = on_event;
    stx_issue(&core, 0, TT_OP_SETDVALID(3));
    for (unsigned n = 0; n < MOST && in.left; n++) {
        unsigned t = bytes_take(&in, 1) % threads;
        uint32_t word = time_words[bytes_take(&in, 1) % TIME_ALL_WORDS];
        word = held[t] ? held[t] : word;
        held[t] = stx_issue(&core, t, word) == STX_WAIT ? word : 0;
    }
    stx_time_end(&timing);
    return stx_time_total(&timing, STX_TIME_EXPECTED);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const struct bytes in = {data, size};
    uint64_t total = run(in, PERIOD, STX_TIME_THREADS);
    uint32_t first = digest;
    for (unsigned r = 0; r < STX_TIME_RESOURCES; r++) {
        claim(!is_shared(r) || timing.clock[STX_TIME_EXPECTED].busy[r] <= total);
    }
    claim(run(in, PERIOD, STX_TIME_THREADS) == total && digest == first);
    claim(run(in, SLOW, 1) >= run(in, PERIOD, 1));
    return 0;
}
