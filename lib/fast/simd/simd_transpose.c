/* SPDX-License-Identifier: Apache-2.0
 *
 * simd_transpose.c - a square of SrcB transposed by interleaving: rows i and i + n/2 of n, element
 * by element, become rows 2i and 2i + 1. That moves the highest bit of a row's number to the end of
 * the column's number and so on round; after as many rounds as there are bits rows and columns have
 * changed places. */
#include "fast/forms.h"
#include "num/bits.h"

#if TRANSPOSE_BY_VECTORS

#define BYTES 16u /* in a vector */
#define HALF (STX_COLS / 2)

typedef uint16_t eight __attribute__((vector_size(BYTES)));
typedef uint8_t sixteen __attribute__((vector_size(BYTES)));

#define LOAD(v, from) __builtin_memcpy(&(v), (from), BYTES)
#define STORE(to, v) __builtin_memcpy((to), &(v), BYTES)

static inline void interleave_cells(const eight *from, eight *to) {
    BITS_UNROLL(4)
    for (unsigned i = 0; i < 4; i++) {
        eight a = from[i], b = from[i + 4];
        to[2 * i] = __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
        to[2 * i + 1] = __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
    }
}

static inline void interleave_bytes(const sixteen *from, sixteen *to) {
    BITS_UNROLL(8)
    for (unsigned i = 0; i < 8; i++) {
        sixteen a = from[i], b = from[i + 8];
        to[2 * i] =
            __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        to[2 * i + 1] = __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29,
                                                14, 30, 15, 31);
    }
}

/* A quarter of the square: eight rows of eight cells each. */
static void transpose_quarter(const uint16_t *from, uint16_t *to) {
    eight v[HALF], w[HALF];
    BITS_UNROLL(8)
    for (unsigned row = 0; row < HALF; row++) {
        LOAD(v[row], from + row * STX_COLS);
    }
    interleave_cells(v, w);
    interleave_cells(w, v);
    interleave_cells(v, w);
    BITS_UNROLL(8)
    for (unsigned row = 0; row < HALF; row++) {
        STORE(to + row * STX_COLS, w[row]);
    }
}

void transpose_simd(uint16_t *high, uint8_t *low) {
    uint16_t cells[STX_COLS * STX_COLS];
    sixteen v[STX_COLS], w[STX_COLS];
    __builtin_memcpy(cells, high, sizeof cells);
    for (unsigned row = 0; row < STX_COLS; row += HALF) {
        for (unsigned col = 0; col < STX_COLS; col += HALF) {
            transpose_quarter(cells + row * STX_COLS + col, high + col * STX_COLS + row);
        }
    }
    if (low) {
        __builtin_memcpy(v, low, sizeof v);
        interleave_bytes(v, w);
        interleave_bytes(w, v);
        interleave_bytes(v, w);
        interleave_bytes(w, v);
        __builtin_memcpy(low, v, sizeof v);
    }
}

#endif
