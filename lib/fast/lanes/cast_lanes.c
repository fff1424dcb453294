/* SPDX-License-Identifier: Apache-2.0
 *
 * cast_lanes.c - converts sign-magnitude integers to binary32 with the machine's conversion, which
 * rounds to nearest even as SFPCAST does. The plain form is sfpu_sm32_to_f32_rne(). A zero keeps
 * its sign. */
#include "fast/forms.h"
#include "num/sfpu_int.h"

#if CAST_BY_FLOATS

static inline uint32_t bits_of(float v) {
    uint32_t bits;
    __builtin_memcpy(&bits, &v, sizeof bits);
    return bits;
}

/* Each lane is read before it is written, and depends on no other lane. */
void cast_lanes_float(const uint32_t *v, uint32_t *out) {
#if defined __GNUC__ && !defined __clang__
#pragma GCC ivdep
#endif
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        uint32_t sign = v[lane] & SIGN_BIT;
        out[lane] = bits_of((float)(int32_t)(v[lane] ^ sign)) | sign;
    }
}

#endif
