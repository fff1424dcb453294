/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_cycle.c - cycles, while SFPLOADMACRO sequences are under way (SPEC 8.10, "One cycle").
 *
 * A cycle: results of two-cycle operations arrive; operations that are due and the thread's word
 * all read the state before the cycle; operations of one cycle write at once, which no reader of
 * this cycle sees; the scheduled store comes last, so that a load beside it finds the old cells. */
#include "frontend/sfpu_schedule.h"

#include "core/mem.h"
#include "execute/execute.h"
#include "sfpu/template.h"
#include "softensix/softensix.h"
#include "windows/registers.h"

#if STX_MACROS

struct cycle {
    struct stx_sfpu_op due[UNIT_COUNT];
    bool is_due[UNIT_COUNT];
    uint32_t reg[STX_LREGS][STX_LANES]; /* before the cycle */
    struct stx_sfpu_issue before;
};

/* Takes the operations that are due off the schedule. */
static void take_due(struct stx_sfpu *s, struct cycle *c) {
    for (unsigned unit = 0; unit < UNIT_COUNT; unit++) {
        uint8_t now = (uint8_t)(1u << s->head);
        c->is_due[unit] = s->waiting[unit] & now;
        c->due[unit] = s->pending[unit][s->head];
        s->waiting[unit] &= (uint8_t)~now;
    }
}

/* Of all units: a bit for each of the next eight cycles. */
static uint32_t all_waiting(const struct stx_sfpu *s) {
    uint32_t all = 0;
    for (unsigned unit = 0; unit != UNIT_COUNT; unit++) {
        all |= s->waiting[unit];
    }
    return all;
}

/* Does a waiting operation count instructions instead of cycles? Then all of them do. */
static bool counts_instructions(const struct stx_sfpu *s) {
    for (unsigned unit = 0; unit < UNIT_COUNT; unit++) {
        SFPU_FOR_LANES(s->waiting[unit], when) {
            if (s->pending[unit][when].by_instruction) {
                return true;
            }
        }
    }
    return false;
}

static void deliver_results(struct stx_sfpu *s) {
    for (unsigned i = 0; i < s->results; i++) {
        const struct stx_sfpu_result *r = &s->result[i];
        SFPU_FOR_LANES(r->lanes, lane) {
            s->lreg[r->lreg[lane]][lane] = r->value[lane];
        }
    }
    s->results = 0;
}

static void begin_cycle(struct stx_core *core, struct cycle *c, bool issues) {
    struct stx_sfpu *s = &core->sfpu;
    take_due(s, c);
    if (issues || !counts_instructions(s)) {
        s->head = (s->head + 1u) & 7u;
    }
    memcpy(c->reg, s->lreg, sizeof c->reg);
    c->before = (struct stx_sfpu_issue){.reg = (const uint32_t(*)[STX_LANES])c->reg,
                                        .lanes = sfpu_enabled(core)};
    deliver_results(s);
    s->interlock = INTERLOCK_NONE;
}

static bool runs(const struct cycle *c, unsigned unit) {
    return c->is_due[unit] && stx_vector_sub_unit(c->due[unit].word) != STX_SUB_ANY;
}

static bool to_lreg16(const struct cycle *c, unsigned unit) {
    return c->due[unit].byte >> 6 & 1u;
}

/* Waits in the next cycle: an operation of Simple or Round that is not SFPNOP. */
static bool simple_or_round_follows(const struct stx_sfpu *s) {
    for (unsigned unit = UNIT_SIMPLE; unit <= UNIT_ROUND; unit += UNIT_ROUND - UNIT_SIMPLE) {
        if ((s->waiting[unit] >> s->head & 1u) &&
            stx_vector_sub_unit(s->pending[unit][s->head].word) != STX_SUB_ANY) {
            return true;
        }
    }
    return false;
}

/* Two generators of random numbers in one cycle. */
static bool both_step_prng(const struct cycle *c) {
    return stx_vector_steps_prng(c->due[UNIT_SIMPLE].word) &&
           stx_vector_steps_prng(c->due[UNIT_ROUND].word);
}

/* The combinations that Appendix D.2 calls undefined. */
static bool legal(const struct stx_sfpu *s, const struct cycle *c) {
    bool both = runs(c, UNIT_SIMPLE) && runs(c, UNIT_ROUND);
    bool swap = runs(c, UNIT_SIMPLE) && stx_vector_holds_next(c->due[UNIT_SIMPLE].word);
    bool slow = swap || (runs(c, UNIT_ROUND) && stx_vector_holds_next(c->due[UNIT_ROUND].word));
    if (both && (to_lreg16(c, UNIT_SIMPLE) == to_lreg16(c, UNIT_ROUND) || both_step_prng(c))) {
        return false;
    }
    if (runs(c, UNIT_SIMPLE) && !stx_vector_row(c->due[UNIT_SIMPLE].word)->can_be_template) {
        return false;
    }
    return !(swap && runs(c, UNIT_MAD)) && !(slow && simple_or_round_follows(s));
}

/* The thread's own word; dropped if a scheduled operation has its unit. */
static enum stx_result run_own(struct stx_core *core, unsigned thread, uint32_t word,
                               const struct cycle *c) {
    unsigned unit = sfpu_unit_of(word);
    if (unit < UNIT_COUNT && c->is_due[unit]) {
        return STX_DONE;
    }
    if (sfpu_is_template(core, word)) {
        return sfpu_store_template(core, thread, word);
    }
    core->sfpu.issue = &c->before;
    enum stx_result result = execute_word(core, thread, word);
    core->sfpu.issue = NULL;
    core->sfpu.interlock = sfpu_interlock_of(word);
    return result;
}

static enum stx_result run_unit(struct stx_core *core, unsigned unit, const struct cycle *c) {
    if (!c->is_due[unit]) {
        return STX_DONE;
    }
    return sfpu_run_scheduled(core, core->sfpu.macro_thread, &c->due[unit], unit, &c->before);
}

static enum stx_result worse(enum stx_result a, enum stx_result b) {
    return a == STX_DONE ? b : a;
}

/* One cycle; word is the thread's own, NULL if it issues none. */
static enum stx_result run_cycle(struct stx_core *core, unsigned thread, const uint32_t *word) {
    struct stx_sfpu *s = &core->sfpu;
    enum stx_result result = STX_DONE;
    struct cycle c;
    begin_cycle(core, &c, word);
    if (!legal(s, &c) && !stx_allow(core, STX_RULE_SFPU_SCHEDULE)) {
        result = STX_FAULT;
    }
    for (unsigned unit = UNIT_SIMPLE; unit <= UNIT_ROUND; unit++) {
        result = worse(result, run_unit(core, unit, &c));
    }
    if (word) {
        result = worse(result, run_own(core, thread, *word, &c));
    }
    result = worse(result, run_unit(core, UNIT_STORE, &c));
    s->macro_live = all_waiting(s) || s->results;
    return result;
}

/* Can a cycle without a word change anything? */
static bool can_tick(const struct stx_sfpu *s) {
    uint32_t waiting = all_waiting(s);
    return s->results || (waiting >> s->head & 1u) || (waiting && !counts_instructions(s));
}

void stx_settle(struct stx_core *core) {
    while (can_tick(&core->sfpu)) {
        (void)run_cycle(core, core->sfpu.macro_thread, NULL);
    }
}

static enum stx_result run_sfpu_word(struct stx_core *core, unsigned thread, uint32_t word) {
    enum stx_result result = STX_DONE;
    if (thread == core->sfpu.macro_thread && sfpu_must_wait(core->sfpu.interlock, word)) {
        result = run_cycle(core, thread, NULL);
    }
    return worse(result, run_cycle(core, thread, &word));
}

/* STALLWAIT, and a LOADREG from Dst: both find the vector unit idle. */
static bool waits_for_sfpu(uint32_t word) {
    const struct window *window =
        register_window(STX_REGISTER_WINDOW + ((word << 2) & REGISTERS_MASK));
    return word_opcode(word) == STX_OP_STALLWAIT ||
           (word_opcode(word) == STX_OP_LOADREG && window && window->base == STX_DST_WINDOW);
}

enum stx_result sfpu_cycle_word(struct stx_core *core, unsigned thread, uint32_t word) {
    if (stx_vector_sub_unit(word)) {
        return run_sfpu_word(core, thread, word);
    }
    if (thread == core->sfpu.macro_thread && waits_for_sfpu(word)) {
        stx_settle(core);
    }
    enum stx_result result = execute_word(core, thread, word);
    if (thread == core->sfpu.macro_thread && result == STX_WAIT) {
        stx_settle(core);
    } else if (thread == core->sfpu.macro_thread && core->sfpu.macro_live) {
        result = worse(result, run_cycle(core, thread, NULL));
    }
    return result;
}
#else
void stx_settle(struct stx_core *core) {
    (void)core;
}

enum stx_result sfpu_cycle_word(struct stx_core *core, unsigned thread, uint32_t word) {
    return execute_word(core, thread, word);
}
#endif
