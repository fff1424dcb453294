/* SPDX-License-Identifier: Apache-2.0
 *
 * lint.c - schedules that go wrong on silicon: Dst, source banks, semaphores, MOP. */
#include "diag/lint.h"
#include "softensix/softensix.h"

#include "core/mem.h"
#include "isa/args.h"

#define GAP 3u         /* instructions between a write of Dst and its reader */
#define NO_BACKDOOR 2u /* LaneConfig, DISABLE_BACKDOOR_LOAD */
#define MOP_CFG_BASE 0xFFB80000u
#define PC_BUFFER_BASE 0xFFE80000u

bool stx_lint_init(struct stx_lint *lint, const struct stx_core *core, stx_lint_callback report,
                   void *ctx) {
    memset(lint, 0, sizeof *lint);
    lint->core = core;
    lint->report = report;
    for (unsigned t = 0; t < STX_THREADS; t++) {
        lint->thread[t].bank[0].at = lint->thread[t].bank[1].at = 1; /* nothing awaited yet */
    }
    lint->ctx = ctx;
    return stx_has_trace();
}

/* What a STALLWAIT holds back and what it waits for (SPEC 9). */
enum { BLOCK_SYNC = 1u << 1, BLOCK_MATH = 1u << 6, BLOCK_SFPU = 1u << 8 };
enum { WAIT_PACK = 1u << 3, WAIT_MATH = 1u << 4, WAIT_SRCA = 5u << 5, WAIT_SRCB = 5u << 6 };
enum { WAIT_SFPU = 1u << 11 };

enum { ZEROSRC_BOTH = 1u << 2, ZEROSRC_FPU = 1u << 3 }; /* banks; else the unpackers' */

static const struct stx_lint_event none;

static void forget_writes(struct stx_lint_thread *t) {
    for (unsigned i = 0; i < 4; i++) {
        t->wrote[i].count = 0;
    }
}

static void note_stallwait(struct stx_lint_thread *t, uint32_t word) {
    uint32_t block = word >> 15 & 0x1FFu, until = word & 0x7FFFu;
    block = block ? block : BLOCK_MATH;
    until = until ? until : 0x0Fu;
    for (unsigned s = 0; s < 2; s++) {
        if (until & (s ? WAIT_SRCB : WAIT_SRCA) && block & BLOCK_MATH) {
            t->bank[s] = t->zeroed[s] = none;
        }
    }
    if (until & WAIT_MATH && block & BLOCK_SFPU) {
        forget_writes(t);
    }
    if (block & BLOCK_SYNC) {
        t->math = until & WAIT_MATH ? none : t->math;
        t->sfpu = until & WAIT_SFPU ? none : t->sfpu;
    }
    /* Whatever it holds back: kernels clear Dst by a held ZEROACC first, SEMGET comes after it. */
    t->pack = until & WAIT_PACK ? none : t->pack;
}

static bool overlap(const struct stx_lint_rows *a, const struct stx_lint_rows *b) {
    unsigned forth = (unsigned)(b->row - a->row) % STX_DST_ROWS;
    unsigned back = (unsigned)(a->row - b->row) % STX_DST_ROWS;
    return a->count && b->count && (forth < a->count || back < b->count);
}

static void check_rows(struct stx_lint *lint, unsigned thread, uint32_t word) {
    struct stx_lint_thread *t = &lint->thread[thread];
    struct stx_lint_rows read = stx_lint_read(lint->core, thread, word, t->dst);
    bool sfpu = word_opcode(word) == STX_OP_SFPLOAD || word_opcode(word) == STX_OP_SFPLOADMACRO;
    for (unsigned age = 1; age <= GAP; age++) {
        const struct stx_lint_rows *w = &t->wrote[(t->now - age) & 3u];
        bool matters = sfpu || word_opcode(w->by.word) == STX_OP_MOVB2D;
        if (w->by.at + age == t->now && matters && overlap(w, &read)) {
            stx_lint_find(lint, thread, sfpu ? STX_LINT_DST_SFPLOAD : STX_LINT_DST_MOVB2D, &w->by,
                          word);
            return;
        }
    }
}

/* MOVD2A and MOVD2B do not wait for their bank themselves; what does has waited for them. */
static void check_sources(struct stx_lint *lint, unsigned thread, uint32_t word,
                          uint32_t properties) {
    struct stx_lint_thread *t = &lint->thread[thread];
    for (unsigned s = 0; s < 2; s++) {
        bool moves = word_opcode(word) == (s ? STX_OP_MOVD2B : STX_OP_MOVD2A);
        bool reads = properties & (s ? STX_P_WAITS_SRCB : STX_P_WAITS_SRCA);
        if (moves && t->bank[s].at) {
            stx_lint_find(lint, thread, s ? STX_LINT_MOVD2B_BANK : STX_LINT_MOVD2A_BANK,
                          &t->bank[s], word);
            t->bank[s] = none;
        }
        if (reads && t->zeroed[s].at) {
            stx_lint_find(lint, thread, STX_LINT_ZEROSRC_READ, &t->zeroed[s], word);
            t->zeroed[s] = none;
        }
        t->bank[s] = reads ? none : t->bank[s];
    }
}

static void check_event(struct stx_lint *lint, unsigned thread, enum stx_lint_rule rule,
                        struct stx_lint_event *event, uint32_t word) {
    if (event->at) {
        stx_lint_find(lint, thread, rule, event, word);
        *event = none;
    }
}

static void check_semaphores(struct stx_lint *lint, unsigned thread, uint32_t word) {
    struct stx_lint_thread *t = &lint->thread[thread];
    if (word_opcode(word) == STX_OP_SEMPOST) {
        check_event(lint, thread, STX_LINT_SEMAPHORE_MATH, &t->math, word);
        check_event(lint, thread, STX_LINT_SEMAPHORE_MATH, &t->sfpu, word);
    } else if (word_opcode(word) == STX_OP_SEMGET) {
        check_event(lint, thread, STX_LINT_SEMAPHORE_PACK, &t->pack, word);
    }
}

/* The word as the first of a pair. */
static void note(struct stx_lint *lint, unsigned thread, uint32_t word) {
    struct stx_lint_thread *t = &lint->thread[thread];
    struct stx_lint_event event = {word, t->now};
    struct stx_lint_rows *wrote = &t->wrote[t->now & 3u];
    *wrote = stx_lint_written(lint->core, thread, word, t->dst);
    wrote->by = event;
    t->math = wrote->count ? event : t->math;
    t->sfpu = word_opcode(word) == STX_OP_SFPSTORE ? event : t->sfpu;
    t->pack = word_opcode(word) == STX_OP_PACR ? event : t->pack;
    if (word_opcode(word) == STX_OP_ZEROSRC && !(word & (ZEROSRC_BOTH | ZEROSRC_FPU))) {
        t->zeroed[0] = word & 1u ? event : t->zeroed[0];
        t->zeroed[1] = word & 2u ? event : t->zeroed[1];
    }
}

/* Compares the core with how the word before left it. */
static void note_core(struct stx_lint *lint, unsigned thread, uint32_t word) {
    struct stx_lint_thread *t = &lint->thread[thread];
    const struct stx_core *core = lint->core;
    uint8_t backdoor = (uint8_t)(core->sfpu.lane_config[0] & NO_BACKDOOR);
    const uint8_t bank[2] = {core->srca.fpu_bank, core->srcb.fpu_bank};
    t->flipped = word_opcode(word) == STX_OP_SFPCONFIG && backdoor != t->backdoor;
    t->backdoor = backdoor;
    for (unsigned s = 0; s < 2; s++) {
        if (bank[s] != t->fpu_bank[s]) {
            t->bank[s] = (struct stx_lint_event){word, t->now};
        }
        t->fpu_bank[s] = bank[s];
    }
    t->dst = core->rwc[thread].dst;
    t->last = word;
    if (word_opcode(core->front[thread].offered) == STX_OP_MOP) {
        t->mop = (struct stx_lint_event){core->front[thread].offered, t->now};
    }
}

void stx_lint_word(void *ctx, unsigned thread, uint32_t word, enum stx_result result) {
    struct stx_lint *lint = ctx;
    if (result != STX_DONE || thread >= STX_THREADS) {
        return;
    }
    const struct stx_insn *insn = stx_insn_of(word);
    lint->thread[thread].now++;
    check_rows(lint, thread, word);
    check_sources(lint, thread, word, insn ? insn->properties : 0);
    stx_lint_sfpu(lint, thread, word);
    check_semaphores(lint, thread, word);
    note(lint, thread, word);
    if (word_opcode(word) == STX_OP_STALLWAIT) {
        note_stallwait(&lint->thread[thread], word);
    }
    note_core(lint, thread, word);
}

void stx_lint_sync(struct stx_lint *lint, unsigned thread) {
    if (thread < STX_THREADS) {
        struct stx_lint_thread *t = &lint->thread[thread];
        t->mop = t->math = t->sfpu = t->pack = none;
        forget_writes(t);
    }
}

void stx_lint_access(void *ctx, unsigned thread, uint32_t address, uint32_t value, bool write) {
    struct stx_lint *lint = ctx;
    (void)value;
    if (thread >= STX_THREADS) {
        return;
    }
    if (write && address >= MOP_CFG_BASE && address < MOP_CFG_BASE + 4u * STX_MOP_WORDS) {
        check_event(lint, thread, STX_LINT_MOP_REWRITE, &lint->thread[thread].mop, address);
    } else if (!write && (address == PC_BUFFER_BASE + 4u || address == PC_BUFFER_BASE + 8u)) {
        stx_lint_sync(lint, thread);
    }
}

uint32_t stx_lint_total(const struct stx_lint *lint) {
    uint32_t sum = 0;
    for (unsigned i = 0; i < STX_LINTS; i++) {
        sum += lint->found[i];
    }
    return sum;
}
