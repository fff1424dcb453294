/* SPDX-License-Identifier: Apache-2.0
 *
 * template.h - decides whether an SFPU word executes or becomes a template. */
#ifndef STX_SFPU_TEMPLATE_H
#define STX_SFPU_TEMPLATE_H

#include "softensix/core.h"
#include "private.h"

/* The template backdoor (SPEC 7): true if the word becomes a template instead of being executed. */
bool sfpu_is_template(const struct stx_core *core, uint32_t word);
enum stx_result sfpu_store_template(struct stx_core *core, unsigned thread, uint32_t word);

#endif
