/* SPDX-License-Identifier: Apache-2.0
 *
 * multiply_add.h - one or many multiply-adds of the vector unit. They use the fast form if there is
 * one; for many, that of the core. */
#ifndef STX_SFPU_MULTIPLY_ADD_H
#define STX_SFPU_MULTIPLY_ADD_H

#include "fast/chosen.h"
#include "isa/vector_words.h"
#include "num/sfpu_mad.h"

#define SFPU_ONE 0x3F800000u

/* x * y + z */
static inline uint32_t stx_sfpu_mad(uint32_t x, uint32_t y, uint32_t z) {
    return fast.mad ? fast.mad(x, y, z) : stx_sfpu_mad_plain(x, y, z);
}

/* A product has c = +0, a sum has a = 1.0. */
enum mad_kind { PRODUCT_AND_SUM, PRODUCT, SUM };

/* out = a * b + c, lane by lane; out may be one of the inputs. A product does not read c, and a sum
 * does not read a. */
static inline void sfpu_compute_lanes(const struct stx_core *core, enum mad_kind kind,
                                      const uint32_t *a, const uint32_t *b, const uint32_t *c,
                                      uint32_t *out, unsigned lanes) {
    const struct fast_forms *f = forms_of(core);
    if (!f->mad_lanes) {
        for (unsigned i = 0; i < lanes; i++) {
            out[i] = stx_sfpu_mad(kind == SUM ? SFPU_ONE : a[i], b[i], kind == PRODUCT ? 0 : c[i]);
        }
    } else if (kind == PRODUCT) {
        f->mul_lanes(a, b, out, lanes);
    } else if (kind == SUM) {
        f->add_lanes(b, c, out, lanes);
    } else {
        f->mad_lanes(a, b, c, out, lanes);
    }
}

static inline void sfpu_mad_lanes(const struct stx_core *core, const uint32_t *a, const uint32_t *b,
                                  const uint32_t *c, uint32_t *out, unsigned lanes) {
    sfpu_compute_lanes(core, PRODUCT_AND_SUM, a, b, c, out, lanes);
}
static inline void sfpu_mul_lanes(const struct stx_core *core, const uint32_t *a, const uint32_t *b,
                                  uint32_t *out, unsigned lanes) {
    sfpu_compute_lanes(core, PRODUCT, a, b, NULL, out, lanes);
}
static inline void sfpu_add_lanes(const struct stx_core *core, const uint32_t *b, const uint32_t *c,
                                  uint32_t *out, unsigned lanes) {
    sfpu_compute_lanes(core, SUM, NULL, b, c, out, lanes);
}

/* True if sfpu_mad_values() executes the word: SFPMAD, SFPADD and SFPMUL of mode 0, whose result is
 * in LReg 0..7. */
static inline bool sfpu_has_mad_values(uint32_t word) {
    return VECTOR_SIMPLE && (is_SFPMAD(word) || is_SFPADD(word) || is_SFPMUL(word)) &&
           !fields_of_SFPMAD(word).instr_mod1 && vector_vd_low(word) < 8;
}

/* Executes such a word for stx_try_values(), and returns true. */
bool sfpu_mad_values(const struct stx_core *core, uint32_t word, const uint32_t *const in[8],
                     uint32_t *out);

#endif
