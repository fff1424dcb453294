/* SPDX-License-Identifier: Apache-2.0
 *
 * Configuration, then words that move data: unpackers, packer, address counters. Records of six
 * bytes: what, where, value. */
#include "fuzz/fuzz.h"

static void configure(uint32_t where, uint32_t value) {
    stx_mmio_write(&fuzz_core, 0, 0xFFEF0000u + 4u * (where % (3 * STX_CFG_WORDS)), value);
}

static void move(uint32_t what, uint32_t where, uint32_t value) {
    static const uint8_t opcodes[] = {
        0x42, 0x41, 0x43, 0x4A, 0x57, 0x50, 0x51, 0x52, /* UNPACR PACR UNPACR_NOP ... */
        0x53, 0x54, 0x55, 0x56, 0x5E, 0x26, 0x08, 0x12, /* counters MVMUL MOVD2A MOVA2D */
    };
    fuzz_offer(where, (uint32_t)opcodes[what % sizeof opcodes] << 24 | (value & 0xFFFFFFu));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct bytes in = {data, size < 1200 ? size : 1200};
    fuzz_start(bytes_take(&in, 1));
    while (in.left) {
        uint32_t what = bytes_take(&in, 1), where = bytes_take(&in, 1);
        uint32_t value = bytes_take(&in, 4);
        if (what < 128) {
            configure(where | (what & 1u) << 8, value);
        } else {
            move(what, where, value);
        }
    }
    return 0;
}
