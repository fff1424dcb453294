/* SPDX-License-Identifier: Apache-2.0
 *
 * order.h - shared by the files of the order checker. */
#ifndef STX_DIAG_ORDER_H
#define STX_DIAG_ORDER_H

#include "softensix/isa.h"
#include "softensix/order.h"

/* The agents that act for a thread. An access belongs to one of them. */
enum order_kind {
    ORDER_NOBODY, /* RISC-V code, as an agent */
    ORDER_GATE,   /* the wait gate, where words are issued */
    ORDER_UNPACK0,
    ORDER_UNPACK1,
    ORDER_FPU,
    ORDER_SFPU,
    ORDER_PACK,
    ORDER_SCALAR,
    ORDER_CONFIG,
    ORDER_MOVER,
    ORDER_MOP,   /* the MOP expander */
    ORDER_STORES /* stores of RISC-V code on their way */
};
typedef char order_kinds_fit[ORDER_STORES + 1u == STX_ORDER_KINDS ? 1 : -1];
#define ORDER_RISCV ORDER_NOBODY

static inline unsigned order_agent(unsigned thread, enum order_kind kind) {
    return thread < STX_THREADS ? thread * STX_ORDER_KINDS + kind
                                : STX_THREADS * STX_ORDER_KINDS + thread - STX_THREADS;
}

static inline bool order_asks(const struct stx_order *order, enum stx_order_rule rule) {
    return !(order->off >> rule & 1u);
}

/* Switches all rules on or off (order_rules.c). */
void stx_order_choose(struct stx_order *order, enum stx_order_level level);

/* Orders *to after everything that *from is ordered after. */
static inline void order_join(struct stx_order_clock *to, const struct stx_order_clock *from) {
    for (unsigned i = 0; i != STX_ORDER_AGENTS; i++) {
        to->at[i] = to->at[i] > from->at[i] ? to->at[i] : from->at[i];
    }
}

static inline struct stx_order_clock *order_clock(struct stx_order *order, unsigned thread,
                                                  enum order_kind kind) {
    return &order->clock[order_agent(thread, kind)];
}

/* The agent takes a step, and the next accesses to be checked belong to it and this unit
 * (order_access.c). */
void stx_order_act(struct stx_order *order, unsigned agent, enum order_kind unit);
/* The same without a step. */
void stx_order_as(struct stx_order *order, unsigned agent, enum order_kind unit);
/* The agent reads or writes bits of a register or rows of a block of Dst. index numbers the
 * register or block among all of this kind. */
void stx_order_touch(struct stx_order *order, enum stx_order_place place, uint32_t index,
                     uint32_t mask, bool write);
void stx_order_touch_l1(struct stx_order *order, uint32_t from, uint32_t bytes, bool write);
/* Reports that the access a and the one that is being checked are not ordered (order_find.c). */
void stx_order_find(struct stx_order *order, enum stx_order_place place, uint32_t index,
                    uint32_t mask, const struct stx_order_access *a);
/* Reports that the access that is being checked reads rows of Dst with another width of
 * elements. */
void stx_order_find_width(struct stx_order *order, uint32_t index, uint32_t mask,
                          const struct stx_order_access *a);

/* A configuration word is written or used (order_ledger.c): the numbers of bank 1 follow those of
 * bank 0, then come those of each thread. */
#define ORDER_OF_THREAD(thread, word) \
    (STX_CFG_BANKS * STX_CFG_WORDS + (thread)*STX_TCFG_WORDS + (word))
void stx_order_wrote(struct stx_order *order, uint32_t index, uint32_t mask);
void stx_order_used(struct stx_order *order, uint32_t index, uint32_t bits);

/* True for findings of a word that needs what nothing has written. */
static inline bool order_is_unwritten(enum stx_order_rule rule) {
    return rule == STX_ORDER_VECTOR_UNWRITTEN || rule == STX_ORDER_VECTOR_UNSET;
}
/* Reports that the word needs what nothing has written, and that `first` has read. Its index is
 * that of stx_order_touch(), the number of an LReg, or a destination of SFPCONFIG (order_find.c).
 */
void stx_order_find_unwritten(struct stx_order *order, enum stx_order_place place, uint32_t index,
                              const struct stx_order_access *first);

/* Registers and settings of the vector unit (order_vector.c): at the start, before a word, and
 * after it has been executed. */
void stx_order_vector_init(struct stx_order *order);
void stx_order_vector_before(struct stx_order *order);
void stx_order_vector(struct stx_order *order, uint32_t word);
/* The word uses configuration that nothing has written; index as in stx_order_used(). */
void stx_order_vector_used(struct stx_order *order, uint32_t index);
void stx_order_vector_value(struct stx_order *order, unsigned lreg, uint32_t lanes, bool write);

/* Waits, semaphores, mailboxes, mutexes and counters (order_sync.c): before a word passes the gate,
 * and after it has. */
void stx_order_gate(struct stx_order *order, unsigned thread, uint32_t word);
void stx_order_sync(struct stx_order *order, unsigned thread, uint32_t word);
/* Words that access registers of the tile, which are counters of streams. */
void stx_order_registers(struct stx_order *order, unsigned thread, uint32_t word);
/* RISC-V code of a thread has accessed a register. False if it is not one that synchronizes. */
bool stx_order_sync_access(struct stx_order *order, unsigned thread, uint32_t address, bool write);

/* These read the word's row in isa/blackhole.def (order_rows.c). */
enum order_kind stx_order_unit(uint32_t word); /* ORDER_GATE if it has none */
bool stx_order_ends_at_gate(uint32_t word);
bool stx_order_ends_late(uint32_t word); /* after the next word */
bool stx_order_holds(uint32_t block, uint32_t word);
/* Remembers what the running word reads, writes or uses (order_note.c). */
void stx_order_note(struct stx_order *order, const struct stx_event *event);
static inline bool order_note_is_config(const struct stx_note *note) {
    return note->part & (STX_PART_CFG | STX_PART_TCFG);
}
/* Checks all accesses of a word that has been executed. */
void stx_order_accesses(struct stx_order *order, unsigned thread, uint32_t word);

#endif
