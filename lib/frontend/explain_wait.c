/* SPDX-License-Identifier: Apache-2.0
 *
 * explain_wait.c - explains what a blocked word waits for. */
#include "core/text.h"
#include "isa/args.h"
#include "isa/operand_values.h"
#include "regs/src.h"
#include "softensix/isa.h"
#include "softensix/softensix.h"

const char *stx_semaphore_name(unsigned index) {
    static const char *const names[STX_SEMAPHORES] = {
        "",          "MATH_PACK",   "UNPACK_TO_DEST",   "UNPACK_OPERAND_SYNC",
        "PACK_DONE", "UNPACK_SYNC", "UNPACK_MATH_DONE", "MATH_DONE"};
    return names[index % STX_SEMAPHORES];
}

static void explain_semaphores(struct text *t, const struct stx_core *core, uint32_t word) {
    const struct stx_args_SEMWAIT a = fields_of_SEMWAIT(word);
    const char *separator = "";
    for (unsigned i = 0; i != STX_SEMAPHORES; i++) {
        if (!(a.sem_sel >> i & 1u)) {
            continue;
        }
        stx_text_string(t, separator);
        stx_text_string(t, "semaphore ");
        stx_text_decimal(t, i);
        stx_text_string(t, i ? " " : "");
        stx_text_string(t, stx_semaphore_name(i));
        stx_text_string(t, " is ");
        stx_text_decimal(t, core->sem[i].value);
        stx_text_string(t, core->sem[i].initialised ? "" : ", never initialised");
        separator = ", ";
        if (a.wait_sem_cond & p_stall_STALL_ON_ZERO) {
            stx_text_string(t, ", waits while 0");
        }
        if (a.wait_sem_cond & p_stall_STALL_ON_MAX) {
            stx_text_string(t, ", waits while >= max ");
            stx_text_decimal(t, core->sem[i].max);
        }
    }
}

static void explain_bank(struct text *t, const char *source, const char *state, unsigned bank) {
    stx_text_string(t, source);
    stx_text_string(t, " bank ");
    stx_text_decimal(t, bank);
    stx_text_string(t, state);
}

static const char not_valid[] = " is not valid yet (its unpacker must set dvalid)";
static const char not_clear[] = " is still owned by the FPU (the math thread must clear dvalid)";

enum { MATH_THREAD = 1 };

/* The thread that clears banks waits for ever if it waits until one is clear. Whoever writes that
 * means the opposite condition, as an article on the FPU does (docs/SPEC-NOTES.md, STALLWAIT). */
static void explain_opposite(struct text *t, unsigned thread, const char *condition) {
    if (thread == MATH_THREAD) {
        stx_text_string(t, ", which this thread itself never does while it waits; ");
        stx_text_string(t, condition);
        stx_text_string(t, " waits for the opposite, that the FPU owns its bank");
    }
}

static void explain_stallwait(struct text *t, const struct stx_core *core, unsigned thread,
                              uint32_t word) {
    const uint32_t until = fields_of_STALLWAIT(word).wait_res;
    if ((until & p_stall_SRCA_CLR) && !src_free(&core->srca)) {
        explain_bank(t, "SrcA", not_clear, core->srca.unpack_bank);
        explain_opposite(t, thread, "SRCA_VLD");
    } else if ((until & p_stall_SRCB_CLR) && !src_free(&core->srcb)) {
        explain_bank(t, "SrcB", not_clear, core->srcb.unpack_bank);
        explain_opposite(t, thread, "SRCB_VLD");
    } else if ((until & p_stall_SRCA_VLD) && !src_ready(&core->srca)) {
        explain_bank(t, "SrcA", not_valid, core->srca.fpu_bank);
    } else {
        explain_bank(t, "SrcB", not_valid, core->srcb.fpu_bank);
    }
}

static void explain_mutex(struct text *t, const struct stx_core *core, uint32_t word) {
    uint32_t index = fields_of_ATGETM(word).mutex_index;
    stx_text_string(t, "mutex ");
    stx_text_decimal(t, index);
    if (index < STX_MUTEXES && core->mutex[index]) {
        stx_text_string(t, " is held by thread ");
        stx_text_decimal(t, core->mutex[index] - 1u);
    } else {
        stx_text_string(t, " does not exist");
    }
}

static void explain_unpacker(struct text *t, const struct stx_core *core, uint32_t word,
                             bool fpu_bank) {
    bool second = fields_of_UNPACR(word).unpack_block_selection;
    const struct stx_src *src = second ? &core->srcb : &core->srca;
    explain_bank(t, second ? "SrcB" : "SrcA", not_clear,
                 fpu_bank ? src->fpu_bank : src->unpack_bank);
}

static void explain_setdvalid(struct text *t, const struct stx_core *core, uint32_t word) {
    bool a = (fields_of_SETDVALID(word).setvalid & 1u) && !src_free(&core->srca);
    explain_bank(t, a ? "SrcA" : "SrcB", not_clear,
                 a ? core->srca.unpack_bank : core->srcb.unpack_bank);
}

static void explain_sources(struct text *t, const struct stx_core *core, unsigned waits) {
    if ((waits == STX_WAIT_SRCA || waits == STX_WAIT_BOTH) && !src_ready(&core->srca)) {
        explain_bank(t, "SrcA", not_valid, core->srca.fpu_bank);
    } else if ((waits == STX_WAIT_SRCB || waits == STX_WAIT_BOTH) && !src_ready(&core->srcb)) {
        explain_bank(t, "SrcB", not_valid, core->srcb.fpu_bank);
    } else {
        stx_text_string(t, "not waiting");
    }
}

static void explain(struct text *t, const struct stx_core *core, unsigned thread, uint32_t word,
                    unsigned waits) {
    switch (waits) {
    case STX_WAIT_SEMAPHORE:
        explain_semaphores(t, core, word);
        break;
    case STX_WAIT_STALL:
        explain_stallwait(t, core, thread, word);
        break;
    case STX_WAIT_MUTEX:
        explain_mutex(t, core, word);
        break;
    case STX_WAIT_BANK:
        explain_unpacker(t, core, word, false);
        break;
    case STX_WAIT_CLEARING:
        explain_unpacker(t, core, word, !fields_of_UNPACR_NOP(word).stall_clr_cntrl);
        break;
    case STX_WAIT_SETTING:
        explain_setdvalid(t, core, word);
        break;
    case STX_WAIT_FIFO:
        stx_text_string(t, "the FIFO in L1 is full or empty");
        break;
    case STX_WAIT_COMPARE:
        stx_text_string(t, "the word in L1 differs from the value compared with");
        break;
    default:
        explain_sources(t, core, waits);
    }
}

size_t stx_explain_wait(const struct stx_core *core, unsigned thread, uint32_t word, char *buf,
                        size_t size) {
    struct text t = {buf, size, 0};
    const struct stx_insn *insn = stx_insn_of(word);
    stx_text_string(&t, insn ? insn->name : "unknown");
    stx_text_string(&t, ": ");
    explain(&t, core, thread, word, insn ? insn->waits : STX_WAIT_NEVER);
    return t.length;
}

enum { UNPACK = 1, MATH = 2 };

static unsigned all_but(unsigned thread) {
    unsigned others = 0;
    for (unsigned t = 0; t != STX_THREADS; t++) {
        others |= t != thread ? 1u << t : 0u;
    }
    return others;
}

static unsigned stallwait_helpers(const struct stx_core *core, uint32_t word) {
    const uint32_t until = fields_of_STALLWAIT(word).wait_res;
    bool given_back = ((until & p_stall_SRCA_CLR) && !src_free(&core->srca)) ||
                      ((until & p_stall_SRCB_CLR) && !src_free(&core->srcb));
    bool valid = ((until & p_stall_SRCA_VLD) && !src_ready(&core->srca)) ||
                 ((until & p_stall_SRCB_VLD) && !src_ready(&core->srcb));
    return (given_back ? (unsigned)MATH : 0u) | (valid ? (unsigned)UNPACK : 0u);
}

static unsigned mutex_helpers(const struct stx_core *core, uint32_t index) {
    return index < STX_MUTEXES && core->mutex[index] ? 1u << (core->mutex[index] - 1u) : 0;
}

unsigned stx_wait_helpers(const struct stx_core *core, unsigned thread, uint32_t word) {
    const struct stx_insn *insn = stx_insn_of(word);
    unsigned others = all_but(thread);
    switch (insn ? insn->waits : STX_WAIT_NEVER) {
    case STX_WAIT_SEMAPHORE:
    case STX_WAIT_FIFO:
    case STX_WAIT_COMPARE:
        return others;
    case STX_WAIT_STALL:
        return stallwait_helpers(core, word) & others;
    case STX_WAIT_MUTEX:
        return mutex_helpers(core, fields_of_ATGETM(word).mutex_index) & others;
    case STX_WAIT_BANK:
    case STX_WAIT_CLEARING:
    case STX_WAIT_SETTING:
        return (unsigned)MATH & others;
    default:
        return (unsigned)UNPACK & others;
    }
}
