/* SPDX-License-Identifier: Apache-2.0
 *
 * config.h - the choices of a build. What the architecture fixes is in arch.h. Every option may be
 * overridden with -D. */
#ifndef SOFTENSIX_CONFIG_H
#define SOFTENSIX_CONFIG_H

#include "softensix/arch.h"

/* How much of the coprocessor there is (docs/perf.md). What a smaller one lacks faults as
 * NOT_PRESENT. Each option of a size may be overridden separately. */
#define STX_SIZE_FULL 0 /* all of it, at most 60 KB */
#define STX_SIZE_HALF 1 /* half of Dst, one bank of SrcA and of SrcB, at most 32 KB */
#define STX_SIZE_TINY 2 /* one thread, 64 rows of Dst, seven mantissa bits, at most 11 KB */
#ifndef STX_SIZE
#define STX_SIZE STX_SIZE_FULL
#endif

/* Tensix threads: unpack, math, pack. One thread is number 0. */
#ifndef STX_THREADS
#define STX_THREADS (STX_SIZE == STX_SIZE_TINY ? 1u : 3u)
#endif
/* Banks of SrcA and of SrcB. With one, the unpackers wait for the FPU. */
#ifndef STX_SRC_BANKS
#define STX_SRC_BANKS (STX_SIZE == STX_SIZE_FULL ? 2u : 1u)
#endif
/* 0: data of SrcA and SrcB have no mantissa bits below the seven of BF16. */
#ifndef STX_SRC_LOW
#define STX_SRC_LOW (STX_SIZE != STX_SIZE_TINY)
#endif
/* Rows of Dst that exist, of 16-bit cells; a multiple of 32. */
#ifndef STX_DST_ROWS
#define STX_DST_ROWS (STX_SIZE == STX_SIZE_FULL ? 1024u : STX_SIZE == STX_SIZE_HALF ? 512u : 64u)
#endif
/* Banks of configuration words. */
#ifndef STX_CFG_BANKS
#define STX_CFG_BANKS (STX_SIZE == STX_SIZE_TINY ? 1u : 2u)
#endif
/* 0: there is no SFPLOADMACRO. */
#ifndef STX_MACROS
#define STX_MACROS (STX_SIZE != STX_SIZE_TINY)
#endif

/* 1: the library runs under an operating system: each thread of a program has its own core for
 * stx_bind(), and stx_misused() prints its sentence before it traps. 0: firmware, where there is
 * one such core and nothing is printed. The state's layout does not depend on it. */
#ifndef STX_HOSTED
#if __STDC_HOSTED__ && (defined __unix__ || defined __APPLE__ || defined _WIN32)
#define STX_HOSTED 1
#else
#define STX_HOSTED 0
#endif
#endif

/* What the library is for: -DSTX_PROFILE=full, or words, for firmware that executes words in little
 * code (docs/firmware.md): faults have no texts, and of the fast forms there is the short way of
 * words alone, unless STX_TEXTS, STX_FORMS or STX_METHOD says otherwise. All results are equal. */
#define STX_PROFILE_full 0
#define STX_PROFILE_words 1
#define STX_PROFILE_NUMBER_OF(name) STX_PROFILE_##name
#define STX_PROFILE_NUMBER(name) STX_PROFILE_NUMBER_OF(name)
#ifndef STX_PROFILE
#define STX_PROFILE full
#endif
#define STX_WORDS_ONLY (STX_PROFILE_NUMBER(STX_PROFILE) == STX_PROFILE_words)

/* 0: faults are told by the number of their rule alone; what explains them is the empty string. */
#ifndef STX_TEXTS
#define STX_TEXTS (!STX_WORDS_ONLY)
#endif

/* The kinds of fast forms that the library has, a sum of these. */
#define STX_FORMS_PRODUCTS 1 /* MVMUL, DOTPV, GAPOOL */
#define STX_FORMS_ELWISE 2   /* ELWADD, ELWSUB, ELWMUL, GMPOOL */
#define STX_FORMS_LANES 4    /* multiply-adds, shifts, casts, loads and stores of lanes */
#define STX_FORMS_MOVES 8    /* rows of datums from and to L1; TRNSPSRCB */
#define STX_FORMS_WORDS 16   /* a short way for simple words; with MOVES, usual UNPACR and PACR */
#ifndef STX_FORMS
#if STX_WORDS_ONLY && !defined STX_METHOD
#define STX_FORMS STX_FORMS_WORDS
#else
#define STX_FORMS 31
#endif
#endif

/* The method by which the FPU sums products; each gives the same bits (docs/perf.md). The default
 * suits the core that is compiled for. */
#define STX_METHOD_PLAIN 0    /* step by step as specified; the measure of the others */
#define STX_METHOD_TABLE 1    /* no multiplier: a table of products, 24 KB */
#define STX_METHOD_MULTIPLY 2 /* a multiplier with a high word */
#define STX_METHOD_FLOAT 3    /* binary32 arithmetic, rounding to nearest even */
#define STX_METHOD_VECTOR 4   /* hosts with AVX2 or NEON of AArch64 */
#define STX_METHOD_RVV 5      /* RISC-V's vector extension with binary32 arithmetic */
/* 1: a multiplication takes more than about 12 cycles: the table is faster. */
#ifndef STX_SLOW_MULTIPLY
#define STX_SLOW_MULTIPLY 0
#endif
/* 1: a library for x86 hosts that may have AVX2. A core uses STX_METHOD_VECTOR if stx_init() has
 * found AVX2, otherwise STX_METHOD. It is 0 if a method is given, if all machines that are compiled
 * for have AVX2, and if code should be small. */
#if STX_HOSTED && !defined _WIN32 && (defined __x86_64__ || defined __i386__) && \
    (defined __clang__ || __GNUC__ >= 9)
#define STX_ASKS_MACHINE 1
#else
#define STX_ASKS_MACHINE 0
#endif
#ifndef STX_CHOOSE
#if STX_ASKS_MACHINE && !defined STX_METHOD && !defined STX_KERNEL && !STX_SLOW_MULTIPLY && \
    !defined __AVX2__ && !defined __OPTIMIZE_SIZE__ && __FLT_EVAL_METHOD__ == 0 && STX_FORMS
#define STX_CHOOSE 1
#else
#define STX_CHOOSE 0
#endif
#endif

/* STX_KERNEL is an older name of this option. */
#if defined STX_KERNEL && !defined STX_METHOD
#define STX_KERNEL_PLAIN STX_METHOD_PLAIN
#define STX_KERNEL_TABLE STX_METHOD_TABLE
#define STX_KERNEL_MULTIPLY STX_METHOD_MULTIPLY
#define STX_KERNEL_FLOAT STX_METHOD_FLOAT
#define STX_KERNEL_VECTOR STX_METHOD_VECTOR
#define STX_KERNEL_RVV STX_METHOD_RVV
#define STX_METHOD STX_KERNEL
#endif
#ifndef STX_METHOD
#if !STX_FORMS
#define STX_METHOD STX_METHOD_PLAIN
#elif STX_SLOW_MULTIPLY || (defined __riscv && !defined __riscv_mul && !defined __riscv_zmmul)
#define STX_METHOD STX_METHOD_TABLE
#elif defined __AVX2__ || defined __aarch64__
#define STX_METHOD STX_METHOD_VECTOR
#elif defined __riscv_zve32f && defined __riscv_v_intrinsic && __riscv_v_intrinsic >= 12000
#define STX_METHOD STX_METHOD_RVV
#elif defined __riscv_flen
#define STX_METHOD STX_METHOD_FLOAT
#else
#define STX_METHOD STX_METHOD_MULTIPLY
#endif
#endif

#if STX_CHOOSE && STX_METHOD != STX_METHOD_MULTIPLY
#error "STX_CHOOSE: only with STX_METHOD_MULTIPLY"
#endif

/* 1: work on integers alone uses RISC-V's vectors of integers (Zve32x): rows from and to L1, lanes
 * from and to Dst, GMPOOL, products of integers. Products and sums of floats also need vectors of
 * binary32, STX_METHOD_RVV; without them they use the method of the scalar core. */
#ifndef STX_RVV
#if STX_METHOD == STX_METHOD_RVV
#define STX_RVV 1
#elif STX_METHOD != STX_METHOD_PLAIN && defined __riscv_zve32x && !defined __riscv_zve32f && \
    defined __riscv_v_intrinsic && __riscv_v_intrinsic >= 12000
#define STX_RVV 1
#else
#define STX_RVV 0
#endif
#endif

#if STX_METHOD == STX_METHOD_FLOAT && defined __FLT_EVAL_METHOD__ && __FLT_EVAL_METHOD__ != 0
#error "STX_METHOD_FLOAT needs float arithmetic without excess precision (FLT_EVAL_METHOD 0)"
#endif

/* Decoded operands that are kept in the core: faces of SrcA (1,544 bytes each) and half faces of
 * SrcB (640 bytes). 0: none are kept, and each instruction decodes its operands on the stack. */
#ifndef STX_DECODED_A
#define STX_DECODED_A (STX_SIZE == STX_SIZE_FULL ? 2 : 0)
#endif
#ifndef STX_DECODED_B
#define STX_DECODED_B (STX_SIZE == STX_SIZE_FULL ? 2 : 0)
#endif

/* Their sizes in words. Hosts have room for those of every method, so that the state does not
 * depend on -march. */
#if defined __riscv && STX_METHOD != STX_METHOD_VECTOR
#define STX_DECODED_A_WORDS 386
#define STX_DECODED_B_WORDS 160
#else
#define STX_DECODED_A_WORDS 514
#define STX_DECODED_B_WORDS 258
#endif

/* 1: the core has room for the configuration words of the last usual PACR. They are compared with
 * vectors of RISC-V or in registers of 64 bits; other cores of RISC-V have no use for them. */
#ifndef STX_KEPT_PACK
#if STX_SIZE == STX_SIZE_FULL && STX_ARCH == STX_ARCH_BLACKHOLE && (!defined __riscv || STX_RVV)
#define STX_KEPT_PACK 1
#else
#define STX_KEPT_PACK 0
#endif
#endif

/* If this is n, from 1 to 8, threads may run on harts of their own (docs/porting.md): stx_issue,
 * stx_mmio_read and stx_mmio_write call the port's lock and unlock, and n harts, but at least two,
 * may share the rows of a product. If it is 0, all of this is compiled out. */
#ifndef STX_HARTS
#define STX_HARTS 0
#endif
#if STX_HARTS > 8
#error "STX_HARTS: at most 8 harts share the eight rows of a product"
#endif
/* Sets of kept operands: each hart that shares rows has its own. */
#define STX_KEPT_SETS (STX_HARTS > 1 ? STX_HARTS : STX_HARTS + 1)

/* 1: special values of results can be noted (SPEC 10.4); their register faults if this is 0, or if
 * harts share words. */
#ifndef STX_SPECIAL
#define STX_SPECIAL (!STX_HARTS)
#endif
#if STX_SPECIAL && STX_HARTS
#error "STX_SPECIAL: not with STX_HARTS"
#endif

/* The options on which the state's layout depends, besides the machine. The library and its callers
 * have to agree on them, and stx_init() compares. */
#define STX_LAYOUT                                                                          \
    (STX_THREADS | STX_SRC_BANKS << 2 | (STX_SRC_LOW ? 1u : 0u) << 4 | STX_CFG_BANKS << 5 | \
     (STX_MACROS ? 1u : 0u) << 7 | STX_DST_ROWS << 8 | (STX_KEPT_PACK ? 1u : 0u) << 19 |    \
     (uint32_t)(STX_DECODED_A) << 20 | (uint32_t)(STX_DECODED_B) << 24 |                    \
     (STX_KEPT_SETS - 1u) % 2u << 28 | (uint32_t)STX_ARCH << 29 | (STX_KEPT_SETS - 1u) / 2u << 30)

/* 1: the port's trace callback is called after every word that was tried. 0: it is compiled out. */
#ifndef STX_TRACE
#define STX_TRACE 0
#endif

#endif
