/* SPDX-License-Identifier: Apache-2.0
 *
 * contract.c - holds kernels to the contract of circular buffers: they touch only pages that they
 * have reserved or waited for. */
#include "contract.h"

#include <stdio.h>

#include "llk/platform.h"
#include "softensix/isa.h"

enum contract_kind { READS_UNWAITED, WRITES_UNRESERVED, POPS_UNWAITED, PUSHES_UNRESERVED };

static const struct {
    const char *name, *what, *add;
} kinds[] = {
    {"CB_READ", "read outside the pages that were waited for", "cb_wait_front"},
    {"CB_WRITE", "written outside the pages that were reserved", "cb_reserve_back"},
    {"CB_POP", "popped and never waited for", "cb_wait_front"},
    {"CB_PUSH", "pushed and never reserved", "cb_reserve_back"},
};

static void find(struct cbs *cbs, const struct contract_finding *finding) {
    struct contract *c = &cbs->contract;
    for (uint32_t i = 0; i < c->found && i < CONTRACT_FINDINGS; i++) {
        struct contract_finding *f = &c->finding[i];
        if (f->kind == finding->kind && f->cb == finding->cb && f->where == finding->where) {
            f->times++;
            return;
        }
    }
    if (c->found < CONTRACT_FINDINGS) {
        c->finding[c->found] = *finding;
    }
    c->found++;
}

/* Does a page of a buffer lie among the `count` pages that begin with `first`? */
static bool lies_in(const struct stx_metal_cb *b, uint32_t page, uint32_t first, uint32_t count) {
    return (page + b->pages - first % b->pages) % b->pages < count;
}

/* May the word touch these bytes of a buffer? */
static bool allowed(const struct cbs *cbs, unsigned id, uint32_t from, uint32_t bytes, bool write) {
    const struct stx_metal_cb *b = &cbs->setup.cb[id];
    const struct contract_cb *c = &cbs->contract.cb[id];
    uint32_t first = (from - b->address) / b->page_bytes;
    uint32_t last = (from + bytes - 1u - b->address) / b->page_bytes;
    uint32_t at = write ? c->write : c->read, count = write ? c->reserved : c->waited;
    return lies_in(b, first % b->pages, at, count) && lies_in(b, last % b->pages, at, count);
}

/* The packer may read pages that it has reserved, because it accumulates into them. Where buffers
 * share memory it is enough that one of them allows the access. */
static void touched(void *ctx, const struct stx_order_access *by, uint32_t address, uint32_t bytes,
                    bool write) {
    struct cbs *cbs = ctx;
    bool packs = stx_insn_of(by->word)->unit == STX_UNIT_PACK;
    struct contract_finding finding = {.kind = write ? WRITES_UNRESERVED : READS_UNWAITED,
                                       .thread = by->thread,
                                       .cb = STX_METAL_CBS,
                                       .word = by->word,
                                       .where = by->where,
                                       .times = 1};
    for (unsigned id = 0; id < STX_METAL_CBS && bytes && (write || !packs); id++) {
        const struct stx_metal_cb *b = &cbs->setup.cb[id];
        if (b->pages == 0 || address - b->address >= b->pages * b->page_bytes) {
            continue;
        }
        if (allowed(cbs, id, address, bytes, write)) {
            return;
        }
        if (finding.cb == STX_METAL_CBS) {
            finding.cb = id;
            finding.page = (address - b->address) / b->page_bytes;
        }
    }
    if (finding.cb != STX_METAL_CBS) {
        find(cbs, &finding);
    }
}

static void call_begins(struct cbs *cbs, unsigned caller) {
    const struct cb_call *call = &cbs->call[caller];
    const struct contract_cb *c = &cbs->contract.cb[call->cb];
    bool pops = call->call == STX_METAL_POP_FRONT && call->pages > c->waited;
    bool pushes = call->call == STX_METAL_PUSH_BACK && call->pages > c->reserved;
    if (caller < STX_THREADS && (pops || pushes)) {
        const struct contract_finding finding = {.kind = pops ? POPS_UNWAITED : PUSHES_UNRESERVED,
                                                 .thread = (uint8_t)caller,
                                                 .cb = call->cb,
                                                 .page = pops ? c->read : c->write,
                                                 .where = stx_llk_place_text(stx_llk_place(caller)),
                                                 .times = 1};
        find(cbs, &finding);
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
    if (caller >= STX_THREADS || !call->active) {
        return;
    }
    switch (call->call) {
    case STX_METAL_WAIT_FRONT:
        c->waited = larger(c->waited, call->pages);
        break;
    case STX_METAL_RESERVE_BACK:
        c->reserved = larger(c->reserved, call->pages);
        break;
    case STX_METAL_POP_FRONT:
        c->waited = less(c->waited, call->pages);
        c->read += call->pages;
        break;
    default:
        c->reserved = less(c->reserved, call->pages);
        c->write += call->pages;
    }
}

/* A caller that is not a thread of the kernel is not checked. */
static void called(struct cbs *cbs, unsigned caller, bool begins) {
    (begins ? call_begins : call_ends)(cbs, caller);
}

void contract_begin(struct cbs *cbs, struct stx_order *order) {
    cbs->order = order;
    cbs->on_call = called;
    if (order) {
        order->l1 = touched;
        order->l1_ctx = cbs;
    }
}

static void tell(const struct contract_finding *f, const char *who, stx_print print) {
    char text[320], word[256] = "";
    if (f->word) {
        (void)stx_disasm(word, sizeof word, f->word);
    }
    snprintf(text, sizeof text, "%s: cb %lu, page %lu: %s (%s), %lu time%s\n", who,
             (unsigned long)f->cb, (unsigned long)f->page, kinds[f->kind].what, kinds[f->kind].name,
             (unsigned long)f->times, f->times == 1 ? "" : "s");
    print(NULL, text);
    snprintf(text, sizeof text, "  first: thread %u: %s\n", f->thread, f->word ? word : "the call");
    print(NULL, text);
    snprintf(text, sizeof text, "    at %s\n  add: %s(cb %lu, ...) before it\n",
             f->where ? f->where : "a place that is not known", kinds[f->kind].add,
             (unsigned long)f->cb);
    print(NULL, text);
}

unsigned contract_tell(void *ctx, stx_print print) {
    const struct cbs *cbs = ctx;
    const struct contract *c = &cbs->contract;
    for (uint32_t i = 0; i < c->found && i < CONTRACT_FINDINGS; i++) {
        tell(&c->finding[i], cbs->order ? "order" : "contract", print);
    }
    return c->found;
}
