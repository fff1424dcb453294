/* SPDX-License-Identifier: Apache-2.0
 *
 * flops.c - how many operations on numbers a word does. */
#include "isa/args.h"
#include "time/model.h"

uint16_t stx_time_flops(uint32_t word) {
    static const struct {
        uint8_t opcode, bit;
        uint16_t plain, other;
    } rows[] = {
#define FLOPS_BY(name, bit, plain, other) {STX_OP_##name, bit, plain, other},
#define FLOPS(name, all) FLOPS_BY(name, 0, all, all)
#include "time/flops.def"
#undef FLOPS
#undef FLOPS_BY
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].opcode == word_opcode(word)) {
            return word >> rows[i].bit & 1u ? rows[i].other : rows[i].plain;
        }
    }
    return 0;
}
