/* SPDX-License-Identifier: Apache-2.0
 *
 * timing.h - runs the time model (softensix/time.h) alongside cooperative threads, in programs that
 * are built with STX_TRACE (make DIAG=1). */
#ifndef COOP_TIMING_H
#define COOP_TIMING_H

#include "coop/coop.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Starts the model. Call this after coop_init() and stx_init(). False if the program was built
 * without STX_TRACE; a message says so. */
bool coop_time(struct coop *coop, stx_print print, void *ctx);

/* Several cores in one process: from now on these functions are about this model, which is the
 * core's that runs. */
struct stx_time;
void coop_time_use(struct stx_time *used);

/* Sets a parameter of the model, "name=value", before coop_run(); NULL, or what is wrong. */
const char *coop_time_option(const char *text);

/* Prints every word with its place in time as a JSON line. Call this before coop_run(). */
void coop_time_lines(stx_print print, void *ctx);

/* If the run is timed, report the circular buffers of a kernel to the model, as in
 * softensix/time.h. coop_time_page_call() reports that a thread begins a call or, with `begins`
 * false, that it has ended it; coop_time_transfer() reports what a reader or writer has moved. */
struct stx_time_transfer;
bool coop_timed(void);
bool coop_time_buffer(unsigned number, uint32_t pages, uint32_t page_bytes);
void coop_time_page_call(unsigned thread, bool begins, unsigned call, unsigned number,
                         uint32_t pages);
void coop_time_transfer(const struct stx_time_transfer *transfer);
/* A thread enters a zone, or leaves the innermost one: NULL. */
void coop_time_zone(unsigned thread, const char *name);
/* From now on words stand for those that the vendor's compiler generates from sfpi code or, with
 * `compiled` false, no longer do. */
void coop_time_compiled(bool compiled);
/* How the next of them relate to the vector word before: enum stx_time_relation. */
void coop_time_relation(unsigned relation);
/* RISC-V code makes words of this row, so it is not replayed. */
void coop_time_made(unsigned thread);
/* A round of a loop of that code ends. */
void coop_time_round(unsigned thread);
/* The vendor's compiler generates this many further vector words from sfpi code here, which nothing
 * executes. */
void coop_time_stands(unsigned thread, unsigned words);

/* The RISC-V code of a kernel is counted between two calls of the library, from coop_code_begins()
 * to coop_code_ends(), and given to the model. Where an instruction that traps takes the place of
 * the call, it is counted from coop_code_resumes() to coop_code_traps(). coop_code_forgets()
 * discards what was executed since the code began, because silicon would not execute it: values of
 * sfpi are in memory here. coop_code_stored() is called when a value has been stored. The next word
 * selects the next row, and if that was the last one, the function gives back registers that held
 * addresses of values; so the code between the next word and the one after it is discarded. */
#if STX_TRACE
void coop_code_begins(unsigned thread);
void coop_code_ends(unsigned thread);
void coop_code_resumes(unsigned thread);
void coop_code_traps(unsigned thread);
void coop_code_forgets(unsigned thread);
void coop_code_stored(unsigned thread);
void coop_code_divides(unsigned thread, unsigned divisions); /* that are among the counted */
void coop_code_executed(unsigned thread, uint32_t from, uint32_t to); /* stx_time_executed() */
unsigned coop_code_thread(void); /* the thread whose code began last, which is the running one */
#else
static inline void coop_code_begins(unsigned thread) {
    (void)thread;
}
static inline void coop_code_ends(unsigned thread) {
    (void)thread;
}
static inline void coop_code_resumes(unsigned thread) {
    (void)thread;
}
static inline void coop_code_traps(unsigned thread) {
    (void)thread;
}
static inline void coop_code_forgets(unsigned thread) {
    (void)thread;
}
static inline void coop_code_stored(unsigned thread) {
    (void)thread;
}
static inline void coop_code_divides(unsigned thread, unsigned divisions) {
    (void)thread, (void)divisions;
}
static inline void coop_code_executed(unsigned thread, uint32_t from, uint32_t to) {
    (void)thread, (void)from, (void)to;
}
static inline unsigned coop_code_thread(void) {
    return 0;
}
#endif

/* Prints the line "cycles NAME ..." and then the tables. A run that was stopped is timed up to that
 * point. */
void coop_time_end(const char *name, stx_print print, void *ctx);
/* Prints for each thread the lines of its kernel that took most cycles, up to this number. */
void coop_time_sites(unsigned most, stx_print print, void *ctx);

#ifdef __cplusplus
}
#endif
#endif
