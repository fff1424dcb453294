/* SPDX-License-Identifier: Apache-2.0
 *
 * selftest.h - the same words on the emulated core and on another coprocessor: silicon, an FPGA,
 * another simulator. Where both come to different results the first word that made a difference is
 * found, and the register and lane in which it is seen.
 *
 * The other side is reached by its instruction words and its L1 alone: registers are looked at by
 * words that bring Dst and LReg0..7 to L1. What the source registers hold shows when a word uses
 * it. */
#ifndef SOFTENSIX_SELFTEST_H
#define SOFTENSIX_SELFTEST_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct stx_core;

/* The other coprocessor. Every function gets ctx. */
struct stx_selftest_target {
    void *ctx;
    /* A word for thread 0; returns when it may be followed by the next one. */
    void (*issue)(void *ctx, uint32_t word);
    /* 32 bits of L1 at an address, little-endian; reading waits until all words are done. */
    uint32_t (*l1_read)(void *ctx, uint32_t address);
    void (*l1_write)(void *ctx, uint32_t address, uint32_t value);
};

enum stx_selftest_place {
    STX_SELFTEST_L1,
    STX_SELFTEST_DST,
    STX_SELFTEST_LREG,
    STX_SELFTEST_LANES /* which lanes are on */
};

struct stx_selftest_difference {
    const char *step; /* what was being computed */
    uint32_t index;   /* which word of the step, from 0 */
    uint32_t word;    /* the word: after it, and not before, the sides differ */
    uint32_t load;    /* the last UNPACR or UNPACR_NOP before it, or 0 */
    enum stx_selftest_place place;
    uint32_t where;       /* L1: address in bytes; Dst: row of 32-bit numbers; LReg: number */
    uint32_t lane;        /* Dst: column; LReg and lanes: lane; L1: 0 */
    uint32_t here, there; /* what the emulated core holds, and the other one: 32 bits */
};

/* Bytes of L1, from `l1` on, that are used on both sides; l1 is a multiple of 16, at least 16. */
enum { STX_SELFTEST_L1_BYTES = 0x10000 };

/* Runs all steps on both sides, on thread 0 of a core that stx_init() has prepared. Returns how
 * many steps came out alike; if that is fewer than stx_selftest_steps(), *first says where the next
 * one did not, or has word 0 and index UINT32_MAX if the emulated core itself faulted. */
unsigned stx_selftest(struct stx_core *core, uint32_t l1, const struct stx_selftest_target *target,
                      struct stx_selftest_difference *first);
unsigned stx_selftest_steps(void);

#ifdef __cplusplus
}
#endif
#endif
