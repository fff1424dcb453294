/* SPDX-License-Identifier: Apache-2.0
 *
 * lint.h - watches the words of a run for schedules that go wrong on silicon (softensix/lints.def).
 *
 *   static struct stx_lint lint;
 *   stx_lint_init(&lint, &core, on_finding, NULL);
 *
 * It needs a library built with STX_TRACE and changes nothing in the core. */
#ifndef SOFTENSIX_LINT_H
#define SOFTENSIX_LINT_H

#include "softensix/listen.h"
#include "softensix/print.h"

#ifdef __cplusplus
extern "C" {
#endif

enum stx_lint_rule {
#define LINT(name, reference, text, apart, remedy) STX_LINT_##name,
#include "softensix/lints.def"
#undef LINT
    STX_LINTS
};

/* Two instructions of a thread (0..2) that are too close to each other, or between which something
 * is missing. first is 0 if it has been missing since the start. */
struct stx_lint_finding {
    enum stx_lint_rule rule;
    unsigned thread;
    uint32_t first, second; /* their words; second is the address for STX_LINT_MOP_REWRITE */
    unsigned between;       /* words of the thread between them */
    uint32_t stall;         /* the last STALLWAIT between them that names a unit, or 0 */
    /* "file:line" of the macros that issued the two; NULL where it is not known, as for stores. */
    const char *first_where, *where;
    uint32_t times; /* how often it came up, for stx_lint_tell(); 1 for the callback */
};
typedef void (*stx_lint_callback)(void *ctx, const struct stx_lint_finding *finding);

/* A word and the time when it was executed, counted in words of its thread; 0: none. */
struct stx_lint_event {
    uint32_t word, at;
    const char *where;
};

/* Rows of Dst that a word has read or written: count rows from row on, modulo 1024. */
struct stx_lint_rows {
    struct stx_lint_event by;
    uint16_t row, count;
};

/* What the rules need to know of a thread's past. */
struct stx_lint_thread {
    uint32_t now;  /* words so far */
    uint32_t last; /* the word before */
    const char *last_where;
    uint8_t fidelity;                 /* RWC.Fidelity before the next word */
    uint8_t backdoor;                 /* DISABLE_BACKDOOR_LOAD after the last word */
    uint8_t flipped;                  /* the last word has changed it */
    uint8_t fpu_bank[2];              /* of SrcA, SrcB after the last word */
    uint8_t turning;                  /* bit s: the word in bank[s] may still be in the FPU */
    struct stx_lint_rows wrote[4];    /* by the last four words, a ring */
    struct stx_lint_event bank[2];    /* released SrcA, SrcB; no wait for it since */
    struct stx_lint_event zeroed[2];  /* ZEROSRC of the unpackers' bank; no wait since */
    struct stx_lint_event math, sfpu; /* worked; no STALLWAIT until it is done since */
    struct stx_lint_event pack;
    struct stx_lint_event stall;     /* the last STALLWAIT */
    struct stx_lint_event mop;       /* offered; no synchronization since */
    uint32_t mop_cfg[STX_MOP_WORDS]; /* its configuration, for stores that are not reported */
};

/* How many different findings are kept. Findings of one rule and thread count as the same if they
 * are at the same places of the source or, where these are not known, have the same words. */
#define STX_LINT_KEPT 64u

struct stx_lint {
    struct stx_listener listener;
    const struct stx_core *core;
    stx_lint_callback report; /* NULL: findings are only counted */
    void *ctx;
    uint32_t found[STX_LINTS]; /* findings by rule */
    struct stx_lint_finding kept[STX_LINT_KEPT];
    uint32_t kept_count, more;    /* findings that there was no room for */
    struct stx_lint_rows rows[2]; /* that the running word has read, and written */
    struct stx_lint_thread thread[STX_THREADS];
};

/* Begins to listen to core. report is called for every finding. Returns false if the library was
 * built without STX_TRACE, because then nothing is heard. */
bool stx_lint_init(struct stx_lint *lint, struct stx_core *core, stx_lint_callback report,
                   void *ctx);

/* The thread has waited for the coprocessor by means that the core does not see. */
void stx_lint_sync(struct stx_lint *lint, unsigned thread);
/* On silicon the next word of the thread would not follow the one before it, nor have these
 * registers: a compiler would choose both. This and the calls above ignore a thread above 2. */
void stx_lint_forget(struct stx_lint *lint, unsigned thread);

/* Name, text and source of a rule; "" if there is no such rule, for which the functions below
 * return 0 or NULL. */
const char *stx_lint_name(enum stx_lint_rule rule);
const char *stx_lint_text(enum stx_lint_rule rule);
const char *stx_lint_reference(enum stx_lint_rule rule);
/* How many more instructions between the two would be enough; 0 if no number of them helps. */
unsigned stx_lint_missing(const struct stx_lint_finding *finding);
/* For a rule of a semaphore or a bank: the bit that the STALLWAIT between them lacks ("WAIT_SFPU to
 * wait_res"); NULL if there is none between them, or for another rule. */
const char *stx_lint_lacks(const struct stx_lint_finding *finding);
/* What to add to the kernel, e.g. a STALLWAIT with its bits; NULL if only instructions help. */
const char *stx_lint_remedy(enum stx_lint_rule rule);
/* Prints a finding in several lines: the rule, both instructions, what to add. */
void stx_lint_print(const struct stx_lint_finding *finding, stx_print print, void *ctx);
/* Prints each of the findings so far once, in the order in which they first came up, with the
 * number of times. */
void stx_lint_tell(const struct stx_lint *lint, stx_print print, void *ctx);
/* The number of all findings, repeated ones included. */
uint32_t stx_lint_total(const struct stx_lint *lint);

#ifdef __cplusplus
}
#endif
#endif
