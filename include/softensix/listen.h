/* SPDX-License-Identifier: Apache-2.0
 *
 * listen.h - the stream of events of a run, and those who listen to it: the trace, the lint, the
 * order checker, the search for unwritten registers, the time model, or a program of its own. Any
 * of them listen together.
 *
 *   static void hear(struct stx_listener *self, struct stx_core *core, const struct stx_event *e) {
 *       ((struct counter *)self)->words++;
 *   }
 *   static struct counter { struct stx_listener listener; unsigned words; } counter =
 *       {{hear, STX_HEAR(END), NULL}, 0};
 *   stx_init(&core, l1, sizeof l1, NULL);
 *   stx_listen(&core, &counter.listener);
 *
 * A library that was built without STX_TRACE (config.h) only tells what unpackers and packers read
 * and write in L1 and Dst; fast forms of words tell only bytes of L1 that they read, and of a
 * stream of the packer only its first word. */
#ifndef SOFTENSIX_LISTEN_H
#define SOFTENSIX_LISTEN_H

#include "softensix/core.h"

#ifdef __cplusplus
extern "C" {
#endif

enum stx_event_kind {
    /* Of a plain word: it is about to be tried; it has been tried and waits, and will be tried
     * again; it has faulted; it is done. */
    STX_EVENT_BEGIN,
    STX_EVENT_WAIT,
    STX_EVENT_FAULT,
    STX_EVENT_END,
    /* The word that has begun reads or writes a part, or uses bits of the configuration. */
    STX_EVENT_READ,
    STX_EVENT_WRITE,
    STX_EVENT_USE,
    /* A word of the FPU or of the vector unit that is done has read or written rows of Dst, as its
     * row of the table says. Those of unpackers and packers are READ and WRITE. */
    STX_EVENT_ROWS,
    /* RISC-V code has read or written a register by its address (stx_mmio_read, stx_mmio_write), or
     * reads or writes bytes of L1, as far as its port sees that. */
    STX_EVENT_LOAD,
    STX_EVENT_STORE,
    STX_EVENT_L1_LOAD,
    STX_EVENT_L1_STORE,
    /* RISC-V code of a thread has issued a word, which may be a MOP; its port tells. */
    STX_EVENT_ISSUED,
    /* What a port tells of circular buffers: a thread, a reader or a writer (softensix/order.h)
     * begins a call about pages, or has ended it; a page has come or gone that no code moves. */
    STX_EVENT_CALL,
    STX_EVENT_RETURN,
    STX_EVENT_PAGE,
    /* And of the NoC: a reader or writer requests bytes; it has waited for them; a group of its
     * requests is complete, before another one begins. */
    STX_EVENT_REQUEST,
    STX_EVENT_ANSWER,
    STX_EVENT_GROUP,
    STX_EVENT_KINDS
};
/* A kind as a bit of a mask: STX_HEAR(END). */
#define STX_HEAR(kind) (1u << STX_EVENT_##kind)

#define STX_EVENT_NO_FORMAT 255u
enum { STX_ROWS_READ = 1, STX_ROWS_WRITTEN = 2 };

struct stx_event {
    uint8_t kind;   /* enum stx_event_kind */
    uint8_t thread; /* 0..2; for what only a port knows also those of softensix/order.h */
    /* READ, WRITE of L1, WRITE of SrcA and SrcB: the format of datums in L1 for which the unit is
     * configured. Otherwise STX_EVENT_NO_FORMAT. */
    uint8_t format;
    uint8_t bits;  /* READ, WRITE of Dst: of an element, 16 or 32 */
    uint32_t part; /* READ, WRITE, USE: one STX_PART_... of isa.h */
    /* READ, WRITE: first physical row of Dst, or the address of the first byte of L1, and how many;
     * of SrcA and SrcB, 0 and the number of datums, in the unpackers' bank.
     * ROWS: the first row as words of that width count them, which may lie past
     * the last row of Dst and then wraps around, and how many.
     * USE: a word of the configuration, where those of bank 1 follow those of bank 0.
     * LOAD, STORE: the address. L1_LOAD, L1_STORE, PAGE, REQUEST, ANSWER: the address of the first
     * byte in L1, how many. CALL, RETURN: the number of the buffer, how many pages. */
    uint32_t first, count;
    /* ROWS: STX_ROWS_READ, STX_ROWS_WRITTEN or both; USE: bits of that word; LOAD, STORE: what was
     * read or written; CALL, RETURN: which call, as the port numbers them; PAGE: the number of the
     * buffer; REQUEST, ANSWER: 1 if the bytes of L1 are written, 0 if they are read. */
    uint32_t value;
    uint32_t word; /* the running one; 0 if an event is not one of a word */
};

/* Zero is a valid start for `next`; the caller owns the memory, which must stay valid while it
 * listens. */
struct stx_listener {
    void (*hear)(struct stx_listener *self, struct stx_core *core, const struct stx_event *event);
    uint32_t kinds; /* what it wants to hear, a mask of STX_HEAR(); see stx_listen() */
    struct stx_listener *next;
};

/* From now on until stx_unlisten() or stx_init() the listener hears of the core. Who began last
 * hears first. After a change of kinds call it again. A listener without a function hears
 * nothing. A listener is in the list of one core at a time. */
void stx_listen(struct stx_core *core, struct stx_listener *listener);
/* Nothing happens if it does not listen. */
void stx_unlisten(struct stx_core *core, struct stx_listener *listener);

/* For ports: tells an event to all who want to hear it; none if it is NULL or of no kind. */
void stx_tell(struct stx_core *core, const struct stx_event *event);
/* For ports: RISC-V code of a thread, or who else may access L1 (softensix/order.h), reads or
 * writes bytes of L1. */
void stx_l1_accessed(struct stx_core *core, unsigned thread, uint32_t address, uint32_t bytes,
                     bool write);
/* For ports: of these kinds the core tells nothing until they are given back to stx_unhush(),
 * because what happens is not the kernel's doing. Returns those that it has told. */
uint32_t stx_hush(struct stx_core *core, uint32_t kinds);
void stx_unhush(struct stx_core *core, uint32_t kinds);

#ifdef __cplusplus
}
#endif
#endif
