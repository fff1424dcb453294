/* SPDX-License-Identifier: Apache-2.0
 *
 * unpacker.c - what Eva cannot see of an unpacker's plan and target: relations between numbers
 * (make eva-bodies, proofs/eva/lemmas.tsv).
 * Cores: rv32im. */
#include "proof.h"

#include "unpack/unpack_plan.c"
#undef FEW_DATUMS
#include "unpack/target.c"
#include "unpack/unpacr.c"

extern struct stx_core core;

#define MOST 0x40000u /* datums that counters of 18 bits can name */

/* Only formats of block floating point have fields of 2 and 4 bits; theirs have at most 8, and all
 * have as many bits as their logarithm says. */
THEOREM(bits_unpacked)(uint32_t format) {
    const unsigned bits = format_bits(format & 15u);
    claim(bits == 1u << format_log2_bits(format & 15u));
    claim(format_is_bfp(format & 15u) ? bits == 2 || bits == 4 || bits == 8
                                      : bits == 8 || bits == 16 || bits == 32);
}

/* The plan of a word that is not refused: what read_range() and read_tileize() can find. */
static struct unpack_plan any_plan(uint32_t format, uint64_t data, uint64_t exponents,
                                   uint32_t first, uint32_t count) {
    const struct unpack_plan p = {.in = format & 15u,
                                  .bits = format_bits(format & 15u),
                                  .log2_bits = format_log2_bits(format & 15u),
                                  .data = data,
                                  .exponents = exponents,
                                  .first = first,
                                  .count = count,
                                  .has_exponents = format_is_bfp(format & 15u)};
    assume(count > 0 && count <= MOST && data <= UINT64_C(1) << 40);
    return p;
}

/* Every datum of a run lies inside L1, in all of its bits, and so does its exponent. */
THEOREM(run_inside)
(uint32_t format, uint64_t data, uint64_t exponents, uint32_t first, uint32_t count, uint32_t k) {
    const struct unpack_plan p = any_plan(format, data, exponents, first, count);
    assume(k < count && exponents <= data && inside_l1(&core, &p));
    split((int32_t)p.log2_bits, 1, 5);
    const uint64_t bit = (first << p.log2_bits) % 8 + ((uint64_t)k << p.log2_bits);
    claim(first_byte(&p) + (bit + p.bits + 7) / 8 <= core.l1_size);
    claim(!p.has_exponents || (uint32_t)exponents + (first + k) / 16 < core.l1_size);
}

/* Of at most so many datums those are taken that are left of a row, and at least one. */
THEOREM(row_taken)(uint32_t position, uint32_t count) {
    struct target t = {.position = position};
    unsigned row, col, n = take_row(&t, count, &row, &col);
    claim(n <= count && col + n <= STX_COLS && (n || !count));
    claim(t.position == position + n);
}
