/* SPDX-License-Identifier: Apache-2.0
 *
 * ordered.c - the order checker around a run of LLK kernels. */
#include "llk/ordered.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coop/ordering.h"
#include "llk/platform.h"

static const char *name;
static const struct stx_order *ledger; /* its ledger is to be printed, or NULL */

static void print(void *ctx, const char *text) {
    (void)ctx;
    fputs(text, stdout);
}

static void refuse(const char *what, const char *why) {
    printf("order: %s: %s\n", what, why);
    exit(1);
}

static const char *place(void *ctx, unsigned thread) {
    (void)ctx;
    return stx_llk_place_text(stx_llk_place(thread));
}

int ordered_at(int count, char **arguments) {
    int i = 0;
    while (i < count && !(count - i >= 3 && !strcmp(arguments[i], "order"))) {
        i++;
    }
    return i;
}

static enum stx_order_level level_of(const char *text) {
    static const char *const names[] = {"default", "strict", "relaxed"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!strcmp(text, names[i])) {
            return (enum stx_order_level)i;
        }
    }
    refuse(text, "the levels are default, strict and relaxed");
    return STX_ORDER_DEFAULT;
}

struct stx_order *ordered_begin(struct coop *coop, int count, char **arguments) {
    const int at = ordered_at(count, arguments);
    if (at == count) {
        return NULL;
    }
    count -= at;
    arguments += at;
    name = arguments[1];
    struct stx_order *order = coop_order(coop, level_of(arguments[2]), print, NULL);
    if (order) {
        stx_order_set(order, STX_ORDER_VECTOR_UNWRITTEN, true);
        stx_order_set(order, STX_ORDER_VECTOR_UNSET, true);
    }
    for (int i = 3; i < count && order; i++) {
        if (!strcmp(arguments[i], "ledger")) {
            ledger = order;
            continue;
        }
        enum stx_order_rule rule = stx_order_named(arguments[i]);
        if (rule == STX_ORDERS) {
            refuse(arguments[i], "there is no such rule (softensix/orders.def)");
        }
        stx_order_set(order, rule, false);
    }
    if (!order) {
        exit(1);
    }
    order->place = place;
    return order;
}

const char *ordered_name(bool *with_ledger) {
    *with_ledger = ledger != NULL;
    return name;
}

unsigned ordered_end(unsigned (*tell)(void *ctx, stx_print print), void *ctx) {
    unsigned findings = 0;
    if (name) {
        printf("order begins\n");
        if (ledger) {
            (void)stx_order_ledger(ledger, false, print, NULL);
        }
        findings = coop_order_end(name, tell ? tell(ctx, print) : 0, print, NULL);
        printf("order ends\n");
    }
    return findings;
}
