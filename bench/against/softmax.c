/* SPDX-License-Identifier: Apache-2.0
 *
 * softmax.c - the words of a softmax of one tile in Dst: maxima, differences, exponentials of 32
 * vectors with a polynomial, sums with a matrix product, reciprocals, and products with them. The
 * time does not depend on the contents of the sources, so nothing is unpacked in between. */
#include <stdio.h>

#include "../bench.h"
#include "against.h"
#include "simulator.h"
#include "softensix/softensix.h"
#include "softensix/tti.h"

enum { MOST = 1024, VECTORS = 32, BLOCKS = 8, MINUS_ONE = 11, ONE = 10 };

static struct words {
    uint32_t word[MOST];
    unsigned count;
} words;

static void add(uint32_t word) {
    words.word[words.count++] = word;
}

/* L4 = L4 * L3 + a coefficient in bfloat16. */
static void add_term(uint32_t coefficient) {
    add(TT_OP_SFPLOADI(5, 0, coefficient));
    add(TT_OP_SFPMAD(4, 3, 5, 4, 0));
}

/* 2^(x / ln 2): the integer part goes to the exponent, the fraction through a polynomial. */
static void add_exponential(unsigned row) {
    add(TT_OP_SFPLOAD(0, 0, 3, row));
    add(TT_OP_SFPLOADI(1, 0, 0x3FB9));
    add(TT_OP_SFPMUL(0, 1, 9, 0, 0));
    add(TT_OP_SFP_STOCH_RND(0, 0, 0, 0, 2, 7));
    add(TT_OP_SFPCAST(2, 3, 0));
    add(TT_OP_SFPMAD(3, MINUS_ONE, 0, 3, 0));
    add(TT_OP_SFPLOADI(4, 0, 0x3C1D));
    add_term(0x3D63);
    add_term(0x3E76);
    add_term(0x3F31);
    add_term(0x3F80);
    add(TT_OP_SFPEXEXP(0, 4, 1, 0));
    add(TT_OP_SFPCAST(2, 2, 3));
    add(TT_OP_SFPIADD(0, 1, 2, 4));
    add(TT_OP_SFPIADD(127, 2, 2, 5));
    add(TT_OP_SFPSETEXP(0, 4, 2, 0));
    add(TT_OP_SFPSETCC(0, 0, 0, 0));
    add(TT_OP_SFPMOV(0, 2, 4, 0));
    add(TT_OP_SFPENCC(3, 0, 0, 10));
    add(TT_OP_SFPSTORE(4, 0, 3, row));
}

/* 1 / x, with one step of Newton's method. */
static void add_reciprocal(unsigned row) {
    add(TT_OP_SFPLOAD(0, 0, 3, row));
    add(TT_OP_SFPARECIP(0, 0, 1, 0));
    add(TT_OP_SFPMAD(0, 1, MINUS_ONE, 2, 0));
    add(TT_OP_SFPMUL(2, MINUS_ONE, 9, 2, 0));
    add(TT_OP_SFPMAD(2, 1, 1, 1, 0));
    add(TT_OP_SFPSTORE(1, 0, 3, row));
}

static void add_words(void) {
    words.count = 0;
    for (unsigned i = 0; i < 4; i++) {
        add(TT_OP_GMPOOL(0, 1, 7, 0, 0));
    }
    for (unsigned i = 0; i < BLOCKS; i++) {
        add(TT_OP_ELWSUB(0, 0, 0, 7, 8 * i));
    }
    for (unsigned i = 0; i < VECTORS; i++) {
        add_exponential(2 * i);
    }
    for (unsigned i = 0; i < BLOCKS; i++) {
        add(TT_OP_MVMUL(0, 0, 7, 8 * i));
    }
    for (unsigned i = 0; i < 4; i++) {
        add_reciprocal(2 * i);
    }
    for (unsigned i = 0; i < BLOCKS; i++) {
        add(TT_OP_ELWMUL(0, 0, 0, 7, 8 * i));
    }
}

static void run_all(enum side side, void *argument) {
    const struct words *w = argument;
    for (unsigned i = 0; i < w->count; i++) {
        if (side == OURS) {
            (void)stx_issue(&bench_core, 1, w->word[i]);
        } else {
            (void)simulator_issue(1, w->word[i]);
        }
    }
}

static void renew(enum side side, void *argument) {
    (void)argument;
    fresh_operands(side, FRESH_A | FRESH_DST);
}

/* Tries all words. The reason why either side refuses one, or NULL. */
static const char *refused(void) {
    for (unsigned i = 0; i < words.count; i++) {
        if (stx_issue(&bench_core, 1, words.word[i]) != STX_DONE) {
            return stx_last_fault(&bench_core)->what;
        }
        if (!simulator_try(1, words.word[i])) {
            return simulator_message();
        }
    }
    return NULL;
}

void measure_softmax(void) {
    prepare_both(AS_CONDITIONS, true);
    add_words();
    const char *why = refused();
    if (why) {
        printf("against softmax left out: %s\n", why);
        return;
    }
    const struct rounds rounds = {renew, run_all, NULL};
    bool same = same_state();
    struct measured m = take_turns(&rounds, &words);
    say_measured("softmax, one tile", m, same && same_state());
}
