/* SPDX-License-Identifier: Apache-2.0
 *
 * machine.h - the core that an LLK kernel runs on, in the state after LLK's own preparations. */
#ifndef ULP_MACHINE_H
#define ULP_MACHINE_H

#include "softensix/softensix.h"

#define ULP_FACE 256u /* elements of the eight vectors of a call */

struct stx_core *ulp_core(void);
uint8_t *ulp_l1(uint32_t *bytes);

/* Element i of an operand in Dst: vectors of each begin at its own tile; and of the result, which
 * is in the place of the first one. A 16-bit number is in the upper half. */
void ulp_put(unsigned operand, unsigned i, uint32_t v);
uint32_t ulp_get(unsigned i);

/* From now on a breach of certain rules of the vector unit is a finding, and the word goes on as on
 * silicon; how many there were. */
void ulp_rules_begin(void);
unsigned ulp_rules_found(void);

/* Of programs with several functions, takes the one with this number, and the code of the format of
 * 16-bit numbers in Dst, before ulp_start(). Otherwise these are 0 and BF16. */
void ulp_choose(char **choice);
extern unsigned ulp_choice, ulp_format;

/* Initialises the core with all lanes enabled. Dst has 32 bits if ULP_DST32 is 1, otherwise
 * 16. */
void ulp_start(void);

#endif
