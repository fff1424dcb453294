/* SPDX-License-Identifier: Apache-2.0
 *
 * explain_poll.c - explains what the RISC-V code of a thread waits for, and which threads could end
 * the wait. */
#include "core/text.h"
#include "mmio/windows.h"
#include "softensix/softensix.h"

/* Offsets in bytes from the beginning of the PC buffer's window. */
enum { TENSIX_SYNC = 4, MOP_SYNC = 8, FIRST_SEMAPHORE = 32, AFTER_SEMAPHORES = 64 };

static bool is_mailbox(uint32_t address) {
    return address - STX_MAILBOX_WINDOW < 4 * MAILBOX_BYTES;
}

static void name_hart(struct text *t, unsigned hart) {
    stx_text_string(t, hart ? "thread " : "the host");
    if (hart) {
        stx_text_decimal(t, hart - 1);
    }
}

static void explain_mailbox(struct text *t, unsigned thread, uint32_t address) {
    unsigned other = (address - STX_MAILBOX_WINDOW) / MAILBOX_BYTES, own = thread + 1;
    bool writes = address & POLL_WRITES;
    stx_text_string(t, writes ? "writes to" : (address & POLL_BLOCKS) ? "reads" : "polls");
    stx_text_string(t, " the mailbox from ");
    name_hart(t, writes ? own : other);
    stx_text_string(t, " to ");
    name_hart(t, writes ? other : own);
    stx_text_string(t, writes ? ", which is full" : ", which is empty");
}

static void explain_semaphore(struct text *t, const struct stx_core *core, unsigned index) {
    stx_text_string(t, "polls semaphore ");
    stx_text_decimal(t, index);
    stx_text_string(t, index ? " " : "");
    stx_text_string(t, stx_semaphore_name(index));
    stx_text_string(t, ", which is ");
    stx_text_decimal(t, core->sem[index].value);
}

static void explain_pc_buffer(struct text *t, const struct stx_core *core, uint32_t offset) {
    if (offset >= FIRST_SEMAPHORE && offset < AFTER_SEMAPHORES) {
        explain_semaphore(t, core, (offset - FIRST_SEMAPHORE) / 4);
    } else {
        stx_text_string(t, offset == TENSIX_SYNC ? "polls tensix_sync"
                           : offset == MOP_SYNC  ? "polls mop_sync"
                                                 : "polls the PC buffer");
    }
}

size_t stx_explain_poll(const struct stx_core *core, unsigned thread, char *buf, size_t size) {
    struct text t = {buf, size, 0};
    uint32_t address = thread < STX_THREADS ? core->polled[thread] : 0;
    stx_text_string(&t, "");
    if (is_mailbox(address)) {
        explain_mailbox(&t, thread, address);
    } else if (address >= STX_PC_BUFFER_WINDOW && address < STX_MAILBOX_WINDOW) {
        explain_pc_buffer(&t, core, address - STX_PC_BUFFER_WINDOW);
    } else if (address) {
        stx_text_string(&t, "reads address ");
        stx_text_hex(&t, address);
        stx_text_string(&t, " again and again");
    }
    return t.length;
}

unsigned stx_poll_helpers(const struct stx_core *core, unsigned thread) {
    if (thread >= STX_THREADS) {
        return 0;
    }
    uint32_t address = core->polled[thread];
    unsigned all = (1u << STX_THREADS) - 1u, others = all & ~(1u << thread);
    if (is_mailbox(address)) {
        return (1u << (address - STX_MAILBOX_WINDOW) / MAILBOX_BYTES) >> 1 & others;
    }
    return address ? others : 0;
}
