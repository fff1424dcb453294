/* SPDX-License-Identifier: Apache-2.0
 *
 * try.h - what happens after a plain word has been tried. */
#ifndef STX_FRONTEND_TRY_H
#define STX_FRONTEND_TRY_H

#include "core/tell.h"
#include "private.h"

/* The result of a tried word. A word that faults is done if the port says to skip it or to
 * continue. Counts the words that are done. */
enum stx_result try_settle(enum stx_result result, struct stx_core *core);

/* Executes a word of the vector unit whose special values are noted (special_words.c). */
enum stx_result try_special(struct stx_core *core, unsigned thread, uint32_t word);

/* True if each word is told to somebody. */
static inline bool try_is_watched(const struct stx_core *core) {
    return tells(core, TELL_TRIES);
}

#endif
