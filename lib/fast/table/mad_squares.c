/* SPDX-License-Identifier: Apache-2.0
 *
 * mad_squares.c - squares for cores without a multiplier (mad_ordinary.h). */
#include "fast/common/tabulate.h"
#include "fast/lanes/mad_ordinary.h"

#ifdef SFPU_MAD_SQUARES

#define SQUARE(i) (uint16_t)((i) * (i) / 4)

const uint16_t mad_squares[766] = {TABULATE_64(SQUARE, -255),
                                   TABULATE_64(SQUARE, -191),
                                   TABULATE_64(SQUARE, -127),
                                   TABULATE_64(SQUARE, -63),
                                   TABULATE_64(SQUARE, 1),
                                   TABULATE_64(SQUARE, 65),
                                   TABULATE_64(SQUARE, 129),
                                   TABULATE_64(SQUARE, 193),
                                   TABULATE_64(SQUARE, 257),
                                   TABULATE_64(SQUARE, 321),
                                   TABULATE_64(SQUARE, 385),
                                   TABULATE_16(SQUARE, 449),
                                   TABULATE_16(SQUARE, 465),
                                   TABULATE_16(SQUARE, 481),
                                   TABULATE_4(SQUARE, 497),
                                   TABULATE_4(SQUARE, 501),
                                   TABULATE_4(SQUARE, 505),
                                   SQUARE(509),
                                   SQUARE(510)};

#endif
