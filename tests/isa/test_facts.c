/* SPDX-License-Identifier: Apache-2.0
 *
 * What the rows of blackhole.def say is what the bodies do: random words of every instruction on
 * random states. Parts of the core that a row does not name as written stay as they are; parts that
 * it does not name at all make no difference. */
#include "insn/data.h"
#include "isa/vector_words.h"

#define ROUNDS 96u /* words of an instruction */
#define FRESH 12u  /* of them on one state */
#define PART_FOUND 0x80000000u

static struct stx_core before, other;
static uint8_t l1_before[sizeof l1], l1_other[sizeof l1];
static uint32_t seed = 20261122;
static bool wrong; /* the row of the instruction at hand */

/* The words run on thread 0. */
static uint32_t random32(void) {
    return test_random(&seed);
}

/* Which part of the core an item of its state is; 0: of none. */
static const struct {
    const char *begins;
    uint32_t part;
} parts[] = {{"srca.high", STX_PART_SRCA},
             {"srca.low", STX_PART_SRCA},
             {"srca.", STX_PART_BANKS},
             {"srcb.high", STX_PART_SRCB},
             {"srcb.low", STX_PART_SRCB},
             {"srcb.", STX_PART_BANKS},
             {"dst.", STX_PART_DST},
             {"sfpu.lreg", STX_PART_LREG},
             {"sfpu.flags", STX_PART_FLAGS},
             {"sfpu.use", STX_PART_FLAGS},
             {"sfpu.depth", STX_PART_FLAGS},
             {"sfpu.stack", STX_PART_FLAGS},
             {"sfpu.prng", STX_PART_RANDOM},
             {"sfpu.lane_config", STX_PART_SFPCFG},
             {"sfpu.templates", STX_PART_SFPCFG},
             {"sfpu.sequence", STX_PART_SFPCFG},
             {"sfpu.misc", STX_PART_SFPCFG},
             {"sfpu.", STX_PART_SCHEDULE},
             {"cfg", STX_PART_CFG},
             {"tcfg", STX_PART_TCFG},
             {"gpr", STX_PART_GPR},
             {"rwc", STX_PART_RWC},
             {"shiftxa_row", STX_PART_RWC},
             {"adc", STX_PART_ADC},
             {"sem", STX_PART_SEM},
             {"mutex", STX_PART_MUTEX},
             {"unpacker", STX_PART_UNPACKER},
             {"packer", STX_PART_PACKER},
             {"mailbox", STX_PART_REGISTERS},
             {"dbg", STX_PART_CFG}};

static uint32_t find_part(const struct stx_item *item) {
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (!strncmp(item->name, parts[i].begins, strlen(parts[i].begins))) {
            return parts[i].part;
        }
    }
    return 0;
}

/* Item i of the state, and its part: looked for once. */
static const struct stx_item *item_at(size_t i, uint32_t *part) {
    static uint32_t found[256];
    const struct stx_item *item = stx_item_at(i);
    if (i < 256 && item && !found[i]) {
        found[i] = find_part(item) | PART_FOUND;
    }
    *part = i < 256 ? found[i] & ~PART_FOUND : 0;
    return item;
}

static uint32_t random_element(const struct stx_item *item) {
    return item->limit < UINT32_MAX ? random32() % (item->limit + 1u) : random32();
}

/* Values for every item that belongs to one of these parts. */
static void randomize(struct stx_core *c, uint32_t these) {
    const struct stx_item *item;
    uint32_t part;
    for (size_t i = 0; (item = item_at(i, &part)) != NULL; i++) {
        for (uint32_t e = 0; (part & these) && e < item->count; e++) {
            stx_item_set(c, item, e, random_element(item));
        }
    }
    memset(c->srca.decoded, 0, sizeof c->srca.decoded);
    memset(c->srcb.decoded, 0, sizeof c->srcb.decoded);
    for (unsigned t = 0; t < STX_THREADS; t++) { /* counters stay as wide as they are */
        c->rwc[t].dst &= 1023u, c->rwc[t].dst_cr &= 1023u, c->rwc[t].sp &= 1023u;
        c->rwc[t].srca &= 63u, c->rwc[t].srca_cr &= 63u;
        c->rwc[t].srcb &= 63u, c->rwc[t].srcb_cr &= 63u;
        c->rwc[t].fidelity &= 3u, c->rwc[t].bias &= 1u;
    }
}

static void random_bytes(uint8_t *bytes) {
    for (unsigned i = 0; i < sizeof l1; i += 4) {
        uint32_t v = random32();
        memcpy(bytes + i, &v, 4);
    }
}

/* Formats and addresses are those of a plain tile in every other state: random ones fault too
 * often. */
static void random_state(unsigned round) {
    const uint32_t plan = STX_PART_CFG | STX_PART_TCFG | STX_PART_ADC | STX_PART_GPR |
                          STX_PART_PACKER | STX_PART_UNPACKER;
    uint32_t all = 0x1FFFFFu & ~(uint32_t)STX_PART_SCHEDULE;
    stx_init(&core, l1, sizeof l1, NULL);
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    randomize(&core, round / FRESH % 2 ? all : all & ~plan);
    if (round / FRESH % 2 == 0) {
        unpack_plain(0, BF16, BF16, 256);
        unpack_plain(1, BF16, BF16, 256);
        pack_plain(0, BF16, BF16);
    }
    core.srca.fpu_owns[core.srca.fpu_bank] = core.srcb.fpu_owns[core.srcb.fpu_bank] =
        random32() % 4 != 0;
    random_bytes(l1);
}

static uint32_t random_word(const struct stx_insn *insn) {
    uint32_t mask = random32() % 4 ? UINT32_MAX : random32() & random32();
    return (uint32_t)insn->opcode << 24 | (random32() & mask & 0xFFFFFFu & ~insn->reserved);
}

static void complain(const char *what, uint32_t word, const char *item) {
    char text[200];
    if (wrong) {
        return;
    }
    wrong = true;
    stx_disasm(text, sizeof text, word);
    printf("%08x %s: %s %s\n", (unsigned)word, text, what, item);
    test_bad = 1;
}

/* Items in which the two differ belong to these parts alone. */
static void compare(const struct stx_core *a, const struct stx_core *b, uint32_t allowed,
                    const char *what, uint32_t word) {
    const struct stx_item *item;
    uint32_t part;
    for (size_t i = 0; (item = item_at(i, &part)) != NULL; i++) {
        if (part && !(part & allowed) &&
            memcmp((const uint8_t *)a + item->offset, (const uint8_t *)b + item->offset,
                   (size_t)item->size * item->count)) {
            complain(what, word, item->name);
        }
    }
}

static enum stx_result try_word(uint32_t word) {
    before = core;
    memcpy(l1_before, l1, sizeof l1);
    return stx_try(&core, 0, word);
}

static unsigned ran;

static void check_writes(const struct stx_insn *insn) {
    for (unsigned round = 0; round < ROUNDS && !wrong; round++) {
        if (round % FRESH == 0) {
            random_state(round);
        }
        uint32_t word = random_word(insn);
        if (try_word(word) != STX_DONE) {
            core = before;
            memcpy(l1, l1_before, sizeof l1);
            continue;
        }
        ran++;
        compare(&before, &core, insn->writes, "writes", word);
        if (!(insn->writes & STX_PART_L1) && memcmp(l1, l1_before, sizeof l1)) {
            complain("writes", word, "L1");
        }
        stx_settle(&core);
    }
}

/* Whatever is at an address belongs to any part. */
static bool is_anything(const struct stx_insn *insn) {
    return (insn->reads | insn->writes) & STX_PART_REGISTERS;
}

static void each(void (*check)(const struct stx_insn *insn)) {
    const struct stx_insn *insn;
    for (size_t i = 0; (insn = stx_insn_at(i)) != NULL; i++) {
        wrong = false;
        ran = 1;
        if (insn->executes && insn->unit != STX_UNIT_FRONT && !is_anything(insn)) {
            ran = 0;
            check(insn);
        }
        if (!ran && insn->waits < STX_WAIT_MUTEX) {
            complain("never runs", (uint32_t)insn->opcode << 24, "");
        }
    }
}

TEST(what_a_row_does_not_name_as_written_stays) {
    each(check_writes);
}

/* Two states that differ in some parts. */
static void random_twins(unsigned round, uint32_t free) {
    random_state(round);
    other = core;
    other.l1 = l1_other;
    randomize(&other, free);
    memcpy(l1_other, l1, sizeof l1);
    if (free & STX_PART_L1) {
        random_bytes(l1_other);
    }
}

static void check_reads(const struct stx_insn *insn) {
    uint32_t free = ~(insn->reads | insn->writes | (uint32_t)STX_PART_SCHEDULE);
    if (insn->waits == STX_WAIT_SRCA || insn->waits == STX_WAIT_SRCB ||
        insn->waits == STX_WAIT_BOTH) {
        free &= ~(uint32_t)STX_PART_BANKS;
    }
    for (unsigned round = 0; round < ROUNDS && !wrong; round++) {
        if (round % FRESH == 0) {
            random_twins(round, free);
        }
        uint32_t word = random_word(insn);
        enum stx_result result = stx_try(&core, 0, word);
        ran += result == STX_DONE;
        if (stx_try(&other, 0, word) != result) {
            complain("ends otherwise for what it", word, "does not read");
        }
        compare(&core, &other, free, "reads what its row does not name, as shown by", word);
        if (!(free & STX_PART_L1) && memcmp(l1, l1_other, sizeof l1)) {
            complain("reads what its row does not name, as shown by", word, "L1");
        }
    }
}

TEST(what_a_row_does_not_name_makes_no_difference) {
    each(check_reads);
}

/* LRegs that differ, as a mask. */
static uint32_t lregs_changed(const struct stx_core *a, const struct stx_core *b) {
    uint32_t mask = 0;
    for (unsigned reg = 0; reg < 16; reg++) {
        mask |= (uint32_t)(memcmp(a->sfpu.lreg[reg], b->sfpu.lreg[reg], 128) != 0) << reg;
    }
    return mask;
}

/* No template, no LaneConfig: those are not registers that a word names. */
static uint32_t random_vector_word(const struct stx_insn *insn) {
    uint32_t word;
    do {
        word = random_word(insn);
    } while (stx_vector_template(word) >= 12);
    return word;
}

static void check_lregs(const struct stx_insn *insn) {
    for (unsigned round = 0; round < 4 * ROUNDS && !wrong; round++) {
        if (round % FRESH == 0) {
            random_state(round);
        }
        memset(core.sfpu.lane_config, 0, sizeof core.sfpu.lane_config);
        memset(core.sfpu.sequence, 0, sizeof core.sfpu.sequence);
        uint32_t word = random_vector_word(insn), names;
        names = stx_vector_reads(word) | stx_vector_writes(word);
        other = core;
        for (unsigned reg = 0; reg < 16; reg++) {
            for (unsigned lane = 0; !(names >> reg & 1u) && lane < STX_LANES; lane++) {
                other.sfpu.lreg[reg][lane] = random32();
            }
        }
        if (try_word(word) != STX_DONE) {
            core = before;
            continue;
        }
        ran++;
        if (lregs_changed(&before, &core) & ~stx_vector_writes(word)) {
            complain("writes an LReg", word, "that its row does not name");
        }
        (void)stx_try(&other, 0, word);
        if ((lregs_changed(&core, &other) & names) || core.sfpu.flags != other.sfpu.flags ||
            memcmp(core.dst.cell, other.dst.cell, sizeof core.dst.cell)) {
            complain("reads an LReg", word, "that its row does not name");
        }
    }
}

TEST(vector_words_read_and_write_the_lregs_that_their_rows_name) {
    const struct stx_insn *insn;
    for (size_t i = 0; (insn = stx_insn_at(i)) != NULL; i++) {
        wrong = false;
        ran = 0;
        if (insn->unit == STX_UNIT_SFPU) {
            check_lregs(insn);
            CHECK(ran > ROUNDS);
        }
    }
}

TEST(every_instruction_that_runs_occupies_something) {
    const struct stx_insn *insn;
    for (size_t i = 0; (insn = stx_insn_at(i)) != NULL; i++) {
        CHECK(!insn->executes || insn->resource != STX_RESOURCE_UNKNOWN);
        CHECK(insn->executes || !(insn->reads | insn->writes | insn->waits | insn->care));
        CHECK((insn->sub_unit != STX_SUB_NONE) == (insn->unit == STX_UNIT_SFPU));
        CHECK((insn->resource == STX_RESOURCE_SFPU) == (insn->unit == STX_UNIT_SFPU));
        CHECK(!insn->dst_write || (insn->writes & STX_PART_DST));
    }
}

int main(void) {
    RUN_IF(STX_SIZE == STX_SIZE_FULL, what_a_row_does_not_name_as_written_stays);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, what_a_row_does_not_name_makes_no_difference);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, vector_words_read_and_write_the_lregs_that_their_rows_name);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, every_instruction_that_runs_occupies_something);
    return test_summary();
}
