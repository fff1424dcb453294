/* SPDX-License-Identifier: Apache-2.0
 *
 * headroom.c - how well a run uses its time: its operations compared with the peak, the time of
 * each thread alone, and the time of the run if a unit were twice as fast. */
#include "diag/out.h"
#include "time/model.h"

#define PEAK 4096u /* operations of MVMUL, one word a cycle: 8 x 16 sums of 16 products */
#define MOST_PHASES 4u

static void tell_line(const struct out *out, const char *name, uint64_t cycles) {
    stx_out_string(out, " ");
    stx_out_string(out, name);
    stx_out_string(out, " ");
    stx_time_out(out, cycles);
}

/* Words of later fidelity phases refine the same products, so the peak is divided by the number of
 * phases. */
static void tell_flops(const struct stx_time *time, const struct out *out) {
    static const char *const fidelities[MOST_PHASES] = {"LoFi", "HiFi2", "HiFi3", "HiFi4"};
    const struct stx_time_clock *c = &time->clock[STX_TIME_EXPECTED];
    uint64_t total = stx_time_total(time, STX_TIME_EXPECTED);
    if (!c->flops || !total) {
        return;
    }
    uint64_t phases = (c->work + c->flops / 2u) / c->flops;
    phases = phases < MOST_PHASES ? phases : MOST_PHASES;
    stx_out_string(out, "operations: ");
    stx_time_out(out, c->flops);
    tell_line(out, "in", total);
    tell_line(out, "cycles,", c->flops / total);
    tell_line(out, "a cycle of", PEAK / phases);
    stx_out_string(out, " at ");
    stx_out_string(out, fidelities[phases - 1u]);
    stx_out_string(out, ": ");
    stx_time_share(out, c->work, PEAK * total);
    stx_out_string(out, " of the peak\n");
}

static void tell_products(const struct stx_time *time, const struct out *out) {
    const struct stx_time_clock *c = &time->clock[STX_TIME_EXPECTED];
    if (c->products) {
        stx_out_string(out, "products: in a row one in ");
        stx_time_out(out, c->gaps / c->products);
        stx_out_string(out, ".");
        stx_time_out(out, c->gaps * 10u / c->products % 10u);
        stx_time_out(out, c->gaps * 100u / c->products % 10u);
        stx_out_string(out, " cycles, ");
        stx_time_share(out, c->products, c->gaps);
        stx_out_string(out, " of the peak\n");
    }
}

/* Prints how many operations the run does for each byte that the unpackers fetch, and how many
 * operations a cycle are then possible: the peak, or fewer if L1 cannot supply the bytes for
 * these. */
static void tell_roof(const struct stx_time *time, const struct out *out) {
    const struct stx_time_clock *c = &time->clock[STX_TIME_EXPECTED];
    uint64_t total = stx_time_total(time, STX_TIME_EXPECTED);
    if (!c->flops || !time->fetched || !total) {
        return;
    }
    uint64_t peak = PEAK * c->flops / c->work, hundredths = 100u * c->flops / time->fetched;
    uint64_t bytes = time->value[STX_TIME_EXPECTED][PARAMETER_unpack_joint_rate] * c->flops;
    bool by_bytes = bytes < peak * time->fetched;
    uint64_t roof = by_bytes ? bytes / time->fetched : peak;
    stx_out_string(out, "roofline: ");
    stx_time_out(out, hundredths / 100u);
    stx_out_string(out, ".");
    stx_time_out(out, hundredths / 10u % 10u);
    stx_time_out(out, hundredths % 10u);
    stx_out_string(out, " operations a byte from L1; ");
    stx_out_string(out, by_bytes ? "L1 allows for " : "the peak is ");
    stx_time_out(out, roof);
    stx_out_string(out, " a cycle, of which ");
    stx_time_share(out, c->flops, roof * total);
    stx_out_string(out, " are reached\n");
}

static void tell_alone(const struct stx_time *time, const struct out *out) {
    stx_out_string(out, "alone:");
    for (unsigned t = 0; t < STX_TIME_THREADS; t++) {
        tell_line(out, stx_time_thread_name(t),
                  stx_time_of(time, (enum stx_time_bound)(STX_TIME_ALONE + t), t));
    }
    stx_out_string(out, " cycles\n");
}

uint64_t stx_time_busy(const struct stx_time *time, unsigned resource) {
    const struct stx_time_clock *c = &time->clock[STX_TIME_EXPECTED];
    uint64_t most = resource < STX_TIME_RESOURCES ? c->busy[resource] : 0;
    for (unsigned t = 0; t < STX_TIME_THREADS && resource >= STX_TIME_RESOURCES; t++) {
        most = time_later(most, resource == STX_TIME_ISSUE  ? c->words[t]
                                : resource == STX_TIME_CODE ? c->code[t]
                                                            : 0);
    }
    uint64_t total = stx_time_total(time, STX_TIME_EXPECTED);
    return resource == STX_TIME_FEED ? stx_time_moving(c, total) : most;
}

/* Prints the share of the run's time that a clock with something twice as fast saves. */
static void tell_saving(const struct stx_time *time, const struct out *out, unsigned clock) {
    uint64_t total = stx_time_total(time, STX_TIME_EXPECTED);
    uint64_t then = stx_time_total(time, (enum stx_time_bound)clock);
    stx_time_share(out, then < total ? total - then : 0, total);
}

/* The clock of what is busy longest; of equal ones, that of the unit that limits the run is
 * preferred. */
static unsigned busiest(const struct stx_time *time, unsigned binding) {
    unsigned found = binding;
    for (unsigned i = STX_TIME_TWICE; i < stx_time_clocks(time); i++) {
        uint64_t most = stx_time_busy(time, time->clock[found].twice);
        found = stx_time_busy(time, time->clock[i].twice) > most ? i : found;
    }
    return found;
}

static void tell_verdict(const struct stx_time *time, const struct out *out, unsigned binding) {
    stx_out_string(out, "verdict: ");
    if (!binding) {
        stx_out_string(out,
                       "order and waits limit the run; no unit of twice the speed would help\n");
        return;
    }
    unsigned most = busiest(time, binding);
    stx_out_string(out, stx_time_resource(time->clock[binding].twice));
    stx_out_string(out, " limits the run; twice its speed would save ");
    tell_saving(time, out, binding);
    if (most != binding) {
        stx_out_string(out, "; the busiest, ");
        stx_out_string(out, stx_time_resource(time->clock[most].twice));
        stx_out_string(out, ", ");
        tell_saving(time, out, most);
    }
    stx_out_string(out, "\n");
}

static void tell_twice(const struct stx_time *time, const struct out *out) {
    unsigned end = stx_time_clocks(time);
    stx_out_string(out, "twice as fast:");
    for (unsigned i = STX_TIME_TWICE; i < end; i++) {
        if (time_is_kept(time, &time->clock[i])) {
            stx_out_string(out, i > STX_TIME_TWICE ? "," : "");
            tell_line(out, stx_time_resource(time->clock[i].twice),
                      stx_time_total(time, (enum stx_time_bound)i));
        }
    }
    stx_out_string(out, " cycles\n");
    tell_verdict(time, out, stx_time_binding(time));
}

void stx_time_tell_work(const struct stx_time *time, const struct out *out) {
    tell_flops(time, out);
    tell_roof(time, out);
    tell_products(time, out);
    if (time->clocks > STX_TIME_BOUNDS) {
        tell_alone(time, out);
        tell_twice(time, out);
        stx_time_tell_feed(time, out);
        stx_time_tell_band(time, out);
    }
}
