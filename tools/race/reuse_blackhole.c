/* SPDX-License-Identifier: Apache-2.0
 *
 * reuse_blackhole.c - a kernel that moves a row of Dst to SrcA, which thread 0 has filled. MOVD2A
 * does not wait for the bank, so a STALLWAIT has to. The other form lacks it: if the math thread is
 * early, thread 0 fills the bank after MOVD2A. */
#include "race.h"
#include "softensix/tti.h"

enum { ROUNDS = 6, ROUND_DONE = 1 << 2 };
enum { HOLD_SYNC = 2, HOLD_MATH = 64, HOLD_ALL = 511, UNTIL_STORES_ARRIVED = 1024 };
enum { UNTIL_MATH_IDLE = 16 | 1 << 11, UNTIL_SFPU_IDLE = 1 << 11, UNTIL_A_VALID = 128 };

static void issue(unsigned thread, uint32_t word) {
    (void)stx_issue(stx_bound(), thread, word);
}

/* SrcA all 1.0, valid; SrcB the same. */
static void unpack(void *argument) {
    (void)argument;
    stx_mmio_write(stx_bound(), 0, 0xFFEF0000u + 4 * 72, 5); /* unpackers make BF16 */
    stx_mmio_write(stx_bound(), 0, 0xFFEF0000u + 4 * 120, 5);
    issue(0, TT_OP_STALLWAIT(HOLD_ALL, UNTIL_STORES_ARRIVED));
    for (unsigned i = 0; i < ROUNDS; i++) {
        issue(0, TT_OP_UNPACR_NOP(0, 0, 0, 1, 1, 0, 0, 2, 1));
        issue(0, TT_OP_UNPACR_NOP(1, 0, 0, 1, 1, 0, 0, 2, 1));
    }
}

/* Sets Dst row 0 to 2.0. Each round then copies it to row 0 of SrcA and adds SrcA * SrcB to Dst
 * rows 8... */
static void math(bool guarded) {
    issue(1, TT_OP_ZEROACC(3, 0, 0, 7, 0));
    issue(1, TT_OP_SFPLOADI(0, 0, 0x4000)); /* 2.0 */
    issue(1, TT_OP_SFPSTORE(0, 2, 7, 0));   /* rows 0..3, even columns */
    issue(1, TT_OP_SFPSTORE(0, 2, 7, 2));   /* odd columns */
    issue(1, TT_OP_STALLWAIT(HOLD_MATH, UNTIL_SFPU_IDLE));
    for (unsigned i = 0; i < ROUNDS; i++) {
        if (guarded) {
            issue(1, TT_OP_STALLWAIT(HOLD_MATH, UNTIL_A_VALID));
        }
        issue(1, TT_OP_MOVD2A(0, 0, 7, 0, 0));
        issue(1, TT_OP_MVMUL(3, 0, 7, 8));
        issue(1, TT_OP_STALLWAIT(HOLD_SYNC, UNTIL_MATH_IDLE));
        issue(1, TT_OP_SEMPOST(ROUND_DONE));
    }
}

static void math_guarded(void *argument) {
    (void)argument;
    math(true);
}

static void math_unguarded(void *argument) {
    (void)argument;
    math(false);
}

static void pack(void *argument) {
    (void)argument;
    for (unsigned i = 0; i < ROUNDS; i++) {
        issue(2, TT_OP_SEMWAIT(1, ROUND_DONE, 1));
        issue(2, TT_OP_SEMGET(ROUND_DONE));
    }
}

static void start(struct coop *coop, void (*math_thread)(void *)) {
    issue(0, TT_OP_SEMINIT(2, 0, ROUND_DONE));
    coop_add(coop, "unpack", 0, unpack, NULL);
    coop_add(coop, "math", 1, math_thread, NULL);
    coop_add(coop, "pack", 2, pack, NULL);
}

void reuse_start(void *ctx, struct coop *coop, uint8_t *l1) {
    (void)ctx;
    (void)l1;
    start(coop, math_guarded);
}

void reuse_unguarded_start(void *ctx, struct coop *coop, uint8_t *l1) {
    (void)ctx;
    (void)l1;
    start(coop, math_unguarded);
}
