/* SPDX-License-Identifier: Apache-2.0
 *
 * decimal.h - converts binary32 and binary16 bit patterns to decimal text, with integer
 * arithmetic. */
#ifndef STX_DIAG_DECIMAL_H
#define STX_DIAG_DECIMAL_H

#include <stdint.h>

#define REAL_TEXT 16

/* Writes six significant digits, like %g: "0", "-1.5", "3.40282e+38", "inf", "nan". */
void stx_real_text(char text[REAL_TEXT], uint32_t binary32);

/* Returns the binary32 with the same value. */
uint32_t stx_real_from_fp16(uint32_t binary16);

#endif
