/* SPDX-License-Identifier: Apache-2.0
 *
 * against.h - words that are timed on the library and on the reference simulator. */
#ifndef AGAINST_H
#define AGAINST_H

#include <stdbool.h>
#include <stdint.h>

/* BF16 sources; width of Dst; vector registers hold ordinary numbers. AS_CONDITIONS: lanes are
 * enabled by their flags. */
enum timed_state { AS_DST32, AS_DST16, AS_VECTOR, AS_CONDITIONS };

/* What is renewed before each word, because a processor learns the branches that it sees again and
 * again: rows 0..15 of SrcA, 0..7 and 16..31 of SrcB, 0..15 of Dst as they are stored, LReg0..3,
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

extern const struct timed_word timed_words[]; /* the last has no name */

enum side { OURS, THEIRS };

/* Random operands for one side. Both sides get the same ones in the same order. */
void fresh_start(void);
void fresh_operands(enum side side, unsigned what);

/* What a side does: renew prepares a round, which is not measured; run is the round; apart is what
 * is subtracted from it. The first and the last may be NULL. */
typedef void round_of(enum side side, void *argument);
struct rounds {
    round_of *renew, *run, *apart;
};

/* Nanoseconds of each side, the least of many rounds that take turns; or, if counting was asked
 * for, instructions. */
struct measured {
    double ns[2], instructions[2];
};
struct measured take_turns(const struct rounds *r, void *argument);
double instructions_of(round_of *run, enum side side, void *argument);
extern bool counting;

/* A whole kernel: one tile product from L1 to L1, with the words of a file (record.c). */
void measure_kernel(const char *name, const char *file);
/* The words of a softmax of one tile (softmax.c). */
void measure_softmax(void);
/* Both sides as words need them. */
void prepare_both(enum timed_state state, bool ones);
bool same_state(void);

/* A line of the table. */
void say_measured(const char *name, struct measured m, bool same);

#endif
