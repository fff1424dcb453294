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

/* A line cut into tokens. Every number is hexadecimal. */
struct vec_line {
    char text[VEC_LINE];
    char *token[VEC_TOKENS];
    int tokens;
    unsigned number; /* of the line in its file */
};

/* One side of a comparison. */
struct vec_state {
    struct stx_core core;
    uint8_t *l1;
    uint32_t l1_used;            /* everything from here on is zero */
    uint32_t stall[STX_THREADS]; /* words not executed at the end */
};

/* Next line with tokens; false at the end of the file. */
bool vec_read(FILE *file, struct vec_line *line);
uint32_t vec_number(const struct vec_line *line, int token);

/* The state before a case's own lines. */
void vec_baseline(struct vec_state *state, const struct stx_port *port);
/* Applies a state line; false if it is malformed or unknown. */
bool vec_apply(struct vec_state *state, const struct vec_line *line);

/* Runs words as VECTORS say: per-thread queues, each head retried after every word. */
void vec_queue_clear(void);
void vec_queue_offer(struct stx_core *core, unsigned thread, uint32_t word);
void vec_queue_idle(struct stx_core *core);
uint32_t vec_queue_left(unsigned thread);
bool vec_queue_head(unsigned thread, uint32_t *word); /* the word that waits; false if none does */

/* Number of differences; prints the first few if `print`. */
unsigned vec_compare(const struct vec_state *got, const struct vec_state *want, bool print);

#endif
