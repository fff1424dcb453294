/* SPDX-License-Identifier: Apache-2.0
 *
 * try.h - what becomes of a plain word that has been tried. */
#ifndef STX_FRONTEND_TRY_H
#define STX_FRONTEND_TRY_H

#include "softensix/core.h"
#include "private.h"

/* What a tried word has come to: one that the port told us to skip or to continue past counts as
 * done. Counts those that are done. */
enum stx_result try_settle(enum stx_result result, struct stx_core *core);

#endif
