/* SPDX-License-Identifier: Apache-2.0
 *
 * contract_l1.c - holds words to the contract of circular buffers: unpackers read and packers write
 * only pages that were waited for or reserved, in the format of the buffer, and nothing outside the
 * buffers. Words tell which bytes they move (softensix/listen.h). */
#include "contract.h"

#include "memory.h"
#include "softensix/isa.h"

/* Does a page of a buffer lie among the `count` pages that begin with `first`? */
static bool lies_in(const struct stx_metal_cb *b, uint32_t page, uint32_t first, uint32_t count) {
    return (page + b->pages - first % b->pages) % b->pages < count;
}

static bool holds(const struct stx_metal_cb *b, uint32_t address, uint32_t bytes) {
    uint32_t size = b->pages * b->page_bytes, at = address - b->address;
    return at < size && bytes <= size - at;
}

/* True if these bytes of a buffer are in pages that the word may access. */
static bool allowed(const struct cbs *cbs, unsigned id, const struct contract_access *a) {
    const struct stx_metal_cb *b = &cbs->setup.cb[id];
    const struct contract_cb *c = &cbs->contract.cb[id];
    uint32_t first = (a->address - b->address) / b->page_bytes;
    uint32_t last = (a->address + a->bytes - 1u - b->address) / b->page_bytes;
    uint32_t at = a->write ? c->write : c->read, count = a->write ? c->reserved : c->waited;
    bool given = !a->write && cbs->memory && memory_is_given(cbs->memory, id);
    return given || (lies_in(b, first, at, count) && lies_in(b, last, at, count));
}

/* True if the unit that moves these bytes is configured for another format than the buffer's. A
 * unit knows four bits of a format, which do not say whether integers have signs. */
static bool is_strange(const struct stx_metal_cb *b, const struct contract_access *a) {
    return a->format != STX_ORDER_NO_FORMAT && b->format != STX_METAL_NO_FORMAT &&
           (a->format ^ b->format) & 15u;
}

/* True if an unpacker reads no more than one row of datums. When a kernel tilizes, the pages that
 * it has waited for hold a block of tiles row by row: a row is a 32nd of all their bytes, and may
 * cross the end of a page. */
static bool is_row(const struct cbs *cbs, unsigned id, const struct contract_access *a) {
    const uint32_t waited = cbs->contract.cb[id].waited, row = cbs->setup.cb[id].page_bytes / 32u;
    return !a->write && a->bytes <= waited * row;
}

/* True if the bytes are in one page, or are whole pages, or are a row of a block (is_row). */
static bool fits(const struct cbs *cbs, unsigned id, const struct contract_access *a) {
    const struct stx_metal_cb *b = &cbs->setup.cb[id];
    uint32_t at = (a->address - b->address) % b->page_bytes;
    return at + a->bytes <= b->page_bytes || (at == 0 && a->bytes % b->page_bytes == 0) ||
           is_row(cbs, id, a);
}

/* True if the pages hold data now and the word reads them, or do not and it writes them, and
 * something else than a wait for this buffer orders that. */
static bool ordered(const struct cbs *cbs, unsigned id, const struct contract_access *a) {
    const struct stx_metal_cb *b = &cbs->setup.cb[id];
    const uint32_t first = (a->address - b->address) / b->page_bytes;
    const bool filled = lies_in(b, first, cbs->contract.cb[id].read, cb_filled(&cbs->cb[id]));
    return cbs->ordered && filled != a->write && cbs->ordered(cbs, a->address, a->bytes, a->write);
}

/* The finding about pages that a word may not access: how many pages it has, and how many it would
 * need. */
static void find_page(const struct cbs *cbs, unsigned id, const struct contract_access *a,
                      struct contract_finding *finding) {
    const struct stx_metal_cb *b = &cbs->setup.cb[id];
    const struct contract_cb *c = &cbs->contract.cb[id];
    uint32_t page = (a->address - b->address) / b->page_bytes, at = a->write ? c->write : c->read;
    finding->kind = a->write ? WRITES_UNRESERVED : READS_UNWAITED;
    finding->number[0] = id;
    finding->number[1] = page;
    finding->number[2] = a->write ? c->reserved : c->waited;
    finding->number[3] = (page + b->pages - at % b->pages) % b->pages + 1u;
}

/* Checks bytes of a buffer that a word accesses. True if the word may access them, and format and
 * pages are those of the buffer. Otherwise the finding says what is wrong. */
static bool good(const struct cbs *cbs, unsigned id, const struct contract_access *a,
                 struct contract_finding *finding) {
    const struct stx_metal_cb *b = &cbs->setup.cb[id];
    struct contract_access begin = *a;
    begin.bytes = 1;
    if (!allowed(cbs, id, &begin) || (!is_strange(b, a) && !allowed(cbs, id, a))) {
        find_page(cbs, id, a, finding);
        return ordered(cbs, id, a);
    }
    bool strange = is_strange(b, a);
    finding->kind = strange ? OTHER_FORMAT : OTHER_TILE;
    finding->number[0] = id;
    finding->number[1] = strange ? a->format : (a->address - b->address) / b->page_bytes;
    finding->number[2] = strange ? b->format : b->page_bytes;
    return !strange && fits(cbs, id, a);
}

/* Records bytes of L1 that the packer has written. */
static void note_packed(struct contract *c, uint32_t address, uint32_t bytes) {
    uint32_t end = (address + bytes + PACKED_UNIT - 1u) / PACKED_UNIT;
    for (uint32_t unit = address / PACKED_UNIT; unit < end; unit++) {
        c->packed[unit / 32u % (sizeof c->packed / 4u)] |= 1u << unit % 32u;
    }
}

/* The buffer that begins nearest before an address; STX_METAL_CBS if none does. */
static unsigned nearest(const struct cbs *cbs, uint32_t address) {
    unsigned found = STX_METAL_CBS;
    for (unsigned id = 0; id < STX_METAL_CBS; id++) {
        const struct stx_metal_cb *b = &cbs->setup.cb[id];
        if (b->pages && b->address <= address &&
            (found == STX_METAL_CBS || b->address > cbs->setup.cb[found].address)) {
            found = id;
        }
    }
    return found;
}

/* The bytes are in no buffer. Other parts of L1 that have an owner may be accessed. */
static void find_outside(struct cbs *cbs, const struct contract_access *a,
                         struct contract_finding *finding) {
    char why[1];
    const struct memory_part part = {a->address, a->bytes, a->write, why, sizeof why};
    unsigned id = nearest(cbs, a->address);
    if (!cbs->memory || memory_local(cbs->memory, &part)) {
        return;
    }
    finding->kind = id == STX_METAL_CBS ? BEFORE_BUFFERS : OUTSIDE_BUFFERS;
    finding->number[0] = a->address;
    if (id != STX_METAL_CBS) {
        const struct stx_metal_cb *b = &cbs->setup.cb[id];
        const struct contract_cb *c = &cbs->contract.cb[id];
        finding->number[0] = id;
        finding->number[1] = (a->address + a->bytes - 1u - b->address) / b->page_bytes;
        finding->number[2] = b->pages;
        finding->number[3] = b->pages - (a->write ? c->write : c->read) % b->pages;
    }
    contract_find(cbs, finding);
}

static struct contract_window *window_of(struct cbs *cbs, uint32_t word, bool write) {
    return &cbs->contract.window[write ? 2 : stx_unpacker_of(word)];
}

/* Remembers the page of a good access, because the next one is usually in the same page. */
static void remember(struct cbs *cbs, unsigned id, const struct contract_access *a) {
    const struct stx_metal_cb *b = &cbs->setup.cb[id];
    uint32_t in_page = (a->address - b->address) % b->page_bytes;
    if (in_page + a->bytes <= b->page_bytes) {
        *window_of(cbs, a->word, a->write) =
            (struct contract_window){a->address - in_page, b->page_bytes, a->format};
    }
}

/* Where buffers share memory it is enough that one of them allows the access. Words of units other
 * than packer and unpackers also access L1 for other purposes than tiles. */
static void check(struct cbs *cbs, const struct contract_access *a) {
    bool found = false;
    struct contract_finding finding = contract_finding_of(cbs, a->thread, a->word), first = finding;
    for (unsigned id = 0; id < STX_METAL_CBS; id++) {
        const struct stx_metal_cb *b = &cbs->setup.cb[id];
        if (b->pages == 0 || !holds(b, a->address, a->bytes)) {
            continue;
        }
        if (good(cbs, id, a, &finding)) {
            cbs->contract.cb[id].packed |= a->write;
            remember(cbs, id, a);
            return;
        }
        first = found ? first : finding;
        found = true;
    }
    if (found) {
        contract_find(cbs, &first);
    } else if (a->format != STX_ORDER_NO_FORMAT) {
        find_outside(cbs, a, &finding);
    }
}

static void check_event(struct cbs *cbs, const struct stx_event *e) {
    const struct contract_access a = {.address = e->first,
                                      .bytes = e->count,
                                      .word = e->word,
                                      .thread = e->thread,
                                      .format = e->format,
                                      .write = e->kind == STX_EVENT_WRITE};
    check(cbs, &a);
}

/* What the packer reads, it adds to and writes again: its write is judged. */
static bool is_judged(const struct stx_event *e) {
    return e->kind == STX_EVENT_WRITE || stx_insn_of(e->word)->unit != STX_UNIT_PACK;
}

void contract_hear_l1(struct cbs *cbs, const struct stx_event *e) {
    const bool write = e->kind == STX_EVENT_WRITE;
    const struct contract_window *w = window_of(cbs, e->word, write);
    uint32_t at = e->first - w->from;
    bool known = at < w->bytes && e->count <= w->bytes - at && e->format == w->format;
    if (!known && is_judged(e)) {
        check_event(cbs, e);
    }
    if (write && cbs->order) {
        note_packed(&cbs->contract, e->first, e->count);
    }
}
