/* SPDX-License-Identifier: Apache-2.0
 *
 * pool_scalar.c - GMPOOL without an index: the largest of sixteen rows and a row of Dst, column by
 * column. Data are compared through keys, integers in the same order as the data: sign, exponent
 * and ten bits of mantissa.
 *
 * Equal keys belong to equal data, except for zeros, which are always written as +0. So ties do not
 * matter. */
#include "fast/common/finish_sum.h"
#include "fast/forms.h"
#include "regs/dst.h"
#include "regs/src.h"

enum {
    LEAST = 1 << 24, /* the least magnitude that is not zero, shifted left by one */
    NO_KEY = INT32_MIN
};

struct rows_of_a {
    const uint16_t *high;
    const uint8_t *low;
    uint32_t mask;         /* the bits of a datum that are used */
    const uint32_t *scale; /* POOL_ABSENT: the row is below all others and cannot be the largest */
};

/* The key of a scaled datum. Exponent and mantissa have 18 bits, and a zero stays a zero. */
ALWAYS_INLINE int32_t key_of_datum(uint32_t datum, uint32_t scale) {
    uint32_t magnitude = datum << 1;
    if (magnitude < LEAST) {
        return 0;
    }
    int32_t key = (int32_t)((magnitude >> 14) + scale);
    return (int32_t)datum < 0 ? -key : key;
}

/* For rows that are all present and whose data have no bits below bit 16. */
ALWAYS_INLINE int32_t largest_of_short(const struct rows_of_a *a, unsigned col, int32_t largest) {
    BITS_UNROLL(16)
    for (unsigned i = 0; i < POOL_ROWS; i++) {
        int32_t key = key_of_datum((uint32_t)a->high[i * STX_COLS + col] << 16, a->scale[i]);
        largest = finish_larger(key, largest);
    }
    return largest;
}

ALWAYS_INLINE int32_t largest_of_any(const struct rows_of_a *a, unsigned col, int32_t largest) {
    for (unsigned i = 0; i < POOL_ROWS; i++) {
        uint32_t datum = (uint32_t)a->high[i * STX_COLS + col] << 16;
        datum |= STX_SRC_LOW ? (uint32_t)a->low[i * STX_COLS + col] << 8 : 0;
        int32_t key =
            a->scale[i] == POOL_ABSENT ? NO_KEY : key_of_datum(datum & a->mask, a->scale[i]);
        largest = finish_larger(key, largest);
    }
    return largest;
}

/* The key of an element of Dst: its exponent is increased by a bias, because scaled data are. An
 * invalid row holds the lowest number. */
static int32_t key_of_dst(const struct stx_core *core, const struct fpu_plan *plan,
                          unsigned physical, unsigned col) {
    bool five = plan->style == FPU_E5;
    uint32_t word = !dst_valid(core, physical) ? UINT32_MAX
                    : five                     ? dst_fp16_get(core, physical, col) << 16
                                               : dst_bf16_get(core, physical, col) << 16;
    if (plan->dst32 && dst_valid(core, physical)) {
        word |= dst_raw_get(core, physical + DST_LOW_HALF, col);
    }
    if (!plan->dst32) {
        word &= 0xFFFF0000u;
    }
    uint32_t magnitude = (word & 0x7FFFFFFFu) >> (five ? 16 : 13);
    int32_t key = (int32_t)(magnitude + ((five ? 15u : 127u) << 10));
    return (int32_t)word < 0 ? -key : key;
}

static void store_key(struct stx_core *core, const struct fpu_plan *plan, unsigned physical,
                      unsigned col, int32_t key) {
    uint32_t sign = key < 0 ? 1u << 15 : 0, magnitude = key < 0 ? -(uint32_t)key : (uint32_t)key;
    if (plan->style == FPU_E5) {
        uint32_t h = ((magnitude - (15u << 10)) & 0x7FFFu) | sign;
        dst_fp16_set(core, physical, col, magnitude >> 10 & 63u ? h : 0);
        return;
    }
    uint32_t v = magnitude >> 10 ? ((magnitude - (127u << 10)) & 0x3FFFFu) << 13 : 0;
    v |= magnitude >> 10 ? sign << 16 : 0;
    dst_bf16_set(core, physical, col, v >> 16);
    if (plan->dst32) {
        dst_raw_set(core, physical + DST_LOW_HALF, col, v & 0xFFFFu);
    }
}

static bool any_absent(const uint32_t scale[POOL_ROWS]) {
    for (unsigned i = 0; i < POOL_ROWS; i++) {
        if (scale[i] == POOL_ABSENT) {
            return true;
        }
    }
    return false;
}

bool pool_scalar(struct stx_core *core, const struct fpu_plan *plan, unsigned a0,
                 const uint32_t scale[POOL_ROWS], unsigned physical) {
    const struct stx_src *src = &core->srca;
    if (plan->style == FPU_INT8 || (plan->style == FPU_E5 && plan->dst32)) {
        return false;
    }
    struct rows_of_a a = {src->high[src->fpu_bank][a0], src_low_row(src, src->fpu_bank, a0),
                          plan->mask_a, scale};
    bool is_short = !IS_SMALL && plan->mask_a == 0xFFFF0000u && !any_absent(scale);
    for (unsigned col = 0; col < STX_COLS; col++) {
        int32_t key = key_of_dst(core, plan, physical, col);
        key = is_short ? largest_of_short(&a, col, key) : largest_of_any(&a, col, key);
        store_key(core, plan, physical, col, key);
    }
    return true;
}
