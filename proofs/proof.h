/* SPDX-License-Identifier: Apache-2.0
 *
 * proof.h - how a theorem is written. THEOREM(name) is a function whose arguments are numbers; it
 * is proven for all of them that no claim is false, that no undefined behaviour is reached and that
 * nothing outside an object is read or written (docs/proofs.md). */
#ifndef STX_PROOFS_PROOF_H
#define STX_PROOFS_PROOF_H

#include <stdbool.h>
#include <stdint.h>

#define THEOREM(name) void theorem_##name

/* More numbers that a theorem is about. An object of static storage that is declared and not
 * defined holds any bytes. */
uint8_t any8(void);
uint16_t any16(void);
uint32_t any32(void);

/* What follows is proven only where the condition holds. */
void assume(bool condition);

/* This must hold. */
void claim(bool condition);

/* The number is needed, so that what computes it is part of the proof. */
void keep(uint32_t number);

/* Proves the claims separately for each value from first to last, below first and above last. */
void split(int32_t value, int32_t first, int32_t last);

/* Products of x and y, each multiplied by a power of two or not, are any number within the bounds
 * that the factors' give. The proof holds for any multiplication then, and is simpler. The bounds
 * of the factors are proven. */
void factors(uint64_t x, uint64_t x_first, uint64_t x_last, uint64_t y, uint64_t y_first,
             uint64_t y_last);

#endif
