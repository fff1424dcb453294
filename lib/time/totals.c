/* SPDX-License-Identifier: Apache-2.0
 *
 * totals.c - the cycles of a run, and how numbers and names of units are printed. */
#include "diag/out.h"
#include "time/model.h"

/* The name of each unit in reports, and the hardware's counter of its busy cycles or words. */
static const struct {
    const char *name, *counter;
} resources[STX_TIME_FEED + 1] = {
    [STX_RESOURCE_UNKNOWN] = {"other", ""},
    [STX_RESOURCE_FRONT] = {"front end", ""},
    [STX_RESOURCE_THREAD] = {"counters", ""},
    [STX_RESOURCE_THREAD_CONFIG] = {"thread configuration", ""},
    [STX_RESOURCE_SYNC] = {"sync unit", ""},
    [STX_RESOURCE_MUTEX] = {"mutexes", ""},
    [STX_RESOURCE_CONFIG] = {"configuration", ""},
    [STX_RESOURCE_SCALAR] = {"scalar unit", ""},
    [STX_RESOURCE_FPU] = {"matrix unit", "FPU_COUNTER"},
    [STX_RESOURCE_SFPU] = {"vector unit", "SFPU_COUNTER"},
    [STX_RESOURCE_UNPACK] = {"unpackers", "UNPACK0_BUSY_THREAD0, UNPACK1_BUSY_THREAD0"},
    [STX_RESOURCE_PACK] = {"packer", "PACKER_BUSY"},
    [STX_RESOURCE_MOVER] = {"mover", ""},
    [STX_TIME_ISSUE] = {"issue of words", ""},
    [STX_TIME_CODE] = {"RISC-V code", ""},
    [STX_TIME_FEED] = {"data movement", ""}};

const char *stx_time_resource(unsigned resource) {
    return resource <= STX_TIME_FEED ? resources[resource].name : "";
}

const char *stx_time_counter(unsigned resource) {
    return resources[resource].counter;
}

const char *stx_time_thread_name(unsigned thread) {
    static const char *const names[STX_TIME_THREADS] = {"unpack", "math", [PACK_THREAD] = "pack"};
    return names[thread];
}

uint64_t stx_time_of(const struct stx_time *time, enum stx_time_bound bound, unsigned thread) {
    if ((unsigned)bound >= sizeof time->clock / sizeof *time->clock) {
        return 0;
    }
    const struct stx_time_clock *c = &time->clock[bound];
    unsigned tick = c->tick ? c->tick : 1u;
    return thread < STX_TIME_THREADS ? (c->finished[thread] + tick - 1u) / tick : 0;
}

uint64_t stx_time_total(const struct stx_time *time, enum stx_time_bound bound) {
    uint64_t total = 0;
    for (unsigned t = 0; t != STX_TIME_THREADS; t++) {
        uint64_t end = stx_time_of(time, bound, t);
        total = end > total ? end : total;
    }
    return total;
}

/* Ticks of a clock as whole cycles. */
static uint64_t in_cycles(const struct stx_time *time, enum stx_time_bound bound, uint64_t ticks) {
    const uint64_t tick = time->clock[bound].tick;
    return (ticks + tick - 1u) / tick;
}

static bool has_clock(const struct stx_time *time, enum stx_time_bound bound) {
    return (unsigned)bound < time->clocks && time->clock[bound].tick;
}

uint64_t stx_time_mover(const struct stx_time *time, enum stx_time_bound bound, bool writer) {
    return has_clock(time, bound) ? in_cycles(time, bound, time->clock[bound].agent[writer]) : 0;
}

uint64_t stx_time_arrival(const struct stx_time *time, enum stx_time_bound bound, bool writer) {
    return has_clock(time, bound) ? in_cycles(time, bound, time->clock[bound].wire[writer]) : 0;
}

uint64_t stx_time_apart(const struct stx_time *time, enum stx_time_bound bound, bool writer) {
    return has_clock(time, bound) ? in_cycles(time, bound, time->clock[bound].apart[writer]) : 0;
}

uint64_t stx_time_core(const struct stx_time *time, enum stx_time_bound bound) {
    uint64_t last = stx_time_total(time, bound);
    for (unsigned writer = 0; writer < STX_TIME_MOVERS; writer++) {
        last = time_later(last, stx_time_mover(time, bound, writer != 0));
        last = time_later(last, stx_time_arrival(time, bound, writer != 0));
    }
    return last;
}

/* Prints a decimal number of 64 bits: 2^32 cycles are three seconds, and a run may take longer.
 * Smaller numbers use the faster division of 32 bits. */
void stx_time_out(const struct out *out, uint64_t cycles) {
    char text[] = "18446744073709551615", *at = text; /* the longest number */
    while (*at) {
        at++;
    }
    for (; cycles > UINT32_MAX; cycles /= 10u) {
        *--at = (char)('0' + cycles % 10u);
    }
    uint32_t rest = (uint32_t)cycles;
    do {
        *--at = (char)('0' + rest % 10u);
        rest /= 10u;
    } while (rest);
    stx_out_string(out, at);
}

/* Prints the share of the whole, as in "12.3 %". */
void stx_time_share(const struct out *out, uint64_t cycles, uint64_t total) {
    uint64_t tenths = total ? 1000u * cycles / total : 0;
    stx_time_out(out, tenths / 10u);
    stx_out_string(out, ".");
    stx_time_out(out, tenths % 10u);
    stx_out_string(out, " %");
}

unsigned stx_time_binding(const struct stx_time *time) {
    uint64_t least = stx_time_total(time, STX_TIME_EXPECTED);
    unsigned binding = 0, end = stx_time_clocks(time);
    for (unsigned i = STX_TIME_TWICE; i < end; i++) {
        uint64_t then = stx_time_total(time, (enum stx_time_bound)i);
        binding = then < least ? i : binding;
        least = then < least ? then : least;
    }
    return binding;
}
