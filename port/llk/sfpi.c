/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpi.c - executes the builtins of tensix_builtins.def: applies SFPU words to values. Because the
 * word itself is executed, the result has the bits that the instruction gives. */
#include "coop/ordering.h"
#include "coop/timing.h"
#include "coop/watch.h"
#include "llk/chosen.h"
#include "llk/platform.h"
#include "llk/turn.h"
#include "llk/value_lanes.h"
#include "softensix/softensix.h"
#include "softensix/tti.h"

#define ALL_LANES UINT32_MAX

/* Because the compiler knows the alignment, it copies each word with single instructions. The
 * memcpy() of a small C library copies byte by byte, which would take half of a kernel's
 * instructions. */
static void copy(uint32_t *to, const uint32_t *from) {
    __builtin_memcpy(__builtin_assume_aligned(to, sizeof *to),
                     __builtin_assume_aligned(from, sizeof *from), STX_LANES * sizeof *to);
}

void stx_llk_copy(uint32_t to[32], const uint32_t from[32]) {
    copy(to, from);
}

static COOP_PER_THREAD struct sfpi_loan lent;

void stx_llk_settle(void) {
    if (STX_TRACE && lent.under_way) {
        return;
    }
    uint32_t registers = lent.registers;
    for (unsigned i = 0; registers; i++, registers >>= 1) {
        if (registers & 1u) {
            copy(lent.core->sfpu.lreg[i], lent.held[i]);
        }
    }
    lent.registers = 0;
}

void sfpi_turn(struct sfpi_loan *kept) {
    stx_llk_settle();
    if (lent.under_way || kept->under_way) {
        const struct sfpi_loan other = *kept;
        *kept = lent;
        lent = other;
    }
}

/* Keeps what these registers of the core hold. */
static void lend(struct stx_core *core, uint32_t registers) {
    if (core != lent.core) {
        stx_llk_settle();
        lent.core = core;
    }
    uint32_t more = registers & ~lent.registers;
    lent.registers |= registers;
    for (unsigned i = 0; more; i++, more >>= 1) {
        if (more & 1u) {
            copy(lent.held[i], core->sfpu.lreg[i]);
        }
    }
}

struct saved {
    uint32_t flags, use;
    bool masked;
};

/* Lets operations that an SFPLOADMACRO has scheduled end before registers are borrowed. Each
 * word advances them by one cycle. */
static void drain(struct stx_core *core, unsigned thread) {
    while ((core->sfpu.apart & STX_APART_MACRO) &&
           stx_try(core, thread, TT_OP_SFPNOP) == STX_DONE) {
    }
}

/* Enables all lanes until close_lanes(). A masked word instead uses the kernel's flags and may
 * change them (SFPPOPC). */
static void open_lanes(struct stx_core *core, struct saved *s, bool masked) {
    s->masked = masked;
    s->flags = core->sfpu.flags;
    s->use = core->sfpu.use;
    if (!masked) {
        core->sfpu.flags = core->sfpu.use = ALL_LANES;
    }
}

static void close_lanes(struct stx_core *core, const struct saved *s) {
    if (!s->masked) {
        core->sfpu.flags = s->flags;
        core->sfpu.use = s->use;
    }
}

/* Executes a word. Reports name the address in the kernel. Its registers and its neighbours are not
 * those that the vendor's compiler would choose, so the lint does not check it together with its
 * neighbours. */
static void execute(struct stx_core *core, unsigned thread, uint32_t word, const void *caller) {
    coop_watch_forgets(thread);
    core->place[thread] = STX_TRACE ? stx_llk_place_text(caller) : NULL;
    if (STX_TRACE) {
        coop_time_compiled(true);
        coop_order_values(thread, true);
        lent.under_way = true;
    }
    (void)stx_try(core, thread, word);
    if (STX_TRACE) {
        coop_time_compiled(false);
        coop_order_values(thread, false);
        lent.under_way = false;
    }
    core->place[thread] = NULL;
    coop_watch_forgets(thread);
}

/* Executes a word that only computes, loads or stores directly on the values, unless something may
 * look at the registers meanwhile. False if it was not executed. */
static bool execute_values(struct stx_core *core, unsigned thread, const struct stx_llk_sfpu *op) {
    return !STX_TRACE && !op->others && !op->second && op->masked == !op->out &&
           stx_try_values(core, thread, op->word, op->in, op->out);
}

/* Registers of the operands; the first one is LReg0, if there is any. */
static uint32_t operands_of(const struct stx_llk_sfpu *op) {
    uint32_t registers = 0;
    for (unsigned i = 0; op->in[0] && i < 8; i++) {
        registers |= (uint32_t)(op->in[i] != NULL) << i;
    }
    return registers;
}

static uint32_t results_of(const struct stx_llk_sfpu *op) {
    return (op->out ? 1u << op->result : 0) | (op->second ? 2u << op->result : 0);
}

/* Executes the word of a builtin, and says what the vendor's compiler would make of it. */
static void execute_chosen(struct stx_core *core, unsigned thread, const struct stx_llk_sfpu *op,
                           const void *caller) {
    enum stx_time_relation relation = STX_TIME_APART;
    if (STX_TRACE) {
        core->place[thread] = stx_llk_place_text(caller);
        relation = chosen_begin(thread, op);
        if (op->role == STX_LLK_MADE) {
            coop_time_made(thread);
        }
        coop_time_relation(relation);
    }
    execute(core, thread, op->word, caller);
    if (op->out) {
        copy(op->out, core->sfpu.lreg[op->result]);
    }
    if (STX_TRACE) {
        coop_time_relation(STX_TIME_APART);
        chosen_end(op, relation);
    }
}

/* Executes a word in registers that the values have borrowed. */
static __attribute__((noinline)) void run_in_registers(struct stx_core *core, unsigned thread,
                                                       const struct stx_llk_sfpu *op,
                                                       const void *caller) {
    struct saved saved;
    const bool alone = STX_TRACE || op->others;
    uint32_t operands = operands_of(op);
    drain(core, thread);
    if (alone) {
        stx_llk_settle();
    }
    lend(core, operands | results_of(op));
    open_lanes(core, &saved, op->masked);
    for (unsigned i = 0; operands; i++, operands >>= 1) {
        if (operands & 1u) {
            copy(core->sfpu.lreg[i], op->in[i]);
        }
    }
    execute_chosen(core, thread, op, caller);
    if (op->second) {
        copy(op->second, core->sfpu.lreg[op->result + 1]);
    }
    close_lanes(core, &saved);
    if (alone) {
        stx_llk_settle();
    }
}

static uint8_t used; /* bit n: thread n */

bool sfpi_was_used(unsigned thread) {
    return used >> thread & 1u;
}

void stx_llk_sfpu_run(unsigned thread, const struct stx_llk_sfpu *op) {
    used |= (uint8_t)(1u << thread);
    coop_code_forgets(thread);
    if (op->role >= STX_LLK_STORE) {
        coop_code_stored(thread);
    }
    struct stx_core *core = stx_bound();
    if (!execute_values(core, thread, op)) {
        run_in_registers(core, thread, op, __builtin_return_address(0));
    }
}

void stx_llk_row(unsigned thread) {
    if (STX_TRACE) {
        chosen_place(thread, (uintptr_t)__builtin_return_address(0));
    }
}

void stx_llk_sfptransp(unsigned thread, uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d) {
    coop_code_forgets(thread);
    struct stx_core *core = stx_bound();
    struct saved saved;
    uint32_t *const value[4] = {a, b, c, d};
    drain(core, thread);
    lend(core, 0xFF);
    open_lanes(core, &saved, false);
    for (unsigned i = 0; i < 4; i++) {
        copy(core->sfpu.lreg[i], value[i]);
    }
    execute(core, thread, TT_OP_SFPTRANSP(0, 0, 0, 0), __builtin_return_address(0));
    for (unsigned i = 0; i < 4; i++) {
        copy(value[i], core->sfpu.lreg[i]);
    }
    close_lanes(core, &saved);
    stx_llk_settle();
}

void stx_llk_lreg_read(unsigned index, uint32_t out[32]) {
    coop_code_forgets(coop_code_thread());
    stx_llk_settle();
    struct stx_core *core = stx_bound();
    copy(out, core->sfpu.lreg[index & 15u]);
    if (STX_TRACE) {
        coop_order_value(coop_code_thread(), index & 15u, stx_llk_lanes(), false,
                         stx_llk_place_text(__builtin_return_address(0)));
    }
}

/* Writes only the enabled lanes, and only LReg 0..7, like an instruction does. */
void stx_llk_lreg_write(unsigned index, const uint32_t in[32]) {
    coop_code_forgets(coop_code_thread());
    stx_llk_settle();
    struct stx_core *core = stx_bound();
    uint32_t lanes = stx_llk_lanes();
    for (unsigned lane = 0; index < 8 && lane < STX_LANES; lane++) {
        if (lanes >> lane & 1u) {
            core->sfpu.lreg[index][lane] = in[lane];
        }
    }
    if (STX_TRACE && index < 8) {
        coop_order_value(coop_code_thread(), index, lanes, true, NULL);
    }
}

uint32_t stx_llk_lanes(void) {
    const struct stx_core *core = stx_bound();
    return core->sfpu.flags | ~core->sfpu.use;
}

void stx_llk_flags_and(uint32_t mask) {
    stx_bound()->sfpu.flags &= mask;
}

static void stand_for(unsigned thread, unsigned words, const void *caller) {
    struct stx_core *core = stx_bound();
    core->place[thread] = stx_llk_place_text(caller);
    chosen_stands(thread, words);
    core->place[thread] = NULL;
}

void stx_llk_tested(unsigned thread, unsigned words) {
    if (STX_TRACE) {
        stand_for(thread, words, __builtin_return_address(0));
    }
}

void stx_llk_assign(unsigned thread, const uint32_t old[32], const uint32_t now[32],
                    uint32_t out[32]) {
    if (STX_TRACE && stx_bound()->sfpu.depth && !chosen_computed(now)) {
        stand_for(thread, 1, __builtin_return_address(0));
    }
    const uint32_t lanes = stx_llk_lanes();
    if (~lanes) {
        lanes_assign(lanes, old, now, out);
    } else {
        copy(out, now);
    }
}

uint32_t stx_llk_negative(const uint32_t v[32]) {
    return lanes_negative(v);
}

uint32_t stx_llk_zero(const uint32_t v[32]) {
    return lanes_zero(v);
}

void stx_llk_constant(unsigned thread, uint32_t value, uint32_t out[32]) {
    if (STX_TRACE) {
        chosen_constant(thread, value);
    }
    lanes_fill(out, value);
}
