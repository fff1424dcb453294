/* SPDX-License-Identifier: Apache-2.0
 *
 * main.c - each word on the library and on the reference simulator in one process: rounds that take
 * turns, the least of thirty. What both have computed is compared too.
 *
 *   against "part of a name" lofi.words hifi4.words */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "../bench.h"
#include "against.h"
#include "regs/dst.h"
#include "simulator.h"
#include "softensix/inspect.h"
#include "softensix/softensix.h"
#include "softensix/tti.h"

enum { ROUNDS = 30, WORDS = 400 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double time_of(void (*run)(void *), void *argument) {
    double before = now();
    run(argument);
    return now() - before;
}

struct times take_turns(void (*ours)(void *), void (*theirs)(void *), void *argument) {
    struct times least = {1e30, 1e30};
    for (int round = 0; round < ROUNDS; round++) {
        double t = time_of(ours, argument);
        least.ours = t < least.ours ? t : least.ours;
        t = time_of(theirs, argument);
        least.theirs = t < least.theirs ? t : least.theirs;
    }
    return least;
}

void say_times(const char *name, struct times t, const char *note) {
    printf("against %-20s %9.1f ns, simulator %9.1f ns: %5.1f times%s\n", name, t.ours, t.theirs,
           t.theirs / t.ours, note);
    fflush(stdout);
}

static void run_ours(void *argument) {
    uint32_t word = *(const uint32_t *)argument;
    for (int i = 0; i < WORDS; i++) {
        (void)stx_issue(&bench_core, 1, word);
    }
}

static void run_theirs(void *argument) {
    uint32_t word = *(const uint32_t *)argument;
    for (int i = 0; i < WORDS; i++) {
        (void)simulator_issue(1, word);
    }
}

static void both_config(uint32_t word, uint32_t value) {
    bench_cfg(word, value);
    (void)simulator_config(word, value);
}

static void both_sources(void) {
    bench_fill_sources(GAUSS_BF16);
    for (unsigned i = 0; i < 2 * STX_SRC_ROWS * STX_COLS; i++) {
        unsigned source = i & 1, row = i / 2 / STX_COLS, col = i / 2 % STX_COLS;
        uint32_t datum = stx_src_peek(&bench_core, source, 0, row, col);
        stx_src_poke(&bench_core, source, 1, row, col, datum);
        simulator_source_poke(source, row, col, datum);
    }
}

/* Ordinary numbers; zeros where lanes are enabled by conditions, so that all stay enabled. */
static void both_registers(bool zeros) {
    for (unsigned reg = 0; reg < 8; reg++) {
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            float v = zeros ? 0 : bench_gauss();
            memcpy(&bench_core.sfpu.lreg[reg][lane], &v, sizeof v);
        }
        memcpy(simulator_lreg(reg), bench_core.sfpu.lreg[reg], sizeof bench_core.sfpu.lreg[reg]);
    }
    for (unsigned reg = 8; reg < 16; reg++) {
        memcpy(simulator_lreg(reg), bench_core.sfpu.lreg[reg], sizeof bench_core.sfpu.lreg[reg]);
    }
}

static void both_dst(void) {
    for (unsigned i = 0; i < STX_DST_ROWS * STX_COLS; i++) {
        uint32_t cell = dst_documented(bench_datum(GAUSS_BF16) >> 16);
        stx_dst_poke(&bench_core, i / STX_COLS, i % STX_COLS, cell);
        simulator_dst()[i] = (uint16_t)cell;
        simulator_dst_valid()[i / STX_COLS] = true;
    }
}

/* SrcB all 1.0, which GMPOOL wants on the simulator. */
static void both_ones(void) {
    for (unsigned i = 0; i < 2 * STX_SRC_ROWS * STX_COLS; i++) {
        unsigned bank = i & 1, row = i / 2 / STX_COLS, col = i / 2 % STX_COLS;
        stx_src_poke(&bench_core, 1, bank, row, col, 0x3F800000);
        simulator_source_poke(1, row, col, 0x3F800000);
    }
}

static void prepare(const struct timed_word *w) {
    enum timed_state state = w->state;
    bench_core_init(CODE_BF16);
    stx_policy_set_all(&bench_core, STX_POLICY_SILICON);
    simulator_reset(CODE_BF16);
    both_config(CFG_ALU, state == AS_DST32 ? ALU_FP32 : 0);
    both_sources();
    both_registers(state == AS_CONDITIONS);
    both_dst();
    if (strstr(w->name, "POOL")) {
        both_ones();
    }
    if (state == AS_CONDITIONS) {
        (void)stx_issue(&bench_core, 1, TT_OP_SFPENCC(3, 0, 0, 10));
        (void)simulator_try(1, TT_OP_SFPENCC(3, 0, 0, 10));
    }
}

/* After one word. */
static bool same_state(void) {
    bool same =
        !memcmp(bench_core.sfpu.lreg, simulator_lreg(0), 8 * sizeof bench_core.sfpu.lreg[0]);
    for (unsigned i = 0; i < STX_DST_ROWS * STX_COLS; i++) {
        same &= stx_dst_peek(&bench_core, i / STX_COLS, i % STX_COLS) == simulator_dst()[i];
    }
    return same;
}

static void time_word(const struct timed_word *w) {
    uint32_t word = w->word;
    prepare(w);
    if (stx_issue(&bench_core, 1, word) != STX_DONE) {
        printf("against %-20s left out: %s\n", w->name, stx_last_fault(&bench_core)->what);
    } else if (!simulator_try(1, word)) {
        printf("against %-20s left out: %s\n", w->name, simulator_message());
    } else {
        const char *note = same_state() ? "" : "   DIFFERENT RESULT";
        struct times t = take_turns(run_ours, run_theirs, &word);
        say_times(w->name, (struct times){t.ours / WORDS, t.theirs / WORDS}, note);
    }
}

int main(int argc, char **argv) {
    const char *part = argc > 1 ? argv[1] : "";
    for (const struct timed_word *w = timed_words; w->name; w++) {
        if (strstr(w->name, part)) {
            time_word(w);
        }
    }
    if (strstr("kernel", part) && argc > 3) {
        kernel_times("kernel, LoFi", argv[2]);
        kernel_times("kernel, HiFi4", argv[3]);
    }
    return 0;
}
