/* SPDX-License-Identifier: Apache-2.0
 *
 * queue.c - words expand when they are offered; plain words that have to wait queue up by thread.
 */
#include "frontend/expand.h"
#include "softensix/softensix.h"
#include "vectors/vec.h"

#define QUEUE_WORDS 40000u /* a MOP unfolds to 32,639 at most */

static struct {
    uint32_t word[QUEUE_WORDS];
    uint32_t head, tail;
} queue[STX_THREADS];

void vec_queue_clear(void) {
    for (unsigned t = 0; t < STX_THREADS; t++) {
        queue[t].head = queue[t].tail = 0;
    }
}

uint32_t vec_queue_left(unsigned thread) {
    return queue[thread].tail - queue[thread].head;
}

bool vec_queue_head(unsigned thread, uint32_t *word) {
    *word = queue[thread].word[queue[thread].head];
    return vec_queue_left(thread) > 0;
}

static void push(unsigned thread, uint32_t word) {
    if (queue[thread].tail < QUEUE_WORDS) {
        queue[thread].word[queue[thread].tail++] = word;
    }
}

static bool advance(struct stx_core *core, unsigned thread) {
    bool moved = false;
    while (vec_queue_left(thread) &&
           stx_try(core, thread, queue[thread].word[queue[thread].head]) == STX_DONE) {
        queue[thread].head++;
        moved = true;
    }
    return moved;
}

void vec_queue_retry(struct stx_core *core) {
    bool moved;
    do {
        moved = false;
        for (unsigned t = 0; t < STX_THREADS; t++) {
            moved = advance(core, t) || moved;
        }
    } while (moved);
}

void vec_queue_offer(struct stx_core *core, unsigned thread, uint32_t word) {
    uint32_t plain;
    if (vec_queue_left(thread)) {
        front_offer(core, thread, word);
    } else {
        queue[thread].head = queue[thread].tail = 0;
        if (stx_issue(core, thread, word) != STX_WAIT) {
            vec_queue_retry(core);
            return;
        }
    }
    while (stx_take_pending(core, thread, &plain)) {
        push(thread, plain);
    }
    vec_queue_retry(core);
}

void vec_queue_idle(struct stx_core *core) {
    stx_settle(core);
}
