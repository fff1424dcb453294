/* SPDX-License-Identifier: Apache-2.0
 *
 * time_state.h - what the time model remembers of a run: struct stx_time, which a program owns, and
 * its parts. softensix/time.h has what programs call and read. */
#ifndef SOFTENSIX_TIME_STATE_H
#define SOFTENSIX_TIME_STATE_H

#include "softensix/listen.h"
#include "softensix/isa.h"

#ifdef __cplusplus
extern "C" {
#endif

#define STX_TIME_WINDOW 512u   /* words of a thread that wait for those of others */
#define STX_TIME_BATCH 32u     /* words that come between two searches for places */
#define STX_TIME_LINES 64      /* of code that an instruction cache holds, at most */
#define STX_TIME_PARAMETERS 38 /* rows of lib/time/parameters.def */
#define STX_TIME_RESOURCES (STX_RESOURCE_MOVER + 1)
/* Further things that can limit a run: a thread issues one word per cycle, and its RISC-V code
 * takes time unless the parameter riscv_cycles is 0. */
#define STX_TIME_ISSUE STX_TIME_RESOURCES
#define STX_TIME_CODE (STX_TIME_RESOURCES + 1)
/* What brings pages to circular buffers and takes them away (stx_time_buffer()). */
#define STX_TIME_FEED (STX_TIME_RESOURCES + 2)
/* Kinds of events that words wait for (struct stx_time_word.signals). */
#define STX_TIME_SEQUENCES 28u
/* The model keeps the times of this many last events of each kind. A semaphore counts up to 15. */
#define STX_TIME_MEMORY 16u
#define STX_TIME_BLOCKS (STX_DST_NAMES / 8u)
#define STX_TIME_THREADS 3u
/* Places in the source of all threads together; words of further ones count as unknown. */
#ifndef STX_TIME_SITES
#define STX_TIME_SITES 2048u
#endif

/* The most circular buffers of a run. For each of them the times of the last STX_TIME_PAGES pages
 * are kept, or of groups of pages if the buffer has room for more. STX_TIME_BATCHES batches (struct
 * stx_time_batch) can wait for their place in time. */
#ifndef STX_TIME_BUFFERS
#define STX_TIME_BUFFERS 32u
#endif
#define STX_TIME_PAGES 32u
#define STX_TIME_BATCHES 512u
/* Agents that move pages alongside the threads: a reader and a writer, and for each buffer whose
 * pages come one after the other an agent that fills it and one that empties it. */
#define STX_TIME_MOVERS 2u
#define STX_TIME_AGENTS (STX_TIME_MOVERS + 2u * STX_TIME_BUFFERS)
/* The reader and the writer can wait for any of this many batches whose bytes they requested
 * last. */
#define STX_TIME_ASKED 16u

/* The most zones that kernels name, number 0 standing for no zone, and how deep they can lie within
 * each other. */
#define STX_TIME_ZONES 32u
#define STX_TIME_NESTED 8u

enum stx_stall {
    STX_STALL_NONE,
#define STALL(name, counter, text) STX_STALL_##name,
#include "softensix/stalls.def"
#undef STALL
    STX_STALLS
};

/* A run is timed by several clocks at once. Three of them have the expected, the fast and the slow
 * values of the parameters. After stx_time_more() three more time each thread alone, as if the
 * others never made it wait, and eight have one unit, the issue of words, RISC-V code or data
 * movement twice as fast. */
enum stx_time_bound {
    STX_TIME_EXPECTED,
    STX_TIME_LOW,
    STX_TIME_HIGH,
    STX_TIME_BOUNDS,
    STX_TIME_ALONE = STX_TIME_BOUNDS,
    STX_TIME_TWICE = STX_TIME_ALONE + 3,
    STX_TIME_CLOCKS = STX_TIME_TWICE + 8
};

/* A word as the model needs it; all of it is known when the word has executed. What a word waits
 * for is expressed by counting: a sequence is a kind of event, such as "a bank of SrcA is given to
 * the FPU", and a word that needs 3 of it can start when that has happened for the third time. */
struct stx_time_word {
    uint32_t word;
    uint32_t bytes; /* that an UNPACR or XMOV moves, or that each interface of the packer moves */
    /* The kinds of events that the word causes, as bits. 0 and 1: it gives a bank of SrcA, of SrcB
     * to the FPU; 2 and 3: it returns one; 4 to 11: it posts a semaphore; 12 to 19: it takes one;
     * 20 to 27: it frees a mutex. */
    uint32_t signals;
    uint32_t code;    /* of a pushed word: instructions of RISC-V code since the push before */
    uint32_t missed;  /* how many of them, and of its push, were not in the instruction cache */
    uint16_t need[4]; /* it starts when the event sequence[i] has happened this often */
    uint8_t sequence[4];
    uint16_t flags;
    uint8_t needs;
    uint8_t swallowed; /* how many words before it were only recorded, not passed on (REPLAY) */
    uint8_t waits;     /* the library could not execute it yet */
    uint8_t phase;     /* the fidelity phase in which it executed */
    uint16_t flops;
    uint8_t resource, cycles, latency; /* of its row in lib/isa/blackhole.def */
    uint8_t block, blocks;             /* the first block of 8 rows of Dst, and how many */
    uint16_t idle;                     /* wait_res of a STALLWAIT: the units it waits for */
    uint8_t slower;                    /* UNPACR: its rate is 2 to this power times lower */
    uint16_t site;                     /* its place in stx_time.site */
    /* What its thread waits for before it pushes the word: sequence 2n counts the pages that have
     * come into buffer n, sequence 2n + 1 those that have left it. */
    uint16_t page_need[3];
    uint8_t page_sequence[3], page_needs;
    uint8_t moves;  /* the sequence to which the word itself adds pages */
    uint16_t pages; /* how many */
    uint8_t zone;   /* its place in stx_time.zone; 0: none */
    uint8_t kept;   /* as in struct stx_time_event */
    bool compiled;  /* it stands for a word of another compiler (stx_time_compiled()) */
    bool dependent; /* and needs the result of the vector word before (stx_time_relation()) */
};

/* Which of the last cycles of a unit are taken, one bit each, from cycle `base` on. */
#define STX_TIME_CALENDAR 64u
struct stx_time_calendar {
    uint64_t base;
    uint32_t bits[STX_TIME_CALENDAR];
};

/* A circular buffer, and how many pages have come and gone in the order of execution. */
struct stx_time_buffer {
    uint32_t pages, bytes; /* how many pages it has room for, and the bytes of a page */
    uint32_t in, out;
    uint8_t number;
    char wait[2][20]; /* "cb_wait_front[3]", "cb_reserve_back[3]": where waits for it count */
};

/* What a reader or writer does in one go: it waits until the pages or the room that it needs are
 * there, requests bytes, waits for bytes that it has requested, and pushes or pops pages. */
struct stx_time_batch {
    uint32_t bytes, bank_bytes; /* over the NoC; of the bank of DRAM that has most of them */
    uint32_t asked, awaited;    /* number of the batch; it waits for the bytes up to this one's */
    uint64_t after[3];          /* as in struct stx_time_transfer, like hops */
    uint16_t need, pages, hops;
    uint8_t need_sequence, sequence, agent;
    bool stream; /* its pages come one after the other, at the rate of the buffer */
};

/* When things have happened, with one set of parameters. Times are in cycles; in runs with a unit
 * that is twice as fast they are in half cycles. What every word needs comes first: a core of
 * RISC-V reaches 2 KB from a pointer in one instruction. */
struct stx_time_clock {
    uint64_t next[STX_TIME_THREADS];   /* the thread's next word cannot start before */
    uint64_t pushed[STX_TIME_THREADS]; /* the thread's last push */
    uint64_t mop[STX_TIME_THREADS];    /* the MOP expander does not pass on its next word before */
    uint64_t finished[STX_TIME_THREADS]; /* the thread's last word is done */
    uint64_t gate[STX_TIME_THREADS];     /* a wait holds words of the units in held until then */
    uint64_t late[STX_TIME_THREADS];   /* up to then words of other threads were placed without this
                                          thread */
    uint32_t passes[STX_TIME_THREADS]; /* words that the MOP expander has passed on */
    uint32_t pushes[STX_TIME_THREADS];
    uint16_t held[STX_TIME_THREADS];   /* the block bits of the wait that holds the thread now */
    uint16_t head[STX_TIME_THREADS];   /* the next word of the thread's queue to get a place */
    uint8_t gate_by[STX_TIME_THREADS]; /* why the gate holds: enum stx_stall */
    uint8_t tick;  /* units of time in a cycle: 1, or 2 if a unit is twice as fast */
    uint8_t twice; /* that unit, STX_TIME_ISSUE, STX_TIME_CODE, or 0 */
    uint8_t alone; /* 1 + the only thread that is timed; 0: all are */
    uint8_t by[STX_TIME_RESOURCES]; /* the thread that used the unit last */
    uint32_t placed;                /* how many words have been given a place in time */
    uint32_t forced; /* words that were given a place although what they wait for was not seen */
    uint64_t free[STX_TIME_RESOURCES]; /* the unit is free after all words that have a place */
    uint64_t idle[STX_TIME_THREADS][STX_TIME_RESOURCES]; /* the thread's last word there is done */
    uint64_t to_dst, to_source[2]; /* until when moves to Dst, or to SrcA and SrcB, are under way */
    uint64_t turns[2][2]; /* when the FPU, [0], and the unpackers, [1], turn to their present banks
                           * of SrcA and SrcB: at the end of the word that hands over the one before
                           */
    uint64_t atomic;      /* the next atomic word of the scalar unit can start */
    uint64_t vector;      /* start of the last vector word */
    uint32_t vector_word; /* that word */
    bool vector_compiled; /* its registers mean nothing */
    uint64_t unpacker[2]; /* until when each unpacker moves data */
    uint64_t port;        /* until when data pass the port to L1 that both unpackers share */
    uint64_t packer;      /* until when the packer moves data */
    uint64_t pack_rest;   /* hundredths of a cycle by which additions to L1 exceed whole cycles */
    uint8_t fetch_rest[STX_TIME_THREADS]; /* hundredths of a cycle of fetched code */
    uint16_t count[STX_TIME_SEQUENCES];   /* how often each event has happened */
    uint64_t stall[STX_TIME_THREADS][STX_STALLS];
    uint64_t busy[STX_TIME_RESOURCES];
    uint64_t code[STX_TIME_THREADS]; /* cycles of RISC-V code between words */
    uint64_t open[STX_TIME_THREADS]; /* cycles of a wait that the end of the run has left open */
    uint32_t words[STX_TIME_THREADS];
    uint64_t flops, work;    /* operations of words in fidelity phase 0; of all words */
    uint64_t gaps, products; /* cycles from product to product, but for NOPs; how many gaps */
    uint64_t product[STX_TIME_THREADS]; /* 1 + start of the thread's last one; 0: not in a row */
    uint64_t dst[STX_TIME_BLOCKS];      /* the block can be used again */
    struct stx_time_calendar calendar[STX_TIME_RESOURCES];
    uint16_t pages[2u * STX_TIME_BUFFERS]; /* how many pages have come, and how many have left */
    uint8_t shift[STX_TIME_BUFFERS];       /* how many pages share a time, as a power of 2 */
    uint64_t agent[STX_TIME_AGENTS];       /* until when the agent is busy or waits */
    uint64_t moving[STX_TIME_AGENTS];      /* for how many cycles it has moved pages */
    uint64_t apart[STX_TIME_MOVERS];       /* for how long it has waited for other cores */
    uint64_t wire[STX_TIME_MOVERS];        /* when the last byte arrives that it has requested */
    uint32_t batch_first, batch_done[STX_TIME_BATCHES / 32u];
    /* None of what follows is read before it has been written, so a run does not begin by clearing
     * it. First, when the last 32 pushed words left the FIFO, a ring. */
    uint64_t left[STX_TIME_THREADS][32];
    uint64_t passed[STX_TIME_THREADS][32]; /* when what the MOP expander passed on left its FIFO */
    uint64_t at[STX_TIME_SEQUENCES][STX_TIME_MEMORY];        /* when the last events happened */
    uint32_t told[STX_TIME_SEQUENCES][STX_TIME_MEMORY];      /* which words caused them */
    struct stx_time_word wait[STX_TIME_THREADS];             /* what the wait in held waits for */
    uint64_t page_at[2u * STX_TIME_BUFFERS][STX_TIME_PAGES]; /* when the last pages came or left */
    uint64_t asked_at[STX_TIME_MOVERS]
                     [STX_TIME_ASKED]; /* when the bytes of the last batches arrived */
};

/* Where in the source of a kernel words were issued, and their expected cycles. A word of a MOP or
 * REPLAY counts where that was issued; a stall because of a STALLWAIT or SEMWAIT counts there. */
struct stx_time_site {
    const char *where; /* as given to stx_issue_from(), "file:line"; NULL: unknown */
    uint64_t cycles;   /* of its thread: all sites of a thread together make its time */
    uint64_t busy;     /* of units */
    uint32_t stall[STX_STALLS];
    uint32_t words;
    uint8_t thread;
};

/* A part of a kernel that it names, with the parts inside it. */
struct stx_time_zone {
    const char *name;
    uint64_t cycles, busy; /* expected cycles of its thread, and busy ones of units */
    uint32_t words;
    uint8_t thread, parent; /* parent: the zone around it */
};
/* The zones in which a thread is, the innermost one last. */
struct stx_time_nest {
    uint8_t zone[STX_TIME_NESTED];
    unsigned depth, kept; /* kept: the least depth since the last word */
};

/* The site of a thread's words that came with this text, found by its address. */
#define STX_TIME_KNOWN (2u * STX_TIME_SITES)
struct stx_time_known {
    const char *where;
    uint16_t site;
    uint8_t thread;
};

/* What has been seen of a thread, and its words that at least one clock has not placed yet. */
struct stx_time_thread {
    uint16_t tail;                               /* where the next word goes in the queue */
    uint32_t unplaced;                           /* words in the queue, of all clocks together */
    uint8_t phase;                               /* the fidelity phase after its last word */
    uint32_t offered, outer, inner, stage, left; /* the front end when it issued its last word */
    uint32_t replay[STX_REPLAY_WORDS];           /* what was recorded then */
    bool waits;                                  /* its next word, which follows, waits already */
    struct stx_time_word waiting;
    bool early;      /* that word is in the queue already */
    uint32_t code;   /* instructions of its RISC-V side since its last push (stx_time_code) */
    uint32_t missed; /* and how many had to come from L1 (stx_time_executed) */
    uint32_t line[STX_TIME_LINES]; /* lines of code in the cache, the last used one first */
    uint32_t code_end;             /* where the code has come to */
    bool fetching;                 /* its line comes from L1 */
    uint8_t synced;                /* its RISC-V side has waited until all its words were done */
    bool slow;                     /* the result of its last word takes a second cycle */
    uint16_t run, last_run;        /* words of another compiler's code since the last other word; of
                                      the run before */
    /* The pages that its RISC-V side has waited for since its last push, and those that it pops or
     * pushes, until a word has taken them over. */
    uint16_t page_need[4];
    uint8_t page_sequence[4], page_needs, moves;
    uint16_t pages;
    bool moved; /* the call is over: the next word takes them over, whatever it is */
    struct stx_time_word queue[STX_TIME_WINDOW]; /* not cleared when a run begins */
};

/* What the running word has told: bytes of L1 that it has read and written, datums that it has
 * written to a source, and their format in L1. */
struct stx_time_moves {
    uint32_t read, written, datums;
    uint8_t format;
};

/* Called with a word and its place in time (softensix/time.h). */
struct stx_time_event;
typedef void (*stx_time_callback)(void *ctx, const struct stx_time_event *event);

struct stx_time {
    struct stx_listener listener;
    /* Called for every word with its expected times, in the order of their starts, or NULL. Set it
     * after stx_time_init(). */
    stx_time_callback event;
    void *ctx;
    void (*last)(const struct stx_time *time); /* stx_time_tell()'s, for its last line */
    const struct stx_core *core;
    const struct stx_insn *row[256];   /* by opcode */
    uint8_t cycles[256], latency[256]; /* of the rows, or as stx_time_set() has set them */
    uint32_t value[STX_TIME_BOUNDS][STX_TIME_PARAMETERS];
    unsigned clocks; /* how many elements of clock[] are used */
    uint16_t sites, texts;
    struct stx_time_known known[STX_TIME_KNOWN];
    uint32_t total[STX_TIME_SEQUENCES]; /* how often each has happened, in the order of execution */
    uint8_t owns[2][2], semaphore[STX_SEMAPHORES], mutex[STX_MUTEXES]; /* as last seen */
    struct stx_time_moves moves;
    uint8_t block, blocks; /* of 8 rows of Dst that the running word uses: the first, how many */
    bool ended;            /* no more words are taken */
    unsigned collected;    /* words since places were last given */
    struct stx_time_buffer buffer[STX_TIME_BUFFERS];
    unsigned buffers;
    uint32_t own_rate[64], own_latency[64]; /* 1 + what was set for a buffer; 0: nothing was */
    uint32_t batches;
    uint32_t asked[STX_TIME_MOVERS]; /* batches of the reader and of the writer */
    struct stx_time_zone zone[STX_TIME_ZONES];
    struct stx_time_nest nest[STX_TIME_THREADS];
    unsigned zones;
    uint64_t fetched;          /* bytes that unpackers have read from L1 */
    uint32_t packed;           /* pages that the pack thread has pushed */
    bool compiles;             /* stx_time_compiled() */
    uint8_t relation;          /* stx_time_relation() */
    uint32_t compiled;         /* words that stand for those of another compiler */
    uint32_t packs, additions; /* words of the packer; those that add to L1 */
    uint64_t pack_bytes;       /* that each of its interfaces has moved */
    uint64_t noc_bytes;        /* that readers and writers have moved over the NoC */
    /* Called with the cycle in which a reader or writer requests the bytes of its n-th transfer,
     * counted from 1, once that is known; or NULL. */
    void (*requested)(const struct stx_time *time, bool writer, uint32_t n, uint64_t cycle);
    /* The beginnings of threads and clocks are cleared when a run begins, and a site or a batch
     * when it is added. */
    struct stx_time_thread thread[STX_TIME_THREADS];
    struct stx_time_clock clock[STX_TIME_CLOCKS];
    struct stx_time_site site[STX_TIME_SITES]; /* the first ones: unknown, of each thread */
    struct stx_time_batch batch[STX_TIME_BATCHES];
};

#ifdef __cplusplus
}
#endif
#endif
