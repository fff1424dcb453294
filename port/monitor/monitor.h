/* SPDX-License-Identifier: Apache-2.0
 *
 * monitor.h - runs the three threads of a kernel in user mode, each confined to memory of its own.
 * The monitor runs in machine mode and holds the library, the state and L1. It carries out Tensix
 * words, accesses to L1 and registers, and a few calls. Physical memory protection keeps a thread
 * inside its room: code that it may read and execute, and data that it may read and write. RV32, no
 * C. */
#ifndef MONITOR_H
#define MONITOR_H

/* A room: code begins at its first byte; data, the stack first and then variables, begin in its
 * middle. */
#define ROOM_BASE 0x84000000
#define ROOM_BYTES 0x00200000
#define ROOM_DATA 0x00100000

/* Calls by ecall: a7 is the number, a0 to a4 are the arguments. */
#define CALL_EXIT 0       /* the thread has ended */
#define CALL_YIELD 1      /* the thread waits in a loop */
#define CALL_SFPU 2       /* a0: struct stx_llk_sfpu */
#define CALL_SFPTRANSP 3  /* a0 to a3: 32 lanes each */
#define CALL_LREG_READ 4  /* a0: index, a1: 32 lanes */
#define CALL_LREG_WRITE 5 /* a0: index, a1: 32 lanes */
#define CALL_LANES 6      /* returns the enabled lanes in a0 */
#define CALL_FLAGS_AND 7  /* a0: mask */
/* These are only for compute kernels (port/metal). */
#define CALL_SETUP 8 /* a0: struct stx_metal_setup, a1: words for its arguments, a2: how many */
#define CALL_BEGIN 9 /* a0: enum stx_metal_call, a1: circular buffer, a2: pages, a3: to its end */
#define CALL_END 10
#define CALL_ARGUMENT 11 /* a0: 1 for a common one, a1: its index */

#ifndef __ASSEMBLER__
#include <stdbool.h>
#include <stdint.h>

#include "llk/trap.h"
#include "trap/frame.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The memory that user mode may access: [code, code_end) and [data, data_end). */
struct room {
    uint32_t code, code_end, data, data_end;
    uint32_t entry;
};

/* Loads an ELF file for RV32 into the room of a thread. Returns NULL, or a text that says why the
 * file was refused. */
const char *monitor_load(unsigned thread, const char *path);

/* The room of a loaded thread. */
const struct room *monitor_room(unsigned thread);

/* True if the kernel is one of port/metal, with circular buffers. */
bool monitor_has_buffers(void);

/* Carries out a call. It is refused, and nothing is done, if there is no such call or a pointer
 * leaves the thread's data. */
enum monitor_answer { MONITOR_GOES_ON, MONITOR_ENDED, MONITOR_REFUSED };
enum monitor_answer monitor_call(unsigned thread, struct stx_trap_frame *frame);

/* Starts the time of a run, in milliseconds of the machine's clock. The timer interrupts a hundred
 * times; monitor_clock_tick() is called at each interrupt with the number of traps so far. It
 * returns NULL, or a text that says why the run ends: its time is over, or user code has not
 * trapped since the last interrupt. */
void monitor_clock_start(uint32_t milliseconds);
const char *monitor_clock_tick(uint32_t traps);

/* enter.S: runs the code at entry in user mode until it ends. */
void monitor_enter(uint32_t entry);
/* enter.S: opens only the two ranges of a room to user mode. */
void monitor_protect(const struct room *room);

/* Called by enter.S for a trap from user mode; nonzero if the thread has ended. */
uint32_t monitor_trap(struct stx_trap_frame *frame, uint32_t cause, uint32_t value);
/* The same for a trap of the monitor's own code, which ends the program. */
void monitor_broken(uint32_t pc, uint32_t cause, uint32_t value);

#ifdef __cplusplus
}
#endif
#endif
#endif
