/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpi.h - the vector functions of kernels (sfpi), as the port carries them out. */
#ifndef LLK_SFPI_H
#define LLK_SFPI_H

#include <stdbool.h>
#include <stdint.h>

#include "softensix/softensix.h"

#ifdef __cplusplus
extern "C" {
#endif

/* True if code of a thread has computed with vectors. Here vectors are in memory, 128 bytes each;
 * in code from the vendor's compiler they are in registers. */
bool sfpi_was_used(unsigned thread);

/* The former contents of registers that values have borrowed. Registers stay lent until something
 * else may look at them: from one word of a kernel to the next nothing does, and a copy takes as
 * long as a word. Code that watches a run (STX_TRACE) may look at any time. */
struct sfpi_loan {
    struct stx_core *core;
    uint32_t registers; /* bit i: LReg i is lent */
    /* A word is being executed in registers that are lent. In a random order of threads another
     * thread may run in between, and must not take the registers back. */
    bool under_way;
    uint32_t held[8][STX_LANES];
};

#ifdef __cplusplus
}
#endif
#endif
