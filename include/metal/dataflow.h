/* SPDX-License-Identifier: Apache-2.0
 *
 * dataflow.h - what a data-movement kernel of tt-metal is given besides its own headers: registers
 * of the NoCs, counters of circular buffers, arguments. port/metal supplies it; tools/kernels
 * adapts the two headers of a checkout that access registers through plain pointers. */
#ifndef STX_METAL_DATAFLOW_H
#define STX_METAL_DATAFLOW_H

#include <stdint.h>

#include "metal/platform.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Coordinates on both NoCs, as a card translates them: of the first core of the grid, and of bank i
 * of DRAM. On Wormhole those of the banks are not translated: each of the twelve gives the
 * NoC 0 coordinates of that endpoint of its channel which is reserved for cores. */
#if STX_ARCH == STX_ARCH_BLACKHOLE
#define STX_DM_CORE_X 1
#define STX_DM_CORE_Y 2
#define STX_DM_BANK_X(i) (17 + ((i)&1))
#define STX_DM_BANK_Y(i) (12 + ((i) >> 1))
#else
#define STX_DM_CORE_X 18
#define STX_DM_CORE_Y 18
#define STX_DM_BANKS 12 /* no card has more; a description may */
#define STX_DM_BANK_X(i) ((i) < 4 ? 0 : (i) < STX_DM_BANKS ? 5 : 32 + ((i)&1))
#define STX_DM_BANK_Y(i) \
    ((i) < STX_DM_BANKS ? (unsigned)(0x753892B1751BULL >> 4 * (i)&15u) : (i) >> 1)
#endif
/* The lowest bit of coordinates in a register, which is also how kernels hold them. */
#define STX_DM_PLACE_SHIFT (STX_ARCH == STX_ARCH_BLACKHOLE ? 0 : 4)

/* Access registers by their addresses on the chip. Reading a value that can change lets the other
 * kernels run first. */
uint32_t stx_dm_read(uint32_t address);
void stx_dm_write(uint32_t address, uint32_t value);

/* Called in every loop that waits for another kernel. */
void stx_dm_poll(void);

/* A kernel waits until a word of L1, a semaphore, has this value or, with `least`, at least this
 * value; and has waited. */
void stx_dm_wait(uint32_t address, uint32_t value, int least);
void stx_dm_waited(void);

/* A kernel has looked at L1 in a loop of its own: each semaphore may be what it has waited for. */
void stx_dm_looked(void);

/* A kernel is about to set a semaphore of its own core. */
void stx_dm_set(uint32_t address, uint32_t value);

/* The kernel is in the mode in which it may use both NoCs (DM_DYNAMIC_NOC): it counts its requests
 * in L1, and the counters that it reads are those of both kernels of its core. It has counted none
 * yet; its counters for a NoC are these words. */
#define STX_DM_COUNTERS 0x10100u
enum { STX_DM_COUNTER_WORDS = 5 };
void stx_dm_shares_nocs(void);

/* The kernel has ended, and has counted so many answers to its writes on a NoC. */
void stx_dm_ended(uint32_t instance, uint32_t answers);

/* A kernel is about to make this call on a global circular buffer of its core, from its place there
 * on, in pages of this size; limit: the end of the last whole page. Returns when nothing has to be
 * waited for any more. STX_REMOTE_BARRIER: until all receivers have popped all pages. An error (no
 * such buffer, the call of the other side, pages pushed that were not reserved, pages popped that
 * were not waited for) ends the run. */
enum stx_remote_call {
    STX_REMOTE_WAIT_FRONT,
    STX_REMOTE_POP_FRONT,
    STX_REMOTE_RESERVE_BACK,
    STX_REMOTE_PUSH_BACK,
    STX_REMOTE_BARRIER
};
struct stx_remote_place {
    uint32_t pointer, page_bytes, limit;
};
void stx_dm_remote(enum stx_remote_call call, uint32_t cb, uint32_t pages,
                   const struct stx_remote_place *place);

/* Registers of the streams; two of each stream are the counters of a circular buffer. */
extern volatile uint32_t stx_dm_stream[STX_METAL_CBS][1024];

struct stx_dm_setup {
    const uint32_t *args, *common_args;
    uint32_t arg_count, common_arg_count;
    uint8_t x, y, logical_x, logical_y; /* the core's coordinates on the NoCs, and in the grid */
};
/* The setup of the running kernel. */
const struct stx_dm_setup *stx_dm_setup(void);
/* The running kernel reads an argument, or a common one. An argument that was not given is
 * reported. */
void stx_dm_argument(int common, uint32_t index);
/* Address in L1 of semaphore 0. */
uint32_t stx_dm_semaphores(void);

/* As stx_metal_begin() and stx_metal_end(); pointer: the kernel's place in the buffer. */
void stx_dm_begin(enum stx_metal_call call, uint32_t cb, uint32_t pages, uint32_t pointer,
                  uint32_t limit);
void stx_dm_end(void);

#ifdef __cplusplus
}
#endif
#endif
