/* SPDX-License-Identifier: Apache-2.0
 *
 * choices.h - which forms a library has, by STX_METHOD and by what the compiler says of the
 * machine. forms.h makes its tables with these macros. */
#ifndef STX_FAST_CHOICES_H
#define STX_FAST_CHOICES_H

#include "softensix/config.h"

/* The form if the library has forms of this kind (STX_FORMS), otherwise NULL. */
#if STX_FORMS & STX_FORMS_PRODUCTS
#define OF_PRODUCTS(form) form
#else
#define OF_PRODUCTS(form) NULL
#endif
#if STX_FORMS & STX_FORMS_ELWISE
#define OF_ELWISE(form) form
#else
#define OF_ELWISE(form) NULL
#endif
#if STX_FORMS & STX_FORMS_LANES
#define OF_LANES(form) form
#else
#define OF_LANES(form) NULL
#endif
#if STX_FORMS & STX_FORMS_MOVES
#define OF_MOVES(form) form
#else
#define OF_MOVES(form) NULL
#endif
#if STX_FORMS & STX_FORMS_WORDS
#define OF_WORDS(form) form
#else
#define OF_WORDS(form) NULL
#endif

/* 1: there are forms for a host's vectors (fast/simd). */
#define VECTORS_EXIST (STX_METHOD == STX_METHOD_VECTOR || STX_CHOOSE)

/* Each of these macros is its first argument if the library has such vectors, and otherwise its
 * second one. IF_RVV tests for RISC-V's integer vectors (STX_RVV), with
 * any STX_METHOD; IF_RVV_FLOAT for the method that uses RISC-V's binary32 vectors; IF_SIMD for the
 * method that uses a host's vectors. */
#if STX_RVV
#define IF_RVV(form, other) form
#else
#define IF_RVV(form, other) other
#endif
#if STX_METHOD == STX_METHOD_RVV
#define IF_RVV_FLOAT(form, other) form
#else
#define IF_RVV_FLOAT(form, other) other
#endif
#if STX_METHOD == STX_METHOD_VECTOR
#define IF_SIMD(form, other) form
#else
#define IF_SIMD(form, other) other
#endif
/* Lanes are computed with vectors if these can shift each element by its own amount, which SSE2
 * cannot do. */
#if !STX_MAD_OWN_NANS && \
    (STX_METHOD == STX_METHOD_RVV || (STX_METHOD == STX_METHOD_VECTOR && defined __AVX2__))
#define LANES_BY_VECTORS 1
#define IF_LANES_SIMD(form, other) IF_SIMD(form, other)
#define IF_LANES_RVV(form, other) IF_RVV_FLOAT(form, other)
#else
#define LANES_BY_VECTORS 0
#define IF_LANES_SIMD(form, other) other
#define IF_LANES_RVV(form, other) other
#endif
#define LANES_BY_AVX2 \
    ((LANES_BY_VECTORS && STX_METHOD == STX_METHOD_VECTOR) || (STX_CHOOSE && !STX_MAD_OWN_NANS))
/* On a host without AVX2 lanes are computed with binary64 (fast/simd/sse2_lanes.c). The build with
 * SFPU_MAD_SQUARES keeps the forms of cores without a multiplier, because it tests them. */
#if !STX_MAD_OWN_NANS && STX_METHOD == STX_METHOD_MULTIPLY && defined __x86_64__ && \
    defined __SSE2__ && defined __has_builtin && !defined __OPTIMIZE_SIZE__ &&      \
    !defined SFPU_MAD_SQUARES
#if __has_builtin(__builtin_shufflevector)
#define LANES_BY_SSE2 1
#endif
#endif
#ifndef LANES_BY_SSE2
#define LANES_BY_SSE2 0
#endif
/* On other machines there are loops over lanes. When compiled for size, these exist only if the
 * machine has binary32 arithmetic; otherwise each lane is computed with .mad. */
#if LANES_BY_SSE2
#define SCALAR_LANES(kind) kind##_lanes_sse2
#elif defined __OPTIMIZE_SIZE__ && STX_METHOD != STX_METHOD_FLOAT
#define SCALAR_LANES(kind) NULL
#else
#define LANES_BY_LOOPS (!LANES_BY_VECTORS)
#define SCALAR_LANES(kind) kind##_lanes_scalar
#endif
#ifndef LANES_BY_LOOPS
#define LANES_BY_LOOPS 0
#endif
/* Hosts move lanes from and to Dst in words of two cells (fast/simd/simd_dst_lanes.c). */
#if STX_METHOD == STX_METHOD_VECTOR && defined __AVX2__
#define LANES_MOVE_BY_WORDS 1
#else
#define LANES_MOVE_BY_WORDS LANES_BY_SSE2
#endif
#if LANES_MOVE_BY_WORDS
#define LANES_MOVED(kind) kind##_lanes_simd
#else
#define LANES_MOVED(kind) IF_RVV(kind##_lanes_rvv, kind##_lanes_scalar)
#endif
/* SSE2 cannot shift each element of a vector by its own amount. */
#if STX_METHOD != STX_METHOD_PLAIN && defined __x86_64__ && defined __SSE2__ && \
    !defined __AVX2__ && defined __has_builtin && !defined __OPTIMIZE_SIZE__
#if __has_builtin(__builtin_shufflevector)
#define SHIFT_BY_SSE2 1
#endif
#endif
#ifndef SHIFT_BY_SSE2
#define SHIFT_BY_SSE2 0
#endif
/* Conversions of integers use the machine's binary32 arithmetic if it has any. */
#if STX_METHOD == STX_METHOD_RVV || STX_METHOD == STX_METHOD_FLOAT || \
    STX_METHOD == STX_METHOD_VECTOR || (STX_METHOD != STX_METHOD_PLAIN && defined __SSE2__)
#define CAST_BY_FLOATS 1
#else
#define CAST_BY_FLOATS 0
#endif
/* Transposing needs vectors of 16 bytes, and a built-in function that GCC has since version 12. */
#if STX_METHOD != STX_METHOD_PLAIN && (STX_METHOD == STX_METHOD_VECTOR || defined __SSE2__) && \
    defined __has_builtin
#if __has_builtin(__builtin_shufflevector)
#define TRANSPOSE_BY_VECTORS 1
#endif
#endif
#ifndef TRANSPOSE_BY_VECTORS
#define TRANSPOSE_BY_VECTORS 0
#endif
#if STX_METHOD == STX_METHOD_TABLE
#define PRODUCT_SCALAR product_table
#elif STX_METHOD == STX_METHOD_FLOAT
#define PRODUCT_SCALAR product_float
#else
#define PRODUCT_SCALAR product_multiply
#endif

/* Simple words are issued without stx_try (fast/words/issue_simple.h). Unless compiled for size,
 * simple multiply-adds work on the registers in place (fast/words/mad_simple.h). */
#define HAS_WORDS (STX_METHOD != STX_METHOD_PLAIN && (STX_FORMS & STX_FORMS_WORDS))
#define ISSUE_SIMPLE HAS_WORDS
#if !HAS_WORDS || defined __OPTIMIZE_SIZE__
#define VECTOR_SIMPLE 0
#else
#define VECTOR_SIMPLE 1
#endif
/* A library compiled for size (-Os) packs BFP8 by the plain form alone. */
#ifdef __OPTIMIZE_SIZE__
#define UNLESS_SMALL(form) NULL
#else
#define UNLESS_SMALL(form) form
#endif
/* Whole words move rows by their forms. With four packers, the plan takes little of the time of a
 * PACR. */
#define WHOLE_WORD(form) OF_WORDS(OF_MOVES(form))
/* A usual UNPACR may have BFP8 where vectors make the rest of it the larger part, and where SrcA's
 * bursts are as on Blackhole. */
#define UNPACK_WORD_BFP8 (VECTORS_EXIST && STX_SRCA_SETS)
#if STX_PACKERS > 1
#define PACK_WORD NULL
#else
#define PACK_WORD WHOLE_WORD(pack_word_usual)
#endif

#endif
