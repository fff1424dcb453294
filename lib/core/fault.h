/* SPDX-License-Identifier: Apache-2.0
 *
 * fault.h - how the body of an instruction reports that its word may not run. */
#ifndef STX_CORE_FAULT_H
#define STX_CORE_FAULT_H

#include "softensix/core.h"
#include "private.h"

/* Records a hard fault of the running word, asks the port and returns STX_FAULT. detail is the
 * address, index or configuration word at fault. */
enum stx_result stx_fail(struct stx_core *core, enum stx_rule rule, uint32_t detail);

/* The same for an address outside L1 (rule L1_RANGE), which may have more than 32 bits. */
enum stx_result stx_fail_l1(struct stx_core *core, uint64_t address);

/* Called when a word breaks a soft rule. If it returns true, the word continues as on silicon; if
 * false, the word returns STX_FAULT. */
bool stx_allow(struct stx_core *core, enum stx_rule rule);

/* Called where silicon and the simulator differ. If it returns true, the word behaves as on
 * silicon. Every call is counted, so a body calls it once for a word, when the word can no longer
 * fault. */
bool departs(struct stx_core *core, enum stx_departure departure);

/* The same without counting: it may be called any number of times. */
static inline bool would_depart(const struct stx_core *core, enum stx_departure departure) {
    return (STX_DEPARTURES_KNOWN >> departure & 1u) && !(core->simulated >> departure & 1u);
}

/* True where the simulator differs from silicon and its side is taken; not counted either. */
static inline bool would_simulate(const struct stx_core *core, enum stx_departure departure) {
    return (STX_DEPARTURES_KNOWN >> departure & 1u) && (core->simulated >> departure & 1u);
}

/* A sentence for people. A library without texts has the empty string in its place. */
#define SENTENCE(text) (STX_TEXTS ? (text) : "")

/* For calls that have no core: calls stx_misused() and returns STX_FAULT. */
enum stx_result stx_without_core(void) __attribute__((cold, noinline));

static inline bool erratum_modelled(const struct stx_core *core, enum stx_erratum erratum) {
    return !(core->errata_off >> erratum & 1u);
}

#endif
