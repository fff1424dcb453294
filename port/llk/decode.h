/* SPDX-License-Identifier: Apache-2.0
 *
 * decode.h - decodes the loads and stores of RISC-V. */
#ifndef LLK_DECODE_H
#define LLK_DECODE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct llk_access {
    uint32_t address;
    uint8_t bytes;  /* bytes of memory: 1, 2 or 4; 0: this is no load or store */
    uint8_t reg;    /* the register that is loaded or stored */
    uint8_t length; /* bytes of the instruction */
    bool store;
    bool extend_sign; /* a loaded value is sign-extended */
    bool fp;          /* reg is one of f0..f31 */
};

/* Decodes an instruction. x are the registers before it. Of a compressed instruction only the low
 * half is used. */
struct llk_access llk_decode(uint32_t instruction, const uint32_t x[32]);

#ifdef __cplusplus
}
#endif
#endif
