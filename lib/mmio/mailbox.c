/* SPDX-License-Identifier: Apache-2.0
 *
 * mailbox.c - FIFOs of four words between harts: there is a window of 0x1000 bytes for each other
 * end (SPEC 2): 0 is the host, 1 to 3 are the harts of threads 0 to 2. A read of word 0 blocks
 * while the FIFO is empty, a write while it is full. Word 1 reads as 1 if there is something to
 * read. */
#include "core/fault.h"
#include "mmio/windows.h"
#include "softensix/softensix.h"

enum mailbox_access { READ, WRITE = POLL_WRITES };

/* Lets other threads run. False if the wait can never end. Without a yield callback that is
 * recorded as a fault; a port whose threads are all blocked has recorded it already. */
static bool wait_turn(struct stx_core *core, unsigned thread, uint32_t address,
                      enum mailbox_access access) {
    if (!core->port.yield) {
        core->now_word = 0;
        (void)stx_fail(core, access == READ ? STX_RULE_MAILBOX_EMPTY : STX_RULE_MAILBOX_FULL,
                       address);
        return false;
    }
    core->given_up = 0;
    stx_poll(core, thread, address + access + POLL_BLOCKS);
    return !core->given_up;
}

uint32_t mailbox_read(struct stx_core *core, unsigned thread, uint32_t index) {
    uint32_t address = STX_MAILBOX_WINDOW + 4 * index;
    struct stx_mailbox *box = mailbox_between(core, thread + 1, 4 * index / MAILBOX_BYTES);
    if (address % MAILBOX_BYTES != 0) {
        if (box->count == 0) {
            stx_poll(core, thread, address);
        }
        return box->count > 0;
    }
    while (box->count == 0) {
        if (!wait_turn(core, thread, address, READ)) {
            return 0;
        }
    }
    uint32_t word = box->word[0];
    box->count--;
    for (unsigned i = 0; i < box->count; i++) {
        box->word[i] = box->word[i + 1];
    }
    core->accesses++;
    return word;
}

void mailbox_write(struct stx_core *core, unsigned thread, uint32_t index, uint32_t value) {
    uint32_t address = STX_MAILBOX_WINDOW + index * 4 / MAILBOX_BYTES * MAILBOX_BYTES;
    struct stx_mailbox *box = mailbox_between(core, index * 4 / MAILBOX_BYTES, thread + 1);
    while (box->count == MAILBOX_DEPTH) {
        if (!wait_turn(core, thread, address, WRITE)) {
            return;
        }
    }
    box->word[box->count++] = value;
}
