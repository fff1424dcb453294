/* SPDX-License-Identifier: Apache-2.0
 *
 * ordering.c - the judge of order beside a run of cooperative threads. */
#include "coop/ordering.h"

#if STX_TRACE
#include <stdio.h>

static struct stx_order order;

static void on_l1(void *ctx, unsigned thread, uint32_t address, uint32_t bytes, bool write) {
    stx_order_l1(ctx, thread, address, bytes, write);
}

struct stx_order *coop_order(struct coop *coop, enum stx_order_level level, stx_print print,
                             void *ctx) {
    coop->on_before = stx_order_before;
    coop->on_trace = stx_order_word;
    coop->on_access = stx_order_access;
    coop->on_l1 = on_l1;
    coop->on_before_ctx = coop->on_trace_ctx = coop->on_access_ctx = coop->on_l1_ctx = &order;
    if (!stx_order_init(&order, coop->core, level)) {
        print(ctx, "order: this chip has no rules of order here: nothing is judged\n");
        return NULL;
    }
    return &order;
}

unsigned coop_order_end(const char *name, unsigned more, stx_print print, void *ctx) {
    char line[160];
    unsigned findings = stx_order_total(&order) + more;
    stx_order_tell(&order, print, ctx);
    snprintf(line, sizeof line, "order %s findings %u\n", name, findings);
    print(ctx, line);
    return findings;
}
#else
struct stx_order *coop_order(struct coop *coop, enum stx_order_level level, stx_print print,
                             void *ctx) {
    (void)coop, (void)level;
    print(ctx, "order: the library was built without STX_TRACE (make DIAG=1): nothing is judged\n");
    return NULL;
}

unsigned coop_order_end(const char *name, unsigned more, stx_print print, void *ctx) {
    (void)name, (void)print, (void)ctx;
    return 1 + more;
}
#endif
