/* SPDX-License-Identifier: Apache-2.0
 *
 * lint.c - finds pairs of words that are too close together for silicon: accesses to Dst, source
 * banks, semaphores and the MOP's configuration. The rules are in softensix/lints.def. */
#include "diag/lint.h"
#include "softensix/softensix.h"

#include "core/mem.h"
#include "isa/lane_config.h"
#include "isa/operand_values.h"
#include "isa/vector_words.h"
#include "regs/cfg.h"

#define GAP 3u /* a read of Dst within this many words after the write is too early */

static void hear(struct stx_listener *self, struct stx_core *core, const struct stx_event *e);

bool stx_lint_init(struct stx_lint *lint, struct stx_core *core, stx_lint_callback report,
                   void *ctx) {
    stx_unlisten(core, &lint->listener);
    memset(lint, 0, sizeof *lint);
    lint->core = core;
    lint->report = report;
    for (unsigned t = 0; t != STX_THREADS; t++) {
        /* No word has waited for a bank yet. */
        lint->thread[t].bank[0].at = lint->thread[t].bank[1].at = 1;
    }
    lint->ctx = ctx;
    lint->listener.hear = hear;
    lint->listener.kinds = STX_HEAR(END) | STX_HEAR(ROWS) | STX_HEAR(LOAD) | STX_HEAR(STORE);
    stx_listen(core, &lint->listener);
    return stx_has_trace();
}

/* The conditions of STALLWAIT for SrcA and SrcB. */
static const uint16_t valid[] = {p_stall_SRCA_VLD, p_stall_SRCB_VLD};
static const uint16_t clear[] = {p_stall_SRCA_CLR, p_stall_SRCB_CLR};

static const struct stx_lint_event none;

/* After a wait for this unit, the rows that it has written are in Dst. */
static void forget_writes(struct stx_lint_thread *t, unsigned unit) {
    for (unsigned i = 0; i < 4; i++) {
        const struct stx_insn *insn = stx_insn_of(t->wrote[i].by.word);
        t->wrote[i].count = insn && insn->unit == unit ? 0 : t->wrote[i].count;
    }
}

static void note_stallwait(struct stx_lint_thread *t, uint32_t word) {
    const struct stx_args_STALLWAIT a = fields_of_STALLWAIT(word);
    uint32_t block = a.stall_res ? a.stall_res : p_stall_STALL_MATH;
    uint32_t until = a.wait_res ? a.wait_res : p_stall_PACK; /* no rule concerns other units */
    t->stall = (struct stx_lint_event){word, t->now, NULL};
    /* A wait for valid banks is void while the word that turns to them is in the FPU. Whatever the
     * wait for the FPU holds back, it holds later waits. */
    t->turning = until & p_stall_MATH ? 0 : t->turning;
    for (unsigned s = 0; s < 2 && block & p_stall_STALL_MATH; s++) {
        bool heard = until & valid[s] && !(t->turning >> s & 1u);
        t->bank[s] = heard ? none : t->bank[s];
        t->zeroed[s] = heard || until & clear[s] ? none : t->zeroed[s];
    }
    if (until & p_stall_MATH && block & p_stall_STALL_SFPU) {
        forget_writes(t, STX_UNIT_FPU);
    }
    if (until & p_stall_WAIT_SFPU && block & p_stall_STALL_MATH) {
        forget_writes(t, STX_UNIT_SFPU);
    }
    if (block & p_stall_STALL_SYNC) {
        t->math = until & p_stall_MATH ? none : t->math;
        t->sfpu = until & p_stall_WAIT_SFPU ? none : t->sfpu;
    }
    /* Any STALLWAIT that waits for the packer counts, whatever it holds back: kernels hold back the
     * ZEROACC that clears Dst, and the SEMGET that follows this ZEROACC waits with it. */
    t->pack = until & p_stall_PACK ? none : t->pack;
}

static bool overlap(const struct stx_lint_rows *a, const struct stx_lint_rows *b) {
    unsigned forth = (unsigned)(b->row - a->row) % STX_DST_ROWS;
    unsigned back = (unsigned)(a->row - b->row) % STX_DST_ROWS;
    return a->count && b->count && (forth < a->count || back < b->count);
}

/* The rule that is broken if the reader follows a writer of the same rows too early, or STX_LINTS
 * if the hardware holds the reader back. */
static enum stx_lint_rule rule_of(const struct stx_insn *writer, const struct stx_insn *reader) {
    bool vector = writer->unit == STX_UNIT_SFPU;
    if (reader->unit == STX_UNIT_SFPU) {
        return vector ? STX_LINTS : STX_LINT_DST_SFPLOAD;
    }
    if (vector) {
        return STX_LINT_DST_SFPSTORE;
    }
    return writer->care == STX_CARE_SLOW_DST && reader->care == STX_CARE_FREE_BANK
               ? STX_LINT_DST_MOVB2D
               : STX_LINTS;
}

static void check_rows(struct stx_lint *lint, unsigned thread, uint32_t word,
                       const struct stx_insn *insn) {
    struct stx_lint_thread *t = &lint->thread[thread];
    for (unsigned age = 1; age <= GAP; age++) {
        const struct stx_lint_rows *w = &t->wrote[(t->now - age) & 3u];
        if (w->by.at + age != t->now || !overlap(w, &lint->rows[0])) {
            continue;
        }
        enum stx_lint_rule rule = rule_of(stx_insn_of(w->by.word), insn);
        if (rule != STX_LINTS) {
            stx_lint_find(lint, thread, rule, &w->by, word);
            return;
        }
    }
}

/* MOVD2A and MOVD2B do not wait until the FPU owns their bank. They are safe after a word that
 * does, or after a STALLWAIT. Words that read a source after a ZEROSRC need a wait as well. */
static void check_sources(struct stx_lint *lint, unsigned thread, uint32_t word,
                          const struct stx_insn *insn) {
    static const uint32_t parts[] = {STX_PART_SRCA, STX_PART_SRCB};
    struct stx_lint_thread *t = &lint->thread[thread];
    for (unsigned s = 0; s < 2; s++) {
        bool moves = insn->care == STX_CARE_FREE_BANK && (insn->writes & parts[s]);
        bool reads = insn->waits <= STX_WAIT_BOTH && (insn->waits >> s & 1u);
        if (moves && t->bank[s].at) {
            stx_lint_find(lint, thread, s ? STX_LINT_MOVD2B_BANK : STX_LINT_MOVD2A_BANK,
                          &t->bank[s], word);
            t->bank[s] = none;
        }
        if (reads && t->zeroed[s].at) {
            stx_lint_find(lint, thread, STX_LINT_ZEROSRC_READ, &t->zeroed[s], word);
            t->zeroed[s] = none;
        }
        if (reads) {
            t->bank[s] = none;
            t->turning &= (uint8_t) ~(1u << s);
        }
    }
}

/* Checks rules that a single word can break. */
static void check_alone(struct stx_lint *lint, unsigned thread, uint32_t word,
                        const struct stx_insn *insn) {
    const struct stx_core *core = lint->core;
    uint32_t phase = lint->thread[thread].fidelity + cfg_FIDELITY_BASE_Phase(core, thread);
    bool wide = cfg_ALU_ACC_CTRL_Fp32_enabled(core, thread) ||
                cfg_ALU_ACC_CTRL_INT8_math_enabled(core, thread);
    if (insn->care == STX_CARE_PHASE_0 && (phase & 3u)) {
        stx_lint_find(lint, thread, STX_LINT_ELWADD_PHASE, &none, word);
    } else if (insn->care == STX_CARE_ARGMAX && fields_of_GMPOOL(word).max_pool_index_en && !wide) {
        stx_lint_find(lint, thread, STX_LINT_ARGMAX_DST16, &none, word);
    } else if (insn->care == STX_CARE_VC_IS_9 && vector_vc(word) != p_sfpu_LCONST_0) {
        stx_lint_find(lint, thread, STX_LINT_SFPMUL24_VC, &none, word);
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
    if (is_SEMPOST(word)) {
        check_event(lint, thread, STX_LINT_SEMAPHORE_MATH, &t->math, word);
        check_event(lint, thread, STX_LINT_SEMAPHORE_MATH, &t->sfpu, word);
    } else if (is_SEMGET(word)) {
        check_event(lint, thread, STX_LINT_SEMAPHORE_PACK, &t->pack, word);
    }
}

/* Remembers the word, because later words may form a pair with it. */
static void note(struct stx_lint *lint, unsigned thread, uint32_t word,
                 const struct stx_insn *insn) {
    struct stx_lint_thread *t = &lint->thread[thread];
    struct stx_lint_event event = {word, t->now, lint->core->place[thread]};
    struct stx_lint_rows *wrote = &t->wrote[t->now & 3u];
    *wrote = lint->rows[1];
    wrote->by = event;
    bool works = insn->unit == STX_UNIT_FPU && !is_ZEROACC(word); /* ZEROACC ends in its cycle */
    t->math = wrote->count && works ? event : t->math;
    t->sfpu = wrote->count && insn->unit == STX_UNIT_SFPU ? event : t->sfpu;
    t->pack = insn->unit == STX_UNIT_PACK && (insn->writes & STX_PART_L1) ? event : t->pack;
    const struct stx_args_ZEROSRC a = fields_of_ZEROSRC(word);
    bool of_unpackers = insn->care == STX_CARE_ZEROES_SOURCE && !a.write_mode && !a.bank_mask;
    for (unsigned s = 0; of_unpackers && s < 2; s++) {
        t->zeroed[s] = a.src_mask >> s & 1u ? event : t->zeroed[s];
    }
}

/* Remembers the state that the word has left, and notes which banks and bits it has changed. */
static void note_core(struct stx_lint *lint, unsigned thread, uint32_t word) {
    struct stx_lint_thread *t = &lint->thread[thread];
    const struct stx_core *core = lint->core;
    uint8_t backdoor = (uint8_t)(core->sfpu.lane_config[0] & LC_NO_BACKDOOR);
    const uint8_t bank[] = {core->srca.fpu_bank, core->srcb.fpu_bank};
    t->flipped = is_SFPCONFIG(word) && backdoor != t->backdoor;
    t->backdoor = backdoor;
    for (unsigned s = 0; s < 2; s++) {
        if (bank[s] != t->fpu_bank[s]) {
            t->bank[s] = (struct stx_lint_event){word, t->now, core->place[thread]};
            t->turning |= (uint8_t)(1u << s);
        }
        t->fpu_bank[s] = bank[s];
    }
    t->fidelity = core->rwc[thread].fidelity;
    t->last = word;
    t->last_where = core->place[thread];
    if (is_MOP(core->front[thread].offered)) {
        memcpy(t->mop_cfg, core->front[thread].mop_cfg, sizeof t->mop_cfg);
        t->mop = (struct stx_lint_event){core->front[thread].offered, t->now, core->place[thread]};
    }
}

void stx_lint_forget(struct stx_lint *lint, unsigned thread) {
    if (thread < STX_THREADS) {
        lint->thread[thread].last = 0;
    }
}

/* Kernels may store to the configuration of the MOP through a pointer (TENSIX_MOP_CFG_BASE), which
 * nobody tells. The change is noticed at the thread's next word or access. */
static void check_mop_words(struct stx_lint *lint, unsigned thread) {
    struct stx_lint_thread *t = &lint->thread[thread];
    const uint32_t *now = lint->core->front[thread].mop_cfg;
    for (unsigned i = 0; i < STX_MOP_WORDS && t->mop.at; i++) {
        if (now[i] != t->mop_cfg[i]) {
            check_event(lint, thread, STX_LINT_MOP_REWRITE, &t->mop, STX_MOP_WINDOW + 4u * i);
        }
    }
}

static void end_word(struct stx_lint *lint, unsigned thread, uint32_t word) {
    const struct stx_insn *insn = stx_insn_of(word);
    if (!insn) {
        return;
    }
    check_mop_words(lint, thread);
    lint->thread[thread].now++;
    check_rows(lint, thread, word, insn);
    check_sources(lint, thread, word, insn);
    check_alone(lint, thread, word, insn);
    stx_lint_sfpu(lint, thread, word);
    check_semaphores(lint, thread, word);
    note(lint, thread, word, insn);
    if (is_STALLWAIT(word)) {
        note_stallwait(&lint->thread[thread], word);
    }
    note_core(lint, thread, word);
    lint->rows[0].count = lint->rows[1].count = 0;
}

void stx_lint_sync(struct stx_lint *lint, unsigned thread) {
    if (thread < STX_THREADS) {
        struct stx_lint_thread *t = &lint->thread[thread];
        check_mop_words(lint, thread);
        t->mop = t->math = t->sfpu = t->pack = none;
        t->turning = 0;
        forget_writes(t, STX_UNIT_FPU);
        forget_writes(t, STX_UNIT_SFPU);
    }
}

static void access(struct stx_lint *lint, unsigned thread, uint32_t address, bool write) {
    if (write && address >= STX_MOP_WINDOW && address < STX_MOP_WINDOW + 4u * STX_MOP_WORDS) {
        check_event(lint, thread, STX_LINT_MOP_REWRITE, &lint->thread[thread].mop, address);
    } else if (!write &&
               (address == STX_PC_BUFFER_WINDOW + 4u || address == STX_PC_BUFFER_WINDOW + 8u)) {
        stx_lint_sync(lint, thread);
    }
}

static void hear_rows(struct stx_lint *lint, const struct stx_event *e) {
    for (unsigned write = 0; write < 2; write++) {
        if (e->value >> write & 1u) {
            lint->rows[write] = (struct stx_lint_rows){.row = (uint16_t)(e->first % STX_DST_ROWS),
                                                       .count = (uint16_t)e->count};
        }
    }
}

static void hear(struct stx_listener *self, struct stx_core *core, const struct stx_event *e) {
    struct stx_lint *lint = (struct stx_lint *)self;
    (void)core;
    if (e->thread >= STX_THREADS) {
        return;
    }
    if (e->kind == STX_EVENT_END) {
        end_word(lint, e->thread, e->word);
    } else if (e->part == STX_PART_DST) {
        hear_rows(lint, e);
    } else {
        access(lint, e->thread, e->first, e->kind == STX_EVENT_STORE);
    }
}

uint32_t stx_lint_total(const struct stx_lint *lint) {
    uint32_t sum = 0;
    for (unsigned i = 0; i < STX_LINTS; i++) {
        sum += lint->found[i];
    }
    return sum;
}
