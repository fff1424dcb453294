/* SPDX-License-Identifier: Apache-2.0
 *
 * uninit.h - what the files of the search for unwritten registers share. */
#ifndef STX_DIAG_UNINIT_H
#define STX_DIAG_UNINIT_H

#include "softensix/uninit.h"

/* Tries the word on a copy, with l1 as the copy's L1 if the word may write there. */
enum stx_result stx_uninit_try(struct stx_uninit *u, struct stx_core *copy, uint8_t *l1,
                               unsigned thread, uint32_t word);

/* An element of Dst, SrcA or SrcB becomes unpredictable. */
void stx_uninit_unwrite(struct stx_uninit *u, unsigned kind, uint32_t index, uint32_t column);

/* Reports the unwritten registers on which the word's effect depends. u->same becomes the core
 * after the word. False if the word waits. */
bool stx_uninit_search(struct stx_uninit *u, unsigned thread, uint32_t word);

/* Begins to watch; whoever calls it has the words and stores told. */
void stx_uninit_set_up(struct stx_uninit *u, struct stx_core *core, unsigned kinds, uint8_t *l1,
                       stx_uninit_callback callback, void *ctx);

/* A store of RISC-V code writes a register. */
void stx_uninit_store(struct stx_uninit *u, unsigned thread, uint32_t address);

#endif
