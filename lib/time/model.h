/* SPDX-License-Identifier: Apache-2.0
 *
 * model.h - shared by the files of the time model. */
#ifndef STX_TIME_MODEL_H
#define STX_TIME_MODEL_H

#include "isa/args.h"
#include "softensix/time.h"

enum {
#define PARAMETER(name, ...) PARAMETER_##name,
#include "time/numbers.def"
    PARAMETERS
};

enum { PACK_THREAD = 2 };

/* The first sequence of each kind (struct stx_time_word): bank given to the FPU, bank returned,
 * semaphore posted, taken, mutex returned. */
enum { GIVEN = 0, RETURNED = 2, POST = 4, GET = 12, MUTEX_RETURNED = 20 };

enum {
    FLAG_PUSHED = 1,    /* it was pushed, or is the first word of a pushed MOP or REPLAY */
    FLAG_AFTER_MOP = 2, /* it does not come from a MOP, but the word before did */
    FLAG_SYNCED = 4,    /* the RISC-V side waited for all words before it pushed this one */
    FLAG_HALTS = 8,     /* STALLWAIT, SEMWAIT: its wait holds later words */
    FLAG_TO_SRCA = 16,  /* MOVD2A */
    FLAG_TO_DST = 32,   /* a move from a source to Dst */
    FLAG_READS_DST = 64,
    FLAG_ACCUMULATES = 128, /* PACR adds to the contents of L1 */
    FLAG_ARITHMETIC = 512,  /* the scalar unit computes, or accesses a register */
    FLAG_MEMORY = 1024,     /* the scalar unit reads or writes L1 */
    FLAG_TO_SRCB = 2048,    /* MOVD2B */
    FLAG_B_TO_A = 4096,     /* MOVB2A */
    FLAG_ATOMIC = 8192,     /* ATINCGET and the like */
    FLAG_COPIES = 16384,    /* XMOV copies; otherwise it clears */
    FLAG_OPERANDS = 32768,  /* it does more than count, clear or hand over banks */
    FLAG_EMITTED = 256      /* the MOP expander issued it, or the REPLAY whose first word it is */
};

/* The earliest times at which a word can be pushed and passed on by the MOP expander. */
struct time_front {
    uint64_t pushed, emitted;
};

/* Convert cycles to ticks, the unit of time: of work that takes the same time in every clock, and
 * of a unit's work. The first two take fewer than 2^31 cycles. */
static inline uint32_t time_ticks(const struct stx_time_clock *c, uint32_t cycles) {
    return cycles * c->tick;
}
static inline uint32_t time_span(const struct stx_time_clock *c, unsigned resource,
                                 uint32_t cycles) {
    return resource == c->twice ? cycles : time_ticks(c, cycles);
}
static inline uint64_t time_long_span(const struct stx_time_clock *c, unsigned resource,
                                      uint64_t cycles) {
    return resource == c->twice ? cycles : cycles * c->tick;
}

/* Cycles in which a thread issues a word; a unit that is twice as fast is fed twice as fast. */
static inline uint32_t time_issue(const struct stx_time_clock *c, unsigned resource) {
    return c->twice == STX_TIME_ISSUE ? 1u : time_span(c, resource, 1);
}

/* Hundredths of a tick that fetching the word's code takes in addition, with what is left of
 * earlier ones. */
static inline uint64_t time_fetch_extra(const struct stx_time_clock *c, const uint32_t *value,
                                        unsigned t, const struct stx_time_word *w) {
    uint64_t hundredths = (uint64_t)w->missed * value[PARAMETER_fetch_extra];
    return c->fetch_rest[t] + time_long_span(c, STX_TIME_CODE, hundredths);
}

/* The cycles that an amount takes at a rate, rounded up; 0 at rate 0, which means no limit. */
static inline uint64_t time_at_rate(uint64_t amount, uint32_t rate) {
    return rate ? (amount + rate - 1u) / rate : 0;
}

static inline uint64_t time_later(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

/* Records the events that the word needs, from the wait in its row (enum stx_wait). */
void stx_time_needs(const struct stx_time *time, struct stx_time_word *w, unsigned waits);

/* The unpacker of an UNPACR or UNPACR_NOP. */
static inline unsigned time_unpacker(uint32_t word) {
    return fields_of_UNPACR(word).unpack_block_selection;
}

/* Records what the running word tells of L1 and of sources (moved.c). */
void stx_time_hear_move(struct stx_time *time, const struct stx_event *event);
/* The bytes that the word has moved, those of one interface if it is a packer's, and how much lower
 * its rate is if it is an unpacker's; then nothing has been told. */
void stx_time_moved(struct stx_time *time, unsigned thread, struct stx_time_word *w);

struct out;
/* Print a number of cycles, which may exceed 2^32 - 1, and a share as in "12.3 %". The other two
 * are the names of a unit's hardware counter ("" if it has none) and of a thread (totals.c). */
void stx_time_out(const struct out *out, uint64_t cycles);
void stx_time_share(const struct out *out, uint64_t part, uint64_t whole);
const char *stx_time_counter(unsigned resource);
const char *stx_time_thread_name(unsigned thread);

/* The busy cycles of a unit, or of the thread that issues most words, of the thread whose RISC-V
 * code takes longest, or of the reader or writer that moves longest. */
uint64_t stx_time_busy(const struct stx_time *time, unsigned resource);

/* The clock of what limits the run, because twice its speed saves the most; 0 if nothing does. */
unsigned stx_time_binding(const struct stx_time *time);

/* Prints the operations compared with the peak, the time of each thread alone, and what a unit of
 * twice the speed would gain (headroom.c). */
void stx_time_tell_work(const struct stx_time *time, const struct out *out);

/* Circular buffers (feed.c, buffers.c). The first function records that pages of buffer n come
 * (sequence 2n) or leave (2n + 1) at that time. The second one returns whether the page of this
 * number has done so, and sets *at to the time. */
void stx_time_pages(struct stx_time_clock *c, unsigned sequence, unsigned pages, uint64_t at);
bool stx_time_page(const struct stx_time_clock *c, unsigned sequence, uint16_t need, uint64_t *at);
/* Records the pages for which the word waits and those that it moves. */
void stx_time_note_pages(struct stx_time *time, unsigned thread, struct stx_time_word *w);
/* Makes room for a new batch. */
void stx_time_make_room(const struct stx_time *time, struct stx_time_clock *c,
                        const uint32_t *value);
/* Lets readers and writers go on as far as they can. */
void stx_time_feed(const struct stx_time *time, struct stx_time_clock *c, const uint32_t *value);
/* The number of clocks that are computed. The last one, that of data movement, is computed only for
 * kernels with buffers. */
static inline unsigned stx_time_clocks(const struct stx_time *time) {
    return time->clocks == STX_TIME_CLOCKS && !time->buffers ? STX_TIME_CLOCKS - 1u : time->clocks;
}
/* True if the clock is computed. If RISC-V code takes no time, it gains nothing from being twice as
 * fast: that clock would equal the expected one. */
static inline bool time_is_kept(const struct stx_time *time, const struct stx_time_clock *c) {
    return c->twice != STX_TIME_CODE || time->value[STX_TIME_EXPECTED][PARAMETER_riscv_cycles] != 0;
}
/* The cycles until `end` in which the busiest reader or writer moves pages. */
uint64_t stx_time_moving(const struct stx_time_clock *c, uint64_t end);
/* Prints the assumptions about the movement of data to and from the kernel. */
void stx_time_tell_feed(const struct stx_time *time, const struct out *out);
/* Prints the kind of the run and its band (bands.c). */
void stx_time_tell_band(const struct stx_time *time, const struct out *out);
/* stx_time_page_stall() is the stall of a wait for pages of this sequence. stx_time_polls() is true
 * if the thread waits for pages whose time is not known yet, and sets *sequence to theirs. */
enum stx_stall stx_time_page_stall(unsigned sequence);
bool stx_time_polls(const struct stx_time_thread *t, const struct stx_time_clock *c,
                    unsigned *sequence);

/* Places words in time, as long as no word can come any more that would start before them; with
 * `all` it places every word (place.c). */
void stx_time_place(struct stx_time *time, bool all);

/* The values of parameters.def, or of wormhole-parameters.def (parameters.c). */
void stx_time_defaults(uint32_t value[STX_TIME_BOUNDS][STX_TIME_PARAMETERS]);

/* When a word can start, and why not earlier (start.c). */
struct time_start {
    uint64_t at;
    uint64_t since;  /* when it could start if its unit were free */
    uint64_t leaves; /* when it leaves its thread: before it starts, if it waits inside its unit */
    enum stx_stall stall;
    struct time_front front; /* of a word that the MOP expander issues */
    bool ready;              /* false if it needs an event that is not placed yet */
    bool held;               /* the stall belongs to an earlier STALLWAIT or SEMWAIT */
    uint8_t sequence;        /* that of the last pages to come, if the stall is PAGES or ROOM */
    uint32_t after;          /* the event that ended the wait */
};
void stx_time_start(struct time_start *start, const struct stx_time_clock *clock,
                    const uint32_t *value, unsigned thread, const struct stx_time_word *word);
/* The block bits of STALLWAIT any of which holds the word. */
uint32_t stx_time_block_bits(const struct stx_time_word *w);
/* True if a wait of the thread holds the word. */
static inline bool time_is_held(const struct stx_time_clock *c, unsigned thread,
                                const struct stx_time_word *w) {
    return c->held[thread] && (c->held[thread] & stx_time_block_bits(w));
}

/* Where in a kernel's source the time is spent (sites.c). Sites 0 to 2 are for the unknown places
 * of each thread. The second function finds the site of a word that a thread issues now. */
void stx_time_sites_begin(struct stx_time *time);
uint16_t stx_time_site(struct stx_time *time, unsigned thread);
/* The site of the call in which a thread waits for pages of this sequence. */
uint16_t stx_time_page_site(struct stx_time *time, unsigned thread, unsigned sequence);
/* The cost of a word that has been placed: its wait, and the time of its thread and of its unit. */
struct time_spent {
    uint64_t stalled, cycles, busy;
};
void stx_time_spend(struct stx_time *time, unsigned site, struct time_spent spent);
void stx_time_wait(struct stx_time *time, enum stx_stall stall, unsigned site,
                   struct time_spent spent);

/* Zones (zones.c): the zone of a thread, adding the cost of a word to its zone, and printing the
 * table of all zones. */
uint8_t stx_time_zone_now(const struct stx_time *time, unsigned thread);
/* How many of the zones around the next word its thread has not left since the last one. */
uint8_t stx_time_zone_kept(struct stx_time_nest *nest);
void stx_time_zone_spend(struct stx_time *time, unsigned zone, struct time_spent spent);
void stx_time_tell_zones(const struct stx_time *time, const struct out *out);

/* The kind of stall of a word that needs an event of this sequence. */
enum stx_stall stx_time_stall_of(unsigned sequence);

/* stx_time_gap() finds the first cycle, not before `at`, from which a unit is free for a number of
 * cycles; stx_time_take() marks them as busy (calendar.c). */
uint64_t stx_time_gap(const struct stx_time_calendar *calendar, uint64_t at, unsigned cycles);
void stx_time_take(struct stx_time_calendar *calendar, uint64_t at, unsigned cycles);
/* True if threads share the unit. */
static inline bool time_shared(unsigned resource) {
    const uint32_t own = 1u << STX_RESOURCE_THREAD | 1u << STX_RESOURCE_THREAD_CONFIG |
                         1u << STX_RESOURCE_UNKNOWN | 1u << STX_RESOURCE_MUTEX;
    return !(own >> resource & 1u);
}

/* The time for which a word keeps all others from its unit. Whether the vector unit needs a second
 * cycle depends on the next word (held_back.c). */
static inline unsigned time_cycles(const struct stx_time_clock *c, const uint32_t *value,
                                   const struct stx_time_word *word) {
    unsigned cycles = word->resource == STX_RESOURCE_SFPU ? 1u : word->cycles;
    cycles += word->flags & FLAG_ARITHMETIC ? value[PARAMETER_scalar_extra] : 0;
    cycles += word->flags & FLAG_MEMORY ? value[PARAMETER_memory_extra] : 0;
    return time_span(c, word->resource, cycles);
}

/* Lets the word start at that time and records the effects. Returns the end of the word (occupy.c).
 */
uint64_t stx_time_occupy(struct stx_time_clock *clock, const uint32_t *value, unsigned thread,
                         const struct stx_time_word *word, const struct time_start *start);

/* The same in the expected clock; also counts the word in all tables and calls the callback
 * (expected.c). */
void stx_time_expect(struct stx_time *time, unsigned thread, const struct stx_time_word *word,
                     const struct time_start *start);

/* Counts the word's work. Returns for how long no other word could have used its unit. */
uint64_t stx_time_account(struct stx_time_clock *clock, const uint32_t *value, unsigned thread,
                          const struct stx_time_word *word, uint64_t start, uint64_t end);

/* True if a word of the vector unit must wait a cycle for the one before it (held_back.c). With
 * `compiled` their registers do not count, because a word stands for one that another compiler
 * chose. */
bool stx_time_vector_waits(uint32_t before, uint32_t word, bool compiled);
/* Instructions before this word that push words which nothing executes here. */
uint32_t stx_time_nops(const struct stx_time_thread *t, const struct stx_time_word *w,
                       const uint32_t *value);
/* True if the vendor's compiler puts this word into a REPLAY, so that no instruction of RISC-V
 * pushes it. This keeps count, so call it exactly once for each word that RISC-V code pushes, in
 * order. */
bool stx_time_replays(struct stx_time_thread *t, const struct stx_time_word *w);
/* True if the word's result takes a second cycle, or if the word holds back the next one in any
 * case. */
bool stx_time_vector_slow(uint32_t word);

#endif
