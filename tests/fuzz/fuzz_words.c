/* SPDX-License-Identifier: Apache-2.0
 *
 * Random words on three threads: a byte of choices, then thread and word in five bytes each. */
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct bytes in = {data, size < 600 ? size : 600};
    fuzz_start(bytes_take(&in, 1));
    while (in.left) {
        unsigned thread = bytes_take(&in, 1);
        fuzz_offer(thread, bytes_take(&in, 4));
    }
    return 0;
}
