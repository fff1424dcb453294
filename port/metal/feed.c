/* SPDX-License-Identifier: Apache-2.0
 *
 * feed.c - reports to the time model how pages come into circular buffers and leave them: which
 * calls the threads make, and what the reader and the writer move. */
#include "feed.h"

#include <string.h>

#include "coop/timing.h"
#include "softensix/time.h"

/* What a kernel has asked of the NoC since its last push or pop. */
static void take_traffic(struct feed *f, struct stx_time_transfer *t, enum cb_side side) {
    struct noc_traffic traffic;
    t->behind = noc_take(&f->tile->movers.noc, side, &traffic);
    t->bytes = traffic.bytes;
    t->hops = traffic.hops;
    for (unsigned bank = 0; bank < NOC_BANKS; bank++) {
        f->bank_bytes[bank] += traffic.bank[bank];
        t->bank_bytes = traffic.bank[bank] > t->bank_bytes ? traffic.bank[bank] : t->bank_bytes;
    }
}

/* Pages that the lines "in" and "out" of a description name, and those of a reader or writer in C,
 * do not travel over the NoC. */
static void tell(struct feed *f, unsigned id, enum cb_side side, bool pops, uint32_t pages,
                 bool stream) {
    struct stx_time_transfer t = {.writer = side == CB_WRITER,
                                  .pops = pops,
                                  .stream = stream,
                                  .number = id,
                                  .pages = pages,
                                  .bytes = pages * f->tile->cbs.setup.cb[id].page_bytes};
    if (!stream) {
        uint32_t *reserved = &f->claim[side].reserved[id];
        t.reserved = *reserved;
        *reserved -= pages < *reserved ? pages : *reserved;
        take_traffic(f, &t, side);
    }
    coop_time_transfer(&t);
}

/* Requests with an id can be under way when pages are pushed that other requests have brought, so
 * they are reported by themselves. */
static void asked(struct feed *f, enum cb_side side) {
    if (f->claim[side].any) {
        tell(f, f->claim[side].id, side, f->claim[side].pops, 0, false);
    }
}

/* A reader or writer waits for pages or for room before it requests more. */
static void waited(struct feed *f, const struct stx_event *call, enum cb_side side) {
    const struct noc_traffic *traffic = &f->tile->movers.noc.traffic[side];
    if (traffic->bytes && traffic->id) {
        asked(f, side);
    }
    f->claim[side].reserved[call->first] = call->count;
    f->claim[side].id = (uint8_t)call->first;
    f->claim[side].pops = call->value == STX_METAL_WAIT_FRONT;
    f->claim[side].any = true;
}

/* A reader or writer begins a call. */
static void called(struct feed *f, const struct stx_event *call, enum cb_side side) {
    if (call->value == STX_METAL_PUSH_BACK || call->value == STX_METAL_POP_FRONT) {
        tell(f, call->first, side, call->value == STX_METAL_POP_FRONT, call->count,
             f->tile->movers.mover[side].is_c);
    } else {
        waited(f, call, side);
    }
}

static void hear(struct stx_listener *self, struct stx_core *core, const struct stx_event *e) {
    struct feed *f = (struct feed *)(void *)self; /* its first member */
    enum cb_side side = (enum cb_side)(e->thread - STX_THREADS);
    (void)core;
    if (e->thread < STX_THREADS) {
        coop_time_page_call(e->thread, e->kind == STX_EVENT_CALL, e->value, e->first, e->count);
    } else if (e->kind == STX_EVENT_CALL) {
        called(f, e, side);
    } else if (e->kind == STX_EVENT_PAGE) {
        tell(f, e->value, side, side == CB_WRITER, 1, true);
    } else if (e->kind == STX_EVENT_GROUP) {
        asked(f, side);
    }
}

void feed_tell(struct feed *f, enum cb_side side, const uint64_t *after) {
    struct stx_time_transfer t = {.writer = side == CB_WRITER, .number = STX_METAL_CBS};
    if (after && f->tile->movers.noc.traffic[side].bytes) {
        feed_tell(f, side, NULL); /* it has requested these bytes before it waited */
    }
    if (f->claim[side].any) { /* it requests for the buffer of its last wait for pages or room */
        t.number = f->claim[side].id;
        t.pops = f->claim[side].pops;
        t.reserved = f->claim[side].reserved[t.number];
    }
    take_traffic(f, &t, side);
    for (unsigned bound = 0; bound < STX_TIME_BOUNDS && after; bound++) {
        t.after[bound] = after[bound];
    }
    coop_time_transfer(&t);
}

void feed_begin(struct feed *f, struct tile *tile) {
    if (!coop_timed()) {
        return;
    }
    memset(f, 0, sizeof *f);
    f->tile = tile;
    for (unsigned id = 0; id < STX_METAL_CBS; id++) {
        const struct stx_metal_cb *cb = &tile->cbs.setup.cb[id];
        if (cb->pages && !coop_time_buffer(id, cb->pages, cb->page_bytes)) {
            return; /* too many buffers for the model, so their pages come and go at once */
        }
    }
    f->listener = (struct stx_listener){
        hear, STX_HEAR(CALL) | STX_HEAR(RETURN) | STX_HEAR(PAGE) | STX_HEAR(GROUP), NULL};
    stx_listen(&tile->core, &f->listener);
}
