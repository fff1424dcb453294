/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_cycle.c - the cycles of the vector unit while SFPLOADMACRO sequences are under way (SPEC
 * 8.10, "One cycle").
 *
 * In a cycle the results of two-cycle operations arrive first. Then the operations that are due and
 * the thread's own word read the state from before the cycle. Results of operations that take one
 * cycle are written at once, but no operation of the same cycle reads them. The scheduled store
 * comes last, so that a load in the same cycle reads the old cells. */
#include "frontend/sfpu_schedule.h"

#include "core/fault.h"
#include "core/mem.h"
#include "frontend/execute.h"
#include "frontend/sfpu_rules.h"
#include "sfpu/load.h"
#include "sfpu/template.h"
#include "softensix/softensix.h"
#include "regs/registers.h"

#if STX_MACROS

/* The positions of the ring `pending` with waiting operations, and the position that is next. */
struct schedule {
    uint8_t waiting[UNIT_COUNT], head;
};

/* What will happen in a cycle. The plan is made before the cycle and changes nothing. */
struct plan {
    struct stx_sfpu_op due[UNIT_COUNT];
    bool is_due[UNIT_COUNT];
    bool left_out[UNIT_COUNT], own_left_out; /* true if a rule forbids it */
    bool own_follows;     /* the thread's own word schedules Simple or Round for the next cycle */
    struct schedule then; /* the schedule after the cycle */
};

struct cycle {
    const struct plan *plan;
    unsigned macro_thread; /* the thread whose configuration the operations use, before the cycle */
    uint32_t reg[STX_LREGS][STX_LANES]; /* before the cycle */
    struct stx_sfpu_issue before;
};

/* The waiting operations of all units, one bit for each of the next eight cycles. */
static uint32_t all_waiting(const uint8_t waiting[UNIT_COUNT]) {
    uint32_t all = 0;
    for (unsigned unit = 0; unit != UNIT_COUNT; unit++) {
        all |= waiting[unit];
    }
    return all;
}

/* True if a waiting operation counts instructions instead of cycles. Then all of them do. */
static bool counts_instructions(const struct stx_sfpu *s, const uint8_t waiting[UNIT_COUNT]) {
    for (unsigned unit = 0; unit < UNIT_COUNT; unit++) {
        SFPU_FOR_LANES(waiting[unit], when) {
            if (s->pending[unit][when].by_instruction) {
                return true;
            }
        }
    }
    return false;
}

/* Plans the cycle that follows a schedule, in which the thread may issue a word. */
static void plan_cycle(struct plan *p, const struct stx_sfpu *s, const struct schedule *now,
                       bool issues) {
    unsigned head = now->head;
    memset(p, 0, sizeof *p);
    p->then = *now;
    for (unsigned unit = 0; unit < UNIT_COUNT; unit++) {
        p->is_due[unit] = now->waiting[unit] >> head & 1u;
        p->due[unit] = s->pending[unit][head];
        p->then.waiting[unit] &= (uint8_t) ~(1u << head);
    }
    if (issues || !counts_instructions(s, p->then.waiting)) {
        p->then.head = (head + 1u) & 7u;
    }
}

/* Plans the cycle that follows what is scheduled now. */
static void plan_next(struct plan *p, const struct stx_sfpu *s, bool issues) {
    struct schedule now = {.head = s->head};
    memcpy(now.waiting, s->waiting, sizeof now.waiting);
    plan_cycle(p, s, &now, issues);
}

static void begin_cycle(struct stx_core *core, struct cycle *c, const struct plan *plan) {
    struct stx_sfpu *s = &core->sfpu;
    c->plan = plan;
    c->macro_thread = s->macro_thread;
    s->head = plan->then.head;
    memcpy(s->waiting, plan->then.waiting, sizeof s->waiting);
    memcpy(c->reg, s->lreg, sizeof c->reg);
    c->before = (struct stx_sfpu_issue){
        .reg = (const uint32_t(*)[STX_LANES])c->reg, .lanes = sfpu_enabled(core), .asked = true};
    sfpu_deliver_results(s);
    s->interlock = INTERLOCK_NONE;
}

static bool runs(const struct plan *c, unsigned unit) {
    return c->is_due[unit] && stx_vector_sub_unit(c->due[unit].word) != STX_SUB_ANY;
}

static bool to_lreg16(const struct plan *c, unsigned unit) {
    return c->due[unit].byte >> 6 & 1u;
}

/* True if an operation of Simple or Round other than SFPNOP waits for the next cycle. */
static bool simple_or_round_follows(const struct stx_sfpu *s, const struct schedule *then) {
    for (unsigned unit = UNIT_SIMPLE; unit <= UNIT_ROUND; unit += UNIT_ROUND - UNIT_SIMPLE) {
        if ((then->waiting[unit] >> then->head & 1u) &&
            stx_vector_sub_unit(s->pending[unit][then->head].word) != STX_SUB_ANY) {
            return true;
        }
    }
    return false;
}

/* True if two operations of the cycle would step the random number generator. */
static bool both_step_prng(const struct plan *c) {
    return stx_vector_steps_prng(c->due[UNIT_SIMPLE].word) &&
           stx_vector_steps_prng(c->due[UNIT_ROUND].word);
}

/* False for the combinations that Appendix D.2 calls undefined. */
static bool legal(const struct stx_sfpu *s, const struct plan *c) {
    bool both = runs(c, UNIT_SIMPLE) && runs(c, UNIT_ROUND);
    bool swap = runs(c, UNIT_SIMPLE) && stx_vector_is_slow(c->due[UNIT_SIMPLE].word);
    bool slow = swap || (runs(c, UNIT_ROUND) && stx_vector_is_slow(c->due[UNIT_ROUND].word));
    if (both && (to_lreg16(c, UNIT_SIMPLE) == to_lreg16(c, UNIT_ROUND) || both_step_prng(c))) {
        return false;
    }
    if (runs(c, UNIT_SIMPLE) && !stx_vector_row(c->due[UNIT_SIMPLE].word)->can_be_template) {
        return false;
    }
    return !(swap && runs(c, UNIT_MAD)) &&
           !(slow && (c->own_follows || simple_or_round_follows(s, &c->then)));
}

/* A word is dropped if a scheduled operation uses its sub-unit. */
static bool is_dropped(const struct plan *plan, uint32_t word) {
    unsigned unit = sfpu_unit_of(word);
    return unit < UNIT_COUNT && plan->is_due[unit];
}

/* Executes the thread's own word. */
static enum stx_result run_own(struct stx_core *core, unsigned thread, uint32_t word,
                               const struct cycle *c) {
    enum stx_result result = STX_FAULT;
    bool becomes_template = sfpu_is_template(core, word);
    if (is_dropped(c->plan, word)) {
        return STX_DONE;
    }
    core->sfpu.issue = &c->before;
    if (!c->plan->own_left_out) {
        result = becomes_template ? sfpu_store_template(core, thread, word)
                                  : execute_word(core, thread, word);
    }
    core->sfpu.issue = NULL;
    core->sfpu.interlock = becomes_template ? INTERLOCK_NONE : sfpu_interlock_of(word);
    return result;
}

static enum stx_result run_unit(struct stx_core *core, unsigned unit, const struct cycle *c) {
    const struct plan *p = c->plan;
    if (!p->is_due[unit] || p->left_out[unit]) {
        return p->left_out[unit] ? STX_FAULT : STX_DONE;
    }
    return sfpu_run_scheduled(core, c->macro_thread, &p->due[unit], unit, &c->before);
}

static enum stx_result worse(enum stx_result a, enum stx_result b) {
    return a == STX_DONE ? b : a;
}

/* Runs one cycle as planned. word is the thread's own word, or NULL if it issues none. */
static enum stx_result run_cycle(struct stx_core *core, unsigned thread, const uint32_t *word,
                                 const struct plan *plan) {
    struct stx_sfpu *s = &core->sfpu;
    enum stx_result result = STX_DONE;
    struct cycle c;
    begin_cycle(core, &c, plan);
    for (unsigned unit = UNIT_SIMPLE; unit <= UNIT_ROUND; unit++) {
        result = worse(result, run_unit(core, unit, &c));
    }
    if (word) {
        result = worse(result, run_own(core, thread, *word, &c));
    }
    result = worse(result, run_unit(core, UNIT_STORE, &c));
    bool under_way = all_waiting(s->waiting) || s->results;
    s->apart = (uint8_t)((s->apart & ~STX_APART_MACRO) | (under_way ? STX_APART_MACRO : 0));
    return result;
}

static struct sfpu_moment moment_now(const struct stx_core *core) {
    return (struct sfpu_moment){core->sfpu.depth, sfpu_enabled(core), true};
}

/* The moment after a cycle. It is not known which lanes will be enabled, so all are assumed to
 * be. */
static struct sfpu_moment moment_after(const struct plan *p, struct sfpu_moment now) {
    bool late = false;
    for (unsigned unit = UNIT_SIMPLE; unit <= UNIT_ROUND; unit++) {
        late |= runs(p, unit) && !p->left_out[unit] &&
                (unit == UNIT_MAD || stx_vector_is_slow(p->due[unit].word));
    }
    if (runs(p, UNIT_SIMPLE) && !p->left_out[UNIT_SIMPLE]) {
        now.depth = sfpu_depth_after(p->due[UNIT_SIMPLE].word, now.depth);
    }
    return (struct sfpu_moment){now.depth, SFPU_ALL_LANES, all_waiting(p->then.waiting) || late};
}

/* Checks the rules for a scheduled operation. True if it may execute. */
static bool may_execute(struct stx_core *core, const struct stx_sfpu_op *op,
                        const struct sfpu_moment *when) {
    struct sfpu_breaches found = {0};
    sfpu_find_scheduled(core, op, when, &found);
    return sfpu_let_pass(core, &found);
}

/* Checks all operations of a cycle and removes those that a rule forbids from the plan. True if a
 * fault stops the thread, so that the cycle must not run. If no thread can be stopped, the cycle
 * runs. */
static bool schedule_stops(struct stx_core *core, struct plan *p, const struct sfpu_moment *when,
                           bool can_stop) {
    bool stops = !legal(&core->sfpu, p) && !stx_allow(core, STX_RULE_SFPU_SCHEDULE) && can_stop &&
                 core->verdict == STX_STOP;
    for (unsigned unit = UNIT_SIMPLE; unit < UNIT_COUNT && !stops; unit++) {
        p->left_out[unit] = p->is_due[unit] && !may_execute(core, &p->due[unit], when);
        stops = p->left_out[unit] && can_stop && core->verdict == STX_STOP;
    }
    return stops;
}

/* The same for the thread's own word. */
static bool own_stops(struct stx_core *core, unsigned thread, uint32_t word, struct plan *p,
                      const struct sfpu_moment *when) {
    struct sfpu_breaches found = {0};
    if (is_dropped(p, word)) {
        return false;
    }
    sfpu_find_breaches(core, thread, word, when, &found);
    p->own_left_out = !sfpu_let_pass(core, &found);
    return p->own_left_out && core->verdict == STX_STOP;
}

/* True if a cycle without a word can change anything. */
static bool can_tick(const struct stx_sfpu *s) {
    uint32_t waiting = all_waiting(s->waiting);
    return s->results || (waiting >> s->head & 1u) ||
           (waiting && !counts_instructions(s, s->waiting));
}

/* No thread waits for the result, so operations that a rule forbids are left out and the others
 * run. */
void stx_settle(struct stx_core *core) {
    while (can_tick(&core->sfpu)) {
        struct sfpu_moment now = moment_now(core);
        struct plan plan;
        plan_next(&plan, &core->sfpu, false);
        (void)schedule_stops(core, &plan, &now, false);
        (void)run_cycle(core, core->sfpu.macro_thread, NULL, &plan);
    }
}

/* True if a cycle has to run before the word's own cycle, because the word waits for a result. */
static bool waits_a_cycle(const struct stx_core *core, unsigned thread, uint32_t word) {
    return thread == core->sfpu.macro_thread && sfpu_must_wait(core->sfpu.interlock, word);
}

static enum stx_result run_sfpu_word(struct stx_core *core, unsigned thread, uint32_t word) {
    const bool waits = waits_a_cycle(core, thread, word);
    struct sfpu_moment when = moment_now(core);
    struct plan first, plan;
    if (waits) {
        plan_next(&first, &core->sfpu, false);
        if (schedule_stops(core, &first, &when, true)) {
            return STX_FAULT;
        }
        when = moment_after(&first, when);
        plan_cycle(&plan, &core->sfpu, &first.then, true);
    } else {
        plan_next(&plan, &core->sfpu, true);
    }
    plan.own_follows = sfpu_sequence_is_next(&core->sfpu, word);
    if (schedule_stops(core, &plan, &when, true) || own_stops(core, thread, word, &plan, &when)) {
        return STX_FAULT;
    }
    enum stx_result result = waits ? run_cycle(core, thread, NULL, &first) : STX_DONE;
    return worse(result, run_cycle(core, thread, &word, &plan));
}

/* A word of another unit is a cycle in which the thread issues no vector word. */
static enum stx_result run_other_word(struct stx_core *core, unsigned thread, uint32_t word) {
    struct sfpu_moment now = moment_now(core);
    struct plan plan;
    plan_next(&plan, &core->sfpu, false);
    if (schedule_stops(core, &plan, &now, true)) {
        return STX_FAULT;
    }
    enum stx_result result = execute_word(core, thread, word);
    if (result == STX_WAIT || (result == STX_FAULT && core->verdict == STX_STOP)) {
        return result;
    }
    return worse(result, run_cycle(core, thread, NULL, &plan));
}

static bool is_load_from_dst(uint32_t word) {
    const struct window *window =
        register_window(STX_REGISTER_WINDOW + 4 * fields_of_LOADREG(word).reg_addr);
    return is_LOADREG(word) && window && window->base == STX_DST_WINDOW;
}

/* A STALLWAIT and a LOADREG from Dst execute when the vector unit is idle, so scheduled operations
 * run first. To find out whether the word will execute at all, it is tried before them; a load,
 * which has then written its GPR too early, is repeated afterwards. */
static enum stx_result run_behind_all(struct stx_core *core, unsigned thread, uint32_t word) {
    enum stx_result result = execute_word(core, thread, word);
    if (result == STX_DONE) {
        stx_settle(core);
        result = is_load_from_dst(word) ? execute_word(core, thread, word) : result;
    }
    return result;
}

enum stx_result sfpu_cycle_word(struct stx_core *core, unsigned thread, uint32_t word) {
    if (stx_vector_sub_unit(word)) {
        return run_sfpu_word(core, thread, word);
    }
    if (thread != core->sfpu.macro_thread) {
        return execute_word(core, thread, word);
    }
    if (is_STALLWAIT(word) || is_load_from_dst(word)) {
        return run_behind_all(core, thread, word);
    }
    return run_other_word(core, thread, word);
}
#else
void stx_settle(struct stx_core *core) {
    (void)core;
}

enum stx_result sfpu_cycle_word(struct stx_core *core, unsigned thread, uint32_t word) {
    return execute_word(core, thread, word);
}
#endif
