/* SPDX-License-Identifier: Apache-2.0
 *
 * hart.c - executes the RISC-V code of a compiled kernel, an instruction at a time, up to the words
 * that it has for the coprocessor: RV32IM with Zba, Zbb and Zaamo. */
#include <stdlib.h>
#include <string.h>

#include "compute.h"
#include "image.h"
#include "number.h"
#include "run.h"
#include "softensix/softensix.h"

enum {
    LOAD = 0x03,
    FENCE = 0x0F,
    IMMEDIATE = 0x13,
    AUIPC = 0x17,
    STORE = 0x23,
    ATOMIC = 0x2F,
    REGISTERS = 0x33,
    LUI = 0x37,
    BRANCH = 0x63,
    JALR = 0x67,
    JAL = 0x6F,
    SYSTEM = 0x73
};
enum { RA = 1, SP = 2, GP = 3 };
#define RETURNED 0xFFFFFFFCu  /* where the first function returns to */
#define STACK_TOP 0xFFB01FF0u /* if nobody sets it: in the core's own memory */
#define SIGNED_BYTES(value, bytes) \
    ((uint32_t)((int32_t)((value) << (32u - 8u * (bytes))) >> (32u - 8u * (bytes))))

static enum step end(struct hart *h, const char *wrong) {
    h->wrong = wrong;
    h->alive = false;
    return STEP_END;
}

static void set(struct hart *h, unsigned reg, uint32_t value) {
    h->x[reg] = reg ? value : 0;
}

static uint32_t offset_of_store(uint32_t i) {
    return (uint32_t)((int32_t)i >> 25) << 5 | (i >> 7 & 31u);
}

static uint32_t offset_of_branch(uint32_t i) {
    return (i >> 31 ? ~0xFFFu : 0) | (i << 4 & 0x800u) | (i >> 20 & 0x7E0u) | (i >> 7 & 0x1Eu);
}

static uint32_t offset_of_jump(uint32_t i) {
    return (i >> 31 ? ~0xFFFFFu : 0) | (i & 0xFF000u) | (i >> 9 & 0x800u) | (i >> 20 & 0x7FEu);
}

/* A branch whose rounds the user has given is taken once less than that, and then not. */
static bool taken_as_given(struct hart *h, bool taken) {
    for (unsigned n = 0; n < h->options->trips_given; n++) {
        if (h->options->trips[n].address == h->at) {
            h->met |= 1u << n;
            bool again = ++h->rounds[n] < h->options->trips[n].value;
            h->rounds[n] = again ? h->rounds[n] : 0;
            return again;
        }
    }
    return taken;
}

static enum step branch(struct hart *h, uint32_t i) {
    uint32_t a = h->x[i >> 15 & 31u], b = h->x[i >> 20 & 31u];
    unsigned function = i >> 12 & 7u;
    bool taken = function < 2 ? a == b : function < 6 ? (int32_t)a < (int32_t)b : a < b;
    if (function == 2 || function == 3) {
        return end(h, "an instruction that is not known");
    }
    if (taken_as_given(h, taken != (function & 1u))) {
        uint32_t offset = offset_of_branch(i);
        h->pc = h->at + offset;
        return offset ? STEP_ON : end(h, NULL);
    }
    return STEP_ON;
}

static enum step jump(struct hart *h, uint32_t i, uint32_t to) {
    set(h, i >> 7 & 31u, h->at + 4u);
    h->pc = to & ~1u;
    return h->pc == h->at || h->pc == RETURNED ? end(h, NULL) : STEP_ON;
}

static enum step load(struct hart *h, uint32_t i) {
    uint32_t value = 0, bytes = 1u << (i >> 12 & 3u);
    if (bytes == 8 || (i >> 12 & 7u) == 6) {
        return end(h, "an instruction that is not known");
    }
    enum step step =
        hart_load(h, h->x[i >> 15 & 31u] + (uint32_t)((int32_t)i >> 20), bytes, &value);
    if (bytes < 4 && !(i >> 14 & 1u)) {
        value = SIGNED_BYTES(value, bytes);
    }
    if (h->pc != h->at) {
        set(h, i >> 7 & 31u, value);
    }
    return step;
}

static enum step store(struct hart *h, uint32_t i) {
    uint32_t bytes = 1u << (i >> 12 & 7u);
    return bytes > 4 ? end(h, "an instruction that is not known")
                     : hart_store(h, h->x[i >> 15 & 31u] + offset_of_store(i), bytes,
                                  h->x[i >> 20 & 31u]);
}

static enum step atomic(struct hart *h, uint32_t i) {
    uint32_t address = h->x[i >> 15 & 31u], before = 0, after;
    enum step step = hart_load(h, address, 4, &before);
    if ((i >> 12 & 7u) != 2 || !hart_atomic(i, before, h->x[i >> 20 & 31u], &after)) {
        return end(h, "an instruction that is not known");
    }
    (void)hart_store(h, address, 4, after);
    set(h, i >> 7 & 31u, before);
    return step;
}

static enum step compute(struct hart *h, uint32_t i) {
    bool of_two = (i & 0x7Fu) == REGISTERS;
    uint32_t b = of_two ? h->x[i >> 20 & 31u] : (uint32_t)((int32_t)i >> 20), result;
    if (!hart_compute(i, h->x[i >> 15 & 31u], b, &result)) {
        return end(h, "an instruction that is not known");
    }
    h->divisions += of_two && i >> 25 == 1 && (i >> 14 & 1u);
    set(h, i >> 7 & 31u, result);
    return STEP_ON;
}

/* ecall, ebreak and wfi end a kernel. Control registers hold nothing. */
static enum step privileged(struct hart *h, uint32_t i) {
    if (!(i >> 12 & 7u)) {
        return end(h, NULL);
    }
    set(h, i >> 7 & 31u, 0);
    return STEP_ON;
}

static enum step execute(struct hart *h, uint32_t i) {
    switch (i & 0x7Fu) {
    case LOAD:
        return load(h, i);
    case STORE:
        return store(h, i);
    case ATOMIC:
        return atomic(h, i);
    case IMMEDIATE:
    case REGISTERS:
        return compute(h, i);
    case LUI:
    case AUIPC:
        set(h, i >> 7 & 31u, (i & ~0xFFFu) + ((i & 0x7Fu) == AUIPC ? h->at : 0));
        return STEP_ON;
    case BRANCH:
        return branch(h, i);
    case JAL:
        return jump(h, i, h->at + offset_of_jump(i));
    case JALR:
        return jump(h, i, h->x[i >> 15 & 31u] + (uint32_t)((int32_t)i >> 20));
    case FENCE:
        return STEP_ON;
    case SYSTEM:
        return privileged(h, i);
    default:
        return end(h, "an instruction that is not known");
    }
}

enum step hart_step(struct hart *h) {
    const uint8_t *b = h->pc % 4u ? NULL : image_at(&h->image, h->pc, 4, true);
    bool follows = h->pc == h->at + 4u;
    h->at = h->pc;
    if (!b) { /* a listing may end anywhere */
        return end(h, follows ? NULL : "the file has no code there");
    }
    uint32_t i = b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
    h->pc += 4;
    if ((i & 3u) == 3u) {
        h->cycles++;
        return execute(h, i);
    }
    h->word = i >> 2 | i << 30;     /* Tensix words are rotated: their lowest bits are not 11 */
    return i ? STEP_WORD : STEP_ON; /* zeros fill gaps */
}

static bool find_start(struct hart *h, const char *from) {
    h->pc = h->image.start;
    return !from || image_symbol(&h->image, from, &h->pc) ||
           (number_option(from, UINT32_MAX, &h->pc) && image_at(&h->image, h->pc, 4, true));
}

bool hart_begin(struct hart *h, unsigned thread, const struct hart_options *options) {
    h->thread = thread;
    h->options = options;
    h->alive = true;
    h->polled_at = NOWHERE;
    set(h, RA, RETURNED);
    set(h, SP, STACK_TOP);
    (void)image_symbol(&h->image, "__global_pointer$", &h->x[GP]);
    for (unsigned i = 0; i < options->stores; i++) {
        (void)hart_store(h, options->store[i].address, 4, options->store[i].value);
    }
    for (unsigned i = 0; i < options->registers; i++) {
        set(h, options->reg[i].address % 32u, options->reg[i].value);
    }
    h->cycles = 0;
    return find_start(h, options->from);
}
