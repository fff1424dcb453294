/* SPDX-License-Identifier: Apache-2.0
 *
 * fault.c - the fault record, the rules and their policies. The names of rules are in
 * fault_names.c. */
#include "core/fault.h"

#include "core/running.h"
#include "softensix/softensix.h"

#if STX_TEXTS
#define TEXT(text) , text
#define TEXT_OF(rule) rules[rule].text
#else
#define TEXT(text)
#define TEXT_OF(rule) ""
#endif

static const struct {
    uint8_t kind, hard;
#if STX_TEXTS
    const char *text;
#endif
} rules[STX_RULES] = {
#define HARD(name, kind, reference, text) {STX_FAULT_##kind, 1 TEXT(text)},
#define RULE(name, kind, reference, text) {STX_FAULT_##kind, 0 TEXT(text)},
#include "softensix/rules.def"
#undef RULE
};

static void count(struct stx_core *core, enum stx_rule rule) {
    if (core->broken[rule] < UINT16_MAX) {
        core->broken[rule]++;
    }
}

static bool is_rule(enum stx_rule rule) {
    return (unsigned)rule < STX_RULES;
}

static bool is_thread(unsigned thread) {
    return thread < STX_THREADS;
}

static struct stx_fault fault_of(const struct stx_core *core, enum stx_rule rule, unsigned thread,
                                 uint32_t word, uint64_t detail) {
    const char *where = is_thread(thread) ? core->place[thread] : NULL;
    return (struct stx_fault){(enum stx_fault_kind)rules[rule].kind,
                              rule,
                              thread,
                              word,
                              (uint32_t)detail,
                              (uint32_t)(detail >> 32),
                              TEXT_OF(rule),
                              where};
}

static enum stx_verdict raise(struct stx_core *core, enum stx_rule rule, uint64_t detail) {
    struct stx_fault fault = fault_of(core, rule, core->now_thread, core->now_word, detail);
    if (core->first.kind == STX_FAULT_NONE) {
        core->first = fault;
    }
    if (!core->port.fault) {
        return STX_STOP;
    }
    struct running running = running_show(core);
    enum stx_verdict verdict = core->port.fault(core->port.ctx, &fault);
    running_hide(core, running);
    return verdict;
}

/* Asks the port what to do about a broken rule that its policy does not allow. */
static void decide(struct stx_core *core, enum stx_rule rule, uint64_t detail) {
    bool skip = core->policy[rule] == STX_POLICY_SKIP;
    core->verdict = (uint8_t)(skip ? STX_SKIP : raise(core, rule, detail));
}

enum stx_result stx_fail(struct stx_core *core, enum stx_rule rule, uint32_t detail) {
    count(core, rule);
    decide(core, rule, detail);
    return STX_FAULT;
}

enum stx_result stx_fail_l1(struct stx_core *core, uint64_t address) {
    count(core, STX_RULE_L1_RANGE);
    decide(core, STX_RULE_L1_RANGE, address);
    return STX_FAULT;
}

bool stx_allow(struct stx_core *core, enum stx_rule rule) {
    count(core, rule);
    if (core->policy[rule] == STX_POLICY_SILICON) {
        return true;
    }
    decide(core, rule, 0);
    return core->verdict == STX_CONTINUE;
}

void stx_raise(struct stx_core *core, enum stx_rule rule, unsigned thread, uint32_t detail) {
    if (!is_rule(rule)) {
        (void)stx_fail(core, STX_RULE_BAD_INDEX, rule);
        return;
    }
    uint32_t word = is_thread(thread) && core->front[thread].held ? core->front[thread].word : 0;
    count(core, rule);
    if (core->first.kind == STX_FAULT_NONE) {
        core->first = fault_of(core, rule, thread, word, detail);
    }
    core->given_up = rule == STX_RULE_DEADLOCK;
}

const struct stx_fault *stx_last_fault(const struct stx_core *core) {
    return &core->first;
}

void stx_clear_fault(struct stx_core *core) {
    core->first = (struct stx_fault){0};
}

static bool is_erratum(enum stx_erratum erratum) {
    return (unsigned)erratum < STX_ERRATA;
}

void stx_policy_set(struct stx_core *core, enum stx_rule rule, enum stx_policy policy) {
    if (!is_rule(rule) || (unsigned)policy > STX_POLICY_SKIP) {
        (void)stx_fail(core, STX_RULE_BAD_INDEX, is_rule(rule) ? (uint32_t)policy : (uint32_t)rule);
    } else if (!rules[rule].hard || policy != STX_POLICY_SILICON) {
        core->policy[rule] = (uint8_t)policy;
    }
}

enum stx_policy stx_policy_get(const struct stx_core *core, enum stx_rule rule) {
    return is_rule(rule) ? (enum stx_policy)core->policy[rule] : STX_POLICY_FAULT;
}

uint32_t stx_rule_count(const struct stx_core *core, enum stx_rule rule) {
    return is_rule(rule) ? core->broken[rule] : 0;
}

void stx_erratum_set(struct stx_core *core, enum stx_erratum erratum, bool modelled) {
    if (!is_erratum(erratum)) {
        (void)stx_fail(core, STX_RULE_BAD_INDEX, erratum);
        return;
    }
    uint32_t bit = 1u << erratum;
    core->errata_off = modelled ? core->errata_off & ~bit : core->errata_off | bit;
}

void stx_policy_set_all(struct stx_core *core, enum stx_policy policy) {
    for (unsigned r = 0; r < STX_RULES; r++) {
        stx_policy_set(core, (enum stx_rule)r, policy);
    }
}

const char *stx_rule_text(enum stx_rule rule) {
    return is_rule(rule) ? TEXT_OF(rule) : "";
}
