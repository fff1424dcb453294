/* SPDX-License-Identifier: Apache-2.0
 *
 * math.c - thread 1: Dst = x * w, Dst += b, then gelu of Dst in the vector unit.
 *
 * gelu(v) = v / 2 + |v| (Phi(t) - 1/2), t = min(|v|, 3), and Phi(t) - 1/2 is t times a polynomial
 * of t squared, fitted so that the error of gelu is at most 0.0055, relative for results above 1
 * and absolute below. */
#define STX_THREAD 1
#include "kernel.h"

/* ADDR_MODs (docs/spec, 3.2). FPU and SFPU share the eight, so the two loops use different ones. */
enum {
    NEXT_ROWS = ADDR_MOD_0,
    NEXT_PHASE = ADDR_MOD_1,
    STAY = ADDR_MOD_2,
    NEXT_VECTOR = ADDR_MOD_3
};

static void configure(void) {
    const struct stx_addr_mod rows = {
        .srca = {.incr = 8}, .srcb = {.incr = 8}, .dest = {.incr = 8}};
    const struct stx_addr_mod phase = {
        .srca = {.clr = 1}, .srcb = {.clr = 1}, .dest = {.clr = 1}, .fidelity = {.incr = 1}};
    const struct stx_addr_mod stay = {.dest = {.incr = 0}};
    const struct stx_addr_mod vector = {.dest = {.incr = 2}}; /* SFPLOAD.md: vectors are 2 apart */
    stx_addr_mod_set(&rows, NEXT_ROWS);
    stx_addr_mod_set(&phase, NEXT_PHASE);
    stx_addr_mod_set(&stay, STAY);
    stx_addr_mod_set(&vector, NEXT_VECTOR);
    STX_SET_CONFIG(ALU_FORMAT_SPEC_REG2_Dstacc, DataFormat_Float32);
    STX_SET_CONFIG(ALU_ACC_CTRL_Fp32_enabled, 1); /* 32-bit elements in Dst */
    STORES_ARRIVED;
    TTI_ZEROACC(3, 0, 0, 0, 0);  /* ZEROACC.md: all of Dst */
    TTI_SEMINIT(2, 0, DST_FULL); /* SEMINIT.md: two halves, none full */
    TTI_SFPENCC(3, 0, 0, 10);    /* SFPENCC.md: all lanes on */
}

/* SFPLOADI.md: 32 bits are loaded in two halves. SFPCONFIG.md: they then go to a constant register,
 * 11 to 14. */
static void constant(unsigned lreg, uint32_t bits) {
    TT_SFPLOADI(0, SFPLOADI_MOD0_LOWER, bits & 0xFFFF);
    TT_SFPLOADI(0, SFPLOADI_MOD0_UPPER, bits >> 16);
    TTI_SFPNOP;
    TT_SFPCONFIG(0, lreg, 0);
}

/* A tile takes eight instructions of eight rows each. ELWMUL.md: four phases cover all mantissa
 * bits. */
static void multiply(void) {
    for (unsigned phase = 0; phase < 4; phase++) {
        for (unsigned i = 0; i < 7; i++) {
            TTI_ELWMUL(p_setrwc_CLR_NONE, 0, 0, NEXT_ROWS, 0);
        }
        TTI_ELWMUL(p_setrwc_CLR_NONE, 0, 0, NEXT_PHASE, 0);
    }
    TTI_SETRWC(p_setrwc_CLR_AB, 0, 0, 0, 0, p_setrwc_SET_ABD_F); /* SETRWC.md: returns x and w */
}

/* ELWADD.md: dest_accum_en adds what Dst holds; SrcB is 0. */
static void add(void) {
    for (unsigned i = 0; i < 8; i++) {
        TTI_ELWADD(p_setrwc_CLR_NONE, 1, 0, NEXT_ROWS, 0);
    }
    TTI_SETRWC(p_setrwc_CLR_AB, 0, 0, 0, 0, p_setrwc_SET_ABD_F);
}

/* One vector of 32 numbers. LRegs: 0 is v, 1 |v|, 2 the larger of |v| and 3, 3 the smaller (t), 4 t
 * squared, 5 the polynomial, 6 one half. Constants: 9 is 0, 11 to 14 are the coefficients. */
static void gelu_vector(void) {
    TTI_SFPLOAD(0, SFPLOAD_MOD0_FMT_FP32, STAY, 0);
    TTI_SFPABS(0, 0, 1, SFPABS_MOD1_FLOAT);
    TTI_SFPMOV(0, 1, 3, 0);
    TTI_SFPLOADI(2, SFPLOADI_MOD0_FLOATB, 0x4040);  /* 3.0 */
    TTI_SFPSWAP(0, 2, 3, SFPSWAP_MOD1_VEC_MIN_MAX); /* SFPSWAP.md: LReg3 the smaller */
    TTI_SFPNOP;                                     /* SFPSWAP takes two cycles */
    TTI_SFPMUL(3, 3, 9, 4, 0);                      /* t squared */
    TTI_SFPMAD(4, 14, 13, 5, 0);                    /* SFPMAD.md: VA x VB + VC */
    TTI_SFPMAD(5, 4, 12, 5, 0);
    TTI_SFPMAD(5, 4, 11, 5, 0);
    TTI_SFPMUL(5, 3, 9, 5, 0);                     /* Phi(t) - 1/2 */
    TTI_SFPMUL(1, 5, 9, 1, 0);                     /* |v| (Phi(t) - 1/2) */
    TTI_SFPLOADI(6, SFPLOADI_MOD0_FLOATB, 0x3F00); /* 0.5 */
    TTI_SFPMAD(0, 6, 1, 0, 0);
    TTI_SFPSTORE(0, SFPLOAD_MOD0_FMT_FP32, NEXT_VECTOR, 0);
}

/* STALLWAIT.md: the vector unit may not read rows that the FPU is still writing. */
static void gelu(void) {
    TTI_STALLWAIT(p_stall_STALL_SFPU, p_stall_MATH);
    for (unsigned i = 0; i < TILE_DATUMS / 32; i++) {
        gelu_vector();
    }
    TTI_SETRWC(p_setrwc_CLR_NONE, 0, 0, 0, 0, p_setrwc_SET_ABD_F);
}

void first_math(void *argument) {
    (void)argument;
    configure();
    constant(11, 0x3EC9997A); /* 0.393749 */
    constant(12, 0xBD6AA7E4); /* -0.0572890 */
    constant(13, 0x3BB22AD9); /* 0.00543724 */
    constant(14, 0xB95ACFA1); /* -0.000208674 */
    for (uint32_t i = 0; i < TILES; i++) {
        /* SEMWAIT.md: wait while both halves are full */
        TTI_SEMWAIT(p_stall_STALL_MATH | p_stall_STALL_SYNC, DST_FULL, p_stall_STALL_ON_MAX);
        STX_SET_THREAD(DEST_TARGET_REG_CFG_MATH_Offset, i % 2 * HALF_ROWS);
        multiply();
        add();
        gelu();
        /* SEMPOST.md: only when FPU and SFPU are done with the half */
        TTI_STALLWAIT(p_stall_STALL_SYNC, p_stall_MATH | p_stall_WAIT_SFPU);
        TTI_SEMPOST(DST_FULL);
    }
}
