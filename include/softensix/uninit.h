/* SPDX-License-Identifier: Apache-2.0
 *
 * uninit.h - finds words whose effect depends on registers that nothing has written: rows of Dst,
 * rows of SrcA and SrcB, LRegs, GPRs, configuration words, replay slots. Before a word runs it is
 * tried on two copies of the core, in one of which every register that was never written holds
 * something else; if the copies end up different, the registers at fault are searched for.
 *
 * What a word leaves unpredictable counts as not written since: rows of Dst that ZEROACC makes
 * invalid, for SFPLOAD and where only a part of such a row is written afterwards; the unpackers'
 * bank of SrcA after an UNPACR to Dst (Blackhole); the low half of a cell that is written with 16
 * bits while bit 11 of the debug register is set.
 *
 *   static struct stx_uninit uninit;
 *   static uint8_t copies[2 * sizeof l1];
 *   stx_uninit_init(&uninit, &core, STX_UNINIT_DEFAULT, copies, on_finding, NULL);
 *
 * It needs a library built with STX_TRACE. About 120 KB, and slow. */
#ifndef SOFTENSIX_UNINIT_H
#define SOFTENSIX_UNINIT_H

#include "softensix/listen.h"
#include "softensix/print.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Kinds of registers, to be chosen by mask 1 << kind. */
enum stx_uninit_kind {
    STX_UNINIT_DST,    /* index: physical row */
    STX_UNINIT_SRCA,   /* index: 64 * bank + row */
    STX_UNINIT_SRCB,   /* the same */
    STX_UNINIT_LREG,   /* index: 0..7 */
    STX_UNINIT_GPR,    /* index: 64 * thread + GPR */
    STX_UNINIT_CFG,    /* index: 224 * bank + word */
    STX_UNINIT_TCFG,   /* index: 68 * thread + word */
    STX_UNINIT_REPLAY, /* index: 32 * thread + slot */
    STX_UNINIT_KINDS
};
/* Without CFG and TCFG: many kernels rely on the configuration after reset. */
#define STX_UNINIT_DEFAULT 0x9Fu
#define STX_UNINIT_ALL 0xFFu

/* A word of a thread (0..2) whose effect depends on a register that was never written. */
struct stx_uninit_finding {
    enum stx_uninit_kind kind;
    unsigned index;
    unsigned thread;
    uint32_t word;
};
typedef void (*stx_uninit_callback)(void *ctx, const struct stx_uninit_finding *finding);

/* Elements that are watched: Dst 16,384 cells, sources 2 x 2,048 datums, 8 x 32 lanes in halves,
 * the bytes of GPRs and configuration words. */
#define STX_UNINIT_ELEMENTS (16384u + 4096u + 512u + 768u + 1792u + 408u)

#define STX_UNINIT_ROWS (1024u + 128u + 128u)

struct stx_uninit {
    struct stx_listener listener;
    struct stx_core *core;
    stx_uninit_callback report;
    void *ctx;
    unsigned kinds;
    uint32_t found; /* findings so far */
    uint8_t *l1[2]; /* copies of L1 for the two tries */
    struct stx_core same, other;
    uint32_t unwritten[(STX_UNINIT_ELEMENTS + 31u) / 32u];
    uint32_t slots[STX_THREADS]; /* bit i: replay slot i was recorded or reported */
    uint32_t told[(STX_UNINIT_ROWS + 31u) / 32u]; /* bit i: row i of Dst, SrcA, SrcB is reported */
};

/* Begins to listen to core. Everything in it that is zero now counts as never written. kinds: a
 * mask of kinds. l1: twice the bytes of the core's L1; NULL if that has none. Each register is
 * reported once. A core that has been given an L1 of another size since then is not heard any more.
 * Returns false if nothing is heard: the library was built without STX_TRACE, or l1 is NULL
 * although the core has an L1. */
bool stx_uninit_init(struct stx_uninit *uninit, struct stx_core *core, unsigned kinds, uint8_t *l1,
                     stx_uninit_callback report, void *ctx);

/* Prints a finding in two lines; nothing if there is no such kind. */
void stx_uninit_print(const struct stx_uninit_finding *finding, stx_print print, void *ctx);

#ifdef __cplusplus
}
#endif
#endif
