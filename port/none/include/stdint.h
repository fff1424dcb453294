/* SPDX-License-Identifier: Apache-2.0
 *
 * stdint.h - part of LIBC=none (port/none): the header of the compiler, which it uses when there is
 * no C library. */
#ifndef NONE_STDINT_H
#define NONE_STDINT_H

#include <stdint-gcc.h>

#endif
