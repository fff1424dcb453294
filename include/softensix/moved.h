/* SPDX-License-Identifier: Apache-2.0
 *
 * moved.h - which bytes of L1 unpackers and packers access, for programs that check it as
 * port/metal does. A program sets core->tells_moves and defines the functions below; those of the
 * library are weak and do nothing. */
#ifndef SOFTENSIX_MOVED_H
#define SOFTENSIX_MOVED_H

#include "softensix/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The running word (core->now_thread, core->now_word) reads or, with `write`, writes these bytes,
 * whose data format is configured as `format` (4 bits). A word may have several ranges. */
void stx_moved_l1(const struct stx_core *core, uint32_t address, uint32_t bytes, uint32_t format,
                  bool write);
/* It packs the physical rows of Dst from `first` to `last`, which is lower if they wrap around. */
void stx_moved_dst(const struct stx_core *core, unsigned first, unsigned last);

#ifdef __cplusplus
}
#endif
#endif
