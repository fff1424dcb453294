/* SPDX-License-Identifier: Apache-2.0
 *
 * Without threads nobody can read what a mailbox holds: the fifth word is a fault, not lost.
 * Expected: exit status 1 and 1 line with "fault: MAILBOX_FULL". */
#include <stdio.h>

#include "softensix/softensix.h"

static struct stx_core core;
static uint8_t l1[64];

int main(void) {
    stx_init(&core, l1, sizeof l1, NULL);
    for (uint32_t i = 0; i < 5; i++) {
        stx_mmio_write(&core, 0, 0xFFEC2000, i); /* unpack to math */
    }
    const struct stx_fault *fault = stx_last_fault(&core);
    if (fault->kind == STX_FAULT_NONE) {
        return 0;
    }
    printf("fault: %s: %s\n", stx_rule_name(fault->rule), fault->what);
    return 1;
}
