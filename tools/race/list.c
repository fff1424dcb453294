/* SPDX-License-Identifier: Apache-2.0
 *
 * list.c - a list of words, as stx-run takes it, as a kernel of three threads: each runs its own
 * lines. State lines hold before the threads begin. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "printable.h"
#include "race.h"
#include "softensix/isa.h"
#include "vectors/vec.h"

enum { MOST = 20000 };

static struct step {
    uint32_t word, address; /* a word, or a store to an address */
} steps[STX_THREADS][MOST];
static unsigned counts[STX_THREADS];

static struct state_line {
    struct state_line *next;
    struct vec_line line;
} * states, **last_state = &states;

static struct vec_state machine;
static uint8_t machine_l1[VEC_L1_BYTES];

static bool add(unsigned thread, uint32_t word, uint32_t address) {
    if (counts[thread] == MOST) {
        return false;
    }
    steps[thread][counts[thread]++] = (struct step){word, address};
    return true;
}

static bool is_word(const char *text) {
    return strlen(text) == 8 && strspn(text, "0123456789abcdefABCDEF") == 8;
}

static bool words_line(const struct vec_line *line, unsigned thread, int first) {
    bool good = true;
    for (int i = first; i < line->tokens && good; i++) {
        good = is_word(line->token[i]) && add(thread, vec_number(line, i), 0);
    }
    return good;
}

static bool instruction_line(const struct vec_line *line, unsigned thread) {
    char text[VEC_LINE] = "";
    uint32_t word;
    for (int i = 0; i < line->tokens; i++) {
        strncat(text, line->token[i], sizeof text - strlen(text) - 1);
        strncat(text, " ", sizeof text - strlen(text) - 1);
    }
    return !stx_assemble(&word, text) && add(thread, word, 0);
}

/* Kept with its tokens pointing into the copy. */
static bool state_line(const struct vec_line *line) {
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

static bool read_line(const struct vec_line *line, unsigned *thread) {
    const char *first = line->token[0];
    if (!strcmp(first, "thread") && line->tokens == 2) {
        *thread = vec_number(line, 1);
        return *thread < STX_THREADS;
    }
    if (!strcmp(first, "x") && line->tokens > 1) {
        return words_line(line, vec_number(line, 1) % STX_THREADS, 2);
    }
    if (!strcmp(first, "mmio") && line->tokens == 3) {
        return add(*thread, vec_number(line, 2), vec_number(line, 1));
    }
    if (is_word(first)) {
        return words_line(line, *thread, 0);
    }
    return first[0] >= 'A' && first[0] <= 'Z' ? instruction_line(line, *thread) : state_line(line);
}

bool list_read(const char *path) {
    static struct vec_line line;
    unsigned thread = 0;
    FILE *file = cli_open("stx-race", path);
    bool good = file != NULL;
    machine.l1 = machine_l1;
    vec_baseline(&machine, NULL);
    while (good && vec_read(file, &line)) {
        good = read_line(&line, &thread);
        if (!good) {
            fprintf(stderr, "stx-race: %s:%u: ", printable(path), line.number);
            fprintf(stderr, "\"%s\" makes no sense here\n", printable(line.token[0]));
        }
    }
    return file && !cli_close("stx-race", path, file) && good;
}

static void run_thread(void *ctx) {
    unsigned thread = (unsigned)(uintptr_t)ctx;
    for (unsigned i = 0; i < counts[thread]; i++) {
        const struct step *s = &steps[thread][i];
        if (s->address) {
            stx_mmio_write(stx_bound(), thread, s->address, s->word);
        } else {
            (void)stx_issue(stx_bound(), thread, s->word);
        }
    }
}

/* The state lines apply to a core of their own, which is copied but for its surroundings. */
static void prepare(struct stx_core *core, uint8_t *l1) {
    struct stx_port port = core->port;
    uint32_t l1_size = core->l1_size;
    machine.l1_used = VEC_L1_BYTES;
    vec_baseline(&machine, NULL);
    for (const struct state_line *s = states; s; s = s->next) {
        (void)vec_apply(&machine, &s->line);
    }
    memcpy(l1, machine.l1, l1_size);
    *core = machine.core;
    core->port = port;
    core->l1 = l1;
    core->l1_size = l1_size;
}

void list_start(void *ctx, struct coop *coop, uint8_t *l1) {
    static const char *const names[] = {"unpack", "math", "pack"};
    (void)ctx;
    prepare(coop->core, l1);
    for (unsigned t = 0; t < STX_THREADS; t++) {
        if (counts[t]) {
            coop_add(coop, names[t], t, run_thread, (void *)(uintptr_t)t);
        }
    }
}
