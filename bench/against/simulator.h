/* SPDX-License-Identifier: Apache-2.0
 *
 * simulator.h - the interface to the reference simulator's core (simulator.cpp). */
#ifndef AGAINST_SIMULATOR_H
#define AGAINST_SIMULATOR_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Resets the core; both banks of both sources belong to the FPU and have this format. */
void simulator_reset(uint32_t source_format);
/* False if the simulator refuses; simulator_message() then has the reason. */
bool simulator_config(uint32_t word, uint32_t value);
bool simulator_try(unsigned thread, uint32_t word);
const char *simulator_message(void);
/* Like simulator_try(), but without error handling: for words that have been tried before. */
bool simulator_issue(unsigned thread, uint32_t word);

void simulator_source_poke(unsigned source, unsigned row, unsigned col, uint32_t datum);
uint32_t *simulator_lreg(unsigned reg);
uint8_t *simulator_l1(void);
/* The 16-bit cells of Dst, and whether each row is valid. */
uint16_t *simulator_dst(void);
bool *simulator_dst_valid(void);
void simulator_source_free(void); /* the unpackers own all banks */
/* The sixteen datums of a row in the bank that the FPU uses. */
uint32_t *simulator_source_row(unsigned source, unsigned row);
uint32_t *simulator_flags(void); /* one bit for each lane */

#ifdef __cplusplus
}
#endif
#endif
