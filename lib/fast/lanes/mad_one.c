/* SPDX-License-Identifier: Apache-2.0
 *
 * mad_one.c - one multiply-add. */
#include "fast/lanes/mad_ordinary.h"
#include "fast/forms.h"

uint32_t mad_scalar(uint32_t x, uint32_t y, uint32_t z) {
    struct mad_constants k = mad_constants();
    uint32_t r;
    return mad_ordinary(&k, x, y, z, &r) ? r : stx_sfpu_mad_plain(x, y, z);
}
