/* SPDX-License-Identifier: Apache-2.0
 *
 * init.c - the state after reset, and the core that the TTI_ macros issue to. */
#include "core/fault.h"
#include "core/mem.h"

#include "softensix/softensix.h"

/* A program on a host has one bound core for each of its threads; firmware has a single one. */
#if STX_HOSTED
static __thread struct stx_core *bound;
#else
static struct stx_core *bound;
#endif

static void set_all_lanes(uint32_t *lreg, uint32_t value) {
    for (unsigned lane = 0; lane != STX_LANES; lane++) {
        lreg[lane] = value;
    }
}

/* Constants of LReg 8..15 (SPEC 7). */
static void init_constants(struct stx_sfpu *sfpu) {
    static const uint32_t constant[] = {0x3F56594B, 0,          0x3F800000, 0xBF800000,
                                        0x3B000000, 0xBF2CC4C7, 0xBEB08FF9};
    for (unsigned i = 0; i != sizeof constant / sizeof constant[0]; i++) {
        set_all_lanes(sfpu->lreg[8 + i], constant[i]);
    }
    for (unsigned lane = 0; lane != STX_LANES; lane++) {
        sfpu->lreg[15][lane] = 2 * lane;
    }
}

/* Whether an x86 machine has the vectors of the fast forms that are chosen at run time. */
static bool has_avx2(void) {
#if STX_ASKS_MACHINE
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return false;
#endif
}

void stx_init_checked(struct stx_core *core, uint32_t core_size, uint32_t layout, void *l1,
                      uint32_t l1_size, const struct stx_port *port) {
    if (core_size != sizeof *core || layout != STX_LAYOUT) {
        stx_misused(
            SENTENCE("stx_init: the program was compiled with other options than the library "
                     "(STX_ARCH, the chip; STX_SIZE and those next to it in softensix/config.h)"));
        return;
    }
    memset(core, 0, sizeof *core);
    core->l1 = l1;
    core->l1_size = l1 ? l1_size : 0;
    if (port) {
        core->port = *port;
    }
    memset(core->dst.valid, -1, sizeof core->dst.valid); /* sets all bits: every row is valid */
    init_constants(&core->sfpu);
    if (STX_ASKS_MACHINE) {
        core->avx2 = has_avx2();
    }
}

void stx_init_as_firmware(struct stx_core *core) {
    init_constants(&core->sfpu);
    core->sfpu.flags = core->sfpu.use = UINT32_MAX;
}

bool stx_has_trace(void) {
    return STX_TRACE;
}

void stx_bind(struct stx_core *core) {
    bound = core;
}

struct stx_core *stx_bound(void) {
    return bound;
}

const char *stx_version(void) {
    return STX_VERSION;
}
