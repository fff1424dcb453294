/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Random words of the scalar unit beside a model that reads their bits as the book says (SPEC 10.2,
 * 10.3): every GPR of every thread and all of L1 after each word. */
#include <string.h>

#include "softensix/isa.h"
#include "softensix/softensix.h"
#include "test.h"

enum { L1_BYTES = 1024, TRIES = 2000 };

static struct stx_core core;
static uint8_t l1[L1_BYTES];
static uint32_t seed = 20261122;

static uint32_t random_number(void) {
    return test_random(&seed);
}

/* What the model knows: the registers of the word's thread, and L1. */
static struct {
    uint32_t gpr[64];
    uint8_t l1[L1_BYTES];
} m;

static uint32_t bits(uint32_t word, unsigned high, unsigned low) {
    return word >> low & (uint32_t)((UINT64_C(2) << (high - low)) - 1);
}

static uint32_t bytes_get(uint32_t at, unsigned n) {
    uint32_t v = 0;
    while (n--) {
        v = v << 8 | m.l1[at + n];
    }
    return v;
}

static void bytes_set(uint32_t at, unsigned n, uint32_t v) {
    for (unsigned i = 0; i < n; i++) {
        m.l1[at + i] = (uint8_t)(v >> 8 * i);
    }
}

static uint32_t half_get(unsigned half) {
    return half % 2 ? m.gpr[half / 2] / 65536 : m.gpr[half / 2] % 65536;
}

static void half_set(unsigned half, uint32_t v) {
    uint32_t low = half % 2 ? m.gpr[half / 2] % 65536 : v % 65536;
    uint32_t high = half % 2 ? v % 65536 : m.gpr[half / 2] / 65536;
    m.gpr[half / 2] = high * 65536 + low;
}

/* A sum, a product, a comparison ...; false: there is no such operation. */
static bool arithmetic(uint32_t word) {
    uint32_t op = bits(word, 20, 18), left = m.gpr[bits(word, 5, 0)],
             *to = &m.gpr[bits(word, 17, 12)];
    uint32_t right = bits(word, 23, 23) ? bits(word, 11, 6) : m.gpr[bits(word, 11, 6)];
    switch (word >> 24) {
    case 0x58:
        *to = left + right;
        return true;
    case 0x59:
        *to = left - right;
        return true;
    case 0x5A:
        *to = left % 65536 * (right % 65536);
        return true;
    case 0x5B:
        *to = op == 0 ? left & right : op == 1 ? left | right : op == 2 ? left ^ right : *to;
        return op < 3;
    case 0x5C:
        *to = op == 0 ? left << right % 32 : op == 1 ? left >> right % 32 : *to;
        return op < 2;
    default:
        *to = op == 0 ? left > right : op == 1 ? left < right : op == 2 ? left == right : *to;
        return op < 3;
    }
}

static bool setdmareg(uint32_t word) {
    uint32_t half = bits(word, 6, 0), size = bits(word, 23, 22), group = half / 2 / 4 * 4;
    if (!bits(word, 7, 7)) {
        half_set(half, bits(word, 21, 8) + size * 16384);
        return true;
    }
    if (bits(word, 14, 11) < 10) {
        return false;
    }
    if (size == 0) {
        half_set(half, 0);
    } else if (size == 1) {
        m.gpr[half / 2] = 0;
    } else if (size == 2) {
        memset(&m.gpr[group], 0, 16);
    } else {
        half_set(2 * group, 0);
        m.gpr[group + 1] &= 0xFF00FFFFu;
        m.gpr[group + 2] = 0;
    }
    return true;
}

/* LOADIND, and STOREIND to L1; false: beyond the end. */
static bool indirect(uint32_t word, uint32_t size, bool stores) {
    static const unsigned sizes[4] = {16, 4, 2, 1}, steps[4] = {0, 2, 4, 16};
    uint32_t half = bits(word, 20, 14), data = bits(word, 11, 6), bytes = sizes[size];
    uint64_t at = (UINT64_C(16) * m.gpr[bits(word, 5, 0)] + half_get(half)) / bytes * bytes;
    if (at + bytes > L1_BYTES) {
        return false;
    }
    half_set(half, half_get(half) + steps[bits(word, 13, 12)]);
    for (unsigned i = 0; i < bytes; i += 4) {
        uint32_t *gpr = &m.gpr[bytes == 16 ? data / 4 * 4 + i / 4 : data];
        unsigned n = bytes < 4 ? bytes : 4;
        if (stores) {
            bytes_set((uint32_t)at + i, n, *gpr);
        } else if (n == 4) {
            *gpr = bytes_get((uint32_t)at + i, 4);
        } else {
            *gpr = (*gpr >> 8 * n << 8 * n) + bytes_get((uint32_t)at, n);
        }
    }
    return true;
}

/* Adds to the low bits of a word of L1, up to bit n - 1. */
static void step_word(uint32_t at, uint32_t by, unsigned n) {
    uint32_t old = bytes_get(at, 4);
    for (unsigned bit = 0; bit < n; bit++) {
        uint32_t one = UINT32_C(1) << bit;
        bytes_set(at, 4, (bytes_get(at, 4) & ~one) | ((old + by) & one));
    }
}

static enum stx_result atincgetptr(uint32_t word, uint32_t base) {
    uint32_t used = bytes_get(base + 4, 4) - bytes_get(base, 4), n = bits(word, 17, 14);
    uint32_t capacity = n ? UINT32_C(1) << (n - 1) : 0x8000, at = base + 4 * bits(word, 13, 12);
    if (bits(word, 12, 12) ? used != 0 && used % capacity == 0 : used == 0) {
        return STX_WAIT;
    }
    uint32_t old = bytes_get(at, 4);
    step_word(at, bits(word, 22, 22) ? 0 : UINT32_C(1) << bits(word, 21, 18), n);
    m.gpr[bits(word, 11, 6)] = old;
    return STX_DONE;
}

static void atswap(uint32_t word, uint32_t base) {
    uint32_t data = bits(word, 11, 6);
    for (unsigned i = 0; i < 8; i++) {
        unsigned gpr = data / 4 * 4 + i / 2;
        bool zero = bits(word, 22, 22) && gpr != data;
        if (bits(word, 14 + i, 14 + i)) {
            bytes_set(base + 2 * i, 2, zero ? 0 : half_get(2 * gpr + i % 2));
        }
    }
}

static enum stx_result atomic(uint32_t word) {
    uint32_t data = bits(word, 11, 6), unit = m.gpr[bits(word, 5, 0)];
    if (bits(word, 23, 23) || unit >= L1_BYTES / 16) {
        return STX_FAULT;
    }
    uint32_t base = 16 * unit, at = base + 4 * bits(word, 13, 12), old = bytes_get(at, 4);
    switch (word >> 24) {
    case 0x61:
        step_word(at, m.gpr[data], bits(word, 18, 14) + 1);
        m.gpr[data] = old;
        return STX_DONE;
    case 0x62:
        return atincgetptr(word, base);
    case 0x63:
        atswap(word, base);
        return STX_DONE;
    default:
        if (old != bits(word, 17, 14)) {
            return STX_WAIT;
        }
        bytes_set(at, 4, bits(word, 21, 18));
        return STX_DONE;
    }
}

static enum stx_result model(uint32_t word) {
    uint32_t opcode = word >> 24;
    if (opcode >= 0x58 && opcode <= 0x5D) {
        return arithmetic(word) ? STX_DONE : STX_FAULT;
    }
    if (opcode >= 0x61 && opcode <= 0x64) {
        return atomic(word);
    }
    if (opcode == 0x45) {
        return setdmareg(word) ? STX_DONE : STX_FAULT;
    }
    bool stores = opcode == 0x66;
    return indirect(word, stores ? bits(word, 22, 21) : bits(word, 23, 22), stores) ? STX_DONE
                                                                                    : STX_FAULT;
}

/* Numbers that meet each other, addresses inside L1 and beyond, and any numbers. */
static uint32_t number(void) {
    uint32_t r = random_number();
    switch (random_number() % 6) {
    case 0:
        return r % 4;
    case 1:
        return r % (L1_BYTES / 16 + 2);
    case 2:
        return r % L1_BYTES | (uint32_t)(r >> 16) % L1_BYTES << 16;
    case 3:
        return 0u - r % 3;
    case 4:
        return (r % 16) << 28;
    default:
        return r;
    }
}

static void fill(void) {
    for (unsigned thread = 0; thread < STX_THREADS; thread++) {
        for (unsigned i = 0; i < 64; i++) {
            core.gpr[thread][i] = number();
        }
    }
    for (unsigned i = 0; i < L1_BYTES; i += 4) {
        uint32_t v = number();
        memcpy(&l1[i], &v, 4);
    }
}

/* One word of a random thread: registers and L1 are those of the model. */
static bool as_in_the_model(uint32_t word) {
    static uint32_t others[STX_THREADS][64];
    unsigned thread = random_number() % STX_THREADS;
    memcpy(m.gpr, core.gpr[thread], sizeof m.gpr);
    memcpy(m.l1, l1, sizeof l1);
    memcpy(others, core.gpr, sizeof others);
    enum stx_result expected = model(word), got = stx_try(&core, thread, word);
    memcpy(others[thread], m.gpr, sizeof m.gpr);
    bool same =
        got == expected && !memcmp(core.gpr, others, sizeof others) && !memcmp(l1, m.l1, sizeof l1);
    if (!same) {
        printf("word %08" PRIx32 ": result %d, expected %d\n", word, got, expected);
    }
    return same;
}

static const uint8_t opcodes[] = {0x45, 0x49, 0x58, 0x59, 0x5A, 0x5B, 0x5C,
                                  0x5D, 0x61, 0x62, 0x63, 0x64, 0x66};

TEST(words_do_what_their_bits_say) {
    stx_init(&core, l1, sizeof l1, NULL);
    for (unsigned i = 0; i < TRIES * sizeof opcodes; i++) {
        uint32_t word = (uint32_t)opcodes[i % sizeof opcodes] << 24;
        word |= random_number() & 0xFFFFFFu & ~stx_insn_of(word)->reserved;
        word |= opcodes[i % sizeof opcodes] == 0x66 ? 1u << 23 : 0; /* L1, no register */
        if (i % 20 == 0) {
            fill();
        }
        CHECK(as_in_the_model(word));
    }
}

/* XMOV: cfg 88 source and 89 destination in units of 16 bytes, 90 how many (15:0) and which way
 * (31:30: 0 clears, 3 copies within L1); units go in ascending order. */
static enum stx_result xmov(const uint32_t *cfg) {
    uint64_t from = cfg[88], to = cfg[89], units = cfg[90] % 65536, way = cfg[90] >> 30;
    const uint64_t all = L1_BYTES / 16;
    if (way == 1 || way == 2 || to + units > all || (way == 3 && from + units > all)) {
        return STX_FAULT;
    }
    for (uint64_t i = 0; i < 16 * units; i++) {
        m.l1[16 * to + i] = way == 3 ? m.l1[16 * from + i] : 0;
    }
    return STX_DONE;
}

TEST(xmov_copies_or_clears_what_lies_inside_l1) {
    unsigned done = 0;
    stx_init(&core, l1, sizeof l1, NULL);
    for (unsigned i = 0; i < TRIES; i++) {
        uint32_t limit = i % 2 ? L1_BYTES / 32 : L1_BYTES / 16 + 1;
        core.cfg[0][88] = random_number() % limit | (i % 50 == 1 ? 0xF0000000u : 0);
        core.cfg[0][89] = random_number() % limit | (i % 50 == 3 ? 0xF0000000u : 0);
        core.cfg[0][90] = random_number() % limit | (random_number() & 0xFFFF0000u);
        core.cfg[0][90] |= i % 50 == 5 ? 1u << 15 : 0;
        fill();
        memcpy(m.l1, l1, sizeof l1);
        enum stx_result expected = xmov(core.cfg[0]);
        CHECK_EQ(stx_try(&core, 0, 0x40000000u), expected);
        CHECK(!memcmp(l1, m.l1, sizeof l1));
        done += expected == STX_DONE;
    }
    CHECK(done > TRIES / 5 && done < TRIES);
}

/* STOREIND with bits 23:22 = 01: a register at (GPR + (offset >> 4)) & 0xFFFFC, here one of the MOP
 * configuration; the bits outside are anything. */
TEST(storeind_reaches_registers_by_a_sum) {
    stx_init(&core, l1, sizeof l1, NULL);
    for (unsigned i = 0; i < TRIES; i++) {
        uint32_t r = random_number(), value = random_number(), step = i % 4, n = i % 9;
        uint32_t offset = r & 0xFFFFu, base = 0x80000 + 4 * n + r % 4 - (offset >> 4);
        core.gpr[0][20] = (base & 0xFFFFFu) | (random_number() & 0xFFF00000u);
        core.gpr[0][21] = i % 2 ? offset << 16 | 0x1234 : 0x56780000u | offset;
        core.gpr[0][22] = value;
        memcpy(m.gpr, core.gpr[0], sizeof m.gpr);
        static const uint32_t steps[4] = {0, 2, 4, 16};
        half_set(42 + i % 2, half_get(42 + i % 2) + steps[step]);
        CHECK_EQ(stx_try(&core, 0,
                         0x66000000u | 1u << 22 | (42 + i % 2) << 14 | step << 12 | 22 << 6 | 20),
                 STX_DONE);
        CHECK_EQ(core.front[0].mop_cfg[n], value);
        CHECK(!memcmp(core.gpr[0], m.gpr, sizeof m.gpr));
    }
}

/* REG2FLOP: one GPR, or for size 0 four aligned ones, to the words 64 to 179. */
TEST(reg2flop_writes_one_word_or_four) {
    for (unsigned n = 0; n < 4 * 128; n++) {
        uint32_t size = n / 128, flop = n % 128, gpr = random_number() % 64;
        uint32_t count = size ? 1 : 4, to = 64 + flop / count * count, from = gpr / count * count;
        stx_init(&core, l1, sizeof l1, NULL);
        stx_policy_set(&core, STX_RULE_REG2FLOP, STX_POLICY_SILICON);
        fill();
        bool fits = to < 180;
        CHECK_EQ(stx_try(&core, 0, 0x48000000u | size << 22 | flop << 6 | gpr),
                 fits ? STX_DONE : STX_FAULT);
        for (uint32_t i = 0; i < 224; i++) {
            bool written = fits && i >= to && i < to + count;
            CHECK_EQ(core.cfg[0][i], written ? core.gpr[0][from + i - to] : 0);
        }
    }
}

/* Its other fields, each bit of them, ask for what is not there. */
TEST(reg2flop_has_one_target) {
    for (unsigned bit = 16; bit < 22; bit++) {
        stx_init(&core, l1, sizeof l1, NULL);
        stx_policy_set(&core, STX_RULE_REG2FLOP, STX_POLICY_SILICON);
        CHECK_EQ(stx_try(&core, 0, 0x48400000u | 1u << bit), STX_FAULT);
        CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_UNIMPLEMENTED_MODE);
        CHECK_EQ(stx_last_fault(&core)->detail, bit < 20 ? 0 : 1u << (bit - 20));
    }
}

int main(void) {
    RUN(words_do_what_their_bits_say);
    RUN(storeind_reaches_registers_by_a_sum);
    RUN(reg2flop_writes_one_word_or_four);
    RUN(reg2flop_has_one_target);
    RUN(xmov_copies_or_clears_what_lies_inside_l1);
    return test_summary();
}
