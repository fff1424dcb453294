/* SPDX-License-Identifier: Apache-2.0
 *
 * compute.h - what instructions of the RISC-V cores compute: RV32IM, Zba, Zbb, Zaamo. */
#ifndef STX_RUN_COMPUTE_H
#define STX_RUN_COMPUTE_H

#include <stdbool.h>
#include <stdint.h>

/* What an instruction of registers alone computes; false if it is not known. */
bool hart_compute(uint32_t instruction, uint32_t a, uint32_t b, uint32_t *result);
/* An operation of Zaamo on a word of memory; false if it is not known. */
bool hart_atomic(uint32_t instruction, uint32_t memory, uint32_t b, uint32_t *result);

#endif
