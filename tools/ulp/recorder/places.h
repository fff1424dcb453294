/* SPDX-License-Identifier: Apache-2.0
 *
 * places.h - finds results of a function that go to vectors of Dst which it has not read: its
 * operands come from its vectors, and its result belongs into the first operand's; and vectors of
 * its call that it leaves alone. */
#ifndef ULP_PLACES_H
#define ULP_PLACES_H

#include <stdio.h>

#include "softensix/inspect.h"
#include "softensix/isa.h"
#include "softensix/listen.h"

/* An internal of the library: the address that a load or a store has now; vectors are two apart. */
uint32_t stx_sfpu_load_address(const struct stx_core *core, unsigned thread, uint32_t mod0,
                               uint32_t imm);

#define PLACES_VECTORS 512u
#define PLACES_CALL 8u /* the vectors of a call */

static struct ulp_places {
    struct stx_listener listener;
    bool read[PLACES_VECTORS], written[PLACES_VECTORS];
    const char *where[PLACES_VECTORS]; /* of the first store; "file:line", or NULL */
} ulp_places;

static inline uint32_t ulp_places_operand(uint32_t word, const char *name) {
    const struct stx_insn *row = stx_insn_of(word);
    for (unsigned i = 0; i < row->field_count; i++) {
        if (strcmp(row->fields[i].name, name) == 0) {
            return stx_field_get(&row->fields[i], word);
        }
    }
    return 0;
}

static void ulp_places_hear(struct stx_listener *self, struct stx_core *core,
                            const struct stx_event *e) {
    struct ulp_places *p = (struct ulp_places *)self;
    const struct stx_insn *row = stx_insn_of(e->word);
    bool load = row && strcmp(row->name, "SFPLOAD") == 0;
    bool store = row && strcmp(row->name, "SFPSTORE") == 0;
    bool both = row && strcmp(row->name, "SFPLOADMACRO") == 0; /* its sequence may store */
    if (!load && !store && !both) {
        return;
    }
    uint32_t vector =
        stx_sfpu_load_address(core, e->thread, ulp_places_operand(e->word, "instr_mod0"),
                              ulp_places_operand(e->word, "dest_reg_addr")) /
        2 % PLACES_VECTORS;
    p->read[vector] |= load || both;
    if (store && !p->written[vector]) {
        p->written[vector] = true;
        p->where[vector] = core->place[e->thread];
    }
}

static inline void ulp_places_begin(struct stx_core *core) {
    ulp_places =
        (struct ulp_places){.listener = {.hear = ulp_places_hear, .kinds = STX_HEAR(BEGIN)}};
    stx_listen(core, &ulp_places.listener);
}

/* Tells the vectors of a call that were neither read nor written, as one finding, with the place
 * of the first store. Only for calls that go through eight vectors. */
static inline unsigned ulp_places_left(stx_print print, void *ctx) {
    unsigned left = 0, first = 0, stored = 0;
    for (unsigned v = PLACES_CALL; v-- > 0;) {
        if (!ulp_places.read[v] && !ulp_places.written[v]) {
            left++;
            first = v;
        }
        stored = ulp_places.written[v] ? v : stored;
    }
    if (left) {
        const char *where = ulp_places.where[stored];
        char text[256];
        snprintf(text, sizeof text,
                 "dst: %u of the %u vectors of a call are neither read nor written, first vector "
                 "%u (DST_LEFT)\n%s%s%s",
                 left, PLACES_CALL, first, where ? "    at " : "", where ? where : "",
                 where ? "\n" : "");
        print(ctx, text);
    }
    return left > 0;
}

/* Tells the first such vector of each place of the source; returns how many these are. */
static inline unsigned ulp_places_tell(struct stx_core *core, stx_print print, void *ctx) {
    unsigned found = 0;
    const char *last = NULL;
    stx_unlisten(core, &ulp_places.listener);
    for (unsigned v = 0; v < PLACES_VECTORS; v++) {
        const char *where = ulp_places.where[v];
        if (!ulp_places.written[v] || ulp_places.read[v] ||
            (found && (where == last || (where && last && strcmp(where, last) == 0)))) {
            continue;
        }
        char text[256];
        snprintf(text, sizeof text,
                 "dst: a result goes to vector %u of Dst, which the function has not read "
                 "(DST_PLACE)\n%s%s%s",
                 v, where ? "    at " : "", where ? where : "", where ? "\n" : "");
        print(ctx, text);
        last = where;
        found++;
    }
    return found;
}

#endif
