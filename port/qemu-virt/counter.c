/* SPDX-License-Identifier: Apache-2.0
 *
 * counter.c - reads minstret, which is exact in QEMU with -icount shift=0. The instruction is given
 * as a number, because naming the CSR would need Zicsr in -march, for which this compiler has no
 * library variant. */
#include "counter.h"

#define CSR_READ(value, number) \
    __asm__ volatile(".insn i 0x73, 2, %0, x0, %1" : "=r"(value) : "i"((number)-0x1000))
#define MINSTRET 0xB02
#define MINSTRETH 0xB82

uint64_t port_instructions(void) {
#if __riscv_xlen == 64
    uint64_t count;
    CSR_READ(count, MINSTRET);
    return count;
#else
    uint32_t high, low, again;
    do {
        CSR_READ(high, MINSTRETH);
        CSR_READ(low, MINSTRET);
        CSR_READ(again, MINSTRETH);
    } while (again != high);
    return (uint64_t)high << 32 | low;
#endif
}
