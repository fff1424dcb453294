/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * stx_try_values(): a word of the vector unit on values that stand elsewhere does what it does on
 * registers that hold them, and leaves registers and flags alone. Random words of every opcode in
 * random states; fixed seed. */
#include "heard.h"
#include "isa/args.h"
#include "sfpu.h"

enum { ROUNDS = 2000 };

static uint32_t seed = 0x56414C55u;
static uint32_t value[8][STX_LANES], out[STX_LANES];
static const uint32_t *in[8];
static struct stx_core before, by_registers;

static uint32_t random32(void) {
    return test_random(&seed);
}

static uint32_t random_value(void) {
    static const uint32_t special[] = {0, 0x80000000u, 0x7F800000u, 0xFFC00000u, 0x3F800000u, 7};
    uint32_t r = random32();
    return r % 4 == 0   ? special[random32() % 6]
           : r % 4 == 1 ? random32()
                        : (random32() & 0x8FFFFFFFu) | 0x38000000u;
}

static uint32_t random_mask(void) {
    return random32() % 2 ? UINT32_MAX : random32();
}

static void random_dst(void) {
    for (unsigned row = 0; row < 64; row++) {
        stx_dst_row_set_valid(&core, row, random32() % 8);
        for (unsigned col = 0; col < STX_COLS; col++) {
            core.dst.cell[row][col] = (uint16_t)random32();
        }
    }
}

/* Registers hold something else than the values. */
static void begin(void) {
    start();
    for (unsigned reg = 0; reg < 8; reg++) {
        in[reg] = value[reg];
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            core.sfpu.lreg[reg][lane] = random_value();
            value[reg][lane] = random_value();
        }
    }
    core.sfpu.flags = random_mask();
    core.sfpu.use = random_mask();
    core.rwc[0].dst = (uint16_t)(random32() % 16);
    core.tcfg[0][28] = (uint16_t)(random32() % 16);
    core.cfg[0][1] = random32();
    random_dst();
    if (random32() % 2) {
        stx_policy_set_all(&core, STX_POLICY_SILICON);
    }
}

/* VD stands above addresses and immediates of 16 bits, otherwise in the usual place. */
static unsigned vd_of(uint32_t word) {
    uint32_t opcode = word >> 24;
    bool high = opcode == STX_OP_SFPLOAD || opcode == STX_OP_SFPLOADI || opcode == STX_OP_SFPSTORE;
    return word >> (high ? 20 : 4) & 15u;
}

/* The word on registers that hold the values. One with a result has all lanes. Then registers and
 * flags are put back: is the result the same? */
static bool same_on_registers(uint32_t word, bool has_result) {
    memcpy(&by_registers, &before, sizeof before);
    memcpy(by_registers.sfpu.lreg, value, sizeof value);
    if (has_result) {
        by_registers.sfpu.flags = by_registers.sfpu.use = UINT32_MAX;
    }
    bool done = stx_try(&by_registers, 0, word) == STX_DONE;
    const uint32_t *result = by_registers.sfpu.lreg[vd_of(word)];
    bool same = !has_result || !done || !memcmp(out, result, sizeof out);
    memcpy(by_registers.sfpu.lreg, before.sfpu.lreg, sizeof before.sfpu.lreg);
    by_registers.sfpu.flags = before.sfpu.flags;
    by_registers.sfpu.use = before.sfpu.use;
    by_registers.sfpu.late = before.sfpu.late; /* nobody can read a value too early */
    return same;
}

/* By field: bytes between them are not set. */
static bool same_fault(const struct stx_fault *a, const struct stx_fault *b) {
    return a->kind == b->kind && a->rule == b->rule && a->thread == b->thread &&
           a->word == b->word && a->detail == b->detail && a->what == b->what &&
           a->where == b->where;
}

/* 1: it was done, and equals; 0: it was not done, and nothing has changed; -1: it differs. */
static int compare(uint32_t word, bool has_result) {
    memcpy(&before, &core, sizeof core);
    if (!stx_try_values(&core, 0, word, in, has_result ? out : NULL)) {
        return same_state(&core, &before) && core.retired == before.retired ? 0 : -1;
    }
    bool same = vd_of(word) < 8 && same_on_registers(word, has_result);
    same = same && same_state(&by_registers, &core) && by_registers.retired == core.retired;
    return same && same_fault(&by_registers.first, &core.first) ? 1 : -1;
}

/* A word, most of the time without reserved bits and with an even address and VD below 8. */
static uint32_t random_word(unsigned opcode) {
    bool addressed = opcode == STX_OP_SFPLOAD || opcode == STX_OP_SFPSTORE;
    uint32_t some = random32() & 0xFFFFFFu;
    if (random32() % 4) {
        some &= addressed ? 0x7FE03Eu : opcode == STX_OP_SFPLOADI ? 0x7FFFFFu : 0xFFFF7Fu;
    }
    return opcode << 24 | some;
}

static unsigned accepted(unsigned opcode) {
    unsigned done = 0;
    for (unsigned round = 0; round < ROUNDS && !test_bad; round++) {
        uint32_t word = random_word(opcode);
        begin();
        int same = compare(word, opcode == STX_OP_SFPSTORE ? random32() % 4 == 0 : random32() % 8);
        if (same < 0) {
            printf("word %08x\n", (unsigned)word);
            test_bad = 1;
        }
        done += same == 1;
    }
    return done;
}

/* Those that kernels compute with take values; what reads or writes more does not. */
TEST(values_give_what_registers_give) {
    static const uint8_t takes[] = {
        STX_OP_SFPLOAD, STX_OP_SFPSTORE, STX_OP_SFPMAD,    STX_OP_SFPADD,    STX_OP_SFPMUL,
        STX_OP_SFPMOV,  STX_OP_SFPABS,   STX_OP_SFPEXEXP,  STX_OP_SFPEXMAN,  STX_OP_SFPIADD,
        STX_OP_SFPSHFT, STX_OP_SFPLZ,    STX_OP_SFPSETEXP, STX_OP_SFPSETMAN, STX_OP_SFPSETSGN,
        STX_OP_SFPCAST, STX_OP_SFPADDI,  STX_OP_SFPMULI,   STX_OP_SFPLOADI,  STX_OP_SFPDIVP2};
    static const uint8_t takes_none[] = {STX_OP_SFPLUT,    STX_OP_SFPCONFIG, STX_OP_SFPSWAP,
                                         STX_OP_SFPTRANSP, STX_OP_SFPPUSHC,  STX_OP_SFPSHFT2,
                                         STX_OP_SFPENCC,   STX_OP_SFPSETCC};
    unsigned count[256] = {0};
    for (unsigned opcode = 0; opcode < 256; opcode++) {
        const struct stx_insn *insn = stx_insn_of((uint32_t)opcode << 24);
        if (insn && insn->unit == STX_UNIT_SFPU) {
            count[opcode] = accepted(opcode);
        }
    }
    for (unsigned i = 0; i < sizeof takes; i++) {
        CHECK(count[takes[i]] > ROUNDS / 20);
    }
    for (unsigned i = 0; i < sizeof takes_none; i++) {
        CHECK_EQ(count[takes_none[i]], 0);
    }
}

static bool does(uint32_t word) {
    return stx_try_values(&core, 0, word, in, out);
}

TEST(an_absent_value_is_the_register) {
    begin();
    in[1] = NULL;
    CHECK(does(TT_OP_SFPIADD(0, 1, 0, 4))); /* VC + VD */
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        CHECK_EQ(out[lane], core.sfpu.lreg[1][lane] + value[0][lane]);
    }
}

TEST(a_unit_in_another_state_takes_no_values) {
    begin();
    CHECK(does(TT_OP_SFPMUL(0, 1, 9, 2, 0)));
    core.sfpu.lane_config[3] = 1;
    CHECK(!does(TT_OP_SFPMUL(0, 1, 9, 2, 0)));
    core.sfpu.lane_config[3] = 0;
    core.sfpu.apart = 1;
    CHECK(!does(TT_OP_SFPMUL(0, 1, 9, 2, 0)));
    CHECK(!does(TT_OP_SFPABS(0, 1, 2, 0)));
    core.sfpu.apart = 0;
    CHECK(does(TT_OP_SFPABS(0, 1, 2, 0)));
}

TEST(a_thread_that_does_not_exist_takes_no_values) {
    begin();
    CHECK(!stx_try_values(&core, STX_THREADS, TT_OP_SFPMUL(0, 1, 9, 2, 0), in, out));
    CHECK(!stx_try_values(&core, 255, TT_OP_SFPSTORE(0, 0, 0, 0), in, NULL));
}

static unsigned told;
static void tell(struct stx_listener *self, struct stx_core *of, const struct stx_event *e) {
    (void)self, (void)of, (void)e;
    told++;
}

TEST(who_is_told_of_words_is_told_of_all) {
    begin();
    heard_by(&core, STX_HEAR(BEGIN), tell);
    CHECK(!does(TT_OP_SFPMUL(0, 1, 9, 2, 0)));
    CHECK_EQ(told, 0);
}

int main(void) {
    RUN(values_give_what_registers_give);
    RUN(an_absent_value_is_the_register);
    RUN(a_unit_in_another_state_takes_no_values);
    RUN(a_thread_that_does_not_exist_takes_no_values);
    RUN_IF(stx_has_trace(), who_is_told_of_words_is_told_of_all);
    return test_summary();
}
