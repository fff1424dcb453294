/* SPDX-License-Identifier: Apache-2.0
 *
 * Random words of every vector instruction in random states, under both policies: nothing outside
 * the vector unit's own state, Dst and the thread's counters changes, a fault changes nothing, no
 * value leaves its range. An argument multiplies the rounds (make soak). Fixed seed. */
#include <stdlib.h>

#include "isa/args.h"
#include "sfpu.h"

enum { ROUNDS = 10000 };

static struct stx_core before;
static uint32_t seed = 0x46555A5Au;
static unsigned long factor = 1;
static unsigned done, faulted;

static uint32_t random32(void) {
    return test_random(&seed);
}

/* Mostly a full mask or none, else anything. */
static uint32_t random_mask(void) {
    uint32_t kind = random32() % 4;
    return kind < 2 ? UINT32_MAX : kind == 2 ? 0 : random32();
}

static uint32_t random_value(void) {
    static const uint32_t special[] = {0, 0x80000000u, 0x7F800000u, 0xFFFFFFFFu, 0x3F800000u, 7};
    return random32() % 4 ? random32() : special[random32() % 6];
}

/* An SFPU word of any opcode. */
static uint32_t random_word(unsigned opcode) {
    return (uint32_t)opcode << 24 | (random32() & 0xFFFFFFu);
}

static bool is_vector(uint32_t word) {
    const struct stx_insn *insn = stx_insn_of(word);
    return insn && insn->unit == STX_UNIT_SFPU;
}

static unsigned random_opcode(void) {
    unsigned opcode;
    do {
        opcode = random32() & 0xFFu;
    } while (!is_vector((uint32_t)opcode << 24));
    return opcode;
}

static void random_unit(struct stx_sfpu *s) {
    for (unsigned reg = 0; reg < STX_LREGS; reg++) {
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            s->lreg[reg][lane] = random_value();
        }
    }
    s->flags = random_mask();
    s->use = random_mask();
    s->depth = (uint8_t)(random32() % 9);
    for (unsigned i = 0; i < s->depth; i++) {
        s->stack[i].flags = random_mask();
        s->stack[i].use = random_mask();
    }
    for (unsigned col = 0; col < 8; col++) {
        s->lane_config[col] = random32() % 4 ? 0 : random32() & 0x3FFFFu;
    }
    for (unsigned i = 0; i < 4; i++) {
        s->templates[i] = random_word(random_opcode());
        s->sequence[i] = random32();
    }
    s->misc = random32() & 0xFFFu;
}

static void random_state(void) {
    random_unit(&core.sfpu);
    core.rwc[0].dst = (uint16_t)(random32() & 1023u);
    core.rwc[0].sp = (uint16_t)(random32() & 1023u);
    core.cfg[0][1] = random32();
    core.cfg[0][6] = random32() & 0xFFFFu;
    core.cfg[0][7] = random32() & 0xFFFFu;
    core.tcfg[0][1] = (uint16_t)(random32() & 0xFFFu);
    core.tcfg[0][36] = (uint16_t)(random32() & 1023u);
    for (unsigned i = 28; i < 36; i++) {
        core.tcfg[0][i] = (uint16_t)random32();
    }
}

/* A word with a pipeline at rest or not. */
static enum stx_result try_word(uint32_t word) {
    memcpy(&before, &core, sizeof core);
    enum stx_result result = stx_try(&core, 0, word);
    if (result != STX_DONE && !same_state(&core, &before)) {
        printf("word %08x left changes behind\n", (unsigned)word);
        test_bad = 1;
    }
    done += result == STX_DONE;
    faulted += result == STX_FAULT;
    return result;
}

/* Everything that the vector unit has no business with. */
static bool rest_kept(void) {
    const struct stx_core *c = &core, *b = &before;
    return memcmp(&c->srca, &b->srca, sizeof c->srca) == 0 &&
           memcmp(&c->srcb, &b->srcb, sizeof c->srcb) == 0 &&
           memcmp(c->cfg, b->cfg, sizeof c->cfg) == 0 &&
           memcmp(c->tcfg, b->tcfg, sizeof c->tcfg) == 0 &&
           memcmp(c->gpr, b->gpr, sizeof c->gpr) == 0 &&
           memcmp(c->rwc + 1, b->rwc + 1, sizeof c->rwc - sizeof c->rwc[0]) == 0 &&
           memcmp(c->adc, b->adc, sizeof c->adc) == 0;
}

static bool in_range(const struct stx_sfpu *s) {
    for (unsigned col = 0; col < 8; col++) {
        if (s->lane_config[col] > 0x3FFFFu) {
            return false;
        }
    }
    return s->depth <= 8 && s->misc <= 0xFFFu && s->head < 8 && s->results <= STX_SFPU_RESULTS &&
           core.rwc[0].dst < 1024 && core.rwc[0].sp < 1024;
}

static void run_opcode(unsigned opcode, enum stx_policy policy) {
    for (unsigned long round = 0; round < ROUNDS * factor && !test_bad; round++) {
        if (round % 16 == 0) {
            stx_init(&core, l1, sizeof l1, NULL);
            stx_policy_set_all(&core, policy);
            random_state();
        }
        try_word(random_word(round % 4 ? opcode : STX_OP_SFPLOADMACRO));
        if (!rest_kept() || !in_range(&core.sfpu)) {
            printf("word %08x reached too far\n", (unsigned)before.now_word);
            test_bad = 1;
        }
        stx_clear_fault(&core);
    }
    stx_settle(&core);
    CHECK(in_range(&core.sfpu));
}

static void run_policy(enum stx_policy policy) {
    done = faulted = 0;
    const struct stx_insn *insn;
    for (unsigned i = 0; (insn = stx_insn_at(i)) != NULL; i++) {
        if (insn->unit == STX_UNIT_SFPU) {
            run_opcode(insn->opcode, policy);
        }
    }
}

TEST(random_words_under_the_strict_policy) {
    run_policy(STX_POLICY_FAULT);
    CHECK(STX_SIZE != STX_SIZE_FULL || (faulted > done / 8 && done > faulted / 8));
}

TEST(random_words_as_silicon_does_them) {
    run_policy(STX_POLICY_SILICON);
    CHECK(STX_SIZE != STX_SIZE_FULL || (done > 25 * ROUNDS && faulted == 0));
}

int main(int argc, char **argv) {
    if (argc > 1) {
        factor = strtoul(argv[1], NULL, 0);
    }
    RUN(random_words_under_the_strict_policy);
    RUN(random_words_as_silicon_does_them);
    return test_summary();
}
