/* SPDX-License-Identifier: Apache-2.0
 *
 * time-doc - the tables of docs/time.md: streams of words timed by the model beside what was
 * measured or documented for them, and the parameters. */
#include <stdio.h>

#include "softensix/softensix.h"
#include "softensix/time.h"
#include "softensix/tti.h"

enum { WORDS = 4096 };
static struct stx_core core;
static struct stx_time timing;
static uint8_t l1[0x10000];
static uint32_t words[WORDS];
static unsigned count;

static void add(uint32_t word) {
    words[count++ % WORDS] = word;
}

static double cycles(enum stx_time_bound bound, unsigned threads) {
    struct stx_port port = {.ctx = &timing, .trace = stx_time_word};
    stx_init(&core, l1, sizeof l1, &port);
    stx_init_as_firmware(&core);
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    stx_issue(&core, 0, TT_OP_SETDVALID(3));
    stx_time_init(&timing, &core);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned t = 0; t < threads; t++) {
            stx_issue(&core, 1 + t, words[i]);
        }
    }
    stx_time_end(&timing);
    return (double)stx_time_total(&timing, bound);
}

/* What the last part of a stream costs: of all words without those that the first part had. */
static void row(const char *what, void (*make)(unsigned n), unsigned few, unsigned many, double per,
                double measured, double tolerance, const char *source) {
    double got[3];
    for (unsigned b = 0; b < 3; b++) {
        count = 0;
        make(few);
        double before = few ? cycles((enum stx_time_bound)b, 1) : 0;
        count = 0;
        make(many);
        got[b] = (cycles((enum stx_time_bound)b, 1) - before) / per;
    }
    double error = 100 * (got[0] - measured) / measured;
    printf("| %s | %.2f | %.2f | %.2f | %.2f | %+.1f %% | %s | %s |\n", what, measured, got[0],
           got[1], got[2], error, error <= tolerance && error >= -tolerance ? "yes" : "no", source);
}

static uint32_t single;

static void same(unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        add(single);
    }
}

static void one(const char *name, uint32_t word, double measured) {
    single = word;
    row(name, same, 64, 128, 64, measured, 2, "tensixbench phase A");
}

static void products(unsigned tiles_of_phases) {
    for (unsigned i = 0; i < 16 * tiles_of_phases; i++) {
        add(TT_OP_MVMUL(0, 0, 0, i % 8 * 8));
    }
}

/* n tiles, in phases fidelity phases: two blocks a face. */
static void elwise(unsigned n, unsigned phases) {
    for (unsigned face = 0; face < 4 * n; face++) {
        for (unsigned i = 0; i < 2 * phases; i++) {
            add(TT_OP_ELWMUL(0, 0, 0, 0, 16 * (face % 4) + 8 * (i % 2)));
        }
    }
}

static void elwise_hifi2(unsigned n) {
    elwise(n, 2);
}

static void elwise_hifi4(unsigned n) {
    elwise(n, 4);
}

/* 32 rounds of slots words, of which some depend on the multiply-add before. */
static void vector(unsigned slots, unsigned stalls) {
    for (unsigned i = 0; i < 32; i++) {
        for (unsigned s = 0; s < slots; s++) {
            add(s < stalls ? TT_OP_SFPMAD(0, 0, 9, 0, 0)
                           : TT_OP_SFPMOV(0, s == stalls ? 0 : 3, 4, 0));
        }
    }
}

static void identity(unsigned n) {
    (void)n;
    for (unsigned i = 0; i < 32; i++) {
        add(TT_OP_SFPLOAD(0, 0, 0, 0));
        add(TT_OP_SFPSTORE(0, 0, 0, 0));
        add(TT_OP_INCRWC(0, 2, 0, 0));
    }
}

static void body_16(unsigned n) {
    (void)n;
    vector(16, 1);
}

/* NOPs for eight products, as the matmul of tt-llk records them. */
static unsigned nops;

static void throttled(unsigned n) {
    for (unsigned i = 0; i < 8 * n; i++) {
        add(TT_OP_MVMUL(0, 0, 0, i % 8 * 8));
        for (unsigned k = 0; i % 8 == 7 && k < nops; k++) {
            add(TT_OP_NOP);
        }
    }
}

static void throttle(const char *name, unsigned between, double share) {
    nops = between;
    row(name, throttled, 2, 10, 64, 100 / share, 3.5, "tt-llk#88: level's share of the peak");
}

static void measurements(void) {
    printf("| what | measured | model | low | high | error | inside | source |\n"
           "|---|---|---|---|---|---|---|---|\n");
    one("NOP, cycles a word", TT_OP_NOP, 1);
    one("INCRWC", TT_OP_INCRWC(0, 0, 0, 0), 1);
    one("SFPMAD", TT_OP_SFPMAD(1, 2, 9, 3, 0), 1);
    one("SETDMAREG", TT_OP_SETDMAREG(0, 0, 0, 0), 1);
    one("RDCFG", TT_OP_RDCFG(0, 0), 1);
    one("ADDDMAREG", TT_OP_ADDDMAREG(0, 0, 0, 0), 3);
    one("MULDMAREG", TT_OP_MULDMAREG(0, 0, 0, 0), 3);
    single = TT_OP_ELWADD(0, 0, 0, 0, 0);
    row("ELWADD on one block of Dst", same, 8, 72, 64, 6.007, 2, "tensixbench; chose `dst_period`");
    row("matmul, a fidelity phase of a tile", products, 1, 9, 8, 16, 2, "GEMM_FLOPS.md");
    row("ELWMUL HiFi2, a tile", elwise_hifi2, 1, 9, 8, 34.6, 10,
        "tt-metal#58723; chose `dst_period`");
    row("ELWMUL HiFi4, a tile", elwise_hifi4, 1, 9, 8, 82.6, 10,
        "tt-metal#58723; chose `dst_period`");
    row("SFPU identity, without its 28 cycles of copy", identity, 0, 1, 1, 124.06 - 28, 5,
        "tt-metal#54317");
    row("SFPU, 16 slots and 1 stall a round, without 28", body_16, 0, 1, 1, 577.99 - 28, 5,
        "tt-metal#54318, Exp of 16 words; a stream like it, not the kernel");
    throttle("matmul throttled, level 1: cycles a MVMUL", 3, 73);
    throttle("level 2", 4, 67);
    throttle("level 3", 8, 50);
    throttle("level 4", 12, 40);
    throttle("level 5", 16, 33.3);
}

static void parameters(void) {
    const struct stx_time_parameter *p;
    printf("\n| parameter | value | fast | slow | unit | source | confidence |\n"
           "|---|---|---|---|---|---|---|\n");
    for (unsigned i = 0; (p = stx_time_parameter_at(i)) != NULL; i++) {
        printf("| `%s` | %u | %u | %u | %s | %s | %s |\n", p->name, (unsigned)p->expected,
               (unsigned)p->fast, (unsigned)p->slow, p->unit, p->source, p->confidence);
    }
}

int main(void) {
    measurements();
    parameters();
    return 0;
}
