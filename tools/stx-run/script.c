/* SPDX-License-Identifier: Apache-2.0
 *
 * script.c - reads golden vectors and word lists, which are the same language: state lines of
 * docs/testing.md, and words. Outside a case a line may also be an instruction or hexadecimal
 * words, for the thread that the last "thread" line named; "mmio address value" stores to a
 * register. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "printable.h"
#include "run.h"
#include "softensix/isa.h"
#include "softensix/softensix.h"

static struct vec_state before, want;
static uint8_t l1_before[VEC_L1_BYTES], l1_want[VEC_L1_BYTES];
static unsigned thread;
static unsigned words_run; /* by this case; one that runs none checks nothing */

enum section { FREE, BEFORE, RUN, EXPECT, SKIPPED };

static void offer(uint32_t word) {
    vec_queue_offer(&machine.core, thread, word);
}

static bool is_word(const char *text) {
    return strlen(text) == 8 && strspn(text, "0123456789abcdefABCDEF") == 8;
}

static bool offer_words(const struct vec_line *line, int first) {
    for (int i = first; i < line->tokens; i++) {
        if (!is_word(line->token[i])) {
            return false;
        }
        offer(vec_number(line, i));
    }
    return true;
}

static bool assembler_line(const struct vec_line *line) {
    char text[VEC_LINE] = "";
    uint32_t word;
    for (int i = 0; i < line->tokens; i++) {
        strncat(text, line->token[i], sizeof text - strlen(text) - 1);
        strncat(text, " ", sizeof text - strlen(text) - 1);
    }
    const char *wrong = stx_assemble(&word, text);
    if (wrong) {
        fprintf(stderr, "stx-run: %s: %s\n", printable(text), wrong);
        return false;
    }
    offer(word);
    return true;
}

static bool is_instruction(const struct vec_line *line) {
    char first = line->token[0][0];
    return (first >= 'A' && first <= 'Z') || first == '.';
}

static bool thread_line(const struct vec_line *line) {
    thread = vec_number(line, 1);
    return line->tokens == 2 && thread < STX_THREADS;
}

/* A line of a vector's run section, where instructions may stand too. */
static bool run_line(const struct vec_line *line) {
    if (!strcmp(line->token[0], "thread")) {
        return thread_line(line);
    }
    if (is_instruction(line)) {
        words_run++;
        return assembler_line(line);
    }
    if (strcmp(line->token[0], "x")) {
        return vec_apply(&machine, line);
    }
    thread = vec_number(line, 1) % STX_THREADS;
    words_run += line->tokens > 2;
    for (int i = 2; i < line->tokens; i++) {
        offer(vec_number(line, i));
    }
    return true;
}

/* A line outside a case. */
static bool free_line(const struct vec_line *line) {
    const char *first = line->token[0];
    if (!strcmp(first, "mmio") && line->tokens == 3) {
        stx_mmio_write(&machine.core, thread, vec_number(line, 1), vec_number(line, 2));
        return true;
    }
    return is_word(first) ? offer_words(line, 0) : run_line(line);
}

bool script_line(const struct vec_line *line) {
    return free_line(line);
}

unsigned script_thread(void) {
    return thread;
}

void script_restart(void) {
    thread = 0;
}

static void copy_state(struct vec_state *to, const struct vec_state *from) {
    uint8_t *l1 = to->l1;
    struct stx_port port = to->core.port;
    *to = *from;
    to->l1 = to->core.l1 = l1;
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

static enum section begin_expect(void) {
    vec_queue_idle(&machine.core);
    copy_state(&want, &before);
    return EXPECT;
}

static int worse(int a, int b) {
    return a > b ? a : b;
}

/* A fault that the run has ended with, if it was one. */
static int faulted(void) {
    return stx_last_fault(&machine.core)->kind != STX_FAULT_NONE ? EXIT_FAULT : EXIT_GOOD;
}

static int end_case(const struct options *o) {
    unsigned wrong = vec_compare(&machine, &want, true);
    int fault = faulted();
    (void)run_end(o); /* waits are compared as the vector's stall lines */
    printf(wrong || fault ? "FAILED: %u differences\n" : "passed\n", wrong);
    return worse(wrong ? EXIT_DIFFERENT : EXIT_GOOD, fault);
}

/* One line; false if it makes no sense where it stands. */
static bool handle(const struct options *o, const struct vec_line *line, enum section *section,
                   int *status) {
    const char *keyword = line->token[0];
    if (!strcmp(keyword, "case") && line->tokens > 1 && *section == FREE) {
        *section = begin_case(o, line->token[1]);
    } else if (!strcmp(keyword, "end") && (*section == EXPECT || *section == SKIPPED)) {
        *status = worse(*status, *section == EXPECT ? end_case(o) : EXIT_GOOD);
        *section = FREE;
    } else if (*section == SKIPPED) {
        return true;
    } else if (!strcmp(keyword, "run") && *section == BEFORE) {
        *section = begin_run();
    } else if (!strcmp(keyword, "expect") && *section == RUN && words_run > 0) {
        *section = begin_expect();
    } else if (*section == FREE) {
        return free_line(line);
    } else {
        return *section == RUN      ? run_line(line)
               : *section == BEFORE ? vec_apply(&before, line)
                                    : vec_apply(&want, line);
    }
    return true;
}

/* EXIT_USAGE, with a sentence, if the file has not checked or run what was asked for. */
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

/* How a list of words has ended. */
static int end_list(const struct options *o) {
    vec_queue_idle(&machine.core);
    int status = run_end(o) ? EXIT_DEADLOCK : EXIT_GOOD;
    return worse(worse(status, run_left(o) ? EXIT_DIFFERENT : EXIT_GOOD), faulted());
}

static void tell_nonsense(const char *name, unsigned line, const char *keyword) {
    fprintf(stderr, "stx-run: %s:%u: ", printable(name), line);
    fprintf(stderr, "\"%s\" makes no sense here\n", printable(keyword));
}

int script_run(const struct options *o, FILE *file, const char *name) {
    static struct vec_line line;
    enum section section = FREE;
    unsigned words_free = 0, cases = 0;
    int status = EXIT_GOOD;
    bool chosen = false;
    char keyword[40];
    before.l1 = l1_before;
    want.l1 = l1_want;
    line.number = 0;
    run_begin(o);
    while (vec_read(file, &line)) {
        words_free += section == FREE && strcmp(line.token[0], "case");
        cases += section == FREE && !strcmp(line.token[0], "case");
        snprintf(keyword, sizeof keyword, "%s", line.token[0]);
        if (!handle(o, &line, &section, &status)) {
            tell_nonsense(name, line.number, keyword);
            return worse(status, EXIT_USAGE);
        }
        chosen = chosen || section == BEFORE;
    }
    status = words_free ? worse(status, end_list(o)) : status;
    return worse(status, nothing_checked(o, name, section, words_free + cases, chosen));
}
