/* SPDX-License-Identifier: Apache-2.0
 *
 * dump.h - the state of a core as text for people. Nothing here changes the core. */
#ifndef SOFTENSIX_DUMP_H
#define SOFTENSIX_DUMP_H

#include "softensix/core.h"
#include "softensix/print.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What to dump; add them up. */
enum {
    STX_DUMP_SRC = 1 << 0,   /* SrcA and SrcB: pointers, owners, every bank that is not 0 */
    STX_DUMP_DST = 1 << 1,   /* Dst as tiles of 32x32, those that are not 0 */
    STX_DUMP_LREG = 1 << 2,  /* LReg 0..7, flags, flag stack */
    STX_DUMP_RWC = 1 << 3,   /* register word counters */
    STX_DUMP_ADC = 1 << 4,   /* address counters */
    STX_DUMP_CFG = 1 << 5,   /* configuration fields that are not 0, by name */
    STX_DUMP_GPR = 1 << 6,   /* GPRs that are not 0 */
    STX_DUMP_SYNC = 1 << 7,  /* semaphores and mutexes */
    STX_DUMP_FRONT = 1 << 8, /* word under way, MOP configuration, replay buffer */
    STX_DUMP_ALL = (1 << 9) - 1
};

/* How elements of Dst are read. AUTO, and any value that is not here: from the configuration of
 * thread 1. */
enum stx_dump_form {
    STX_DUMP_AUTO,
    STX_DUMP_BF16,
    STX_DUMP_FP16,
    STX_DUMP_FP32,
    STX_DUMP_INT32, /* sign and magnitude */
    STX_DUMP_RAW16  /* 16-bit cells in documented storage order, hexadecimal */
};

/* Prints the chosen parts. print is given pieces of text; lines end with \n. */
void stx_dump(const struct stx_core *core, unsigned parts, stx_print print, void *ctx);

/* Prints one tile of Dst: rows 64 * tile .. + 63, as software names them, with its four faces of
 * 16x16 arranged as 32x32. Tile 0..15 with 16-bit elements, 0..7 with 32-bit ones; modulo
 * 16. */
void stx_dump_tile(const struct stx_core *core, unsigned tile, enum stx_dump_form form,
                   stx_print print, void *ctx);

/* The form that AUTO stands for now; and an element of Dst, by the row that software names, as its
 * bits in a form: those of 16-bit forms are the lower half. Events tell nothing of what these
 * read, so a listener may call them at any event. */
enum stx_dump_form stx_dump_form_of(const struct stx_core *core);
uint32_t stx_dump_element(const struct stx_core *core, enum stx_dump_form form, unsigned row,
                          unsigned col);

/* Prints a bank (modulo the banks that there are) of SrcA (source 0) or SrcB (any other) as a tile,
 * with its datums as numbers. */
void stx_dump_bank(const struct stx_core *core, unsigned source, unsigned bank, stx_print print,
                   void *ctx);

/* Prints a line for each element that differs, "gpr[2][2] 00000000 -> 00004005", hexadecimal;
 * returns their number. stx_diff (inspect.h) gives the same as numbers. */
size_t stx_dump_diff(const struct stx_core *a, const struct stx_core *b, stx_print print,
                     void *ctx);

/* Prints what a run has left undone, a line for each ("left: semaphore 1 MATH_PACK stands at 2"):
 * posted semaphores, held mutexes, valid source banks that nothing has consumed, unread mailboxes,
 * words that wait, MOPs and replays with words to come, recordings that lack words, scheduled
 * operations. Returns their number. With print NULL it prints nothing. Whether it is a mistake is
 * for the caller to decide. */
unsigned stx_leftovers(const struct stx_core *core, stx_print print, void *ctx);

/* Prints a line for each rule that was broken: how often, under which policy, its text and source.
 * Returns their number. */
unsigned stx_dump_rules(const struct stx_core *core, stx_print print, void *ctx);

#ifdef __cplusplus
}
#endif
#endif
