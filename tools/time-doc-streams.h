/* SPDX-License-Identifier: Apache-2.0
 *
 * time-doc-streams.h - the streams of words that time-doc.c times. */
#ifndef TIME_DOC_STREAMS_H
#define TIME_DOC_STREAMS_H

#include "softensix/tti.h"

enum { WORDS = 4096 };
static uint32_t words[WORDS];
static unsigned count;

static void add(uint32_t word) {
    words[count++ % WORDS] = word;
}

/* Instructions of RISC-V code before word i of thread 1, if the stream has such code. */
static uint32_t (*code_before)(unsigned i);

static uint32_t single;

static void same(unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        add(single);
    }
}

/* Pairs of a word and a wait for its unit. */
static void pairs(unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        add(single);
        add(TT_OP_STALLWAIT(128 | 32, 1u << 12 | 1));
    }
}

static void products(unsigned tiles_of_phases) {
    for (unsigned i = 0; i < 16 * tiles_of_phases; i++) {
        add(TT_OP_MVMUL(0, 0, 0, i % 8 * 8));
    }
}

/* n tiles in `phases` fidelity phases, two blocks for each face. */
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

/* 32 rounds of `slots` words, of which `stalls` depend on the preceding multiply-add. */
static void vector(unsigned slots, unsigned stalls) {
    for (unsigned i = 0; i < 32; i++) {
        for (unsigned s = 0; s < slots; s++) {
            add(s < stalls ? TT_OP_SFPMAD(0, 0, 9, 0, 0)
                           : TT_OP_SFPMOV(0, s == stalls ? 0 : 3, 4, 0));
        }
    }
}

/* What tt-llk's kernels do before the vector words of a tile: SrcA to Dst, then a wait for it. */
static void copy(void) {
    add(TT_OP_SETRWC(0, 0, 0, 0, 0, 4));
    add(TT_OP_SETC16(1, 0));
    for (unsigned face = 0; face < 4; face++) {
        add(TT_OP_MOVA2D(0, 0, 2, 2, 16 * face));
        add(TT_OP_MOVA2D(0, 0, 2, 2, 16 * face + 8));
        add(TT_OP_SETRWC(0, 0, 0, 0, 0, 3));
    }
    add(TT_OP_SETRWC(0, 0, 0, 0, 0, 4));
    add(TT_OP_SETC16(1, 0));
    add(TT_OP_STALLWAIT(256, 16));
}

/* n tiles of 32 rounds, with the copy. */
static void rounds(unsigned n, const uint32_t *body, unsigned length) {
    for (unsigned tile = 0; tile < n; tile++) {
        copy();
        for (unsigned i = 0; i < 32 * length; i++) {
            add(body[i % length]);
        }
    }
}

enum { COPY = 17 }; /* words of copy() */

/* Counted in tt-llk's loop over tiles, without code that runs during the MOP of the copy. */
static unsigned words_of_tile;
static uint32_t before_each_tile(unsigned i) {
    return i % words_of_tile ? 0 : 7;
}

#define LOAD TT_OP_SFPLOAD(3, 0, 0, 0)
#define LUT TT_OP_SFPLUT(3, 0, 0)
#define STORE TT_OP_SFPSTORE(3, 0, 0, 0)
#define NEXT TT_OP_INCRWC(0, 2, 0, 0)

static const uint32_t *body;
static unsigned body_length;
static void body_rounds(unsigned n) {
    rounds(n, body, body_length);
}

static void body_16(unsigned n) {
    for (unsigned tile = 0; tile < n; tile++) {
        copy();
        vector(16, 1);
    }
}

static void body_12(unsigned n) {
    for (unsigned tile = 0; tile < n; tile++) {
        copy();
        vector(12, 2);
    }
}

/* 32-bit integers are unpacked to Dst, so there is no copy. Each face takes eight rounds, then two
 * words advance to the next face. */
static void faces(unsigned tiles, uint32_t (*word)(unsigned i), unsigned length) {
    for (unsigned face = 0; face < 4 * tiles; face++) {
        for (unsigned i = 0; i < 8 * length; i++) {
            add(word(i % length));
        }
        add(TT_OP_SETRWC(0, 4, 8, 0, 0, 4));
        add(TT_OP_SETRWC(0, 4, 8, 0, 0, 4));
    }
}

static uint32_t word_of_abs(unsigned i) {
    static const uint32_t body[] = {TT_OP_SFPLOAD(1, 12, 3, 0), TT_OP_SFPABS(0, 1, 0, 0),
                                    TT_OP_SFPSTORE(0, 12, 3, 0), TT_OP_INCRWC(0, 2, 0, 0)};
    return body[i];
}

static uint32_t word_of_difference(unsigned i) {
    static const uint32_t body[] = {TT_OP_SFPLOAD(0, 12, 3, 0), TT_OP_SFPLOAD(1, 12, 3, 64),
                                    TT_OP_SFPIADD(0, 1, 0, 6), TT_OP_SFPSTORE(0, 12, 3, 0),
                                    TT_OP_INCRWC(0, 2, 0, 0)};
    return body[i];
}

static void abs_int32(unsigned n) {
    faces(n, word_of_abs, 4);
}

static void sub_int32(unsigned n) {
    faces(n, word_of_difference, 5);
}

/* The code in tt-metal#48717: three instructions to make and store the word, the return, and the
 * call. */
static unsigned words_of_face;
static uint32_t before_each_face(unsigned i) {
    return i % words_of_face ? 0 : 5;
}

/* A tile whose loop of 32 rounds is not unrolled: two instructions in each round count and
 * branch. */
enum { BEFORE_FILL = 4, FILL = BEFORE_FILL + 2 * 32 + 1 };
static void fill_int32(unsigned n) {
    for (unsigned tile = 0; tile < n; tile++) {
        add(TT_OP_SETC16(1, 0));
        add(TT_OP_STALLWAIT(256, 16));
        add(TT_OP_SFPLOADI(1, 10, 0));
        add(TT_OP_SFPLOADI(1, 8, 0));
        for (unsigned i = 0; i < 32; i++) {
            add(TT_OP_SFPSTORE(1, 4, 3, 0));
            add(NEXT);
        }
        add(TT_OP_SETRWC(0, 0, 0, 0, 0, 4));
    }
}

static uint32_t before_each_round(unsigned i) {
    unsigned word = i % FILL;
    return word >= BEFORE_FILL && word < FILL - 1 && word % 2 == 0 ? 2 : 0;
}

/* A thousandth of the busy cycles of SDPA's math thread, with its vector words between the
 * products. */
static void attention(unsigned n) {
    enum { PRODUCTS = 2419, VECTOR = 443 };
    for (unsigned i = 0, done = 0; n && i < PRODUCTS; i++) {
        add(TT_OP_MVMUL(0, 0, 0, i % 8 * 8));
        if ((i + 1) * VECTOR / PRODUCTS > done) {
            add(TT_OP_SFPMOV(0, 3, 4, 0));
            done++;
        }
    }
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

#endif
