/* SPDX-License-Identifier: Apache-2.0
 *
 * step.c - stx-run --interactive: steps through a list of words line by line, forwards and back. To
 * step back, it runs the list silently from the start to the previous line; every run of a list is
 * the same. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "number.h"
#include "printable.h"
#include "run.h"
#include "softensix/dump.h"
#include "softensix/softensix.h"

enum { MOST_LINES = 20000, TEXT = 256 };

static struct {
    char *text;
    unsigned number; /* line number in the file */
} lines[MOST_LINES];
static unsigned count, now; /* lines[now] is the next one */
static struct stx_core previous;
static const struct options *options;
static int status; /* EXIT_USAGE after an invalid command */

static void print(void *ctx, const char *text) {
    (void)ctx;
    fputs(text, stdout);
}

/* Prints a message about a command. */
static void refuse(const char *what, const char *word) {
    printf("%s: \"%s\"\n", what, printable(word));
    status = EXIT_USAGE;
}

/* True if a line is valid. State lines are tried on a machine that is reset afterwards. */
static bool makes_sense(struct vec_line *line) {
    unsigned thread = 0;
    int first;
    enum vec_kind kind = vec_list_line(line, &thread, &first);
    return kind == VEC_STATE ? vec_apply(&machine, line) : kind != VEC_WRONG;
}

static bool keep(const char *text, unsigned number) {
    lines[count].number = number;
    lines[count].text = count + 1 < MOST_LINES ? malloc(strlen(text) + 1) : NULL;
    if (lines[count].text) {
        strcpy(lines[count++].text, text);
        return true;
    }
    fprintf(stderr, "stx-run: a list has at most %u lines\n", MOST_LINES - 1u);
    return false;
}

/* Reads the lines of a file that are not empty; EXIT_USAGE if one of them is invalid. */
static int read_lines(FILE *file, const char *name) {
    static char text[VEC_LINE];
    static struct vec_line line;
    while (vec_next(file, &line)) {
        strcpy(text, line.text);
        bool empty = !line.wrong[0] && !vec_split(&line) && !line.wrong[0];
        if (!empty && (line.wrong[0] || !makes_sense(&line))) {
            return script_wrong(name, &line);
        }
        if (!empty && !keep(text, line.number)) {
            return EXIT_USAGE;
        }
    }
    return EXIT_GOOD;
}

static void show(unsigned i) {
    printf("%u: ", lines[i].number);
}

static void show_next(void) {
    if (now < count) {
        show(now);
        printf("thread %u: %s\n", script_thread(), printable(lines[now].text));
    } else {
        printf("end of the list\n");
    }
}

static void restart(void) {
    run_begin(options);
    script_restart();
    now = 0;
}

/* Executes the next line; false at the end of the list. */
static bool step(void) {
    static struct vec_line line;
    if (now == count) {
        return false;
    }
    previous = machine.core;
    line.wrong[0] = 0;
    strcpy(line.text, lines[now++].text);
    return vec_split(&line) && script_line(&line);
}

static void back(uint32_t n) {
    unsigned target = now > n ? now - n : 0;
    run_quiet = true;
    restart();
    while (now < target && step()) {
    }
    run_quiet = false;
    show_next();
}

static void go(uint32_t n) {
    (void)n;
    while (step() && !break_after(&previous, &machine.core) &&
           !(now < count && break_before(lines[now].text, script_thread()))) {
    }
    show_next();
}

static const char *filter;
static char pending[4096];

/* Prints the lines that contain the text, or all lines. */
static void print_filtered(void *ctx, const char *text) {
    strncat(pending, text, sizeof pending - strlen(pending) - 1);
    char *end;
    while ((end = strchr(pending, '\n')) != NULL) {
        *end = 0;
        if (!filter || strstr(pending, filter)) {
            print(ctx, pending);
            print(ctx, "\n");
        }
        memmove(pending, end + 1, strlen(end + 1) + 1);
    }
}

static void print_part(unsigned part, const char *text) {
    filter = text;
    stx_dump(&machine.core, 1u << part, print_filtered, NULL);
}

/* Prints "tile 1", or for "lreg 3" the lines of lreg[3]. */
static bool print_numbered(const char *what, const char *text) {
    char name[16];
    uint32_t n = 0;
    if (!strcmp(what, "tile") && (!text || number_read(text, 10, STX_DST_ROWS / 64 - 1, &n))) {
        stx_dump_tile(&machine.core, n, STX_DUMP_AUTO, print, NULL);
        return true;
    }
    if (!strcmp(what, "lreg") && text && number_read(text, 10, STX_LREGS - 1, &n)) {
        snprintf(name, sizeof name, "lreg[%u]", (unsigned)n);
        print_part(2, name);
        return true;
    }
    return false;
}

/* Prints the lines of a part that contain the text, or all if it is NULL. False if there is no such
 * part. */
static bool print_what(const char *what, const char *text) {
    static const char *const parts[] = {"src", "dst", "lreg", "rwc",  "adc",
                                        "cfg", "gpr", "sync", "front"};
    if (print_numbered(what, text)) {
        return true;
    }
    if (!strcmp(what, "changes") && !text) {
        stx_dump_diff(&previous, &machine.core, print, NULL);
        return true;
    }
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (!strcmp(what, parts[i]) && !(text && !strcmp(what, "lreg"))) {
            print_part(i, text);
            return true;
        }
    }
    return false;
}

static void help(void) {
    printf(
        "step [n]        the next line, or n of them\n"
        "back [n]        to before the last line, or n of them\n"
        "continue        to the next break or the end\n"
        "break WHAT      a mnemonic (MVMUL), \"thread 1\", or a register (gpr[1][2], sem[1], rwc)\n"
        "print WHAT      tile N, lreg N, changes, src dst rwc adc cfg gpr sync front [text]\n"
        "list            the next lines\n"
        "quit\n");
}

static void list(uint32_t n) {
    (void)n;
    for (unsigned i = now; i < count && i < now + 5; i++) {
        show(i);
        printf("%s\n", printable(lines[i].text));
    }
}

static void steps(uint32_t n) {
    while (n-- && step()) {
    }
    show_next();
}

static void print_or_refuse(char *what) {
    char *rest = what ? strchr(what, ' ') : NULL;
    if (rest) {
        *rest++ = 0;
    }
    if (!what || !print_what(what, rest)) {
        refuse("print tile N, lreg N, changes, or src dst lreg rwc adc cfg gpr sync front [text]",
               what ? what : "");
    }
}

static void add_break(const char *what) {
    const char *wrong = break_add(what ? what : "");
    if (wrong) {
        refuse(wrong, what ? what : "");
    }
}

/* Commands without arguments, or with a count. */
static const struct act {
    const char *name, *letter;
    void (*act)(uint32_t n);
    bool counts;
} acts[] = {{"step", "s", steps, true},
            {"back", "b", back, true},
            {"continue", "c", go, false},
            {"list", "l", list, false}};

static const struct act *act_named(const char *word) {
    for (unsigned i = 0; i < sizeof acts / sizeof acts[0]; i++) {
        if (!strcmp(word, acts[i].name) || !strcmp(word, acts[i].letter)) {
            return &acts[i];
        }
    }
    return NULL;
}

/* A missing count is 1. */
static void do_act(const struct act *a, const char *text) {
    uint32_t n = 1;
    if (!text || (a->counts && number_read(text, 10, UINT32_MAX, &n) && n)) {
        a->act(n);
    } else {
        refuse(a->counts ? "this is not a number of lines" : "this takes no argument", text);
    }
}

static bool is(const char *word, const char *name, const char *letter) {
    return !strcmp(word, name) || !strcmp(word, letter);
}

/* Executes a command; false if it is quit. */
static bool command(char *text) {
    char *word = strtok(text, " "), *rest = strtok(NULL, "");
    const struct act *a = act_named(word ? word : "step");
    if (a) {
        do_act(a, rest);
    } else if (!strcmp(word, "break")) {
        add_break(rest);
    } else if (is(word, "print", "p")) {
        print_or_refuse(rest);
    } else if (is(word, "quit", "q") && !rest) {
        return false;
    } else {
        help();
        status = strcmp(word, "help") ? EXIT_USAGE : status;
    }
    return true;
}

/* Reads the next command; false at the end of the input. */
static bool next_command(struct vec_line *line) {
    printf("> ");
    fflush(stdout);
    if (!vec_next(stdin, line)) {
        return false;
    }
    line->text[strcspn(line->text, "\r")] = 0;
    if (!isatty(0)) {
        printf("%s\n", printable(line->text));
    }
    return true;
}

int step_run(const struct options *o, FILE *file, const char *name) {
    static struct vec_line line;
    bool open = true;
    options = o;
    restart();
    status = read_lines(file, name);
    if (status == EXIT_GOOD && count == 0) {
        fprintf(stderr, "stx-run: %s: contains no line\n", printable(name));
        status = EXIT_USAGE;
    }
    if (status) {
        return status;
    }
    restart();
    show_next();
    while (open && next_command(&line)) {
        if (line.wrong[0]) {
            refuse(line.wrong, line.wrong_word);
        } else {
            open = command(line.text);
        }
    }
    return status;
}
