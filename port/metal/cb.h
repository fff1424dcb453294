/* SPDX-License-Identifier: Apache-2.0
 *
 * cb.h - circular buffers: memory in L1 and two counters each, pages received and pages
 * acknowledged, in registers of the tile's streams. The unpack thread acknowledges, the pack thread
 * and the data mover hand in. */
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

/* What the data mover does for one buffer: pages it pushes or takes, in order. For a mover in C
 * (mover.h) the pages are memory, and it may push and take as many as it likes. */
struct cb_plan {
    uint8_t *data;   /* all pages, one behind the other */
    uint32_t asked;  /* how many */
    uint32_t done;   /* pushed or taken; a mover in C may move pages that nobody asked for */
    uint32_t stored; /* by a writer in C */
    bool present;    /* there is such a plan */
};

/* A call that a thread is in. */
struct cb_call {
    enum stx_metal_call call;
    uint32_t cb, pages;
    uint32_t to_end; /* bytes from the thread's pointer to the end of the buffer */
    bool active;
};

struct cb {
    uint32_t received, acked; /* the registers: modulo 65,536 */
    struct cb_plan plan[CB_SIDES];
};

struct cbs {
    struct stx_metal_setup setup;
    struct cb cb[STX_METAL_CBS];
    struct cb_call call[STX_THREADS + CB_SIDES]; /* of the threads, then of the movers in C */
    bool in_c[CB_SIDES];                         /* there is such a mover */
    uint8_t *l1;
    struct coop *coop;
    struct stx_order *order; /* who judges order hears of pages that move; NULL: nobody */
};

/* For struct stx_port: the counters' registers. */
bool cb_register(struct cbs *cbs, uint32_t address, uint32_t *value, bool write);
/* Is the register a counter that kernels poll? */
bool cb_is_register(uint32_t address);

/* Pages that are there. */
uint32_t cb_filled(const struct cb *cb);

/* One step of the data mover: at most so many pages of each buffer are pushed and taken. False if
 * nothing could be moved. */
bool cb_move(struct cbs *cbs, uint32_t pages);

/* What of the mover's work is undone; prints the failure's name and its buffers; false: nothing. */
bool cb_unfinished(const struct cbs *cbs, stx_print print, void *ctx);

/* A mover's place in a buffer, the bytes from there to the buffer's end, and pages that it pushes
 * or pops. */
uint8_t *cb_pointer(const struct cbs *cbs, uint32_t id, enum cb_side side);
uint32_t cb_to_end(const struct cbs *cbs, uint32_t id, enum cb_side side);
void cb_advance(struct cbs *cbs, uint32_t id, enum cb_side side, uint32_t pages);

/* A thread begins a call (stx_metal_begin), or ends it; behind the threads, numbers mean movers in
 * C. False: it cannot be right, why says so. */
bool cb_begin(struct cbs *cbs, unsigned caller, const struct cb_call *call, char *why, size_t size);
void cb_end(struct cbs *cbs, unsigned caller);

/* In words: what it waits for, "" if it is in no call. */
void cb_explain(const struct cbs *cbs, unsigned caller, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
