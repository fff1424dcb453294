/* SPDX-License-Identifier: Apache-2.0
 *
 * order_rules.c - finds the rules of softensix/orders.def by name and switches them on and off. */
#include "core/text.h"
#include "diag/order.h"

static const struct {
    const char *name, *source, *text;
    char confidence;
} rules[STX_ORDERS] = {
#define ORDER(name, source, confidence, strict, text) {#name, source, text, confidence},
#include "softensix/orders.def"
#undef ORDER
};

static bool is_rule(enum stx_order_rule rule) {
    return (unsigned)rule < STX_ORDERS;
}

const char *stx_order_name(enum stx_order_rule rule) {
    return is_rule(rule) ? rules[rule].name : "";
}

const char *stx_order_text(enum stx_order_rule rule) {
    return is_rule(rule) ? rules[rule].text : "";
}

const char *stx_order_source(enum stx_order_rule rule) {
    return is_rule(rule) ? rules[rule].source : "";
}

char stx_order_confidence(enum stx_order_rule rule) {
    return is_rule(rule) ? rules[rule].confidence : '?';
}

enum stx_order_rule stx_order_named(const char *name) {
    unsigned i = 0;
    while (i < STX_ORDERS && !text_equal(name, rules[i].name)) {
        i++;
    }
    return (enum stx_order_rule)i;
}

void stx_order_set(struct stx_order *order, enum stx_order_rule rule, bool on) {
    if (is_rule(rule)) {
        order->off = on ? order->off & ~(1u << rule) : order->off | 1u << rule;
    }
}

void stx_order_choose(struct stx_order *o, enum stx_order_level level) {
    static const uint8_t strict[] = {
#define ORDER(name, source, confidence, strict, text) strict,
#include "softensix/orders.def"
#undef ORDER
    };
    for (unsigned i = 0; i < STX_ORDERS; i++) {
        stx_order_set(o, (enum stx_order_rule)i, level != STX_ORDER_STRICT || strict[i]);
    }
    stx_order_set(o, STX_ORDER_VECTOR_UNWRITTEN, false);
    stx_order_set(o, STX_ORDER_VECTOR_UNSET, false);
    stx_order_set(o, STX_ORDER_AUTO_TTSYNC,
                  level == STX_ORDER_RELAXED && STX_TTSYNC_WORD < STX_TCFG_WORDS);
}
