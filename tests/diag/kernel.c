/* SPDX-License-Identifier: Apache-2.0
 *
 * kernel.c - a program whose result stx-run --kernels and the host have to agree about: it uses
 * every kind of instruction that a compiler generates for RV32IMA with Zba and Zbb. On RISC-V the
 * result goes to the first GPR, and a word follows. */
#include <stdint.h>

static union {
    uint32_t word[64];
    uint16_t half[128];
    int16_t signed_half[128];
    uint8_t byte[256];
    int8_t signed_byte[256];
} memory;
static uint32_t counter = 1;
static volatile uint32_t seed = 0x12345678u;

/* Compilers do not use these by themselves. */
#ifdef __riscv
#define OF_ONE(name, instruction)                 \
    static uint32_t name(uint32_t a) {            \
        __asm__(instruction " %0, %0" : "+r"(a)); \
        return a;                                 \
    }
OF_ONE(reversed, "rev8")
OF_ONE(bytes_set, "orc.b")
OF_ONE(trailing, "ctz")
OF_ONE(leading, "clz")
OF_ONE(population, "cpop")
#else
static uint32_t reversed(uint32_t a) {
    return __builtin_bswap32(a);
}
static uint32_t bytes_set(uint32_t a) {
    uint32_t result = 0;
    for (unsigned i = 0; i < 4; i++) {
        result |= (uint32_t)((a >> 8 * i & 0xFFu) ? 0xFF : 0) << 8 * i;
    }
    return result;
}
static uint32_t trailing(uint32_t a) {
    return a ? (uint32_t)__builtin_ctz(a) : 32u;
}
static uint32_t leading(uint32_t a) {
    return a ? (uint32_t)__builtin_clz(a) : 32u;
}
static uint32_t population(uint32_t a) {
    return (uint32_t)__builtin_popcount(a);
}
#endif

static uint32_t bits(uint32_t a, uint32_t b) {
    uint32_t sum = (a ^ ~b) + (a & ~b) + (a | ~b) + (a << b % 32u | a >> (32u - b) % 32u);
    sum += leading(a >> b % 32u) + 3u * trailing(a << b % 32u) + 5u * leading(a & 0u);
    sum += population(b) + reversed(a) + bytes_set(a & b);
    sum += (uint32_t)(int8_t)a + (uint32_t)(int16_t)b + (uint16_t)a + (uint8_t)b;
    sum += (int32_t)a < (int32_t)b ? a : b;
    sum += a < b ? b : a;
    return sum + (a >> 7) + (uint32_t)((int32_t)b >> 5) + (a >> 13 | a << 19);
}

static uint32_t products(uint32_t a, uint32_t b) {
    uint32_t sum = a * b + (uint32_t)((uint64_t)a * b >> 32);
    sum += (uint32_t)((uint64_t)((int64_t)(int32_t)a * (int32_t)b) >> 32);
    sum += 3u * (uint32_t)((uint64_t)((int64_t)(int32_t)a * (int64_t)(uint64_t)b) >> 32);
    if (b && !(a == 0x80000000u && b == UINT32_MAX)) {
        sum += a / b + a % b + (uint32_t)((int32_t)a / (int32_t)b) +
               (uint32_t)((int32_t)a % (int32_t)b);
    }
    return sum;
}

static uint32_t stores(uint32_t a, uint32_t b) {
    memory.word[a % 64u] += b;
    memory.half[b % 128u] ^= (uint16_t)a;
    memory.byte[(a + b) % 256u] -= (uint8_t)b;
    __atomic_fetch_add(&counter, a, __ATOMIC_RELAXED);
    uint32_t before = __atomic_fetch_xor(&counter, b, __ATOMIC_RELAXED);
    before += __atomic_exchange_n(&memory.word[b % 64u], a, __ATOMIC_RELAXED);
    return before + (uint32_t)memory.signed_byte[b % 256u] + (uint32_t)memory.signed_half[a % 128u];
}

static uint32_t result(void) {
    static uint32_t (*const parts[])(uint32_t, uint32_t) = {bits, products, stores};
    uint32_t a = seed, sum = 0;
    for (unsigned i = 0; i < 3000; i++) {
        uint32_t b = a * 1664525u + 1013904223u;
        sum = sum * 31u + parts[i % 3u](a, i % 7u ? b : b >> b % 32u);
        a = b ^ sum >> 9;
    }
    return sum;
}

#ifdef __riscv
void start(void) {
    *(volatile uint32_t *)0xFFE00000u = result();
    *(volatile uint32_t *)0xFFE40000u = 0x02000000u; /* NOP */
}
#else
#include <stdio.h>

int main(void) {
    printf("%08lx\n", (unsigned long)result());
    return 0;
}
#endif
