/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls the parts of a program that are compiled for threads 0, 1, 2 and for a coprocessor, part 3,
 * whose registers are plain memory here; and looks where the words of each have gone. */
#include <sys/mman.h>

#include <cstdio>

#include "softensix/softensix.h"

void part_0();
void part_1();
void part_2();
void part_3();

static stx_core core;

/* What a part is to leave in its thread and in no other: see threads_part.cpp. SPEC 3.2: words 13
 * and 39 of the thread's configuration begin with the two increments. */
static bool has_run(unsigned thread) {
    const uint32_t *gpr = core.gpr[thread];
    bool right = core.tcfg[thread][13] == 1 + thread && core.tcfg[thread][39] == 1 + thread;
    for (unsigned i = 0; i < 5; i++) {
        right = right && gpr[i] == 10 * (i + 1) + thread;
    }
    return right;
}

static bool is_untouched(unsigned thread) {
    const uint32_t *gpr = core.gpr[thread];
    return !(gpr[0] | gpr[1] | gpr[2] | gpr[3] | gpr[4]) && !core.tcfg[thread][13];
}

static bool fail(const char *what, unsigned thread) {
    std::printf("%s, thread %u: GPRs %u %u %u %u %u\n", what, thread, core.gpr[thread][0],
                core.gpr[thread][1], core.gpr[thread][2], core.gpr[thread][3], core.gpr[thread][4]);
    return false;
}

static bool software_parts() {
    void (*const part[3])() = {part_0, part_1, part_2};
    for (unsigned t = 0; t < 3; t++) {
        part[t]();
        for (unsigned u = 0; u < 3; u++) {
            if (!(u <= t ? has_run(u) : is_untouched(u))) {
                return fail("software", u);
            }
        }
    }
    return true;
}

/* The instruction buffer keeps the last word that was stored, the modification for the packer; word
 * 6 of the MOP configuration is op1 of the last loop. */
static bool native_part() {
    char *low = reinterpret_cast<char *>(0xFFB80000), *high = reinterpret_cast<char *>(0xFFF00000);
    if (mmap(low, high - low, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != low) {
        std::printf("no memory where the registers are\n");
        return false;
    }
    const uint32_t words = core.retired;
    part_3();
    const volatile uint32_t *mop = reinterpret_cast<uint32_t *>(0xFFB80000);
    const volatile uint32_t *buffer = reinterpret_cast<uint32_t *>(0xFFE40000);
    if (core.retired == words && mop[6] == 0x45003508 && buffer[0] == 0xB2270004) {
        return true;
    }
    std::printf("native: %08x %08x, %u words\n", mop[6], buffer[0], core.retired - words);
    return false;
}

int main() {
    stx_init(&core, nullptr, 0, nullptr);
    stx_bind(&core);
    return software_parts() && native_part() ? 0 : 1;
}
