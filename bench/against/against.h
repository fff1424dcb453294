/* SPDX-License-Identifier: Apache-2.0
 *
 * against.h - words that are timed both on the library and on the reference simulator. */
#ifndef AGAINST_H
#define AGAINST_H

#include <stdbool.h>
#include <stdint.h>

/* Sources are BF16. AS_DST32 and AS_DST16: the width of Dst. AS_VECTOR: vector registers hold
 * ordinary numbers. AS_CONDITIONS: lane flags also enable the lanes. */
enum timed_state { AS_DST32, AS_DST16, AS_VECTOR, AS_CONDITIONS };

/* What is renewed before each word, because a processor's branch predictor would learn repeated
 * operands: rows 0..15 of SrcA, rows 0..7 and 16..31 of SrcB, stored rows 0..15 of Dst, LReg0..3,
 * flags. */
enum fresh {
    FRESH_A = 1,
    FRESH_B = 2,
    FRESH_SQUARE = 4,
    FRESH_DST = 8,
    FRESH_REGISTERS = 16,
    FRESH_FLAGS = 32
};

struct timed_word {
    const char *name;
    uint32_t word;
    enum timed_state state;
    unsigned fresh; /* bits of enum fresh: what the word reads */
};

extern const struct timed_word timed_words[]; /* the last entry has no name */

enum side { OURS, THEIRS };

/* Write random operands for one side. Both sides get the same ones in the same order. */
void fresh_start(void);
void fresh_operands(enum side side, unsigned what);

/* What a side does: renew prepares a round and is not measured, run is the measured round, and the
 * cost of apart is subtracted from it. renew and apart may be NULL. */
typedef void round_of(enum side side, void *argument);
struct rounds {
    round_of *renew, *run, *apart;
};

/* Nanoseconds of each side, the least of many alternating rounds; or instructions, if `counting` is
 * set. */
struct measured {
    double ns[2], instructions[2];
};
struct measured take_turns(const struct rounds *r, void *argument);
double instructions_of(round_of *run, enum side side, void *argument);
extern bool counting;

/* Measures a whole kernel: one tile product from L1 to L1, with the words of a file (record.c). */
void measure_kernel(const char *name, const char *file);
/* Measures the words of a softmax of one tile (softmax.c). */
void measure_softmax(void);
/* Prepares the state that a word needs on both sides. ones: SrcB holds 1.0. */
void prepare_both(enum timed_state state, bool ones);
bool same_state(void);

/* Prints a line of the table. */
void say_measured(const char *name, struct measured m, bool same);

#endif
