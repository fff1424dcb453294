/* SPDX-License-Identifier: Apache-2.0
 *
 * order.h - the order checker: finds accesses that nothing orders, so that they may happen in the
 * opposite order on silicon, where the units run in parallel with each other and with the RISC-V
 * cores. In the library words take effect one after the other, so such a kernel gives the right
 * result here.
 *
 *   static struct stx_order order;
 *   stx_order_init(&order, &core, STX_ORDER_DEFAULT);
 *   ...
 *   stx_order_tell(&order, print, NULL);
 *
 * It tracks with vector clocks what happens before what in one run: docs/order.md. It needs a
 * library built with STX_TRACE, and changes nothing in the core. */
#ifndef SOFTENSIX_ORDER_H
#define SOFTENSIX_ORDER_H

#include "softensix/listen.h"
#include "softensix/print.h"

#ifdef __cplusplus
extern "C" {
#endif

enum stx_order_rule {
#define ORDER(name, source, confidence, strict, text) STX_ORDER_##name,
#include "softensix/orders.def"
#undef ORDER
    STX_ORDERS
};

enum stx_order_level {
    STX_ORDER_DEFAULT,
    STX_ORDER_STRICT, /* rules that are based only on practice excuse nothing */
    STX_ORDER_RELAXED /* as if Auto TTSync were on */
};

/* The agents: for each thread its RISC-V code, that code's stores which are on their way, the wait
 * gate, which words leave in order, and each unit; then the reader and the writer on the NoC, and
 * their writes to the NoC for which they have not waited. */
#define STX_ORDER_KINDS 12u
#define STX_ORDER_AGENTS (STX_ORDER_KINDS * STX_THREADS + 4u)
struct stx_order_clock {
    uint32_t at[STX_ORDER_AGENTS];
};

/* What a word accesses while it executes, in the order of the accesses (struct stx_event). */
struct stx_note {
    uint32_t part, at,
        what; /* configuration: a word, its bits; else a row or an address, how many */
    uint8_t write, format, bits;
};
#define STX_NOTES 256u
struct stx_notes {
    uint32_t count, lost;
    struct stx_note note[STX_NOTES];
};

/* One access, as it is remembered. */
struct stx_order_access {
    uint32_t word;     /* or the address, for an access of RISC-V code */
    const char *where; /* "file:line", or NULL */
    uint32_t mask;     /* bits of a register, rows of a block of Dst */
    uint32_t at;       /* the agent's time */
    uint32_t issued;   /* the time of the thread's gate */
    uint16_t next;     /* the next access to the same place */
    uint8_t agent, thread, unit, mutexes;
    uint8_t how;    /* enum stx_order_how */
    uint8_t format; /* of bytes of L1, as configured for packer and unpackers; else
                       STX_ORDER_NO_FORMAT */
};
#define STX_ORDER_NO_FORMAT STX_EVENT_NO_FORMAT
enum stx_order_how {
    STX_ORDER_WRITES = 1,
    STX_ORDER_OF_RISCV = 2, /* word is an address */
    STX_ORDER_OF_MOP = 4,   /* a word of a MOP whose place is `where` */
    STX_ORDER_LATE = 8,     /* a result that arrives after the next words */
    STX_ORDER_NARROW = 16,  /* rows of Dst with 16-bit elements */
    STX_ORDER_WIDE = 32,    /* with 32-bit elements; if neither is set, the width does not matter */
    STX_ORDER_OF_VALUE = 64 /* sfpi code takes the value of the LReg whose number `word` is */
};

/* Rows of Dst that a word of the FPU or of the vector unit accesses. */
struct stx_order_rows {
    uint32_t row, count;
};

/* The unpacker that an UNPACR names. */
unsigned stx_unpacker_of(uint32_t word);
/* The index of the thread configuration that a SETC16 writes, and what it writes; UINT_MAX for
 * other words, which leave *value. */
unsigned stx_thread_config_set(uint32_t word, uint32_t *value);

/* A word of a thread waits for semaphores, sets them, or changes their values by one. */
enum stx_order_step_of { STX_ORDER_WAITS, STX_ORDER_SETS, STX_ORDER_POSTS, STX_ORDER_GETS };
struct stx_order_step {
    unsigned thread;
    enum stx_order_step_of what;
    uint32_t which; /* bit i: semaphore i */
    uint32_t value; /* the maximum that is set; or why it waits: 1 while 0, 2 while full */
};
/* Fills all members but the thread. False for words that have nothing to do with semaphores. */
bool stx_order_step(uint32_t word, struct stx_order_step *step);

/* Bytes of L1, from..to - 1. */
struct stx_order_range {
    struct stx_order_access by;
    uint32_t from, to;
    uint32_t epoch;
};

enum stx_order_place {
    STX_ORDER_IN_CFG,
    STX_ORDER_IN_TCFG,
    STX_ORDER_IN_GPR,
    STX_ORDER_IN_MOP,
    STX_ORDER_IN_SOURCE,
    STX_ORDER_IN_DST,
    STX_ORDER_IN_L1,
    STX_ORDER_IN_LREG,
    STX_ORDER_IN_VECTOR_CFG /* index: a destination of SFPCONFIG */
};

struct stx_order_finding {
    enum stx_order_rule rule;
    enum stx_order_place place;
    uint32_t index; /* of the register, the first row, the address */
    struct stx_order_access first, second;
    uint8_t handed; /* 1: the second thread has since synchronized with the first, but not with its
                       unit */
    uint32_t times;
};

/* How many are kept of what has no bound in a run. */
#define STX_ORDER_FINDINGS 64u
#define STX_ORDER_ACCESSES 2560u
#define STX_ORDER_RANGES 640u
#define STX_ORDER_COUNTERS 64u
#define STX_ORDER_USES 64u
#define STX_ORDER_ROUND 16u /* values of a semaphore */

/* Bits of a word of the configuration that were used and that nothing has written in this run. */
struct stx_order_use {
    uint32_t index; /* bank 1 after bank 0, then the configuration of threads 0, 1, 2 */
    uint32_t bits;
    struct stx_order_access by; /* its first use */
};

/* What is unwritten in an LReg: `by` (word 0: no word) was the first to read it, in LReg `of`. */
struct stx_order_made {
    struct stx_order_access by;
    uint8_t of;
};

/* What has been written of the vector unit since the kernel began, and the state of that unit
 * before the word. */
struct stx_order_vector {
    uint32_t written[17]; /* lanes of LReg0 to 16 */
    struct stx_order_made made[17];
    uint32_t settings; /* bit i: destination i of SFPCONFIG */
    uint32_t lanes;    /* that were enabled */
    uint8_t values;    /* bit i: words of thread i have values of sfpi code in LReg0 to 7 */
    uint8_t macro;     /* 1: SFPLOADMACRO had operations waiting before this word */
    uint8_t head;      /* then the place in `pending` of what was to execute next */
    uint8_t waiting[4];
    struct stx_sfpu_op pending[STX_MACROS ? 4 : 1][STX_MACROS ? 8 : 1];
};

struct stx_order_wait {
    uint32_t block; /* bits of STALLWAIT; 0: no wait is latched */
    uint32_t semaphores, condition;
    uint32_t banks;
    struct stx_order_clock until;
};

/* The last word that has handed a bank of a source to the other side. */
struct stx_order_turn {
    uint32_t at; /* its agent's time; 0: no word yet */
    uint8_t agent;
};

struct stx_order_semaphore {
    uint32_t first, max; /* its value and maximum when it was set */
    uint32_t posts, gets, value;
    struct stx_order_clock set, post[STX_ORDER_ROUND], get[STX_ORDER_ROUND];
};

struct stx_order_mailbox {
    uint32_t written, read;
    struct stx_order_clock clock[4];
};

struct stx_order_counter {
    uint32_t key;
    struct stx_order_clock clock;
};

#define STX_ORDER_PLACES \
    (STX_CFG_BANKS * STX_CFG_WORDS + STX_THREADS * (STX_TCFG_WORDS + STX_GPRS + 1u) + 4u + 256u)

struct stx_order {
    struct stx_listener listener;
    const struct stx_core *core;
    uint32_t off;   /* bit i: rule i is switched off */
    uint32_t found; /* findings, each as often as it came up */
    uint32_t kept, more;
    uint32_t forgotten; /* accesses for which there was no room */
    uint32_t words;
    /* Returns where RISC-V code of a thread is, for accesses that are not words; NULL: not
     * known. */
    const char *(*place)(void *ctx, unsigned thread);
    void *place_ctx;

    struct stx_order_access now;   /* the access that is being checked */
    struct stx_order_rows rows[2]; /* that the running word has read, and written */
    uint8_t fpu_bank[2], unpack_bank[2], owned[2][2];
    uint8_t mutexes[STX_THREADS], pushed[STX_THREADS];
    uint8_t lag[STX_THREADS];
    uint32_t epoch[STX_THREADS];

    struct stx_order_clock clock[STX_ORDER_AGENTS];
    struct stx_order_clock late[STX_THREADS]; /* of the preceding WRCFG */
    struct stx_order_clock given[2][2], returned[2][2];
    struct stx_order_turn turn[2][2]; /* [who turns: 0 the FPU, 1 an unpacker][source] */
    struct stx_order_wait wait[STX_THREADS];
    struct stx_order_semaphore semaphore[STX_SEMAPHORES];
    struct stx_order_mailbox mailbox[4][4]; /* [reader][writer], as in struct stx_core */
    struct stx_order_counter counter[STX_ORDER_COUNTERS];
    uint32_t counters;

    uint32_t cfg[STX_CFG_BANKS][STX_CFG_WORDS];
    uint32_t gpr[STX_THREADS][STX_GPRS];
    uint32_t written[STX_CFG_BANKS * STX_CFG_WORDS + STX_THREADS * STX_TCFG_WORDS];
    uint32_t uses;
    struct stx_order_use use[STX_ORDER_USES];
    struct stx_order_vector vector;
    uint16_t places[STX_ORDER_PLACES]; /* the first access of each */
    uint16_t unused;
    struct stx_order_access access[STX_ORDER_ACCESSES];
    uint32_t ranges, oldest;
    struct stx_order_range range[STX_ORDER_RANGES];
    struct stx_notes notes;
    struct stx_order_finding finding[STX_ORDER_FINDINGS];
};

/* Begins to listen to the core and to check, at the start of a run: everything that has happened so
 * far counts as finished. Returns false if the library was built without STX_TRACE; then nothing is
 * checked. */
bool stx_order_init(struct stx_order *order, struct stx_core *core, enum stx_order_level level);
/* Switches a rule on or off; ignores one that does not exist. */
void stx_order_set(struct stx_order *order, enum stx_order_rule rule, bool on);

/* Events that only a port knows. thread: 0..2 for RISC-V code of a thread, or one of these. The
 * last two are writes of reader and writer to the NoC: these may read L1 at any time until their
 * kernel waits for them. */
enum {
    STX_ORDER_READER = STX_THREADS,
    STX_ORDER_WRITER,
    STX_ORDER_READER_NOC,
    STX_ORDER_WRITER_NOC
};
/* These calls, and the events L1_LOAD and L1_STORE, by which a port tells which bytes RISC-V code
 * or the NoC reads or writes, are ignored for other threads than those. */
/* What happened before a release of a key happened before what follows an acquire of it. */
void stx_order_release(struct stx_order *order, unsigned thread, uint32_t key);
void stx_order_acquire(struct stx_order *order, unsigned thread, uint32_t key);
/* Words of a thread (0..2) are about to have values of the program in LReg0 to 7, or no longer have
 * them: then these registers hold again what they held before. */
void stx_order_values(struct stx_order *order, unsigned thread, bool have);
/* The program, at a place ("file:line") of a thread, takes the value of an LReg (0..15), or sets it
 * in these lanes. */
void stx_order_value(struct stx_order *order, unsigned thread, unsigned lreg, uint32_t lanes,
                     bool write, const char *where);

/* Name, text, source of a rule, and how sure it is: 'A' to 'D'; "" and '?' if there is no such
 * rule. */
const char *stx_order_name(enum stx_order_rule rule);
const char *stx_order_text(enum stx_order_rule rule);
const char *stx_order_source(enum stx_order_rule rule);
char stx_order_confidence(enum stx_order_rule rule);
/* The rule of this name; STX_ORDERS if there is none. */
enum stx_order_rule stx_order_named(const char *name);

/* The number of findings at different places or of different words. */
uint32_t stx_order_total(const struct stx_order *order);
/* Prints a finding in several lines: both words, what to add. Nothing if it names a rule, place or
 * unit that does not exist. */
void stx_order_print(const struct stx_order_finding *finding, stx_print print, void *ctx);
/* Prints all of them, in the order in which they came up. */
void stx_order_tell(const struct stx_order *order, stx_print print, void *ctx);

/* Prints the ledger of the configuration: what words have used but nothing has written since
 * stx_order_init(), with the word that used it first; with `all` also what is 0, as after reset.
 * Returns how many words of the configuration that is. */
uint32_t stx_order_ledger(const struct stx_order *order, bool all, stx_print print, void *ctx);

#ifdef __cplusplus
}
#endif
#endif
