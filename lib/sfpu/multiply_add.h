/* SPDX-License-Identifier: Apache-2.0
 *
 * multiply_add.h - one or many multiply-adds of the vector unit. They use the fast form if there is
 * one. */
#ifndef STX_SFPU_MULTIPLY_ADD_H
#define STX_SFPU_MULTIPLY_ADD_H

#include "fast/forms.h"
#include "num/sfpu_mad.h"

#define SFPU_ONE 0x3F800000u

/* x * y + z */
static inline uint32_t stx_sfpu_mad(uint32_t x, uint32_t y, uint32_t z) {
    return fast.mad ? fast.mad(x, y, z) : stx_sfpu_mad_plain(x, y, z);
}

/* out = a * b + c, lane by lane; out may be one of the inputs. */
static inline void sfpu_mad_lanes(const uint32_t *a, const uint32_t *b, const uint32_t *c,
                                  uint32_t *out, unsigned lanes) {
    if (fast.mad_lanes) {
        fast.mad_lanes(a, b, c, out, lanes);
        return;
    }
    for (unsigned i = 0; i < lanes; i++) {
        out[i] = stx_sfpu_mad_plain(a[i], b[i], c[i]);
    }
}

/* The same for c = +0. */
static inline void sfpu_mul_lanes(const uint32_t *a, const uint32_t *b, uint32_t *out,
                                  unsigned lanes) {
    if (fast.mul_lanes) {
        fast.mul_lanes(a, b, out, lanes);
        return;
    }
    for (unsigned i = 0; i < lanes; i++) {
        out[i] = stx_sfpu_mad_plain(a[i], b[i], 0);
    }
}

/* The same for a = 1.0. */
static inline void sfpu_add_lanes(const uint32_t *b, const uint32_t *c, uint32_t *out,
                                  unsigned lanes) {
    if (fast.add_lanes) {
        fast.add_lanes(b, c, out, lanes);
        return;
    }
    for (unsigned i = 0; i < lanes; i++) {
        out[i] = stx_sfpu_mad_plain(SFPU_ONE, b[i], c[i]);
    }
}

/* SFPMAD, SFPADD and SFPMUL of mode 0 for stx_try_values(). False: another word; nothing was done.
 */
bool sfpu_mad_values(const struct stx_core *core, uint32_t word, const uint32_t *const in[8],
                     uint32_t *out);

#endif
