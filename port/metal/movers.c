/* SPDX-License-Identifier: Apache-2.0
 *
 * movers.c - linked to a program whose description names neither reader nor writer. */
#include "mover.h"

void (*const stx_metal_mover[CB_SIDES])(void) = {0, 0};
