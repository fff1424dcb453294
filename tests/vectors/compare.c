/* SPDX-License-Identifier: Apache-2.0
 *
 * compare.c - the core after the run against the core wanted: everything that a vector can name. */
#include <inttypes.h>
#include <string.h>

#include "softensix/inspect.h"
#include "vectors/vec.h"

#define PRINTED 5u

struct report {
    const struct vec_state *got, *want;
    unsigned differences;
    bool print;
};

/* State that no line names: cursors of the front end, what PACR and UNPACR carry, LReg 16, the
 * bias. */
static bool named(const struct report *r, const struct stx_item *item, uint32_t element) {
    static const char *const hidden[] = {
        "packer", "unpacker", "shiftxa",   "mutex_waits", "stack[",  "retired",
        "clock_", "mailbox",  "pending",   "result",      "waiting", "head",
        "apart",  "macro_",   "interlock", "sfpu.late",   "_kept",   "exponents"};
    for (unsigned i = 0; i < sizeof hidden / sizeof hidden[0]; i++) {
        if (strstr(item->name, hidden[i])) {
            return false;
        }
    }
    if (strstr(item->name, ".bias") || (!strcmp(item->name, "sfpu.lreg") && element >= 16 * 32)) {
        return false;
    }
    if (strncmp(item->name, "front[", 6)) {
        return true;
    }
    unsigned t = (unsigned)(item->name[6] - '0');
    if (strstr(item->name, "record_")) {
        return r->got->core.front[t].record_left || r->want->core.front[t].record_left;
    }
    return strstr(item->name, "mop_cfg") || strstr(item->name, "mask_hi") ||
           !strcmp(item->name + 8, ".replay");
}

static void note(struct report *r, const char *name, uint32_t row, uint32_t col, uint32_t got,
                 uint32_t want) {
    if (r->print && r->differences < PRINTED) {
        printf("    %s[%" PRIx32 "][%" PRIx32 "] = %08" PRIx32 ", expected %08" PRIx32 "\n", name,
               row, col, got, want);
    }
    r->differences++;
}

static void on_difference(void *ctx, const struct stx_item *item, uint32_t element, uint32_t got,
                          uint32_t want) {
    struct report *r = ctx;
    if (named(r, item, element)) {
        note(r, item->name, element / item->row, element % item->row, got, want);
    }
}

static void compare_stack(struct report *r) {
    const struct stx_sfpu *got = &r->got->core.sfpu, *want = &r->want->core.sfpu;
    for (unsigned i = 0; i < got->depth && i < want->depth && i < 8; i++) {
        if (got->stack[i].flags != want->stack[i].flags ||
            got->stack[i].use != want->stack[i].use) {
            note(r, "stack", i, 0, got->stack[i].flags, want->stack[i].flags);
        }
    }
}

/* A packer that is inside a sequence: where it goes on. An exponent's address of 0 is not known. */
static void compare_packers(struct report *r) {
    for (unsigned i = 0; i < STX_PACKERS; i++) {
        const struct stx_packer *got = &r->got->core.packer[i], *want = &r->want->core.packer[i];
        if (got->active != want->active) {
            note(r, "pk", i, 0, got->active, want->active);
        } else if (got->active) {
            if (got->x != want->x || got->y != want->y || got->z != want->z) {
                note(r, "pk", i, 1, got->x << 24 | got->y << 12 | got->z,
                     (uint32_t)want->x << 24 | want->y << 12 | want->z);
            }
            if (got->data_address != want->data_address) {
                note(r, "pk", i, 4, got->data_address, want->data_address);
            }
            if (want->exponent_address && got->exponent_address != want->exponent_address) {
                note(r, "pk", i, 5, got->exponent_address, want->exponent_address);
            }
        }
    }
}

static bool all_zero(const uint8_t *from, const uint8_t *to) {
    for (; from < to; from += 4) {
        uint32_t word;
        memcpy(&word, from, 4);
        if (word) {
            return false;
        }
    }
    return true;
}

/* Up to `used` byte by byte; what lies behind is zero in `want`. */
static void compare_l1(struct report *r) {
    uint32_t used = r->want->l1_used;
    if (!memcmp(r->got->l1, r->want->l1, used) &&
        all_zero(r->got->l1 + used, r->got->l1 + VEC_L1_BYTES)) {
        return;
    }
    for (uint32_t a = 0; a < VEC_L1_BYTES; a++) {
        if (r->got->l1[a] != r->want->l1[a]) {
            note(r, "m", a, 0, r->got->l1[a], r->want->l1[a]);
        }
    }
}

unsigned vec_compare(const struct vec_state *got, const struct vec_state *want, bool print) {
    struct report r = {got, want, 0, print};
    for (unsigned t = 0; t < STX_THREADS; t++) {
        if (vec_queue_left(t) != want->stall[t]) {
            note(&r, "stall", t, 0, vec_queue_left(t), want->stall[t]);
        }
    }
    stx_diff(&got->core, &want->core, on_difference, &r);
    compare_stack(&r);
    if (STX_PACKERS > 1) { /* those of Blackhole have no line for it */
        compare_packers(&r);
    }
    compare_l1(&r);
    return r.differences;
}
