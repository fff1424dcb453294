/* SPDX-License-Identifier: Apache-2.0
 *
 * body.cpp - a kernel that does what its description says in the define BODY. */
#include "compute/api.h"

void kernel_main() {
    start_up(0, 0, 16);
    BODY
}
