/* SPDX-License-Identifier: Apache-2.0
 *
 * fuzz.c - what the fuzzers share: a core, words of three threads, and the rule that a word that
 * did not run changed nothing. */
#include "fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core_state.h"
#include "frontend/expand.h"
#include "softensix/isa.h"

#define QUEUE 64u
#define BUDGET 3000u /* plain words tried in a run */

struct stx_core fuzz_core;
static struct stx_core before;
static uint8_t *l1;
static unsigned budget;
static enum stx_verdict verdict;
static struct {
    uint32_t word[QUEUE];
    unsigned count;
} queue[STX_THREADS];

uint32_t bytes_take(struct bytes *bytes, unsigned count) {
    uint32_t v = 0;
    for (unsigned i = 0; i < count && bytes->left; i++) {
        v |= (uint32_t)*bytes->at++ << (8 * i);
        bytes->left--;
    }
    return v;
}

static enum stx_verdict on_fault(void *ctx, const struct stx_fault *fault) {
    (void)ctx;
    (void)fault;
    return verdict;
}

void fuzz_start(unsigned choice) {
    static const struct stx_port port = {.fault = on_fault};
    if (!l1) {
        l1 = malloc(FUZZ_L1_BYTES);
    }
    for (unsigned i = 0; i < FUZZ_L1_BYTES; i++) {
        l1[i] = (uint8_t)(i * 37u + (i >> 8));
    }
    verdict = (enum stx_verdict)(choice >> 1 & 3u) % 3u;
    budget = BUDGET;
    memset(queue, 0, sizeof queue);
    stx_init(&fuzz_core, l1, FUZZ_L1_BYTES, &port);
    stx_init_as_firmware(&fuzz_core);
    stx_policy_set_all(&fuzz_core, choice & 1u ? STX_POLICY_SILICON : STX_POLICY_FAULT);
}

static enum stx_result try_word(unsigned thread, uint32_t word) {
    memcpy(&before, &fuzz_core, offsetof(struct stx_core, decoded));
    enum stx_result result = stx_try(&fuzz_core, thread, word);
    /* A matter of speed, and who queues for a mutex: a try may change these. */
    memcpy(before.srca.decoded, fuzz_core.srca.decoded, sizeof before.srca.decoded);
    memcpy(before.srcb.decoded, fuzz_core.srcb.decoded, sizeof before.srcb.decoded);
    memcpy(before.mutex_waits, fuzz_core.mutex_waits, sizeof before.mutex_waits);
    if (result != STX_DONE && !same_state(&before, &fuzz_core)) {
        char text[300];
        stx_disasm(text, sizeof text, word);
        printf("result %d, but the state has changed: %08x %s\n", (int)result, (unsigned)word,
               text);
        fflush(stdout);
        abort();
    }
    return result;
}

/* Tries the heads until nothing moves. */
static void retry(void) {
    bool moved = true;
    while (moved && budget) {
        moved = false;
        for (unsigned t = 0; t < STX_THREADS; t++) {
            if (queue[t].count && budget) {
                budget--;
                moved = try_word(t, queue[t].word[0]) != STX_WAIT;
                if (moved) {
                    queue[t].count--;
                    memmove(queue[t].word, queue[t].word + 1, 4 * queue[t].count);
                    break;
                }
            }
        }
    }
}

static void tell_waits(void) {
    char text[300];
    for (unsigned t = 0; t < STX_THREADS; t++) {
        if (queue[t].count) {
            stx_explain_wait(&fuzz_core, t, queue[t].word[0], text, sizeof text);
        }
    }
}

void fuzz_offer(unsigned thread, uint32_t word) {
    uint32_t plain;
    thread %= STX_THREADS;
    fuzz_core.now_thread = (uint8_t)thread;
    front_offer(&fuzz_core, thread, word);
    while (stx_take_pending(&fuzz_core, thread, &plain)) {
        if (budget && queue[thread].count < QUEUE) {
            queue[thread].word[queue[thread].count++] = plain;
            retry();
        }
    }
    tell_waits();
}
