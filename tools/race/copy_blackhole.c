/* SPDX-License-Identifier: Apache-2.0
 *
 * copy_blackhole.c - copies SrcA to Dst like LLK: the math thread waits only for SrcA but releases
 * both banks, and the unpack thread hands over a cleared SrcB together with each SrcA. A product,
 * which needs both, follows. This works as long as the two words of the unpack thread leave its MOP
 * back to back. */
#include "race.h"
#include "softensix/tti.h"

enum { FACES = 4, MOP_CFG = 0xFFB80000u };
enum { HOLD_ALL = 511, UNTIL_STORES_ARRIVED = 1024 };

static void issue(unsigned thread, uint32_t word) {
    (void)stx_issue(stx_bound(), thread, word);
}

/* MOP template 1: outer times (inner times body, then end). */
static void program_mop(unsigned thread, uint32_t inner, uint32_t body, uint32_t end) {
    const uint32_t cfg[9] = {FACES, inner, TT_OP_NOP, end, TT_OP_NOP, body, TT_OP_NOP, body, body};
    for (unsigned i = 0; i < 9; i++) {
        stx_mmio_write(stx_bound(), thread, MOP_CFG + 4 * i, cfg[i]);
    }
}

static void unpack(void *argument) {
    (void)argument;
    stx_mmio_write(stx_bound(), 0, 0xFFEF0000u + 4 * 72, 5); /* unpackers make BF16 */
    stx_mmio_write(stx_bound(), 0, 0xFFEF0000u + 4 * 120, 5);
    issue(0, TT_OP_STALLWAIT(HOLD_ALL, UNTIL_STORES_ARRIVED));
    /* SrcA is handed over when the unpacker's bank is free, SrcB when the FPU has released its
     * bank. */
    program_mop(0, 1, TT_OP_UNPACR_NOP(0, 0, 0, 1, 1, 1, 0, 2, 1),
                TT_OP_UNPACR_NOP(1, 0, 0, 1, 0, 0, 0, 0, 1));
    issue(0, TT_OP_MOP(1, 0, 0));
    issue(0, TT_OP_UNPACR_NOP(1, 0, 0, 1, 1, 1, 0, 2, 1));
    issue(0, TT_OP_UNPACR_NOP(0, 0, 0, 1, 1, 1, 0, 2, 1));
}

static void math(void *argument) {
    (void)argument;
    issue(1, TT_OP_ZEROACC(3, 0, 0, 7, 0));
    program_mop(1, 2, TT_OP_MOVA2D(0, 0, 7, 2, 0), TT_OP_SETRWC(3, 0, 0, 0, 0, 15));
    issue(1, TT_OP_MOP(1, 0, 0));
    issue(1, TT_OP_MVMUL(3, 0, 7, 8));
}

void copy_start(void *ctx, struct coop *coop, uint8_t *l1) {
    (void)ctx, (void)l1;
    coop_add(coop, "unpack", 0, unpack, NULL);
    coop_add(coop, "math", 1, math, NULL);
}
