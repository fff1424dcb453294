/* SPDX-License-Identifier: Apache-2.0
 *
 * coop.h - cooperative threads: the kernels of a Tensix core on one hart. A thread runs until the
 * coprocessor makes it wait; then the next one runs, round robin. No timer, no interrupt, no lock.
 *
 *   static struct coop coop;                         about 25 KB with three stacks
 *   coop_start(&coop, &core, l1, sizeof l1);
 *   coop_add(&coop, "math", 1, math_main, parameters);
 *   if (coop_run(&coop) != COOP_DONE) coop_report(&coop, print, NULL);
 *
 * A stack overflow ends the run. It does so at once if the port closes the low ends of stacks
 * (hosts, QEMU, port/llk), otherwise when the thread gives way or ends.
 *
 * A kernel that polls memory by itself never lets another thread run. It must call
 * coop_yield(&coop, thread) in its loop. */
#ifndef COOP_H
#define COOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "coop/context.h"
#include "softensix/listen.h"
#include "softensix/print.h"
#include "softensix/softensix.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifndef COOP_THREADS
#define COOP_THREADS 3 /* the largest number of threads of a run */
#endif

#ifndef COOP_STACK_BYTES
#define COOP_STACK_BYTES COOP_DEFAULT_STACK_BYTES /* the stack of one thread, a multiple of 64 */
#endif
/* The size of the low end of each stack that threads must not use, a power of two. A port may close
 * it to writes while threads run. Its first COOP_GUARD_BYTES hold a pattern that must not
 * change. */
#ifndef COOP_CLOSED_BYTES
#define COOP_CLOSED_BYTES COOP_DEFAULT_CLOSED_BYTES
#endif
#define COOP_GUARD_BYTES 64

/* After this many rounds in which every live thread yields and nothing happens there is a deadlock.
 * One round would suffice if threads changed only the core; more rounds allow for hand-overs
 * through plain memory. */
#ifndef COOP_IDLE_ROUNDS
#define COOP_IDLE_ROUNDS 256
#endif

enum coop_end {
    COOP_DONE,     /* every thread returned */
    COOP_DEADLOCK, /* no thread can go on; also recorded as the core's fault */
    /* A fault whose verdict is to stop, a stack overflow, no thread, or a thread that coop_add()
     * has refused; stx_last_fault() tells which. */
    COOP_STOPPED
};

/* The last words that a Tensix thread has executed, kept if the library has STX_TRACE. */
#define COOP_HISTORY 8
struct coop_history {
    uint32_t word[COOP_HISTORY];
    uint32_t count; /* number of words so far; word[count % COOP_HISTORY] is the oldest */
};

struct coop_thread {
    const char *name;
    void (*run)(void *argument);
    void *argument;
    struct coop *coop;
    struct context context;
    uint8_t tensix; /* the Tensix thread, 0..2 */
    bool ended;
    bool overflowed; /* its stack pointer has left its stack */
};

/* Where a thread may give way besides its waits, if there is a seed. */
enum coop_order {
    COOP_ANY_ORDER, /* after any word or access */
    /* As on silicon: the words of a MOP or REPLAY leave it back to back, and when a source bank is
     * released, threads that wait try their words again before its releaser goes on. */
    COOP_PLAUSIBLE_ORDER
};

struct coop {
    /* The stacks come first, so that an overflow of any of them leaves the fields below intact for
     * the report. */
    unsigned char stack[COOP_THREADS][COOP_STACK_BYTES]
        __attribute__((aligned(COOP_STACK_ALIGNMENT)));
    struct stx_core *core; /* coop_init() clears from here on */
    /* Called for every fault; its answer decides. NULL: every fault stops the run. */
    enum stx_verdict (*on_fault)(void *ctx, const struct stx_fault *fault);
    void *on_fault_ctx;
    /* Remembers the last words of each thread for coop_report(); between words and accesses other
     * threads may go on, if there is a seed. Who listens later hears of a word before that. */
    struct stx_listener listener;
    /* Called when coop_run() has run threads, however the run ended, or NULL. */
    void (*on_end)(void *ctx);
    void *on_end_ctx;
    /* Called when no thread has gone on for a round: true if it has let others run that may have
     * changed something (cores.h). NULL: there are no others. */
    bool (*on_idle)(void *ctx);
    void *on_idle_ctx;
    /* 0: a thread runs until it waits. Any other seed: threads also give way after randomly chosen
     * words and accesses, which are always the same for a seed. This needs STX_TRACE. */
    uint32_t seed;
    enum coop_order order;
    uint32_t random; /* state of the generator that the seed starts */
    uint32_t woken;  /* bit i: thread i tries its word before others go on */
    unsigned count, current, live;
    unsigned refused;         /* how many calls of coop_add() were refused */
    const char *refused_name; /* the name of the first refused thread */
    uint32_t idle;            /* how many yields there were since anything happened */
    uint32_t progress;        /* value of progress() at the last yield */
    uint32_t notes;           /* counted by coop_progress */
    uint32_t switches;        /* how often a thread gave way to another */
    struct coop_history history[STX_THREADS];
    enum coop_end end;
    bool running;
    /* A port's signal handler makes an access for the running thread, on a stack of its own: no
     * other thread may go on, and the thread's stack is not the one in use. */
    bool handled;
    struct context caller;
    struct coop_thread thread[COOP_THREADS];
};

/* Prepares a core of this L1 for threads: initialises it with all callbacks below, makes it the
 * core that the TTI_ macros use, and clears coop. */
void coop_start(struct coop *coop, struct stx_core *core, void *l1, uint32_t l1_bytes);
/* Only clears coop and lets it listen to the core, for programs that choose the callbacks of their
 * port themselves. Call it after stx_init(). */
void coop_init(struct coop *coop, struct stx_core *core);

/* Adds a thread, which starts in coop_run(). name is kept, not copied; tensix is the Tensix thread
 * (0 unpack, 1 math, 2 pack) that its words belong to. False if there is no room or no such
 * Tensix thread; the run then ends as stopped before it begins. */
bool coop_add(struct coop *coop, const char *name, unsigned tensix, void (*run)(void *),
              void *argument);

/* Runs all threads until each has returned, none can go on, or a fault stops them. In the latter
 * two cases the threads are abandoned where they are, and a second call returns the same at
 * once. */
enum coop_end coop_run(struct coop *coop);

/* For struct stx_port: yield lets the next thread run, fault ends the run unless on_fault decides
 * otherwise. ctx is the struct coop, which was initialised for the core that has this port: with
 * another core's, a word that waits is tried for ever. Outside coop_run() there is no other thread
 * to wait for. There yield returns at once, and a word or a mailbox access that waits is a
 * deadlock. */
void coop_yield(void *ctx, unsigned thread);
enum stx_verdict coop_fault(void *ctx, const struct stx_fault *fault);

/* True if the guard of the stack of thread `index` is intact; false if there is no such stack. */
bool coop_stack_intact(const struct coop *coop, unsigned index);

/* The lowest address of its stack that the running thread may use; 0 if no thread runs. */
extern COOP_PER_THREAD uintptr_t coop_stack_limit;

/* True if there are threads and none was refused. If not, the fault is recorded and the end is
 * COOP_STOPPED. coop_run() calls this, and so does other code that runs the threads. */
bool coop_ready(struct coop *coop);

/* A port may define this function; the default does nothing. It is called with `begin` before
 * threads run, and again when the run has ended. In between it may close the low end of each stack.
 * When the running thread has left its stack, the port calls coop_overflow() on a stack of its
 * own. */
void coop_guard(struct coop *coop, bool begin);
/* Ends the run because of a stack overflow; does not return. */
void coop_overflow(struct coop *coop);

/* Reports that something happened which the core does not see, such as a message between threads in
 * memory. It postpones the detection of deadlocks. */
void coop_progress(struct coop *coop);

/* Says why a run ended and where each thread is: its word and mnemonic, what it waits for, which
 * threads could end the wait, and, if it was built with STX_TRACE, the last words before; then what
 * is left in the core (stx_leftovers). */
void coop_report(const struct coop *coop, stx_print print, void *ctx);

/* What reports call a thread of the coprocessor: unpack, math or pack; "" for any other. */
const char *coop_thread_name(unsigned tensix);

#ifdef __cplusplus
}
#endif
#endif
