/* SPDX-License-Identifier: Apache-2.0
 *
 * dump.h - the parts of a dump that have files of their own. */
#ifndef STX_DIAG_DUMP_H
#define STX_DIAG_DUMP_H

#include "diag/out.h"

void stx_dump_src_part(const struct out *out, const struct stx_core *core);
void stx_dump_dst_part(const struct out *out, const struct stx_core *core);
void stx_dump_lreg_part(const struct out *out, const struct stx_core *core);
void stx_dump_cfg_part(const struct out *out, const struct stx_core *core);

/* " NAME, NAME": the fields of a word that have one of these bits; thread: of a thread's words. */
void stx_dump_cfg_names(const struct out *out, unsigned word, bool thread, uint32_t bits);

#endif
