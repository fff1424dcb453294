/* SPDX-License-Identifier: Apache-2.0
 *
 * contract_moved.c - reports to the order checker what a reader and a writer do with circular
 * buffers: the bytes that they move, and their synchronization through the counters. */
#include "contract.h"

void contract_hand_over(struct cbs *cbs, const struct stx_event *e) {
    bool front = e->value == STX_METAL_WAIT_FRONT || e->value == STX_METAL_POP_FRONT;
    bool tells = e->value == STX_METAL_POP_FRONT || e->value == STX_METAL_PUSH_BACK;
    if (tells && e->kind == STX_EVENT_CALL) {
        stx_order_release(cbs->order, e->thread,
                          cb_counter(e->first, front ? CB_WRITER : CB_READER));
    } else if (!tells && e->kind == STX_EVENT_RETURN && e->count) {
        stx_order_acquire(cbs->order, e->thread,
                          cb_counter(e->first, front ? CB_READER : CB_WRITER));
    }
}

/* The side that moves a page has read the counter of the other side and then changes its own. */
void contract_hear_page(struct cbs *cbs, const struct stx_event *e) {
    bool reader = e->thread == STX_ORDER_READER;
    stx_order_acquire(cbs->order, e->thread, cb_counter(e->value, reader ? CB_WRITER : CB_READER));
    stx_l1_accessed(cbs->coop->core, e->thread, e->first, e->count, reader);
    stx_order_release(cbs->order, e->thread, cb_counter(e->value, reader ? CB_READER : CB_WRITER));
}

static bool is_in_buffer(const struct cbs *cbs, uint32_t address) {
    bool inside = false;
    for (unsigned id = 0; id < STX_METAL_CBS && !inside; id++) {
        const struct stx_metal_cb *b = &cbs->setup.cb[id];
        inside = b->pages && address - b->address < b->pages * b->page_bytes;
    }
    return inside;
}

static void moved(struct cbs *cbs, enum cb_side side, uint32_t address, uint32_t bytes,
                  bool write) {
    if (cbs->order && is_in_buffer(cbs, address)) {
        stx_l1_accessed(cbs->coop->core, STX_ORDER_READER + side, address, bytes, write);
    }
}

/* Keys with which a kernel and its writes to the NoC are ordered; no counter has such an
 * address. */
enum { REQUESTS = 1, ANSWERS = 3 };

static void sends(struct cbs *cbs, enum cb_side side, uint32_t address, uint32_t bytes) {
    if (is_in_buffer(cbs, address)) {
        stx_order_release(cbs->order, STX_ORDER_READER + side, REQUESTS + side);
        stx_order_acquire(cbs->order, STX_ORDER_READER_NOC + side, REQUESTS + side);
        stx_l1_accessed(cbs->coop->core, STX_ORDER_READER_NOC + side, address, bytes, false);
    }
}

static void sent(struct cbs *cbs, enum cb_side side) {
    stx_order_release(cbs->order, STX_ORDER_READER_NOC + side, ANSWERS + side);
    stx_order_acquire(cbs->order, STX_ORDER_READER + side, ANSWERS + side);
}

void contract_request(struct cbs *cbs, const struct stx_event *e) {
    enum cb_side side = (enum cb_side)(e->thread - STX_ORDER_READER);
    if (e->value) {
        moved(cbs, side, e->first, e->count, true);
    } else if (e->kind == STX_EVENT_ANSWER) {
        sent(cbs, side);
    } else {
        sends(cbs, side, e->first, e->count);
    }
}

void contract_page(struct cbs *cbs, enum cb_side side, const void *page, uint32_t cb, bool write) {
    uint32_t address = (uint32_t)((const uint8_t *)page - cbs->l1);
    moved(cbs, side, address, cbs->setup.cb[cb].page_bytes, write);
}
