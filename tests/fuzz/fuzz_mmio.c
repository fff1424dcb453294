/* SPDX-License-Identifier: Apache-2.0
 *
 * Accesses of the RISC-V side: thread and direction, window, offset, value in eight bytes. */
#include "fuzz/fuzz.h"

static uint32_t address_of(uint32_t window, uint32_t offset) {
    static const uint32_t bases[] = {0xFFE00000, 0xFFE40000, 0xFFE80000, 0xFFEC0000, 0xFFEF0000,
                                     0xFFB80000, 0xFFB11000, 0xFFB12000, 0xFFBD8000, 0x00000000};
    return bases[window % (sizeof bases / sizeof bases[0])] + offset;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct bytes in = {data, size < 400 ? size : 400};
    fuzz_start(bytes_take(&in, 1));
    while (in.left) {
        uint32_t how = bytes_take(&in, 1), window = bytes_take(&in, 1);
        uint32_t address = address_of(window, bytes_take(&in, 2)), value = bytes_take(&in, 4);
        bool expands = address >> 16 == 0xFFE4 && (value >> 24 == 1 || value >> 24 == 4);
        if (how & 1u) {
            (void)stx_mmio_read(&fuzz_core, how >> 1 & 3u, address);
        } else if (!expands) { /* fuzz_words.c does these, with a budget */
            stx_mmio_write(&fuzz_core, how >> 1 & 3u, address, value);
        }
    }
    return 0;
}
