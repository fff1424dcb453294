/* SPDX-License-Identifier: Apache-2.0
 *
 * groups.h - groups of eight products, as a method of lib/fast sums them and as the plain form
 * does. The file that includes it has chosen a method and included its sums. */
#include "exhaust.h"

#include "num/bits.c"

#define TOP 120u /* an exponent from which all distances can be subtracted */

struct data {
    uint16_t high[8];
    uint8_t low[8];
};

/* A datum of this sign, exponent and upper ten bits of mantissa. */
static void datum_set(struct data *d, unsigned k, uint32_t negative, uint32_t exponent,
                      uint32_t mantissa) {
    d->high[k] = (uint16_t)(negative << 15 | exponent << 7 | mantissa >> 3);
    d->low[k] = (uint8_t)(mantissa << 5);
}

static void datums_get(uint32_t to[8], const struct data *from) {
    for (unsigned k = 0; k < 8; k++) {
        to[k] = (uint32_t)from->high[k] << 16 | (uint32_t)from->low[k] << 8;
    }
}

/* The group's sum and exponent are those of the plain form. */
static void group_is_plain(const struct fpu_mode *mode, const struct data *a,
                           const struct data *b) {
    const struct operand_reading how_a = {255, 0xE0u, mode->phase & 1u},
                                 how_b = {255, 0xE0u, mode->phase >> 1};
    const struct slice sa = slice_a(&how_a), sb = slice_b(&how_b);
    struct operand_half half_a, half_b;
    struct group_sum sum;
    struct row row;
    uint32_t datum_a[8], datum_b[8];
    (void)decode(&half_a, false, &sa, a->high, a->low, 1);
    (void)decode(&half_b, true, &sb, b->high, b->low, 1);
    const int32_t base = half_b.top + mode->adjust;
    row_load(&row, &half_a, &half_b, base);
    if (!row_sum(&row, &half_a, base, true, &sum)) {
        points++; /* left to the plain form */
        return;
    }
    datums_get(datum_a, a);
    datums_get(datum_b, b);
    const struct fpu_term plain = fpu_group(mode, datum_b, datum_a);
    const int32_t value = (int32_t)(plain.magnitude >> 13);
    holds((sum.value & -2) / 2 == (plain.negative ? -value : value) &&
              (sum.exponent == plain.exponent),
          datum_a[0], datum_b[0], (uint32_t)sum.value);
}

/* One product, at each place of a group whose largest exponents, and that of whose largest product,
 * are at these distances. A zero beside it and the largest product, 2^n, set the exponents. */
static void product_at(const struct fpu_mode *mode, uint32_t a, uint32_t b, unsigned where) {
    const unsigned below_a = where % 18, below_b = where / 18 % 18;
    const unsigned s = where / 324 % 4, k = where / 1296;
    struct data x = {.high = {0}}, y = {.high = {0}};
    datum_set(&x, k, a >> 10, TOP - below_a, a & 1023u);
    datum_set(&y, k, b >> 10, TOP - below_b, b & 1023u);
    datum_set(&x, (k + 1) % 8, 0, TOP, 0); /* times 2^-s below the top of the others */
    datum_set(&y, (k + 1) % 8, 0, TOP - s, 0);
    datum_set(&y, (k + 2) % 8, 0, TOP, 0);
    group_is_plain(mode, &x, &y);
}

/* Both signs are in b: the sign of a product is that of both. Bits of a mantissa that a phase does
 * not read are 0. */
static void products_of(const struct fpu_mode *mode) {
    const uint32_t read_a = mode->phase & 1u ? 62u : 960u, read_b = mode->phase & 2u ? 15u : 1008u;
    for (uint32_t a = 0; a < 2048; a++) {
        for (uint32_t b = 0; b < 2048 && !(a & 1023u & ~read_a); b++) {
            for (unsigned where = 0; where < 8 * 1296 && !(b & 1023u & ~read_b); where++) {
                product_at(mode, a, b, where);
            }
        }
    }
}

static void all_products(void) {
    for (uint8_t phase = 0; phase < 4; phase++) {
        struct fpu_mode mode = {.acc32 = true, .e8 = true, .phase = phase};
        mode.adjust = -127 - ((phase & 1u) ? 5 : 0) - ((phase & 2u) ? 7 : 0);
        products_of(&mode);
    }
}
