/* SPDX-License-Identifier: Apache-2.0
 *
 * trap.h - what RISC-V code of a kernel reaches without a call: L1 by plain pointers, registers of
 * the coprocessor by their addresses, and Tensix words among its own instructions. Each of them
 * traps, and is carried out for the thread that runs. RV32, M-mode. */
#ifndef LLK_TRAP_H
#define LLK_TRAP_H

#include "coop/coop.h"

#ifdef __cplusplus
extern "C" {
#endif

/* L1 is what addresses from 0 on mean to the threads of coop, core is its coprocessor. */
struct llk_trap {
    struct coop *coop;
    struct stx_core *core;
    uint8_t *l1;
    uint32_t l1_size;
    bool
        runs_again; /* the stacks will be cleared for another run: no guards, which stay for ever */
};

/* The registers of the code that trapped, as trap.S lays them out. */
struct llk_frame {
    uint32_t pc;
    uint32_t x[32]; /* x[0] is 0 */
#if defined(__riscv_flen) && __riscv_flen == 64
    uint64_t f[32];
#elif defined(__riscv_flen)
    uint32_t f[32];
#endif
};

/* From now on, with all threads added; trap is kept, not copied. Nothing below 2 GB is reachable
 * without a trap then, and nothing may write to the low ends of the stacks. */
void llk_trap_install(const struct llk_trap *trap);

/* trap.S: sets the vector, closes the addresses below 2 GB, and three guards to writes. */
void llk_trap_enable(const uint32_t guards[3]);

/* Called by trap.S; changes the frame to what the code shall go on with. */
void llk_trap(struct llk_frame *frame, uint32_t cause, uint32_t value);
/* The Tensix thread whose code trapped. */
unsigned llk_trap_thread(void);
/* Ends the run at the place where the code trapped; what says why. */
void llk_trap_stop(const struct llk_frame *frame, const char *what);
/* As llk_trap, for code whose stack pointer has left its stack; ends the run. */
void llk_trap_without_stack(uint32_t pc, uint32_t sp);

#ifdef __cplusplus
}
#endif
#endif
