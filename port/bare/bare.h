/* SPDX-License-Identifier: Apache-2.0
 *
 * bare.h - what a program needs to know about its machine. Each value can be set by -D (README.md).
 * The defaults are for QEMU's board virt. */
#ifndef BARE_H
#define BARE_H

#include <stdint.h>

#include "counter.h"

/* A byte that is written to this address is printed. */
#ifndef BARE_UART
#define BARE_UART 0x10000000
#endif
/* A word that is written to this address ends the run. */
#ifndef BARE_EXIT
#define BARE_EXIT 0x100000
#endif
#ifndef BARE_EXIT_PASSED
#define BARE_EXIT_PASSED 0x5555u
#endif
#ifndef BARE_EXIT_FAILED
#define BARE_EXIT_FAILED 0x13333u
#endif

/* What counts cycles and instructions. */
#define BARE_COUNTER_MCYCLE 0 /* CSRs 0xB00 and 0xB02: machine mode */
#define BARE_COUNTER_CYCLE 1  /* CSRs 0xC00 and 0xC02: for cores without the others */
#define BARE_COUNTER_WORD 2   /* two words of memory that count */
#ifndef BARE_COUNTER
#define BARE_COUNTER BARE_COUNTER_MCYCLE
#endif
#ifndef BARE_COUNTER_CYCLES
#define BARE_COUNTER_CYCLES 0x200BFF8 /* a clock of the board */
#endif
#ifndef BARE_COUNTER_INSTRUCTIONS
#define BARE_COUNTER_INSTRUCTIONS BARE_COUNTER_CYCLES
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Cycles since an arbitrary moment. */
uint64_t port_cycles(void);

#ifdef __cplusplus
}
#endif

#endif
