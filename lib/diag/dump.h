/* SPDX-License-Identifier: Apache-2.0
 *
 * dump.h - functions for the parts of a dump that have their own source files. */
#ifndef STX_DIAG_DUMP_H
#define STX_DIAG_DUMP_H

#include "diag/out.h"

void stx_dump_src_part(const struct out *out, const struct stx_core *core);
void stx_dump_dst_part(const struct out *out, const struct stx_core *core);
void stx_dump_lreg_part(const struct out *out, const struct stx_core *core);
void stx_dump_cfg_part(const struct out *out, const struct stx_core *core);

/* Prints " NAME, NAME": the fields of a word that contain any of these bits. thread: the word is a
 * thread configuration word. */
void stx_dump_cfg_names(const struct out *out, unsigned word, bool thread, uint32_t bits);

#endif
