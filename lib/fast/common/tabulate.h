/* SPDX-License-Identifier: Apache-2.0
 *
 * tabulate.h - initializers of tables that the compiler computes. TABULATE_64(f, i) expands to the
 * 64 entries f(i) to f(i + 63). */
#ifndef STX_FAST_COMMON_TABULATE_H
#define STX_FAST_COMMON_TABULATE_H

#define TABULATE_4(f, i) f(i), f((i) + 1u), f((i) + 2u), f((i) + 3u)
#define TABULATE_16(f, i) \
    TABULATE_4(f, i), TABULATE_4(f, (i) + 4u), TABULATE_4(f, (i) + 8u), TABULATE_4(f, (i) + 12u)
#define TABULATE_64(f, i)                                                    \
    TABULATE_16(f, i), TABULATE_16(f, (i) + 16u), TABULATE_16(f, (i) + 32u), \
        TABULATE_16(f, (i) + 48u)

#endif
