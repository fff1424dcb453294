/* SPDX-License-Identifier: Apache-2.0
 *
 * fresh.c - random operands, sixteen at a time: ordinary numbers with exponents 124 to 127 and both
 * signs. Compiled for AVX2 whatever the library is compiled for: a word that follows a longer
 * renewal would be hidden behind it. */
#include <string.h>

#include "../bench.h"
#include "against.h"
#include "regs/src.h"
#include "simulator.h"

typedef uint32_t sixteen __attribute__((vector_size(64)));
typedef uint16_t cells __attribute__((vector_size(32)));

static sixteen generators[2];

void fresh_start(void) {
    for (unsigned i = 0; i < 16; i++) {
        generators[OURS][i] = 0x9E3779B9u * (i + 1);
    }
    generators[THEIRS] = generators[OURS];
}

static inline void next_numbers(sixteen *generator, sixteen *out) {
    sixteen v = *generator;
    v ^= v << 13;
    v ^= v >> 17;
    v ^= v << 5;
    *generator = v;
    *out = (v & 0x81FFFFFFu) | 0x3E000000u;
}

static void source_rows(enum side side, unsigned source, unsigned first, unsigned rows) {
    struct stx_src *src = source ? &bench_core.srcb : &bench_core.srca;
    sixteen generator = generators[side];
    if (side == OURS) {
        src_touch(src, src->fpu_bank);
    }
    for (unsigned row = first; row < first + rows; row++) {
        sixteen v;
        next_numbers(&generator, &v);
        if (side == OURS) {
            cells high = __builtin_convertvector(v >> 16, cells);
            memcpy(src->high[src->fpu_bank][row], &high, sizeof high);
        } else {
            v &= 0xFFFF0000u;
            memcpy(simulator_source_row(source, row), &v, sizeof v);
        }
    }
    generators[side] = generator;
}

/* The library stores rows 0..7 of Dst as bfloat16 bits, all others with the documented order of
 * bits (regs/dst.h). */
static void dst_rows(enum side side) {
    sixteen generator = generators[side];
    uint16_t *theirs = simulator_dst();
    for (unsigned row = 0; row < 16; row++) {
        sixteen v;
        next_numbers(&generator, &v);
        v >>= 16;
        sixteen stored = (v & 0x8000u) | (v & 0x7Fu) << 8 | (v >> 7 & 0xFFu);
        cells cell = __builtin_convertvector(side == OURS && row < 8 ? v : stored, cells);
        memcpy(side == OURS ? bench_core.dst.cell[row] : theirs + row * STX_COLS, &cell,
               sizeof cell);
    }
    generators[side] = generator;
}

static void registers(enum side side) {
    uint32_t *lreg = side == OURS ? bench_core.sfpu.lreg[0] : simulator_lreg(0);
    sixteen generator = generators[side];
    for (unsigned i = 0; i < 4 * STX_LANES; i += 16) {
        sixteen v;
        next_numbers(&generator, &v);
        memcpy(lreg + i, &v, sizeof v);
    }
    generators[side] = generator;
}

static void flags(enum side side) {
    *(side == OURS ? &bench_core.sfpu.flags : simulator_flags()) = UINT32_MAX;
}

void fresh_operands(enum side side, unsigned what) {
    if (what & FRESH_A) {
        source_rows(side, 0, 0, 16);
    }
    if (what & FRESH_B) {
        source_rows(side, 1, 0, 8);
    }
    if (what & FRESH_SQUARE) {
        source_rows(side, 1, 16, 16);
    }
    if (what & FRESH_DST) {
        dst_rows(side);
    }
    if (what & FRESH_REGISTERS) {
        registers(side);
    }
    if (what & FRESH_FLAGS) {
        flags(side);
    }
}
