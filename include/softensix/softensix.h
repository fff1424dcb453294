/* SPDX-License-Identifier: Apache-2.0
 *
 * softensix.h - soft-float for Tensix: the Blackhole Tensix coprocessor in software.
 *
 *   static struct stx_core core;
 *   static uint8_t l1[0x180000];
 *   stx_init(&core, l1, sizeof l1, NULL);
 *   stx_issue(&core, 1, TT_OP_ZEROACC(3, 0, 0, 0, 0));
 *
 * Nothing here allocates, prints or ends the program. Pointers must not be NULL unless the comment
 * allows it. Numbers may be any: a thread above 2 is the fault BAD_THREAD, a rule, policy, erratum
 * or index that does not exist BAD_INDEX; what only tells something returns 0, false or "".
 * stx_issue() and accesses without a core, which is what the macros do if stx_bind() was forgotten,
 * call stx_misused(). */
#ifndef SOFTENSIX_H
#define SOFTENSIX_H

#include "softensix/core.h"
#include "softensix/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Resets the core: registers 0, Dst rows valid, constants of the SFPU loaded, source banks owned by
 * the unpackers, every rule strict. l1 is the caller's L1, l1_size its bytes (Blackhole: 0x180000).
 * port is copied; NULL = no callbacks (a blocked word returns STX_WAIT, a fault stops). */
static inline void stx_init(struct stx_core *core, void *l1, uint32_t l1_size,
                            const struct stx_port *port);

/* What stx_init() calls, with the layout of the core as its caller knows it. If the library was
 * built with another one, the core stays as it is and stx_misused() is called. */
void stx_init_checked(struct stx_core *core, uint32_t core_size, uint32_t layout, void *l1,
                      uint32_t l1_size, const struct stx_port *port);

static inline void stx_init(struct stx_core *core, void *l1, uint32_t l1_size,
                            const struct stx_port *port) {
    stx_init_checked(core, (uint32_t)sizeof *core, STX_LAYOUT, l1, l1_size, port);
}

/* Called with one sentence where there is no core that could record a fault: a word given to
 * stx_issue() or an access without one (NULL: stx_bind() was not called), or one of another layout.
 * It should not return; if it does, nothing has happened. The library's own function is weak and
 * traps, on a host after printing the sentence to standard error (STX_HOSTED, config.h); a port may
 * replace it, for example by one that prints the sentence and ends the program
 * (port/coop/misused.c). */
void stx_misused(const char *sentence);

/* The vector unit as the vendor's firmware leaves it: all lanes enabled by their flags, constants
 * loaded (SPEC 7). */
void stx_init_as_firmware(struct stx_core *core);

/* Offers one word to a thread (0..2): through MOP and replay expansion to the units, all of it
 * before the call returns. While a word waits, port.yield is called and the word is tried again;
 * without yield STX_WAIT is returned and the same word must be offered again, which resumes where
 * it stopped. A caller that will not offer it again calls stx_abandon(), as the TTI_ macros do. */
enum stx_result stx_issue(struct stx_core *core, unsigned thread, uint32_t word);

/* The same for macros, which know their place in the source: `place`, "file:line", is what faults
 * and reports of waits name (struct stx_fault, where; struct stx_core, place). */
enum stx_result stx_issue_from(struct stx_core *core, unsigned thread, uint32_t word,
                               const char *place);

/* For firmware with deadlines: while it is on, port.yield is also called after each plain word of a
 * MOP or REPLAY, so that one plain word at most keeps other threads from running. Off after
 * stx_init(). */
void stx_yield_between(struct stx_core *core, bool on);

/* For a caller to whom stx_issue() has returned STX_WAIT and who will not offer the word again: the
 * word is dropped with the rest of its MOP or REPLAY, and the fault WORD_BLOCKED is recorded.
 * place, "file:line", may be NULL. Nothing happens if no word of the thread waits; a thread above 2
 * is the fault BAD_THREAD. */
void stx_abandon(struct stx_core *core, unsigned thread, const char *place);

/* Executes one plain word, without MOP and replay; never yields. core must not be NULL:
 * stx_issue(), to which macros give their words, checks it, and it is not checked again here for
 * each word. */
enum stx_result stx_try(struct stx_core *core, unsigned thread, uint32_t word);

/* The same for a word of the vector unit whose operands and result are not in registers: where
 * in[i] is not NULL, it stands for LReg i (0..7), and out for the register that the word writes; 32
 * lanes each. Registers and flags do not change, and a result has all lanes, whatever the flags
 * say; a store, which has no result (out is NULL), respects them. Returns false if the word reads
 * or writes more than the registers that it names and Dst, or operations of SFPLOADMACRO are under
 * way, or LaneConfig is not 0, or somebody hears of each word (listen.h), or there is no such
 * thread; then nothing was done. */
bool stx_try_values(struct stx_core *core, unsigned thread, uint32_t word,
                    const uint32_t *const in[8], uint32_t *out);

/* Takes the next plain word of an expansion that stx_issue left waiting; false when none is left.
 * For callers that keep a queue of their own instead of offering the word again. */
bool stx_take_pending(struct stx_core *core, unsigned thread, uint32_t *word);

/* The version of the library that is linked, as STX_VERSION is that of the headers: "0.1.0".
 */
const char *stx_version(void);

/* Was the library built with STX_TRACE? Without it most events are not told (softensix/listen.h):
 * traces, lint and the search for unwritten registers see nothing. */
bool stx_has_trace(void);

/* First fault since stx_init or stx_clear_fault; kind STX_FAULT_NONE if there was none. */
const struct stx_fault *stx_last_fault(const struct stx_core *core);
void stx_clear_fault(struct stx_core *core);

/* Records a fault that the port itself has found, without asking port.fault; thread is the Tensix
 * thread at fault. With STX_RULE_DEADLOCK the port reports in its yield that no thread can go on:
 * calls that wait give up, stx_issue() with STX_FAULT, and a mailbox access without its word. A
 * rule that does not exist is the fault BAD_INDEX. */
void stx_raise(struct stx_core *core, enum stx_rule rule, unsigned thread, uint32_t detail);

/* Lets operations that SFPLOADMACRO has scheduled finish, as idle cycles of the thread would (SPEC
 * 8.10). Waiting words and stx_mmio_read() do it by themselves; call it where a thread ends.
 */
void stx_settle(struct stx_core *core);

/* Policy of a rule. Every breach is counted. FAULT records it and asks the port, which sees the
 * rule and decides to stop, skip or continue; SILICON behaves as silicon does; SKIP leaves the word
 * out. A hard rule has no SILICON: that is ignored. */
enum stx_policy { STX_POLICY_FAULT, STX_POLICY_SILICON, STX_POLICY_SKIP };
void stx_policy_set(struct stx_core *core, enum stx_rule rule, enum stx_policy policy);
/* The same for every rule that has this choice. */
void stx_policy_set_all(struct stx_core *core, enum stx_policy policy);
enum stx_policy stx_policy_get(const struct stx_core *core, enum stx_rule rule);
/* How often a rule was broken since stx_init; stays at 65,535. */
uint32_t stx_rule_count(const struct stx_core *core, enum stx_rule rule);
/* The name of a rule, its text and where it is specified; "" if there is no such rule, here and
 * below.
 */
const char *stx_rule_name(enum stx_rule rule);
const char *stx_rule_text(enum stx_rule rule);
const char *stx_rule_reference(enum stx_rule rule);
const char *stx_fault_kind_name(enum stx_fault_kind kind);

/* Bugs of the hardware that are modelled: stx_init switches each on; if it is off, the instruction
 * does what it was meant to do. Names, texts and sources: softensix/errata.def. */
void stx_erratum_set(struct stx_core *core, enum stx_erratum erratum, bool modelled);
const char *stx_erratum_name(enum stx_erratum erratum);
const char *stx_erratum_text(enum stx_erratum erratum);
const char *stx_erratum_reference(enum stx_erratum erratum);

/* Where silicon and the official simulator are known to differ: stx_init takes silicon's side of
 * each. The count is how many words met the difference, whichever side was taken; it stays at
 * 65,535. Names, texts and sources: softensix/departures.def. */
enum stx_side { STX_SIDE_SILICON, STX_SIDE_SIMULATOR };
void stx_departure_set(struct stx_core *core, enum stx_departure departure, enum stx_side side);
/* The same for all of them. */
void stx_departure_set_all(struct stx_core *core, enum stx_side side);
uint32_t stx_departure_count(const struct stx_core *core, enum stx_departure departure);
const char *stx_departure_name(enum stx_departure departure);
const char *stx_departure_text(enum stx_departure departure);
const char *stx_departure_source(enum stx_departure departure);

/* The RISC-V side of the coprocessor's registers (SPEC 2, 10): aligned 32-bit accesses by address.
 * Reading an empty mailbox and writing to a full one wait, in port.yield, until another thread ends
 * the wait. Without yield they are faults (MAILBOX_EMPTY, MAILBOX_FULL): the value is 0, the word
 * lost.
 */
uint32_t stx_mmio_read(struct stx_core *core, unsigned thread, uint32_t address);
void stx_mmio_write(struct stx_core *core, unsigned thread, uint32_t address, uint32_t value);
/* True if there is a register at this address, the coprocessor's or the port's (struct stx_port,
 * outside).
 */
bool stx_mmio_has(const struct stx_core *core, uint32_t address);
/* Writes word index (0..8) of the MOP configuration. */
void stx_mop_write(struct stx_core *core, unsigned thread, unsigned index, uint32_t value);
/* Semaphores from the RISC-V side (SPEC 9): value; +1 up to 15; -1 down to 0. Index 0..7. */
uint32_t stx_semaphore_read(const struct stx_core *core, unsigned index);
void stx_semaphore_post(struct stx_core *core, unsigned index);
void stx_semaphore_get(struct stx_core *core, unsigned index);

/* Explains the detail of a fault in words: "FP32 to BFP8: unpacker 0", "L1 address 0x12340",
 * "configuration word 225". Returns the length, as snprintf does; 0 if there is nothing to say. */
size_t stx_explain_fault(const struct stx_fault *fault, char *buf, size_t size);

/* Explains in words what a blocked word waits for ("SEMWAIT: semaphore 1 MATH_PACK is 2, waits
 * while >= max 2"); size bytes at buf with the final 0; returns the length as snprintf does. */
size_t stx_explain_wait(const struct stx_core *core, unsigned thread, uint32_t word, char *buf,
                        size_t size);

/* Threads that could end the wait of a thread's (0..2) blocked word, as a mask: bit i = thread i.
 * The owner of a mutex; any other thread for semaphores and words in L1; for source banks the
 * thread that by convention clears (1) or fills (0) them. */
unsigned stx_wait_helpers(const struct stx_core *core, unsigned thread, uint32_t word);
/* The same for RISC-V code: what it waits for in a mailbox, or polls ("reads the mailbox from
 * thread 0 to thread 1, which is empty"), and which threads could end that. The text is empty, with
 * length 0, if it waits for nothing. */
size_t stx_explain_poll(const struct stx_core *core, unsigned thread, char *buf, size_t size);
unsigned stx_poll_helpers(const struct stx_core *core, unsigned thread);
/* True if a word of the thread waits, or a mailbox access of its RISC-V code. */
bool stx_blocked(const struct stx_core *core, unsigned thread);
/* RISC-V code of a thread (0..2) is about to read an address that it may be polling: other threads
 * run first. stx_mmio_read() does it for semaphores, syncs and mailboxes. */
void stx_poll(struct stx_core *core, unsigned thread, uint32_t address);
/* What LLK calls a semaphore, 0..7 (SPEC 9); "" for 0. */
const char *stx_semaphore_name(unsigned index);

/* The core that the TTI_ and TT_ macros use; NULL before stx_bind(). It is the only static variable
 * of the library that changes: one in firmware, and on a host one for each thread of the program
 * (STX_HOSTED, config.h), so that two threads may run two cores at the same time; each calls
 * stx_bind() itself. */
void stx_bind(struct stx_core *core);
struct stx_core *stx_bound(void);

#ifdef __cplusplus
}
#endif
#endif
