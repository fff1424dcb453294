/* SPDX-License-Identifier: Apache-2.0
 *
 * trap.h - carries out what RISC-V code of a kernel does without a call: it accesses L1 through
 * plain pointers and registers of the coprocessor by their addresses, and has Tensix words among
 * its instructions. Each of these traps and is carried out for the running thread. For RV32 in
 * machine mode. */
#ifndef LLK_TRAP_H
#define LLK_TRAP_H

#include "coop/coop.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The addresses that a thread has read last; the last one of these is for readers and writers. */
struct llk_loads {
    uint32_t address[8];
    unsigned next, times;
};

/* To the threads of coop the addresses from l1_first up to l1_size are L1; core is the coprocessor.
 */
struct llk_trap {
    struct coop *coop;
    struct stx_core *core;
    uint8_t *l1; /* where address 0 is, or would be */
    uint32_t l1_first, l1_size;
    bool runs_again; /* the stacks will be cleared for another run, so there are no guards, which
                        cannot be removed */
    /* A reader or a writer may run alongside the threads, on its own stack. If one of them is
     * running, this returns its name and keeps the place that it has reached; otherwise it returns
     * NULL. The pointer may be NULL as well. */
    const char *(*beside)(const void *place);
    struct llk_loads loads[STX_THREADS + 1];
    struct {
        uint32_t bytes, pc;
    } deepest[STX_THREADS]; /* the most that each stack has held */
    int file;               /* of the memory of L1, on a host that maps it for the core that runs */
};

struct stx_trap_frame; /* trap/frame.h */

/* Begins to handle traps. All threads must have been added; trap is kept, not copied. From then on
 * every access below 2 GB traps, and nothing may write to the low ends of the stacks. */
void llk_trap_install(struct llk_trap *trap);

/* trap.S: sets the vector, closes the addresses below 2 GB, and three guards to writes. */
void llk_trap_enable(const uint32_t guards[3]);

/* The most bytes of its stack that code of a thread has used where it trapped, and in *place, where
 * that was. */
uint32_t llk_trap_stack(unsigned thread, const void **place);

/* Called by trap.S. Changes the frame to the registers with which the code continues. */
void llk_trap(struct stx_trap_frame *frame, uint32_t cause, uint32_t value);
/* The Tensix thread whose code trapped. */
unsigned llk_trap_thread(void);
/* Ends the run at the place where the code trapped; `what` says why. */
void llk_trap_stop(const struct stx_trap_frame *frame, const char *what);
/* The same as llk_trap() for code whose stack pointer has left its stack. It ends the run. */
void llk_trap_without_stack(uint32_t pc, uint32_t sp);

#ifdef __cplusplus
}
#endif
#endif
