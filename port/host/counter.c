/* SPDX-License-Identifier: Apache-2.0
 *
 * counter.c - a host program cannot count its instructions: they are what it says they are. */
#include "counter.h"

uint64_t port_host_instructions;

uint64_t port_instructions(void) {
    return port_host_instructions;
}
