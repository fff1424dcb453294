/* SPDX-License-Identifier: Apache-2.0
 *
 * port.c - a port to start from: one kernel thread, no operating system. Search for PORT. */
#include "softensix/isa.h"
#include "softensix/softensix.h"

/* PORT: where text goes. This one uses the C library; a UART needs a few lines. */
#include <stdio.h>
static void console_write(const char *text) {
    fputs(text, stdout);
}

/* PORT: where state and L1 live. On a small part give L1 the memory that is left. Kernels that use
 * more get a fault and cannot reach other memory. */
#ifndef L1_BYTES
#define L1_BYTES 0x8000
#endif
static struct stx_core core;
static uint8_t l1[L1_BYTES];

/* PORT: what a fault does. STX_STOP: the word has no effect and stx_issue() returns STX_FAULT.
 * STX_SKIP: as if the word were a NOP. STX_CONTINUE: what silicon would do, where that is known. */
static enum stx_verdict on_fault(void *ctx, const struct stx_fault *fault) {
    char text[256];
    (void)ctx;
    console_write("fault: ");
    console_write(fault->what);
    console_write("\n  ");
    stx_disasm(text, sizeof text, fault->word);
    console_write(text);
    console_write("\n");
    return STX_STOP;
}

/* PORT: what waiting does. With one thread nothing else can change the state: leave yield NULL, and
 * a word that waits is the fault WORD_BLOCKED. With threads: switch to the next one here. */
static const struct stx_port port = {.ctx = NULL, .yield = NULL, .fault = on_fault};

/* A kernel that needs nothing but the scalar unit: 6 * 7. */
#define STX_THREAD (STX_THREADS > 1 ? 1 : 0) /* math; the tiny configuration has one thread */
#include "softensix/tti.h"
static void kernel(void) {
    TTI_SETDMAREG(0, 6, 0, 2 * 8); /* GPR 8 = 6 (low half) */
    TTI_SETDMAREG(0, 7, 0, 2 * 9); /* GPR 9 = 7 */
    TTI_MULDMAREG(0, 10, 9, 8);    /* GPR 10 = GPR 9 * GPR 8 */
}

int main(void) {
    stx_init(&core, l1, sizeof l1, &port);
    stx_bind(&core);
    kernel();
    bool good = stx_last_fault(&core)->kind == STX_FAULT_NONE && !stx_blocked(&core, STX_THREAD) &&
                stx_mmio_read(&core, STX_THREAD, STX_GPR_WINDOW + 4 * 10) == 42;
    console_write(good ? "works\n" : "does not work\n");
    return good ? 0 : 1;
}
