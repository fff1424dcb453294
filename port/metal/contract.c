/* SPDX-License-Identifier: Apache-2.0
 *
 * contract.c - holds kernels to the contract of circular buffers: they access only pages that they
 * have reserved or waited for. */
#include "contract.h"

#include "llk/platform.h"
#include "softensix/isa.h"

/* Does a page of a buffer lie among the `count` pages that begin with `first`? */
static bool lies_in(const struct stx_metal_cb *b, uint32_t page, uint32_t first, uint32_t count) {
    return (page + b->pages - first % b->pages) % b->pages < count;
}

/* True if these bytes of a buffer are in pages that the word may access. */
static bool allowed(const struct cbs *cbs, unsigned id, uint32_t from, uint32_t bytes, bool write) {
    const struct stx_metal_cb *b = &cbs->setup.cb[id];
    const struct contract_cb *c = &cbs->contract.cb[id];
    uint32_t first = (from - b->address) / b->page_bytes;
    uint32_t last = (from + bytes - 1u - b->address) / b->page_bytes;
    uint32_t at = write ? c->write : c->read, count = write ? c->reserved : c->waited;
    return lies_in(b, first % b->pages, at, count) && lies_in(b, last % b->pages, at, count);
}

/* True if the unit that moves these bytes is configured for another format than the buffer's. A
 * unit knows four bits of a format, which do not say whether integers have signs. */
static bool is_strange(const struct stx_metal_cb *b, const struct stx_order_access *by) {
    return by->format != STX_ORDER_NO_FORMAT && b->format != STX_METAL_NO_FORMAT &&
           (by->format ^ b->format) & 15u;
}

struct span {
    uint32_t from, bytes;
    bool write;
};

/* True if the bytes are in one page or are whole pages. */
static bool fits(const struct stx_metal_cb *b, const struct span *s) {
    uint32_t at = (s->from - b->address) % b->page_bytes;
    return at + s->bytes <= b->page_bytes || (at == 0 && s->bytes % b->page_bytes == 0);
}

/* Checks bytes of a buffer that a word accesses. True if the word may access them, and format and
 * pages are those of the buffer. Otherwise the finding says what is wrong. */
static bool good(const struct cbs *cbs, unsigned id, const struct stx_order_access *by,
                 const struct span *bytes, struct contract_finding *finding) {
    const struct stx_metal_cb *b = &cbs->setup.cb[id];
    uint32_t page = (bytes->from - b->address) / b->page_bytes;
    finding->number[0] = id;
    finding->number[1] = page;
    finding->kind = bytes->write ? WRITES_UNRESERVED : READS_UNWAITED;
    if (allowed(cbs, id, bytes->from, 1, bytes->write) && is_strange(b, by)) {
        finding->kind = OTHER_FORMAT;
        finding->number[1] = by->format;
        finding->number[2] = b->format;
        return false;
    }
    if (!allowed(cbs, id, bytes->from, bytes->bytes, bytes->write)) {
        return false;
    }
    finding->kind = OTHER_TILE;
    finding->number[1] = page;
    finding->number[2] = b->page_bytes;
    return fits(b, bytes);
}

/* Records bytes of L1 that the packer has written. */
static void note_packed(struct contract *c, uint32_t address, uint32_t bytes) {
    uint32_t end = (address + bytes + PACKED_UNIT - 1u) / PACKED_UNIT;
    for (uint32_t unit = address / PACKED_UNIT; unit < end; unit++) {
        c->packed[unit / 32u % (sizeof c->packed / 4u)] |= 1u << unit % 32u;
    }
}

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

/* The packer may read pages that it has reserved, because it accumulates into them. Where buffers
 * share memory it is enough that one of them allows the access. */
static void touched(void *ctx, const struct stx_order_access *by, uint32_t address, uint32_t bytes,
                    bool write) {
    struct cbs *cbs = ctx;
    bool packs = stx_insn_of(by->word)->unit == STX_UNIT_PACK, found = false;
    const struct span span = {address, bytes, write};
    struct contract_finding first = {.kind = 0},
                            finding = {.thread = by->thread, .word = by->word, .where = by->where};
    for (unsigned id = 0; id < STX_METAL_CBS && bytes && (write || !packs); id++) {
        const struct stx_metal_cb *b = &cbs->setup.cb[id];
        if (b->pages == 0 || address - b->address >= b->pages * b->page_bytes) {
            continue;
        }
        if (good(cbs, id, by, &span, &finding)) {
            cbs->contract.cb[id].packed |= write;
            note_packed(&cbs->contract, address, write ? bytes : 0);
            return;
        }
        first = found ? first : finding;
        found = true;
    }
    if (found) {
        contract_find(cbs, &first);
    }
}

/* Adds a finding about a call, with the place of the call. */
static void find_call(struct cbs *cbs, unsigned caller, enum contract_kind kind, uint32_t first,
                      uint32_t second, uint32_t third) {
    const void *place = caller < STX_THREADS ? stx_llk_place(caller) : cbs->call[caller].place;
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

/* Readers and writers are checked only if they are kernels of tt-metal, and only for a note, not
 * together with the order checker: many push what is in a buffer from the start, for which they
 * need not reserve anything. */
static bool checks_caller(const struct cbs *cbs, unsigned caller) {
    return caller < STX_THREADS || (cbs->program && !cbs->order);
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
    if (call->call == STX_METAL_POP_FRONT && call->pages > c->waited) {
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

static void called(struct cbs *cbs, unsigned caller, bool begins) {
    if (cbs->order && caller >= STX_THREADS) {
        contract_hand_over(cbs, caller, begins);
    }
    (begins ? call_begins : call_ends)(cbs, caller);
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

/* To reserve pages without using them is a way to wait, and no finding. */
void contract_end(struct cbs *cbs) {
    for (unsigned id = 0; id < STX_METAL_CBS; id++) {
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

void contract_begin(struct cbs *cbs, struct stx_order *order) {
    cbs->order = order;
    cbs->on_call = called;
    if (order) {
        order->l1 = touched;
        order->dst_rows = contract_rows;
        order->semaphores = contract_step;
        order->l1_ctx = order->dst_ctx = order->semaphores_ctx = cbs;
    }
}
