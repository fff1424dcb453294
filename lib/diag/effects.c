/* SPDX-License-Identifier: Apache-2.0
 *
 * effects.c - compares two states of a core, item by item, and prints the differences. */
#include "diag/effects.h"

/* The elements of one item that differ. */
struct effect {
    const struct stx_item *item;
    uint32_t first, last, count; /* indices and number of the elements that differ */
    uint32_t from, to;           /* the value of the first one, before and now */
};

static bool starts_with(const char *name, const char *start) {
    while (*start && *name == *start) {
        name++;
        start++;
    }
    return *start == 0;
}

/* Every word changes the front end, the count of executed words and the clock; a reader wants to
 * see what is specific to this word. */
static bool is_effect(const char *name) {
    return !starts_with(name, "front[") && !starts_with(name, "retired") &&
           !starts_with(name, "clock_");
}

/* Compares one item. True if it has changed and is worth printing. */
static bool find(struct effect *effect, const struct stx_item *item, const struct stx_core *before,
                 const struct stx_core *now) {
    *effect = (struct effect){.item = item};
    for (uint32_t e = 0; e < item->count; e++) {
        uint32_t from = stx_item_get(before, item, e), to = stx_item_get(now, item, e);
        if (from == to) {
            continue;
        }
        if (effect->count++ == 0) {
            effect->first = e;
            effect->from = from;
            effect->to = to;
        }
        effect->last = e;
    }
    return effect->count > 0 && is_effect(item->name);
}

static void tell_text(const struct out *out, const struct effect *effect) {
    stx_out_string(out, "; ");
    stx_out_element(out, effect->item, effect->first);
    if (effect->count == 1) {
        stx_out_string(out, " ");
        stx_out_digits(out, effect->from, 2u * effect->item->size);
        stx_out_string(out, " -> ");
        stx_out_digits(out, effect->to, 2u * effect->item->size);
        return;
    }
    stx_out_string(out, " .. ");
    stx_out_element(out, effect->item, effect->last);
    stx_out_string(out, " ");
    stx_out_decimal(out, effect->count);
    stx_out_string(out, " changed");
}

static void tell_json(const struct out *out, const struct effect *effect) {
    static const char *const names[] = {"first", "last", "count", "from", "to"};
    const uint32_t values[] = {effect->first, effect->last, effect->count, effect->from,
                               effect->to};
    stx_out_string(out, "{\"item\":\"");
    stx_out_string(out, effect->item->name);
    stx_out_string(out, "\"");
    for (unsigned i = 0; i < 5; i++) {
        stx_out_string(out, ",\"");
        stx_out_string(out, names[i]);
        stx_out_string(out, "\":");
        stx_out_decimal(out, values[i]);
    }
    stx_out_string(out, "}");
}

void stx_effects_text(const struct out *out, const struct stx_core *before,
                      const struct stx_core *now) {
    const struct stx_item *item;
    struct effect effect;
    for (size_t i = 0; (item = stx_item_at(i)) != NULL; i++) {
        if (find(&effect, item, before, now)) {
            tell_text(out, &effect);
        }
    }
}

void stx_effects_json(const struct out *out, const struct stx_core *before,
                      const struct stx_core *now) {
    const struct stx_item *item;
    struct effect effect;
    const char *separator = "";
    stx_out_string(out, ",\"effects\":[");
    for (size_t i = 0; (item = stx_item_at(i)) != NULL; i++) {
        if (find(&effect, item, before, now)) {
            stx_out_string(out, separator);
            tell_json(out, &effect);
            separator = ",";
        }
    }
    stx_out_string(out, "]");
}
