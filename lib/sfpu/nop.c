/* SPDX-License-Identifier: Apache-2.0
 *
 * nop.c - SFPNOP (SPEC 8.4). */
#include "sfpu/lanes.h"

STX_EXEC(SFPNOP) {
    (void)core;
    (void)thread;
    (void)a;
    return STX_DONE;
}
