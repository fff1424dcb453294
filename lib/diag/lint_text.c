/* SPDX-License-Identifier: Apache-2.0
 *
 * lint_text.c - prints the lint's rules and findings in words, and what to add to correct each
 * one. */
#include "diag/out.h"
#include "isa/args.h"
#include "isa/operand_values.h"
#include "softensix/lint.h"

static const struct {
    const char *name, *reference, *text, *remedy;
    unsigned apart;
} rules[STX_LINTS] = {
#define LINT(name, reference, text, apart, remedy) {#name, reference, text, remedy, apart},
#include "softensix/lints.def"
#undef LINT
};

static bool is_rule(enum stx_lint_rule rule) {
    return (unsigned)rule < STX_LINTS;
}

const char *stx_lint_name(enum stx_lint_rule rule) {
    return is_rule(rule) ? rules[rule].name : "";
}

const char *stx_lint_text(enum stx_lint_rule rule) {
    return is_rule(rule) ? rules[rule].text : "";
}

const char *stx_lint_reference(enum stx_lint_rule rule) {
    return is_rule(rule) ? rules[rule].reference : "";
}

unsigned stx_lint_missing(const struct stx_lint_finding *finding) {
    unsigned apart = is_rule(finding->rule) ? rules[finding->rule].apart : 0;
    return apart > finding->between ? apart - finding->between : 0;
}

const char *stx_lint_remedy(enum stx_lint_rule rule) {
    return is_rule(rule) ? rules[rule].remedy : NULL;
}

static const char *semaphore_lacks(const struct stx_lint_finding *finding,
                                   const struct stx_args_STALLWAIT *a) {
    const struct stx_insn *insn = stx_insn_of(finding->first);
    if (!insn) {
        return NULL;
    }
    if (finding->rule == STX_LINT_SEMAPHORE_MATH && !(a->stall_res & p_stall_STALL_SYNC)) {
        return "STALL_SYNC to stall_res";
    }
    return insn->unit == STX_UNIT_SFPU   ? "WAIT_SFPU to wait_res"
           : insn->unit == STX_UNIT_PACK ? "PACK to wait_res"
                                         : "MATH to wait_res";
}

/* A wait for the right bank, which nevertheless was not enough, is asked about the bank before. */
static const char *bank_lacks(const struct stx_args_STALLWAIT *a, uint32_t valid) {
    bool holds = !a->stall_res || a->stall_res & p_stall_STALL_MATH;
    return holds && a->wait_res & valid ? "MATH to wait_res" : NULL;
}

const char *stx_lint_lacks(const struct stx_lint_finding *finding) {
    const struct stx_args_STALLWAIT a = fields_of_STALLWAIT(finding->stall);
    if (!finding->stall) {
        return NULL;
    }
    switch (finding->rule) {
    case STX_LINT_SEMAPHORE_MATH:
    case STX_LINT_SEMAPHORE_PACK:
        return semaphore_lacks(finding, &a);
    case STX_LINT_MOVD2A_BANK:
        return bank_lacks(&a, p_stall_SRCA_VLD);
    case STX_LINT_MOVD2B_BANK:
        return bank_lacks(&a, p_stall_SRCB_VLD);
    default:
        return NULL;
    }
}

static void tell_word(const struct out *out, uint32_t word, const char *where) {
    char text[256];
    stx_disasm(text, sizeof text, word);
    stx_out_string(out, "  ");
    stx_out_digits(out, word, 8);
    stx_out_string(out, " ");
    stx_out_string(out, text);
    stx_out_string(out, where ? "\n    at " : "");
    stx_out_string(out, where ? where : "");
    stx_out_string(out, "\n");
}

/* If there is a STALLWAIT between the two words, prints which bit it lacks. False if it lacks none.
 */
static bool tell_bit(const struct out *out, const struct stx_lint_finding *finding) {
    const char *lacks = stx_lint_lacks(finding);
    if (lacks) {
        stx_out_string(out, "  add: ");
        stx_out_string(out, lacks);
        stx_out_string(out, " of the STALLWAIT between them:\n");
        tell_word(out, finding->stall, NULL);
    }
    return lacks != NULL;
}

static void tell_remedy(const struct out *out, const struct stx_lint_finding *finding) {
    const char *remedy = stx_lint_remedy(finding->rule);
    unsigned missing = stx_lint_missing(finding);
    if (tell_bit(out, finding)) {
        return;
    }
    stx_out_string(out, "  add: ");
    if (missing) {
        stx_out_decimal(out, missing);
        stx_out_string(out, missing == 1 ? " instruction" : " instructions");
        stx_out_string(out, " between them, NOP or SFPNOP for example");
        stx_out_string(out, remedy ? ", or " : "");
    }
    stx_out_string(out, remedy ? remedy : "");
    stx_out_string(out, "\n");
}

void stx_lint_print(const struct stx_lint_finding *finding, stx_print print, void *ctx) {
    struct out out = {print, ctx};
    stx_out_string(&out, "lint: thread ");
    stx_out_decimal(&out, finding->thread);
    stx_out_string(&out, ": ");
    stx_out_string(&out, stx_lint_text(finding->rule));
    stx_out_string(&out, " (");
    stx_out_string(&out, stx_lint_name(finding->rule));
    stx_out_string(&out, ")");
    if (finding->times > 1) {
        stx_out_string(&out, ", ");
        stx_out_decimal(&out, finding->times);
        stx_out_string(&out, " times");
    }
    stx_out_string(&out, "\n");
    if (finding->first) {
        tell_word(&out, finding->first, finding->first_where);
        stx_out_string(&out, "  ... ");
        stx_out_decimal(&out, finding->between);
        stx_out_string(&out, finding->between == 1 ? " instruction\n" : " instructions\n");
    }
    if (finding->rule == STX_LINT_MOP_REWRITE) {
        stx_out_string(&out, "  store to ");
        stx_out_hex(&out, finding->second);
        stx_out_string(&out, "\n");
    } else {
        tell_word(&out, finding->second, finding->where);
    }
    tell_remedy(&out, finding);
}

void stx_lint_tell(const struct stx_lint *lint, stx_print print, void *ctx) {
    struct out out = {print, ctx};
    for (uint32_t i = 0; i < lint->kept_count; i++) {
        stx_lint_print(&lint->kept[i], print, ctx);
    }
    if (lint->more) {
        stx_out_string(&out, "lint: ");
        stx_out_decimal(&out, lint->more);
        stx_out_string(&out, " more findings of other words or places\n");
    }
}
