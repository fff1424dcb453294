/* SPDX-License-Identifier: Apache-2.0
 *
 * gpr_words.h - what the rows of blackhole.def say about the GPRs that a word reads and writes. */
#ifndef STX_ISA_GPR_WORDS_H
#define STX_ISA_GPR_WORDS_H

#include "isa/args.h"

/* Bits of a GPR. */
struct gpr_bits {
    uint8_t gpr;
    uint32_t bits;
};
struct gpr_use {
    uint8_t reads, writes, steps; /* how many of each kind there are */
    struct gpr_bits read[6], written[4];
    struct gpr_bits step; /* an offset in L1, which the word counts up; it is read, too */
};
struct gpr_use stx_gprs_of(uint32_t word);

#endif
