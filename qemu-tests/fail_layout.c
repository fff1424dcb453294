/* SPDX-License-Identifier: Apache-2.0
 *
 * Has to fail: a core of another size than the library's.
 * Expected: exit status 1 and 1 line with "other options than the library". */
#if defined STX_SIZE && STX_SIZE == 2
#undef STX_SIZE
#define STX_SIZE 1
#else
#undef STX_SIZE
#define STX_SIZE 2
#endif
#include "softensix/softensix.h"

static struct stx_core core;

int main(void) {
    stx_init(&core, NULL, 0, NULL);
    return 0;
}
