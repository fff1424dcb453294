/* SPDX-License-Identifier: Apache-2.0
 *
 * through.h - numbers on the way that copy_tile() takes: from L1 by unpacker 0 into SrcA, and from
 * there into Dst by the matrix unit. */
#ifndef ULP_THROUGH_H
#define ULP_THROUGH_H

#include <stddef.h>

#include "format.h"

/* Numbers of a format (no integers), as they stand in L1, become elements of Dst: 32 bits each,
 * those of 16 bits in the upper half. NULL, or why the words could not be executed. */
const char *ulp_through_srca(const struct ulp_format *in, const struct ulp_format *dst,
                             const uint32_t *input, uint32_t *element, size_t count);

#endif
