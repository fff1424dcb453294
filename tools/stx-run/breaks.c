/* SPDX-License-Identifier: Apache-2.0
 *
 * breaks.c - where stx-run --interactive stops: before an instruction or the next one of a thread,
 * or after a line that has changed a register. */
#include <string.h>

#include "cli/cli.h"
#include "diag/out.h"
#include "number.h"
#include "run.h"
#include "softensix/isa.h"

enum { MOST_BREAKS = 16, NAME = 64 };

static struct {
    char text[NAME];
    const struct stx_insn *insn; /* NULL: a thread or a register */
    bool of_thread;
    uint32_t thread;
} breaks[MOST_BREAKS];
static unsigned count;

static void append(void *ctx, const char *text) {
    char *name = ctx;
    strncat(name, text, NAME - strlen(name) - 1);
}

/* True if it is the register, or one whose name begins with it: sem[1] and sem[1].value. */
static bool is_part_of(const char *text, const struct stx_item *item, uint32_t element) {
    char name[NAME] = "";
    struct out out = {append, name};
    size_t length = strlen(text);
    stx_out_element(&out, item, element);
    return !strncmp(name, text, length) && strchr(".[", name[length]);
}

static bool is_register(const char *text) {
    const struct stx_item *item;
    bool found = false;
    for (size_t i = 0; !found && (item = stx_item_at(i)) != NULL; i++) {
        for (uint32_t e = 0; e < item->count && !found; e++) {
            found = is_part_of(text, item, e);
        }
    }
    return found;
}

const char *break_add(const char *what) {
    if (count == MOST_BREAKS) {
        return "there are 16 breaks already";
    }
    breaks[count].of_thread = !strncmp(what, "thread ", 7) &&
                              number_read(what + 7, 10, STX_THREADS - 1, &breaks[count].thread);
    breaks[count].insn = cli_insn(what);
    if (!*what || strlen(what) >= NAME ||
        !(breaks[count].of_thread || breaks[count].insn || is_register(what))) {
        return "this is neither a mnemonic, a thread nor a register";
    }
    strcpy(breaks[count++].text, what);
    return NULL;
}

static bool stops_at(unsigned i, unsigned thread, uint32_t word) {
    return breaks[i].of_thread ? breaks[i].thread == thread
                               : breaks[i].insn && breaks[i].insn == stx_insn_of(word);
}

bool break_before(const char *text, unsigned thread) {
    static struct vec_line line;
    int first;
    line.wrong[0] = 0;
    strcpy(line.text, text);
    if (!vec_split(&line) || vec_list_line(&line, &thread, &first) != VEC_WORDS) {
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        for (int w = first; w < line.tokens; w++) {
            if (stops_at(i, thread, line.value[w])) {
                printf("break %s\n", breaks[i].text);
                return true;
            }
        }
    }
    return false;
}

/* The first changed register that a break watches. */
struct found {
    unsigned by; /* index of the break; count if there is none */
    const struct stx_item *item;
    uint32_t element, before, now;
};

static void look(void *ctx, const struct stx_item *item, uint32_t element, uint32_t before,
                 uint32_t now) {
    struct found *found = ctx;
    for (unsigned i = 0; i < count && found->by == count; i++) {
        if (!breaks[i].insn && !breaks[i].of_thread && is_part_of(breaks[i].text, item, element)) {
            *found = (struct found){i, item, element, before, now};
        }
    }
}

bool break_after(const struct stx_core *before, const struct stx_core *now) {
    struct found found = {.by = count};
    char name[NAME] = "";
    struct out out = {append, name};
    stx_diff(before, now, look, &found);
    if (found.by == count) {
        return false;
    }
    stx_out_element(&out, found.item, found.element);
    printf("break %s\n%s %0*x -> %0*x\n", breaks[found.by].text, name, 2 * found.item->size,
           (unsigned)found.before, 2 * found.item->size, (unsigned)found.now);
    return true;
}
