/* SPDX-License-Identifier: Apache-2.0
 *
 * decode.h - loads and stores of RISC-V, from instruction to what they do. */
#ifndef LLK_DECODE_H
#define LLK_DECODE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct llk_access {
    uint32_t address;
    uint8_t bytes;  /* of memory: 1, 2 or 4; 0 = no load or store */
    uint8_t reg;    /* that is loaded or stored */
    uint8_t length; /* of the instruction in bytes */
    bool store;
    bool extend_sign; /* of what is loaded */
    bool fp;          /* reg is f0..f31 */
};

/* The instruction; x are the registers it finds. Of a compressed one the low half counts. */
struct llk_access llk_decode(uint32_t instruction, const uint32_t x[32]);

#ifdef __cplusplus
}
#endif
#endif
