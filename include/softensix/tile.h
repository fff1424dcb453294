/* SPDX-License-Identifier: Apache-2.0
 *
 * tile.h - calls instead of kernels: products, element-wise operations, reductions and functions of
 * tensors in L1, with the numbers that the coprocessor computes. Each call issues instruction
 * words, one after the other, from one thread; no scheduler is needed. docs/tile.md says which
 * words, and how exact each function is.
 *
 *   struct stx_tiles t;
 *   struct stx_tensor a = {0x1000, 1, 1, STX_TILE_BF16}, b = {0x2000, 1, 1, STX_TILE_BF16};
 *   struct stx_tensor c = {0x3000, 1, 1, STX_TILE_FP32};
 *   stx_tiles_init(&t, &core, 1, 0x8000, STX_TILE_SCRATCH);
 *   stx_tile_write(&t, &a, values, 32);
 *   ...
 *   if (stx_tile_matmul(&t, &c, &a, &b, NULL) != STX_TILE_OK) ...
 *
 * Numbers that are not in tiles are binary32 in 32 bits ("bits"), or two's complement integers for
 * the two integer formats. */
#ifndef SOFTENSIX_TILE_H
#define SOFTENSIX_TILE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct stx_core;

/* Data formats, by the hardware's codes (SPEC 4.1). TF32 is kept in 32 bits and rounded to ten bits
 * of mantissa when it is written. BFP formats share an exponent among 16 numbers; those with an A
 * have exponents of five bits, as FP16 has. FP8 is E5M2. Integers are sign and magnitude in L1. */
enum stx_tile_format {
    STX_TILE_FP32 = 0,
    STX_TILE_FP16 = 1,
    STX_TILE_BFP8A = 2,
    STX_TILE_BFP4A = 3,
    STX_TILE_TF32 = 4,
    STX_TILE_BF16 = 5,
    STX_TILE_BFP8 = 6,
    STX_TILE_BFP4 = 7,
    STX_TILE_INT32 = 8,
    STX_TILE_FP8 = 10,
    STX_TILE_BFP2A = 11,
    STX_TILE_INT8 = 14,
    STX_TILE_BFP2 = 15
};

/* What became of a call. Unless it is OK or FAULT nothing was written. */
enum stx_tile_result {
    STX_TILE_OK,
    STX_TILE_SHAPE,     /* sizes do not fit each other, or a size of 0 */
    STX_TILE_FORMAT,    /* no rule for these formats */
    STX_TILE_ALIGNMENT, /* an address is not a multiple of 16 */
    STX_TILE_RANGE,     /* a tensor begins below 16 or does not end in L1 */
    STX_TILE_TOO_SMALL, /* the scratch area has fewer than STX_TILE_SCRATCH bytes */
    STX_TILE_OVERLAP,   /* the result would overwrite what is still to be read */
    STX_TILE_ARGUMENT,  /* an operation, fidelity or option that does not exist, or NULL */
    STX_TILE_FAULT      /* a word faulted or waits for ever: see stx_last_fault() */
};
/* The result as a sentence. */
const char *stx_tile_text(enum stx_tile_result result);

enum { STX_TILE_SCRATCH = 4096 }; /* bytes of L1 that calls may overwrite */

/* A coprocessor as these calls use it. Fields are private; stx_tiles_init() fills them. */
struct stx_tiles {
    struct stx_core *core;
    uint32_t thread, scratch;
    enum stx_tile_result result; /* of the running call */
    /* Sees each word before it is executed, if not NULL; false: it is left out. */
    bool (*tap)(void *ctx, uint32_t word);
    void *tap_ctx;
};

/* Names the core, the Tensix thread (0..2) that words are issued from, and scratch_bytes bytes of
 * L1 at scratch. Every call programs what it needs of the configuration, the address modifiers of
 * its thread, GPR 60 and constants 12..14 of the vector unit, and leaves them so. */
enum stx_tile_result stx_tiles_init(struct stx_tiles *tiles, struct stx_core *core, unsigned thread,
                                    uint32_t scratch, uint32_t scratch_bytes);

/* A matrix of 32x32 tiles in L1, tile after tile, row by row of tiles. A tile is four faces of
 * 16x16 numbers: upper left, upper right, lower left, lower right (SPEC 1). */
struct stx_tensor {
    uint32_t address;       /* bytes, a multiple of 16, at least 16 */
    uint16_t rows, columns; /* in tiles */
    uint8_t format;         /* enum stx_tile_format */
};
/* Bytes of a tile of a format; 0 if there is no such format. Bytes of a tensor. */
uint32_t stx_tile_bytes(enum stx_tile_format format);
uint64_t stx_tensor_bytes(const struct stx_tensor *tensor);

/* Tilizes: row-major numbers, stride numbers from row to row (at least 32 x columns), become tiles
 * in the tensor's format, rounded and saturated as the packer does. Untilizes: the reverse. */
enum stx_tile_result stx_tile_write(struct stx_tiles *tiles, const struct stx_tensor *out,
                                    const uint32_t *values, uint32_t stride);
enum stx_tile_result stx_tile_read(struct stx_tiles *tiles, const struct stx_tensor *in,
                                   uint32_t *values, uint32_t stride);
/* The same numbers in another format. In place where both formats have the same size. */
enum stx_tile_result stx_tile_convert(struct stx_tiles *tiles, const struct stx_tensor *out,
                                      const struct stx_tensor *in);

/* Functions of one number; p is the parameter. Error bounds: docs/tile.md. */
enum stx_tile_function {
    STX_TILE_COPY,
    STX_TILE_ABS,
    STX_TILE_NEGATIVE,
    STX_TILE_SQUARE,
    STX_TILE_RELU,       /* x < 0 gives 0 */
    STX_TILE_RELU_MAX,   /* the same, and at most p */
    STX_TILE_LEAKY_RELU, /* x < 0 gives p x */
    STX_TILE_EXP,
    STX_TILE_LOG,
    STX_TILE_SQRT,
    STX_TILE_RSQRT,
    STX_TILE_RECIPROCAL,
    STX_TILE_SIGMOID,
    STX_TILE_TANH,
    STX_TILE_GELU, /* x (1 + erf(x / sqrt 2)) / 2 */
    STX_TILE_SILU, /* x sigmoid(x) */
    STX_TILE_SIN,  /* |x| up to 4096, radians */
    STX_TILE_COS,
    STX_TILE_FUNCTIONS
};
const char *stx_tile_function_name(enum stx_tile_function function);
enum stx_tile_result stx_tile_unary(struct stx_tiles *tiles, enum stx_tile_function function,
                                    uint32_t parameter, const struct stx_tensor *out,
                                    const struct stx_tensor *in);

/* Passes of the multipliers (SPEC 4.6): LoFi is one, HiFi4 four. */
enum stx_tile_fidelity { STX_TILE_LOFI = 1, STX_TILE_HIFI2, STX_TILE_HIFI3, STX_TILE_HIFI4 };

/* Options of a product; NULL or all 0: HiFi4, sums in 32 bits, nothing added or applied. */
struct stx_tile_matmul {
    uint8_t fidelity;                  /* enum stx_tile_fidelity; 0: HiFi4 */
    bool dst16;                        /* sums in 16 bits: BF16, or FP16 for 5-bit exponents */
    bool accumulate;                   /* adds to what is in out; not with dst16 */
    const struct stx_tensor *bias;     /* one row of tiles, whose first row is added to all rows */
    enum stx_tile_function activation; /* STX_TILE_COPY: none; not with dst16 */
    uint32_t parameter;                /* of the activation */
};
/* out = a b, of M x K and K x N tiles. Operands: both of 8-bit exponents (FP32 and TF32 are cut to
 * TF32), both of 5-bit exponents, or both INT8, whose sums are INT32 and saturate. */
enum stx_tile_result stx_tile_matmul(struct stx_tiles *tiles, const struct stx_tensor *out,
                                     const struct stx_tensor *a, const struct stx_tensor *b,
                                     const struct stx_tile_matmul *options);

/* out = a op b by the matrix unit: operands as of a product; b may be one column of tiles, of which
 * column 0 counts, one row of tiles, of which row 0 counts, or one tile, of which the first number
 * counts. */
enum stx_tile_operation { STX_TILE_ADD, STX_TILE_SUB, STX_TILE_MUL };
enum stx_tile_broadcast {
    STX_TILE_ELEMENTS,
    STX_TILE_FROM_COLUMN,
    STX_TILE_FROM_ROW,
    STX_TILE_FROM_SCALAR
};
enum stx_tile_result stx_tile_binary(struct stx_tiles *tiles, enum stx_tile_operation operation,
                                     enum stx_tile_broadcast broadcast,
                                     const struct stx_tensor *out, const struct stx_tensor *a,
                                     const struct stx_tensor *b, enum stx_tile_fidelity fidelity);

/* Reductions by the vector unit in binary32: along each row (out: one column of tiles, the result
 * in every column), down each column (out: one row of tiles, the result in every row), or of all
 * (out: one tile, the result everywhere). */
enum stx_tile_reduction { STX_TILE_SUM, STX_TILE_AVERAGE, STX_TILE_MAX, STX_TILE_MIN };
enum stx_tile_dimension { STX_TILE_ROWS, STX_TILE_COLUMNS, STX_TILE_ALL };
enum stx_tile_result stx_tile_reduce(struct stx_tiles *tiles, enum stx_tile_reduction reduction,
                                     enum stx_tile_dimension dimension,
                                     const struct stx_tensor *out, const struct stx_tensor *in);

/* In which column the largest number of each row is, the first of equals: out is one column of
 * tiles of INT32, the result in every column. */
enum stx_tile_result stx_tile_argmax(struct stx_tiles *tiles, const struct stx_tensor *out,
                                     const struct stx_tensor *in);

/* Rows become columns. No number changes but by the format of out; both tensors hold integers, or
 * neither does. */
enum stx_tile_result stx_tile_transpose(struct stx_tiles *tiles, const struct stx_tensor *out,
                                        const struct stx_tensor *in);

/* exp(x - max) / sum of each row. */
enum stx_tile_result stx_tile_softmax(struct stx_tiles *tiles, const struct stx_tensor *out,
                                      const struct stx_tensor *in);
/* (x - mean) / sqrt(variance + epsilon) x gamma + beta of each row; gamma and beta are one row of
 * tiles whose first row counts, NULL for 1 and 0. */
enum stx_tile_result stx_tile_layernorm(struct stx_tiles *tiles, const struct stx_tensor *out,
                                        const struct stx_tensor *in, const struct stx_tensor *gamma,
                                        const struct stx_tensor *beta, uint32_t epsilon);

#ifdef __cplusplus
}
#endif
#endif
