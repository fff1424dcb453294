/* SPDX-License-Identifier: Apache-2.0
 *
 * windows.h - the register windows of the harts alone. index counts 32-bit words from the base. */
#ifndef STX_MMIO_WINDOWS_H
#define STX_MMIO_WINDOWS_H

#include "softensix/core.h"
#include "private.h"

#define MAILBOX_BYTES 0x1000u /* of one mailbox's window */
#define MAILBOX_DEPTH 4u

/* Added to the address that stx_poll() is given: it is written to; it blocks its hart. */
enum { POLL_WRITES = 1, POLL_BLOCKS = 2 };

/* The mailbox between harts, 0 the host, 1 to 3 the harts of threads 0 to 2. */
static inline struct stx_mailbox *mailbox_between(struct stx_core *core, unsigned reader,
                                                  unsigned writer) {
    return &core->mailbox[reader % 4][writer % 4];
}

uint32_t mailbox_read(struct stx_core *core, unsigned thread, uint32_t index);
void mailbox_write(struct stx_core *core, unsigned thread, uint32_t index, uint32_t value);

#endif
