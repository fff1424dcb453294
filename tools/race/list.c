/* SPDX-License-Identifier: Apache-2.0
 *
 * list.c - runs a list of words, in stx-run's format, as a kernel of three threads, each with its
 * own lines. State lines set the state before the threads begin. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "printable.h"
#include "race.h"
#include "vectors/vec.h"

enum { MOST = 20000 };

static struct step {
    uint32_t word, address; /* a word, or if address is not 0 a value to store there */
    bool store;
} steps[STX_THREADS][MOST];
static unsigned counts[STX_THREADS];

static struct state_line {
    struct state_line *next;
    struct vec_line line;
} * states, **last_state = &states;

static struct vec_state machine;
static uint8_t machine_l1[VEC_L1_BYTES];

static bool add(struct vec_line *line, unsigned thread, struct step step) {
    if (counts[thread] == MOST) {
        return vec_wrong(line, 0, "is one line too many for its thread");
    }
    steps[thread][counts[thread]++] = step;
    return true;
}

static bool add_words(struct vec_line *line, unsigned thread, int first) {
    bool good = true;
    for (int i = first; i < line->tokens && good; i++) {
        good = add(line, thread, (struct step){line->value[i], 0, false});
    }
    return good;
}

/* Keeps a copy of the line, with tokens that point to the copy. */
static bool state_line(struct vec_line *line) {
    struct state_line *state = malloc(sizeof *state);
    if (!state || !vec_apply(&machine, line)) {
        free(state);
        return false;
    }
    state->next = NULL;
    state->line = *line;
    for (int i = 0; i < line->tokens; i++) {
        state->line.token[i] = state->line.text + (line->token[i] - line->text);
    }
    *last_state = state;
    last_state = &state->next;
    return true;
}

static bool read_line(struct vec_line *line, unsigned *thread) {
    int first;
    switch (vec_list_line(line, thread, &first)) {
    case VEC_THREAD:
        return true;
    case VEC_WORDS:
        return add_words(line, *thread, first);
    case VEC_STORE:
        return add(line, *thread, (struct step){line->value[2], line->value[1], true});
    case VEC_STATE:
        return state_line(line);
    default:
        return false;
    }
}

static bool has_words(const char *path) {
    for (unsigned t = 0; t < STX_THREADS; t++) {
        if (counts[t]) {
            return true;
        }
    }
    fprintf(stderr, "stx-race: %s: contains no word\n", printable(path));
    return false;
}

bool list_read(const char *path) {
    static struct vec_line line;
    unsigned thread = 0;
    FILE *file = cli_open("stx-race", path);
    bool good = file != NULL;
    machine.l1 = machine_l1;
    vec_baseline(&machine, NULL);
    while (good && vec_read(file, &line)) {
        good = !line.wrong[0] && read_line(&line, &thread);
        if (!good) {
            fprintf(stderr, "stx-race: %s:%u: ", printable(path), line.number);
            fprintf(stderr, "\"%s\" %s\n", printable(line.wrong_word), line.wrong);
        }
    }
    return file && !cli_close("stx-race", path, file) && good && has_words(path);
}

static void run_thread(void *ctx) {
    unsigned thread = (unsigned)(uintptr_t)ctx;
    for (unsigned i = 0; i < counts[thread]; i++) {
        const struct step *s = &steps[thread][i];
        if (s->store) {
            stx_mmio_write(stx_bound(), thread, s->address, s->word);
        } else {
            (void)stx_issue(stx_bound(), thread, s->word);
        }
    }
}

/* State lines are applied to a separate core, which is then copied except for its surroundings. */
static void prepare(struct stx_core *core, uint8_t *l1) {
    struct stx_port port = core->port;
    uint32_t l1_size = core->l1_size;
    machine.l1_used = VEC_L1_BYTES;
    vec_baseline(&machine, NULL);
    for (struct state_line *s = states; s; s = s->next) {
        (void)vec_apply(&machine, &s->line);
    }
    memcpy(l1, machine.l1, l1_size);
    *core = machine.core;
    core->port = port;
    core->l1 = l1;
    core->l1_size = l1_size;
}

void list_start(void *ctx, struct coop *coop, uint8_t *l1) {
    (void)ctx;
    prepare(coop->core, l1);
    for (unsigned t = 0; t < STX_THREADS; t++) {
        if (counts[t]) {
            coop_add(coop, coop_thread_name(t), t, run_thread, (void *)(uintptr_t)t);
        }
    }
}
