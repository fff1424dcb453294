/* SPDX-License-Identifier: Apache-2.0
 *
 * windows.h - the register windows that only harts reach. index counts 32-bit words from the
 * base. */
#ifndef STX_MMIO_WINDOWS_H
#define STX_MMIO_WINDOWS_H

#include "softensix/core.h"
#include "private.h"

#define MAILBOX_BYTES 0x1000u /* the size of one mailbox's window */
#define MAILBOX_DEPTH 4u

/* Flags that are added to the address for stx_poll(): the hart writes to it; the hart blocks there.
 */
enum { POLL_WRITES = 1, POLL_BLOCKS = 2 };

/* The mailbox between two harts: 0 is the host, 1 to 3 are the harts of threads 0 to 2. */
static inline struct stx_mailbox *mailbox_between(struct stx_core *core, unsigned reader,
                                                  unsigned writer) {
    return &core->mailbox[reader % 4][writer % 4];
}

uint32_t mailbox_read(struct stx_core *core, unsigned thread, uint32_t index);
void mailbox_write(struct stx_core *core, unsigned thread, uint32_t index, uint32_t value);

#endif
