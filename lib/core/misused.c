/* SPDX-License-Identifier: Apache-2.0
 *
 * misused.c - what happens without a usable core: a trap, unless the port has a function of its
 * own. */
#include "core/fault.h"
#include "softensix/softensix.h"

__attribute__((weak)) void stx_misused(const char *sentence) {
    (void)sentence;
    __builtin_trap();
}

enum stx_result stx_without_core(void) {
    stx_misused("softensix: a word or register access has no core: call stx_bind() first");
    return STX_FAULT;
}
