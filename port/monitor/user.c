/* SPDX-License-Identifier: Apache-2.0
 *
 * user.c - include/llk/platform.h and include/metal/platform.h for code in user mode
 * (port/monitor): registers by their addresses, which trap, and calls of the monitor. Linked into
 * each thread's program. */
#include "llk/platform.h"
#include "llk/value_lanes.h"

#include "metal/platform.h"

#include "monitor.h"
#include "softensix/arch.h"

#define ARGUMENTS ((const volatile uint8_t *)0x20000) /* L1, where the host places them */
#define INSTRUCTION_BUFFER ((volatile uint32_t *)0xFFE40000)
#define MOST_METAL_ARGUMENTS 1024

static uint32_t call(uint32_t number, uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d) {
    register uintptr_t a0 __asm__("a0") = a;
    register uintptr_t a1 __asm__("a1") = b;
    register uintptr_t a2 __asm__("a2") = c;
    register uintptr_t a3 __asm__("a3") = d;
    register uint32_t a7 __asm__("a7") = number;
    __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a3), "r"(a7) : "memory");
    return (uint32_t)a0;
}

void stx_llk_arguments(void *to, size_t size) {
    uint8_t *bytes = to;
    for (size_t i = 0; i < size; i++) {
        bytes[i] = ARGUMENTS[i];
    }
}

void stx_llk_issue(unsigned thread, uint32_t word) {
    (void)thread;
    *INSTRUCTION_BUFFER = word;
}

void stx_llk_yield(unsigned thread) {
    (void)thread;
    (void)call(CALL_YIELD, 0, 0, 0, 0);
}

void stx_llk_sfpu_run(unsigned thread, const struct stx_llk_sfpu *op) {
    (void)thread;
    (void)call(CALL_SFPU, (uintptr_t)op, 0, 0, 0);
}

void stx_llk_sfptransp(unsigned thread, uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d) {
    (void)thread;
    (void)call(CALL_SFPTRANSP, (uintptr_t)a, (uintptr_t)b, (uintptr_t)c, (uintptr_t)d);
}

void stx_llk_lreg_read(unsigned index, uint32_t out[32]) {
    (void)call(CALL_LREG_READ, index, (uintptr_t)out, 0, 0);
}

void stx_llk_lreg_write(unsigned index, const uint32_t in[32]) {
    (void)call(CALL_LREG_WRITE, index, (uintptr_t)in, 0, 0);
}

uint32_t stx_llk_lanes(void) {
    return call(CALL_LANES, 0, 0, 0, 0);
}

void stx_llk_flags_and(uint32_t mask) {
    (void)call(CALL_FLAGS_AND, mask, 0, 0, 0);
}

/* Confined kernels are not timed. */
void stx_llk_tested(unsigned thread, unsigned words) {
    (void)thread, (void)words;
}

void stx_llk_row(unsigned thread) {
    (void)thread;
}

void stx_llk_assign(unsigned thread, const uint32_t old[32], const uint32_t now[32],
                    uint32_t out[32]) {
    (void)thread;
    lanes_assign(stx_llk_lanes(), old, now, out);
}

uint32_t stx_llk_negative(const uint32_t v[32]) {
    return lanes_negative(v);
}

uint32_t stx_llk_zero(const uint32_t v[32]) {
    return lanes_zero(v);
}

void stx_llk_constant(unsigned thread, uint32_t value, uint32_t out[32]) {
    (void)thread;
    lanes_fill(out, value);
}

void stx_llk_copy(uint32_t to[32], const uint32_t from[32]) {
    for (unsigned lane = 0; lane < 32; lane++) {
        to[lane] = from[lane];
    }
}

const struct stx_metal_setup *stx_metal_setup(void) {
    static struct stx_metal_setup setup;
    static uint32_t arguments[MOST_METAL_ARGUMENTS];
    if (!setup.args) {
        (void)call(CALL_SETUP, (uintptr_t)&setup, (uintptr_t)arguments, MOST_METAL_ARGUMENTS, 0);
    }
    return &setup;
}

void stx_metal_begin(unsigned thread, enum stx_metal_call what, uint32_t cb, uint32_t pages,
                     uint32_t to_end) {
    (void)thread;
    (void)call(CALL_BEGIN, what, cb, pages, to_end);
}

void stx_metal_end(unsigned thread) {
    (void)thread;
    (void)call(CALL_END, 0, 0, 0, 0);
}

void stx_metal_argument(unsigned thread, int common, uint32_t index) {
    (void)thread;
    (void)call(CALL_ARGUMENT, (uintptr_t)common, index, 0, 0);
}

/* A kernel in user mode has no zones: their names are its own memory. */
void stx_metal_zone(unsigned thread, const char *name) {
    (void)thread;
    (void)name;
}
