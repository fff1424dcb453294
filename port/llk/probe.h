/* SPDX-License-Identifier: Apache-2.0
 *
 * probe.h - keeps what Dst or an LReg holds when a thread leaves a line of its kernel, for
 * tools/kernels. */
#ifndef LLK_PROBE_H
#define LLK_PROBE_H

#include <stdbool.h>

#include "softensix/softensix.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Takes arguments of a program. "places=FILE": at the end of the run the file has a line for each
 * place of the kernel that has issued a word, with its thread and address.
 * "probe=FILE:WHAT:N:PLACES" with T.ADDRESS,T.ADDRESS... as PLACES: whenever a thread has executed
 * a word of these places and begins one of another, tile N of Dst ("dst") or LReg N ("lreg"), as
 * the last of them has left it, goes to the file, after three words of 32 bits: the thread, a form
 * of softensix/dump.h, and how many numbers follow, as their bits (those of 16 bits in the lower
 * half). False for any other argument. core: the struct stx_core. Call this after stx_init(); ends
 * the program with a message if it is invalid. */
bool probe_takes(void *core, char *argument);
/* Writes what is left, and ends the files. */
void probe_end(void);

#ifdef __cplusplus
}
#endif

#endif
