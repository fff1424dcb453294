/* SPDX-License-Identifier: Apache-2.0
 *
 * main.c - two threads of a Tensix kernel as two threads of Zephyr. The math thread starts first:
 * its MVMUL has to wait for the operands, and meanwhile the library gives the unpack thread its
 * turn. The library is not made for threads that interrupt each other; hence the cooperative
 * priority. */
#include <zephyr/kernel.h>

#include "softensix/inspect.h"
#include "softensix/tti.h"

enum { STACK_BYTES = 8192, PRIORITY = 1, UNPACK = 0, MATH = 1, FORMAT_BF16 = 5 };
enum { UNPACKER_0 = 0xFFEF0000u + 4 * 72, UNPACKER_1 = 0xFFEF0000u + 4 * 120 };

static struct stx_core core;
static uint8_t l1[4096];

K_THREAD_STACK_DEFINE(unpack_stack, STACK_BYTES);
K_THREAD_STACK_DEFINE(math_stack, STACK_BYTES);
static struct k_thread unpack_thread, math_thread;

static bool yield(void *ctx, unsigned thread) {
    ARG_UNUSED(ctx);
    ARG_UNUSED(thread);
    k_yield();
    return true;
}

static enum stx_verdict fault(void *ctx, const struct stx_fault *f) {
    ARG_UNUSED(ctx);
    printk("fault: %s, word %08lx of thread %u\n", f->what, (unsigned long)f->word, f->thread);
    return STX_STOP;
}

/* SrcA and SrcB get 1.0 in every element, and become valid. */
static void unpack(void *a, void *b, void *c) {
    ARG_UNUSED(a);
    ARG_UNUSED(b);
    ARG_UNUSED(c);
    stx_mmio_write(&core, UNPACK, UNPACKER_0, FORMAT_BF16);
    stx_mmio_write(&core, UNPACK, UNPACKER_1, FORMAT_BF16);
    (void)stx_issue(&core, UNPACK, TT_OP_UNPACR_NOP(0, 0, 0, 1, 1, 0, 0, 2, 1));
    (void)stx_issue(&core, UNPACK, TT_OP_UNPACR_NOP(1, 0, 0, 1, 1, 0, 0, 2, 1));
}

static void math(void *a, void *b, void *c) {
    ARG_UNUSED(a);
    ARG_UNUSED(b);
    ARG_UNUSED(c);
    (void)stx_issue(&core, MATH, TT_OP_MVMUL(3, 0, 0, 0));
}

int main(void) {
    const struct stx_port port = {.yield = yield, .fault = fault};
    stx_init(&core, l1, sizeof l1, &port);
    k_thread_create(&math_thread, math_stack, STACK_BYTES, math, NULL, NULL, NULL,
                    K_PRIO_COOP(PRIORITY), 0, K_NO_WAIT);
    k_thread_create(&unpack_thread, unpack_stack, STACK_BYTES, unpack, NULL, NULL, NULL,
                    K_PRIO_COOP(PRIORITY), 0, K_NO_WAIT);
    k_thread_join(&math_thread, K_FOREVER);
    k_thread_join(&unpack_thread, K_FOREVER);
    printk("Dst[0][0] = %04lx\n", (unsigned long)stx_dst_bf16(&core, 0, 0)); /* 16.0 */
    return 0;
}
