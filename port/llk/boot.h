/* SPDX-License-Identifier: Apache-2.0
 *
 * boot.h - what the host processor of a tile does before the threads start. */
#ifndef LLK_BOOT_H
#define LLK_BOOT_H

#include "softensix/softensix.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Clears Dst, enables all lanes, sets LReg11 to -1.0, and initialises semaphores (bit i: semaphore
 * i) to 0 of 1. */
void llk_boot(struct stx_core *core, uint32_t semaphores);

#ifdef __cplusplus
}
#endif
#endif
