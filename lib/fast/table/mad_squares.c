/* SPDX-License-Identifier: Apache-2.0
 *
 * mad_squares.c - squares for cores without a multiplier (mad_ordinary.h). */
#include "fast/lanes/mad_ordinary.h"

#ifdef SFPU_MAD_SQUARES

#define Q(i) (uint16_t)((i) * (i) / 4)
#define Q4(i) Q(i), Q((i) + 1), Q((i) + 2), Q((i) + 3)
#define Q16(i) Q4(i), Q4((i) + 4), Q4((i) + 8), Q4((i) + 12)
#define Q64(i) Q16(i), Q16((i) + 16), Q16((i) + 32), Q16((i) + 48)

const uint16_t mad_squares[766] = {Q64(-255), Q64(-191), Q64(-127), Q64(-63), Q64(1),
                                   Q64(65),   Q64(129),  Q64(193),  Q64(257), Q64(321),
                                   Q64(385),  Q16(449),  Q16(465),  Q16(481), Q4(497),
                                   Q4(501),   Q4(505),   Q(509),    Q(510)};

#endif
