/* SPDX-License-Identifier: Apache-2.0
 *
 * script.c - reads golden vectors and word lists, which have the same language: state lines
 * (docs/testing.md) and words. Outside of cases, and among the words of a case, a line may also be
 * an instruction or hexadecimal words for the thread of the last "thread" line; "mmio address
 * value" stores to a register. */
#include <string.h>
#include <strings.h>

#include "cli/cli.h"
#include "printable.h"
#include "run.h"
#include "softensix/arch.h"
#include "softensix/softensix.h"

static struct vec_state before, want;
static uint8_t l1_before[VEC_L1_BYTES], l1_want[VEC_L1_BYTES];
static unsigned thread;
static unsigned words_run;  /* by this case; a case that runs none checks nothing */
static unsigned lines_told; /* what it expects */
static unsigned cases_run, cases_equal;

enum section { FREE, BEFORE, RUN, EXPECT, SKIPPED };

/* A line of a list, or of a case's run section: runs words, or sets the state of a state line. */
static bool list_line(struct vec_line *line) {
    int first;
    enum vec_kind kind = vec_list_line(line, &thread, &first);
    words_run += kind == VEC_WORDS;
    for (int i = first; kind == VEC_WORDS && i < line->tokens; i++) {
        vec_queue_offer(&machine.core, thread, line->value[i]);
    }
    if (kind == VEC_STORE) {
        stx_mmio_write(&machine.core, thread, line->value[1], line->value[2]);
    }
    return kind == VEC_STATE ? vec_apply(&machine, line) : kind != VEC_WRONG;
}

bool script_line(struct vec_line *line) {
    return list_line(line);
}

unsigned script_thread(void) {
    return thread;
}

void script_restart(void) {
    thread = 0;
}

static void copy_state(struct vec_state *to, const struct vec_state *from) {
    uint8_t *l1 = to->l1;
    bool wanted = to->wanted;
    struct stx_port port = to->core.port;
    *to = *from;
    to->l1 = to->core.l1 = l1;
    to->wanted = wanted;
    to->core.port = port;
    memcpy(l1, from->l1, VEC_L1_BYTES);
}

static enum section begin_case(const struct options *o, const char *name) {
    if (o->case_name && strcmp(name, o->case_name)) {
        return SKIPPED;
    }
    run_begin(o);
    if (!o->sided) {
        stx_departure_set_all(&machine.core, STX_SIDE_SIMULATOR);
    }
    copy_state(&before, &machine);
    printf("case %s\n", printable(name));
    return BEFORE;
}

static enum section begin_run(void) {
    words_run = 0;
    copy_state(&machine, &before);
    return RUN;
}

/* Of what a card did, only what a file names is known (docs/card.md). */
static enum section begin_expect(const struct options *o) {
    vec_queue_idle(&machine.core);
    copy_state(&want, o->card ? &machine : &before);
    lines_told = 0;
    return EXPECT;
}

static int worse(int a, int b) {
    return a > b ? a : b;
}

/* EXIT_FAULT if the run has ended with a fault. */
static int faulted(void) {
    return stx_last_fault(&machine.core)->kind != STX_FAULT_NONE ? EXIT_FAULT : EXIT_GOOD;
}

static int end_case(const struct options *o) {
    unsigned wrong = vec_compare(&machine, &want, true);
    int fault = faulted();
    (void)run_end(o); /* waits are compared as the vector's stall lines */
    printf(wrong || fault ? "FAILED: %u differences\n" : "passed\n", wrong);
    cases_run++;
    cases_equal += !wrong && !fault;
    return worse(wrong ? EXIT_DIFFERENT : EXIT_GOOD, fault);
}

/* True if the line is this keyword, which begins a section, and the keyword is allowed here. */
static bool divides(struct vec_line *line, const char *keyword, bool there, int values) {
    return there && !strcmp(line->token[0], keyword) && vec_has(line, values);
}

/* Cases of a card are named after its chip: wormhole/sums. */
static bool is_of_chip(const char *name) {
    size_t length = strlen(STX_CHIP_NAME);
    return !strncasecmp(name, STX_CHIP_NAME, length) && name[length] == '/';
}

/* Whether a file of a card may have this line; otherwise the line is wrong. */
static bool card_may_say(struct vec_line *line, enum section section) {
    if (section == FREE && !strcmp(line->token[0], "case") && line->tokens > 1 &&
        !is_of_chip(line->token[1])) {
        return vec_wrong(line, 1, "is not a case of a " STX_CHIP_NAME " card");
    }
    if (section == EXPECT && !strcmp(line->token[0], "end") && !lines_told) {
        return vec_wrong(line, 0, "ends a case that does not say what the card did");
    }
    return true;
}

static bool other_line(struct vec_line *line, enum section section) {
    if (line->wrong[0]) {
        return false;
    }
    lines_told += section == EXPECT;
    return section == FREE || section == RUN ? list_line(line)
                                             : vec_apply(section == BEFORE ? &before : &want, line);
}

/* Handles one line; false, with an error in the line, if it is invalid here. */
static bool handle(const struct options *o, struct vec_line *line, enum section *section,
                   int *status) {
    if (o->card && !card_may_say(line, *section)) {
        return false;
    }
    if (divides(line, "case", *section == FREE, 1)) {
        *section = begin_case(o, line->token[1]);
    } else if (divides(line, "end", *section == EXPECT || *section == SKIPPED, 0)) {
        *status = worse(*status, *section == EXPECT ? end_case(o) : EXIT_GOOD);
        *section = FREE;
    } else if (*section == SKIPPED) {
        return !line->wrong[0];
    } else if (divides(line, "run", *section == BEFORE, 0)) {
        *section = begin_run();
    } else if (divides(line, "expect", *section == RUN && words_run > 0, 0)) {
        *section = begin_expect(o);
    } else {
        return other_line(line, *section);
    }
    return true;
}

/* EXIT_USAGE after a message if the file has not checked or run what was requested. */
static int nothing_checked(const struct options *o, const char *name, enum section section,
                           unsigned used, bool chosen) {
    const char *why = section != FREE           ? "the last case has no \"end\""
                      : used == 0               ? "there is neither a case nor a word in it"
                      : o->case_name && !chosen ? "the case that was asked for is not in it"
                                                : NULL;
    if (why) {
        fprintf(stderr, "stx-run: %s: %s\n", printable(name), why);
    }
    return why ? EXIT_USAGE : EXIT_GOOD;
}

int script_end(const struct options *o) {
    vec_queue_idle(&machine.core);
    int status = run_end(o) ? EXIT_DEADLOCK : EXIT_GOOD;
    return worse(worse(status, run_left(o) ? EXIT_DIFFERENT : EXIT_GOOD), faulted());
}

int script_wrong(const char *name, const struct vec_line *line) {
    fprintf(stderr, "stx-run: %s:%u: ", printable(name), line->number);
    fprintf(stderr, "\"%s\" %s\n", printable(line->wrong_word), line->wrong);
    return EXIT_USAGE;
}

int script_run(const struct options *o, FILE *file, const char *name) {
    static struct vec_line line;
    enum section section = FREE;
    unsigned words_free = 0, cases = 0;
    int status = EXIT_GOOD;
    bool chosen = false;
    before.l1 = l1_before;
    want.l1 = l1_want;
    want.wanted = true;
    line.number = 0;
    run_begin(o);
    while (vec_read(file, &line)) {
        bool free_line = section == FREE;
        if (line.wrong[0] || !handle(o, &line, &section, &status)) {
            return worse(status, script_wrong(name, &line));
        }
        words_free += free_line && section == FREE;
        cases += free_line && section != FREE;
        chosen = chosen || section == BEFORE;
    }
    status = words_free ? worse(status, script_end(o)) : status;
    if (o->card) {
        printf("%u of %u cases as on the card\n", cases_equal, cases_run);
    }
    return worse(status, nothing_checked(o, name, section, words_free + cases, chosen));
}
