/* SPDX-License-Identifier: Apache-2.0
 *
 * order_ledger.c - the order checker's ledger of the configuration: the bits that words have used
 * although nothing has written them since the run began. */
#include "diag/dump.h"
#include "diag/order.h"
#include "isa/args.h"
#include "regs/cfg.h"

void stx_order_wrote(struct stx_order *o, uint32_t index, uint32_t mask) {
    o->written[index] |= mask;
}

static struct stx_order_use *use_of(struct stx_order *o, uint32_t index) {
    for (uint32_t i = 0; i < o->uses; i++) {
        if (o->use[i].index == index) {
            return &o->use[i];
        }
    }
    if (o->uses == STX_ORDER_USES) {
        o->forgotten++;
        return NULL;
    }
    o->use[o->uses] = (struct stx_order_use){index, 0, o->now};
    return &o->use[o->uses++];
}

void stx_order_used(struct stx_order *o, uint32_t index, uint32_t bits) {
    uint32_t inherited = bits & ~o->written[index];
    struct stx_order_use *use = inherited ? use_of(o, index) : NULL;
    if (use) {
        use->bits |= inherited;
    }
    if (inherited) {
        stx_order_vector_used(o, index);
    }
}

static bool is_of_thread(const struct stx_order_use *use) {
    return use->index >= ORDER_OF_THREAD(0, 0);
}

static uint32_t word_of(const struct stx_order_use *use) {
    return is_of_thread(use) ? (use->index - ORDER_OF_THREAD(0, 0)) % STX_TCFG_WORDS
                             : use->index % STX_CFG_WORDS;
}

/* What the word of the configuration holds now. */
static uint32_t value_of(const struct stx_order *o, const struct stx_order_use *use) {
    uint32_t thread = (use->index - ORDER_OF_THREAD(0, 0)) / STX_TCFG_WORDS;
    return use->bits & (is_of_thread(use) ? o->core->tcfg[thread][word_of(use)]
                                          : o->cfg[use->index / STX_CFG_WORDS][word_of(use)]);
}

static void tell_use(const struct out *out, const struct stx_order *o,
                     const struct stx_order_use *use) {
    char text[256];
    uint32_t value = value_of(o, use);
    stx_out_string(out, is_of_thread(use) ? "ledger: thread configuration word "
                                          : "ledger: configuration word ");
    stx_out_decimal(out, word_of(use));
    stx_dump_cfg_names(out, word_of(use), is_of_thread(use), use->bits);
    stx_out_string(out, value ? ": used, not written in this run, left by an earlier one: "
                              : ": used, not written in this run, as after reset: ");
    stx_out_hex(out, value);
    stx_disasm(text, sizeof text, use->by.word);
    stx_out_string(out, "\n  first: thread ");
    stx_out_decimal(out, use->by.thread);
    stx_out_string(out, ": ");
    stx_out_string(out, text);
    stx_out_string(out, use->by.where ? "\n    at " : "");
    stx_out_string(out, use->by.where ? use->by.where : "");
    stx_out_string(out, "\n");
}

uint32_t stx_order_ledger(const struct stx_order *o, bool all, stx_print print, void *ctx) {
    const struct out out = {print, ctx};
    uint32_t told = 0;
    for (uint32_t i = 0; i < o->uses; i++) {
        const struct stx_order_use *use = &o->use[i];
        if (all || value_of(o, use)) {
            tell_use(&out, o, use);
            told++;
        }
    }
    return told;
}
