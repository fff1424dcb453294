/* SPDX-License-Identifier: Apache-2.0
 *
 * race.c - what two runs of a kernel have to agree in: every source bank at the moment when it
 * changes hands, the state and L1 at the end. Clocks, and who queues for a mutex, may differ. */
#include "coop/race.h"

#include <string.h>

#include "coop/say.h"
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

/* Pointer 0, 1: the unpackers' bank of SrcA, SrcB; 2, 3: the FPU's. */
static uint8_t pointer(const struct stx_core *core, unsigned i) {
    const struct stx_src *src = i & 1u ? &core->srcb : &core->srca;
    return i < 2 ? src->unpack_bank : src->fpu_bank;
}

static struct coop_outcome *outcome_of(struct coop_race *race) {
    return race->seed ? &race->got : &race->reference;
}

static void on_trace(void *ctx, unsigned thread, uint32_t word, enum stx_result result) {
    struct coop_race *race = ctx;
    struct coop_outcome *o = outcome_of(race);
    for (unsigned i = 0; i != sizeof o->bank && result == STX_DONE; i++) {
        uint8_t now = pointer(race->core, i);
        if (now != o->bank[i] && o->count[i] != COOP_RACE_HANDOVERS) {
            o->given[i][o->count[i]++] = (struct coop_handover){
                bank_hash(race->core, i & 1u, o->bank[i]), word, (uint8_t)thread};
        }
        o->bank[i] = now;
    }
    if (race->on_word) {
        race->on_word(race->on_word_ctx, thread, word, result);
    }
}

static bool counts(const char *name) {
    return !strstr(name, "clock") && strcmp(name, "mutex_waits") != 0;
}

uint32_t coop_race_state(const struct stx_core *core, const uint8_t *l1, uint32_t l1_size) {
    const struct stx_item *item;
    uint32_t hash = 2166136261u;
    for (size_t i = 0; (item = stx_item_at(i)) != NULL; i++) {
        for (uint32_t e = 0; e != item->count && counts(item->name); e++) {
            hash = fold(hash, stx_item_get(core, item, e));
        }
    }
    for (uint32_t i = 0; i != l1_size; i++) {
        hash = fold(hash, l1[i]);
    }
    return hash;
}

static void run(struct coop_race *race, uint32_t seed) {
    race->seed = seed;
    struct coop_outcome *o = outcome_of(race);
    memset(race->l1, 0, race->l1_size);
    coop_start(race->coop, race->core, race->l1, race->l1_size);
    stx_init_as_firmware(race->core);
    race->kernel->start(race->kernel->ctx, race->coop, race->l1);
    race->coop->seed = seed;
    race->coop->on_trace = on_trace;
    race->coop->on_trace_ctx = race;
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
    return race->reference.end;
}

static bool same_handover(const struct coop_handover *a, const struct coop_handover *b) {
    return a->hash == b->hash && a->word == b->word && a->thread == b->thread;
}

/* The first hand-over of a bank that is not as in the reference; false if all are. */
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

bool coop_race_same(struct coop_race *race, uint32_t seed) {
    unsigned kind;
    uint32_t number;
    run(race, seed);
    return race->got.end == race->reference.end && race->got.result == race->reference.result &&
           !first_difference(race, &kind, &number);
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

static void say_handover(const struct out *out, const char *name, const struct coop_outcome *o,
                         unsigned kind, uint32_t number) {
    say(out, "  ");
    say(out, name);
    if (number == o->count[kind]) {
        say(out, ": there is none\n");
        return;
    }
    const struct coop_handover *h = &o->given[kind][number];
    say(out, ": content ");
    say_hex(out, h->hash);
    say(out, ", by thread ");
    say_decimal(out, h->thread);
    say(out, ", ");
    say_word(out, h->word);
    say(out, "\n");
}

static void say_difference(const struct out *out, const struct coop_race *race) {
    static const char *const what[] = {"SrcA to the FPU", "SrcB to the FPU", "SrcA back",
                                       "SrcB back"};
    unsigned kind;
    uint32_t number;
    if (!first_difference(race, &kind, &number)) {
        return;
    }
    say(out, "  hand-over ");
    say_decimal(out, number + 1);
    say(out, " of ");
    say(out, what[kind]);
    say(out, " differs:\n");
    say_handover(out, "reference", &race->reference, kind, number);
    say_handover(out, "this seed", &race->got, kind, number);
}

void coop_race_report(const struct coop_race *race, stx_print print, void *ctx) {
    struct out out = {print, ctx};
    say(&out, "race ");
    say(&out, race->kernel->name);
    say(&out, ": seed ");
    say_decimal(&out, race->seed);
    say(&out, " differs\n");
    say_difference(&out, race);
    if (race->got.end != COOP_DONE) {
        coop_report(race->coop, print, ctx);
    } else if (race->got.result != race->reference.result) {
        say(&out, "  the final state differs: ");
        say_hex(&out, race->got.result);
        say(&out, ", reference ");
        say_hex(&out, race->reference.result);
        say(&out, "\n");
    }
}
