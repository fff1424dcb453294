/* SPDX-License-Identifier: Apache-2.0
 *
 * time.h - how long the words of a run would take on Blackhole, and why (docs/time.md).
 *
 *   static struct stx_time time;
 *   stx_time_init(&time, &core);
 *   ... the run ...
 *   stx_time_end(&time);
 *   stx_time_print(&time, "matmul", print, NULL);
 *
 * The library executes a word inside the call that issues it; the model works out afterwards when
 * it would have started and finished. Its memory is bounded: words of a thread wait until those of
 * the others are known, but no more than STX_TIME_WINDOW. It needs a library built with STX_TRACE
 * and changes nothing in the core. */
#ifndef SOFTENSIX_TIME_H
#define SOFTENSIX_TIME_H

#include "softensix/print.h"
#include "softensix/time_state.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Kinds of kernels, by what their time is spent on: the model's errors differ. */
enum stx_time_kind {
    STX_TIME_WORDS, /* words of units other than those below */
    STX_TIME_MATRIX,
    STX_TIME_VECTOR,
    STX_TIME_COMPILED, /* vector words that are not those of the vendor's compiler */
    STX_TIME_UNPACKING,
    STX_TIME_PACKING,
    STX_TIME_ROWS,   /* the packer writes row by row */
    STX_TIME_ADDING, /* the packer adds to L1 */
    STX_TIME_WHOLE,  /* more than one of unpackers, mathematics and packer */
    STX_TIME_CODED,  /* RISC-V code limits it, whatever its words do */
    STX_TIME_KINDS
};

/* A word with its place in time. Without the stall it would have started at arrive. */
struct stx_time_event {
    uint64_t pushed, arrive, start, end; /* pushed: the word, or the MOP or REPLAY it came from */
    uint32_t number;                     /* from 1 on */
    uint32_t after;   /* event whose word ended the wait: a post, a bank handed over; 0: none */
    uint32_t signals; /* bit i: it advanced sequence i of stx_time_word.signals */
    uint32_t word;
    uint8_t thread, resource; /* enum stx_resource */
    uint8_t stall;            /* enum stx_stall */
    bool held;                /* that stall is one of a STALLWAIT or SEMWAIT before */
    const char *polled;       /* "cb_wait_front[3]": the call in which it was; or NULL */
    const char *where;        /* in the kernel's source, as passed to stx_issue_from(); or NULL */
    const char *zone;         /* the innermost zone of the kernel, or NULL */
    const struct stx_time_zone *zones; /* stx_time.zone, in which this one has a place; 0: none */
    uint8_t place;
    uint8_t kept;   /* how many of it and those around it its thread has kept since its last word */
    uint32_t bytes; /* as in struct stx_time_word, like the next two */
    uint16_t flops;
    uint8_t phase;
    uint16_t pages; /* pages that it has moved, and their circular buffer */
    uint8_t buffer;
    bool pops;
};

/* Version of the JSON lines. */
#define STX_TIME_VERSION 1

/* Begins to listen to core and to time a run, with the documented values of all parameters. Returns
 * false if the library was built without STX_TRACE, because then nothing is heard. */
bool stx_time_init(struct stx_time *time, struct stx_core *core);

/* Sets a parameter for all clocks, before the run. Returns false if there is none with that name.
 * Cycles and latency of every instruction are parameters too: "MVMUL.latency", "ATCAS.cycles". */
bool stx_time_set(struct stx_time *time, const char *name, uint32_t value);
/* The same from "name=value"; NULL, or what is wrong with it. */
const char *stx_time_option(struct stx_time *time, const char *text);
/* Name, unit, source and confidence of parameter index; NULL past the end. */
struct stx_time_parameter {
    const char *name;
    uint32_t expected, fast, slow;
    const char *unit, *source, *confidence;
};
const struct stx_time_parameter *stx_time_parameter_at(unsigned index);

/* Also times each thread alone and some units twice as fast, which is four times the work. Call it
 * before the run. */
void stx_time_more(struct stx_time *time);

/* The thread's RISC-V side has executed this many instructions of its own since the last call. They
 * delay the next word that it pushes, unless the parameter riscv_cycles is 0.
 */
void stx_time_code(struct stx_time *time, unsigned thread, uint32_t instructions);
/* It has executed the code of these addresses, from the first up to but not including the last: the
 * model finds out what its instruction cache did not hold. */
void stx_time_executed(struct stx_time *time, unsigned thread, uint32_t from, uint32_t to);
/* This many of them were divisions, which take riscv_divide cycles each. */
void stx_time_divide(struct stx_time *time, unsigned thread, uint32_t divisions);

/* Announces a circular buffer of the kernel. Call it before the first word. Returns false if it is
 * too late, if there are too many already, or if number is above 63. */
bool stx_time_buffer(struct stx_time *time, unsigned number, uint32_t pages, uint32_t page_bytes);
/* A thread begins one of these calls: it waits for pages or for room, and pushes no word before
 * they are there, or it pops or pushes pages, with a word that stores the buffer's counter. */
enum stx_time_call {
    STX_TIME_WAIT_FRONT,
    STX_TIME_POP_FRONT,
    STX_TIME_RESERVE_BACK,
    STX_TIME_PUSH_BACK
};
void stx_time_call(struct stx_time *time, unsigned thread, enum stx_time_call call, unsigned number,
                   uint32_t pages);
/* The call has ended. */
void stx_time_called(struct stx_time *time, unsigned thread);
/* A reader or writer that is not a thread of the kernel has pushed pages (pops: popped them), or
 * will do so later (pages: 0). stream: pages come one after the other, at the buffer's rate
 * (parameter feed_rate, "cb3.rate"). Otherwise it has first waited for pages, or for room for them,
 * then has requested bytes from the NoC, and then has waited for bytes. */
struct stx_time_transfer {
    bool writer, pops, stream;
    unsigned number; /* of the buffer */
    uint32_t pages;
    uint32_t reserved;   /* pages that it has waited for, if that is more than `pages` */
    uint32_t bytes;      /* bytes that it has requested */
    uint32_t bank_bytes; /* how many of them are in the bank of DRAM that has most of them */
    uint32_t behind;     /* for how many transfers, this one included, it has not waited for the
                          * bytes; 0: it has waited for all bytes */
    uint32_t hops;       /* of the request that goes farthest to another core; 0: there is none */
    uint64_t after[STX_TIME_BOUNDS]; /* it has waited for something that another core has sent, and
                                      * that has arrived then */
};
void stx_time_transfer(struct stx_time *time, const struct stx_time_transfer *transfer);

/* Several cores, each with a model of its own. stx_time_settle() gives all words that have been
 * executed their places in time, which can be earlier than those of words of other threads that
 * come later. The other functions are about the reader or the writer of a core, after that: until
 * when it is busy; when the bytes arrive that it has requested; for how long it has waited for
 * other cores; and about the whole core: when the last of all that has ended. 0 for a bound that
 * does not exist. */
void stx_time_settle(struct stx_time *time);
uint64_t stx_time_mover(const struct stx_time *time, enum stx_time_bound bound, bool writer);
uint64_t stx_time_arrival(const struct stx_time *time, enum stx_time_bound bound, bool writer);
uint64_t stx_time_apart(const struct stx_time *time, enum stx_time_bound bound, bool writer);
uint64_t stx_time_core(const struct stx_time *time, enum stx_time_bound bound);

/* From now on the thread's words belong to a zone of that name, within the zone that it is in;
 * NULL: it leaves the innermost one. name must stay valid as long as time. */
void stx_time_zone(struct stx_time *time, unsigned thread, const char *name);

/* No more words will come. A run that was stopped is timed up to that point. */
void stx_time_end(struct stx_time *time);

/* Cycles until the last word of a thread (0..2) has finished; of all threads. 0 for a thread or a
 * bound that does not exist. Calls above ignore such a thread. */
uint64_t stx_time_of(const struct stx_time *time, enum stx_time_bound bound, unsigned thread);
uint64_t stx_time_total(const struct stx_time *time, enum stx_time_bound bound);

/* The kind of kernel that the run was, and a name for the kind. */
enum stx_time_kind stx_time_kind(const struct stx_time *time);
const char *stx_time_kind_text(enum stx_time_kind kind);
/* How low or high this time of the run may be on silicon, by the errors of measured kernels of its
 * kind (docs/time.md). */
uint64_t stx_time_band(const struct stx_time *time, enum stx_time_bound bound, uint64_t cycles);
/* From now on words of the vector unit stand for those that another compiler would choose for sfpi
 * code; with `compiled` false, no longer. Their registers mean nothing: which of them wait for the
 * result of the word before is said by stx_time_relation(). A word that holds back any next word
 * does so in any case. */
void stx_time_compiled(struct stx_time *time, bool compiled);
/* How the next words that stand for another compiler's relate to the vector word before them. */
enum stx_time_relation {
    STX_TIME_APART, /* they do not need its result */
    STX_TIME_NEEDS, /* they do */
    STX_TIME_MERGED /* that compiler makes one word of both */
};
void stx_time_relation(struct stx_time *time, enum stx_time_relation relation);
/* RISC-V code makes the operands of the next word that stands for another compiler's. That
 * compiler replays rows of constant words (tt-metal#48717, #50402), but not this row. */
void stx_time_made(struct stx_time *time, unsigned thread);
/* A round of a loop of that compiler's code ends: its counter and its branch come next. */
void stx_time_round(struct stx_time *time, unsigned thread);
/* That compiler generates this many more vector words here, at most 65,535; the library executes
 * none of them. */
void stx_time_stands(struct stx_time *time, unsigned thread, unsigned words);

/* Prints "cycles NAME unpack U math M pack P total T low L high H", with L and H from
 * stx_time_band(). */
void stx_time_print(const struct stx_time *time, const char *name, stx_print print, void *ctx);
/* Prints tables: how long each unit was busy, what each thread waited for. */
void stx_time_table(const struct stx_time *time, stx_print print, void *ctx);

/* Prints for each thread a table of the lines of its kernel that took most of its cycles, at most
 * `most` rows: cycles, words, busy cycles of units, and what was waited for. A thread whose words
 * came without a place (stx_issue_from) has no table. */
void stx_time_sites(const struct stx_time *time, unsigned most, stx_print print, void *ctx);

/* From now on prints a JSON line for every word, in the order of their starts, and at the end one
 * for the run (docs/time.md). lines must stay valid as long as time. */
struct stx_time_lines {
    stx_print print;
    void *ctx;
};
void stx_time_tell(struct stx_time *time, const struct stx_time_lines *lines);

/* "matrix unit" for STX_RESOURCE_FPU, "issue of words" for STX_TIME_ISSUE. */
const char *stx_time_resource(unsigned resource);

/* "" if there is no such stall. */
const char *stx_stall_name(enum stx_stall stall);
const char *stx_stall_text(enum stx_stall stall);
/* One that ends with an underscore is counted for each thread, whose number follows it. */
const char *stx_stall_counter(enum stx_stall stall);

#ifdef __cplusplus
}
#endif
#endif
