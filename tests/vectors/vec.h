/* SPDX-License-Identifier: Apache-2.0
 *
 * vec.h - golden-vector runner: text in, core before and core wanted after (docs/testing.md). */
#ifndef TESTS_VECTORS_VEC_H
#define TESTS_VECTORS_VEC_H

#include <stdio.h>

#include "softensix/softensix.h"

#define VEC_L1_BYTES 0x180000u
#define VEC_TOKENS 64
#define VEC_LINE 4096

/* A line cut into tokens. Every number is hexadecimal. What is wrong with a line is a token of it
 * and a sentence that goes on after that token: "zz" is not a number. */
struct vec_line {
    char text[VEC_LINE];
    char *token[VEC_TOKENS];
    uint32_t value[VEC_TOKENS]; /* of the tokens that vec_numbers() has read */
    int tokens;
    unsigned number; /* of the line in its file */
    const char *wrong_word;
    char wrong[128]; /* empty: nothing is wrong */
};

/* One side of a comparison. */
struct vec_state {
    struct stx_core core;
    uint8_t *l1;
    uint32_t l1_used;            /* everything from here on is zero */
    uint32_t stall[STX_THREADS]; /* words not executed at the end */
    bool wanted;                 /* the state after a run, as a case expects it */
};

/* Next line of a file as it stands there; false at the end. A line that is too long, or in which a
 * byte is 0, is wrong. */
bool vec_next(FILE *file, struct vec_line *line);
/* Cuts it into tokens; false if it has none. */
bool vec_split(struct vec_line *line);
/* Next line with tokens, which may be wrong; false at the end of the file. */
bool vec_read(FILE *file, struct vec_line *line);

/* Reads tokens first, first + 1, ... up to the end as numbers, the first one up to most, into
 * value. False, and the line is wrong, if one is not such a number. */
bool vec_numbers(struct vec_line *line, int first, uint32_t most);
/* Reads one. */
bool vec_number(struct vec_line *line, int token, uint32_t most);
/* Reads token 1 as a thread; "x 1 a4000010 ...": a thread and words, which are value[2] and so on.
 * False, and *thread unchanged, if the line is wrong. */
bool vec_thread(struct vec_line *line, unsigned *thread);
bool vec_words(struct vec_line *line, unsigned *thread);
/* The line is wrong because of a token; false. */
bool vec_wrong(struct vec_line *line, int token, const char *sentence);
/* False, and the line is wrong, if it has not so many tokens behind the first. */
bool vec_has(struct vec_line *line, int values);

/* The state before a case's own lines. */
void vec_baseline(struct vec_state *state, const struct stx_port *port);
/* Applies a state line; false, and the line is wrong, if it is malformed or unknown. */
bool vec_apply(struct vec_state *state, struct vec_line *line);

/* What a line of a list of words says (stx-run, stx-race): what vec_list_line() has read of it. */
enum vec_kind {
    VEC_WRONG,
    VEC_THREAD, /* the thread of the lines that follow is *thread from here on */
    VEC_WORDS,  /* value[*first] .. value[tokens - 1] are words for *thread, which x changes too */
    VEC_STORE,  /* value[2] goes to the register at the address value[1] */
    VEC_STATE   /* a state line, or an unknown one: vec_apply() tells */
};
enum vec_kind vec_list_line(struct vec_line *line, unsigned *thread, int *first);

/* Runs words as VECTORS say: per-thread queues, each head retried after every word. */
void vec_queue_clear(void);
void vec_queue_offer(struct stx_core *core, unsigned thread, uint32_t word);
void vec_queue_retry(struct stx_core *core); /* something beside the words has changed */
void vec_queue_idle(struct stx_core *core);
uint32_t vec_queue_left(unsigned thread);
bool vec_queue_head(unsigned thread, uint32_t *word); /* the word that waits; false if none does */

/* Number of differences; prints the first few if `print`. */
unsigned vec_compare(const struct vec_state *got, const struct vec_state *want, bool print);

#endif
