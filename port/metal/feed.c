/* SPDX-License-Identifier: Apache-2.0
 *
 * feed.c - reports to the time model how pages come into circular buffers and leave them: which
 * calls the threads make, and what the reader and the writer move. */
#include "feed.h"

#include <string.h>

#include "coop/timing.h"
#include "softensix/time.h"

static struct stx_listener listener;
static struct tile *fed;

/* For reader and writer: pages of each buffer that it has waited for and not moved yet, and the
 * call that waited last. */
static struct {
    uint32_t reserved[STX_METAL_CBS];
    uint8_t id;
    bool pops, any;
} claims[CB_SIDES];

/* What a kernel has asked of the NoC since its last push or pop. */
static void take_traffic(struct stx_time_transfer *t, enum cb_side side) {
    struct noc_traffic traffic;
    t->behind = noc_take(&fed->movers.noc, side, &traffic);
    t->bytes = traffic.bytes;
    for (unsigned bank = 0; bank < NOC_BANKS; bank++) {
        t->bank_bytes = traffic.bank[bank] > t->bank_bytes ? traffic.bank[bank] : t->bank_bytes;
    }
}

/* Pages that the lines "in" and "out" of a description name, and those of a reader or writer in C,
 * do not travel over the NoC. */
static void tell(unsigned id, enum cb_side side, bool pops, uint32_t pages, bool stream) {
    struct stx_time_transfer t = {.writer = side == CB_WRITER,
                                  .pops = pops,
                                  .stream = stream,
                                  .number = id,
                                  .pages = pages,
                                  .bytes = pages * fed->cbs.setup.cb[id].page_bytes};
    if (!stream) {
        uint32_t *reserved = &claims[side].reserved[id];
        t.reserved = *reserved;
        *reserved -= pages < *reserved ? pages : *reserved;
        take_traffic(&t, side);
    }
    coop_time_transfer(&t);
}

/* Requests with an id can be under way when pages are pushed that other requests have brought, so
 * they are reported by themselves. */
static void asked(enum cb_side side) {
    if (claims[side].any) {
        tell(claims[side].id, side, claims[side].pops, 0, false);
    }
}

/* A reader or writer waits for pages or for room before it requests more. */
static void waited(const struct stx_event *call, enum cb_side side) {
    const struct noc_traffic *traffic = &fed->movers.noc.traffic[side];
    if (traffic->bytes && traffic->id) {
        asked(side);
    }
    claims[side].reserved[call->first] = call->count;
    claims[side].id = (uint8_t)call->first;
    claims[side].pops = call->value == STX_METAL_WAIT_FRONT;
    claims[side].any = true;
}

/* A reader or writer begins a call. */
static void called(const struct stx_event *call, enum cb_side side) {
    if (call->value == STX_METAL_PUSH_BACK || call->value == STX_METAL_POP_FRONT) {
        tell(call->first, side, call->value == STX_METAL_POP_FRONT, call->count,
             fed->movers.mover[side].is_c);
    } else {
        waited(call, side);
    }
}

static void hear(struct stx_listener *self, struct stx_core *core, const struct stx_event *e) {
    enum cb_side side = (enum cb_side)(e->thread - STX_THREADS);
    (void)self, (void)core;
    if (e->thread < STX_THREADS) {
        coop_time_page_call(e->thread, e->kind == STX_EVENT_CALL, e->value, e->first, e->count);
    } else if (e->kind == STX_EVENT_CALL) {
        called(e, side);
    } else if (e->kind == STX_EVENT_PAGE) {
        tell(e->value, side, side == CB_WRITER, 1, true);
    } else if (e->kind == STX_EVENT_GROUP) {
        asked(side);
    }
}

void feed_begin(struct tile *tile) {
    if (!coop_timed()) {
        return;
    }
    fed = tile;
    memset(claims, 0, sizeof claims);
    for (unsigned id = 0; id < STX_METAL_CBS; id++) {
        const struct stx_metal_cb *cb = &tile->cbs.setup.cb[id];
        if (cb->pages && !coop_time_buffer(id, cb->pages, cb->page_bytes)) {
            return; /* too many buffers for the model, so their pages come and go at once */
        }
    }
    stx_unlisten(&tile->core, &listener);
    listener = (struct stx_listener){
        hear, STX_HEAR(CALL) | STX_HEAR(RETURN) | STX_HEAR(PAGE) | STX_HEAR(GROUP), NULL};
    stx_listen(&tile->core, &listener);
}
