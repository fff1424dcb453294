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

/* Data formats; the values are the hardware's codes (SPEC 4.1). A TF32 number occupies 32 bits of
 * L1 and is rounded to ten bits of mantissa when it is written. In BFP formats 16 numbers share one
 * exponent; the exponents of those whose name ends in A have five bits, as in FP16. FP8 has five
 * bits of exponent and two of mantissa. Integers lie in L1 as a sign and a magnitude. */
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

/* What became of a call. With any result but OK and FAULT the call has written nothing and issued
 * no word. */
enum stx_tile_result {
    STX_TILE_OK,
    STX_TILE_SHAPE,     /* the sizes do not match, or one is 0 */
    STX_TILE_FORMAT,    /* the call has no rule for these formats */
    STX_TILE_ALIGNMENT, /* an address is not a multiple of 16 */
    STX_TILE_RANGE,     /* a tensor begins below byte 16 of L1 or does not end in L1 */
    STX_TILE_TOO_SMALL, /* the scratch area has fewer than STX_TILE_SCRATCH bytes */
    STX_TILE_OVERLAP,   /* the result would overwrite numbers that are still to be read */
    STX_TILE_ARGUMENT,  /* an operation, fidelity or option does not exist, or a pointer is NULL */
    STX_TILE_FAULT      /* a word faulted or waits for ever; stx_last_fault() says which */
};
/* The same as a sentence in English. */
const char *stx_tile_text(enum stx_tile_result result);

enum { STX_TILE_SCRATCH = 4096 }; /* bytes of L1 that calls may overwrite */

/* A coprocessor as these calls use it. Fields are private; stx_tiles_init() fills them. */
struct stx_tiles {
    struct stx_core *core;
    uint32_t thread, scratch;
    enum stx_tile_result result; /* of the running call */
    bool srca_address;           /* rows of SrcA have the addresses that are configured */
    /* Called before each word is executed; NULL: nothing is called. The word is skipped if the
     * answer is false. */
    bool (*tap)(void *ctx, uint32_t word);
    void *tap_ctx;
};

/* Says which core the calls use, which of its threads (0 to 2) issues their words, and where in L1
 * they may put intermediate numbers: scratch_bytes bytes from address scratch on. Each call sets
 * the configuration that it needs, the address modifiers of its thread, general-purpose register 60
 * and constants 12 to 14 of the vector unit, and does not restore them. If the result is not OK,
 * later calls with these tiles return ARGUMENT, as they do if tiles is NULL. */
enum stx_tile_result stx_tiles_init(struct stx_tiles *tiles, struct stx_core *core, unsigned thread,
                                    uint32_t scratch, uint32_t scratch_bytes);

/* A matrix in L1, made of tiles of 32 x 32 numbers. Its tiles follow each other row by row of
 * tiles. A tile consists of four faces of 16 x 16 numbers, in the order upper left, upper right,
 * lower left, lower right (SPEC 1). */
struct stx_tensor {
    uint32_t address;       /* bytes, a multiple of 16, at least 16 */
    uint16_t rows, columns; /* in tiles */
    uint8_t format;         /* enum stx_tile_format */
};
/* How many bytes a tile of a format has, 0 if there is no such format; and a tensor, 0 for NULL. */
uint32_t stx_tile_bytes(enum stx_tile_format format);
uint64_t stx_tensor_bytes(const struct stx_tensor *tensor);

/* Turns a matrix into tiles of the tensor's format, rounded and saturated as the packer does it;
 * and tiles into a matrix. The matrix is stored row by row; each row begins `stride` numbers after
 * the one before, at least as many as the tensor has in a row. */
enum stx_tile_result stx_tile_write(struct stx_tiles *tiles, const struct stx_tensor *out,
                                    const uint32_t *values, uint32_t stride);
enum stx_tile_result stx_tile_read(struct stx_tiles *tiles, const struct stx_tensor *in,
                                   uint32_t *values, uint32_t stride);
/* Writes the same numbers in another format. The result may lie where the operand does if both
 * formats have the same size. */
enum stx_tile_result stx_tile_convert(struct stx_tiles *tiles, const struct stx_tensor *out,
                                      const struct stx_tensor *in);

/* Functions of one number x; p is the parameter of the call. docs/tile.md says how exact they are,
 * and what they make of infinities and NaN. */
enum stx_tile_function {
    STX_TILE_COPY,
    STX_TILE_ABS,
    STX_TILE_NEGATIVE,
    STX_TILE_SQUARE,
    STX_TILE_RELU,       /* x, but 0 where x is negative */
    STX_TILE_RELU_MAX,   /* the same, but at most p */
    STX_TILE_LEAKY_RELU, /* x where x is at least 0, elsewhere x times the parameter p */
    STX_TILE_EXP,
    STX_TILE_LOG,
    STX_TILE_SQRT,
    STX_TILE_RSQRT,
    STX_TILE_RECIPROCAL,
    STX_TILE_SIGMOID,
    STX_TILE_TANH,
    STX_TILE_GELU, /* x (1 + erf(x / sqrt 2)) / 2 */
    STX_TILE_SILU, /* x sigmoid(x) */
    STX_TILE_SIN,  /* x in radians, from -4096 to 4096 */
    STX_TILE_COS,
    STX_TILE_FUNCTIONS /* how many there are */
};
/* The name in lower case; an empty string if there is no such function. */
const char *stx_tile_function_name(enum stx_tile_function function);
/* Applies a function to each number. The result may lie where the operand does if both formats have
 * the same size. */
enum stx_tile_result stx_tile_unary(struct stx_tiles *tiles, enum stx_tile_function function,
                                    uint32_t parameter, const struct stx_tensor *out,
                                    const struct stx_tensor *in);

/* How often the matrix unit passes over the mantissas: its multipliers take a part of their bits at
 * a time (SPEC 4.6). */
enum stx_tile_fidelity { STX_TILE_LOFI = 1, STX_TILE_HIFI2, STX_TILE_HIFI3, STX_TILE_HIFI4 };

/* Options of a product. NULL, or a struct of zeros, asks for HiFi4 and sums in 32 bits, with
 * nothing added or applied. */
struct stx_tile_product {
    uint8_t fidelity; /* enum stx_tile_fidelity; 0 means HiFi4 */
    bool dst16;      /* Dst has 16 bits: FP16 if the operands have exponents of 5 bits, else BF16 */
    bool accumulate; /* adds the product to what is in out; not together with dst16 */
    const struct stx_tensor *bias;     /* one row of tiles; its first row is added to all rows */
    enum stx_tile_function activation; /* STX_TILE_COPY means none; not together with dst16 */
    uint32_t parameter;                /* of the activation */
};
/* out = a b: the matrix product of M x K and K x N tiles. Both operands have 8 bits of exponent
 * (FP32 is cut to TF32), or both have 5, or both are INT8; sums of INT8 are INT32 and saturate. For
 * INT8 there are no sums of 16 bits, no bias and no activation, and an out that accumulates is
 * INT32. */
enum stx_tile_result stx_tile_matmul(struct stx_tiles *tiles, const struct stx_tensor *out,
                                     const struct stx_tensor *a, const struct stx_tensor *b,
                                     const struct stx_tile_product *options);

/* out = a op b, number by number, on the matrix unit; the formats that can be combined are those of
 * a product. The broadcast says what b is: a tensor of the shape of a; one column of tiles, whose
 * first column serves all columns; one row of tiles, whose first row serves all rows; or one tile,
 * whose first number serves all numbers. */
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

/* Reductions, on the vector unit in binary32. STX_TILE_ROWS reduces each row to one number: out is
 * one column of tiles, and all columns of it hold the results. STX_TILE_COLUMNS reduces each
 * column: out is one row of tiles, and all rows of it hold the results. STX_TILE_ALL reduces
 * everything: out is one tile that holds the result in every place. */
enum stx_tile_reduction { STX_TILE_SUM, STX_TILE_AVERAGE, STX_TILE_MAX, STX_TILE_MIN };
enum stx_tile_dimension { STX_TILE_ROWS, STX_TILE_COLUMNS, STX_TILE_ALL };
enum stx_tile_result stx_tile_reduce(struct stx_tiles *tiles, enum stx_tile_reduction reduction,
                                     enum stx_tile_dimension dimension,
                                     const struct stx_tensor *out, const struct stx_tensor *in);

/* Finds the column of the largest number of each row; of equal ones the first. out is one column of
 * tiles of INT32, and all columns of it hold the results. */
enum stx_tile_result stx_tile_argmax(struct stx_tiles *tiles, const struct stx_tensor *out,
                                     const struct stx_tensor *in);

/* Rows become columns. Numbers change only by the conversion to the format of out; both tensors
 * hold integers, or neither does. */
enum stx_tile_result stx_tile_transpose(struct stx_tiles *tiles, const struct stx_tensor *out,
                                        const struct stx_tensor *in);

/* exp(x - m) / s for each number x, where m is the largest number of its row and s the sum of
 * exp(x - m) over the row. */
enum stx_tile_result stx_tile_softmax(struct stx_tiles *tiles, const struct stx_tensor *out,
                                      const struct stx_tensor *in);
/* (x - mean) / sqrt(variance + epsilon) x gamma + beta for each number x, where mean and variance
 * are those of its row. gamma and beta are one row of tiles each, whose first row serves all rows;
 * NULL stands for a gamma of 1 and for a beta of 0. epsilon is a binary32 number by its bits. */
enum stx_tile_result stx_tile_layernorm(struct stx_tiles *tiles, const struct stx_tensor *out,
                                        const struct stx_tensor *in, const struct stx_tensor *gamma,
                                        const struct stx_tensor *beta, uint32_t epsilon);

#ifdef __cplusplus
}
#endif
#endif
