/* SPDX-License-Identifier: Apache-2.0
 *
 * tuples.h - inputs of functions of two and three operands: x takes its inputs as always, and for
 * each y, of every binade, a z that the seed chooses. */
#ifndef ULP_TUPLES_H
#define ULP_TUPLES_H

#include "run.h"

/* How many different y there are; those of 16 bits are all there are if the grid has all mantissas.
 */
uint64_t ulp_tuples(const struct ulp_run *r);
/* From now on the operands besides x are those of this number. */
void ulp_tuples_take(struct ulp_run *r, uint64_t number);

/* Writes elements of Dst: every x with as many others, of all binades, as give about 65,536. False
 * with r->wrong on errors. */
bool ulp_tuples_list(struct ulp_run *r, FILE *to);
/* Runs the recorded form on tuples whose results are known; how many results differ. False with
 * r->wrong on errors. */
bool ulp_tuples_compare(struct ulp_run *r, uint64_t *differing);
/* Measures known results instead, of a function without recorded form. */
void ulp_tuples_measure(struct ulp_run *r, struct ulp_measure *m);

#endif
