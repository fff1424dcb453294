/* SPDX-License-Identifier: Apache-2.0
 *
 * step.c - stx-run --interactive: a list of words line by line, forwards and back. Back means: from
 * the start once more, quietly, to the line before; every run of a list is the same. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "printable.h"
#include "run.h"
#include "softensix/dump.h"
#include "softensix/isa.h"
#include "softensix/softensix.h"

enum { MOST_LINES = 20000, MOST_BREAKS = 16, TEXT = 256 };

static char *lines[MOST_LINES];
static unsigned count, now; /* line now is the next one */
static char breaks[MOST_BREAKS][64];
static unsigned break_count;
static struct stx_core previous;
static const struct options *options;

static void print(void *ctx, const char *text) {
    (void)ctx;
    fputs(text, stdout);
}

static bool parse(const char *text, struct vec_line *line) {
    FILE *file = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
    bool good = file && vec_read(file, line);
    if (file) {
        fclose(file);
    }
    return good;
}

/* The lines of a file that are not empty. */
static bool read_lines(FILE *file) {
    static char text[VEC_LINE];
    static struct vec_line line;
    while (fgets(text, sizeof text, file)) {
        if (!parse(text, &line)) {
            continue;
        }
        if (count == MOST_LINES || !(lines[count] = malloc(strlen(text) + 1))) {
            return false;
        }
        strcpy(lines[count++], text);
    }
    return true;
}

static void show_next(void) {
    if (now < count) {
        printf("%u: thread %u: %s%s", now + 1, script_thread(), printable(strtok(lines[now], "\n")),
               "\n");
    } else {
        printf("end of the list\n");
    }
}

static void restart(void) {
    run_begin(options);
    script_restart();
    now = 0;
}

/* Executes the next line; false at the end or where it makes no sense. */
static bool step(void) {
    static struct vec_line line;
    if (now == count) {
        return false;
    }
    previous = machine.core;
    if (!parse(lines[now], &line) || !script_line(&line)) {
        printf("line %u makes no sense\n", now + 1);
        now = count;
        return false;
    }
    now++;
    return true;
}

static void back(unsigned steps) {
    unsigned target = now > steps ? now - steps : 0;
    run_quiet = true;
    restart();
    while (now < target && step()) {
    }
    run_quiet = false;
}

/* The mnemonic of a line, NULL if it is none of an instruction or a word. */
static const char *mnemonic(const char *text) {
    static char name[TEXT];
    uint32_t word;
    char *end;
    if (strlen(text) >= 8 && strspn(text, "0123456789abcdefABCDEF") == 8) {
        const struct stx_insn *insn = stx_insn_of((uint32_t)strtoul(text, &end, 16));
        return insn ? insn->name : NULL;
    }
    if (stx_assemble(&word, text)) {
        return NULL;
    }
    snprintf(name, sizeof name, "%s", stx_insn_of(word)->name);
    return name;
}

/* Does the line that comes next meet a break of a mnemonic or a thread? */
static bool stops_before(void) {
    const char *name = now < count ? mnemonic(lines[now]) : NULL;
    for (unsigned i = 0; i < break_count && name; i++) {
        unsigned thread;
        bool of_thread = sscanf(breaks[i], "thread %u", &thread) == 1;
        if (of_thread ? thread == script_thread() : !strcmp(breaks[i], name)) {
            printf("break %s\n", breaks[i]);
            return true;
        }
    }
    return false;
}

static char changes[1 << 16];

static void collect(void *ctx, const char *text) {
    (void)ctx;
    strncat(changes, text, sizeof changes - strlen(changes) - 1);
}

/* Has the last line changed what a break watches, "gpr[1][2]" or a part of such a name? */
static bool stops_after(void) {
    changes[0] = 0;
    stx_dump_diff(&previous, &machine.core, collect, NULL);
    for (unsigned i = 0; i < break_count; i++) {
        char *at = strstr(changes, breaks[i]);
        if (at && (at == changes || at[-1] == '\n')) {
            printf("break %s\n%.*s\n", breaks[i], (int)strcspn(at, "\n"), at);
            return true;
        }
    }
    return false;
}

static void go(void) {
    while (step() && !stops_after() && !stops_before()) {
    }
}

static const char *filter;
static char pending[4096];

/* Lines that hold the text, or all. */
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

/* "lreg 3" means the lines of lreg[3]; other texts are those that a line has to hold. */
static const char *filter_of(const char *part, const char *argument) {
    static char name[64];
    if (!argument || strcmp(part, "lreg") || argument[strspn(argument, "0123456789")]) {
        return argument;
    }
    snprintf(name, sizeof name, "lreg[%.8s]", argument);
    return name;
}

static void print_what(char *what) {
    char *argument = strtok(NULL, " \n");
    static const char *const parts[] = {"src", "dst", "lreg", "rwc",  "adc",
                                        "cfg", "gpr", "sync", "front"};
    if (!strcmp(what, "tile")) {
        stx_dump_tile(&machine.core, argument ? (unsigned)atoi(argument) : 0, STX_DUMP_AUTO, print,
                      NULL);
        return;
    }
    if (!strcmp(what, "changes")) {
        stx_dump_diff(&previous, &machine.core, print, NULL);
        return;
    }
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (!strcmp(what, parts[i])) {
            filter = filter_of(parts[i], argument);
            stx_dump(&machine.core, 1u << i, print_filtered, NULL);
            return;
        }
    }
    printf("print tile N, lreg N, changes, or src dst rwc adc cfg gpr sync front [text]\n");
}

static void add_break(const char *what) {
    if (break_count < MOST_BREAKS && *what) {
        snprintf(breaks[break_count++], sizeof breaks[0], "%.63s", what);
    }
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

static void list(void) {
    for (unsigned i = now; i < count && i < now + 5; i++) {
        printf("%u: %s\n", i + 1, printable(strtok(lines[i], "\n")));
    }
}

static void steps(unsigned n) {
    while (n-- && step()) {
    }
    show_next();
}

/* False: quit. */
static bool command(char *text) {
    char rest[TEXT] = "";
    (void)sscanf(text, "%*s %255[^\n]", rest);
    char *word = strtok(text, " \n");
    unsigned number = atoi(rest) > 0 ? (unsigned)atoi(rest) : 1;
    if (!word || !strcmp(word, "step") || !strcmp(word, "s")) {
        steps(number);
    } else if (!strcmp(word, "back") || !strcmp(word, "b")) {
        back(number);
        show_next();
    } else if (!strcmp(word, "continue") || !strcmp(word, "c")) {
        go();
        show_next();
    } else if (!strcmp(word, "break")) {
        add_break(rest);
    } else if (!strcmp(word, "print") || !strcmp(word, "p")) {
        char *what = strtok(NULL, " \n");
        print_what(what ? what : "");
    } else if (!strcmp(word, "list") || !strcmp(word, "l")) {
        list();
    } else if (!strcmp(word, "quit") || !strcmp(word, "q")) {
        return false;
    } else {
        help();
    }
    return true;
}

int step_run(const struct options *o, FILE *file) {
    static char text[TEXT];
    bool open = true;
    options = o;
    if (!read_lines(file)) {
        return EXIT_USAGE;
    }
    restart();
    show_next();
    while (open) {
        printf("> ");
        fflush(stdout);
        open = fgets(text, sizeof text, stdin) != NULL;
        if (open && !isatty(0)) {
            text[strcspn(text, "\n")] = 0;
            printf("%s\n", printable(text));
        }
        open = open && command(text);
    }
    return EXIT_GOOD;
}
