/* SPDX-License-Identifier: Apache-2.0
 *
 * packed_reader.cpp - pushes the page that is there from the start. */
#include "dataflow/api.h"

void kernel_main() {
    cb_reserve_back(0, 1);
    cb_push_back(0, 1);
}
