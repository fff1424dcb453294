/* SPDX-License-Identifier: Apache-2.0
 *
 * cb.c - circular buffers and their data mover. */
#include "cb.h"

#include <stdio.h>
#include <string.h>

/* Registers of stream n, which serves buffer n: words 8 and 10 of 0x1000 bytes. */
enum { STREAMS = 0xFFB40000u, STREAM_BYTES = 0x1000, ACKED = 8 * 4, RECEIVED = 10 * 4 };

static uint32_t *counter(struct cbs *cbs, uint32_t address) {
    uint32_t offset = address - STREAMS;
    if (offset / STREAM_BYTES >= STX_METAL_CBS) {
        return NULL;
    }
    struct cb *cb = &cbs->cb[offset / STREAM_BYTES];
    return offset % STREAM_BYTES == ACKED      ? &cb->acked
           : offset % STREAM_BYTES == RECEIVED ? &cb->received
                                               : NULL;
}

bool cb_is_register(uint32_t address) {
    return address - STREAMS < STX_METAL_CBS * STREAM_BYTES;
}

bool cb_register(struct cbs *cbs, uint32_t address, uint32_t *value, bool write) {
    uint32_t *at = counter(cbs, address);
    if (at && value && write) {
        *at = *value & 0xFFFFu;
        coop_progress(cbs->coop);
    } else if (at && value) {
        *value = *at;
    }
    return at != NULL;
}

uint32_t cb_filled(const struct cb *cb) {
    return (cb->received - cb->acked) & 0xFFFFu;
}

static uint8_t *page(const struct cbs *cbs, unsigned id, uint32_t number) {
    const struct stx_metal_cb *b = &cbs->setup.cb[id];
    return cbs->l1 + b->address + number % b->pages * b->page_bytes;
}

static bool push(struct cbs *cbs, unsigned id) {
    struct cb *cb = &cbs->cb[id];
    struct cb_plan *plan = &cb->plan[CB_READER];
    uint32_t bytes = cbs->setup.cb[id].page_bytes;
    if (plan->done == plan->asked || cb_filled(cb) >= cbs->setup.cb[id].pages) {
        return false;
    }
    memcpy(page(cbs, id, plan->done), plan->data + plan->done * bytes, bytes);
    plan->done++;
    cb->received = (cb->received + 1) & 0xFFFFu;
    return true;
}

static bool take(struct cbs *cbs, unsigned id) {
    struct cb *cb = &cbs->cb[id];
    struct cb_plan *plan = &cb->plan[CB_WRITER];
    uint32_t bytes = cbs->setup.cb[id].page_bytes;
    if (plan->done == plan->asked || cb_filled(cb) == 0) {
        return false;
    }
    memcpy(plan->data + plan->done * bytes, page(cbs, id, plan->done), bytes);
    plan->done++;
    cb->acked = (cb->acked + 1) & 0xFFFFu;
    return true;
}

bool cb_move(struct cbs *cbs, uint32_t pages) {
    bool moved = false;
    for (unsigned id = 0; id < STX_METAL_CBS; id++) {
        for (uint32_t n = 0; n < pages && push(cbs, id); n++) {
            moved = true;
        }
        for (uint32_t n = 0; n < pages && take(cbs, id); n++) {
            moved = true;
        }
    }
    if (moved) {
        coop_progress(cbs->coop);
    }
    return moved;
}

static bool say(stx_print print, void *ctx, const char *format, unsigned id, uint32_t done,
                uint32_t asked) {
    char text[128];
    snprintf(text, sizeof text, format, id, (unsigned long)done, (unsigned long)asked);
    print(ctx, text);
    return true;
}

bool cb_unfinished(const struct cbs *cbs, stx_print print, void *ctx) {
    bool any = false;
    for (unsigned id = 0; id < STX_METAL_CBS; id++) {
        const struct cb *cb = &cbs->cb[id];
        const struct cb_plan *out = &cb->plan[CB_WRITER];
        if (out->done < out->asked) {
            any = say(print, ctx, "pages missing: cb %u: %lu of %lu pages came\n", id, out->done,
                      out->asked);
        } else if (out->present && cb_filled(cb)) {
            any = say(print, ctx, "pages unread: cb %u still holds %lu pages; %lu were asked for\n",
                      id, cb_filled(cb), out->asked);
        }
    }
    for (unsigned id = 0; id < STX_METAL_CBS; id++) {
        const struct cb_plan *in = &cbs->cb[id].plan[CB_READER];
        if (in->done < in->asked) {
            any = say(print, ctx, "pages left: cb %u: %lu of %lu pages found room\n", id, in->done,
                      in->asked);
        }
    }
    return any;
}

static const char *const call_names[] = {"cb_wait_front", "cb_pop_front", "cb_reserve_back",
                                         "cb_push_back"};

/* Who hands pages in, or takes them, and how far they have got. */
static void explain_other(const struct cb *cb, bool wants_pages, char *text, size_t size) {
    const struct cb_plan *plan = &cb->plan[wants_pages ? CB_READER : CB_WRITER];
    if (plan->present) {
        snprintf(text, size,
                 wants_pages ? "the reader has pushed %lu of %lu"
                             : "the writer has taken %lu of %lu",
                 (unsigned long)plan->done, (unsigned long)plan->asked);
    } else {
        snprintf(text, size,
                 wants_pages ? "only the pack thread could push, %lu so far"
                             : "only the unpack thread could pop, %lu so far",
                 (unsigned long)(wants_pages ? cb->received : cb->acked));
    }
}

static void describe(const struct cbs *cbs, const struct cb_call *c, char *text, size_t size) {
    const struct cb *cb = &cbs->cb[c->cb];
    uint32_t filled = cb_filled(cb), capacity = cbs->setup.cb[c->cb].pages;
    bool front = c->call == STX_METAL_WAIT_FRONT || c->call == STX_METAL_POP_FRONT;
    char other[80];
    explain_other(cb, front, other, sizeof other);
    snprintf(text, size, "%s(cb %lu, %lu tile%s): %lu %s; %s", call_names[c->call],
             (unsigned long)c->cb, (unsigned long)c->pages, c->pages == 1 ? "" : "s",
             (unsigned long)(front ? filled : capacity - filled), front ? "there" : "free", other);
}

/* Pages are popped and pushed in one piece: a call may not go across the end of the memory. */
static const char *across(const struct cbs *cbs, const struct cb_call *c) {
    return c->pages * cbs->setup.cb[c->cb].page_bytes > c->to_end
               ? "; it goes across the end of the buffer"
               : NULL;
}

/* What is wrong with a call; NULL: nothing. */
static const char *objection(const struct cbs *cbs, const struct cb_call *c) {
    uint32_t filled = cb_filled(&cbs->cb[c->cb]), capacity = cbs->setup.cb[c->cb].pages;
    switch (c->call) {
    case STX_METAL_POP_FRONT:
        return c->pages > filled ? "; it pops what it never waited for" : across(cbs, c);
    case STX_METAL_PUSH_BACK:
        return c->pages > capacity - filled ? "; it overruns the buffer" : across(cbs, c);
    default:
        return NULL;
    }
}

bool cb_begin(struct cbs *cbs, unsigned thread, const struct cb_call *call, char *why,
              size_t size) {
    if (call->cb >= STX_METAL_CBS || !cbs->setup.cb[call->cb].pages) {
        snprintf(why, size, "%s(cb %lu, %lu): there is no circular buffer %lu",
                 call_names[call->call], (unsigned long)call->cb, (unsigned long)call->pages,
                 (unsigned long)call->cb);
        return false;
    }
    cbs->call[thread % STX_THREADS] = *call;
    const char *wrong = objection(cbs, call);
    if (wrong) {
        describe(cbs, call, why, size);
        strncat(why, wrong, size - strlen(why) - 1);
    }
    return !wrong;
}

void cb_end(struct cbs *cbs, unsigned thread) {
    cbs->call[thread % STX_THREADS].active = false;
}

void cb_explain(const struct cbs *cbs, unsigned thread, char *text, size_t size) {
    const struct cb_call *c = &cbs->call[thread % STX_THREADS];
    text[0] = 0;
    if (c->active) {
        describe(cbs, c, text, size);
    }
}
