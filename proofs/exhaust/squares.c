/* SPDX-License-Identifier: Apache-2.0
 *
 * squares.c - products of lanes on cores without a multiplier, by a table of squares.
 * Cores: host. */
#define SFPU_MAD_SQUARES 1
#include "exhaust.h"

#include "fast/table/mad_squares.c"

/* Two entries of the table of squares give the product of any two factors of eight bits. */
EXHAUST(product_of_squares)(void) {
    for (uint32_t x = 0; x < 256; x++) {
        for (uint32_t y = 0; y < 256; y++) {
            const uint32_t product = mad_product8((const char *)&mad_squares[255 + x], 2 * y);
            holds(product == x * y, x, y, product);
        }
    }
}
