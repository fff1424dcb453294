/* SPDX-License-Identifier: Apache-2.0
 *
 * unpack_plan.h - everything one UNPACR reads from words, configuration and counters, before it
 * moves a datum (SPEC 11.3). Addresses are bytes of L1; positions count datums. */
#ifndef STX_UNPACK_UNPACK_PLAN_H
#define STX_UNPACK_UNPACK_PLAN_H

#include "isa/args.h"
#include "private.h"

struct unpack_plan {
    unsigned unit;         /* 0: to SrcA or Dst, 1: to SrcB */
    uint32_t in, out;      /* formats in L1 and in the register file */
    unsigned bits;         /* of a datum in L1 */
    unsigned log2_bits;    /* so that cores without a multiplier shift */
    uint64_t data;         /* address of datum 0 */
    uint64_t exponents;    /* address of exponent byte 0, if has_exponents */
    uint32_t forced;       /* the shared exponent, if not */
    uint32_t first, count; /* datums first .. first + count - 1 */
    uint32_t line, stride; /* tileize: datums of a line, bytes between lines; line 0 = off */
    uint32_t shift;        /* datums in columns below it are dropped, the others move left */
    uint32_t position;     /* of the first datum in the target: row * 16 + column */
    bool has_exponents, to_dst, transpose, zero, e4m3, is_unsigned;
};

/* Fills the plan. STX_FAULT: a mode or format without a rule, or an address outside L1. */
enum stx_result unpack_plan_make(struct stx_core *core, unsigned thread,
                                 const struct stx_args_UNPACR *a, struct unpack_plan *plan);

#endif
