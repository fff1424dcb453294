/* SPDX-License-Identifier: Apache-2.0
 *
 * forms.h - the interface between the readable emulator and lib/fast, which exists only for speed.
 * Besides, a few files of the emulator include parts of their own bodies (docs/DESIGN.md, Layers).
 *
 * A form computes the same as a plain body, but faster; struct fast_forms names the bodies. The
 * contract: a form leaves the same state as the plain body, bit for bit, for every input, faults
 * included. A form that returns bool may decline: it returns false and has changed nothing, and the
 * plain body runs. A form that is NULL does not exist. `make forms` compares both on arithmetic and
 * on random words of every unit (tests/fpu/words_alike.c).
 *
 * A new form takes two edits of this file, its type with its functions and its member of struct
 * fast_forms, and one of chosen.h, where the library's forms are chosen. The plain body calls it in
 * one line. CONTRIBUTING.md has the recipe. */
#ifndef STX_FAST_FORMS_H
#define STX_FAST_FORMS_H

#include "fast/choices.h"
#include "num/fpu_mac.h"
#include "softensix/core.h"
#include "private.h"

enum fpu_style { FPU_E8, FPU_E5, FPU_INT8 }; /* 8-bit exponents, 5-bit exponents, integers */

/* What is counted or noted when a word can no longer fault. */
enum plan_rare {
    PLAN_KEEPS = 1, /* keep_denormal_b */
    PLAN_SPECIAL = STX_APART_SPECIAL,
    PLAN_MASKED = 4 /* departure SOURCE_UNMASKED: silicon and the simulator may differ */
};

/* What an arithmetic instruction reads from the configuration, once, before it starts (SPEC 4);
 * fpu_plan_make() in fpu/fpu_plan.c fills it in. */
struct fpu_plan {
    struct fpu_mode mode; /* first, so that its address is the plan's */
    enum fpu_style style;
    bool dst32;
    bool forced;          /* FP16A_FORCE: 5-bit exponents and a 16-bit Dst for all formats */
    bool keep_denormal_b; /* Zero_Flag_disabled_src */
    uint32_t format_a, format_b;
    uint32_t mask_a, mask_b; /* the bits of a datum that are used */
    uint8_t rare;            /* enum plan_rare; usually 0 */
    bool plain;              /* only forms for integers, if any, compute this plan */
#if STX_HARTS
    unsigned kept; /* the set of kept operands to use */
#endif
};

struct stx_args_UNPACR;

enum {
    PRODUCT_DEPTH = 16, /* products summed for one element */
    PRODUCT_ROWS = 8    /* the most rows that a block has */
};

/* A product of rows of SrcB and 16 rows of SrcA. */
struct product_block {
    unsigned a0;         /* the first row of SrcA, a multiple of 8 */
    unsigned b0, b_step; /* rows of SrcB; all are in one aligned group of 8 */
    unsigned d0, d_step; /* rows of Dst as software numbers them */
    unsigned rows;       /* 4 or 8; with STX_HARTS any multiple of PRODUCT_TOGETHER */
};

/* The smallest number of rows that a form computes together. */
enum { PRODUCT_TOGETHER = BY_RVV ? 4 : VECTORS_EXIST ? 2 : 1 };

enum { ELWISE_ROWS = 8 };
enum elwise_operation { ELWISE_ADD, ELWISE_SUB, ELWISE_MUL };

/* Eight rows of Dst from eight rows of SrcA and SrcB. */
struct elwise_block {
    enum elwise_operation op;
    unsigned a, b, b_step, dst; /* first rows; b_step 0: one row of SrcB for all rows */
    bool one_column;            /* column 0 of SrcB is used for all columns */
    bool accumulate;
};

/* Whole rows of datums that are moved from L1 to cells of SrcA or SrcB in the same order. */
struct unpack_run {
    uint32_t (*convert)(uint32_t datum); /* a function of num/unpack_datum.h, or another one */
    const uint8_t *from;                 /* in L1 */
    const uint8_t *exponents; /* in L1, one for each row of BFP8 datums; NULL for other formats */
    uint16_t *high;           /* the target's cells: bits 31:16 */
    uint8_t *low;             /* bits 15:13, if STX_SRC_LOW */
    unsigned rows;
};

/* Rows of SrcB times 16 rows of SrcA, added to Dst. All but the product_int8 forms multiply
 * floats. */
typedef bool product_form(struct stx_core *core, const struct fpu_plan *plan,
                          const struct product_block *block);
product_form product_table;       /* fast/table: cores without a multiplier */
product_form product_multiply;    /* fast/multiply: cores with one */
product_form product_float;       /* fast/float: cores with binary32 arithmetic */
product_form product_simd;        /* fast/simd: hosts with vectors; declines extreme exponents */
product_form product_rvv;         /* fast/rvv: RISC-V's vectors; declines extreme exponents */
product_form product_int8_scalar; /* fast/int8 */
product_form product_int8_simd;
product_form product_int8_rvv;

/* Declines integers and kept denormals. */
typedef bool elwise_form(struct stx_core *core, const struct fpu_plan *plan,
                         const struct elwise_block *block);
elwise_form elwise_scalar;
elwise_form elwise_simd;
elwise_form elwise_rvv;

/* Row `physical` of Dst becomes the largest of itself and sixteen rows of SrcA from a0 on, without
 * an index. scale is added to the words of each row (fpu/pool.c); a row with POOL_ABSENT counts as
 * the lowest value. Declines integers. */
enum { POOL_ROWS = 16 };
#define POOL_ABSENT UINT32_MAX
typedef bool pool_form(struct stx_core *core, const struct fpu_plan *plan, unsigned a0,
                       const uint32_t scale[POOL_ROWS], unsigned physical);
pool_form pool_scalar;
pool_form pool_simd;
pool_form pool_rvv;

/* Multiply-adds: x * y + z of one lane; out = a * b + c of all lanes, where out may be one of the
 * inputs; the same with c = +0; the same with a = 1.0; the same with b = -1.0. */
typedef uint32_t mad_form(uint32_t x, uint32_t y, uint32_t z);
typedef void mad_lanes_form(const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *out,
                            unsigned lanes);
typedef void mul_lanes_form(const uint32_t *a, const uint32_t *b, uint32_t *out, unsigned lanes);
typedef void add_lanes_form(const uint32_t *b, const uint32_t *c, uint32_t *out, unsigned lanes);
typedef void sub_lanes_form(const uint32_t *a, const uint32_t *c, uint32_t *out, unsigned lanes);
mad_form mad_scalar;
mad_lanes_form mad_lanes_scalar;
mad_lanes_form mad_lanes_sse2;
mad_lanes_form mad_lanes_simd;
mad_lanes_form mad_lanes_rvv;
mul_lanes_form mul_lanes_scalar;
mul_lanes_form mul_lanes_sse2;
mul_lanes_form mul_lanes_simd;
mul_lanes_form mul_lanes_rvv;
add_lanes_form add_lanes_scalar;
add_lanes_form add_lanes_sse2;
add_lanes_form add_lanes_simd;
add_lanes_form add_lanes_rvv;
sub_lanes_form sub_lanes_sse2;
sub_lanes_form sub_lanes_simd;
sub_lanes_form sub_lanes_rvv;

/* Converts sign-magnitude integers to binary32 in all lanes, rounding to nearest even; out may be
 * the input. */
typedef void cast_lanes_form(const uint32_t *v, uint32_t *out);
cast_lanes_form cast_lanes_float;

/* Shifts the bits of all lanes, each by its own amount: to the left if that is 0 or more, otherwise
 * to the right. out may be one of the inputs. */
typedef void shift_lanes_form(const uint32_t *value, const uint32_t *amount, uint32_t *out);
shift_lanes_form shift_lanes_sse2;

/* Moves all lanes from or to every other cell of four adjacent rows. With LANES_WIDE a pair of
 * cells holds a 32-bit element; otherwise a cell holds the upper half of a binary32 in the order of
 * bfloat16, or with LANES_RAW in the documented order. LANES_FLUSHED: a number whose exponent is 0
 * is stored as a zero with its sign. */
enum lanes { LANES_WIDE = 1, LANES_FLUSHED = 2, LANES_RAW = 4 };
typedef void load_lanes_form(const uint16_t *cell, unsigned how, uint32_t *out);
typedef void store_lanes_form(uint16_t *cell, unsigned how, const uint32_t *value);
load_lanes_form load_lanes_scalar;
load_lanes_form load_lanes_simd;
load_lanes_form load_lanes_rvv;
store_lanes_form store_lanes_scalar;
store_lanes_form store_lanes_simd;
store_lanes_form store_lanes_rvv;

/* Declines formats that it does not know. */
typedef bool unpack_rows_form(const struct unpack_run *run);
unpack_rows_form unpack_rows_scalar;
unpack_rows_form unpack_rows_simd;
unpack_rows_form unpack_rows_rvv;

/* Packs valid, adjacent rows of Dst to 16 datums each in L1; both addresses are multiples of 4. The
 * rows are converted to bfloat16 as by pack_bf16_to_b16() and pack_f32_to_b16(), or copied. raw:
 * cells of 16 bits are in the documented order. Returns STX_DONE, so that a word may end with it.
 */
enum pack_rows { PACK_PLAIN, PACK_BF16_OF_16, PACK_BF16_OF_32, PACK_WHOLE };
typedef enum stx_result pack_rows_form(const uint16_t *cell, unsigned rows, enum pack_rows how,
                                       bool raw, uint8_t *to);
pack_rows_form pack_rows_scalar;
pack_rows_form pack_rows_simd;
pack_rows_form pack_rows_rvv;

/* Packs valid, adjacent rows of bfloat16 cells to BFP8: sixteen fields for each row, and its
 * exponent. A row is converted as by pack_bf16_to_b16() and pack_bfp_group(). When compiled for
 * size this form does not exist. */
typedef void pack_bfp8_form(const uint16_t *cell, unsigned rows, bool raw, uint8_t *exponents,
                            uint8_t *to);
pack_bfp8_form pack_bfp8_scalar;
pack_bfp8_form pack_bfp8_simd;
pack_bfp8_form pack_bfp8_rvv;

/* Transposes sixteen rows of SrcB. low holds bits 15:13 of the datums; it is NULL if all of these
 * are 0.
 */
typedef void transpose_form(uint16_t *high, uint8_t *low);
transpose_form transpose_simd;

/* The words that kernels use most are executed without a plan (fast/words). The form of UNPACR
 * moves the datums and declines all other words; cfg points to the configuration words of the
 * thread's bank. The form of PACR executes the whole word and calls the plain body for all other
 * words. */
typedef bool unpack_word_form(struct stx_core *core, unsigned thread,
                              const struct stx_args_UNPACR *a, const uint32_t *cfg);
typedef enum stx_result pack_body(struct stx_core *core, unsigned thread, uint32_t word);
typedef enum stx_result pack_word_form(struct stx_core *core, unsigned thread, uint32_t word,
                                       pack_body *plain);
unpack_word_form unpack_word_usual;
pack_word_form pack_word_usual;

/* What each form computes, and the plain body whose results it must equal. */
struct fast_forms {
    product_form *product;         /* Dst += SrcB x SrcA: fpu/mvmul.c */
    product_form *product_int8;    /* the same for integers */
    elwise_form *elwise;           /* ELWADD, ELWSUB, ELWMUL: fpu/elwise_plain.c */
    pool_form *pool;               /* GMPOOL without an index: fpu/pool.c */
    mad_form *mad;                 /* a * b + c in the vector unit: num/sfpu_mad.c */
    mad_lanes_form *mad_lanes;     /* the same for many lanes: sfpu/multiply_add.h */
    mul_lanes_form *mul_lanes;     /* c = +0; exists if mad_lanes does */
    add_lanes_form *add_lanes;     /* a = 1.0; exists if mad_lanes does */
    sub_lanes_form *sub_lanes;     /* b = -1.0 */
    cast_lanes_form *cast_lanes;   /* integers to floats: sfpu/integer.c */
    shift_lanes_form *shift_lanes; /* SFPSHFT and SFPSHFT2: sfpu/bitwise.c, sfpu/shift2.c */
    load_lanes_form *load_lanes;   /* lanes from Dst: sfpu/load.c */
    store_lanes_form *store_lanes; /* lanes to Dst: sfpu/store.c */
    unpack_rows_form *unpack_rows; /* rows from L1 to SrcA, SrcB: unpack/unpacr.c */
    pack_rows_form *pack_rows;     /* rows of Dst to L1: pack/pack_row.h */
    pack_bfp8_form *pack_bfp8;     /* the same to BFP8 */
    transpose_form *transpose;     /* transposes 16 rows of SrcB: fpu/source_rows.c */
    unpack_word_form *unpack_word; /* a usual UNPACR: unpack/unpacr.c */
    pack_word_form *pack_word;     /* a usual PACR: pack/pacr.c */
};

#endif
