/* SPDX-License-Identifier: Apache-2.0
 *
 * cb.h - circular buffers: memory in L1 and two counters each, pages received and pages
 * acknowledged, in registers of the tile's streams. The unpack thread acknowledges pages; the pack
 * thread and the data mover push them. Who listens to the core hears of calls and pages
 * (softensix/listen.h). */
#ifndef METAL_CB_H
#define METAL_CB_H

#include <stdbool.h>

#include "coop/coop.h"
#include "metal/platform.h"
#include "softensix/order.h"

#ifdef __cplusplus
extern "C" {
#endif

enum cb_side { CB_READER, CB_WRITER, CB_SIDES };

static inline const char *cb_side_name(unsigned side) {
    return side == CB_READER ? "reader" : "writer";
}

/* What the data mover does for one buffer: the pages that it pushes or pops, in order. For a mover
 * in C (mover.h) the pages are memory, and it may push and pop any number of them. */
struct cb_plan {
    uint8_t *data;   /* all pages, one after the other */
    uint32_t asked;  /* how many pages */
    uint32_t done;   /* pushed or popped so far; a mover in C may move more than was asked for */
    uint32_t stored; /* pages that a writer in C has stored */
    bool present;    /* the plan exists */
};

/* What one caller has done to a buffer on one side: pages that it has pushed or popped, and its
 * last call, with its place. */
struct cb_use {
    const void *place;
    uint32_t moved;
    uint8_t call;
    bool any;
};
enum { CB_CALLERS = STX_THREADS + CB_SIDES };

/* A call that a thread has begun and not ended. */
struct cb_call {
    enum stx_metal_call call;
    uint32_t cb, pages;
    uint32_t to_end; /* bytes from the thread's pointer to the end of the buffer */
    bool active;
    const void *place;
};

struct cb {
    uint32_t received, acked; /* the registers: modulo 65,536 */
    struct cb_plan plan[CB_SIDES];
    struct cb_use use[CB_CALLERS][CB_SIDES]; /* reserves and pushes; waits and pops */
};

/* The pages of a buffer that a kernel may access: those that it has waited for or reserved, from
 * its place on (contract.h). */
struct contract_cb {
    uint32_t waited, reserved;
    uint32_t read, write; /* pages popped, pushed */
    bool unpushed;        /* nothing was pushed since the last reserve */
    bool packed;          /* and something was written there */
    const void *reserved_at, *used_at;
    uint8_t used_by; /* the caller (cb_begin) */
};

/* The page of the last good access of an unpacker or the packer. */
struct contract_window {
    uint32_t from, bytes, format;
};

/* The part of Dst that a thread may access: a section, from a wait to a post or a get of the
 * semaphore that math and pack share. */
struct contract_section {
    bool open;
    uint32_t turn; /* how many sections came before */
};

/* Something that it has done beyond that; repetitions are counted. */
struct contract_finding {
    uint8_t kind, thread;
    uint32_t number[4]; /* the numbers in the kind's text, for example of a buffer and a page */
    uint32_t word;      /* 0 for a call */
    const char *where;
    const void *place; /* the place of a call, if there is no text of it */
    uint32_t times;
};
#define CONTRACT_FINDINGS 32u

enum { PACKED_UNIT = 16 }; /* bytes of L1 */

struct contract {
    struct contract_cb cb[STX_METAL_CBS];
    uint32_t
        packed[STX_L1_BYTES / PACKED_UNIT / 32]; /* one bit for each unit, until it is pushed */
    struct contract_section section[2];          /* of the math and the pack thread */
    bool whole;                                  /* a section is all of Dst instead of one half */
    struct contract_window window[3];            /* of unpacker 0 and 1, and of the packer */
    uint32_t off;                                /* bit i: kind i is not looked for */
    struct contract_finding finding[CONTRACT_FINDINGS];
    uint32_t found;
    uint32_t packed_by; /* 1 + the number of the packer's last word that is a finding */
};

struct memory;
struct cbs {
    struct stx_metal_setup setup;
    struct cb cb[STX_METAL_CBS];
    uint8_t there[STX_METAL_CBS]; /* the buffers that exist, listed when pages are first moved */
    uint32_t there_count;
    struct cb_call call[CB_CALLERS];         /* of the threads, then of the movers in C */
    uint16_t front[CB_SIDES][STX_METAL_CBS]; /* pages that a mover has waited for, until it pops */
    bool in_c[CB_SIDES];                     /* the mover is written in C */
    bool mover_ended[CB_SIDES];              /* and has ended */
    bool program;                            /* reader and writer are kernels of tt-metal */
    uint8_t *l1;
    struct coop *coop;
    struct stx_order *order; /* the order checker, if the contract is checked beside it, or NULL */
    struct contract contract;
    struct stx_listener listener; /* hears for the contract */
    const struct memory *memory;  /* the parts of L1 with other owners, or NULL */
    /* Several cores: true if bytes of a buffer that no call has waited for or reserved are good all
     * the same, because waits for something else order this access; or NULL. */
    bool (*ordered)(const struct cbs *cbs, uint32_t address, uint32_t bytes, bool write);
};

/* The register that counts the pages that a side has pushed or popped. */
uint32_t cb_counter(unsigned id, enum cb_side side);

/* For struct stx_port: accesses to the registers of the counters. */
bool cb_register(struct cbs *cbs, uint32_t address, uint32_t *value, bool write);
/* True if the register is a counter that kernels poll. */
bool cb_is_register(uint32_t address);

/* The number of pages in a buffer. */
static inline uint32_t cb_filled(const struct cb *cb) {
    return (cb->received - cb->acked) & 0xFFFFu;
}

/* One step of the data mover: at most `pages` pages of each buffer are pushed and taken. False if
 * nothing could be moved. */
bool cb_move(struct cbs *cbs, uint32_t pages);

/* Prints which part of the mover's work is not done, with the name of the failure and the buffers.
 * False if everything is done. */
bool cb_unfinished(const struct cbs *cbs, stx_print print, void *ctx);

/* The place of a mover in a buffer, the bytes from there to the end of the buffer, and the push or
 * pop of pages. */
uint8_t *cb_pointer(const struct cbs *cbs, uint32_t id, enum cb_side side);
uint32_t cb_to_end(const struct cbs *cbs, uint32_t id, enum cb_side side);
void cb_advance(struct cbs *cbs, uint32_t id, enum cb_side side, uint32_t pages);

/* A thread begins a call (stx_metal_begin) or ends it. Numbers above those of the threads are
 * movers in C. False if the call is invalid; `why` then says what is wrong. */
bool cb_begin(struct cbs *cbs, unsigned caller, const struct cb_call *call, char *why, size_t size);
void cb_end(struct cbs *cbs, unsigned caller);

/* The text of what a thread waits for, or "" if it is in no call. */
void cb_explain(const struct cbs *cbs, unsigned caller, char *text, size_t size);

/* Notes that a call has been made (cb_end). */
void cb_note_use(struct cbs *cbs, unsigned caller);
/* If a caller waits for pages or for room: prints which others have pushed or popped pages of the
 * buffer or have only waited to, how many, whether they have ended, and where their last call is.
 */
void cb_tell_uses(const struct cbs *cbs, unsigned caller, stx_print print, void *ctx);

/* The name of a call's function. */
const char *cb_call_name(enum stx_metal_call call);
static inline enum cb_side cb_other_side(enum cb_side side) {
    return side == CB_READER ? CB_WRITER : CB_READER;
}
/* The side whose place in a buffer a call moves: reserves and pushes, or waits and pops. */
static inline enum cb_side cb_side_of(enum stx_metal_call call) {
    return call == STX_METAL_RESERVE_BACK || call == STX_METAL_PUSH_BACK ? CB_READER : CB_WRITER;
}

#ifdef __cplusplus
}
#endif
#endif
