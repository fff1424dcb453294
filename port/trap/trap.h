/* SPDX-License-Identifier: Apache-2.0
 *
 * trap.h - one program for cores with and without the coprocessor: Tensix words among a core's
 * instructions (-DSTX_NATIVE, softensix/ttinsn.h) raise an illegal instruction where there is no
 * coprocessor, and stores and loads of its registers raise access faults. The handler executes both
 * on an emulated core and returns. Where the coprocessor is, nothing traps. For RV32 and RV64, also
 * RV32E, in code without C.
 *
 *   static struct stx_core core;
 *   if (!stx_coprocessor_present()) {
 *       stx_init(&core, l1, sizeof l1, NULL);
 *       stx_trap_install(&core);
 *   }
 *
 * A trap saves all registers, those of F, D and V too, on the stack of the code that it interrupts:
 * 144 bytes on rv32im, then those of the library (docs/firmware.md). Words that follow one another
 * are executed in the same trap. Interrupts are as they were: one that comes while a word runs is
 * taken, and words of its handler are held back until the running one is done, as the queue of a
 * coprocessor would do; there is room for 32. Such a handler cannot read or write registers of the
 * coprocessor while a word runs: that is the fault WORD_PENDING. It must not call the library. */
#ifndef TRAP_TRAP_H
#define TRAP_TRAP_H

#include "softensix/softensix.h"
#include "trap/frame.h"
#include "trap/present.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sets the vector of machine mode. Words belong to thread 0 until stx_trap_threads() says
 * otherwise. Returns the vector that was there before. Call it again for another run of threads
 * that a fault may have ended. */
uintptr_t stx_trap_install(struct stx_core *core);
/* For machine mode above user or supervisor mode, whose words and accesses are executed too. The
 * program keeps the top of a stack of machine mode in mscratch while the lower mode runs, and 0
 * otherwise; the handler does the same. Code of the lower mode is read with that mode's
 * rights, so it must be readable to it. */
uintptr_t stx_trap_install_any(struct stx_core *core);
/* The same for supervisor mode, with sscratch. Machine mode must have delegated the causes 2, 5 and
 * 7, with paging also 13 and 15. */
uintptr_t stx_trap_install_supervisor(struct stx_core *core);
uintptr_t stx_trap_install_supervisor_any(struct stx_core *core);

/* Machine mode, on a board whose bus answers where the coprocessor's registers would be, so that
 * nothing faults there: closes all of 0xFF800000 and above with entry 0 of the physical memory
 * protection, for all modes and until reset. Call it before stx_trap_install(). */
void stx_trap_close_registers(void);

/* Which thread of the coprocessor (0..2) the running code belongs to: asked at each trap. NULL: it
 * is number 0. For port/coop: stx_trap_coop_thread (trap/coop.h). */
void stx_trap_threads(unsigned (*thread)(void *ctx), void *ctx);

/* Where the last word or access of a thread is in the program, for a report of its fault. */
uintptr_t stx_trap_place(unsigned thread);

/* Every other trap, and every interrupt, comes here with all registers as the trap has left them: a
 * function with __attribute__((interrupt)), or an entry in assembly. Those of the library are weak
 * and call stx_misused(). */
void stx_trap_next_machine(void);
void stx_trap_next_supervisor(void);

/* Called by the entries, with interrupts off. False: not ours. `below`: code of a less privileged
 * mode was interrupted. */
struct stx_trap_mode {
    uint32_t (*fetch)(uintptr_t pc); /* two bytes of that code, with the rights of its mode */
    void (*enable)(const struct stx_trap_frame *frame); /* interrupts as the trap has found them */
    void (*disable)(void);
};
bool stx_trap_handle(struct stx_trap_frame *frame, const struct stx_trap_mode *mode, bool below);
uintptr_t stx_trap_begin(struct stx_core *core, uintptr_t previous);

#ifdef __cplusplus
}
#endif
#endif
