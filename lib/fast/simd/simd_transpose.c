/* SPDX-License-Identifier: Apache-2.0
 *
 * simd_transpose.c - transposes a square of SrcB by interleaving: of n rows, rows i and i + n/2,
 * element by element, become rows 2i and 2i + 1. This rotates the bits of an element's position,
 * row number followed by column number, to the left by one. After as many rounds as a row number
 * has bits, rows and columns are exchanged. */
#include "fast/forms.h"
#include "num/bits.h"

#if TRANSPOSE_BY_VECTORS

enum {
    BYTES = 16, /* in a vector */
    HALF = STX_COLS / 2
};

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

/* A quarter of the square has eight rows of eight cells each. */
struct quarter {
    eight row[HALF];
};

static inline struct quarter load_transposed(const uint16_t *from) {
    struct quarter v, w;
    BITS_UNROLL(8)
    for (unsigned row = 0; row < HALF; row++) {
        LOAD(v.row[row], from + row * STX_COLS);
    }
    interleave_cells(v.row, w.row);
    interleave_cells(w.row, v.row);
    interleave_cells(v.row, w.row);
    return w;
}

static inline void store_quarter(uint16_t *to, struct quarter v) {
    BITS_UNROLL(8)
    for (unsigned row = 0; row < HALF; row++) {
        STORE(to + row * STX_COLS, v.row[row]);
    }
}

void transpose_simd(uint16_t *high, uint8_t *low) {
    sixteen v[STX_COLS], w[STX_COLS];
    uint16_t *right = high + HALF, *below = high + HALF * STX_COLS;
    store_quarter(high, load_transposed(high));
    store_quarter(below + HALF, load_transposed(below + HALF));
    struct quarter moved = load_transposed(right);
    store_quarter(right, load_transposed(below));
    store_quarter(below, moved);
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
