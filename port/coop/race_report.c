/* SPDX-License-Identifier: Apache-2.0
 *
 * race_report.c - prints what differs between two runs of a kernel: the place in a source bank, the
 * first register, the first byte of L1. */
#include <string.h>

#include "coop/race.h"
#include "coop/say.h"
#include "softensix/dump.h"

static void say_value(const struct out *out, uint32_t got, uint32_t reference) {
    say_hex(out, got);
    say(out, ", reference ");
    say_hex(out, reference);
    say(out, "\n");
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
    say(out, ": by thread ");
    say_decimal(out, h->thread);
    say(out, ", ");
    say_word(out, h->word);
    say(out, "\n");
}

/* Prints the first datum that differs, if one does. */
static void say_datum(const struct out *out, const struct coop_race *race) {
    const uint32_t *reference = race->datum[0][0], *got = race->datum[1][0];
    for (unsigned i = 0; i != STX_SRC_ROWS * STX_COLS; i++) {
        if (reference[i] != got[i]) {
            say(out, "  first in row ");
            say_decimal(out, i / STX_COLS);
            say(out, ", column ");
            say_decimal(out, i % STX_COLS);
            say(out, ": ");
            say_value(out, got[i], reference[i]);
            return;
        }
    }
}

static void say_handovers(const struct out *out, const struct coop_race *race) {
    static const char *const what[] = {"SrcA to the FPU", "SrcB to the FPU", "SrcA back",
                                       "SrcB back"};
    unsigned kind = race->kind;
    uint32_t number = race->number;
    say(out, "  hand-over ");
    say_decimal(out, number + 1);
    say(out, " of ");
    say(out, what[kind]);
    say(out, " differs:\n");
    say_handover(out, "reference", &race->reference, kind, number);
    say_handover(out, "this seed", &race->got, kind, number);
    say_datum(out, race);
}

/* Lines of stx_dump_diff(): "gpr[1][2] 00000000 -> 00000005". */
struct differences {
    const struct out *out;
    char line[SAY_BYTES];
    uint32_t count;
};

/* Keeps the first line and counts the others. Clocks and the queue for a mutex may differ. */
static void take_line(struct differences *d) {
    char *value = strchr(d->line, ' '), *arrow = strstr(d->line, " -> ");
    if (!value || !arrow || !coop_race_counts(d->line)) {
        return;
    }
    if (d->count++ == 0) {
        *value = *arrow = 0;
        arrow[strcspn(arrow + 1, "\n") + 1] = 0;
        say(d->out, "  the final state differs, first in ");
        say(d->out, d->line);
        say(d->out, ": 0x");
        say(d->out, arrow + 4);
        say(d->out, ", reference 0x");
        say(d->out, value + 1);
        say(d->out, "\n");
    }
}

static void on_piece(void *ctx, const char *piece) {
    struct differences *d = ctx;
    strncat(d->line, piece, sizeof d->line - strlen(d->line) - 1);
    if (strchr(piece, '\n')) {
        take_line(d);
        d->line[0] = 0;
    }
}

static void say_count(const struct out *out, uint32_t count, const char *what) {
    if (count > 1) {
        say(out, "    ");
        say_decimal(out, count);
        say(out, what);
    }
}

/* Prints the differences and returns their number. */
static uint32_t say_registers(const struct out *out, const struct coop_race *race) {
    struct differences d = {out, "", 0};
    (void)stx_dump_diff(&race->final, race->core, on_piece, &d);
    say_count(out, d.count, " of its elements differ\n");
    return d.count;
}

static void say_l1(const struct out *out, const struct coop_race *race) {
    uint32_t count = 0;
    for (uint32_t i = 0; race->l1_copy && i != race->l1_size; i++) {
        if (race->l1[i] != race->l1_copy[i] && count++ == 0) {
            say(out, "  L1 differs, first at ");
            say_hex(out, i);
            say(out, ": ");
            say_value(out, race->l1[i], race->l1_copy[i]);
        }
    }
    say_count(out, count, " bytes of L1 differ\n");
}

void coop_race_report(const struct coop_race *race, stx_print print, void *ctx) {
    struct out out = {print, ctx};
    if (!race->kernel) {
        return; /* nothing has run */
    }
    say(&out, "race ");
    say(&out, race->kernel->name);
    say(&out, ": seed ");
    say_decimal(&out, race->seed);
    say(&out, " differs\n");
    if (race->differs) {
        say_handovers(&out, race);
    }
    if (race->got.end != COOP_DONE) {
        coop_report(race->coop, print, ctx);
    } else if (race->got.result != race->reference.result) {
        bool l1_alone = say_registers(&out, race) == 0 && !race->l1_copy;
        say(&out, l1_alone ? "  L1 differs\n" : "");
        say_l1(&out, race);
    }
}
