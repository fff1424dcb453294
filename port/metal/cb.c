/* SPDX-License-Identifier: Apache-2.0
 *
 * cb.c - circular buffers and the data mover that fills and empties them. */
#include "cb.h"

#include <stdio.h>
#include <string.h>

#include "memory.h"

/* Registers of stream n, which serves buffer n. */
enum {
    STREAMS = 0xFFB40000u,
    STREAM_BYTES = 0x1000,
    ACKED = STX_METAL_ACKED * 4,
    RECEIVED = STX_METAL_RECEIVED * 4
};

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

/* The bytes from the beginning of a buffer to a mover's place in it. */
static uint32_t offset_of(const struct cbs *cbs, uint32_t id, enum cb_side side) {
    const struct stx_metal_cb *b = &cbs->setup.cb[id];
    return b->pages ? cbs->cb[id].plan[side].done % b->pages * b->page_bytes : 0;
}

uint8_t *cb_pointer(const struct cbs *cbs, uint32_t id, enum cb_side side) {
    return cbs->l1 + cbs->setup.cb[id].address + offset_of(cbs, id, side);
}

uint32_t cb_to_end(const struct cbs *cbs, uint32_t id, enum cb_side side) {
    const struct stx_metal_cb *b = &cbs->setup.cb[id];
    return b->pages * b->page_bytes - offset_of(cbs, id, side);
}

void cb_advance(struct cbs *cbs, uint32_t id, enum cb_side side, uint32_t pages) {
    struct cb *cb = &cbs->cb[id];
    uint32_t *count = side == CB_READER ? &cb->received : &cb->acked;
    cb->plan[side].done += pages;
    *count = (*count + pages) & 0xFFFFu;
}

uint32_t cb_counter(unsigned id, enum cb_side side) {
    return STREAMS + id * STREAM_BYTES + (side == CB_READER ? RECEIVED : ACKED);
}

/* Reports that a page is pushed or popped. */
static void tell_moved(struct cbs *cbs, unsigned id, enum cb_side side) {
    stx_tell(cbs->coop->core, &(const struct stx_event){
                                  .kind = STX_EVENT_PAGE,
                                  .thread = (uint8_t)(STX_ORDER_READER + side),
                                  .first = (uint32_t)(cb_pointer(cbs, id, side) - cbs->l1),
                                  .count = cbs->setup.cb[id].page_bytes,
                                  .value = id,
                              });
}

static bool push(struct cbs *cbs, unsigned id) {
    struct cb *cb = &cbs->cb[id];
    const struct cb_plan *plan = &cb->plan[CB_READER];
    uint32_t bytes = cbs->setup.cb[id].page_bytes;
    if (cbs->in_c[CB_READER] || plan->done >= plan->asked ||
        cb_filled(cb) >= cbs->setup.cb[id].pages) {
        return false;
    }
    memcpy(cb_pointer(cbs, id, CB_READER), plan->data + plan->done * bytes, bytes);
    tell_moved(cbs, id, CB_READER);
    cb_advance(cbs, id, CB_READER, 1);
    return true;
}

static bool take(struct cbs *cbs, unsigned id) {
    struct cb *cb = &cbs->cb[id];
    const struct cb_plan *plan = &cb->plan[CB_WRITER];
    uint32_t bytes = cbs->setup.cb[id].page_bytes;
    if (cbs->in_c[CB_WRITER] || plan->done >= plan->asked || cb_filled(cb) == 0) {
        return false;
    }
    memcpy(plan->data + plan->done * bytes, cb_pointer(cbs, id, CB_WRITER), bytes);
    tell_moved(cbs, id, CB_WRITER);
    cb_advance(cbs, id, CB_WRITER, 1);
    return true;
}

/* Most of the 64 do not exist, and threads that wait ask very often. */
static void list(struct cbs *cbs) {
    for (unsigned id = 0; id < STX_METAL_CBS; id++) {
        if (cbs->setup.cb[id].pages) {
            cbs->there[cbs->there_count++] = (uint8_t)id;
        }
    }
}

bool cb_move(struct cbs *cbs, uint32_t pages) {
    bool moved = false;
    if (!cbs->there_count) {
        list(cbs);
    }
    for (uint32_t i = 0; i < cbs->there_count; i++) {
        unsigned id = cbs->there[i];
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
        uint32_t came = cbs->in_c[CB_WRITER] ? out->stored : out->done;
        if (came < out->asked) {
            any = say(print, ctx, "pages missing: cb %u: %lu of %lu pages arrived\n", id, came,
                      out->asked);
        } else if (out->present && cb_filled(cb)) {
            any = say(print, ctx, "pages unread: cb %u still holds %lu pages; %lu were asked for\n",
                      id, cb_filled(cb), out->asked);
        }
    }
    for (unsigned id = 0; id < STX_METAL_CBS && !cbs->in_c[CB_READER]; id++) {
        const struct cb_plan *in = &cbs->cb[id].plan[CB_READER];
        if (in->done < in->asked) {
            any = say(print, ctx, "pages left: cb %u: %lu of %lu pages found room\n", id, in->done,
                      in->asked);
        }
    }
    return any;
}

const char *cb_call_name(enum stx_metal_call call) {
    static const char *const names[] = {"cb_wait_front", "cb_pop_front", "cb_reserve_back",
                                        "cb_push_back"};
    return names[call];
}

/* True if a call waits for pages; otherwise it waits for space. */
static bool is_front(enum stx_metal_call call) {
    return cb_side_of(call) == CB_WRITER;
}

/* Prints which threads push or pop the pages, and how many so far. */
static void explain_other(const struct cbs *cbs, const struct cb_call *c, bool by_mover, char *text,
                          size_t size) {
    const struct cb *cb = &cbs->cb[c->cb];
    bool front = is_front(c->call);
    enum cb_side side = front ? CB_READER : CB_WRITER;
    const struct cb_plan *plan = &cb->plan[side];
    unsigned long done = plan->done;
    if (!by_mover && cbs->in_c[side] && (plan->present || done)) {
        snprintf(text, size, front ? "the reader has pushed %lu" : "the writer has taken %lu",
                 done);
    } else if (!by_mover && plan->present) {
        snprintf(text, size,
                 front ? "the reader has pushed %lu of %lu" : "the writer has taken %lu of %lu",
                 done, (unsigned long)plan->asked);
    } else {
        snprintf(text, size,
                 front ? "only the pack thread could push, %lu so far"
                       : "only the unpack thread could pop, %lu so far",
                 (unsigned long)(front ? cb->received : cb->acked));
    }
}

/* The same for a program of tt-metal, any of whose kernels may do so. */
static void explain_moved(const struct cbs *cbs, const struct cb_call *c, char *text, size_t size) {
    const struct cb *cb = &cbs->cb[c->cb];
    const bool front = is_front(c->call);
    snprintf(text, size, front ? "%lu pushed so far" : "%lu popped so far",
             (unsigned long)(front ? cb->received : cb->acked));
}

/* The pages in a buffer; 0 if more were popped than pushed. */
static uint32_t there(const struct cbs *cbs, uint32_t id) {
    const uint32_t filled = cb_filled(&cbs->cb[id]);
    return filled <= cbs->setup.cb[id].pages ? filled : 0;
}

static void describe(const struct cbs *cbs, const struct cb_call *c, bool by_mover, char *text,
                     size_t size) {
    uint32_t filled = there(cbs, c->cb), capacity = cbs->setup.cb[c->cb].pages;
    bool front = is_front(c->call);
    char other[80];
    if (cbs->program) {
        explain_moved(cbs, c, other, sizeof other);
    } else {
        explain_other(cbs, c, by_mover, other, sizeof other);
    }
    snprintf(text, size, "%s(cb %lu, %lu tile%s): %lu %s; %s", cb_call_name(c->call),
             (unsigned long)c->cb, (unsigned long)c->pages, c->pages == 1 ? "" : "s",
             (unsigned long)(front ? filled : capacity - filled), front ? "there" : "free", other);
}

/* Pages are popped and pushed as one block, which may not cross the end of the memory. */
static const char *across(const struct cbs *cbs, const struct cb_call *c) {
    return c->pages * cbs->setup.cb[c->cb].page_bytes > c->to_end
               ? "; it crosses the end of the buffer"
               : NULL;
}

/* A mover in C moves pages that the data mover moves as well, because the other side is not in C.
 */
static const char *rival(const struct cbs *cbs, unsigned caller, const struct cb_call *c) {
    enum cb_side side = is_front(c->call) ? CB_WRITER : CB_READER;
    if (caller < STX_THREADS || cbs->in_c[side] || !cbs->cb[c->cb].plan[side].present) {
        return NULL;
    }
    return side == CB_WRITER ? "; the data mover takes these pages, because of a line \"out\""
                             : "; the data mover pushes these pages, because of a line \"in\"";
}

/* Kernels of ttnn pop the shards that they have been given; the counters of such a buffer then have
 * no meaning, and nobody asks for them. A buffer that a mover and the pack thread fill in turn (in
 * sdpa_decode's tree) has fewer pages by its counters than the mover has waited for, because the
 * pack thread stores what it has pushed itself; as on a card, the pop goes on. */
static bool may_pop(const struct cbs *cbs, unsigned caller, const struct cb_call *c) {
    return c->pages <= there(cbs, c->cb) || (cbs->memory && memory_is_given(cbs->memory, c->cb)) ||
           (caller >= STX_THREADS && c->pages <= cbs->front[caller - STX_THREADS][c->cb]);
}

/* Says what is wrong with a call, or NULL. */
static const char *objection(const struct cbs *cbs, unsigned caller, const struct cb_call *c) {
    uint32_t filled = cb_filled(&cbs->cb[c->cb]), capacity = cbs->setup.cb[c->cb].pages;
    switch (c->call) {
    case STX_METAL_POP_FRONT:
        return may_pop(cbs, caller, c) ? across(cbs, c) : "; it pops what it never waited for";
    case STX_METAL_PUSH_BACK:
        return c->pages > capacity - filled ? "; it overruns the buffer" : across(cbs, c);
    default:
        return NULL;
    }
}

static void tell_call(const struct cbs *cbs, enum stx_event_kind kind, unsigned caller) {
    const struct cb_call *call = &cbs->call[caller];
    stx_tell(cbs->coop->core, &(const struct stx_event){.kind = (uint8_t)kind,
                                                        .thread = (uint8_t)caller,
                                                        .first = call->cb,
                                                        .count = call->pages,
                                                        .value = (uint32_t)call->call});
}

bool cb_begin(struct cbs *cbs, unsigned caller, const struct cb_call *call, char *why,
              size_t size) {
    if (call->cb >= STX_METAL_CBS || !cbs->setup.cb[call->cb].pages) {
        snprintf(why, size, "%s(cb %lu, %lu): there is no circular buffer %lu",
                 cb_call_name(call->call), (unsigned long)call->cb, (unsigned long)call->pages,
                 (unsigned long)call->cb);
        return false;
    }
    cbs->call[caller] = *call;
    tell_call(cbs, STX_EVENT_CALL, caller);
    const char *wrong = rival(cbs, caller, call);
    wrong = wrong ? wrong : objection(cbs, caller, call);
    if (wrong) {
        describe(cbs, call, caller >= STX_THREADS, why, size);
        strncat(why, wrong, size - strlen(why) - 1);
    }
    return !wrong;
}

static void note_front(struct cbs *cbs, enum cb_side side, const struct cb_call *c) {
    uint16_t *front = &cbs->front[side][c->cb];
    if (c->call == STX_METAL_WAIT_FRONT && *front < c->pages) {
        *front = (uint16_t)c->pages;
    } else if (c->call == STX_METAL_POP_FRONT) {
        *front = *front > c->pages ? (uint16_t)(*front - c->pages) : 0;
    }
}

void cb_end(struct cbs *cbs, unsigned caller) {
    if (caller >= STX_THREADS) {
        note_front(cbs, caller == STX_THREADS ? CB_READER : CB_WRITER, &cbs->call[caller]);
    }
    cb_note_use(cbs, caller);
    tell_call(cbs, STX_EVENT_RETURN, caller);
    cbs->call[caller].active = false;
}

void cb_explain(const struct cbs *cbs, unsigned caller, char *text, size_t size) {
    const struct cb_call *c = &cbs->call[caller];
    text[0] = 0;
    if (c->active) {
        describe(cbs, c, caller >= STX_THREADS, text, size);
    }
}
