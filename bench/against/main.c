/* SPDX-License-Identifier: Apache-2.0
 *
 * main.c - times each word on the library and on the reference simulator in one process, in
 * alternating rounds, and takes the least of sixty. Operands are renewed before each word, and the
 * cost of that is subtracted. The results of both sides are compared, too. With "count" as the
 * first argument, it counts instructions instead (tools/against.py runs both).
 *
 *   against times|count "part of a name" lofi.words hifi4.words */
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

enum { ROUNDS = 60, WORDS = 400, COUNTED_WORDS = 3 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double time_of(round_of *run, enum side side, void *argument) {
    double before = now();
    run(side, argument);
    return now() - before;
}

static double lesser(double a, double b) {
    return a < b ? a : b;
}

struct measured take_turns(const struct rounds *r, void *argument) {
    double whole[2] = {1e30, 1e30}, apart[2] = {1e30, 1e30};
    struct measured m = {{0, 0}, {0, 0}};
    for (int i = 0; i < 2 * ROUNDS && !counting; i++) {
        enum side side = i & 1 ? THEIRS : OURS;
        if (r->renew) {
            r->renew(side, argument);
        }
        whole[side] = lesser(whole[side], time_of(r->run, side, argument));
        apart[side] = lesser(apart[side], r->apart ? time_of(r->apart, side, argument) : 0);
    }
    for (enum side side = OURS; side <= THEIRS; side++) {
        m.ns[side] = whole[side] - apart[side];
        m.instructions[side] = instructions_of(r->run, side, argument);
        m.instructions[side] -= r->apart ? instructions_of(r->apart, side, argument) : 0;
    }
    return m;
}

void say_measured(const char *name, struct measured m, bool same) {
    const double *v = counting ? m.instructions : m.ns;
    printf("against %-20s %9.1f %9.1f%s\n", name, v[OURS], v[THEIRS],
           same ? "" : "   DIFFERENT RESULT");
    fflush(stdout);
}

static unsigned words_of_round(void) {
    return counting ? COUNTED_WORDS : WORDS;
}

static void run_words(enum side side, void *argument) {
    const struct timed_word *w = argument;
    unsigned fresh = w->fresh, words = words_of_round();
    for (unsigned i = 0; i < words; i++) {
        if (fresh) {
            fresh_operands(side, fresh);
        }
        if (side == OURS) {
            (void)stx_issue(&bench_core, 1, w->word);
        } else {
            (void)simulator_issue(1, w->word);
        }
    }
}

/* Only renews the operands. */
static void run_fresh(enum side side, void *argument) {
    const struct timed_word *w = argument;
    unsigned words = words_of_round();
    for (unsigned i = 0; i < words && w->fresh; i++) {
        fresh_operands(side, w->fresh);
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

static void both_registers(void) {
    for (unsigned reg = 0; reg < 8; reg++) {
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            float v = bench_gauss();
            memcpy(&bench_core.sfpu.lreg[reg][lane], &v, sizeof v);
        }
    }
    for (unsigned reg = 0; reg < 16; reg++) {
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

/* Fills SrcB with 1.0, which GMPOOL requires on the simulator. */
static void both_ones(void) {
    for (unsigned i = 0; i < 2 * STX_SRC_ROWS * STX_COLS; i++) {
        unsigned bank = i & 1, row = i / 2 / STX_COLS, col = i / 2 % STX_COLS;
        stx_src_poke(&bench_core, 1, bank, row, col, 0x3F800000);
        simulator_source_poke(1, row, col, 0x3F800000);
    }
}

void prepare_both(enum timed_state state, bool ones) {
    bench_core_init(CODE_BF16);
    stx_policy_set_all(&bench_core, STX_POLICY_SILICON);
    simulator_reset(CODE_BF16);
    both_config(CFG_ALU, state == AS_DST32 ? ALU_FP32 : 0);
    both_sources();
    both_registers();
    both_dst();
    fresh_start();
    if (ones) {
        both_ones();
    }
    if (state == AS_CONDITIONS) {
        (void)stx_issue(&bench_core, 1, TT_OP_SFPENCC(3, 0, 0, 10));
        (void)simulator_try(1, TT_OP_SFPENCC(3, 0, 0, 10));
    }
}

bool same_state(void) {
    bool same =
        !memcmp(bench_core.sfpu.lreg, simulator_lreg(0), 8 * sizeof bench_core.sfpu.lreg[0]);
    for (unsigned i = 0; i < STX_DST_ROWS * STX_COLS; i++) {
        same &= stx_dst_peek(&bench_core, i / STX_COLS, i % STX_COLS) == simulator_dst()[i];
    }
    for (unsigned i = 0; i < 2 * STX_SRC_ROWS * STX_COLS; i++) {
        unsigned source = i & 1, row = i / 2 / STX_COLS, col = i / 2 % STX_COLS;
        unsigned bank = source ? bench_core.srcb.fpu_bank : bench_core.srca.fpu_bank;
        same &= stx_src_peek(&bench_core, source, bank, row, col) ==
                simulator_source_row(source, row)[col];
    }
    return same;
}

/* Runs the same word with the same random operands on both sides; true if the states are equal. */
static bool same_after_round(struct timed_word *w) {
    run_words(OURS, w);
    run_words(THEIRS, w);
    return same_state();
}

static struct measured of_one(struct measured m) {
    for (enum side side = OURS; side <= THEIRS; side++) {
        m.ns[side] /= words_of_round();
        m.instructions[side] /= words_of_round();
    }
    return m;
}

static void measure_word(struct timed_word w) {
    prepare_both(w.state, strstr(w.name, "POOL"));
    if (stx_issue(&bench_core, 1, w.word) != STX_DONE) {
        printf("against %-20s left out: %s\n", w.name, stx_last_fault(&bench_core)->what);
    } else if (!simulator_try(1, w.word)) {
        printf("against %-20s left out: %s\n", w.name, simulator_message());
    } else {
        const struct rounds rounds = {NULL, run_words, w.fresh ? run_fresh : NULL};
        bool same = same_state() && same_after_round(&w);
        say_measured(w.name, of_one(take_turns(&rounds, &w)), same);
    }
}

int main(int argc, char **argv) {
    const char *part = argc > 2 ? argv[2] : "";
    counting = argc > 1 && !strcmp(argv[1], "count");
    for (const struct timed_word *w = timed_words; w->name; w++) {
        if (strstr(w->name, part)) {
            measure_word(*w);
        }
    }
    bool files = argc > 4 && !counting;
    if (files && strstr("kernel, LoFi", part)) {
        measure_kernel("kernel, LoFi", argv[3]);
    }
    if (files && strstr("kernel, HiFi4", part)) {
        measure_kernel("kernel, HiFi4", argv[4]);
    }
    if (files && strstr("softmax, one tile", part)) {
        measure_softmax();
    }
    return 0;
}
