/* SPDX-License-Identifier: Apache-2.0
 *
 * chosen.h - the forms that a library has, of those in forms.h: `fast`, and forms_of() of a core.
 *
 * STX_METHOD (softensix/config.h) chooses the forms when the library is compiled. The compiler sees
 * the table and calls the forms directly. With STX_CHOOSE, the usual library of x86 hosts, there is
 * a second table, for cores of machines with AVX2, and forms_of() chooses between them. With
 * STX_METHOD = STX_METHOD_PLAIN every entry is NULL, and of lib/fast only headers are compiled;
 * `make plain` builds and tests this library. */
#ifndef STX_FAST_CHOSEN_H
#define STX_FAST_CHOSEN_H

#include "fast/forms.h"
#include "private.h"

/* The form if the library has forms of this kind (STX_FORMS), otherwise NULL. */
#define OF_KIND(kind, form) ((STX_FORMS & STX_FORMS_##kind) != 0 ? (form) : NULL)
/* Whole words move rows by their forms. */
#define OF_WHOLE_WORDS(form) OF_KIND(WORDS, OF_KIND(MOVES, form))

#define PRODUCT_SCALAR (BY_FLOAT ? product_float : BY_TABLE ? product_table : product_multiply)
#define LANES_SCALAR(kind) \
    (LANES_BY_SSE2 ? kind##_lanes_sse2 : IS_SMALL && !BY_FLOAT ? NULL : kind##_lanes_scalar)

/* Where sums of lanes take much less time than multiply-adds, differences do as well. */
#define SUB_SCALAR (LANES_BY_SSE2 ? sub_lanes_sse2 : NULL)

/* A table of forms: 1 if those of a host's vectors are taken, and for lanes; the same for RISC-V's
 * vectors of integers, of floats, and for lanes. A small library packs BFP8 by the plain form. With
 * four packers the plan takes little of the time of a PACR. */
/* clang-format off */
#define FAST_FORMS(simd, lanes_simd, rvv, rvv_float, lanes_rvv) {                                 \
    .product = OF_KIND(PRODUCTS,                                                                  \
        simd ? product_simd : rvv_float ? product_rvv : PRODUCT_SCALAR),                          \
    .product_int8 = OF_KIND(PRODUCTS,                                                             \
        simd ? product_int8_simd : rvv ? product_int8_rvv : product_int8_scalar),                 \
    .elwise = OF_KIND(ELWISE, simd ? elwise_simd : rvv_float ? elwise_rvv : elwise_scalar),       \
    .pool = OF_KIND(ELWISE, simd ? pool_simd : rvv ? pool_rvv : pool_scalar),                     \
    .mad = OF_KIND(LANES, mad_scalar),                                                            \
    .mad_lanes = OF_KIND(LANES,                                                                   \
        lanes_simd ? mad_lanes_simd : lanes_rvv ? mad_lanes_rvv : LANES_SCALAR(mad)),             \
    .mul_lanes = OF_KIND(LANES,                                                                   \
        lanes_simd ? mul_lanes_simd : lanes_rvv ? mul_lanes_rvv : LANES_SCALAR(mul)),             \
    .add_lanes = OF_KIND(LANES,                                                                   \
        lanes_simd ? add_lanes_simd : lanes_rvv ? add_lanes_rvv : LANES_SCALAR(add)),             \
    .sub_lanes = OF_KIND(LANES,                                                                   \
        lanes_simd ? sub_lanes_simd : lanes_rvv ? sub_lanes_rvv : SUB_SCALAR),                    \
    .cast_lanes = OF_KIND(LANES, CAST_BY_FLOATS ? cast_lanes_float : NULL),                       \
    .shift_lanes = OF_KIND(LANES, SHIFT_BY_SSE2 ? shift_lanes_sse2 : NULL),                       \
    .load_lanes = OF_KIND(LANES,                                                                  \
        LANES_MOVE_BY_WORDS ? load_lanes_simd : rvv ? load_lanes_rvv : load_lanes_scalar),        \
    .store_lanes = OF_KIND(LANES,                                                                 \
        LANES_MOVE_BY_WORDS ? store_lanes_simd : rvv ? store_lanes_rvv : store_lanes_scalar),     \
    .unpack_rows = OF_KIND(MOVES,                                                                 \
        simd ? unpack_rows_simd : rvv ? unpack_rows_rvv : unpack_rows_scalar),                    \
    .pack_rows = OF_KIND(MOVES, simd ? pack_rows_simd : rvv ? pack_rows_rvv : pack_rows_scalar),  \
    .pack_bfp8 = OF_KIND(MOVES,                                                                   \
        simd ? pack_bfp8_simd : IS_SMALL ? NULL : rvv ? pack_bfp8_rvv : pack_bfp8_scalar),        \
    .transpose = OF_KIND(MOVES, TRANSPOSE_BY_VECTORS ? transpose_simd : NULL),                    \
    .unpack_word = OF_WHOLE_WORDS(unpack_word_usual),                                             \
    .pack_word = STX_PACKERS > 1 ? NULL : OF_WHOLE_WORDS(pack_word_usual),                        \
}
/* clang-format on */

/* The forms of every core; with STX_CHOOSE, those of a core without AVX2. */
#if STX_METHOD == STX_METHOD_PLAIN
static const struct fast_forms fast = {.product = NULL};
#else
static const struct fast_forms fast =
    FAST_FORMS(BY_VECTOR, LANES_BY_SIMD, STX_RVV, BY_RVV, LANES_BY_RVV);
#endif

/* forms_of() returns the table of a core, FORM_OF() one form of it without taking the address of
 * the table: whole words, which are in the table themselves, call other forms by it. Unless forms
 * are chosen at run time, the compiler sees which form this is. */
#if STX_CHOOSE
static const struct fast_forms fast_avx2 = FAST_FORMS(1, LANES_BY_AVX2, 0, 0, 0);
#define FORM_OF(core, name) ((core)->avx2 ? fast_avx2.name : fast.name)
static inline const struct fast_forms *forms_of(const struct stx_core *core) {
    return core->avx2 ? &fast_avx2 : &fast;
}
#else
#define FORM_OF(core, name) ((void)(core), fast.name)
static inline const struct fast_forms *forms_of(const struct stx_core *core) {
    return (void)core, &fast;
}
#endif

#endif
