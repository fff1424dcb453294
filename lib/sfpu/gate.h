/* SPDX-License-Identifier: Apache-2.0
 *
 * gate.h - what happens to SFPU words before they execute. */
#ifndef STX_SFPU_GATE_H
#define STX_SFPU_GATE_H

#include "softensix/core.h"

/* The template backdoor (SPEC 7): true if the word was stored as a template instead of executed. */
bool sfpu_backdoor(struct stx_core *core, unsigned thread, uint32_t word);

#endif
