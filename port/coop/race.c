/* SPDX-License-Identifier: Apache-2.0
 *
 * race.c - compares two runs of a kernel. They must agree in every source bank at the moment when
 * it changes owner, and in the state and L1 at the end. Clocks and the queue for a mutex may
 * differ. */
#include "coop/race.h"

#include <string.h>

#include "softensix/inspect.h"

static uint32_t fold(uint32_t hash, uint32_t value) {
    return (hash ^ value) * 16777619u;
}

static uint32_t bank_hash(const struct stx_core *core, unsigned source, unsigned bank) {
    uint32_t hash = 2166136261u;
    for (unsigned row = 0; row != STX_SRC_ROWS; row++) {
        for (unsigned col = 0; col != STX_COLS; col++) {
            hash = fold(hash, stx_src_peek(core, source, bank, row, col));
        }
    }
    return hash;
}

/* Pointers 0 and 1 are the unpackers' banks of SrcA and SrcB; 2 and 3 are the FPU's. */
static uint8_t pointer(const struct stx_core *core, unsigned i) {
    const struct stx_src *src = i & 1u ? &core->srcb : &core->srca;
    return i < 2 ? src->unpack_bank : src->fpu_bank;
}

static struct coop_outcome *outcome_of(struct coop_race *race) {
    return race->seed ? &race->got : &race->reference;
}

static void keep_bank(struct coop_race *race, unsigned bank) {
    for (unsigned row = 0; row != STX_SRC_ROWS; row++) {
        for (unsigned col = 0; col != STX_COLS; col++) {
            race->datum[race->seed != 0][row][col] =
                stx_src_peek(race->core, race->kind & 1u, bank, row, col);
        }
    }
}

/* Records that this word of this thread has handed over a bank. */
static void note_handover(struct coop_race *race, unsigned kind, uint32_t word, unsigned thread) {
    struct coop_outcome *o = outcome_of(race);
    if (o->count[kind] == COOP_RACE_HANDOVERS) {
        return;
    }
    if (race->repeats && kind == race->kind && o->count[kind] == race->number) {
        keep_bank(race, o->bank[kind]);
    }
    o->given[kind][o->count[kind]++] = (struct coop_handover){
        bank_hash(race->core, kind & 1u, o->bank[kind]), word, (uint8_t)thread};
}

static void hear(struct stx_listener *self, struct stx_core *core, const struct stx_event *e) {
    struct coop_race *race = (struct coop_race *)self;
    struct coop_outcome *o = outcome_of(race);
    for (unsigned i = 0; i != sizeof o->bank; i++) {
        uint8_t now = pointer(core, i);
        if (now != o->bank[i]) {
            note_handover(race, i, e->word, e->thread);
        }
        o->bank[i] = now;
    }
}

bool coop_race_counts(const char *name) {
    return !strstr(name, "clock") && strncmp(name, "mutex_waits", 11) != 0;
}

uint32_t coop_race_state(const struct stx_core *core, const uint8_t *l1, uint32_t l1_size) {
    const struct stx_item *item;
    uint32_t hash = 2166136261u;
    for (size_t i = 0; (item = stx_item_at(i)) != NULL; i++) {
        for (uint32_t e = 0; e != item->count && coop_race_counts(item->name); e++) {
            hash = fold(hash, stx_item_get(core, item, e));
        }
    }
    for (uint32_t i = 0; i != l1_size; i++) {
        hash = fold(hash, l1[i]);
    }
    return hash;
}

static void run(struct coop_race *race, uint32_t seed) {
    if (!race->kernel) {
        return; /* there is no reference */
    }
    race->seed = seed;
    struct coop_outcome *o = outcome_of(race);
    memset(race->l1, 0, race->l1_size);
    coop_start(race->coop, race->core, race->l1, race->l1_size);
    stx_init_as_firmware(race->core);
    race->kernel->start(race->kernel->ctx, race->coop, race->l1);
    race->coop->seed = seed;
    race->listener = (struct stx_listener){hear, STX_HEAR(END), NULL};
    stx_listen(race->core, &race->listener);
    if (race->on_start) {
        race->on_start(race->on_start_ctx, race, seed);
    }
    memset(o->count, 0, sizeof o->count);
    for (unsigned i = 0; i != sizeof o->bank; i++) {
        o->bank[i] = pointer(race->core, i);
    }
    o->end = coop_run(race->coop);
    o->result = coop_race_state(race->core, race->l1, race->l1_size);
}

void coop_race_init(struct coop_race *race, struct stx_core *core, struct coop *coop, void *l1,
                    uint32_t l1_size) {
    memset(race, 0, sizeof *race);
    race->core = core;
    race->coop = coop;
    race->l1 = l1;
    race->l1_size = l1_size;
}

enum coop_end coop_race_reference(struct coop_race *race, const struct coop_kernel *kernel) {
    race->kernel = kernel;
    run(race, 0);
    race->final = *race->core;
    if (race->l1_copy) {
        memcpy(race->l1_copy, race->l1, race->l1_size);
    }
    return race->reference.end;
}

static bool same_handover(const struct coop_handover *a, const struct coop_handover *b) {
    return a->hash == b->hash && a->word == b->word && a->thread == b->thread;
}

/* Finds the first hand-over of a bank that differs from the reference. False if none does. */
static bool first_difference(const struct coop_race *race, unsigned *kind, uint32_t *number) {
    const struct coop_outcome *a = &race->reference, *b = &race->got;
    for (unsigned i = 0; i != sizeof a->bank; i++) {
        for (uint32_t n = 0; n != a->count[i] || n != b->count[i]; n++) {
            if (n == a->count[i] || n == b->count[i] ||
                !same_handover(&a->given[i][n], &b->given[i][n])) {
                *kind = i;
                *number = n;
                return true;
            }
        }
    }
    return false;
}

/* True if both runs have the first hand-over that differs and the contents of the banks differ. */
static bool contents_differ(const struct coop_race *race) {
    const struct coop_outcome *a = &race->reference, *b = &race->got;
    unsigned kind = race->kind;
    uint32_t number = race->number;
    return number < a->count[kind] && number < b->count[kind] &&
           a->given[kind][number].hash != b->given[kind][number].hash;
}

/* Repeats both runs to see the content of the bank whose hand-over differs. */
static void look_again(struct coop_race *race) {
    uint32_t seed = race->seed;
    race->repeats = true;
    run(race, 0);
    run(race, seed);
    race->repeats = false;
}

bool coop_race_same(struct coop_race *race, uint32_t seed) {
    memset(race->datum, 0, sizeof race->datum);
    run(race, seed);
    race->differs = first_difference(race, &race->kind, &race->number);
    if (race->differs && contents_differ(race)) {
        look_again(race);
    }
    return race->got.end == race->reference.end && race->got.result == race->reference.result &&
           !race->differs;
}

bool coop_race_find(struct coop_race *race, const struct coop_kernel *kernel, uint32_t first,
                    uint32_t count) {
    (void)coop_race_reference(race, kernel);
    for (uint32_t i = 0; i != count; i++) {
        if (!coop_race_same(race, first + i)) {
            return true;
        }
    }
    return false;
}
