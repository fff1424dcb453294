/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Results that come a cycle late: which words read them before they are there, and are not held
 * back. Every word of the vector unit in every mode, against the list of the vendor's page SFPMAD
 * (Blackhole), "Instruction scheduling". */
#include <string.h>

#include "heard.h"
#include "softensix/isa.h"
#include "softensix/lint.h"
#include "softensix/softensix.h"
#include "softensix/tti.h"
#include "test.h"

static struct stx_core core;
static struct stx_lint lint;
static struct stx_lint_finding last;
static unsigned found;

static void on_finding(void *ctx, const struct stx_lint_finding *finding) {
    bool late = finding->rule >= STX_LINT_SFPAND_VB && finding->rule <= STX_LINT_SFPSWAP_SOURCE;
    (void)ctx;
    if (late) {
        last = *finding;
        found++;
    }
}

static void two_words(uint32_t first, uint32_t second) {
    found = 0;
    stx_lint_init(&lint, &core, on_finding, NULL);
    heard_done(&core, &lint.listener, 1, first);
    heard_done(&core, &lint.listener, 1, second);
}

struct named {
    unsigned va, vb, vc, vd, mode;
};

static bool has_vd_on_top(const char *name) {
    return !strcmp(name, "SFPLOAD") || !strcmp(name, "SFPLOADI") || !strcmp(name, "SFPSTORE") ||
           !strcmp(name, "SFPLUT") || !strcmp(name, "SFPLOADMACRO");
}

static struct named decode(const char *name, uint32_t word) {
    struct named n = {word >> 16 & 15, word >> 12 & 15, word >> 8 & 15, word >> 4 & 15, word & 15};
    if (has_vd_on_top(name)) {
        n.vd = word >> 20 & 15;
        n.mode = word >> 16 & 15;
    }
    return n;
}

/* The registers that the word reads and the hardware does not see, one bit each. */
static uint32_t unseen(const char *name, const struct named *n) {
    if (!strcmp(name, "SFPAND") || !strcmp(name, "SFPOR")) {
        return n->mode & 1 ? 1u << n->vb : 0; /* USE_VB */
    }
    if (!strcmp(name, "SFPIADD")) {
        return n->mode & 1 ? 0 : 1u << n->vd; /* ARG_IMM: the immediate takes its place */
    }
    if (!strcmp(name, "SFPSHFT")) {
        return (n->mode & 5) == 5 ? 0 : 1u << n->vd; /* ARG_IMM | ARG_IMM_USE_VC: VC does */
    }
    if (!strcmp(name, "SFPCONFIG")) {
        return n->mode & 1 ? 0 : 1; /* IMM16_IS_VALUE */
    }
    if (!strcmp(name, "SFPSWAP")) {
        return n->mode ? 1u << n->vc | 1u << n->vd : 0;
    }
    if (!strcmp(name, "SFPSHFT2")) {
        bool held = n->vb == n->vd; /* it waits for VD instead of VB */
        return n->mode == 2                   ? 1u << n->vc | 1u << 1 | 1u << 2 | 1u << 3
               : n->mode == 3 || n->mode == 4 ? 1u << n->vc
               : n->mode == 5 || n->mode == 6 ? held ? 0 : 1u << n->vb
                                              : 0;
    }
    return 0;
}

static enum stx_lint_rule rule_of(const char *name) {
    return !strcmp(name, "SFPIADD")     ? STX_LINT_SFPIADD_VD
           : !strcmp(name, "SFPSHFT")   ? STX_LINT_SFPSHFT_VD
           : !strcmp(name, "SFPCONFIG") ? STX_LINT_SFPCONFIG_LREG0
           : !strcmp(name, "SFPSWAP")   ? STX_LINT_SFPSWAP_SOURCE
           : !strcmp(name, "SFPSHFT2")  ? STX_LINT_SFPSHFT2_SOURCE
                                        : STX_LINT_SFPAND_VB;
}

static uint32_t random_word(const struct stx_insn *insn, uint32_t *seed) {
    return (uint32_t)insn->opcode << 24 | test_random(seed) >> 8;
}

/* The multiply-add before it writes what the word names, or some other register. */
static void check_word(const char *name, uint32_t word, uint32_t *seed) {
    struct named n = decode(name, word);
    const unsigned written[] = {n.va, n.vb, n.vc, n.vd, 0, test_random(seed) % 16};
    for (unsigned i = 0; i < sizeof written / sizeof written[0]; i++) {
        uint32_t mad = TT_OP_SFPMAD(0, 0, 9, written[i], 0);
        bool too_early = unseen(name, &n) >> written[i] & 1;
        two_words(mad, word);
        CHECK_EQ(found, too_early);
        if (found) {
            CHECK_EQ(last.rule, rule_of(name));
            CHECK_EQ(last.first, mad);
            CHECK_EQ(last.second, word);
            CHECK_EQ(last.between, 0);
        }
    }
}

TEST(reads_that_the_hardware_does_not_see_are_found_and_no_others) {
    const struct stx_insn *insn;
    uint32_t seed = 7;
    stx_init(&core, NULL, 0, NULL);
    for (size_t i = 0; (insn = stx_insn_at(i)) != NULL; i++) {
        for (unsigned n = 0; n < 200 && insn->unit == STX_UNIT_SFPU; n++) {
            check_word(insn->name, random_word(insn, &seed), &seed);
        }
    }
}

/* The instructions with a result after two cycles; from mode 8 on LReg7 says where it goes, and any
 * LReg may be the one. */
static uint32_t late_results(const char *name, const struct named *n) {
    static const char *const mads[] = {"SFPMAD",  "SFPADD",  "SFPMUL", "SFPMUL24",
                                       "SFPADDI", "SFPMULI", "SFPLUT", "SFPLUTFP32"};
    for (unsigned i = 0; i < sizeof mads / sizeof mads[0]; i++) {
        if (!strcmp(name, mads[i])) {
            return 1u << n->vd | (n->mode >= 8 ? 0xFF : 0);
        }
    }
    return 0;
}

TEST(results_of_multiply_adds_are_late_and_no_others) {
    const struct stx_insn *insn;
    uint32_t seed = 8;
    stx_init(&core, NULL, 0, NULL);
    for (size_t i = 0; (insn = stx_insn_at(i)) != NULL; i++) {
        for (unsigned n = 0; n < 200 && insn->unit == STX_UNIT_SFPU; n++) {
            uint32_t word = random_word(insn, &seed);
            struct named names = decode(insn->name, word);
            unsigned read = n % 3 ? names.vd : test_random(&seed) % 16;
            two_words(word, TT_OP_SFPIADD(0, 9, read, 0));
            CHECK_EQ(found, late_results(insn->name, &names) >> read & 1);
        }
    }
}

int main(void) {
    RUN_IF(STX_THREADS == 3, reads_that_the_hardware_does_not_see_are_found_and_no_others);
    RUN_IF(STX_THREADS == 3, results_of_multiply_adds_are_late_and_no_others);
    return test_summary();
}
