/* SPDX-License-Identifier: Apache-2.0
 *
 * harts.h - the threads of port/coop, each on a hart of its own, with a library that was built with
 * STX_HARTS. One lock protects the state of the core. A word holds it, except while it computes on
 * data that belong to its unit alone (lib/core/harts.h). A thread that waits releases the lock,
 * pauses, takes it and tries again.
 *
 *   coop_start(&coop, &core, l1, sizeof l1);      as for coop_run()
 *   coop_add(&coop, "math", 1, math_main, parameters);
 *   if (harts_run(&coop, 0, 0) != COOP_DONE) ...
 *
 * Kernels may access the core only with words of their own Tensix thread and with stx_mmio_read()
 * and stx_mmio_write(), like those of LLK and of examples/. */
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
#define machine_meet stx_machine_meet
#define machine_pause stx_machine_pause
#define machine_run stx_machine_run
#define machine_take stx_machine_take

#define HARTS_MOST 8u /* harts of a run */

/* Runs thread i of coop on hart i until each has returned, none can go on, or a fault stops them.
 * sharing is the number of harts that share the eight rows of a product, at most STX_HARTS: those
 * of the threads while they wait and, if it is larger than their number, harts that do nothing
 * else. If it is 0, the hart that issues a product computes it alone. Of the callbacks of struct
 * coop only on_fault is called. With a seed other than 0, harts are delayed at random places. Like
 * coop_run(), it does not run threads again after a run that did not end well. */
enum coop_end harts_run(struct coop *coop, unsigned sharing, uint32_t seed);

/* These functions depend on the machine. There are three versions: harts on RISC-V
 * (port/harts/riscv.c), threads of a POSIX host (posix.c), and one hart that simulates the others
 * and counts (played.c). */

/* Calls run(hart) on each of the harts 0..harts - 1, which may be more than coop has threads. The
 * harts of threads use the stacks of these. Returns when each has called machine_leave(), which
 * abandons the stack on which it runs. */
void machine_run(struct coop *coop, unsigned harts, void (*run)(unsigned hart));
void machine_leave(unsigned hart);

/* Takes and releases the lock. */
void machine_take(unsigned hart);
void machine_give(unsigned hart);

/* Called before a hart reads or changes what harts share without the lock, so that simulated harts
 * do so in the order of time. On other machines it does nothing. */
void machine_meet(unsigned hart);

/* Waits for a while, which `times` measures. The hart does not hold the lock. */
void machine_pause(unsigned hart, uint32_t times);

#ifdef __cplusplus
}
#endif
#endif
