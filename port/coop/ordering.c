/* SPDX-License-Identifier: Apache-2.0
 *
 * ordering.c - runs the order checker alongside cooperative threads. */
#include "coop/ordering.h"

#if STX_TRACE
#include <stdio.h>

static struct stx_order own, *order = &own;
static bool checks;

void coop_order_use(struct stx_order *used) {
    order = used;
}

struct stx_order *coop_order_of(struct stx_core *core, enum stx_order_level level, stx_print print,
                                void *ctx) {
    checks = stx_order_init(order, core, level);
    if (!checks) {
        print(ctx, "order: the library was built without STX_TRACE: nothing is checked\n");
        return NULL;
    }
    return order;
}

unsigned coop_order_end(const char *name, unsigned more, stx_print print, void *ctx) {
    char line[160];
    unsigned findings = (checks ? stx_order_total(order) : 1u) + more;
    stx_order_tell(order, print, ctx);
    snprintf(line, sizeof line, "order %s findings %u\n", name, findings);
    print(ctx, line);
    return findings;
}

void coop_order_values(unsigned thread, bool have) {
    if (checks) {
        stx_order_values(order, thread, have);
    }
}

void coop_order_value(unsigned thread, unsigned lreg, uint32_t lanes, bool write,
                      const char *where) {
    if (checks) {
        stx_order_value(order, thread, lreg, lanes, write, where);
    }
}
#else
void coop_order_use(struct stx_order *used) {
    (void)used;
}

struct stx_order *coop_order_of(struct stx_core *core, enum stx_order_level level, stx_print print,
                                void *ctx) {
    (void)core, (void)level;
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

struct stx_order *coop_order(struct coop *coop, enum stx_order_level level, stx_print print,
                             void *ctx) {
    return coop_order_of(coop->core, level, print, ctx);
}
