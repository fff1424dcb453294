/* SPDX-License-Identifier: Apache-2.0
 *
 * Every opcode of the FPU, the counters and the SFPU: random words in random states, all rules
 * silicon and all rules strict. Nothing around the core is touched, WAIT and FAULT change nothing,
 * indices stay in range. Fixed seed. Words an opcode and policy: 10000, or the first argument. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core_state.h"
#include "isa/args.h"
#include "softensix/inspect.h"
#include "softensix/softensix.h"
#include "test.h"

#define GUARD 4096u
enum { FORCE_FP16 = STX_ARCH == STX_ARCH_BLACKHOLE ? 55 : 56 }; /* thread word FP16A_FORCE */

static struct {
    uint8_t front[GUARD];
    struct stx_core core;
    uint8_t back[GUARD];
} box;
static struct stx_core before;
static struct stx_core *const core = &box.core;
static uint32_t seed = 0x5EED7E57u, words = 10000;

static uint32_t random32(void) {
    return test_random(&seed);
}

static uint32_t often(uint32_t small) {
    return random32() % 4 ? random32() % small : random32();
}

static void randomize(void *memory, size_t bytes) {
    uint8_t *p = memory;
    for (size_t i = 0; i < bytes; i++) {
        p[i] = (uint8_t)(random32() >> 11);
    }
}

/* The large arrays, any bits: sources are 19-bit datums. */
static void random_registers(void) {
    for (unsigned i = 0; i < 2 * STX_SRC_BANKS * 64 * 16; i++) {
        stx_src_poke(core, i & 1u, i >> 11, i >> 5, i >> 1, random32());
    }
    randomize(core->dst.cell, sizeof core->dst.cell);
    randomize(core->dst.valid, sizeof core->dst.valid);
    randomize(core->sfpu.lreg, sizeof core->sfpu.lreg);
    randomize(core->sfpu.prng, sizeof core->sfpu.prng);
}

static void random_source(struct stx_src *src) {
    uint32_t r = random32();
    src->fpu_bank = (r & 1u) % STX_SRC_BANKS;
    src->unpack_bank = (r >> 1 & 1u) % STX_SRC_BANKS;
    for (unsigned bank = 0; bank < STX_SRC_BANKS; bank++) {
        src->fpu_owns[bank] = (r >> (2 + 2 * bank) & 3u) != 0;
        src->format[bank] = r >> (6 + 4 * bank) & 15u;
    }
}

/* Every other time aligned, as the strict rules ask. */
static void random_counters(struct stx_rwc *rwc) {
    uint32_t mask = random32() % 2 ? 0x3F0u : 0x3FFu;
    rwc->dst = random32() & mask;
    rwc->dst_cr = random32() & 1023u;
    rwc->sp = random32() & 1023u;
    rwc->srca = random32() & mask & 63u;
    rwc->srca_cr = random32() & 63u;
    rwc->srcb = random32() & mask & 63u;
    rwc->srcb_cr = random32() & 63u;
    rwc->fidelity = random32() & 3u;
}

static void random_configuration(void) {
    randomize(core->tcfg, sizeof core->tcfg);
    for (unsigned t = 0; t < STX_THREADS; t++) {
        core->tcfg[t][1] &= random32() % 2 ? 0xFFF0u : 0xFFFFu; /* MATH_Offset */
        core->tcfg[t][FORCE_FP16] = random32() % 8 == 0;
        random_counters(&core->rwc[t]);
    }
    for (unsigned bank = 0; bank < STX_CFG_BANKS; bank++) {
        for (unsigned word = 0; word < 8; word++) {
            core->cfg[bank][word] = random32();
        }
        core->cfg[bank][1] &= random32() % 2 ? 0x3FFFFFFFu : UINT32_MAX; /* INT8 less often */
        core->cfg[bank][6] = random32() % 2 ? 0 : often(64);
    }
    core->cfg[0][STX_CFG_WORDS - 4] = random32(); /* Blackhole's remap of Dst */
    core->dbg_feature_disable = often(2);
    core->shiftxa_row = random32() & 63u;
}

static void random_vector_unit(void) {
    struct stx_sfpu *s = &core->sfpu;
    randomize(s->lane_config, sizeof s->lane_config);
    randomize(s->templates, sizeof s->templates);
    randomize(s->sequence, sizeof s->sequence);
    s->misc = random32();
    s->flags = random32();
    s->use = often(1);
    s->depth = (uint8_t)(random32() % 9);
    if (random32() % 2) {
        s->lane_config[0] &= ~(1u << 8); /* no templates by the back door */
    }
}

/* Templates that are real instructions, so that sequences do something. */
static void random_templates(void) {
    for (unsigned i = 0; i < 4; i++) {
        uint32_t opcode = 0x70 + random32() % 0x2A;
        core->sfpu.templates[i] = opcode << 24 | (random32() & 0xFFFFFFu);
    }
}

static void random_state(uint32_t round) {
    if (round % 256 == 0) {
        random_registers();
    }
    if (round % 8 == 0) {
        random_configuration();
        random_source(&core->srca);
        random_source(&core->srcb);
    }
    if (round % 16 == 0 && !core->sfpu.apart) {
        random_vector_unit();
        random_templates();
    }
}

/* Of the core, what a fault may change: its own record. */
static bool state_kept(void) {
    return same_state(core, &before);
}

static bool source_in_range(const struct stx_src *src) {
    for (unsigned bank = 0; bank < STX_SRC_BANKS; bank++) {
        if (src->fpu_owns[bank] > 1 || src->format[bank] > 31) {
            return false;
        }
    }
    return src->fpu_bank < STX_SRC_BANKS && src->unpack_bank < STX_SRC_BANKS;
}

static bool counters_in_range(const struct stx_rwc *rwc) {
    return rwc->dst < 1024 && rwc->dst_cr < 1024 && rwc->sp < 1024 && rwc->srca < 64 &&
           rwc->srca_cr < 64 && rwc->srcb < 64 && rwc->srcb_cr < 64 && rwc->fidelity < 4;
}

static bool in_range(void) {
    for (unsigned t = 0; t < STX_THREADS; t++) {
        if (!counters_in_range(&core->rwc[t])) {
            return false;
        }
    }
    return source_in_range(&core->srca) && source_in_range(&core->srcb) && core->sfpu.depth <= 8 &&
           core->sfpu.head < 8 && core->sfpu.results <= STX_SFPU_RESULTS &&
           core->sfpu.issue == NULL && core->shiftxa_row < 64;
}

static bool guards_kept(void) {
    for (unsigned i = 0; i < GUARD; i++) {
        if (box.front[i] != 0xA5 || box.back[i] != 0x5A) {
            return false;
        }
    }
    return true;
}

static void complain(const char *what, uint32_t word) {
    char text[160];
    stx_disasm(text, sizeof text, word);
    printf("%08x %s: %s\n", (unsigned)word, text, what);
    test_bad = 1;
}

static enum stx_result one_word(uint32_t word, bool snapshot) {
    if (snapshot) {
        before = *core;
    }
    enum stx_result result = stx_try(core, random32() % STX_THREADS, word);
    if (snapshot && result != STX_DONE && !state_kept()) {
        complain("changed the state though it did not run", word);
    }
    if (!in_range()) {
        complain("left an index out of range", word);
    }
    return result;
}

static uint32_t random_word(const struct stx_insn *insn) {
    uint32_t bits = random32() & 0xFFFFFFu;
    return (uint32_t)insn->opcode << 24 | (random32() % 8 ? bits & ~insn->reserved : bits);
}

/* Returns how many of the words ran. */
static uint32_t one_opcode(const struct stx_insn *insn, enum stx_policy policy) {
    uint32_t ran = 0;
    for (uint32_t round = 0; round < words && !test_bad; round++) {
        if (round % 512 == 0) { /* what is scheduled and may never run is forgotten */
            stx_init(core, NULL, 0, NULL);
            stx_policy_set_all(core, policy);
        }
        random_state(round);
        ran += one_word(random_word(insn), round % 4 == 0) == STX_DONE;
    }
    if (!guards_kept()) {
        complain("wrote outside the core", (uint32_t)insn->opcode << 24);
    }
    return ran;
}

static bool is_mine(const struct stx_insn *insn) {
    return insn->unit == STX_UNIT_FPU || insn->unit == STX_UNIT_RWC || insn->unit == STX_UNIT_SFPU;
}

static void all_opcodes(enum stx_policy policy, uint32_t least) {
    unsigned opcodes = 0;
    const struct stx_insn *insn;
    for (size_t i = 0; (insn = stx_insn_at(i)) != NULL && !test_bad; i++) {
        if (is_mine(insn)) {
            uint32_t ran = one_opcode(insn, policy);
            opcodes++;
            /* SETIBRWC always breaks a rule. */
            bool counts =
                insn->executes && insn->opcode != STX_OP_SETIBRWC && STX_SIZE == STX_SIZE_FULL;
            uint32_t floor = counts ? words / least : 0;
            if (ran < floor || (!insn->executes && ran)) {
                complain("ran too rarely or too often", (uint32_t)insn->opcode << 24);
            }
        }
    }
    CHECK(test_bad || opcodes > 0);
}

TEST(random_words_of_every_opcode_under_the_silicon_policy) {
    all_opcodes(STX_POLICY_SILICON, 5);
}

TEST(random_words_of_every_opcode_under_the_strict_policy) {
    all_opcodes(STX_POLICY_FAULT, 200);
}

/* All opcodes in turn on one state, so that macros, stacks and banks meet every instruction. */
static const struct stx_insn *random_insn(void) {
    unsigned count = 0;
    while (stx_insn_at(count)) {
        count++;
    }
    return stx_insn_at(random32() % count);
}

static void mixture(enum stx_policy policy) {
    stx_init(core, NULL, 0, NULL);
    stx_policy_set_all(core, policy);
    for (uint32_t round = 0; round < 10 * words && !test_bad; round++) {
        const struct stx_insn *insn = random_insn();
        random_state(round);
        if (is_mine(insn)) {
            (void)one_word(random_word(insn), round % 8 == 0);
        }
    }
    CHECK(test_bad || guards_kept());
}

TEST(random_mixtures_of_all_opcodes) {
    mixture(STX_POLICY_SILICON);
    mixture(STX_POLICY_FAULT);
}

int main(int argc, char **argv) {
    words = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : words;
    memset(box.front, 0xA5, sizeof box.front);
    memset(box.back, 0x5A, sizeof box.back);
    RUN(random_words_of_every_opcode_under_the_silicon_policy);
    RUN(random_words_of_every_opcode_under_the_strict_policy);
    RUN(random_mixtures_of_all_opcodes);
    return test_summary();
}
