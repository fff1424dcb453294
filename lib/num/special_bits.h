/* SPDX-License-Identifier: Apache-2.0
 *
 * special_bits.h - the bits of the register of special values (SPEC 10.4), which tell what has
 * become of results since it was cleared. */
#ifndef STX_NUM_SPECIAL_BITS_H
#define STX_NUM_SPECIAL_BITS_H

enum special {
    SPECIAL_SFPU_OVERFLOW = 1u << 0, /* a sum of SFPIADD does not fit */
    SPECIAL_SFPU_DENORMAL = 1u << 1,
    SPECIAL_SFPU_INF = 1u << 2,
    SPECIAL_SFPU_NAN = 1u << 3,
    SPECIAL_FPU_SATURATED = 1u << 4, /* INT32 */
    SPECIAL_FPU_INF = 1u << 5,
    SPECIAL_FPU_DENORMAL = 1u << 6,
    SPECIAL_L1_SATURATED = 1u << 7, /* the packer's sums in L1 */
    SPECIAL_L1_DENORMAL = 1u << 8,
    SPECIAL_L1_OVERFLOW = 1u << 9
};

#endif
