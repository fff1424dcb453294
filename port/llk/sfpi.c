/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpi.c - executes the builtins of tensix_builtins.def: it applies an SFPU word to values. Because
 * the word itself is executed, the result has the bits that the instruction gives. */
#include <string.h>

#include "coop/timing.h"
#include "coop/watch.h"
#include "llk/platform.h"
#include "llk/sfpi.h"
#include "softensix/softensix.h"

#define ALL_LANES UINT32_MAX
#define SFPNOP (0x8Fu << 24)
#define SFPTRANSP (0x8Cu << 24)

/* Because the compiler knows the alignment, it copies words by single instructions. The memcpy() of
 * a small C library copies byte by byte, which took half of a kernel's instructions. */
static void copy(uint32_t *to, const uint32_t *from) {
    memcpy(__builtin_assume_aligned(to, sizeof *to), __builtin_assume_aligned(from, sizeof *from),
           STX_LANES * sizeof *to);
}

struct saved {
    uint32_t lreg[8][STX_LANES];
    uint32_t flags, use, registers;
    bool masked;
};

/* Lets operations that an SFPLOADMACRO has scheduled end before the registers are borrowed. Each
 * word advances them by one cycle. */
static void drain(struct stx_core *core, unsigned thread) {
    while (core->sfpu.macro_live && stx_try(core, thread, SFPNOP) == STX_DONE) {
    }
}

/* If bit i of registers is set, LReg i is borrowed. The flags enable all lanes meanwhile. A masked
 * word uses the kernel's flags and may change them (SFPPOPC). */
static void borrow(struct stx_core *core, struct saved *s, uint32_t registers, bool masked) {
    s->registers = registers;
    s->masked = masked;
    for (unsigned i = 0; i < 8; i++) {
        if (registers >> i & 1u) {
            copy(s->lreg[i], core->sfpu.lreg[i]);
        }
    }
    s->flags = core->sfpu.flags;
    s->use = core->sfpu.use;
    if (!masked) {
        core->sfpu.flags = core->sfpu.use = ALL_LANES;
    }
}

static void give_back(struct stx_core *core, const struct saved *s) {
    for (unsigned i = 0; i < 8; i++) {
        if (s->registers >> i & 1u) {
            copy(core->sfpu.lreg[i], s->lreg[i]);
        }
    }
    if (!s->masked) {
        core->sfpu.flags = s->flags;
        core->sfpu.use = s->use;
    }
}

static uint32_t registers_of(const struct stx_llk_sfpu *op) {
    uint32_t registers = op->out ? 1u << op->result : 0;
    registers |= op->second ? 2u << op->result : 0;
    for (unsigned i = 0; i < 8; i++) {
        registers |= (uint32_t)(op->in[i] != NULL) << i;
    }
    return registers;
}

/* Executes a word. Reports name the address in the kernel. Its registers and its neighbours are not
 * those that the vendor's compiler would choose, so it forms no pairs. */
static void execute(struct stx_core *core, unsigned thread, uint32_t word, const void *caller) {
    coop_watch_forgets(thread);
    core->place[thread] = STX_TRACE ? stx_llk_place_text(caller) : NULL;
    coop_time_compiled(true);
    (void)stx_try(core, thread, word);
    coop_time_compiled(false);
    core->place[thread] = NULL;
    coop_watch_forgets(thread);
}

static bool used[STX_THREADS];

bool sfpi_was_used(unsigned thread) {
    return used[thread];
}

void stx_llk_sfpu_run(unsigned thread, const struct stx_llk_sfpu *op) {
    used[thread % STX_THREADS] = true;
    coop_code_forgets(thread);
    struct stx_core *core = stx_bound();
    struct saved saved;
    drain(core, thread);
    borrow(core, &saved, registers_of(op), op->masked);
    for (unsigned i = 0; i < 8; i++) {
        if (op->in[i]) {
            copy(core->sfpu.lreg[i], op->in[i]);
        }
    }
    execute(core, thread, op->word, __builtin_return_address(0));
    if (op->out) {
        copy(op->out, core->sfpu.lreg[op->result]);
    }
    if (op->second) {
        copy(op->second, core->sfpu.lreg[op->result + 1]);
    }
    give_back(core, &saved);
}

void stx_llk_sfptransp(unsigned thread, uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d) {
    coop_code_forgets(thread);
    struct stx_core *core = stx_bound();
    struct saved saved;
    uint32_t *const value[4] = {a, b, c, d};
    drain(core, thread);
    borrow(core, &saved, 0xFF, false);
    for (unsigned i = 0; i < 4; i++) {
        copy(core->sfpu.lreg[i], value[i]);
    }
    execute(core, thread, SFPTRANSP, __builtin_return_address(0));
    for (unsigned i = 0; i < 4; i++) {
        copy(value[i], core->sfpu.lreg[i]);
    }
    give_back(core, &saved);
}

void stx_llk_lreg_read(unsigned index, uint32_t out[32]) {
    coop_code_forgets(coop_code_thread());
    struct stx_core *core = stx_bound();
    copy(out, core->sfpu.lreg[index & 15u]);
}

/* Writes only the enabled lanes, and only LReg 0..7, like an instruction does. */
void stx_llk_lreg_write(unsigned index, const uint32_t in[32]) {
    coop_code_forgets(coop_code_thread());
    struct stx_core *core = stx_bound();
    uint32_t lanes = stx_llk_lanes();
    for (unsigned lane = 0; index < 8 && lane < STX_LANES; lane++) {
        if (lanes >> lane & 1u) {
            core->sfpu.lreg[index][lane] = in[lane];
        }
    }
}

uint32_t stx_llk_lanes(void) {
    const struct stx_core *core = stx_bound();
    return core->sfpu.flags | ~core->sfpu.use;
}

void stx_llk_flags_and(uint32_t mask) {
    stx_bound()->sfpu.flags &= mask;
}
