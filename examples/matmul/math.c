/* SPDX-License-Identifier: Apache-2.0
 *
 * math.c - thread 1: Dst += SrcB * SrcA, with 16 MVMULs for each tile and fidelity phase. */
#define STX_THREAD 1
#include "kernel.h"

/* Where an MVMUL leaves the counters. SrcB and SrcA hold four 16x16 faces each, and so does Dst. */
enum {
    NEXT_ROWS = 0, /* the other 8 rows of the face of SrcB */
    NEXT_A = 1,    /* the next face of SrcA, the same face of SrcB again */
    NEXT_B = 2     /* the first face of SrcA again, two faces further in SrcB */
};
/* SECOND_HALF: SrcA's lower faces, SrcB's right ones, Dst from its start: k = 16..31. NEXT_PHASE:
 * all counters back to the start. On Wormhole words name one of four modifiers, and a bias selects
 * the upper or the lower four, so each half of a tile has its own four there: the last product of
 * each half toggles the bias. */
#if STX_ARCH == STX_ARCH_BLACKHOLE
enum { SECOND_HALF = 4, NEXT_PHASE = 5, UPPER = 0 };
#else
enum { SECOND_HALF = 3, NEXT_PHASE = 3, UPPER = 4 };
#endif

#define AB(srca, srca_cr, srca_clear, srcb, srcb_cr, srcb_clear)                   \
    ((srca) | (srca_cr) << 6 | (srca_clear) << 7 | (srcb) << 8 | (srcb_cr) << 14 | \
     (srcb_clear) << 15)
#define DST(increment, cr, clear, phase) ((increment) | (cr) << 10 | (clear) << 11 | (phase) << 13)
#define ADDR_MOD(index, ab, dst)                 \
    do {                                         \
        TTI_SETC16(TC_ADDR_MOD_AB(index), ab);   \
        TTI_SETC16(TC_ADDR_MOD_DST(index), dst); \
    } while (0)

#define HALF_ADDR_MODS(first)                                               \
    do {                                                                    \
        ADDR_MOD(first + NEXT_ROWS, AB(0, 0, 0, 8, 0, 0), DST(8, 0, 0, 0)); \
        ADDR_MOD(first + NEXT_A, AB(16, 0, 0, 0, 1, 0), DST(8, 0, 0, 0));   \
        ADDR_MOD(first + NEXT_B, AB(0, 1, 0, 32, 1, 0), DST(8, 0, 0, 0));   \
    } while (0)

static void set_addr_mods(const struct matmul *p) {
    HALF_ADDR_MODS(0);
    ADDR_MOD(SECOND_HALF, AB(32, 1, 0, 48, 1, 0), DST(0, 1, 0, 0));
    if (UPPER) {
        HALF_ADDR_MODS(UPPER);
        TTI_SETC16(TC_ADDR_MOD_BIAS(SECOND_HALF), 1);
        TTI_SETC16(TC_ADDR_MOD_BIAS(UPPER + NEXT_PHASE), 1);
    }
    TTI_SETC16(TC_ADDR_MOD_AB(UPPER + NEXT_PHASE), AB(0, 1, 1, 0, 1, 1));
    TT_SETC16(TC_ADDR_MOD_DST(UPPER + NEXT_PHASE), DST(0, 1, 1, p->phases > 1 ? 1u : 0u));
}

/* Faces 0 1 / 2 3 of each operand: B0*A0 B0*A1 B2*A0 B2*A1, then B1*A2 B1*A3 B3*A2 B3*A3. The two
 * halves differ in where their last product leaves the counters. */
static void record_half(void) {
    TTI_MVMUL(0, 0, NEXT_ROWS, 0);
    TTI_MVMUL(0, 0, NEXT_A, 0);
    TTI_MVMUL(0, 0, NEXT_ROWS, 0);
    TTI_MVMUL(0, 0, NEXT_B, 0);
    TTI_MVMUL(0, 0, NEXT_ROWS, 0);
    TTI_MVMUL(0, 0, NEXT_A, 0);
    TTI_MVMUL(0, 0, NEXT_ROWS, 0);
}

static void record_tile(void) {
    TTI_REPLAY(16, 16, 0, 1);
    record_half();
    TTI_MVMUL(0, 0, SECOND_HALF, 0);
    record_half();
    TTI_MVMUL(0, 0, NEXT_PHASE, 0);
}

/* MOP template 1: replays the recording once for each fidelity phase. */
static void program_mop(const struct matmul *p) {
    const uint32_t replay = TT_OP_REPLAY(16, 16, 0, 0);
    mop_store(0, 1);
    mop_store(1, p->phases);
    mop_store(2, TT_OP_NOP);
    mop_store(3, TT_OP_NOP);
    mop_store(4, TT_OP_NOP);
    mop_store(5, replay);
    mop_store(6, TT_OP_NOP);
    mop_store(7, replay);
    mop_store(8, replay);
}

/* NOPs for eight products at each level, as the vendor chose them: 100, 73, 67, 50, 40 and 33 % of
 * the rate of products at level 0. */
static unsigned nops(const struct matmul *p) {
    static const unsigned char levels[] = {0, 3, 4, 8, 12, 16};
    return levels[p->throttle % 6];
}

/* Both halves with their NOPs do not fit into the replay buffer, so one half is replayed twice, and
 * the last product of each comes from the MOP. */
static void record_throttled(const struct matmul *p) {
    TT_REPLAY(0, 7 + nops(p), 0, 1);
    record_half();
    for (unsigned i = 0; i < nops(p); i++) {
        TTI_NOP;
    }
}

static void program_throttled(const struct matmul *p) {
    mop_store(0, p->phases);
    mop_store(1, 2);
    mop_store(2, TT_OP_NOP);
    mop_store(3, TT_OP_NOP);
    mop_store(4, TT_OP_NOP);
    mop_store(5, TT_OP_REPLAY(0, 7 + nops(p), 0, 0));
    mop_store(6, TT_OP_MVMUL(0, 0, SECOND_HALF, 0));
    mop_store(7, TT_OP_MVMUL(0, 0, NEXT_PHASE, 0));
    mop_store(8, TT_OP_MVMUL(0, 0, NEXT_PHASE, 0));
}

static void multiply_tile(void) {
    TTI_STALLWAIT(HOLD_MATH, UNTIL_SOURCES_VALID);
    TTI_MOP(1, 0, 0);
    TTI_SETRWC(3, 0, 0, 0, 0, 15); /* release the sources; counters and phase to 0 */
}

void matmul_math(void *parameters) {
    const struct matmul *p = parameters;
    uint32_t dst = p->fp32 ? FORMAT_FP32 : FORMAT_BF16, half = 0;
    cfg_store(CFG_ALU_FORMAT,
              FORMAT_BF16 << 17 | FORMAT_BF16 << 21 | dst << 25 | (p->fp32 ? 1u << 29 : 0));
    cfg_stored();
    TTI_SEMINIT(2, 0, MATH_PACK);
    CLEAR_DST();
    set_addr_mods(p);
    if (p->throttle) {
        record_throttled(p);
        program_throttled(p);
    } else {
        record_tile();
        program_mop(p);
    }
    for (unsigned i = 0; i < p->tiles_m * p->tiles_n; i++) {
        TTI_SEMWAIT(HOLD_MATH | HOLD_SYNC, MATH_PACK, WHILE_MAX);
        TT_SETC16(TC_MATH_OFFSET, half * DST_HALF_ROWS);
        for (unsigned k = 0; k < p->tiles_k; k++) {
            multiply_tile();
        }
        TTI_STALLWAIT(HOLD_SYNC, UNTIL_MATH_IDLE);
        TTI_SEMPOST(MATH_PACK);
        half ^= 1;
    }
}
