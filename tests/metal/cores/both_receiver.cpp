/* SPDX-License-Identifier: Apache-2.0
 *
 * both_receiver.cpp - waits until both kernels of another core have sent what they send. */
#include "dataflow/api.h"

void kernel_main() {
    noc_semaphore_wait(get_semaphore(0), 2);
}
