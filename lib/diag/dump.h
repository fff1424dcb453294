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

#endif
