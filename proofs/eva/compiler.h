/* SPDX-License-Identifier: Apache-2.0
 *
 * compiler.h - included before every file that Eva reads: GCC's builtins by their meaning, and the
 * plain forms alone. */
#include <string.h>

#define __builtin_assume_aligned(pointer, bytes) (pointer)
#define __builtin_memcpy memcpy
#define __builtin_memset memset
#define STX_METHOD 0
#undef __i386__
