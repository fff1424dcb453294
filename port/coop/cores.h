/* SPDX-License-Identifier: Apache-2.0
 *
 * cores.h - several Tensix cores on one hart, each with its L1 and its cooperative threads. A core
 * has its turn until none of its threads can go on; then the next one has its turn.
 *
 *   static struct coop_cores cores;
 *   coop_cores_init(&cores);
 *   for each core: coop_start(&coop[i], &core[i], l1[i], sizeof l1[i]); coop_add(&coop[i], ...);
 *                  coop_cores_add(&cores, &coop[i]);
 *   if (coop_cores_run(&cores) != COOP_DONE) coop_cores_report(&cores, print, NULL);
 *
 * Threads hand data to other cores as data-movement kernels do: coop_send() copies bytes from L1 to
 * the L1 of another core, coop_post() adds to a word there, and coop_await() waits for a word of
 * the own L1. What a core has sent is there before what it sends later. examples/cores is a program
 * with four cores. */
#ifndef COOP_CORES_H
#define COOP_CORES_H

#include "coop/coop.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifndef COOP_CORES
#define COOP_CORES 4 /* the largest number of cores of a run */
#endif

struct coop_of_cores {
    unsigned char stack[COOP_STACK_BYTES] __attribute__((aligned(COOP_STACK_ALIGNMENT)));
    struct coop_cores *cores;
    struct coop *coop;
    struct context context;
    uint32_t happened; /* a number that changes when anything happens in the core */
    enum coop_end end;
    bool ended;
};

struct coop_cores {
    struct coop_of_cores core[COOP_CORES];
    struct context caller;
    unsigned count, current, live;
    unsigned refused; /* how many calls of coop_cores_add() were refused */
    unsigned still;   /* how many turns in a row have changed nothing */
    enum coop_end end;
    bool running;
};

void coop_cores_init(struct coop_cores *cores);

/* Adds a core that coop_start() or coop_init() has prepared; its threads may be added before or
 * after that. False if there is no room, if the core was added before, or during a run; the run
 * then ends as stopped before it begins. */
bool coop_cores_add(struct coop_cores *cores, struct coop *coop);

/* Runs all cores until every thread of each has returned, or one core ends otherwise: with a fault
 * that stops it, or because no thread of any core can go on. As with coop_run(), the threads are
 * then abandoned. Also COOP_STOPPED if no core was added, or if these cores run already. */
enum coop_end coop_cores_run(struct coop_cores *cores);

/* Prints for each core how its run has ended, and where its threads are (coop_report()). */
void coop_cores_report(const struct coop_cores *cores, stx_print print, void *ctx);

/* Copies bytes of a core's own L1 to an address of another core's L1. If they are not all within
 * both, that is a fault of the core that sends (STX_RULE_L1_RANGE), and if the run goes on
 * nevertheless, nothing is copied and the result is false. */
bool coop_send(struct coop *from, uint32_t source, struct coop *to, uint32_t address,
               uint32_t bytes);

/* Adds to a word of another core's L1, or of the own one. The other core has the next turn, so that
 * a thread that waits there sees each value. Faults as coop_send() does; the address is a multiple
 * of 4. */
bool coop_post(struct coop *from, struct coop *to, uint32_t address, uint32_t amount);

/* Waits until a word of the own L1 is at least this value, modulo 2^32 as counters are. thread: the
 * Tensix thread, for reports. False after a fault: an address as of coop_post(), or outside of a
 * run a word that is less (STX_RULE_DEADLOCK). */
bool coop_await(struct coop *coop, unsigned thread, uint32_t address, uint32_t value);

#ifdef __cplusplus
}
#endif
#endif
