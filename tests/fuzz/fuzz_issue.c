/* SPDX-License-Identifier: Apache-2.0
 *
 * stx_issue with all that is around it: MOP and replay, a port that lets other threads run from
 * inside a wait or never unblocks anything, callbacks that issue words, restore a state, set every
 * policy or start the core anew. A byte of choices (bit 0: every rule as silicon; bit 1: a port
 * that yields; bits 4:2: what callbacks do), then records of six bytes: what, thread, value.
 * Whatever happens, the state that is left is one that can be saved and restored. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "softensix/inspect.h"

#define MOST_YIELDS 40u
#define MOST_WORDS 200u

static struct bytes in;
static uint8_t saved[1 << 17];
static size_t saved_bytes;
static unsigned depth, yields, words, reentry;
static jmp_buf given_up;

/* Counts of a MOP stay small, so that no input takes long. */
static void write_mop(unsigned thread, unsigned index, uint32_t value) {
    stx_mop_write(&fuzz_core, thread, index % 9, index % 9 < 2 ? value & 3u : value);
}

static void one_record(void) {
    unsigned what = bytes_take(&in, 1), thread = bytes_take(&in, 1) % STX_THREADS;
    uint32_t value = bytes_take(&in, 4);
    if (words++ >= MOST_WORDS) {
        return;
    }
    if (what < 48) {
        write_mop(thread, what, value);
    } else if (what < 80) {
        stx_mmio_write(&fuzz_core, thread, 0xFFEF0000u + (value >> 16) % 672 * 4, value & 0xFFFFu);
    } else if (what < 96) {
        saved_bytes = stx_save(&fuzz_core, saved, sizeof saved);
    } else {
        (void)stx_issue(&fuzz_core, thread, value);
    }
}

/* What a callback does besides: 0 nothing. */
static void enter_again(void) {
    if (depth >= 3) {
        return;
    }
    depth++;
    switch (reentry) {
    case 1:
        one_record();
        break;
    case 2:
        if (saved_bytes) {
            (void)stx_restore(&fuzz_core, saved, saved_bytes);
        }
        break;
    case 3:
        stx_policy_set_all(&fuzz_core, words % 2 ? STX_POLICY_FAULT : STX_POLICY_SILICON);
        break;
    case 4: {
        struct stx_port port = fuzz_core.port;
        stx_init(&fuzz_core, fuzz_core.l1, fuzz_core.l1_size, &port);
        break;
    }
    default:
        break;
    }
    depth--;
}

static void on_yield(void *ctx, unsigned thread) {
    (void)ctx;
    (void)thread;
    if (++yields > MOST_YIELDS) {
        longjmp(given_up, 1); /* nothing unblocks it */
    }
    enter_again();
}

static enum stx_verdict on_fault(void *ctx, const struct stx_fault *fault) {
    (void)ctx;
    (void)fault;
    enter_again();
    return (enum stx_verdict)(words % 3);
}

static void check_left(void) {
    size_t bytes = stx_save(&fuzz_core, saved, sizeof saved);
    if (bytes > sizeof saved || !stx_restore(&fuzz_core, saved, bytes)) {
        printf("the state that is left cannot be restored\n");
        fflush(stdout);
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    in = (struct bytes){data, size < 900 ? size : 900};
    unsigned choice = bytes_take(&in, 1);
    fuzz_start(choice & 1u);
    saved_bytes = depth = yields = words = 0;
    reentry = choice >> 2 & 7u;
    fuzz_core.port = (struct stx_port){.fault = on_fault, .yield = choice & 2u ? on_yield : NULL};
    if (setjmp(given_up) == 0) {
        while (in.left && words < MOST_WORDS) {
            one_record();
        }
    }
    check_left();
    return 0;
}
