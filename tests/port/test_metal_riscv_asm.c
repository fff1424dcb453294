/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * test_metal_riscv_asm.c - instructions of RISC-V in kernels that are compiled for an x86 host, in
 * the forms of LLK's loads and stores for both chips. */
#include <stdint.h>

#if defined(__i386__) || defined(__x86_64__)
#include "metal/riscv_asm.h"
#endif
#include "test.h"

#if defined(__i386__) || defined(__x86_64__)
static uint32_t words[2] = {0x89ABCDEF, 0x12345678};

TEST(a_load_that_waits_loads) {
    uint32_t value;
    __asm__ volatile("lw %0, (%1)\n\tand x0, x0, %0" : "=r"(value) : "r"(&words[0]) : "memory");
    CHECK_EQ(value, 0x89ABCDEF);
    __asm__ volatile("lw %0, (%1)\n\tand %0, %0, %0" : "=r"(value) : "r"(&words[1]) : "memory");
    CHECK_EQ(value, 0x12345678);
}

TEST(a_load_of_16_bits_has_zeros_above) {
    uint32_t value;
    __asm__ volatile("lhu %0, (%1)\n\tand x0, x0, %0" : "=r"(value) : "r"(&words[0]) : "memory");
    CHECK_EQ(value, 0xCDEF);
}

TEST(a_store_that_waits_stores) {
    uint32_t value = 77;
    __asm__ volatile("fence\n\tsw %0, (%1)\n\tlw %0, (%1)\n\tandi %0, %0, 0\n\t"
                     : "+r"(value)
                     : "r"(&words[1])
                     : "memory");
    CHECK(words[1] == 77 && words[0] == 0x89ABCDEF);
}
#endif

int main(void) {
#if defined(__i386__) || defined(__x86_64__)
    RUN(a_load_that_waits_loads);
    RUN(a_load_of_16_bits_has_zeros_above);
    RUN(a_store_that_waits_stores);
#endif
    return test_summary();
}
