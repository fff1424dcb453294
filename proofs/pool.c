/* SPDX-License-Identifier: Apache-2.0
 *
 * pool.c - the largest of rows (GMPOOL): the keys by which data are compared.
 * Cores: rv32im. */
#include "proof.h"

#include "regs/dst.h"

/* One element of Dst takes the place of all of them. */
extern uint16_t high_half, low_half;
extern bool is_valid;
#define dst_valid(core, physical) ((void)(core), (void)(physical), is_valid)
#define dst_fp16_get(core, physical, col) ((uint32_t)high_half)
#define dst_bf16_get(core, physical, col) ((uint32_t)high_half)
#define dst_raw_get(core, physical, col) ((uint32_t)low_half)
#define dst_fp16_set(core, physical, col, v) (high_half = (uint16_t)(v))
#define dst_bf16_set(core, physical, col, v) (high_half = (uint16_t)(v))
#define dst_raw_set(core, physical, col, v) (low_half = (uint16_t)(v))

#include "fpu/pool.c"

static const uint32_t lowest = LOWEST;
#include "fast/pool/pool_scalar.c"

/* A plan for data with exponents of five bits, or of eight in 16 or 32 bits. */
static struct pool pool_of(uint32_t five, uint32_t wide) {
    struct pool p = {.plan = {.style = five & 1u ? FPU_E5 : FPU_E8, .dst32 = wide & ~five & 1u}};
    p.plan.format_a = FORMAT_BF16;
    claim(choose_style(&p));
    return p;
}

/* A datum's key is that of the plain form's word, whatever its row is scaled by. It is above that
 * of an absent row, which pool_scalar() takes for the least number of all. */
THEOREM(pool_key_of_datum)(uint32_t datum, uint32_t exponent) {
    struct pool p = {.plan = {.style = FPU_E8}};
    p.exponent_b[0] = (exponent & 0x7F80u) << 3;
    assume(exponent & 0x7F80u);
    const int32_t key = key_of_datum(datum, p.exponent_b[0]);
    claim(key == pool_key(scaled(&p, datum, 0)) && key > pool_key(lowest) && NO_KEY < key);
}

/* An element of Dst, or of an invalid row, has the plain form's key, which is above that of an
 * absent row, too. */
THEOREM(pool_key_of_element)(uint32_t element, uint32_t valid, uint32_t five, uint32_t wide) {
    const struct pool p = pool_of(five, wide);
    high_half = (uint16_t)(element >> 16);
    low_half = (uint16_t)element;
    is_valid = valid & 1u;
    const int32_t key = key_of_dst(NULL, &p.plan, 0, 0);
    const struct value plain = from_dst(p.dst_style, pool_dst_load(NULL, &p, 0, 0));
    claim(key == pool_key(pool_word(plain)) && key > pool_key(lowest));
}

/* A key is stored as the plain form stores its word: a sign, nine bits of exponent and ten of
 * mantissa. */
THEOREM(pool_key_stored)(uint32_t word, uint32_t five, uint32_t wide) {
    const struct pool p = pool_of(five, wide);
    assume(!(word & 0x7FF80000u));
    high_half = low_half = 0;
    store_key(NULL, &p.plan, 0, 0, pool_key(word));
    const uint16_t high = high_half, low = low_half;
    pool_dst_store(NULL, &p, 0, 0, to_dst(p.dst_style, pool_value(word)));
    claim(high == high_half && low == low_half);
}
