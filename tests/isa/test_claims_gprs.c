/* SPDX-License-Identifier: Apache-2.0
 *
 * Words read and write the GPRs that their rows name, neither more nor fewer. */
#include "isa/claims.h"
#include "isa/gpr_words.h"

/* What runs have shown of places in a list, by its length, and by one bit of the word and its
 * value: a claim that holds for some words only is too much for the others. */
struct gprs_shown {
    uint8_t claimed[24][2][8], seen[24][2][8];
};

/* Not by the bits of an address of 18 bits: what it names may keep nothing. Nor by those of
 * SETDMAREG that say which of four GPRs get a signal; its row names all of them. */
static unsigned first_bit(uint32_t word) {
    bool addressed = is_LOADREG(word) || is_STOREREG(word);
    return is_SETDMAREG(word) && fields_of_SETDMAREG(word).set_signals_mode ? 24
           : addressed                                                      ? 18
                                                                            : 0;
}

static void note(struct gprs_shown *shown, uint32_t word, unsigned length, unsigned place,
                 bool is_seen) {
    for (unsigned bit = first_bit(word); bit < 24; bit++) {
        unsigned value = word >> bit & 1u;
        shown->claimed[bit][value][length] |= (uint8_t)(1u << place);
        shown->seen[bit][value][length] |= (uint8_t)(is_seen << place);
    }
}

static uint32_t bits_of(const struct gpr_bits *list, unsigned count, unsigned gpr) {
    uint32_t bits = 0;
    for (unsigned i = 0; i < count; i++) {
        bits |= list[i].gpr == gpr ? list[i].bits : 0;
    }
    return bits;
}

static uint32_t written_bits(const struct gpr_use *use, unsigned gpr) {
    return bits_of(use->written, use->writes, gpr) | bits_of(&use->step, use->steps, gpr);
}

/* Is a GPR in the list once? */
static bool alone(const struct gpr_bits *list, unsigned count, unsigned gpr) {
    unsigned times = 0;
    for (unsigned i = 0; i < count; i++) {
        times += list[i].gpr == gpr;
    }
    return times == 1;
}

static void show_writes(uint32_t word, const struct gpr_use *use, struct gprs_shown *shown) {
    for (unsigned gpr = 0; gpr < STX_GPRS; gpr++) {
        uint32_t changed = base.core.gpr[0][gpr] ^ after.core.gpr[0][gpr];
        if (changed & ~written_bits(use, gpr)) {
            complain(word, "writes a GPR that its row does not name", "");
        }
    }
    unsigned step = use->step.gpr;
    for (unsigned i = 0; i < use->writes; i++) {
        unsigned gpr = use->written[i].gpr;
        bool apart = !use->steps || gpr != step;
        note(shown, word, use->writes, i, apart && base.core.gpr[0][gpr] != after.core.gpr[0][gpr]);
    }
    if (use->steps) {
        bool apart = !bits_of(use->written, use->writes, step);
        note(shown, word, 0, 0, apart && base.core.gpr[0][step] != after.core.gpr[0][step]);
    }
}

/* Other values in GPRs: small ones, too, so that an address stays one. */
static void perturb_gpr(unsigned gpr, uint32_t bits) {
    uint32_t *at = &twin.core.gpr[0][gpr];
    uint32_t other = random32() % 2 ? *at ^ 16u << random32() % 16 : random32() % 4;
    uint32_t value = random32() % 2 ? some_gpr() : other;
    *at = (*at & ~bits) | (value & bits);
}

static void show_reads(const struct stx_insn *insn, uint32_t word, const struct gpr_use *use,
                       struct gprs_shown *shown) {
    lab_copy(&twin, &base);
    for (unsigned gpr = 0; gpr < STX_GPRS; gpr++) {
        perturb_gpr(gpr, ~bits_of(use->read, use->reads, gpr));
    }
    if (twin_differs(insn, word)) {
        complain(word, "reads a GPR that its row does not name", "");
    }
    for (unsigned i = 0; i < use->reads; i++) {
        lab_copy(&twin, &base);
        perturb_gpr(use->read[i].gpr, use->read[i].bits);
        bool counts = alone(use->read, use->reads, use->read[i].gpr);
        note(shown, word, use->reads, i, counts && twin_differs(insn, word));
    }
}

static bool all_seen(const struct gprs_shown *shown) {
    return !memcmp(shown->claimed, shown->seen, sizeof shown->seen);
}

/* Half of the GPRs hold small numbers in half of the states, so that some of them are equal. Words
 * that do nothing fault. */
static void random_gprs(void) {
    random_lab(&base);
    stx_policy_set(&base.core, STX_RULE_DMA_OPERATION, STX_POLICY_FAULT);
    for (unsigned gpr = 0, small = random32() % 2; small && gpr < STX_GPRS; gpr++) {
        uint32_t value = random32() % 4;
        base.core.gpr[0][gpr] = random32() % 2 ? value : base.core.gpr[0][gpr];
    }
}

/* One word; has it run? */
static bool show_word(const struct stx_insn *insn, struct gprs_shown *read,
                      struct gprs_shown *written) {
    uint32_t word = random_word(insn);
    const struct gpr_use use = stx_gprs_of(word);
    lab_copy(&after, &base);
    if (lab_run(&after, insn, word) != STX_DONE) {
        return false;
    }
    show_writes(word, &use, written);
    show_reads(insn, word, &use, read);
    return true;
}

static void check_gprs(const struct stx_insn *insn) {
    static struct gprs_shown read, written;
    unsigned runs = 0;
    bool shown = false;
    memset(&read, 0, sizeof read);
    memset(&written, 0, sizeof written);
    if (!insn->executes || !((insn->reads | insn->writes) & STX_PART_GPR)) {
        CHECK_EQ(stx_gprs_of((uint32_t)insn->opcode << 24).reads, 0);
        CHECK_EQ(stx_gprs_of((uint32_t)insn->opcode << 24).writes, 0);
        return;
    }
    for (unsigned round = 0; goes_on(round, shown) && !wrong; round++) {
        if (round % FRESH == 0) {
            random_gprs();
        }
        runs += show_word(insn, &read, &written);
        shown = runs >= RUNS && all_seen(&read) && all_seen(&written);
    }
    if (!wrong && !shown) {
        printf("%s says more of its GPRs than %u runs show\n", insn->name, runs);
        test_bad = 1;
    }
}

TEST(words_read_and_write_the_gprs_that_their_rows_name) {
    each(check_gprs);
}

int main(int argc, char **argv) {
    bool full = claims_begin(argc, argv);
    RUN_IF(full, words_read_and_write_the_gprs_that_their_rows_name);
    return test_summary();
}
