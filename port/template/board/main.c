/* SPDX-License-Identifier: Apache-2.0
 *
 * main.c - one program for boards with and without the coprocessor (docs/firmware.md). */
#include "board.h"
#include "softensix/softensix.h"
#include "trap/trap.h"

uint32_t kernel(void);

/* PORT: L1 is the memory that the kernel's tensors need. On the board with the coprocessor it is at
 * address 0. */
static struct stx_core core;
static uint8_t l1[0x4000] __attribute__((aligned(16)));

static enum stx_verdict on_fault(void *ctx, const struct stx_fault *fault) {
    (void)ctx;
    board_write("fault: ");
    board_write(fault->what);
    board_write("\n");
    return STX_STOP;
}

static unsigned thread_1(void *ctx) {
    (void)ctx;
    return 1;
}

int main(void) {
    bool present = stx_coprocessor_present();
    if (!present) {
        const struct stx_port port = {.fault = on_fault};
        stx_init(&core, l1, sizeof l1, &port);
        stx_trap_install(&core);
        stx_trap_threads(thread_1, NULL);
    }
    board_write(present ? "coprocessor there, " : "coprocessor emulated, ");
    bool good = kernel() == 42 && (present || core.sfpu.lreg[2][31] == 0x40F00000);
    board_write(good ? "works\n" : "does not work\n");
    return good ? 0 : 1;
}
