/* SPDX-License-Identifier: Apache-2.0
 *
 * recorder.h - the functions that a recorded kernel calls: each writes a line of the recording and
 * returns the number of the new value. */
#ifndef ULP_RECORDER_H
#define ULP_RECORDER_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ULP_NONE 0xFFFFu

unsigned ulp_constant(uint32_t bits);
unsigned ulp_value(uint32_t word, unsigned result, const unsigned in[8], bool masked,
                   unsigned *second);
unsigned ulp_load(uint32_t word);
void ulp_store(uint32_t word, unsigned value);
unsigned ulp_copy(unsigned lreg);
void ulp_register(unsigned lreg, unsigned value);
unsigned ulp_select(unsigned old, unsigned now);
unsigned ulp_condition(unsigned condition, unsigned value);
unsigned ulp_compare(unsigned how, unsigned a, unsigned b);
unsigned ulp_sum(char kind, unsigned a, unsigned b);
void ulp_narrow(unsigned mask);
void ulp_refuse(const char *why);

/* The kernel: the call before, and the function on eight vectors of Dst. */
void ulp_init(void);
void ulp_kernel(void);

#ifdef __cplusplus
}
#endif
#endif
