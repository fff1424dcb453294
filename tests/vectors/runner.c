/* SPDX-License-Identifier: Apache-2.0
 *
 * runner.c - runs the golden-vector files that a list names: runner list [silicon]. Last line "N
 * passed, N failed, N skipped". A case that meets an instruction or mode that is not implemented is
 * skipped, and its mnemonic is named. The vectors come from the simulator, whose side is taken of
 * every departure; with "silicon" the other one, and a case that differs is listed and not counted
 * as failed if a word of it came by a departure. */
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
    if (!bad && side == STX_SIDE_SILICON && vec_compare(&got, &want, false) &&
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

static void offer(const struct vec_line *line) {
    words_run += line->tokens > 2;
    for (int i = 2; i < line->tokens && fault.kind == STX_FAULT_NONE; i++) {
        vec_queue_offer(&got.core, vec_number(line, 1) % STX_THREADS, vec_number(line, i));
    }
}

enum section { OUTSIDE, BEFORE, RUN, EXPECT };

/* Handles one line; false if it has no place there. */
static bool handle(const struct vec_line *line, enum section *section, char *name,
                   struct counts *n) {
    static const struct stx_port port = {.fault = on_fault};
    const char *keyword = line->token[0];
    if (!strcmp(keyword, "case") && *section == OUTSIDE && line->tokens > 1) {
        snprintf(name, 200, "%.199s", printable(line->token[1]));
        vec_baseline(&init, &port);
        stx_departure_set_all(&init.core, side);
        vec_queue_clear();
        memset(&fault, 0, sizeof fault);
        *section = BEFORE;
    } else if (!strcmp(keyword, "run") && *section == BEFORE) {
        copy_state(&got, &init);
        words_run = 0;
        *section = RUN;
    } else if (!strcmp(keyword, "expect") && *section == RUN && words_run > 0) {
        vec_queue_idle(&got.core);
        copy_state(&want, &init);
        *section = EXPECT;
    } else if (!strcmp(keyword, "end") && *section == EXPECT) {
        judge(n, name);
        *section = OUTSIDE;
    } else if (!strcmp(keyword, "x") && *section == RUN) {
        offer(line);
    } else {
        return *section != OUTSIDE && vec_apply(*section == BEFORE ? &init
                                                : *section == RUN  ? &got
                                                                   : &want,
                                                line);
    }
    return true;
}

/* False if the file cannot be read or is not one. */
static bool run_file(const char *path, struct counts *total) {
    static struct vec_line line;
    char name[200] = "", keyword[40] = "";
    enum section section = OUTSIDE;
    struct counts n = {0, 0, 0, 0};
    FILE *file = fopen(path, "r");
    if (!file) {
        printf("%s: cannot be opened\n", path);
        return false;
    }
    line.number = 0;
    bool good = true;
    while (good && vec_read(file, &line)) {
        snprintf(keyword, sizeof keyword, "%s", line.token[0]);
        good = handle(&line, &section, name, &n);
    }
    fclose(file);
    if (!good || section != OUTSIDE) {
        bool idle = section == RUN && !strcmp(keyword, "expect");
        printf("%s:%u: %s \"%s\"\n", path, line.number,
               good   ? "file is cut short after"
               : idle ? "the case checks nothing, for no word ran before"
                      : "unknown or malformed line",
               printable(keyword));
        good = false;
    }
    if (good && n.passed + n.failed + n.skipped == 0) {
        printf("%s: no case in this file\n", path);
        good = false;
    }
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

/* A list file names one vector file a line: command lines in QEMU are short. */
static unsigned run_list(const char *path, struct counts *total) {
    char name[300];
    unsigned files = 0;
    FILE *list = fopen(path, "r");
    while (list && fgets(name, sizeof name, list)) {
        name[strcspn(name, "\r\n")] = 0;
        if (!run_file(name, total)) {
            total->failed++;
        }
        files++;
    }
    if (list) {
        fclose(list);
    }
    return files;
}

int main(int argc, char **argv) {
    struct counts total = {0, 0, 0, 0};
    init.l1 = l1_before;
    got.l1 = l1_got;
    want.l1 = l1_want;
    if (argc == 3 && !strcmp(argv[2], "silicon")) {
        side = STX_SIDE_SILICON;
    } else if (argc == 3 && strcmp(argv[2], "simulator")) {
        argc = 0;
    }
    if (argc < 2 || argc > 3 || run_list(argv[1], &total) == 0) {
        printf("usage: runner list-of-vector-files [silicon|simulator]\n");
        return 2;
    }
    print_skipped();
    if (side == STX_SIDE_SILICON) {
        print_differing(total.differing);
    }
    printf("%u passed, %u failed, %u skipped\n", total.passed, total.failed, total.skipped);
    return total.failed != 0;
}
