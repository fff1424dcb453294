/* SPDX-License-Identifier: Apache-2.0
 *
 * part.c - computes a range of consecutive inputs, measures the results, and compares them with
 * those of neighbours, of negated inputs and of the plain form. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "num/pack_datum.h"
#include "run.h"
#include "through.h"
#include "tuples.h"

#define LANES 32u

static uint64_t mixed(uint64_t v) {
    v = (v ^ v >> 30) * 0xBF58476D1CE4E5B9u;
    v = (v ^ v >> 27) * 0x94D049BB133111EBu;
    return v ^ v >> 31;
}

uint64_t ulp_run_firsts(const struct ulp_run *r) {
    const struct ulp_format *f = r->setting.in;
    return r->ramp.count   ? r->ramp.count
           : r->per_binade ? r->per_binade << (f->bits - f->mantissa)
                           : 1ull << f->bits;
}

uint64_t ulp_run_inputs(const struct ulp_run *r) {
    return ulp_run_firsts(r) * (r->grid ? ulp_tuples(r) : 1);
}

/* The ends and the middle of a binade first, then random ones. */
uint32_t ulp_run_mantissa(const struct ulp_run *r, uint64_t binade, uint64_t number) {
    uint32_t mask = (1u << r->setting.in->mantissa) - 1u;
    const uint32_t first[] = {0, mask, 1, mask - 1, (mask + 1) / 2};
    return number < 5
               ? first[number]
               : (uint32_t)mixed(r->seed * 0x9E3779B97F4A7C15u + (binade << 32) + number) & mask;
}

static uint32_t f32_bits(double value) {
    float number = (float)value;
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* Computed in binary32 from the nearer end, like torch.linspace(), then converted to the format of
 * inputs.
 */
static uint32_t on_ramp(const struct ulp_ramp *r, const struct ulp_format *f, uint64_t index) {
    float step = r->count > 1 ? (r->to - r->from) / (float)(r->count - 1) : 0;
    float value = index < r->count / 2 || r->count == 1
                      ? r->from + step * (float)index
                      : r->to - step * (float)(r->count - 1 - index);
    return f->integer       ? (uint32_t)lrintf(value)
           : f == &ulp_bf16 ? stx_pack_f32_to_b16(f32_bits(value))
           : f == &ulp_fp16 ? pack_f32_to_fp16(f32_bits(value)) & 0xFFFFu
                            : f32_bits(value);
}

uint32_t ulp_run_input(const struct ulp_run *r, uint64_t index) {
    const struct ulp_format *f = r->setting.in;
    if (r->ramp.count) {
        return on_ramp(&r->ramp, f, index);
    }
    if (!r->per_binade) {
        return ulp_pattern(f, (uint32_t)index);
    }
    uint64_t binade = index / r->per_binade;
    return (uint32_t)binade << f->mantissa | ulp_run_mantissa(r, binade, index % r->per_binade);
}

static uint32_t straight(const struct ulp_run *r, uint32_t input) {
    if (r->setting.in->bits == 32) {
        return input;
    }
    if (r->setting.in == &ulp_fp16 && r->dst == &ulp_fp32) {
        return f32_bits(ulp_value(&ulp_fp16, input));
    }
    return input << 16;
}

bool ulp_run_to_dst(struct ulp_run *r, const uint32_t *input, uint32_t *element, uint64_t count) {
    if (r->srca) {
        const char *why = ulp_through_srca(r->setting.in, r->dst, input, element, (size_t)count);
        snprintf(r->wrong, sizeof r->wrong, "%s%s", why ? "through SrcA: " : "", why ? why : "");
        return !why;
    }
    for (uint64_t i = 0; i < count; i++) {
        element[i] = straight(r, input[i]);
    }
    return true;
}

uint32_t ulp_run_result(const struct ulp_run *r, uint32_t element) {
    if (r->setting.out->bits == 32) {
        return element;
    }
    if (r->dst == &ulp_fp32) {
        return r->setting.out == &ulp_bf16 ? stx_pack_f32_to_b16(element)
                                           : pack_f32_to_fp16(element) & 0xFFFFu;
    }
    return element >> 16;
}

/* Finds the vectors of Dst that the function first reads and then writes; returns their number. */
static unsigned active_slots(const struct ulp_program *p, unsigned *slot) {
    unsigned n = 0;
    for (unsigned i = 0; i < p->slots; i++) {
        if (p->slot[i] == SLOT_ACTIVE) {
            slot[n++] = i;
        }
    }
    return n;
}

/* Elements in the used vectors of Dst; spread() distributes them, gather() collects them. */
struct tiles {
    unsigned slot[ULP_SLOTS], slots, all;
    size_t vectors;
    uint32_t *in, *out;
};

static struct tiles spread(const struct ulp_run *r, const uint32_t *element, uint64_t count) {
    struct tiles t = {.all = r->program.slots};
    t.slots = active_slots(&r->program, t.slot);
    t.vectors = (size_t)((count + t.slots * LANES - 1) / (t.slots * LANES));
    t.in = calloc(t.vectors * t.all * LANES, sizeof *t.in);
    t.out = calloc(t.vectors * t.all * LANES, sizeof *t.out);
    if (!t.in || !t.out) {
        abort();
    }
    for (size_t i = 0; r->grid && i < t.vectors * t.all * LANES; i++) {
        uint8_t slot = r->program.slot[i / LANES % t.all];
        t.in[i] = slot == SLOT_SECOND ? r->more[0] : slot == SLOT_THIRD ? r->more[1] : 0;
    }
    for (uint64_t i = 0; i < count; i++) {
        uint64_t group = i / LANES;
        t.in[(group / t.slots * t.all + t.slot[group % t.slots]) * LANES + i % LANES] = element[i];
    }
    return t;
}

static void gather(const struct tiles *t, uint32_t *element, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        uint64_t group = i / LANES;
        element[i] =
            t->out[(group / t->slots * t->all + t->slot[group % t->slots]) * LANES + i % LANES];
    }
}

static bool has_plain(const struct ulp_run *r) {
    return r->plain.words || r->plain.kernel;
}

bool ulp_run_cost(struct ulp_run *r) {
    unsigned slot[ULP_SLOTS], slots = active_slots(&r->program, slot);
    if (!has_plain(r) || (!slots && !r->sources)) {
        return true;
    }
    unsigned calls = r->sources ? 1024 / 128 : (1024 / LANES + slots - 1) / slots;
    bool good = ulp_plain_cost(&r->plain, calls, &r->cost);
    snprintf(r->wrong, sizeof r->wrong, "%s", r->plain.wrong);
    return good;
}

static bool by_results(struct ulp_run *r, uint64_t first, const uint32_t *in, uint32_t *out,
                       uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t *pair = r->results.element + 2 * (first + i);
        if (first + i >= r->results.count || pair[0] != in[i]) {
            snprintf(r->wrong, sizeof r->wrong, "the plain results are those of other inputs");
            return false;
        }
        out[i] = pair[1];
    }
    return true;
}

bool ulp_run_elements(struct ulp_run *r, bool fast, const uint32_t *in, uint32_t *out,
                      uint64_t count) {
    if (r->sources) {
        bool done = ulp_plain_run_sources(&r->plain, in, r->more[0], out, count);
        snprintf(r->wrong, sizeof r->wrong, "%s", r->plain.wrong);
        return done;
    }
    struct tiles t = spread(r, in, count);
    bool good = fast ? ulp_program_run(&r->program, t.in, t.out, t.vectors)
                     : ulp_plain_run(&r->plain, t.all, t.in, t.out, t.vectors);
    gather(&t, out, count);
    free(t.in);
    free(t.out);
    if (!good) {
        snprintf(r->wrong, sizeof r->wrong, "%s",
                 fast ? "a word of the recorded form faults" : r->plain.wrong);
    }
    return good;
}

/* Computes some of them word by word, too: all if they are few, otherwise 128. */
static bool compare_sample(struct ulp_run *r, uint64_t first, const uint32_t *in,
                           const uint32_t *out, uint64_t count, struct ulp_measure *m) {
    enum { SAMPLE = 128 };
    uint32_t plain[4096];
    bool few = ulp_run_inputs(r) <= 1u << 16;
    for (uint64_t at = 0; at < count; at += 4096) {
        uint64_t left = count - at, some = left < 4096 ? left : 4096;
        if (!few) {
            at = mixed(first) % count;
            some = count - at < SAMPLE ? count - at : SAMPLE;
        }
        if (!ulp_run_elements(r, false, in + at, plain, some)) {
            return false;
        }
        for (uint64_t i = 0; i < some; i++) {
            m->differing += plain[i] != out[at + i];
        }
        m->sampled += some;
        if (!few) {
            break;
        }
    }
    return true;
}

static bool is_number(const struct ulp_format *f, uint32_t bits) {
    return ulp_classify(f, bits) != ULP_NAN;
}

/* Counts neighbours in the order of values whose results are in the wrong order. */
static void note_turn(const struct ulp_run *r, uint64_t order, uint32_t before, uint32_t after,
                      struct ulp_measure *m) {
    const struct ulp_format *f = r->setting.out;
    double a = ulp_value(f, before), b = ulp_value(f, after);
    if (is_number(f, before) && is_number(f, after) &&
        (r->direction == DIRECTION_UP ? b < a : b > a)) {
        m->turns++;
        m->first_turn = order < m->first_turn ? order : m->first_turn;
    }
}

static void note_turns(const struct ulp_run *r, uint64_t first, const uint32_t *input,
                       const uint32_t *result, uint64_t count, struct ulp_measure *m) {
    bool in_order = !r->per_binade && !r->ramp.count;
    for (uint64_t i = 1; i < count && r->direction && in_order; i++) {
        if (is_number(r->setting.in, input[i]) && is_number(r->setting.in, input[i - 1])) {
            note_turn(r, first + i, result[i - 1], result[i], m);
        }
    }
}

/* Counts inputs for which f(-x) differs from f(x) or -f(x), which are equal for the exact
 * function. */
static bool note_symmetry(struct ulp_run *r, const uint32_t *input, const uint32_t *result,
                          uint64_t count, struct ulp_measure *m) {
    const struct ulp_format *in = r->setting.in, *f = r->setting.out;
    uint32_t sign = 1u << (f->bits - 1);
    uint32_t *element = calloc(2 * (size_t)count, sizeof *element), *other = element + count;
    for (uint64_t i = 0; i < count; i++) {
        other[i] = input[i] ^ 1u << (in->bits - 1);
    }
    bool good = ulp_run_to_dst(r, other, element, count) &&
                ulp_run_elements(r, r->fast, element, other, count);
    for (uint64_t i = 0; i < count && good; i++) {
        uint32_t expected = r->symmetry == SYMMETRY_ODD ? result[i] ^ sign : result[i];
        uint32_t there = ulp_run_result(r, other[i]);
        bool numbers = is_number(in, input[i]) && is_number(f, there) && is_number(f, expected);
        if (numbers && ulp_value(f, there) != ulp_value(f, expected)) {
            uint64_t order = ulp_order(in, input[i]);
            m->asymmetric++;
            m->first_asymmetric = order < m->first_asymmetric ? order : m->first_asymmetric;
        }
    }
    m->mirrored += count;
    free(element);
    return good;
}

static bool measure_all(struct ulp_run *r, uint64_t first, uint64_t before, uint64_t count,
                        uint32_t *input, uint32_t *element, uint32_t *out, struct ulp_measure *m) {
    uint64_t all = count + before;
    for (uint64_t i = 0; i < all; i++) {
        input[i] = ulp_run_input(r, first - before + i);
    }
    bool pairs = r->results.element && !r->fast;
    bool good = ulp_run_to_dst(r, input, element, all) &&
                (pairs ? by_results(r, first - before, element, out, all)
                       : ulp_run_elements(r, r->fast, element, out, all));
    if (good && r->fast && has_plain(r)) {
        good = compare_sample(r, first, element + before, out + before, count, m);
    }
    for (uint64_t i = 0; i < all; i++) {
        out[i] = ulp_run_result(r, out[i]);
    }
    for (uint64_t i = before; i < all && good; i++) {
        ulp_measure_one(m, &r->setting, input[i], out[i]);
    }
    note_turns(r, first - before, input, out, all, m);
    bool mirror = r->symmetry && !pairs && (first >> 16) % 16 == 0;
    return good && (!mirror || note_symmetry(r, input + before, out + before, count, m));
}

static bool measure_some(struct ulp_run *r, uint64_t first, uint64_t count, struct ulp_measure *m) {
    uint32_t *room = malloc(3 * ((size_t)count + 1) * sizeof *room);
    if (!room) {
        abort();
    }
    bool good =
        measure_all(r, first, first > 0, count, room, room + count + 1, room + 2 * (count + 1), m);
    free(room);
    return good;
}

/* First operands are consecutive; the others change after the last of them. */
bool ulp_run_part(struct ulp_run *r, uint64_t first, uint64_t count, struct ulp_measure *m) {
    while (count) {
        uint64_t of = ulp_run_firsts(r), at = first % of, some = of - at < count ? of - at : count;
        if (r->grid) {
            ulp_tuples_take(r, first / of);
        }
        if (!measure_some(r, at, some, m)) {
            return false;
        }
        first += some;
        count -= some;
    }
    return true;
}
