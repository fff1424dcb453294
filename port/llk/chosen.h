/* SPDX-License-Identifier: Apache-2.0
 *
 * chosen.h - for the time model: which words the vendor's compiler chooses for sfpi's builtins,
 * where they are not those that are executed here. */
#ifndef LLK_CHOSEN_H
#define LLK_CHOSEN_H

#include "llk/platform.h"
#include "softensix/time.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Before a word is executed for a builtin: the constants that it needs are loaded. Returns how it
 * relates to the word before. */
enum stx_time_relation chosen_begin(unsigned thread, const struct stx_llk_sfpu *op);
/* After it: out is what it has computed, or NULL. */
void chosen_end(const struct stx_llk_sfpu *op, enum stx_time_relation relation);
/* Where in the kernel's code the word is. */
void chosen_place(unsigned thread, uintptr_t place);
/* Words for which nothing is executed; the first one needs the result of the word before. */
void chosen_stands(unsigned thread, unsigned words);
/* Has the word before computed this value? */
bool chosen_computed(const uint32_t *value);
/* Code has named a constant. */
void chosen_constant(unsigned thread, uint32_t value);

#ifdef __cplusplus
}
#endif

#endif
