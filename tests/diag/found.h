/* SPDX-License-Identifier: Apache-2.0
 *
 * found.h - for tests of the lint: runs words and looks at what it has found. */
#ifndef TESTS_DIAG_FOUND_H
#define TESTS_DIAG_FOUND_H

#include <string.h>

#include "diag/capture.h"
#include "softensix/isa.h"
#include "softensix/lint.h"
#include "softensix/softensix.h"
#include "softensix/tti.h"
#include "test.h"

static struct stx_core core;
static struct stx_lint lint;
static struct stx_lint_finding last;
static uint8_t l1[0x4000];

static void on_finding(void *ctx, const struct stx_lint_finding *finding) {
    struct stx_lint_finding *newest = ctx;
    *newest = *finding;
}

/* Both sources valid in both banks; nothing has been awaited. */
static inline void start(void) {
    stx_init(&core, l1, sizeof l1, NULL);
    stx_init_as_firmware(&core);
    memset(&last, 0, sizeof last);
    stx_lint_init(&lint, &core, on_finding, &last);
    for (unsigned i = 0; i < 2; i++) {
        stx_issue(&core, 0, TT_OP_SETDVALID(3));
    }
}

#define STALL_MATH 64
#define STALL_SYNC 2
#define STALL_SFPU 256
#define NOP TT_OP_NOP
#define MAD(vd) TT_OP_SFPMAD(0, 0, 9, vd, 0)

/* Runs words on thread 1; how many findings. */
static inline unsigned run(const uint32_t *words, unsigned count) {
    start();
    for (unsigned i = 0; i < count; i++) {
        if (stx_issue(&core, 1, words[i]) != STX_DONE) {
            return 100;
        }
    }
    return stx_lint_total(&lint);
}
#define FINDINGS(...) \
    run((const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / 4)

#define FIRES(rule_, ...)                            \
    do {                                             \
        CHECK_EQ(FINDINGS(__VA_ARGS__), 1);          \
        CHECK_EQ(last.rule, STX_LINT_##rule_);       \
        CHECK_EQ(last.thread, 1);                    \
        CHECK_EQ(lint.found[STX_LINT_##rule_], 1);   \
        CHECK(strlen(stx_lint_text(last.rule)) > 9); \
    } while (0)
#define SILENT(...) CHECK_EQ(FINDINGS(__VA_ARGS__), 0)

#define SFPLOAD(address) TT_OP_SFPLOAD(0, 0, 7, address)
#define MVMUL(dst) TT_OP_MVMUL(0, 0, 7, dst)

#endif
