/* SPDX-License-Identifier: Apache-2.0
 *
 * run.h - stx-run: options, and the functions that the script reader calls. */
#ifndef STX_RUN_H
#define STX_RUN_H

#include "image.h"
#include "softensix/isa.h"
#include "softensix/lint.h"
#include "softensix/order.h"
#include "softensix/trace.h"
#include "softensix/uninit.h"
#include "vectors/vec.h"

struct options {
    unsigned interactive, kernels, time, trace, effects, strict, dump, lint, rules, uninit,
        nothing_left, order, card;
    enum stx_order_level level; /* of the order checker */
    enum stx_trace_form form;
    uint8_t threads;                 /* bit i: trace thread i */
    uint32_t units;                  /* bit i: trace unit i */
    const struct stx_insn *only[16]; /* trace these instructions */
    unsigned only_count;
    struct {
        enum stx_rule rule;
        enum stx_policy policy;
    } policies[16]; /* set after the policy for all rules */
    unsigned policy_count;
    const char *parameters[16]; /* of the time model, name=value */
    unsigned parameter_count;
    const char *time_lines; /* file for the times of every word */
    const char *file;       /* file that runs */
    uint32_t errata_off;    /* bit i: erratum i is not modelled */
    bool sided; /* -D was given; otherwise cases use the simulator's side, lists silicon's */
    enum stx_side side;
    const char *case_name;    /* run only this case; NULL: all */
    const char *save;         /* file for the state after the run */
    const char *from;         /* file with a state to compare with */
    struct hart_options hart; /* of compiled kernels */
};

/* Reads the arguments. Returns the index of the first file, 0 if they are invalid, -'h' or -'V' if
 * help or the version was requested. */
int options_read(struct options *options, int argc, char **argv);

/* The machine of the run. */
extern struct vec_state machine;

/* Begin a run (reset state) and end it (dump, report). run_end() returns the number of threads that
 * wait; run_unordered counts the order checker's findings since the first run. */
extern unsigned run_unordered;
void run_begin(const struct options *options);
unsigned run_end(const struct options *options);
/* Prints what is left undone; returns how much of that is a failure. */
unsigned run_left(const struct options *options);

/* The time model of a run; timing_end() prints its report. file: determines its name. */
void timing_begin(const struct options *options);
void timing_end(const char *file);
/* A core's RISC-V code has executed an instruction at an address; so many of them since the last
 * word, of which so many divisions. */
void timing_executed(unsigned thread, uint32_t at);
void timing_code(unsigned thread, uint32_t instructions, uint32_t divisions);

/* The order checker of a run, from its begin to its end; ordering_end() prints the findings and
 * returns their number. */
void ordering_begin(const struct options *options);
unsigned ordering_end(const char *file);

/* Runs one line of a list; false, with an error in the line, if it is invalid. script_thread() is
 * the thread for its words; script_restart() makes that thread 0. */
bool script_line(struct vec_line *line);
unsigned script_thread(void);
void script_restart(void);

/* Prints the error in a line of a file; returns EXIT_USAGE. */
int script_wrong(const char *name, const struct vec_line *line);

/* Steps through a list with commands from standard input; returns an exit status of cli.h. */
int step_run(const struct options *options, FILE *file, const char *name);
/* Adds a break; returns NULL or an error message. break_before() and break_after() print and return
 * true if a break stops before a line of a list, or after one that has changed the core. */
const char *break_add(const char *what);
bool break_before(const char *text, unsigned thread);
bool break_after(const struct stx_core *before, const struct stx_core *now);
extern bool run_quiet; /* faults and traces are not printed */

/* The exit status for the end of a list of words. */
int script_end(const struct options *options);

/* Runs the words of compiled kernels, the first file for thread 0 and so on; returns an exit status
 * of cli.h. */
int kernels_run(struct options *options, char **paths, int count);

/* Executes a vector file or a word list; returns an exit status of cli.h. */
int script_run(const struct options *options, FILE *file, const char *name);

#endif
