/* SPDX-License-Identifier: Apache-2.0
 *
 * choices.h - which forms a library has, by STX_METHOD and by what the compiler says of the
 * machine: numbers that are 0 or 1. chosen.h makes its tables with them. */
#ifndef STX_FAST_CHOICES_H
#define STX_FAST_CHOICES_H

#include "num/compiler.h"
#include "softensix/config.h"

/* What the compiler says. HAS_SHUFFLES: it has __builtin_shufflevector, as GCC has since version
 * 12; forms for SSE2 are written with it. */
#ifdef __AVX2__
#define HAS_AVX2 1
#else
#define HAS_AVX2 0
#endif
#ifdef __SSE2__
#define HAS_SSE2 1
#else
#define HAS_SSE2 0
#endif
#if HAS_SSE2 && defined __x86_64__
#define IS_X86_64 1
#else
#define IS_X86_64 0
#endif
#ifndef __has_builtin
#define HAS_SHUFFLES 0
#elif __has_builtin(__builtin_shufflevector)
#define HAS_SHUFFLES 1
#else
#define HAS_SHUFFLES 0
#endif
/* The build with SFPU_MAD_SQUARES keeps the forms of cores without a multiplier, because it tests
 * them. */
#ifdef SFPU_MAD_SQUARES
#define TESTS_SQUARES 1
#else
#define TESTS_SQUARES 0
#endif

#define BY_RVV (STX_METHOD == STX_METHOD_RVV)       /* RISC-V's vectors of binary32 */
#define BY_VECTOR (STX_METHOD == STX_METHOD_VECTOR) /* a host's vectors */
#define BY_FLOAT (STX_METHOD == STX_METHOD_FLOAT)
#define BY_TABLE (STX_METHOD == STX_METHOD_TABLE)

/* There are forms for a host's vectors (fast/simd). */
#define VECTORS_EXIST (BY_VECTOR || STX_CHOOSE)

/* Lanes are computed with vectors if these can shift each element by its own amount, which SSE2
 * cannot do. */
#define LANES_BY_RVV (!STX_MAD_OWN_NANS && BY_RVV)
#define LANES_BY_SIMD (!STX_MAD_OWN_NANS && BY_VECTOR && HAS_AVX2)
#define LANES_BY_VECTORS (LANES_BY_RVV || LANES_BY_SIMD)
#define LANES_BY_AVX2 (LANES_BY_SIMD || (STX_CHOOSE && !STX_MAD_OWN_NANS))
/* On a host without AVX2 lanes are computed with binary64 (fast/simd/sse2_lanes.c). */
#define LANES_BY_SSE2                                                                       \
    (!STX_MAD_OWN_NANS && STX_METHOD == STX_METHOD_MULTIPLY && IS_X86_64 && HAS_SHUFFLES && \
     !IS_SMALL && !TESTS_SQUARES)
/* On other machines there are loops over lanes. When compiled for size, these exist only if the
 * machine has binary32 arithmetic; otherwise each lane is computed with .mad. */
#define LANES_BY_LOOPS (!LANES_BY_VECTORS && !LANES_BY_SSE2 && (!IS_SMALL || BY_FLOAT))
/* Hosts move lanes from and to Dst in words of two cells (fast/simd/simd_dst_lanes.c). */
#define LANES_MOVE_BY_WORDS ((BY_VECTOR && HAS_AVX2) || LANES_BY_SSE2)
#define SHIFT_BY_SSE2 \
    (STX_METHOD != STX_METHOD_PLAIN && IS_X86_64 && !HAS_AVX2 && HAS_SHUFFLES && !IS_SMALL)
/* Conversions of integers use the machine's binary32 arithmetic if it has any. */
#define CAST_BY_FLOATS \
    (BY_RVV || BY_FLOAT || BY_VECTOR || (STX_METHOD != STX_METHOD_PLAIN && HAS_SSE2))
/* Transposing needs vectors of 16 bytes. */
#define TRANSPOSE_BY_VECTORS \
    (STX_METHOD != STX_METHOD_PLAIN && (BY_VECTOR || HAS_SSE2) && HAS_SHUFFLES)

/* Simple words are issued without stx_try (fast/words/issue_simple.h). Unless compiled for size,
 * simple multiply-adds work on the registers in place (fast/words/mad_simple.h). */
#define ISSUE_SIMPLE (STX_METHOD != STX_METHOD_PLAIN && (STX_FORMS & STX_FORMS_WORDS) != 0)
#define VECTOR_SIMPLE (ISSUE_SIMPLE && !IS_SMALL)
/* A usual UNPACR may have BFP8 where vectors make the rest of it the larger part, and where SrcA's
 * bursts are as on Blackhole. */
#define UNPACK_WORD_BFP8 (VECTORS_EXIST && STX_SRCA_SETS)

#endif
