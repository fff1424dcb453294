/* SPDX-License-Identifier: Apache-2.0
 *
 * effects.h - prints what changed between two states of a core, summarized by item. */
#ifndef STX_DIAG_EFFECTS_H
#define STX_DIAG_EFFECTS_H

#include "diag/out.h"

/* "; rwc[1].dst 0 -> 8; dst.cell[0][0]..[7][15] 128 changed" */
void stx_effects_text(const struct out *out, const struct stx_core *before,
                      const struct stx_core *now);

/* ,"effects":[{"item":"rwc[1].dst","first":0,"last":0,"count":1,"from":0,"to":8},...] */
void stx_effects_json(const struct out *out, const struct stx_core *before,
                      const struct stx_core *now);

#endif
