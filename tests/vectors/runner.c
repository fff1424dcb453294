/* SPDX-License-Identifier: Apache-2.0
 *
 * runner.c - runs the golden-vector files that a list names: runner list [side]. Last line "N
 * passed, N failed, N skipped"; exit status 1 if a case failed, 2 if a file is not one. A case that
 * meets an instruction or mode that is not implemented is skipped, and its mnemonic is named. The
 * vectors come from the simulator, whose side is taken of every departure; with "silicon" the other
 * one, and a case that differs is listed and not counted as failed if a word of it came by a
 * departure; with "strict" silicon's too, for vectors that are silicon's, and a difference is one.
 */
#include <stdlib.h>
#include <string.h>

#include "printable.h"
#include "softensix/isa.h"
#include "vectors/vec.h"

#define FAILURES_PRINTED 20u

struct counts {
    unsigned passed, failed, skipped, differing;
};

static struct vec_state init, got, want;
static uint8_t l1_before[VEC_L1_BYTES], l1_got[VEC_L1_BYTES], l1_want[VEC_L1_BYTES];
static struct stx_fault fault;
static unsigned words_run; /* by this case; one that runs none checks nothing */
static unsigned skipped_by_opcode[256], differing_by_departure[STX_DEPARTURES];
static enum stx_side side = STX_SIDE_SIMULATOR;
static bool strict;

static enum stx_verdict on_fault(void *ctx, const struct stx_fault *f) {
    (void)ctx;
    if (fault.kind == STX_FAULT_NONE) {
        fault = *f;
    }
    return STX_STOP;
}

static void copy_state(struct vec_state *to, const struct vec_state *from) {
    to->core = from->core;
    to->core.l1 = to->l1;
    memset(to->l1, 0, to->l1_used);
    memcpy(to->l1, from->l1, from->l1_used);
    to->l1_used = from->l1_used;
    memcpy(to->stall, from->stall, sizeof to->stall);
}

/* A case that differs where silicon's side was taken: which departures were met? */
static bool departs_from_simulator(const char *name) {
    bool met = false;
    for (unsigned d = 0; side == STX_SIDE_SILICON && d < STX_DEPARTURES; d++) {
        if (stx_departure_count(&got.core, (enum stx_departure)d)) {
            printf("differs: %s: %s\n", name, stx_departure_name((enum stx_departure)d));
            differing_by_departure[d]++;
            met = true;
        }
    }
    return met;
}

static void judge(struct counts *n, const char *name) {
    bool print = n->failed < FAILURES_PRINTED;
    if (fault.kind == STX_FAULT_UNIMPLEMENTED) {
        got.l1_used = VEC_L1_BYTES;
        skipped_by_opcode[fault.word >> 24]++;
        n->skipped++;
        return;
    }
    bool bad = fault.kind != STX_FAULT_NONE;
    if (bad && print) {
        char text[200];
        stx_disasm(text, sizeof text, fault.word);
        printf("    %s: %s\n", text, fault.what);
    }
    if (!bad && side == STX_SIDE_SILICON && !strict && vec_compare(&got, &want, false) &&
        departs_from_simulator(name)) {
        n->differing++;
    } else if (bad || vec_compare(&got, &want, print)) {
        if (print) {
            printf("FAIL %s\n", name);
        }
        n->failed++;
    } else {
        n->passed++;
    }
    /* What a wrong or faulting run left behind must not reach the next case. */
    got.l1_used =
        n->failed || n->differing || fault.kind != STX_FAULT_NONE ? VEC_L1_BYTES : want.l1_used;
}

/* Words for a thread. */
static bool offer(struct vec_line *line) {
    unsigned thread = 0;
    bool good = vec_words(line, &thread);
    for (int i = 2; good && i < line->tokens && fault.kind == STX_FAULT_NONE; i++) {
        vec_queue_offer(&got.core, thread, line->value[i]);
    }
    words_run += good;
    return good;
}

enum section { OUTSIDE, BEFORE, RUN, EXPECT };

/* The keywords that divide a case, each with the section in which it stands and its values. */
static bool divides(struct vec_line *line, const char *keyword, enum section section,
                    enum section there, int values) {
    return !strcmp(line->token[0], keyword) && section == there && vec_has(line, values);
}

static void begin_case(const char *name, char *kept) {
    static const struct stx_port port = {.fault = on_fault};
    snprintf(kept, 200, "%.199s", printable(name));
    vec_baseline(&init, &port);
    stx_departure_set_all(&init.core, side);
    vec_queue_clear();
    memset(&fault, 0, sizeof fault);
}

static bool state_line(struct vec_line *line, enum section section) {
    if (section == OUTSIDE) {
        return vec_wrong(line, 0, "makes no sense here");
    }
    return vec_apply(section == BEFORE ? &init : section == RUN ? &got : &want, line);
}

/* Handles one line; false, and the line is wrong, if it has no place there. */
static bool handle(struct vec_line *line, enum section *section, char *name, struct counts *n) {
    if (divides(line, "case", *section, OUTSIDE, 1)) {
        begin_case(line->token[1], name);
        *section = BEFORE;
    } else if (divides(line, "run", *section, BEFORE, 0)) {
        copy_state(&got, &init);
        words_run = 0;
        *section = RUN;
    } else if (divides(line, "expect", *section, RUN, 0)) {
        if (words_run == 0) {
            return vec_wrong(line, 0, "checks nothing, for no word ran before it");
        }
        vec_queue_idle(&got.core);
        copy_state(&want, &init);
        *section = EXPECT;
    } else if (divides(line, "end", *section, EXPECT, 0)) {
        judge(n, name);
        *section = OUTSIDE;
    } else if (!line->wrong[0] && *section == RUN && !strcmp(line->token[0], "x")) {
        return offer(line);
    } else {
        return !line->wrong[0] && state_line(line, *section);
    }
    return true;
}

static bool tell_wrong(const char *path, const struct vec_line *line) {
    printf("%s:%u: \"%s\" %s\n", path, line->number, printable(line->wrong_word), line->wrong);
    return false;
}

/* The cases of a file; false, with a sentence, if it is not a file of cases. */
static bool run_cases(FILE *file, const char *path, struct counts *n) {
    static struct vec_line line;
    char name[200] = "";
    enum section section = OUTSIDE;
    line.number = 0;
    while (vec_read(file, &line)) {
        if (line.wrong[0] || !handle(&line, &section, name, n)) {
            return tell_wrong(path, &line);
        }
    }
    if (section != OUTSIDE) {
        printf("%s: the last case has no \"end\"\n", path);
    } else if (n->passed + n->failed + n->skipped + n->differing == 0) {
        printf("%s: no case in this file\n", path);
        return false;
    }
    return section == OUTSIDE;
}

/* False if the file cannot be read or is not one. */
static bool run_file(const char *path, struct counts *total) {
    struct counts n = {0, 0, 0, 0};
    FILE *file = fopen(path, "r");
    if (!file) {
        printf("%s: cannot be opened\n", path);
        return false;
    }
    bool good = run_cases(file, path, &n);
    fclose(file);
    printf("%s: %u passed, %u failed, %u skipped\n", path, n.passed, n.failed, n.skipped);
    total->passed += n.passed;
    total->failed += n.failed;
    total->skipped += n.skipped;
    total->differing += n.differing;
    return good;
}

static void print_skipped(void) {
    for (unsigned op = 0; op < 256; op++) {
        const struct stx_insn *insn = stx_insn_of(op << 24);
        if (skipped_by_opcode[op]) {
            printf("skipped %u: %s\n", skipped_by_opcode[op], insn ? insn->name : "?");
        }
    }
}

static void print_differing(unsigned cases) {
    printf("%u differ on silicon's side\n", cases);
    for (unsigned d = 0; d < STX_DEPARTURES; d++) {
        printf("  %u of them with %s\n", differing_by_departure[d],
               stx_departure_name((enum stx_departure)d));
    }
}

/* A list file names one vector file a line: command lines in QEMU are short. How many there are,
 * and in *malformed how many of them are no such files. */
static unsigned run_list(const char *path, struct counts *total, unsigned *malformed) {
    char name[300];
    unsigned files = 0;
    FILE *list = fopen(path, "r");
    while (list && fgets(name, sizeof name, list)) {
        name[strcspn(name, "\r\n")] = 0;
        *malformed += !run_file(name, total);
        files++;
    }
    if (list) {
        fclose(list);
    }
    return files;
}

/* The side that is taken: the second argument, if there is one. */
static bool read_side(int argc, char **argv) {
    const char *name = argc == 3 ? argv[2] : "simulator";
    strict = !strcmp(name, "strict");
    side = strict || !strcmp(name, "silicon") ? STX_SIDE_SILICON : STX_SIDE_SIMULATOR;
    return side == STX_SIDE_SILICON || !strcmp(name, "simulator");
}

int main(int argc, char **argv) {
    struct counts total = {0, 0, 0, 0};
    unsigned malformed = 0;
    init.l1 = l1_before;
    got.l1 = l1_got;
    want.l1 = l1_want;
    want.wanted = true;
    if (argc < 2 || argc > 3 || !read_side(argc, argv) ||
        run_list(argv[1], &total, &malformed) == 0) {
        printf("usage: runner list-of-vector-files [simulator|silicon|strict]\n");
        return 2;
    }
    print_skipped();
    if (side == STX_SIDE_SILICON && !strict) {
        print_differing(total.differing);
    }
    total.failed += malformed;
    printf("%u passed, %u failed, %u skipped\n", total.passed, total.failed, total.skipped);
    return malformed ? 2 : total.failed != 0;
}
