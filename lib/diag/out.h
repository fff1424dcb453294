/* SPDX-License-Identifier: Apache-2.0
 *
 * out.h - prints text piece by piece with the caller's function, without stdio and without a
 * buffer. */
#ifndef STX_DIAG_OUT_H
#define STX_DIAG_OUT_H

#include <stdint.h>

#include "softensix/inspect.h"
#include "softensix/print.h"

struct out {
    stx_print print;
    void *ctx;
};

void stx_out_string(const struct out *out, const char *text);
void stx_out_decimal(const struct out *out, uint32_t value);
void stx_out_hex(const struct out *out, uint32_t value);                      /* 0x, eight digits */
void stx_out_digits(const struct out *out, uint32_t value, unsigned digits);  /* hex, up to 8 */
void stx_out_padded(const struct out *out, const char *text, unsigned width); /* spaces after */

/* The name of an element: "rwc[1].dst", "srca.cell[0][3][15]". */
void stx_out_element(const struct out *out, const struct stx_item *item, uint32_t element);

#endif
