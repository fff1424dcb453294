/* SPDX-License-Identifier: Apache-2.0
 *
 * compile.cpp - does not compile for the math thread. */
#include <cstdint>

#include "build.h"

void run_kernel(RUNTIME_PARAMETERS) {
#ifdef LLK_TRISC_MATH
    no_such_name();
#endif
}
