/* SPDX-License-Identifier: Apache-2.0
 *
 * kernels.h - kernels of three threads whose result does not depend on how they are interleaved. */
#ifndef HARTS_KERNELS_H
#define HARTS_KERNELS_H

#include "coop/coop.h"

#define KERNELS_L1_BYTES 0x20000u

/* Each fills L1, which is 0, and adds its threads. */
struct kernel {
    const char *name;
    void (*start)(struct coop *coop, uint8_t *l1);
};

extern const struct kernel kernels[];
extern const unsigned kernel_count;

#endif
