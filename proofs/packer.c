/* SPDX-License-Identifier: Apache-2.0
 *
 * packer.c - what Eva cannot see of a packer's plan: relations between its numbers (make
 * eva-bodies, proofs/eva/lemmas.tsv).
 * Cores: rv32im. */
#include "proof.h"

#include "pack/pack_plan.c"

extern struct stx_core core;

/* A plan has one to four rows of Dst, and those are set. */
THEOREM(rows_of_plan)(uint32_t selected, uint32_t strided, uint32_t first, uint32_t i) {
    const struct stx_args_PACR a = {.read_intf_sel = selected & 15u,
                                    .dst_access_mode = strided & 1u};
    struct pack_plan p;
    read_rows(&p, &a, first);
    claim(p.row_count >= 1 && p.row_count <= 4);
    assume(i < p.row_count);
    claim(p.rows[i] < STX_DST_NAMES);
}

/* Of a row 0, 8 or 16 datums are packed; only 16 share an exponent. */
THEOREM(datums_of_plan)(uint32_t datums, uint32_t bits, uint32_t rows, uint32_t bfp) {
    const struct pack_plan p = {.datums = datums, .bits = bits, .row_count = rows, .bfp = bfp & 1u};
    assume(width_legal(&p));
    claim(datums == 0 || datums == 8 || datums == 16);
    claim(!p.bfp || datums != 8);
}

/* Datums that share an exponent have 2, 4 or 8 bits, all others 8, 16 or 32; those that are added
 * in L1 have more than their exponent and a sign. */
THEOREM(bits_of_plan)(uint32_t format) {
    const unsigned bits = format_bits(format & 15u);
    claim(bits == 8 ||
          (format_is_bfp(format & 15u) ? bits == 2 || bits == 4 : bits == 16 || bits == 32));
    const struct pack_plan p = {.out = format & 15u, .accumulate = true};
    assume(accumulate_legal(&p));
    claim(bits == (p.out == FORMAT_FP32 ? 32 : 16));
}

/* Slow. All datums of a plan, the exponents that they share and the bytes that pad both streams to
 * whole units lie inside L1. */
THEOREM(plan_inside)
(uint32_t data, uint32_t exponents, uint32_t rows, uint32_t datums, uint32_t format,
 uint32_t ends) {
    const struct pack_plan p = {.to = {exponents, data},
                                .row_count = rows,
                                .datums = datums,
                                .bits = format_bits(format & 15u),
                                .bfp = format_is_bfp(format & 15u),
                                .ends = ends & 1u,
                                .taken = 0xFFFF};
    assume(rows <= 4 && datums <= 1u << 18 && inside_l1(&core, &p));
    const uint64_t end = data + (uint64_t)(rows * datums * p.bits / 8);
    const uint64_t last = p.bfp ? exponents + (uint64_t)(rows * datums / 16) : 0;
    claim(end <= core.l1_size && last <= core.l1_size);
    claim(!p.ends ||
          ((end + 15) / 16 * 16 <= core.l1_size && (last + 15) / 16 * 16 <= core.l1_size));
}
