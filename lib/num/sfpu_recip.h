/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_recip.h - approximate 1 / x and exp(x) of a magnitude (sign bit clear), by table
 * (SPEC 8.8). */
#ifndef STX_NUM_SFPU_RECIP_H
#define STX_NUM_SFPU_RECIP_H

#include <stdint.h>

#include "private.h"

uint32_t sfpu_recip(uint32_t x);
uint32_t sfpu_exp(uint32_t x);

#endif
