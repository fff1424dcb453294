/* SPDX-License-Identifier: Apache-2.0
 *
 * product_far.c - products of the matrix unit, a group whose exponents are far apart:
 * fast/common/far_exponents.c.
 * Cores: host. */
#define STX_METHOD STX_METHOD_MULTIPLY
#include "plain_mac.h"

#define nothing no_sum
#include "fast/common/far_exponents.c"
#undef nothing

#include "exhaust.h"

#include "num/bits.c"

/* Which rows and columns does not matter: any but the first ones. */
enum { HALF = 1, FACE = 16, ROW_B = 5, COLUMN = 3 };
enum { TOP = 120, FAR = 14 }; /* an exponent, and a distance beyond all that count */

static struct stx_core core;
static struct operand_a operands;

static uint32_t datum(uint32_t negative, uint32_t exponent, uint32_t mantissa) {
    return negative << 31 | exponent << 23 | mantissa << 13;
}

static void put(unsigned k, uint32_t a, uint32_t b) {
    core.srca.high[0][FACE + 8 * HALF + k][COLUMN] = (uint16_t)(a >> 16);
    core.srca.low[0][FACE + 8 * HALF + k][COLUMN] = (uint8_t)(a >> 8);
    core.srcb.high[0][ROW_B][8 * HALF + k] = (uint16_t)(b >> 16);
    core.srcb.low[0][ROW_B][8 * HALF + k] = (uint8_t)(b >> 8);
}

/* Two products, and zeros at the other places of the group. */
static void group_is_plain(const struct fpu_mode *mode, unsigned k, uint32_t a, uint32_t b,
                           unsigned l, uint32_t c, uint32_t d) {
    const struct fpu_plan plan = {.mode = *mode, .mask_a = UINT32_MAX, .mask_b = UINT32_MAX};
    const struct product_block block = {.a0 = FACE};
    const struct rows rows = {&core, &plan, &block, &operands};
    uint32_t datum_a[8] = {0}, datum_b[8] = {0};
    struct group_sum sum;
    operands.column[HALF][COLUMN].half.levels = 1;
    put(l, datum_a[l] = c, datum_b[l] = d);
    put(k, datum_a[k] = a, datum_b[k] = b);
    rows_group(&rows, HALF, ROW_B, COLUMN, &sum);
    const struct fpu_term plain = fpu_group(mode, datum_b, datum_a);
    const int32_t value = (int32_t)(plain.magnitude >> 13);
    holds((sum.value & -2) / 2 == (plain.negative ? -value : value) &&
              sum.exponent == plain.exponent,
          a, b, (uint32_t)sum.value);
    put(k, 0, 0);
    put(l, 0, 0);
}

/* A product at each place, below the largest one or above the smallest one, whose sign is any. */
static void product_at_all(const struct fpu_mode *mode, uint32_t a, uint32_t b) {
    for (uint32_t k = 0; k < 8; k++) {
        for (uint32_t below = 0; below <= 2 * FAR; below++) {
            const uint32_t other = datum(below & 1u, TOP - FAR + below, 0);
            group_is_plain(mode, k, a, b, (k + 1) % 8, other, datum(k & 1u, TOP, 0));
        }
    }
}

/* Bits of a mantissa that a phase does not read are 0. */
static void products_of(const struct fpu_mode *mode) {
    const uint32_t read_a = mode->phase & 1u ? 62u : 960u, read_b = mode->phase & 2u ? 15u : 1008u;
    for (uint32_t a = 0; a < 2048; a++) {
        for (uint32_t b = 0; b < 2048 && !(a & 1023u & ~read_a); b++) {
            if (!(b & 1023u & ~read_b)) {
                product_at_all(mode, datum(a >> 10, TOP, a & 1023u),
                               datum(b >> 10, TOP, b & 1023u));
            }
        }
    }
}

/* One product of any exponents, or none. */
static void exponents_of(const struct fpu_mode *mode) {
    for (uint32_t a = 0; a < 256; a++) {
        for (uint32_t b = 0; b < 256; b++) {
            group_is_plain(mode, a & 7u, datum(0, a, 960), datum(1, b, 1008), (a + 1) & 7u, 0, 0);
        }
    }
}

/* Every product of two slices, in each phase, with each sign and at each place of a group, at every
 * distance from another one, is added as the plain form adds it; a group's exponent is the plain
 * form's for all exponents of one product, and without a product. */
EXHAUST(far_groups)(void) {
    for (uint32_t phase = 0; phase < 4; phase++) {
        for (unsigned kind = 0; kind < 4; kind++) {
            struct fpu_mode mode = fpu_mode_make(kind & 1u, !(kind & 2u), phase);
            exponents_of(&mode);
            if (!kind) {
                products_of(&mode);
            }
        }
    }
}
