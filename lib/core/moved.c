/* SPDX-License-Identifier: Apache-2.0
 *
 * moved.c - what the library does when it tells a program what words move: nothing, until the
 * program defines these functions itself. */
#include "core/moved.h"

__attribute__((weak)) void stx_moved_l1(const struct stx_core *core, uint32_t address,
                                        uint32_t bytes, uint32_t format, bool write) {
    (void)core, (void)address, (void)bytes, (void)format, (void)write;
}

__attribute__((weak)) void stx_moved_dst(const struct stx_core *core, unsigned first,
                                         unsigned last) {
    (void)core, (void)first, (void)last;
}
