/* SPDX-License-Identifier: Apache-2.0
 *
 * platform.h - what LLK code calls when it is compiled for a core without a coprocessor. All
 * functions work on the core that stx_bind() has set; thread is 0 unpack, 1 math, 2 pack.
 * port/llk/platform.c implements them. */
#ifndef STX_LLK_PLATFORM_H
#define STX_LLK_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A thread's first function. STX_INLINE_CALLS: all that a kernel calls is compiled into it, so that
 * reports of time can name the calls above a word. */
#ifdef STX_INLINE_CALLS
#define STX_THREAD_ENTRY extern "C" __attribute__((flatten))
#else
#define STX_THREAD_ENTRY extern "C"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Issues one instruction word; returns when it has been executed. */
void stx_llk_issue(unsigned thread, uint32_t word);

/* The address after a thread's last call of one of these functions, for reports; NULL: none. */
const void *stx_llk_place(unsigned thread);
/* Sets it for code that gets here without a call: where the thread continues. */
void stx_llk_set_place(unsigned thread, const void *address);
/* That address as text that stays valid, "0x8000012c"; NULL if the library was built without
 * STX_TRACE, or there are too many of them. */
const char *stx_llk_place_text(const void *address);
/* Executes a word that is at the thread's place: faults, reports and the lint name this place, as
 * "0x8000012c", if the library was built with STX_TRACE. */
void stx_llk_execute(unsigned thread, uint32_t word);

/* An opcode, the highest byte of a word, is watched: a word with it that a thread's code has issued
 * and that is done is told as the event ISSUED (softensix/listen.h). */
extern bool stx_llk_watched[256];
/* Tells of such a word, whether its opcode is watched or not; and only if it is. */
void stx_llk_tell_issued(unsigned thread, uint32_t word);
static inline void stx_llk_issued(unsigned thread, uint32_t word) {
    if (stx_llk_watched[word >> 24]) {
        stx_llk_tell_issued(thread, word);
    }
}

/* Aligned 32-bit accesses by address on Blackhole: debug registers, wall clock, mailboxes. */
uint32_t stx_llk_read(unsigned thread, uint32_t address);
void stx_llk_write(unsigned thread, uint32_t address, uint32_t value);

/* Copies the kernel's arguments, which the runner holds. */
void stx_llk_arguments(void *to, size_t size);

/* Lets the other threads run, as every loop that waits for one of them must. */
void stx_llk_yield(unsigned thread);

/* Semaphores 0..7. Reading the value lets the other threads run first. */
uint32_t stx_llk_semaphore_read(unsigned thread, unsigned index);
void stx_llk_semaphore_post(unsigned index);
void stx_llk_semaphore_get(unsigned index);

/* The core's own arrays: 64 GPRs, both configuration banks (224 words each), 9 MOP words. */
volatile uint32_t *stx_llk_gprs(unsigned thread);
volatile uint32_t *stx_llk_cfg(void);
volatile uint32_t *stx_llk_mop_cfg(unsigned thread);

/* An SFPU word whose operands are values, not registers: LReg i holds in[i] (NULL: its own
 * contents) and all lanes execute (masked: the enabled ones). Afterwards out receives LReg `result`
 * and second the register after it (either may be NULL), and registers and flags are as before.
 * Arrays have 32 lanes. others: the word may read or write further registers, for example because
 * LReg7 chooses them. role: what the word does, for the time model. */
enum stx_llk_role {
    STX_LLK_OTHER,
    STX_LLK_PRODUCT,
    STX_LLK_SUM,
    STX_LLK_PRODUCT_AND_SUM,
    STX_LLK_NEGATION,
    STX_LLK_CONDITION, /* begins a condition: SFPPUSHC */
    STX_LLK_STORE,
    STX_LLK_MADE /* likewise, to rows whose address RISC-V code computes */
};
struct stx_llk_sfpu {
    const uint32_t *in[8];
    uint32_t *out, *second;
    uint32_t word;
    uint8_t result;
    bool masked, others;
    uint8_t role;
};
void stx_llk_sfpu_run(unsigned thread, const struct stx_llk_sfpu *op);
/* For the time model: code that loads or stores a row of values is at the place of this call. */
void stx_llk_row(unsigned thread);

/* Gives back the registers of the core that such words have borrowed. The functions of this file do
 * so where a word or an access may look at them; code that looks at the core itself must call this,
 * after a run or before the next one. */
void stx_llk_settle(void);

/* SFPTRANSP of four values in place. */
void stx_llk_sfptransp(unsigned thread, uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d);

/* Access LReg 0..15, lane by lane; the enabled lanes; the flags. */
void stx_llk_lreg_read(unsigned index, uint32_t out[32]);
void stx_llk_lreg_write(unsigned index, const uint32_t in[32]);
uint32_t stx_llk_lanes(void);
void stx_llk_flags_and(uint32_t mask);

/* Only for the time model: the vendor's compiler tests a value with this many words, where none is
 * executed here. */
void stx_llk_tested(unsigned thread, unsigned words);

/* The new value in lanes that are enabled, and the old one in the others. In the time model this
 * takes a word inside a condition, unless the word before has just computed the new value. */
void stx_llk_assign(unsigned thread, const uint32_t old[32], const uint32_t now[32],
                    uint32_t out[32]);

/* A constant of the code in all lanes. In the time model it takes a word or two to load unless it
 * stays in a register. */
void stx_llk_constant(unsigned thread, uint32_t value, uint32_t out[32]);

/* Copies 32 lanes. Masks, bit i for lane i, of lanes whose sign bit is set, or that are zero. */
void stx_llk_copy(uint32_t to[32], const uint32_t from[32]);
uint32_t stx_llk_negative(const uint32_t v[32]);
uint32_t stx_llk_zero(const uint32_t v[32]);

#ifdef __cplusplus
}
#endif
#endif
