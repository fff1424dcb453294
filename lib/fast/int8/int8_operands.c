/* SPDX-License-Identifier: Apache-2.0
 *
 * int8_operands.c - turns data of SrcA and SrcB into integers (int8_sums.h). */
#include "fast/int8/int8_sums.h"
#include "num/int8.h"
#include "regs/src.h"

#if !STX_RVV

/* Slices without their weights, which are 32 for SrcA's high slice and 16 for SrcB's. */
static int32_t slice_a(uint32_t datum, bool fine) {
    int32_t v = int8_value(datum & (fine ? 0xFF83E000u : 0xFF9C0000u), false);
    return fine ? v : v / 32;
}

static int32_t slice_b(uint32_t datum, bool fine, bool keep) {
    int32_t v = int8_value(datum & (fine ? 0xFF81E000u : 0xFFFE0000u), keep);
    return fine ? v : v / 16;
}

void int8_a_decode(struct int8_a *to, const struct stx_src *src, unsigned row, bool fine) {
    for (unsigned k = 0; k < PRODUCT_DEPTH; k++) {
        for (unsigned j = 0; j < INT8_PAIRS; j++) {
            int32_t low = slice_a(src_fpu_get(src, row + k, 2 * j), fine);
            to->pair[k][j] = low + slice_a(src_fpu_get(src, row + k, 2 * j + 1), fine) * 65536;
        }
    }
}

#if STX_METHOD == STX_METHOD_TABLE
void int8_b_decode(struct int8_b *to, const struct stx_src *src, unsigned row, bool fine,
                   bool keep) {
    for (unsigned i = 0; i < PRODUCT_ROWS; i++) {
        for (unsigned k = 0; k < PRODUCT_DEPTH; k++) {
            uint32_t v = (uint32_t)slice_b(src_fpu_get(src, row + i, k), fine, keep);
            for (unsigned place = 0; place < INT8_PLACES; place++) {
                uint8_t *at = &to->at[i][place][k / 4];
                uint32_t bit = v >> (INT8_PLACES - 1 - place) & 1u;
                *at = (uint8_t)((k % 4 ? *at : 64 * (k / 4)) | bit << (2 + k % 4));
            }
        }
    }
}
#else
void int8_b_decode(struct int8_b *to, const struct stx_src *src, unsigned row, bool fine,
                   bool keep) {
    for (unsigned i = 0; i < PRODUCT_ROWS; i++) {
        for (unsigned k = 0; k < PRODUCT_DEPTH; k++) {
            to->value[k][i] = slice_b(src_fpu_get(src, row + i, k), fine, keep);
        }
    }
}
#endif
#endif
