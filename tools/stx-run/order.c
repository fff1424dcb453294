/* SPDX-License-Identifier: Apache-2.0
 *
 * order.c - runs the order checker alongside a run (docs/order.md). */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "printable.h"
#include "run.h"
#include "softensix/order.h"

static struct stx_order order;

static void print(void *ctx, const char *text) {
    (void)ctx;
    fputs(text, stdout);
}

void ordering_begin(const struct options *o) {
    if (!stx_order_init(&order, &machine.core, o->level)) {
        fprintf(stderr, "stx-run: the library was built without STX_TRACE: nothing is checked\n");
        exit(EXIT_USAGE);
    }
    /* A list may go on from any state: what LReg0 to 7 hold counts as written. */
    stx_order_set(&order, STX_ORDER_VECTOR_UNWRITTEN, true);
    for (unsigned reg = 0; reg < 8; reg++) {
        stx_order_value(&order, 0, reg, UINT32_MAX, true, NULL);
    }
}

/* The file's name without directories, up to the first dot. */
unsigned ordering_end(const char *path) {
    const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    stx_order_tell(&order, print, NULL);
    printf("order %.*s findings %u\n", (int)strcspn(base, "."), printable(base),
           (unsigned)stx_order_total(&order));
    return stx_order_total(&order);
}
