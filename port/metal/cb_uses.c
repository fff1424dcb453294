/* SPDX-License-Identifier: Apache-2.0
 *
 * cb_uses.c - who has used a circular buffer, and where last: a kernel that lacks a push or pop may
 * have ended long before another one waits for its pages. */
#include <stdio.h>

#include "cb.h"

void cb_note_use(struct cbs *cbs, unsigned caller) {
    const struct cb_call *c = &cbs->call[caller];
    struct cb_use *use = &cbs->cb[c->cb].use[caller][cb_side_of(c->call)];
    const bool moves = c->call == STX_METAL_PUSH_BACK || c->call == STX_METAL_POP_FRONT;
    if (c->pages) {
        *use =
            (struct cb_use){c->place, use->moved + (moves ? c->pages : 0), (uint8_t)c->call, true};
    }
}

static const char *name_of(unsigned caller) {
    return caller < STX_THREADS ? coop_thread_name(caller) : cb_side_name(caller - STX_THREADS);
}

static bool has_ended(const struct cbs *cbs, unsigned caller) {
    return caller < STX_THREADS ? cbs->coop->thread[caller].ended
                                : cbs->mover_ended[caller - STX_THREADS];
}

static void tell_use(const struct cbs *cbs, uint32_t id, unsigned caller, const struct cb_use *use,
                     stx_print print, void *ctx) {
    const bool front = cb_side_of(use->call) == CB_WRITER;
    char text[160];
    snprintf(text, sizeof text, "    cb %lu: %s%s has %s %lu page%s; its last call of it is %s\n",
             (unsigned long)id, name_of(caller), has_ended(cbs, caller) ? " has ended and" : "",
             front ? "popped" : "pushed", (unsigned long)use->moved, use->moved == 1 ? "" : "s",
             cb_call_name(use->call));
    print(ctx, text);
    if (use->place) {
        snprintf(text, sizeof text, "    at 0x%08lx\n", (unsigned long)(uintptr_t)use->place);
        print(ctx, text);
    }
}

/* How many pages the data mover has pushed or popped stands in the text of cb_explain(). */
void cb_tell_uses(const struct cbs *cbs, unsigned caller, stx_print print, void *ctx) {
    const struct cb_call *c = &cbs->call[caller];
    if (!c->active) {
        return;
    }
    const struct cb *cb = &cbs->cb[c->cb];
    const enum cb_side side = cb_other_side(cb_side_of(c->call));
    bool any = cb->plan[side].present && !cbs->in_c[side];
    for (unsigned i = 0; i < CB_CALLERS; i++) {
        if (cb->use[i][side].any) {
            tell_use(cbs, c->cb, i, &cb->use[i][side], print, ctx);
            any = true;
        }
    }
    if (!any) {
        char text[80];
        snprintf(text, sizeof text, "    cb %lu: no kernel has %s pages of it\n",
                 (unsigned long)c->cb,
                 side == CB_READER ? "reserved or pushed" : "waited for or popped");
        print(ctx, text);
    }
}
