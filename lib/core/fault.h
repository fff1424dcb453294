/* SPDX-License-Identifier: Apache-2.0
 *
 * fault.h - how a body says that a word may not run. */
#ifndef STX_CORE_FAULT_H
#define STX_CORE_FAULT_H

#include "softensix/core.h"
#include "private.h"

/* Records a hard fault of the running word, asks the port, returns STX_FAULT. detail: the offending
 * address, index or configuration word. */
enum stx_result stx_fail(struct stx_core *core, enum stx_rule rule, uint32_t detail);

/* A soft rule was broken: true = go on as silicon does, false = return STX_FAULT. */
bool stx_allow(struct stx_core *core, enum stx_rule rule);

/* Silicon and the simulator differ on the running word: true = do as silicon does. Every call is
 * counted, so a body asks once, when the word can no longer fault. */
bool departs(struct stx_core *core, enum stx_departure departure);

/* The same, asked as often as one likes. */
static inline bool would_depart(const struct stx_core *core, enum stx_departure departure) {
    return (STX_DEPARTURES_KNOWN >> departure & 1u) && !(core->simulated >> departure & 1u);
}

/* A call has no core: tells stx_misused(), returns STX_FAULT. */
enum stx_result stx_without_core(void) __attribute__((cold, noinline));

static inline bool erratum_modelled(const struct stx_core *core, enum stx_erratum erratum) {
    return !(core->errata_off >> erratum & 1u);
}

#endif
