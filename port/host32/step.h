/* SPDX-License-Identifier: Apache-2.0
 *
 * step.h - carries out accesses of kernels to memory that is closed on a host, one instruction at a
 * time: to configuration, GPRs and MOP configuration by the coprocessor's addresses and, if
 * somebody wants to know of them, to L1. */
#ifndef HOST32_STEP_H
#define HOST32_STEP_H

#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

#include "llk/trap.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { CLOSED_BYTES = 0x10000 }; /* the lowest 64 KB, which hosts keep closed */

/* Closes L1 at the addresses that kernels use, if coop reports accesses to it. Trap is kept, not
 * copied. */
void step_install(const struct llk_trap *trap);

/* An instruction has touched closed memory. Its page is open until the instruction has ended.
 * False if there is nothing there that plain pointers may access. */
bool step_open(uintptr_t address, greg_t *registers);

/* An instruction has ended. False if no pages were opened for it. */
bool step_close(greg_t *registers);

#ifdef __cplusplus
}
#endif

#endif
