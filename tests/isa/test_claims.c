/* SPDX-License-Identifier: Apache-2.0
 *
 * What the rows of blackhole.def claim is what the bodies do: random words of every instruction on
 * random states. What changes is what the row names as written, and what matters - something is
 * perturbed, the word runs again, the rest is compared - is what it names as read. Neither more nor
 * less: what no run shows needs a reason (MAY_READ, MAY_WRITE). And words that are sure (SURE) end
 * with STX_DONE and call no callback. */
#include "frontend/execute.h"
#include "isa/claims.h"

enum { WITH_REASON = 500 };

static const char *part_name(uint32_t part) {
    static const char *const names[] = {
#define PART(name, bit, text) [bit] = #name,
#include "softensix/facts.def"
    };
    unsigned i = 0;
    while (part >> (i + 1)) {
        i++;
    }
    return names[i];
}

static void complain_parts(const struct stx_insn *insn, uint32_t parts, const char *what) {
    for (uint32_t rest = parts; rest; rest &= rest - 1) {
        printf("%s %s %s\n", insn->name, what, part_name(rest & -rest));
        test_bad = 1;
    }
}

/* Random noise once and for all: what is perturbed is copied from here, at a random shift. */
static struct lab noise;

static void perturb_piece(struct lab *lab, const struct piece *piece) {
    const struct stx_item *item = piece->item;
    if (item && random32() % 4 == 0) {
        randomize_element(lab, item, random32() % item->count);
    } else if (item && item->limit < UINT32_MAX) {
        randomize_piece(lab, piece);
    } else {
        uint32_t from = random32() % (sizeof noise.l1 - 4096u) & ~3u, n = piece->bytes;
        for (uint32_t at = 0; at < n; at += 4096u) {
            memcpy(bytes_of(lab, piece) + at, noise.l1 + from, n - at < 4096u ? n - at : 4096u);
        }
    }
}

/* Something else in items of these parts: in all of them, or in one out of two. */
static void perturb(struct lab *lab, uint32_t parts) {
    unsigned spare = random32() % 2;
    for (unsigned i = 0; i < piece_count; i++) {
        if ((pieces[i].part & parts) && !(spare && random32() % 2)) {
            perturb_piece(lab, &pieces[i]);
        }
    }
    keep_widths(&lab->core);
}

/* Parts in which two states differ. */
static uint32_t parts_changed(struct lab *a, struct lab *b) {
    uint32_t parts = 0;
    for (unsigned i = 0; i < piece_count; i++) {
        if (!(parts & pieces[i].part) && !equal(a, b, &pieces[i])) {
            parts |= pieces[i].part;
        }
    }
    return parts;
}

/* What runs have shown of an instruction. */
struct shown {
    uint32_t reads, writes;
    unsigned runs;
};

/* Does it matter to the word what these parts hold? */
static bool parts_matter(const struct stx_insn *insn, uint32_t word, uint32_t parts) {
    lab_copy(&twin, &base);
    perturb(&twin, parts);
    return twin_differs(insn, word);
}

/* The parts that no row claims are perturbed together, and one by one only if that mattered. */
static void show_reads(const struct stx_insn *insn, uint32_t word, struct shown *shown) {
    /* What is scheduled is not perturbed: most of it would be no schedule. No row reads it. */
    const uint32_t all = ((STX_PART_REPLAY << 1) - 1u) & ~(uint32_t)STX_PART_SCHEDULE;
    const uint32_t claimed = all & insn->reads & ~insn->may_read;
    uint32_t rest = all & ~claimed & ~shown->reads;
    uint32_t singly = claimed & ~shown->reads;
    if (rest && parts_matter(insn, word, rest)) {
        singly |= rest;
    }
    for (; singly; singly &= singly - 1) {
        uint32_t part = singly & -singly;
        if (parts_matter(insn, word, part)) {
            shown->reads |= part;
        }
    }
}

static bool all_shown(const struct stx_insn *insn, const struct shown *shown) {
    return shown->runs >= RUNS && !(insn->reads & ~insn->may_read & ~shown->reads) &&
           !(insn->writes & ~insn->may_write & ~shown->writes);
}

/* Is there more to look for? Where a row has a reason for what no run shows, more runs are to show
 * that it is so. */
static bool looks_on(const struct stx_insn *insn, const struct shown *shown, unsigned round) {
    bool has_reason = insn->may_read | insn->may_write;
    return goes_on(round, all_shown(insn, shown) && !(has_reason && round < WITH_REASON * factor));
}

static void show(const struct stx_insn *insn, struct shown *shown) {
    for (unsigned round = 0; looks_on(insn, shown, round); round++) {
        if (round % FRESH == 0) {
            random_lab(&base);
        }
        uint32_t word = random_word(insn);
        lab_copy(&after, &base);
        if (lab_run(&after, insn, word) == STX_DONE) {
            shown->runs++;
            shown->writes |= parts_changed(&base, &after);
            show_reads(insn, word, shown);
        }
    }
}

static void check_parts(const struct stx_insn *insn) {
    struct shown shown = {0, 0, 0};
    if (!insn->executes) {
        return;
    }
    show(insn, &shown);
    if (!shown.runs) {
        complain((uint32_t)insn->opcode << 24, "never runs", "");
    }
    complain_parts(insn, shown.reads & ~(insn->reads & ~insn->may_read), "reads and does not say:");
    complain_parts(insn, shown.writes & ~(insn->writes & ~insn->may_write),
                   "writes and does not say:");
    complain_parts(insn, insn->reads & ~shown.reads & ~insn->may_read, "says that it reads:");
    complain_parts(insn, insn->writes & ~shown.writes & ~insn->may_write, "says that it writes:");
    complain_parts(insn, insn->may_read & ~insn->reads, "may read what it does not read:");
    complain_parts(insn, insn->may_write & ~insn->writes, "may write what it does not write:");
}

TEST(a_row_names_the_parts_that_its_instruction_reads_and_writes) {
    each(check_parts);
}

static void check_columns(const struct stx_insn *insn) {
    CHECK(!insn->executes || insn->resource != STX_RESOURCE_UNKNOWN);
    CHECK(insn->executes || !(insn->reads | insn->writes | insn->waits | insn->care));
    CHECK((insn->sub_unit != STX_SUB_NONE) == (insn->unit == STX_UNIT_SFPU));
    CHECK((insn->resource == STX_RESOURCE_SFPU) == (insn->unit == STX_UNIT_SFPU));
}

TEST(every_instruction_that_runs_occupies_something) {
    each(check_columns);
}

/* Every rule is a fault. */
static unsigned calls;

static enum stx_verdict on_fault(void *ctx, const struct stx_fault *fault) {
    (void)ctx, (void)fault;
    calls++;
    return STX_SKIP;
}

static bool on_outside(void *ctx, unsigned thread, uint32_t address, uint32_t *value, bool write) {
    (void)ctx, (void)thread, (void)address, (void)value, (void)write;
    calls++;
    return true;
}

static void on_yield(void *ctx, unsigned thread) {
    (void)ctx, (void)thread;
    calls++;
}

static void check_sure_word(const struct stx_insn *insn, uint32_t bits) {
    uint32_t word = random_word(insn) & bits;
    lab_copy(&after, &base);
    stx_policy_set_all(&after.core, STX_POLICY_FAULT);
    after.core.port =
        (struct stx_port){.fault = on_fault, .outside = on_outside, .yield = on_yield};
    calls = 0;
    if (stx_issue(&after.core, random32() % STX_THREADS, word) != STX_DONE || calls) {
        complain(word, "is not sure:", calls ? "tells somebody" : "waits or faults");
    }
}

static void check_sure(const struct stx_insn *insn) {
    uint32_t bits = execute_sure_bits(execute_row_of(insn->opcode << 24));
    for (unsigned round = 0; bits && round < ROUNDS * factor; round++) {
        if (round % FRESH == 0) {
            random_lab(&base);
        }
        check_sure_word(insn, bits);
    }
}

TEST(sure_words_are_done_and_call_nobody) {
    each(check_sure);
}

int main(int argc, char **argv) {
    bool full = claims_begin(argc, argv);
    randomize(&noise, STX_PART_L1);
    RUN_IF(full, a_row_names_the_parts_that_its_instruction_reads_and_writes);
    RUN(every_instruction_that_runs_occupies_something);
    RUN_IF(EXECUTE_KNOWS_SURE, sure_words_are_done_and_call_nobody);
    return test_summary();
}
