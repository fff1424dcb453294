/* SPDX-License-Identifier: Apache-2.0
 *
 * run.h - stx-run: options, and what the reader of scripts calls. */
#ifndef STX_RUN_H
#define STX_RUN_H

#include "softensix/isa.h"
#include "softensix/lint.h"
#include "softensix/order.h"
#include "softensix/trace.h"
#include "softensix/uninit.h"
#include "vectors/vec.h"

struct options {
    unsigned interactive, kernels, time, trace, effects, strict, dump, lint, rules, uninit,
        nothing_left, order;
    enum stx_order_level level; /* of the order checker */
    enum stx_trace_form form;
    uint8_t threads;                 /* bit i: trace thread i */
    uint32_t units;                  /* bit i: trace unit i */
    const struct stx_insn *only[16]; /* trace these instructions */
    unsigned only_count;
    struct {
        enum stx_rule rule;
        enum stx_policy policy;
    } policies[16]; /* set after the policy of all */
    unsigned policy_count;
    const char *parameters[16]; /* of the time model, name=value */
    unsigned parameter_count;
    const char *time_lines; /* a file for every word with its place in time */
    const char *file;       /* that runs */
    uint32_t errata_off;    /* bit i: erratum i is not modelled */
    bool sided; /* -D was given; else cases take the simulator's side, lists silicon's */
    enum stx_side side;
    const char *case_name; /* run only this case; NULL: all */
    const char *save;      /* file for the state after the run */
    const char *from;      /* file with a state to tell the differences from */
};

/* Reads the arguments; index of the first file, 0 if they make no sense, -'h' or -'V' if help or
 * the version was asked for. */
int options_read(struct options *options, int argc, char **argv);

/* The machine of the run. */
extern struct vec_state machine;

/* A run begins (reset state) and ends (dump, report): the number of threads that wait, and what the
 * order checker has found since the first run. */
extern unsigned run_unordered;
void run_begin(const struct options *options);
unsigned run_end(const struct options *options);
/* Tells what is left undone; how much of that is a failure. */
unsigned run_left(const struct options *options);

/* The time model of a run: from its begin to its end, where it is told; file: a name for it. */
void timing_begin(const struct options *options);
void timing_word(unsigned thread, uint32_t word, enum stx_result result);
void timing_access(unsigned thread, uint32_t address, uint32_t value, bool write);
void timing_end(const char *file);

/* The order checker of a run: from its begin to its end, where it tells what it has found; how
 * much. */
void ordering_begin(const struct options *options);
void ordering_before(unsigned thread, uint32_t word);
void ordering_word(unsigned thread, uint32_t word, enum stx_result result);
void ordering_access(unsigned thread, uint32_t address, uint32_t value, bool write);
unsigned ordering_end(const char *file);

/* One line of a list; false, and the line is wrong, if it makes no sense. The thread that its words
 * are for; thread 0. */
bool script_line(struct vec_line *line);
unsigned script_thread(void);
void script_restart(void);

/* Tells what is wrong with a line of a file; EXIT_USAGE. */
int script_wrong(const char *name, const struct vec_line *line);

/* Steps through a list by commands from standard input; an exit status of cli.h. */
int step_run(const struct options *options, FILE *file, const char *name);
/* A break of the stepper: NULL, or a sentence about what is wrong with it. Does a break stop before
 * a line of a list, or after one that has changed the core? Then it is told. */
const char *break_add(const char *what);
bool break_before(const char *text, unsigned thread);
bool break_after(const struct stx_core *before, const struct stx_core *now);
extern bool run_quiet; /* faults and traces are not told */

/* How a list of words has ended, as an exit status. */
int script_end(const struct options *options);

/* The words of compiled kernels, the first file for thread 0 and so on, as one run; an exit status
 * of cli.h. */
int kernels_run(struct options *options, char **paths, int count);

/* Executes a vector file or a word list; an exit status of cli.h. */
int script_run(const struct options *options, FILE *file, const char *name);

#endif
