/* SPDX-License-Identifier: Apache-2.0
 *
 * unpack_plan.h - everything one UNPACR reads from words, configuration and counters, before it
 * moves a datum (SPEC 11.3). Addresses are bytes of L1; positions count datums. */
#ifndef STX_UNPACK_UNPACK_PLAN_H
#define STX_UNPACK_UNPACK_PLAN_H

#include "isa/args.h"
#include "num/format.h"
#include "private.h"

struct unpack_plan {
    unsigned unit;         /* unpacker 0 writes SrcA or Dst, unpacker 1 writes SrcB */
    uint32_t in, out;      /* formats in L1 and in the register file */
    unsigned bits;         /* bits of a datum in L1 */
    unsigned log2_bits;    /* its logarithm, so that cores without a multiplier can shift */
    uint64_t data;         /* address of datum 0 */
    uint64_t exponents;    /* address of exponent byte 0, if has_exponents */
    uint32_t forced;       /* the exponent for all datums otherwise */
    uint32_t first, count; /* the datums are first .. first + count - 1 */
    uint32_t line,
        stride; /* with tileize, datums of a line and bytes from line to line; line 0 means off */
    uint32_t shift;      /* datums in columns below it are dropped, the others move left */
    uint32_t position;   /* place of the first datum in the target: row * 16 + column */
    uint32_t bytes;      /* of the place, what is not given in datums: an address in bytes */
    uint32_t context;    /* 0..7; 0 if the word uses none */
    const uint32_t *own; /* the configuration words of this unpacker */
    bool has_exponents, to_dst, transpose, zero, e4m3, is_unsigned;
};

/* Fills the plan. STX_FAULT: a mode or format without a rule, or an address outside L1. */
enum stx_result unpack_plan_make(struct stx_core *core, unsigned thread,
                                 const struct stx_args_UNPACR *a, struct unpack_plan *plan);

/* How many rows of SrcA are written at once: 1, 2, 4 or 8 (Blackhole). */
uint32_t unpack_burst(const struct unpack_plan *p);

/* Is the target's address not that of a row? */
static inline bool unpack_is_partial(const struct unpack_plan *p) {
    uint32_t rest = p->bytes & ((1u << format_stride_log2(p->out)) - 1u);
    return rest | p->position % STX_COLS;
}

/* Do documents leave open what this word does (Blackhole's page UNPACR_Regular, main at f7fda21)?
 */
bool unpack_is_undefined(const struct stx_core *core, unsigned thread, const struct unpack_plan *p);

#endif
