/* SPDX-License-Identifier: Apache-2.0
 *
 * early_compute.cpp - makes a page, which is pushed without contents. */
#include "compute/api.h"

void kernel_main() {
    cb_reserve_back(16, 1);
    cb_push_back(16, 1);
}
