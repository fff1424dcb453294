/* SPDX-License-Identifier: Apache-2.0
 *
 * harts.h - the threads of port/coop, each on a hart of its own, with a library that was built with
 * STX_HARTS. One lock covers the state of the core; a word has it but while it computes on what
 * belongs to its unit alone (lib/core/harts.h). A thread that waits gives the lock away, pauses,
 * takes it and tries again.
 *
 *   coop_start(&coop, &core, l1, sizeof l1);      as for coop_run()
 *   coop_add(&coop, "math", 1, math_main, parameters);
 *   if (harts_run(&coop, HARTS_ROWS_OWN, 0) != COOP_DONE) ...
 *
 * Kernels reach the core by words of their own Tensix thread and by stx_mmio_read() and
 * stx_mmio_write() alone, as those of LLK and of examples/ do. */
#ifndef HARTS_H
#define HARTS_H

#include "coop/coop.h"

#ifdef __cplusplus
extern "C" {
#endif

#define harts_now stx_harts_now
#define harts_run stx_harts_run
#define machine_give stx_machine_give
#define machine_leave stx_machine_leave
#define machine_pause stx_machine_pause
#define machine_run stx_machine_run
#define machine_take stx_machine_take

/* Who computes the eight rows of a product: the hart whose word it is, or a hart that waits, if
 * there is one, does four of them. */
enum harts_rows { HARTS_ROWS_OWN, HARTS_ROWS_SHARED };

/* Runs thread i of coop on hart i until each has returned, none can go on, or a fault stops them.
 * Of the callbacks of struct coop only on_fault is called. seed: 0, or harts lose time at random
 * places. What has not ended well is not run again, as by coop_run(). */
enum coop_end harts_run(struct coop *coop, enum harts_rows rows, uint32_t seed);

/* What a machine brings: three harts on RISC-V (port/harts/riscv.c), three threads of a POSIX host
 * (posix.c), or one hart that plays all of them and counts (played.c). */

/* Calls run(hart) for each thread of coop, 0..count - 1, on a hart of its own; returns when each
 * has called machine_leave(), which abandons the stack on which it runs. */
void machine_run(struct coop *coop, void (*run)(unsigned hart));
void machine_leave(unsigned hart);

/* The lock. */
void machine_take(unsigned hart);
void machine_give(unsigned hart);

/* The hart has nothing to do for a while, which `times` measures, without the lock. */
void machine_pause(unsigned hart, uint32_t times);

#ifdef __cplusplus
}
#endif
#endif
