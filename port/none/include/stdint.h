/* SPDX-License-Identifier: Apache-2.0
 *
 * stdint.h - part of LIBC=none (port/none): the header of the compiler, which it uses when there is
 * no C library. Where the compiler is configured to be always without one, that is its stdint.h. */
#ifndef NONE_STDINT_H
#define NONE_STDINT_H

#if __has_include(<stdint-gcc.h>)
#include <stdint-gcc.h>
#else
#include_next <stdint.h>
#endif

#endif
