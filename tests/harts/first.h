/* SPDX-License-Identifier: Apache-2.0
 *
 * first.h - the kernel of examples/first_kernel. */
#ifndef HARTS_FIRST_H
#define HARTS_FIRST_H

#include "coop/coop.h"

void first_start(struct coop *coop, uint8_t *l1);

#endif
