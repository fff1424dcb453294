/* SPDX-License-Identifier: Apache-2.0
 *
 * forms.h - the seam between the readable emulator and lib/fast, which exists for speed alone.
 *
 *   what is computed                 plain form                fast forms (struct fast_forms)
 *   Dst += SrcB x SrcA               fpu/mvmul.c               product, product_int8
 *   ELWADD, ELWSUB, ELWMUL           fpu/elwise_plain.c        elwise
 *   GMPOOL without an index           fpu/pool.c                pool
 *   a * b + c of the vector unit     num/sfpu_mad.c            mad, mad_lanes, mul_lanes, add_lanes
 *   rows from L1 to SrcA, SrcB       unpack/unpacr.c           unpack_rows
 *   rows of Dst to L1                pack/pacr.c               pack_rows
 *   lanes from and to Dst            sfpu/load.c, store.c      load_lanes, store_lanes
 *   a square of SrcB transposed      fpu/source_rows.c         transpose
 *
 * The contract: a fast form leaves the same state as the plain form, bit for bit, for every input.
 * A form that answers bool may decline: it returns false, has changed nothing, and the plain form
 * runs. A form that is NULL does not exist. `make kernels` compares each form with the plain one.
 *
 * STX_KERNEL (softensix/config.h) chooses the forms when the library is compiled. The compiler sees
 * the table below and calls the forms directly. With STX_KERNEL = STX_KERNEL_PLAIN every entry is
 * NULL and lib/fast is not needed: `make plain` builds and tests the library without it. */
#ifndef STX_FORMS_FORMS_H
#define STX_FORMS_FORMS_H

#include "num/fpu_mac.h"
#include "softensix/core.h"
#include "private.h"

enum fpu_style { FPU_E8, FPU_E5, FPU_INT8 }; /* 8-bit exponents, 5-bit exponents, integers */

/* What a computing instruction reads from the configuration, once, before it starts (SPEC 4);
 * fpu_plan_make() in fpu/fpu_plan.c fills it in. */
struct fpu_plan {
    enum fpu_style style;
    bool dst32;
    bool forced;          /* FP16A_FORCE: 5-bit exponents, 16-bit Dst, whatever the formats */
    bool keep_denormal_b; /* Zero_Flag_disabled_src */
    uint32_t format_a, format_b;
    uint32_t mask_a, mask_b; /* the bits of a datum that count */
    bool masked;             /* departure SOURCE_UNMASKED: the sides may differ */
    struct fpu_mode mode;
#if STX_HARTS
    unsigned kept; /* which set of kept operands */
#endif
};

#define PRODUCT_DEPTH 16u /* products summed for one element */
#define PRODUCT_ROWS 8u   /* most rows of a block */

/* A product of rows of SrcB and 16 rows of SrcA. */
struct product_block {
    unsigned a0;         /* first row of SrcA, a multiple of 8 */
    unsigned b0, b_step; /* rows of SrcB; they do not leave an aligned group of 8 */
    unsigned d0, d_step; /* rows of Dst as software names them */
    unsigned rows;       /* 4 or 8 */
};

#define ELWISE_ROWS 8u
enum elwise_operation { ELWISE_ADD, ELWISE_SUB, ELWISE_MUL };

/* Eight rows of Dst from eight rows of SrcA and SrcB. */
struct elwise_block {
    enum elwise_operation op;
    unsigned a, b, b_step, dst; /* first rows; b_step 0: one row of SrcB for all */
    bool one_column;            /* column 0 of SrcB for all */
    bool accumulate;
};

/* Datums of L1 that go to cells of SrcA or SrcB in the same order, whole rows. */
struct unpack_run {
    uint32_t (*convert)(uint32_t datum); /* one of num/unpack_datum.h, or anything */
    const uint8_t *from;                 /* in L1 */
    const uint8_t *exponents;            /* in L1, a row each: datums of BFP8; NULL: of no BFP */
    uint16_t *high;                      /* their cells: bits 31:16 */
    uint8_t *low;                        /* bits 15:13, if STX_SRC_LOW */
    unsigned rows;
};

typedef bool product_form(struct stx_core *core, const struct fpu_plan *plan,
                          const struct product_block *block);
typedef bool elwise_form(struct stx_core *core, const struct fpu_plan *plan,
                         const struct elwise_block *block);
/* Row `physical` of Dst becomes the largest of itself and sixteen rows of SrcA from a0 on, without
 * an index; scale: what is added to words (fpu/pool.c), POOL_ABSENT: such a row is the lowest
 * value.
 */
#define POOL_ROWS 16u
#define POOL_ABSENT UINT32_MAX
typedef bool pool_form(struct stx_core *core, const struct fpu_plan *plan, unsigned a0,
                       const uint32_t scale[POOL_ROWS], unsigned physical);
typedef uint32_t mad_form(uint32_t x, uint32_t y, uint32_t z);
/* out = a * b + c, lane by lane; out may be one of the inputs. The same for c = +0, and for a
 * = 1.0. */
typedef void mad_lanes_form(const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *out,
                            unsigned lanes);
typedef void mul_lanes_form(const uint32_t *a, const uint32_t *b, uint32_t *out, unsigned lanes);
typedef void add_lanes_form(const uint32_t *b, const uint32_t *c, uint32_t *out, unsigned lanes);

/* All lanes from and to every other cell of four rows that lie side by side: 32-bit elements, or
 * the upper half of a number of binary32 in the order of bfloat16. LANES_FLUSHED: a number whose
 * exponent is 0 is stored as a zero with its sign. */
enum lanes { LANES_WIDE = 1, LANES_FLUSHED = 2 };
typedef void load_lanes_form(const uint16_t *cell, unsigned how, uint32_t *out);
typedef void store_lanes_form(uint16_t *cell, unsigned how, const uint32_t *value);

typedef bool unpack_form(const struct unpack_run *run);

/* Valid rows of Dst that lie side by side to 16 datums each in L1, both at multiples of 4 bytes: to
 * bfloat16 as pack_bf16_to_b16() and pack_f32_to_b16() convert it, or unchanged. raw: of 16 bits,
 * in the documented order. */
enum pack_rows { PACK_PLAIN, PACK_BF16_OF_16, PACK_BF16_OF_32, PACK_FP32 };
typedef void pack_form(const uint16_t *cell, unsigned rows, enum pack_rows how, bool raw,
                       uint8_t *to);

/* Sixteen rows of SrcB become sixteen columns; low: their bits 15:13, if STX_SRC_LOW. */
typedef void transpose_form(uint16_t *high, uint8_t *low);

struct fast_forms {
    product_form *product;      /* of floats */
    product_form *product_int8; /* of integers */
    elwise_form *elwise;        /* declines integers and kept denormals */
    pool_form *pool;            /* declines integers */
    mad_form *mad;
    mad_lanes_form *mad_lanes;
    mul_lanes_form *mul_lanes;
    add_lanes_form *add_lanes;
    unpack_form *unpack_rows; /* declines formats that it does not know */
    pack_form *pack_rows;
    load_lanes_form *load_lanes;
    store_lanes_form *store_lanes;
    transpose_form *transpose;
};

product_form product_table;    /* fast/table: cores without a multiplier */
product_form product_multiply; /* fast/multiply: cores with one */
product_form product_float;    /* fast/float: cores with binary32 arithmetic */
product_form
    product_simd; /* fast/simd: hosts with variable shifts of vectors; declines far exponents */
product_form product_rvv;      /* fast/rvv: RISC-V's vector extension; declines far exponents */
product_form product_int8;     /* fast/int8 */
product_form product_int8_rvv; /* fast/rvv */
elwise_form elwise_fast;       /* fast/elwise */
elwise_form elwise_simd;       /* fast/simd */
elwise_form elwise_rvv;        /* fast/rvv */
pool_form pool_keys;           /* fast/pool */
pool_form pool_simd;           /* fast/simd */
pool_form pool_rvv;            /* fast/rvv */
mad_form fast_mad;             /* fast/lanes; with fast/simd for hosts with vectors: */
mad_lanes_form fast_mad_lanes;
mul_lanes_form fast_mul_lanes;
add_lanes_form fast_add_lanes;
unpack_form fast_unpack_rows; /* fast/moves */
pack_form fast_pack_rows;
unpack_form unpack_rvv; /* fast/rvv */
pack_form pack_rvv;
load_lanes_form load_lanes_rvv;
store_lanes_form store_lanes_rvv;
transpose_form transpose_simd; /* fast/simd */

#if STX_KERNEL == STX_KERNEL_TABLE
#define PRODUCT_CHOSEN product_table
#elif STX_KERNEL == STX_KERNEL_FLOAT
#define PRODUCT_CHOSEN product_float
#elif STX_KERNEL == STX_KERNEL_VECTOR
#define PRODUCT_CHOSEN product_simd
#define ELWISE_CHOSEN elwise_simd
#define POOL_CHOSEN pool_simd
#elif STX_KERNEL == STX_KERNEL_RVV
#define PRODUCT_CHOSEN product_rvv
#define ELWISE_CHOSEN elwise_rvv
#else
#define PRODUCT_CHOSEN product_multiply
#endif

/* What vectors of integers (STX_RVV) do, whichever kernel has been chosen above. */
#if STX_RVV
#define PRODUCT_INT8_CHOSEN product_int8_rvv
#define POOL_CHOSEN pool_rvv
#define UNPACK_CHOSEN unpack_rvv
#define PACK_CHOSEN pack_rvv
#define LOAD_LANES_CHOSEN load_lanes_rvv
#define STORE_LANES_CHOSEN store_lanes_rvv
#endif

/* Multiply-adds of lanes: fast/rvv, fast/simd, or else fast/lanes. */
#if !STX_MAD_OWN_NANS && \
    (STX_KERNEL == STX_KERNEL_RVV || (STX_KERNEL == STX_KERNEL_VECTOR && defined __AVX2__))
#define LANES_BY_VECTORS 1
#else
#define LANES_BY_VECTORS 0
#endif

/* Vectors are interleaved by a builtin function that GCC has since version 12. */
#if STX_KERNEL == STX_KERNEL_VECTOR && defined __has_builtin
#if __has_builtin(__builtin_shufflevector)
#define TRANSPOSE_BY_VECTORS 1
#define TRANSPOSE_CHOSEN transpose_simd
#endif
#endif

#ifndef PRODUCT_INT8_CHOSEN
#define PRODUCT_INT8_CHOSEN product_int8
#endif
#ifndef ELWISE_CHOSEN
#define ELWISE_CHOSEN elwise_fast
#endif
#ifndef POOL_CHOSEN
#define POOL_CHOSEN pool_keys
#endif
#ifndef UNPACK_CHOSEN
#define UNPACK_CHOSEN fast_unpack_rows
#define PACK_CHOSEN fast_pack_rows
#endif
#ifndef LOAD_LANES_CHOSEN
#define LOAD_LANES_CHOSEN NULL
#define STORE_LANES_CHOSEN NULL
#endif

#ifndef TRANSPOSE_CHOSEN
#define TRANSPOSE_BY_VECTORS 0
#define TRANSPOSE_CHOSEN NULL
#endif

static const struct fast_forms fast =
#if STX_KERNEL == STX_KERNEL_PLAIN
    {NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL};
#else
    {PRODUCT_CHOSEN,    PRODUCT_INT8_CHOSEN, ELWISE_CHOSEN,   POOL_CHOSEN,   fast_mad,
     fast_mad_lanes,    fast_mul_lanes,      fast_add_lanes,  UNPACK_CHOSEN, PACK_CHOSEN,
     LOAD_LANES_CHOSEN, STORE_LANES_CHOSEN,  TRANSPOSE_CHOSEN};
#endif

#endif
