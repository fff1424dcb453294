/* SPDX-License-Identifier: Apache-2.0
 *
 * feed.c - reports to the time model how pages come into circular buffers and leave them: which
 * calls the threads make, and what the reader and the writer move. */
#include "feed.h"

#include <string.h>

#include "coop/timing.h"
#include "softensix/time.h"

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
static void asked(struct noc *noc, enum cb_side side) {
    (void)noc;
    if (claims[side].any) {
        tell(claims[side].id, side, claims[side].pops, 0, false);
    }
}

/* A reader or writer waits for pages or for room before it requests more. */
static void waited(const struct cb_call *call, enum cb_side side) {
    const struct noc_traffic *traffic = &fed->movers.noc.traffic[side];
    if (traffic->bytes && traffic->id) {
        asked(&fed->movers.noc, side);
    }
    claims[side].reserved[call->cb] = call->pages;
    claims[side].id = (uint8_t)call->cb;
    claims[side].pops = call->call == STX_METAL_WAIT_FRONT;
    claims[side].any = true;
}

static void moved(struct cbs *cbs, unsigned id, enum cb_side side) {
    (void)cbs;
    tell(id, side, side == CB_WRITER, 1, true);
}

static void called(struct cbs *cbs, unsigned caller, bool begins) {
    const struct cb_call *call = &cbs->call[caller];
    bool moves = call->call == STX_METAL_PUSH_BACK || call->call == STX_METAL_POP_FRONT;
    if (caller < STX_THREADS) {
        coop_time_page_call(caller, begins, (unsigned)call->call, call->cb, call->pages);
    } else if (begins && moves) {
        enum cb_side side = (enum cb_side)(caller - STX_THREADS);
        tell(call->cb, side, call->call == STX_METAL_POP_FRONT, call->pages,
             fed->movers.mover[side].is_c);
    } else if (begins) {
        waited(call, (enum cb_side)(caller - STX_THREADS));
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
    tile->cbs.on_call = called;
    tile->cbs.on_move = moved;
    tile->movers.noc.complete = asked;
}
