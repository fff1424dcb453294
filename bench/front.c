/* SPDX-License-Identifier: Apache-2.0
 *
 * front.c - the front end: words that do nothing. */
#include "bench.h"
#include "softensix/tti.h"

enum { WORDS = 64 };

static void prepare(uint32_t parameter) {
    (void)parameter;
    bench_core_init(CODE_BF16);
    bench_issue(TT_OP_REPLAY(0, 16, 0, 1));
    for (unsigned i = 0; i < 16; i++) {
        bench_issue(TT_OP_NOP);
    }
}

static void nops(void) {
    for (unsigned i = 0; i < WORDS; i++) {
        bench_issue(TT_OP_NOP);
    }
}

static void replays(void) {
    for (unsigned i = 0; i < WORDS / 16; i++) {
        bench_issue(TT_OP_REPLAY(0, 16, 0, 0));
    }
}

/* replay16_nop: the cost of each replayed word. */
const struct bench bench_front[] = {
    {"issue_nop", prepare, nops, WORDS, 0}, {"replay16_nop", prepare, replays, WORDS, 0}, {0}};
