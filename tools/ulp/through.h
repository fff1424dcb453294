/* SPDX-License-Identifier: Apache-2.0
 *
 * through.h - moves numbers in the same way as copy_tile(): from L1 through unpacker 0 to SrcA, and
 * from there to Dst with the matrix unit. */
#ifndef ULP_THROUGH_H
#define ULP_THROUGH_H

#include <stddef.h>

#include "format.h"

/* Converts numbers of a format (not integers) in L1 to elements of Dst: 32 bits each, with 16-bit
 * elements in the upper half. NULL, or the reason why the words could not be executed. */
const char *ulp_through_srca(const struct ulp_format *in, const struct ulp_format *dst,
                             const uint32_t *input, uint32_t *element, size_t count);

#endif
