/* SPDX-License-Identifier: Apache-2.0
 *
 * kernel.h - one program for cores with and without the coprocessor that needs no traps: each
 * kernel is compiled twice, and the program chooses.
 *
 *   kernel.c    void STX_KERNEL(scale)(void *argument) { TTI_... }
 *               compiled with -DSTX_NATIVE it is scale_words, without it scale_calls
 *   program.c   STX_KERNEL_BOTH(scale);
 *               stx_kernel_of(&scale, stx_coprocessor_present())(argument);
 *
 * Both variants are in the program, so all functions of a kernel's files that are not static have
 * names from STX_KERNEL: two of the same name, or one of which a variant is missing, do not link.
 * Where words run, no core is bound, so that a call of the library is a misuse that is told
 * (stx_misused), and a word without a coprocessor is an illegal instruction. */
#ifndef SOFTENSIX_KERNEL_H
#define SOFTENSIX_KERNEL_H

#include <stdbool.h>

#ifdef STX_NATIVE
#define STX_KERNEL(name) name##_words
#else
#define STX_KERNEL(name) name##_calls
#endif

#ifdef __cplusplus
#define STX_KERNEL_C extern "C"
#else
#define STX_KERNEL_C extern
#endif

typedef void stx_kernel(void *argument);

struct stx_kernel_both {
    stx_kernel *calls, *words;
};

/* Declares both variants, and a constant of that name which has them. */
#define STX_KERNEL_BOTH(name)               \
    STX_KERNEL_C void name##_calls(void *); \
    STX_KERNEL_C void name##_words(void *); \
    static const struct stx_kernel_both name = {name##_calls, name##_words}

static inline stx_kernel *stx_kernel_of(const struct stx_kernel_both *both, bool words) {
    return words ? both->words : both->calls;
}

#endif
