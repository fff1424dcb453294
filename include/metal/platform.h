/* SPDX-License-Identifier: Apache-2.0
 *
 * platform.h - what a compute kernel of tt-metal is given besides the coprocessor (llk/platform.h):
 * arguments and circular buffers. port/metal supplies it. */
#ifndef STX_METAL_PLATFORM_H
#define STX_METAL_PLATFORM_H

#include <stdint.h>

#include "softensix/arch.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Circular buffers, and the registers of a buffer's stream that count its pages. */
#if STX_ARCH == STX_ARCH_BLACKHOLE
#define STX_METAL_CBS 64
enum { STX_METAL_ACKED = 8, STX_METAL_RECEIVED = 10 };
enum { STX_METAL_LOCAL_BYTES = 4096 }; /* memory of a TRISC for its stack and its variables */
#else
#define STX_METAL_CBS 32
enum { STX_METAL_ACKED = 3, STX_METAL_RECEIVED = 4 };
enum { STX_METAL_LOCAL_BYTES = 2048 };
#endif

struct stx_metal_cb {
    uint32_t address, page_bytes; /* in L1; multiples of 16 */
    uint32_t pages;               /* capacity; 0: there is no such buffer */
    uint32_t format;              /* of its datums: LLK's DataFormat */
};
#define STX_METAL_NO_FORMAT 255u

/* A core's side of a global circular buffer: the address in L1 of what tt-metal's host writes
 * there, words as in port/metal/remotes.h. */
struct stx_metal_remote {
    uint32_t config, page_bytes;
};

struct stx_metal_setup {
    uint32_t *args, *common_args; /* run-time arguments */
    uint32_t arg_count, common_arg_count;
    uint8_t logical_x, logical_y; /* the core's coordinates in the grid */
    struct stx_metal_cb cb[STX_METAL_CBS];
    /* Global circular buffers, from the highest number down to first_remote; config 0: none. */
    struct stx_metal_remote remote[STX_METAL_CBS];
    uint32_t first_remote;
};
const struct stx_metal_setup *stx_metal_setup(void);

/* A thread is about to do this to a circular buffer, or has done it; to_end: the bytes from its
 * pointer to the end of the buffer. An error (a buffer that does not exist, pages popped that are
 * not there, pages pushed without room, a push or pop across the end) ends the run. */
enum stx_metal_call {
    STX_METAL_WAIT_FRONT,
    STX_METAL_POP_FRONT,
    STX_METAL_RESERVE_BACK,
    STX_METAL_PUSH_BACK
};
void stx_metal_begin(unsigned thread, enum stx_metal_call call, uint32_t cb, uint32_t pages,
                     uint32_t to_end);
void stx_metal_end(unsigned thread);

/* A thread reads a run-time argument, or a common one, by its index. An argument that was not given
 * is reported. */
void stx_metal_argument(unsigned thread, int common, uint32_t index);

/* The thread enters a part of its kernel that has a name, or with NULL leaves the innermost one.
 * The name is kept, not copied. */
void stx_metal_zone(unsigned thread, const char *name);

#ifdef __cplusplus
}
#endif
#endif
