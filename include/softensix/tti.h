/* SPDX-License-Identifier: Apache-2.0
 *
 * tti.h - the instructions of the chip that is compiled for, as macros.
 *
 *   TT_OP_X(...)  the constant word          TTI_X(...)  issues it
 *   TT_X(...) issues a word whose operands are known only at run time
 *
 * Words go to the core that stx_bind() has set and to thread STX_THREAD (0, 1, 2), which defaults
 * to COMPILE_FOR_TRISC. With -DSTX_NATIVE they go to a real coprocessor instead: TTI_ emits
 * .ttinsn, TT_ stores to the instruction buffer; this header defines the directive. Arguments are
 * added, not masked: keep them in range.
 *
 * A macro has no result. A word that waits while the port has no yield is a fault, WORD_BLOCKED. */
#ifndef SOFTENSIX_TTI_H
#define SOFTENSIX_TTI_H

#include <stdint.h>

#include "softensix/arch.h"

#ifndef STX_THREAD
#ifdef COMPILE_FOR_TRISC
#define STX_THREAD COMPILE_FOR_TRISC
#else
#define STX_THREAD 0
#endif
#endif

#ifdef STX_NATIVE
#ifdef __riscv
#include "softensix/ttinsn.h"
#endif
#define STX_ISSUE_CONSTANT(word) __asm__ volatile(".ttinsn %0" : : "i"(word))
#define STX_ISSUE(word) (*(volatile uint32_t *)0xFFE40000u = (word))
#else
#include "softensix/softensix.h"
/* Macros discard the result: a word that waits with nothing to yield to would be lost. */
static inline void stx_heed(enum stx_result result, unsigned thread, const char *place) {
    if (result == STX_WAIT) {
        stx_abandon(stx_bound(), thread, place);
    }
}
#define STX_ISSUE_CONSTANT(word) STX_ISSUE(word)
#define STX_ISSUE(word) STX_ISSUE_BOUND(word)
#if defined(STX_TRACE) && STX_TRACE
/* Faults and waits name file and line of the macro. */
#define STX_TEXT_OF(line) #line
#define STX_PLACE(file, line) file ":" STX_TEXT_OF(line)
#define STX_ISSUE_BOUND(word) STX_ISSUE_AT(word, STX_PLACE(__FILE__, __LINE__))
#define STX_ISSUE_AT(word, place) \
    stx_heed(stx_issue_from(stx_bound(), STX_THREAD, (word), place), STX_THREAD, place)
#else
#define STX_ISSUE_BOUND(word) stx_heed(stx_issue(stx_bound(), STX_THREAD, (word)), STX_THREAD, NULL)
#endif
#endif

#define TT_OP(opcode, parameters) (((uint32_t)(opcode) << 24) + (parameters))
#define STX_FIELD(value, low) ((uint32_t)(value) << (low))

#if STX_ARCH == STX_ARCH_BLACKHOLE
#include "softensix/blackhole/tti.h"
#else
#include "softensix/wormhole/tti.h"
#endif

#endif
