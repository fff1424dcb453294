/* SPDX-License-Identifier: Apache-2.0
 *
 * ordering.c - runs the order checker alongside cooperative threads. */
#include "coop/ordering.h"

#if STX_TRACE
#include <stdio.h>

static struct stx_order order;
static bool checks;

/* The callbacks that were set before, for example the lint's; they are still called. */
static struct {
    void (*before)(void *ctx, unsigned thread, uint32_t word);
    void (*trace)(void *ctx, unsigned thread, uint32_t word, enum stx_result result);
    void (*access)(void *ctx, unsigned thread, uint32_t address, uint32_t value, bool write);
    void *before_ctx, *trace_ctx, *access_ctx;
} next;

static void on_before(void *ctx, unsigned thread, uint32_t word) {
    if (next.before) {
        next.before(next.before_ctx, thread, word);
    }
    stx_order_before(ctx, thread, word);
}

static void on_trace(void *ctx, unsigned thread, uint32_t word, enum stx_result result) {
    stx_order_word(ctx, thread, word, result);
    if (next.trace) {
        next.trace(next.trace_ctx, thread, word, result);
    }
}

static void on_access(void *ctx, unsigned thread, uint32_t address, uint32_t value, bool write) {
    stx_order_access(ctx, thread, address, value, write);
    if (next.access) {
        next.access(next.access_ctx, thread, address, value, write);
    }
}

static void on_l1(void *ctx, unsigned thread, uint32_t address, uint32_t bytes, bool write) {
    stx_order_l1(ctx, thread, address, bytes, write);
}

struct stx_order *coop_order(struct coop *coop, enum stx_order_level level, stx_print print,
                             void *ctx) {
    checks = stx_order_init(&order, coop->core, level);
    if (!checks) {
        print(ctx, "order: the library was built without STX_TRACE: nothing is checked\n");
        return NULL;
    }
    /* Those of an earlier call stay behind the own ones, which must not call themselves. */
    if (coop->on_before != on_before) {
        next.before = coop->on_before;
        next.before_ctx = coop->on_before_ctx;
    }
    if (coop->on_trace != on_trace) {
        next.trace = coop->on_trace;
        next.trace_ctx = coop->on_trace_ctx;
    }
    if (coop->on_access != on_access) {
        next.access = coop->on_access;
        next.access_ctx = coop->on_access_ctx;
    }
    coop->on_before = on_before;
    coop->on_trace = on_trace;
    coop->on_access = on_access;
    coop->on_l1 = on_l1;
    coop->on_before_ctx = coop->on_trace_ctx = coop->on_access_ctx = coop->on_l1_ctx = &order;
    return &order;
}

unsigned coop_order_end(const char *name, unsigned more, stx_print print, void *ctx) {
    char line[160];
    unsigned findings = (checks ? stx_order_total(&order) : 1u) + more;
    stx_order_tell(&order, print, ctx);
    snprintf(line, sizeof line, "order %s findings %u\n", name, findings);
    print(ctx, line);
    return findings;
}

void coop_order_values(unsigned thread, bool have) {
    if (checks) {
        stx_order_values(&order, thread, have);
    }
}

void coop_order_value(unsigned thread, unsigned lreg, uint32_t lanes, bool write,
                      const char *where) {
    if (checks) {
        stx_order_value(&order, thread, lreg, lanes, write, where);
    }
}
#else
struct stx_order *coop_order(struct coop *coop, enum stx_order_level level, stx_print print,
                             void *ctx) {
    (void)coop, (void)level;
    print(ctx,
          "order: the library was built without STX_TRACE (make DIAG=1): nothing is checked\n");
    return NULL;
}

unsigned coop_order_end(const char *name, unsigned more, stx_print print, void *ctx) {
    (void)name, (void)print, (void)ctx;
    return 1 + more;
}

void coop_order_values(unsigned thread, bool have) {
    (void)thread, (void)have;
}

void coop_order_value(unsigned thread, unsigned lreg, uint32_t lanes, bool write,
                      const char *where) {
    (void)thread, (void)lreg, (void)lanes, (void)write, (void)where;
}
#endif
