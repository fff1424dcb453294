/* SPDX-License-Identifier: Apache-2.0
 *
 * observe.c - what two runs of a kernel have to agree in: every source bank at the moment when it
 * changes hands, the state and L1 at the end. Clocks, and who queues for a mutex, may differ. */
#include <string.h>

#include "race.h"
#include "softensix/inspect.h"

static const struct stx_core *watched;

static uint32_t fold(uint32_t hash, uint32_t value) {
    return (hash ^ value) * 16777619u;
}

static uint32_t bank_hash(unsigned source, unsigned bank) {
    uint32_t hash = 2166136261u;
    for (unsigned row = 0; row < STX_SRC_ROWS; row++) {
        for (unsigned col = 0; col < STX_COLS; col++) {
            hash = fold(hash, stx_src_peek(watched, source, bank, row, col));
        }
    }
    return hash;
}

/* Pointer 0, 1: the unpackers' bank of SrcA, SrcB; 2, 3: the FPU's. */
static uint8_t pointer(unsigned i) {
    const struct stx_src *src = i & 1u ? &watched->srcb : &watched->srca;
    return i < 2 ? src->unpack_bank : src->fpu_bank;
}

void observe_begin(struct outcome *o, const struct stx_core *core) {
    watched = core;
    memset(o->count, 0, sizeof o->count);
    for (unsigned i = 0; i < 4; i++) {
        o->bank[i] = pointer(i);
    }
}

void observe_word(void *ctx, unsigned thread, uint32_t word, enum stx_result result) {
    struct outcome *o = ctx;
    for (unsigned i = 0; i < 4 && result == STX_DONE; i++) {
        if (pointer(i) != o->bank[i] && o->count[i] < HANDOVERS) {
            o->given[i][o->count[i]++] =
                (struct handover){bank_hash(i & 1u, o->bank[i]), word, (uint8_t)thread};
        }
        o->bank[i] = pointer(i);
    }
}

static bool counts(const char *name) {
    return strncmp(name, "clock", 5) && strcmp(name, "mutex_waits");
}

void observe_end(struct outcome *o, const struct stx_core *core, enum coop_end end) {
    const struct stx_item *item;
    uint32_t hash = 2166136261u;
    for (size_t i = 0; (item = stx_item_at(i)) != NULL; i++) {
        for (uint32_t e = 0; e < item->count && counts(item->name); e++) {
            hash = fold(hash, stx_item_get(core, item, e));
        }
    }
    for (uint32_t i = 0; i < core->l1_size; i++) {
        hash = fold(hash, core->l1[i]);
    }
    o->result = hash;
    o->end = end;
}
