/* SPDX-License-Identifier: Apache-2.0
 *
 * decimal.h - turns binary32 and binary16 patterns into decimal text, in integer arithmetic. */
#ifndef STX_DIAG_DECIMAL_H
#define STX_DIAG_DECIMAL_H

#include <stdint.h>

#define REAL_TEXT 16

/* Six significant digits as %g writes them: "0", "-1.5", "3.40282e+38", "inf", "nan". */
void stx_real_text(char text[REAL_TEXT], uint32_t binary32);

/* The binary32 of the same value. */
uint32_t stx_real_from_fp16(uint32_t binary16);

#endif
