/* SPDX-License-Identifier: Apache-2.0
 *
 * Random programs of MOP_CFG, MOP and REPLAY beside a model of SPEC 2: the words that reach the
 * units, in their order. Words that no unit takes are skipped, which is no matter here. */
#include <string.h>

#include "softensix/softensix.h"
#include "softensix/tti.h"
#include "test.h"

enum { PROGRAMS = 300, OFFERED = 24, ROOM = 200000 };

static struct stx_core core;
static uint32_t got[ROOM], expected[ROOM];
static unsigned got_count, expected_count;
static uint32_t seed = 11;

static uint32_t below(uint32_t n) {
    return (test_random(&seed) >> 4) % n;
}

static void on_trace(void *ctx, unsigned thread, uint32_t word, enum stx_result result) {
    (void)ctx;
    if (thread == 0 && result == STX_DONE && got_count < ROOM) {
        got[got_count++] = word;
    }
}

static enum stx_verdict skip(void *ctx, const struct stx_fault *fault) {
    (void)ctx, (void)fault;
    return STX_SKIP;
}

static struct {
    uint32_t mask_high, config[9], buffer[32];
    unsigned at, left;
    bool executes;
} m;

static void unit(uint32_t word) {
    if (expected_count < ROOM) {
        expected[expected_count++] = word;
    }
}

static void replay(uint32_t word) {
    unsigned start = word >> 14 & 31, length = word >> 4 & 63;
    length = length ? length : 32;
    if (m.left) {
        m.left--;
        m.buffer[m.at++ % 32] = word;
        if (m.executes) {
            unit(word);
        }
    } else if (word >> 24 != 0x04) {
        unit(word);
    } else if (word & 1) {
        m.at = start;
        m.left = length;
        m.executes = word >> 1 & 1;
    } else {
        for (unsigned k = 0; k < length; k++) {
            unit(m.buffer[(start + k) % 32]);
        }
    }
}

/* A MOP starts with the configuration of its moment. */
static void masked(uint32_t word) {
    const uint32_t *c = m.config;
    uint32_t mask = m.mask_high << 16 | (word & 0xFFFF);
    for (unsigned n = 0; n <= (word >> 16 & 127); n++) {
        bool skips = n < 32 && (mask >> n & 1);
        replay(skips ? c[7] : c[3]);
        for (unsigned i = 4; !skips && (c[1] & 2) && i <= 6; i++) {
            replay(c[i]);
        }
        if (c[1] & 1) {
            replay(skips ? c[8] : c[2]);
        }
    }
}

static bool present(uint32_t word) {
    return word >> 24 != 0x02;
}

static void loops(void) {
    const uint32_t *c = m.config;
    unsigned outer = c[0] % 128, inner = c[1] % 128 * (present(c[6]) ? 2 : 1);
    if (outer == 1 && !present(c[2]) && inner == 0 && present(c[3])) {
        outer = 129;
    }
    for (unsigned o = 1; o <= outer; o++) {
        if (present(c[2])) {
            replay(c[2]);
        }
        for (unsigned i = 1; i <= inner; i++) {
            replay(i == inner ? c[o == outer ? 7 : 8] : present(c[6]) && i % 2 == 0 ? c[6] : c[5]);
        }
        if (present(c[3])) {
            replay(c[3]);
        }
        if (present(c[3]) && present(c[4])) {
            replay(c[4]);
        }
    }
}

static void offer(uint32_t word) {
    if (word >> 24 == 0x03) {
        m.mask_high = word & 0xFFFF;
    } else if (word >> 24 != 0x01) {
        replay(word);
    } else if (word >> 23 & 1) {
        loops();
    } else {
        masked(word);
    }
    (void)stx_issue(&core, 0, word);
}

static uint32_t plain(void) {
    return TT_OP_SETDMAREG(0, below(16384), 0, 0);
}

static uint32_t any_replay(void) {
    uint32_t ignored = below(4) ? 0 : below(16) << 10;
    return ignored |
           TT_OP_REPLAY(below(32), below(2) ? below(4) : below(33), below(2), below(3) == 0);
}

/* Loops of few rounds, or of any number without a REPLAY inside; the bits above the seven that
 * count are anything. */
static void configure(void) {
    unsigned most = below(8) ? 4 : 128;
    for (unsigned i = 0; i < 9; i++) {
        unsigned kind = below(8);
        uint32_t word = kind < 3 ? TT_OP_NOP : kind == 3 && most == 4 ? any_replay() : plain();
        if (i < 2) {
            word = below(most) | below(2) << 7 | below(2) << 20;
        }
        m.config[i] = word;
        stx_mop_write(&core, 0, i, word);
    }
}

static uint32_t any_word(void) {
    switch (below(7)) {
    case 0:
        return TT_OP_MOP_CFG(below(65536));
    case 1:
        configure();
        return TT_OP_MOP(1, 0, 0);
    case 2:
        configure();
        return TT_OP_MOP(0, below(4) ? below(5) : below(128), below(65536));
    case 3:
    case 4:
        return any_replay();
    default:
        return plain();
    }
}

TEST(what_reaches_the_units_is_what_the_model_says) {
    for (unsigned n = 0; n < PROGRAMS; n++) {
        stx_init(&core, NULL, 0, &(struct stx_port){.trace = on_trace, .fault = skip});
        memset(&m, 0, sizeof m);
        got_count = expected_count = 0;
        for (unsigned i = 0; i < OFFERED; i++) {
            offer(any_word());
        }
        CHECK_EQ(got_count, expected_count);
        CHECK(!memcmp(got, expected, got_count * sizeof got[0]));
    }
}

int main(void) {
    RUN(what_reaches_the_units_is_what_the_model_says);
    return test_summary();
}
