/* SPDX-License-Identifier: Apache-2.0
 *
 * order_core.h - for tests of the order checker: a core with the order checker beside it, words of
 * three threads, and what it has found. */
#ifndef TESTS_DIAG_ORDER_CORE_H
#define TESTS_DIAG_ORDER_CORE_H

#include <string.h>

#include "softensix/isa.h"
#include "softensix/order.h"
#include "softensix/softensix.h"
#include "softensix/tti.h"
#include "test.h"

static struct stx_core core;
static struct stx_order order;
static uint8_t l1[0x4000];

enum {
    STALL_SYNC = 2,
    STALL_MATH = 0x40,
    STALL_THCON = 0x20,
    STALL_CFG = 0x80,
    STALL_SFPU = 0x100
};
enum {
    UNTIL_THCON = 1,
    UNTIL_PACK = 8,
    UNTIL_MATH = 0x10,
    UNTIL_SRCA_VLD = 0x80,
    UNTIL_SRCB_VLD = 0x100,
    UNTIL_XMOV = 0x200,
    UNTIL_TRISC = 0x400,
    UNTIL_SFPU = 0x800
};

/* Both banks of both sources are valid. */
static inline void watch_at(enum stx_order_level level) {
    stx_init(&core, l1, sizeof l1, NULL);
    stx_init_as_firmware(&core);
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    for (unsigned i = 0; i < 2; i++) {
        stx_issue(&core, 0, TT_OP_SETDVALID(3));
    }
    stx_issue(&core, 0, TT_OP_SEMINIT(2, 0, 0xFF));
    stx_order_init(&order, &core, level);
    stx_order_set(&order, STX_ORDER_VECTOR_UNWRITTEN, false); /* test_order_vector.c */
}

static inline void watch(void) {
    watch_at(STX_ORDER_DEFAULT);
}

/* A word that has to be executed at once. */
static inline void issue(unsigned thread, uint32_t word) {
    if (stx_issue(&core, thread, word) != STX_DONE) {
        printf("word %08lx of thread %u is not done\n", (unsigned long)word, thread);
        test_bad = 1;
    }
}

/* Words of a thread. */
#define WORDS(thread, ...)                                                    \
    for (unsigned i_ = 0; i_ < sizeof((uint32_t[]){__VA_ARGS__}) / 4; i_++) { \
        issue(thread, ((uint32_t[]){__VA_ARGS__})[i_]);                       \
    }

/* One finding, by this rule. */
#define FOUND(rule_)                                        \
    do {                                                    \
        CHECK_EQ(stx_order_total(&order), 1);               \
        CHECK_EQ(order.finding[0].rule, STX_ORDER_##rule_); \
    } while (0)
#define SILENT() CHECK_EQ(stx_order_total(&order), 0)

#endif
