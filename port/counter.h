/* SPDX-License-Identifier: Apache-2.0
 *
 * counter.h - a clock for measurements. */
#ifndef PORT_COUNTER_H
#define PORT_COUNTER_H

#include <stdint.h>

#include "coop/symbols.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The instructions that this hart has executed; 0 if the platform does not count them. */
uint64_t port_instructions(void);

/* The value that port/host returns. Tests set it to check what is done with a count. */
extern uint64_t port_host_instructions;

#ifdef __cplusplus
}
#endif
#endif
