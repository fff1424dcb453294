/* SPDX-License-Identifier: Apache-2.0
 *
 * claims.h - what the tests of the rows' claims share: a state before and after a word, its twin in
 * which something was perturbed, and the instructions one after the other.
 *
 *   test_claims... [factor [mnemonic [most]]]    factor times as many words; one instruction alone;
 *                                                most words, until all is shown that it claims */
#ifndef TESTS_ISA_CLAIMS_H
#define TESTS_ISA_CLAIMS_H

#include <stdlib.h>

#include "isa/lab.h"

/* Words of an instruction: so many at least, and more until so many of them have run and have shown
 * all that it claims. Each state serves several words. */
enum { ROUNDS = 160, RUNS = 64, FRESH = 8 };

static struct lab base, after, twin, twin_after;
static unsigned factor = 1, most = 20000;
static const char *only;
static bool wrong; /* the row at hand: one message is enough */

static void complain(uint32_t word, const char *what, const char *which) {
    char text[200];
    stx_disasm(text, sizeof text, word);
    printf("%08x %s: %s %s\n", (unsigned)word, text, what, which);
    test_bad = 1;
    wrong = true;
}

/* Does another word follow? There are some for every row, more until all is shown that it claims,
 * and then twice as many again, for what is as rare and not claimed. */
static bool goes_on(unsigned round, bool enough) {
    static unsigned lacking; /* words after which something was not shown */
    lacking = enough ? (round ? lacking : 0) : round;
    unsigned some = ROUNDS * factor, last = enough ? 3 * lacking : most * factor;
    return round < (last > some ? last : some);
}

static bool twin_differs(const struct stx_insn *insn, uint32_t word) {
    lab_copy(&twin_after, &twin);
    return lab_run(&twin_after, insn, word) != STX_DONE ||
           mattered(&base, &twin, &after, &twin_after);
}

static void each(void (*check)(const struct stx_insn *insn)) {
    const struct stx_insn *insn;
    for (size_t i = 0; (insn = stx_insn_at(i)) != NULL; i++) {
        if (!only || !strcmp(only, insn->name)) {
            wrong = false;
            check(insn);
        }
    }
}

static int claims_begin(int argc, char **argv) {
    factor = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
    only = argc > 2 ? argv[2] : NULL;
    most = argc > 3 ? (unsigned)atoi(argv[3]) : most;
    find_pieces();
    return STX_SIZE == STX_SIZE_FULL;
}

#endif
