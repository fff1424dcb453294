/* SPDX-License-Identifier: Apache-2.0
 *
 * decode.h - decodes the loads and stores of RISC-V of up to 32 bits. */
#ifndef TRAP_DECODE_H
#define TRAP_DECODE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct stx_trap_access {
    uintptr_t address;
    uint8_t bytes;  /* bytes of memory: 1, 2 or 4; 0: this is no load or store */
    uint8_t reg;    /* the register that is loaded or stored */
    uint8_t length; /* bytes of the instruction */
    bool store;
    bool extend_sign; /* a loaded value is sign-extended */
    bool fp;          /* reg is one of f0..f31 */
};

/* Decodes an instruction. x are the registers before it. Of a compressed instruction only the low
 * half is used. */
struct stx_trap_access stx_trap_decode(uint32_t instruction, const uintptr_t x[]);

#ifdef __cplusplus
}
#endif
#endif
