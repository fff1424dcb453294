/* SPDX-License-Identifier: Apache-2.0
 *
 * mad_lanes.c - multiply-adds of all lanes, in the form that config.h chooses.
 *
 * With binary32 hardware: a fused multiply-add rounds once; the SFPU first cuts the product to 28
 * bits and drops a term that vanishes. The results are equal unless bits that were cut off would
 * affect the result. Let p, z and r be the magnitudes of product, addend and result, which are
 * compared as bit patterns (for the product, the sum of its factors' bit patterns). The results are
 * equal if p is at most four times z and r is at least half of the larger one; factors must not be
 * denormal, and z must not be small. */
#include "fast/lanes/lane_floats.h"
#include "fast/forms.h"

/* The host's hardware does not lose the bit that Wormhole loses (mad_ordinary.h). */
#if STX_MAD_OWN_NANS
#undef LANES_FLOAT
#endif
#ifdef LANES_FLOAT
#define careful mad_scalar
#else
#define careful stx_sfpu_mad_plain
#endif

#if LANES_BY_LOOPS

/* The careful form for one lane. It is not part of the loops below and reads its operands from
 * memory, so that the compiler need not keep registers free for a rare call. */
static __attribute__((noinline)) uint32_t with_care(const uint32_t *a, const uint32_t *b,
                                                    const uint32_t *c) {
    return careful(*a, *b, *c);
}

#ifdef LANES_FLOAT
enum { MAGNITUDE = 0x7FFFFFFF, UNIT = 1 << 23 };

/* unit is UNIT, kept in a register. */
ALWAYS_INLINE bool mad(const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *out,
                       uint32_t unit) {
    uint32_t x = *a & MAGNITUDE, y = *b & MAGNITUDE, z = *c & MAGNITUDE;
    if (LIKELY(x >= unit) && LIKELY(y >= unit) && LIKELY(z - 64 * UNIT < 186u * UNIT)) {
        int32_t p = (int32_t)(x + y - 127u * UNIT);
        if (LIKELY((int32_t)((uint32_t)p - z) <= 2 * UNIT)) {
            uint32_t r =
                lanes_bits(__builtin_fmaf(lanes_float(*a), lanes_float(*b), lanes_float(*c)));
            int32_t twice = (int32_t)((r & MAGNITUDE) + unit);
            if (LIKELY(twice >= (int32_t)z) && LIKELY(twice >= p)) {
                *out = r;
                return true;
            }
        }
    }
    return false;
}

void mad_lanes_scalar(const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *out,
                      unsigned lanes) {
    uint32_t unit = UNIT;
    OPAQUE(unit);
    for (const uint32_t *end = a + lanes; a != end; a++, b++, c++, out++) {
        if (!mad(a, b, c, out, unit)) {
            *out = with_care(a, b, c);
        }
    }
}

#else
void mad_lanes_scalar(const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *out,
                      unsigned lanes) {
    struct mad_constants k = mad_constants();
    for (const uint32_t *end = a + lanes; a != end; a++, b++, c++, out++) {
        if (!mad_ordinary(&k, *a, *b, *c, out)) {
            *out = with_care(a, b, c);
        }
    }
}
#endif

#endif
