/* SPDX-License-Identifier: Apache-2.0
 *
 * inttypes.h - part of LIBC=none (port/none): formats of the types that tests print. */
#ifndef NONE_INTTYPES_H
#define NONE_INTTYPES_H

#include <stdint.h>

#if __riscv_xlen == 64
#define PRId32 "d"
#define PRIu32 "u"
#define PRIx32 "x"
#else
#define PRId32 "ld"
#define PRIu32 "lu"
#define PRIx32 "lx"
#endif

#endif
