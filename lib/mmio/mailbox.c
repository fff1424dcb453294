/* SPDX-License-Identifier: Apache-2.0
 *
 * mailbox.c - FIFOs of four words between harts: window n of 0x1000 bytes names the other end (SPEC
 * 2), 0 the host, 1 to 3 the harts of threads 0 to 2. Word 0: read blocks while empty, write blocks
 * while full. Word 1: 1 if something is there to read. */
#include "mmio/windows.h"

#define MAILBOX_WORDS 0x400u /* of one window */
#define DEPTH 4u
#define TRIES_WITHOUT_PROGRESS 100000u

static struct stx_mailbox *mailbox(struct stx_core *core, unsigned reader, unsigned writer) {
    return &core->mailbox[reader % 4][writer % 4];
}

/* Lets other threads run; false when there is no scheduler or nobody will ever change the state. */
static bool wait_turn(struct stx_core *core, unsigned thread, unsigned *tries) {
    if (!core->port.yield || ++*tries > TRIES_WITHOUT_PROGRESS) {
        return false;
    }
    core->port.yield(core->port.ctx, thread);
    return true;
}

uint32_t mailbox_read(struct stx_core *core, unsigned thread, uint32_t index) {
    struct stx_mailbox *box = mailbox(core, thread + 1, index / MAILBOX_WORDS);
    unsigned tries = 0;
    if (index % MAILBOX_WORDS) {
        return box->count > 0;
    }
    while (!box->count) {
        if (!wait_turn(core, thread, &tries)) {
            return 0;
        }
    }
    uint32_t word = box->word[0];
    box->count--;
    for (unsigned i = 0; i < box->count; i++) {
        box->word[i] = box->word[i + 1];
    }
    return word;
}

void mailbox_write(struct stx_core *core, unsigned thread, uint32_t index, uint32_t value) {
    struct stx_mailbox *box = mailbox(core, index / MAILBOX_WORDS, thread + 1);
    unsigned tries = 0;
    while (box->count == DEPTH) {
        if (!wait_turn(core, thread, &tries)) {
            return;
        }
    }
    box->word[box->count++] = value;
}
