/* SPDX-License-Identifier: Apache-2.0
 *
 * stdint.h - of LIBC=none (port/none): the compiler's own, which it uses when it is told that there
 * is no C library. */
#ifndef NONE_STDINT_H
#define NONE_STDINT_H

#include <stdint-gcc.h>

#endif
