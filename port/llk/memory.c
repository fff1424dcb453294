/* SPDX-License-Identifier: Apache-2.0
 *
 * memory.c - memcpy(), memmove() and memset() word by word, where those of the C library go byte by
 * byte: programs of kernels clear, copy or compare megabytes when they start and end. */
#include <string.h>

#if defined(__riscv) && defined(__PICOLIBC__)
#include "none/memory.c"
#endif
typedef int stx_llk_memory; /* no empty translation unit */
