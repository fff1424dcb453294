/* SPDX-License-Identifier: Apache-2.0
 *
 * kernel.h - kernels that are compiled twice (softensix/kernel.h). */
#ifndef TESTS_TRAP_KERNEL_H
#define TESTS_TRAP_KERNEL_H

#include <stdint.h>

#include "softensix/kernel.h"

/* What the kernels get, and what they have read. */
struct traffic {
    uint32_t value, gpr, config, semaphore;
};
enum { GPR_SUM = 20, GPR_INTERRUPTS = 21, GPR_BELOW = 22, GPR_BEHIND = 23, SEMAPHORE = 3 };

#ifdef __cplusplus
extern "C" {
#endif
void STX_KERNEL(words_of_all_units)(void *argument);
void STX_KERNEL(accesses)(void *argument);
void STX_KERNEL(eight_words)(void *argument);
void STX_KERNEL(one_word)(void *argument);
void STX_KERNEL(counts)(void *argument);
void STX_KERNEL(handler_words)(void);
void STX_KERNEL(handler_sets)(void);
void STX_KERNEL(multiplies)(void *argument);
#ifdef __cplusplus
}
#endif

#endif
