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
#define __asm__(...) /* an empty one hides a value from the optimizer */

/* Which lanes are enabled: all of them, or any others. Eva looks at both cases apart
 * (-eva-partition-value), because the results of all lanes go to the register itself. */
extern unsigned all_lanes;
unsigned lanes_enabled(void);
#define sfpu_lanes_on(core) ((void)(core), lanes_enabled())
