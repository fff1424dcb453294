/* SPDX-License-Identifier: Apache-2.0
 *
 * selftest.h - runs the same words on the emulated core and on another coprocessor: silicon, an
 * FPGA, another simulator. Where the results differ, it finds the first word that made a difference
 * and the register and lane that show it.
 *
 * The other coprocessor only has to execute words and to let its L1 be read and written: further
 * words bring Dst and LReg0 to LReg7 to L1, where they are compared. The source registers cannot be
 * read; a difference in them is found at the first word that uses them. */
#ifndef SOFTENSIX_SELFTEST_H
#define SOFTENSIX_SELFTEST_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct stx_core;

/* How to reach the other coprocessor. Each function is called with ctx. */
struct stx_selftest_target {
    void *ctx;
    /* Issues a word from thread 0, and returns when the next one may follow. */
    void (*issue)(void *ctx, uint32_t word);
    /* Read and write 32 bits of L1, little-endian. Reading waits until all words are done. */
    uint32_t (*l1_read)(void *ctx, uint32_t address);
    void (*l1_write)(void *ctx, uint32_t address, uint32_t value);
};

enum stx_selftest_place {
    STX_SELFTEST_L1,
    STX_SELFTEST_DST,
    STX_SELFTEST_LREG,
    STX_SELFTEST_LANES /* whether a lane of the vector unit is on */
};

struct stx_selftest_difference {
    const char *step; /* what was being computed, in words */
    uint32_t index;   /* number of the word in the step, from 0 */
    uint32_t word;    /* the word: the sides are alike before it and differ after it */
    uint32_t load;    /* the last UNPACR or UNPACR_NOP before it, or 0 if there was none */
    enum stx_selftest_place place;
    uint32_t where;       /* address in bytes of L1, row of 32-bit numbers of Dst, number of LReg */
    uint32_t lane;        /* the column of Dst or the lane of the LReg; 0 if it is a byte of L1 */
    uint32_t here, there; /* the 32 bits that the emulated core holds, and the other one */
};

/* The steps use this many bytes of L1, on both sides, from the address l1 on. The address has to be
 * a multiple of 16, and not 0. */
enum { STX_SELFTEST_L1_BYTES = 0x10000 };

/* Runs all steps on both sides, from thread 0 of a core that stx_init() has prepared. Returns how
 * many steps gave the same results. If that is fewer than stx_selftest_steps(), *first describes
 * the difference in the next step; its word is 0 and its index UINT32_MAX if there is none because
 * the emulated core itself faulted. */
unsigned stx_selftest(struct stx_core *core, uint32_t l1, const struct stx_selftest_target *target,
                      struct stx_selftest_difference *first);
unsigned stx_selftest_steps(void);

#ifdef __cplusplus
}
#endif
#endif
