/* SPDX-License-Identifier: Apache-2.0
 *
 * contract.c - holds kernels to what their calls promise: pages are waited for before they are
 * popped, and reserved before they are pushed. */
#include "contract.h"

#include <string.h>

#include "llk/platform.h"
#include "memory.h"
#include "softensix/isa.h"

/* How many of these bytes the packer has not written, or 0 if it has written none of them. From now
 * on all of them count as not packed. */
static uint32_t left_out(struct contract *c, uint32_t address, uint32_t bytes) {
    uint32_t missing = 0, units = bytes / PACKED_UNIT;
    for (uint32_t i = 0; i < units; i++) {
        uint32_t unit = address / PACKED_UNIT + i, bit = 1u << unit % 32u;
        uint32_t *word = &c->packed[unit / 32u % (sizeof c->packed / 4u)];
        missing += *word & bit ? 0 : 1;
        *word &= ~bit;
    }
    return missing == units ? 0 : missing * PACKED_UNIT;
}

static const void *place_of(const struct cbs *cbs, unsigned caller) {
    return caller < STX_THREADS ? stx_llk_place(caller) : cbs->call[caller].place;
}

/* Adds a finding about a call, with the place of the call. */
static void find_call(struct cbs *cbs, unsigned caller, enum contract_kind kind, uint32_t first,
                      uint32_t second, uint32_t third) {
    const void *place = place_of(cbs, caller);
    const struct contract_finding finding = {.kind = (uint8_t)kind,
                                             .thread = (uint8_t)caller,
                                             .number = {first, second, third},
                                             .place = place,
                                             .where = place ? stx_llk_place_text(place) : NULL};
    contract_find(cbs, &finding);
}

/* The rest of a page that was packed in part still holds its former contents. Pages that were not
 * packed at all are not reported, because pushing them may be a signal. */
static void look_at_pushed(struct cbs *cbs, unsigned caller) {
    const struct cb_call *call = &cbs->call[caller];
    const struct stx_metal_cb *b = &cbs->setup.cb[call->cb];
    for (uint32_t i = 0; i < call->pages && i < b->pages; i++) {
        uint32_t page = (cbs->contract.cb[call->cb].write + i) % b->pages;
        uint32_t missing =
            left_out(&cbs->contract, b->address + page * b->page_bytes, b->page_bytes);
        if (missing) {
            find_call(cbs, caller, PARTLY_PACKED, call->cb, page, missing);
        }
    }
}

/* Readers and writers are checked only if they are kernels of tt-metal, and only for a note: many
 * push what is in a buffer from the start, for which they need not reserve anything. The order
 * checker of one core has no notes. */
static bool checks_caller(const struct cbs *cbs, unsigned caller) {
    return caller < STX_THREADS || (cbs->program && (!cbs->order || cbs->ordered));
}

static void call_begins(struct cbs *cbs, unsigned caller) {
    const struct cb_call *call = &cbs->call[caller];
    struct contract_cb *c = &cbs->contract.cb[call->cb];
    uint32_t holds = cbs->setup.cb[call->cb].pages;
    if (!checks_caller(cbs, caller)) {
        return;
    }
    if (call->call == STX_METAL_RESERVE_BACK && caller < STX_THREADS) {
        c->reserved_at = stx_llk_place(caller);
    }
    if (call->call == STX_METAL_PUSH_BACK && caller < STX_THREADS && cbs->order) {
        look_at_pushed(cbs, caller);
    }
    if (call->call == STX_METAL_POP_FRONT || (call->call == STX_METAL_WAIT_FRONT && !c->read)) {
        c->used_at = place_of(cbs, caller);
        c->used_by = (uint8_t)caller;
    }
    const bool given = cbs->memory && memory_is_given(cbs->memory, call->cb);
    if (call->call == STX_METAL_POP_FRONT && call->pages > c->waited && !given) {
        find_call(cbs, caller, POPS_UNWAITED, call->cb, c->read, 0);
    } else if (call->call == STX_METAL_PUSH_BACK && call->pages > c->reserved) {
        find_call(cbs, caller, PUSHES_UNRESERVED, call->cb, c->write, 0);
    } else if (call->pages > holds) {
        find_call(cbs, caller, ASKS_FOR_TOO_MANY, call->cb, call->pages, holds);
    }
}

static uint32_t larger(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

static uint32_t less(uint32_t a, uint32_t b) {
    return a > b ? a - b : 0;
}

static void call_ends(struct cbs *cbs, unsigned caller) {
    const struct cb_call *call = &cbs->call[caller];
    struct contract_cb *c = &cbs->contract.cb[call->cb];
    if (!checks_caller(cbs, caller) || !call->active) {
        return;
    }
    switch (call->call) {
    case STX_METAL_WAIT_FRONT:
        c->waited = larger(c->waited, call->pages);
        break;
    case STX_METAL_RESERVE_BACK:
        c->reserved = larger(c->reserved, call->pages);
        c->unpushed = call->pages > 0 && caller < STX_THREADS;
        break;
    case STX_METAL_POP_FRONT:
        c->waited = less(c->waited, call->pages);
        c->read += call->pages;
        break;
    default:
        c->reserved = less(c->reserved, call->pages);
        c->unpushed = c->packed = false;
        c->write += call->pages;
    }
}

static void called(struct cbs *cbs, const struct stx_event *e) {
    for (unsigned i = 0; i < sizeof cbs->contract.window / sizeof *cbs->contract.window; i++) {
        cbs->contract.window[i].bytes = 0;
    }
    if (cbs->order && e->thread >= STX_THREADS) {
        contract_hand_over(cbs, e);
    }
    (e->kind == STX_EVENT_CALL ? call_begins : call_ends)(cbs, e->thread);
}

void contract_argument(struct cbs *cbs, unsigned caller, bool common, uint32_t index,
                       uint32_t given) {
    if (index >= given) {
        find_call(cbs, caller, common ? READS_NO_COMMON_ARGUMENT : READS_NO_ARGUMENT, index, given,
                  0);
    }
}

void contract_stack(struct cbs *cbs, unsigned thread, uint32_t bytes, const void *place) {
    const struct contract_finding finding = {.kind = NEEDS_MORE_STACK,
                                             .thread = (uint8_t)thread,
                                             .number = {bytes, STX_METAL_LOCAL_BYTES},
                                             .place = place,
                                             .where = stx_llk_place_text(place)};
    if (bytes > STX_METAL_LOCAL_BYTES) {
        contract_find(cbs, &finding);
    }
}

void contract_under_way(struct cbs *cbs, enum cb_side side, uint32_t bytes, const void *place) {
    const struct contract_finding finding = {.kind = ENDS_UNDER_WAY,
                                             .thread = (uint8_t)(STX_THREADS + side),
                                             .number = {bytes},
                                             .place = place,
                                             .where = stx_llk_place_text(place)};
    contract_find(cbs, &finding);
}

static void find_sent(struct cbs *cbs, enum contract_kind kind, enum cb_side side, uint32_t cb,
                      uint32_t bytes, const void *place) {
    const struct contract_finding finding = {
        .kind = (uint8_t)kind,
        .thread = (uint8_t)(STX_THREADS + side),
        .number = {cb, cbs->contract.cb[cb].write, bytes, bytes},
        .place = place,
        .where = stx_llk_place_text(place)};
    contract_find(cbs, &finding);
}

void contract_short(struct cbs *cbs, enum cb_side side, uint32_t cb, uint32_t bytes,
                    const void *place) {
    find_sent(cbs, PARTLY_SENT, side, cb, bytes, place);
}

void contract_empty(struct cbs *cbs, enum cb_side side, uint32_t cb, uint32_t bytes,
                    const void *place) {
    find_sent(cbs, NOTHING_SENT, side, cb, bytes, place);
}

/* A note about pages that are left in a buffer, if others of it were popped: too few were. A buffer
 * from which nobody pops holds constants, and may keep those that were waited for. Beside the order
 * checker of one core every finding makes the case fail, so there this is not looked for. */
static void look_at_left(struct cbs *cbs, unsigned id) {
    const struct contract_cb *c = &cbs->contract.cb[id];
    const uint32_t filled = cb_filled(&cbs->cb[id]), kept = c->read ? 0 : c->waited;
    if ((c->read || kept) && filled > kept && filled <= cbs->setup.cb[id].pages &&
        (!cbs->order || cbs->ordered)) {
        const uint32_t left = filled - kept;
        const struct contract_finding finding = {.kind = LEAVES_PAGES,
                                                 .thread = c->used_by,
                                                 .number = {id, c->read + kept, left, left},
                                                 .place = c->used_at,
                                                 .where = stx_llk_place_text(c->used_at)};
        contract_find(cbs, &finding);
    }
}

/* To reserve pages without using them is a way to wait, and no finding. */
void contract_end(struct cbs *cbs) {
    for (unsigned id = 0; id < STX_METAL_CBS; id++) {
        look_at_left(cbs, id);
        const struct contract_cb *c = &cbs->contract.cb[id];
        if (c->unpushed && (c->packed || c->write == 0)) {
            const struct contract_finding finding = {.kind = NEVER_PUSHES,
                                                     .thread = PACK_THREAD,
                                                     .number = {id, c->write},
                                                     .place = c->reserved_at,
                                                     .where = stx_llk_place_text(c->reserved_at)};
            contract_find(cbs, &finding);
        }
    }
}

static void hear(struct stx_listener *self, struct stx_core *core, const struct stx_event *e) {
    struct cbs *cbs = (struct cbs *)(void *)((uint8_t *)self - offsetof(struct cbs, listener));
    (void)core;
    if (e->kind == STX_EVENT_CALL || e->kind == STX_EVENT_RETURN) {
        called(cbs, e);
    } else if (e->kind == STX_EVENT_PAGE) {
        contract_hear_page(cbs, e);
    } else if (e->kind == STX_EVENT_REQUEST || e->kind == STX_EVENT_ANSWER) {
        contract_request(cbs, e);
    } else if (e->kind == STX_EVENT_ISSUED || e->kind == STX_EVENT_END) {
        contract_hear_word(cbs, e);
    } else if (e->part == STX_PART_DST && cbs->order) {
        contract_hear_rows(cbs, e);
    } else if (e->part == STX_PART_DST && e->kind == STX_EVENT_READ) {
        contract_hear_packed(cbs, e);
    } else if (e->part == STX_PART_L1 && (cbs->order || e->format != STX_EVENT_NO_FORMAT)) {
        contract_hear_l1(cbs, e);
    }
}

void contract_begin(struct cbs *cbs, struct stx_order *order) {
    const uint32_t always = STX_HEAR(CALL) | STX_HEAR(RETURN) | STX_HEAR(READ) | STX_HEAR(WRITE);
    const uint32_t ordered =
        STX_HEAR(PAGE) | STX_HEAR(REQUEST) | STX_HEAR(ANSWER) | STX_HEAR(END) | STX_HEAR(ROWS);
    cbs->order = order;
    for (uint32_t opcode = 0; opcode < 256; opcode++) {
        stx_llk_watched[opcode] = !order && contract_asks(opcode << 24);
    }
    stx_unlisten(cbs->coop->core, &cbs->listener);
    cbs->listener =
        (struct stx_listener){hear, always | (order ? ordered : STX_HEAR(ISSUED)), NULL};
    stx_listen(cbs->coop->core, &cbs->listener);
}
