/* SPDX-License-Identifier: Apache-2.0
 *
 * operands.h - operands of a product in the form that the fast products use, and where they are
 * kept.
 *
 * Eight products make a group: k = 0..7 or 8..15. A column of SrcA and a row of SrcB have two
 * halves each, and each half is decoded separately: delta[k] = top - exponent[k] is the distance of
 * datum k from the half's largest exponent, `top`.
 *
 * levels: bit 8 * delta + k (SrcA) or 8 * (3 - delta) + k (SrcB) is set if datum k is not zero and
 * delta <= 3. The exponent of the largest product of a group is topA + topB - s, where s is the
 * least deltaA + deltaB over all k whose data are both not zero; one AND of SrcA's levels and
 * SrcB's shifted levels shows whether s <= n. */
#ifndef STX_FAST_COMMON_OPERANDS_H
#define STX_FAST_COMMON_OPERANDS_H

#include "fast/common/finish_sum.h"
#include "fast/int8/int8_sums.h"
#include "fast/common/column_operands.h"
#include "private.h"

/* Kept operands are stored in the words of struct stx_decoded. This attribute marks the types,
 * other than words and bytes, through which they are accessed. */
#define OPERAND_ALIAS __attribute__((may_alias))
#if STX_METHOD == STX_METHOD_TABLE
typedef struct {
    uint16_t at, delta;
} OPERAND_ALIAS operand_value;
#elif STX_METHOD == STX_METHOD_FLOAT
typedef float OPERAND_ALIAS operand_value;
#else
typedef int32_t operand_value;
#endif

struct operand_half {
    uint32_t levels;
    uint8_t top;   /* largest exponent of data that are not zero */
    uint8_t far;   /* 1 if a delta is 14 or 15; for the methods that use integers */
    uint8_t added; /* the amount added to exponents, for the method that uses floats */
    operand_value value[8];
};

/* Half a column of SrcA. */
struct operand_column {
    struct operand_half half;
    struct group_sum sum; /* working space of a product */
};

/* A face with at most this many columns in use is multiplied column by column (few_columns.h). When
 * compiled for size, every face is multiplied as a whole. */
enum { OPERAND_FEW = IS_SMALL ? 0 : 8, OPERAND_ALL_COLUMNS = 0xFFFF };

/* A face of SrcA, 16 rows; and 8 rows of SrcB. */
struct operand_a {
    struct operand_column column[2][STX_COLS];
    uint8_t lowest[2],
        highest[2]; /* for each half, the extreme tops of the columns that are not all zero */
    uint16_t used; /* bit n: column n is not all zero; all bits if more than OPERAND_FEW are used */
};
struct operand_b {
    struct operand_half half[PRODUCT_ROWS][2];
};
/* Whether there are such operands for many columns at once; with STX_CHOOSE, cores with AVX2 use
 * them. */
#define OPERANDS_BY_COLUMN (VECTORS_EXIST || STX_METHOD == STX_METHOD_RVV)
union operand_any_a {
    struct operand_a real;
    struct int8_a int8;
#if OPERANDS_BY_COLUMN
    struct vector_a vector;
    struct integer_a integer;
#endif
} OPERAND_ALIAS;
union operand_any_b {
    struct operand_b real;
    struct int8_b int8;
#if OPERANDS_BY_COLUMN
    struct vector_b vector;
    struct integer_b integer;
#endif
} OPERAND_ALIAS;

/* How the data of a source are read. */
struct operand_reading {
    uint32_t exponents; /* mask: 255, or 31 for 5-bit exponents */
    uint32_t low;       /* mask for the byte with mantissa bits 2:0; 0 for formats without */
    bool fine;          /* true if the fidelity phase uses the low slice of the mantissa */
};

/* Space on the stack for operands that are not kept. */
#if STX_DECODED_A
#define OPERAND_ROOM_A(name) union operand_any_a *const name = NULL
#else
#define OPERAND_ROOM_A(name) union operand_any_a name[1]
#endif
#if STX_DECODED_B
#define OPERAND_ROOM_B(name) union operand_any_b *const name = NULL
#else
#define OPERAND_ROOM_B(name) union operand_any_b name[1]
#endif

/* Rows of SrcB that are decoded together: the aligned group of eight to which those of a block
 * belong; or only those of the block, but where harts share it and decode what others need, too. */
struct operand_rows {
    unsigned first, count;
};
static inline struct operand_rows group_of_b(const struct product_block *block) {
    return (struct operand_rows){block->b0 & 0x38u, PRODUCT_ROWS};
}
static inline struct operand_rows rows_of_b(const struct product_block *block) {
    return STX_HARTS ? group_of_b(block)
                     : (struct operand_rows){block->b0, block->b_step ? block->rows : 1};
}

/* The operands of a block. Kept ones are used if their bank has not been written since. */
union operand_any_a *operand_a_get(struct stx_core *core, const struct fpu_plan *plan, unsigned a0,
                                   union operand_any_a *room);
const union operand_any_b *operand_b_get(struct stx_core *core, const struct fpu_plan *plan,
                                         struct operand_rows of, union operand_any_b *room);

/* Decodes sixteen rows of SrcA, or rows of SrcB, which are in one aligned group of eight; row n
 * goes to place n % 8 (decode_operands.c). */
void operand_a_decode(struct operand_a *to, const struct operand_reading *how,
                      const struct stx_src *src, unsigned row);
void operand_b_decode(struct operand_b *to, const struct operand_reading *how,
                      const struct stx_src *src, unsigned row, unsigned rows);

#endif
