/* SPDX-License-Identifier: Apache-2.0
 *
 * boot.c - does what the host processor of a tile does before the threads start. */
#include "llk/boot.h"

#define SEMINIT_0_OF_1 0xA3100000u

void llk_boot(struct stx_core *core, uint32_t semaphores) {
    static const uint32_t words[] = {
        0x10184000, /* ZEROACC all */
        0x8A00300A, /* SFPENCC 3, 10: all lanes enabled */
        0x02000000, /* NOP */
        0x910000B1, /* SFPCONFIG LReg11 = -1.0 */
    };
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        (void)stx_issue(core, 1, words[i]);
    }
    for (unsigned i = 0; i < STX_SEMAPHORES; i++) {
        if (semaphores >> i & 1u) {
            (void)stx_issue(core, 1, SEMINIT_0_OF_1 | 4u << i);
        }
    }
}
