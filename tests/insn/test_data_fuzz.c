/* SPDX-License-Identifier: Apache-2.0
 *
 * UNPACR, UNPACR_NOP, PACR and the L1 words of the scalar unit under random configurations: nothing
 * outside L1 is touched, a fault leaves the state as it was. An argument multiplies the rounds
 * (make soak). Fixed seed. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core_state.h"
#include "softensix/softensix.h"
#include "test.h"

#define L1_BYTES 0x2000u
#define GUARD 256u
#define ROUNDS 100000u

static struct stx_core core, before;
static uint8_t memory[GUARD + L1_BYTES + GUARD], memory_before[sizeof memory];
static uint32_t seed = 0x5EED1234u;
static unsigned long rounds = ROUNDS;

static uint32_t random32(void) {
    return test_random(&seed);
}

/* One of eight: any value; else a small one, so that some configurations are legal. */
static uint32_t random_word(uint32_t small) {
    return random32() % 8 ? random32() % small : random32();
}

static void random_formats(void) {
    static const uint8_t pair[][2] = {{0, 4}, {0, 5}, {0, 1}, {5, 5}, {6, 6}, {1, 1},   {10, 10},
                                      {2, 2}, {7, 7}, {9, 9}, {8, 8}, {3, 3}, {14, 14}, {15, 15}};
    uint32_t i = random32() % (sizeof pair / sizeof pair[0]), in = pair[i][0], out = pair[i][1];
    for (unsigned unit = 0; unit < 2; unit++) {
        core.cfg[0][64 + 48 * unit] = in | 16u | random_word(64) << 16;
        core.cfg[0][72 + 48 * unit] = out | (random32() % 4 ? 0 : random32() & 0x0FFF4FF0u);
    }
}

/* Read_32b << 8 | In << 4 | Out: mostly a legal one. */
static void random_pack_formats(void) {
    static const uint16_t legal[] = {0x010, 0x011, 0x01a, 0x026, 0x050, 0x055, 0x056, 0x057,
                                     0x05f, 0x060, 0x066, 0x099, 0x100, 0x101, 0x106, 0x107,
                                     0x10f, 0x111, 0x11a, 0x155, 0x166, 0x188, 0x199, 0x1ee};
    uint32_t n = sizeof legal / sizeof legal[0];
    uint32_t mode = random32() % 4 ? legal[random32() % n] : random32();
    uint32_t in = mode >> 4 & 15u;
    core.cfg[0][1] = (random32() & 0x1FFFFFu) | in << 25;
    core.cfg[0][70] = in << 8 | (mode & 15u) << 4;
    core.cfg[0][18] = (mode >> 8 & 1u) | (random32() % 2 ? 0 : random32() & 14u);
}

static void random_configuration(void) {
    for (unsigned unit = 0; unit < 2; unit++) {
        unsigned u = 48 * unit;
        core.cfg[0][65 + u] = random_word(4) << 16 | random_word(16);
        core.cfg[0][66 + u] = random_word(3);
        core.cfg[0][67 + u] = random_word(4) << 24;
        core.cfg[0][73 + u] = random32();
        for (unsigned c = 0; c < 8; c++) {
            core.cfg[0][76 + u + c] = random_word(L1_BYTES / 16);
            core.cfg[0][84 + u + c % 4] = random32();
            core.cfg[0][92 + u + c % 4] = random_word(16);
        }
    }
    random_formats();
    random_pack_formats();
    core.cfg[0][69] = random_word(L1_BYTES / 16);
    core.cfg[0][68] = random_word(4) << 16;
    core.cfg[0][28] = random32() & 0xFF00u;
    core.tcfg[0][41] = (uint16_t)random_word(8);
    for (unsigned i = 12; i < 28; i++) {
        core.cfg[0][i] = random_word(64) << 16 | random_word(64);
    }
}

static void random_counters(void) {
    for (unsigned unit = 0; unit < 3; unit++) {
        for (unsigned i = 0; i < 8; i++) {
            core.adc[0][unit].at[i / 4][i % 4] = random_word(4) & (i % 4 ? 0xFFu : 0x3FFFFu);
        }
        core.adc[0][unit].at[1][0] = random32() % 8 ? 15 : random_word(1024) & 0x3FFFFu;
    }
    core.adc[0][2].at[0][0] = 0;
    for (unsigned i = 0; i < STX_GPRS; i++) {
        core.gpr[0][i] = random_word(L1_BYTES / 8);
    }
    for (unsigned bank = 0; bank < STX_SRC_BANKS; bank++) {
        core.srca.fpu_owns[bank] = core.srcb.fpu_owns[bank] = 0;
    }
}

static uint32_t random_instruction(void) {
    static const uint32_t plain[] = {0x41018F01u, 0x42000081u, 0x42800041u, 0x41000101u};
    static const uint8_t opcode[] = {0x40, 0x41, 0x42, 0x42, 0x43, 0x45, 0x49, 0x61, 0x62,
                                     0x63, 0x64, 0x66, 0x4A, 0x46, 0x44, 0x41, 0x67, 0x68};
    if (random32() % 2) {
        return plain[random32() % 4];
    }
    return (uint32_t)opcode[random32() % sizeof opcode] << 24 | (random32() & 0xFFFFFFu);
}

/* Of the core, what a fault may change: its own record. */
static bool state_kept(void) {
    return same_state(&core, &before) && memcmp(memory, memory_before, sizeof memory) == 0;
}

static bool guards_kept(void) {
    for (unsigned i = 0; i < GUARD; i++) {
        if (memory[i] != 0xA5 || memory[GUARD + L1_BYTES + i] != 0xA5) {
            return false;
        }
    }
    return true;
}

static unsigned done[256], faulted; /* by opcode */
enum { PACR = 0x41, UNPACR = 0x42 };

static void one_round(void) {
    random_configuration();
    random_counters();
    memcpy(&before, &core, sizeof core);
    memcpy(memory_before, memory, sizeof memory);
    uint32_t word = random_instruction();
    enum stx_result result = stx_try(&core, 0, word);
    if (result != STX_DONE && !state_kept()) {
        printf("word %08x left changes behind\n", (unsigned)word);
        test_bad = 1;
    }
    if (!guards_kept()) {
        printf("word %08x wrote outside L1\n", (unsigned)word);
        test_bad = 1;
    }
    done[word >> 24] += result == STX_DONE;
    faulted += result == STX_FAULT;
}

TEST(random_configurations_stay_inside_l1_and_faults_change_nothing) {
    memset(memory, 0xA5, sizeof memory);
    stx_init(&core, memory + GUARD, L1_BYTES, NULL);
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    for (unsigned long round = 0; round < rounds && !test_bad; round++) {
        one_round();
    }
    CHECK(done[UNPACR] > rounds / (STX_SIZE == STX_SIZE_FULL ? 25 : 100));
    CHECK(done[PACR] > rounds / (STX_SIZE == STX_SIZE_FULL ? 100 : 1000));
    CHECK(faulted > rounds / 20);
}

int main(int argc, char **argv) {
    if (argc > 1) {
        rounds = ROUNDS * strtoul(argv[1], NULL, 0);
    }
    RUN(random_configurations_stay_inside_l1_and_faults_change_nothing);
    return test_summary();
}
