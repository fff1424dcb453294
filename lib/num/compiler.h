/* SPDX-License-Identifier: Apache-2.0
 *
 * compiler.h - what compilers are told: which way a condition usually is, what they must not know,
 * which functions they copy and which loops they unroll. No result depends on any of this. */
#ifndef STX_NUM_COMPILER_H
#define STX_NUM_COMPILER_H

/* Tell the compiler which way a condition usually is. */
#define LIKELY(condition) __builtin_expect((condition), 1)
#define UNLIKELY(condition) __builtin_expect((condition), 0)

/* From here on the compiler does not know what the variable holds, and cannot compute with it in
 * advance. Each place says what that is good for. */
#define OPAQUE(variable) __asm__("" : "+r"(variable))
#define OPAQUE_BOTH(a, b) __asm__("" : "+r"(a), "+r"(b))
/* The compiler moves no load or store across this. */
#define COMPILER_BARRIER __asm__ volatile("" ::: "memory")

#define BITS_PRAGMA(text) _Pragma(#text)

/* Begins a function that is part of each of its callers. */
#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* IS_SMALL is 1 if the library is compiled for size (-Os), otherwise 0. UNLESS_SMALL(words) stands
 * for these words, or for nothing if the library is compiled for size. */
#ifdef __OPTIMIZE_SIZE__
#define IS_SMALL 1
#define UNLESS_SMALL(words)
#else
#define IS_SMALL 0
#define UNLESS_SMALL(words) words
#endif

/* IN_CALLERS, in front of a function, makes it part of each of its callers; BITS_UNROLL(n), in
 * front of a loop, unrolls it n times. Neither does anything in a library that is compiled for
 * size. */
#define IN_CALLERS UNLESS_SMALL(inline __attribute__((always_inline)))
#define BITS_UNROLL(n) UNLESS_SMALL(BITS_PRAGMA(GCC unroll n))

#endif
