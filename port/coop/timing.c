/* SPDX-License-Identifier: Apache-2.0
 *
 * timing.c - runs the time model alongside cooperative threads. */
#include "coop/timing.h"

#if STX_TRACE
#include "counter.h"
#include "softensix/time.h"

static struct stx_time of_one, *timing = &of_one;
static struct stx_time_lines lines;
static bool timed;
static unsigned running; /* the thread whose code began last */
static uint64_t
    began[STX_THREADS]; /* the count of instructions at which its code began; 0: it did not begin */
/* Code among values of sfpi is longer here than on silicon, where each of them is a word, and so
 * are the distances of its other words: which lines of the cache they need is not known. */
enum { SPREAD = 64 };               /* words after the last value, more than a row has */
static uint8_t spread[STX_THREADS]; /* so many of them to come */
static bool stored[STX_THREADS];    /* the code after its next word does not count */

/* The number of instructions between two successive words of a kernel that executes none of its own
 * in between: a call with constants, and the counting itself, measured on rv32im with -O2. Silicon
 * executes one instruction instead, which the model counts as the push. If a word is an instruction
 * that traps, more instructions are executed before the counter is read and after it was read for
 * the previous word. */
enum { CALL = 38, TRAP_BEFORE = 53, TRAP_AFTER = 41 };

void coop_time_use(struct stx_time *used) {
    timing = used;
}

bool coop_time(struct coop *coop, stx_print print, void *ctx) {
    (void)print;
    (void)ctx;
    timed = true;
    bool can = stx_time_init(timing, coop->core);
    stx_time_more(timing);
    return can;
}

static void begin(unsigned thread, unsigned own) {
    if (__builtin_expect(timed && thread < STX_THREADS, 1)) {
        running = thread;
        began[thread] = port_instructions() + own;
    }
}

/* A function of its own, so that as many instructions as before follow the reading of the counter.
 */
static __attribute__((noinline)) bool counts(unsigned thread) {
    bool discards = thread < STX_THREADS && stored[thread];
    if (discards) {
        stored[thread] = false;
        began[thread] = 0;
        running = thread;
    }
    return !discards;
}

void coop_code_begins(unsigned thread) {
    if (__builtin_expect(counts(thread), 1)) {
        begin(thread, 0);
    }
}

void coop_code_resumes(unsigned thread) {
    if (__builtin_expect(counts(thread), 1)) {
        begin(thread, TRAP_AFTER);
    }
}

unsigned coop_code_thread(void) {
    return running;
}

static void end(unsigned thread, uint64_t now, unsigned own) {
    if (thread < STX_THREADS && began[thread]) {
        uint64_t least = began[thread] + own;
        stx_time_code(timing, thread, now > least ? (uint32_t)(now - least) : 0);
        began[thread] = 0;
    }
}

void coop_code_ends(unsigned thread) {
    end(thread, port_instructions(), CALL);
}

void coop_code_traps(unsigned thread) {
    end(thread, port_instructions(), CALL + TRAP_BEFORE);
}

void coop_code_forgets(unsigned thread) {
    if (thread < STX_THREADS) {
        began[thread] = 0;
        spread[thread] = SPREAD;
    }
}

void coop_code_stored(unsigned thread) {
    if (thread < STX_THREADS) {
        stored[thread] = true;
    }
}

void coop_code_executed(unsigned thread, uint32_t from, uint32_t to) {
    if (timed && thread < STX_THREADS && spread[thread]) {
        spread[thread]--;
    } else if (timed) {
        stx_time_executed(timing, thread, from, to);
    }
}

void coop_code_divides(unsigned thread, unsigned divisions) {
    if (timed) {
        stx_time_divide(timing, thread, divisions);
    }
}

const char *coop_time_option(const char *text) {
    return timed ? stx_time_option(timing, text) : "nothing is timed";
}

void coop_time_lines(stx_print print, void *ctx) {
    lines = (struct stx_time_lines){print, ctx};
    if (timed) {
        stx_time_tell(timing, &lines);
    }
}

void coop_time_end(const char *name, stx_print print, void *ctx) {
    if (timed) {
        stx_time_end(timing);
        stx_time_print(timing, name, print, ctx);
        stx_time_table(timing, print, ctx);
    }
}

void coop_time_sites(unsigned most, stx_print print, void *ctx) {
    if (timed) {
        stx_time_sites(timing, most, print, ctx);
    }
}

bool coop_timed(void) {
    return timed;
}

bool coop_time_buffer(unsigned number, uint32_t pages, uint32_t page_bytes) {
    return timed && stx_time_buffer(timing, number, pages, page_bytes);
}

void coop_time_page_call(unsigned thread, bool begins, unsigned call, unsigned number,
                         uint32_t pages) {
    if (!timed) {
        return;
    }
    if (begins) {
        stx_time_call(timing, thread, (enum stx_time_call)call, number, pages);
    } else {
        stx_time_called(timing, thread);
    }
}

void coop_time_transfer(const struct stx_time_transfer *transfer) {
    if (timed) {
        stx_time_transfer(timing, transfer);
    }
}

void coop_time_zone(unsigned thread, const char *name) {
    if (timed) {
        stx_time_zone(timing, thread, name);
    }
}

void coop_time_compiled(bool compiled) {
    if (timed) {
        stx_time_compiled(timing, compiled);
    }
}

void coop_time_relation(unsigned relation) {
    if (timed) {
        stx_time_relation(timing, (enum stx_time_relation)relation);
    }
}

void coop_time_made(unsigned thread) {
    if (timed) {
        stx_time_made(timing, thread);
    }
}

void coop_time_round(unsigned thread) {
    if (timed) {
        stx_time_round(timing, thread);
    }
}

void coop_time_stands(unsigned thread, unsigned words) {
    if (timed) {
        stx_time_stands(timing, thread, words);
    }
}
#else
void coop_time_use(struct stx_time *used) {
    (void)used;
}

bool coop_time(struct coop *coop, stx_print print, void *ctx) {
    (void)coop;
    print(ctx, "time: the library was built without STX_TRACE (make DIAG=1): nothing is timed\n");
    return false;
}

const char *coop_time_option(const char *text) {
    (void)text;
    return "nothing is timed";
}

void coop_time_lines(stx_print print, void *ctx) {
    (void)print;
    (void)ctx;
}

void coop_time_end(const char *name, stx_print print, void *ctx) {
    (void)name;
    (void)print;
    (void)ctx;
}

void coop_time_sites(unsigned most, stx_print print, void *ctx) {
    (void)most;
    (void)print;
    (void)ctx;
}

bool coop_timed(void) {
    return false;
}

bool coop_time_buffer(unsigned number, uint32_t pages, uint32_t page_bytes) {
    (void)number;
    (void)pages;
    (void)page_bytes;
    return false;
}

void coop_time_page_call(unsigned thread, bool begins, unsigned call, unsigned number,
                         uint32_t pages) {
    (void)thread;
    (void)begins;
    (void)call;
    (void)number;
    (void)pages;
}

void coop_time_transfer(const struct stx_time_transfer *transfer) {
    (void)transfer;
}

void coop_time_zone(unsigned thread, const char *name) {
    (void)thread;
    (void)name;
}

void coop_time_stands(unsigned thread, unsigned words) {
    (void)thread, (void)words;
}

void coop_time_compiled(bool compiled) {
    (void)compiled;
}

void coop_time_relation(unsigned relation) {
    (void)relation;
}

void coop_time_made(unsigned thread) {
    (void)thread;
}

void coop_time_round(unsigned thread) {
    (void)thread;
}
#endif
