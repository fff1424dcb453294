/* SPDX-License-Identifier: Apache-2.0
 *
 * counter.c - a host program cannot count its instructions; it sets the count itself. */
#include "counter.h"

uint64_t port_host_instructions;

uint64_t port_instructions(void) {
    return port_host_instructions;
}
