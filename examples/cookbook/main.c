/* Small recipes, one function each: each fills registers, issues words and checks the results
 * against plain C. */
#include <stdio.h>

#include "common/bits.h"
#include "softensix/inspect.h"

#define STX_THREAD 1
#include "softensix/tti.h"

enum { A = 0, B = 1, ROWS = 16, COLS = 16, LANES = 32, FP32 = 3, ZERO = 9, ONE = 10 };

static struct stx_core core;
static uint8_t l1[64];
static int failed;

static float dst16(unsigned row, unsigned col) {
    return float_of(stx_dst_bf16(&core, row, col) << 16);
}

static void report(const char *what, int wrong) {
    printf("%s: %s\n", what, wrong ? "WRONG" : "good");
    failed += wrong != 0;
}

/* A core whose sources are all 1.0 in BF16 and belong to the FPU. */
static void begin(void) {
    stx_init(&core, l1, sizeof l1, NULL);
    stx_bind(&core);
    stx_mmio_write(&core, 0, 0xFFEF0000 + 4 * 72, 5);
    stx_mmio_write(&core, 0, 0xFFEF0000 + 4 * 120, 5);
    stx_issue(&core, 0, TT_OP_UNPACR_NOP(0, 0, 0, 1, 1, 0, 0, 2, 1));
    stx_issue(&core, 0, TT_OP_UNPACR_NOP(1, 0, 0, 1, 1, 0, 0, 2, 1));
}

/* The sum of each row, as a product with ones. SrcB holds the rows; every column of Dst gets the
 * sum.
 */
static void row_sum(void) {
    int wrong = 0;
    begin();
    for (unsigned i = 0; i < 8; i++) {
        for (unsigned k = 0; k < COLS; k++) {
            stx_src_poke(&core, B, 0, i, k, bits_of((float)(i + 1 + k % 2)));
        }
    }
    TTI_MVMUL(0, 0, 0, 0);
    for (unsigned i = 0; i < 8; i++) {
        wrong += dst16(i, 0) != (float)(16 * (i + 1) + 8) || dst16(i, 15) != dst16(i, 0);
    }
    report("row sum", wrong);
}

/* 1 / sqrt(x) in 32 lanes: an initial guess in integer arithmetic, then three steps y = y (1.5 -
 * 0.5 x y y). */
static void reciprocal_square_root(void) {
    double largest = 0;
    begin();
    for (unsigned lane = 0; lane < LANES; lane++) {
        stx_dst_set_f32(&core, lane / 8, 2 * (lane % 8), bits_of(0.1f + 7.3f * (float)lane));
    }
    TTI_SFPLOAD(0, FP32, 7, 0);  /* LReg0 = x */
    TTI_SFPLOADI(1, 8, 0x5F37);  /* LReg1 = 0x5F3759DF, high half */
    TTI_SFPLOADI(1, 10, 0x59DF); /* low half */
    TTI_SFPLOADI(4, 0, 0xBF00);  /* -0.5 */
    TTI_SFPLOADI(5, 0, 0x3FC0);  /* 1.5 */
    TTI_SFPSHFT(0xFFF, 0, 2, 5); /* LReg2 = LReg0 >> 1 */
    TTI_SFPIADD(0, 1, 2, 6);     /* LReg2 = LReg1 - LReg2: the guess */
    for (unsigned step = 0; step < 3; step++) {
        TTI_SFPMUL(0, 2, ZERO, 3, 0); /* LReg3 = x y */
        TTI_SFPMUL(3, 2, ZERO, 3, 0); /* x y y */
        TTI_SFPMAD(3, 4, 5, 3, 0);    /* 1.5 - 0.5 x y y */
        TTI_SFPMUL(2, 3, ZERO, 2, 0); /* y times that */
    }
    TTI_SFPSTORE(2, FP32, 7, 4);
    for (unsigned lane = 0; lane < LANES; lane++) {
        double x = 0.1f + 7.3f * (float)lane;
        double y = float_of(stx_dst_f32(&core, 4 + lane / 8, 2 * (lane % 8)));
        double error = x * y * y - 1; /* twice the relative error */
        largest = error > largest ? error : -error > largest ? -error : largest;
    }
    report("reciprocal square root", largest > 2 * 3e-7);
}

/* In each lane, the index of the largest of eight vectors. SFPGT enables the lanes that the next
 * two words write. */
static void argmax(void) {
    int wrong = 0;
    begin();
    for (unsigned v = 0; v < 8; v++) {
        for (unsigned lane = 0; lane < LANES; lane++) {
            float value = (float)((lane * 5 + v * (lane + 3)) % 17) - 8;
            stx_dst_set_f32(&core, 4 * v + lane / 8, 2 * (lane % 8), bits_of(value));
        }
    }
    TTI_SFPENCC(3, 0, 0, 10); /* conditions on, all lanes active */
    TTI_SFPLOAD(0, FP32, 7, 0);
    TTI_SFPLOADI(1, 2, 0);
    for (unsigned v = 1; v < 8; v++) {
        TT_SFPLOAD(2, FP32, 7, 4 * v);
        TTI_SFPGT(0, 0, 2, 1);    /* where LReg2 > LReg0 ... */
        TTI_SFPMOV(0, 2, 0, 0);   /* ... it is the new maximum */
        TT_SFPLOADI(1, 2, v);     /* ... and v is its index */
        TTI_SFPENCC(3, 0, 0, 10); /* all lanes again */
    }
    TTI_SFPSTORE(1, 4, 7, 32); /* as integers */
    for (unsigned lane = 0; lane < LANES; lane++) {
        unsigned best = 0;
        for (unsigned v = 1; v < 8; v++) {
            int a = (int)((lane * 5 + v * (lane + 3)) % 17);
            best = a > (int)((lane * 5 + best * (lane + 3)) % 17) ? v : best;
        }
        wrong += stx_dst_f32(&core, 32 + lane / 8, 2 * (lane % 8)) != best;
    }
    report("argmax", wrong);
}

/* Row r of 32-bit elements is two rows of 16-bit cells: the high halves are in row (r / 8) * 16 + r
 * % 8, the low halves 8 rows below. */
static void rows_of_32_bits(void) {
    int wrong = 0;
    begin();
    for (unsigned row = 0; row < 512; row += 4) {
        unsigned high = row / 8 * 16 + row % 8;
        TTI_SFPLOADI(0, 8, 0x1234);
        TT_SFPLOADI(0, 10, row);
        TT_SFPSTORE(0, 4, 7, row);     /* 32 bits */
        TT_SFPLOAD(1, 6, 7, high + 8); /* 16 bits: the low half */
        TT_SFPLOAD(2, 2, 7, high);     /* 16 bits as BF16: the high half */
        TT_SFPSTORE(1, 4, 7, row);
        wrong += stx_dst_f32(&core, row, 0) != row;
        TT_SFPSTORE(2, 4, 7, row);
        wrong += stx_dst_f32(&core, row, 0) != 0x12340000;
    }
    report("rows of 32 bits", wrong);
}

/* SRCB_BCAST_ROW uses the single row RWC.SrcB, which may be any row. Without it, eight rows from
 * RWC.SrcB on are used, which has to be a multiple of 8. */
static void broadcast_row(void) {
    int wrong = 0;
    begin();
    for (unsigned row = 0; row < ROWS; row++) {
        for (unsigned col = 0; col < COLS; col++) {
            stx_src_poke(&core, B, 0, row, col, bits_of((float)row));
        }
    }
    TTI_SETRWC(0, 0, 0, 13, 0, 2); /* RWC.SrcB = 13 */
    TTI_ELWADD(0, 0, 2, 0, 0);     /* row 13 for all eight rows */
    TTI_SETRWC(0, 0, 0, 8, 0, 2);
    TTI_ELWADD(0, 0, 0, 0, 8); /* row by row */
    for (unsigned i = 0; i < 8; i++) {
        wrong += dst16(i, 3) != 1 + 13 || dst16(8 + i, 3) != (float)(1 + 8 + i);
    }
    report("broadcast row", wrong);
}

int main(void) {
    row_sum();
    reciprocal_square_root();
    argmax();
    rows_of_32_bits();
    broadcast_row();
    printf("%d passed, %d failed\n", 5 - failed, failed);
    return failed != 0;
}
