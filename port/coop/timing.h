/* SPDX-License-Identifier: Apache-2.0
 *
 * timing.h - the time model (softensix/time.h) beside a run, in programs that are built with
 * STX_TRACE (make DIAG=1). It takes the place of the lint. */
#ifndef COOP_TIMING_H
#define COOP_TIMING_H

#include "coop/coop.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Begins, after coop_init() and stx_init(); the port has to have coop_trace and coop_access. False:
 * the program was built without STX_TRACE, which is told. */
bool coop_time(struct coop *coop, stx_print print, void *ctx);

/* Sets a parameter of the model, "name=value", before coop_run(); NULL, or what is wrong. */
const char *coop_time_option(const char *text);

/* Every word with its place in time goes to print, as JSON lines; before coop_run(). */
void coop_time_lines(stx_print print, void *ctx);

/* The RISC-V code of a kernel is counted between two calls of what stands for the coprocessor, from
 * coop_code_begins() to coop_code_ends(), and told to the model; where an instruction that traps
 * stands for the coprocessor, from coop_code_resumes() to coop_code_traps(). coop_code_forgets():
 * what was executed since it began is no code that silicon would run. */
#if STX_TRACE
void coop_code_begins(unsigned thread);
void coop_code_ends(unsigned thread);
void coop_code_resumes(unsigned thread);
void coop_code_traps(unsigned thread);
void coop_code_forgets(unsigned thread);
unsigned coop_code_thread(void); /* whose code began last: it runs */
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
static inline unsigned coop_code_thread(void) {
    return 0;
}
#endif

/* The line "cycles NAME ...", then the tables. A run that did not end is timed up to there. */
void coop_time_end(const char *name, stx_print print, void *ctx);
/* Then, for each thread, the lines of its kernel that took most cycles: so many at most. */
void coop_time_sites(unsigned most, stx_print print, void *ctx);

#ifdef __cplusplus
}
#endif
#endif
