/* SPDX-License-Identifier: Apache-2.0
 *
 * diff.c - prints the differences between two cores as text. */
#include "diag/out.h"
#include "softensix/dump.h"

static void tell(void *ctx, const struct stx_item *item, uint32_t element, uint32_t a, uint32_t b) {
    const struct out *out = ctx;
    stx_out_element(out, item, element);
    stx_out_string(out, " ");
    stx_out_digits(out, a, 2u * item->size);
    stx_out_string(out, " -> ");
    stx_out_digits(out, b, 2u * item->size);
    stx_out_string(out, "\n");
}

size_t stx_dump_diff(const struct stx_core *a, const struct stx_core *b, stx_print print,
                     void *ctx) {
    struct out out = {print, ctx};
    return stx_diff(a, b, tell, &out);
}
