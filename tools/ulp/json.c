/* SPDX-License-Identifier: Apache-2.0
 *
 * json.c - the result of a run as JSON (docs/ulp.md). */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "report.h"
#include "softensix/arch.h"

static void text(FILE *to, const char *name, const char *value) {
    fprintf(to, "\"%s\": \"", name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\') {
            putc('\\', to);
        }
        putc(*value < ' ' ? ' ' : *value, to);
    }
    fprintf(to, "\", ");
}

/* JSON has no infinity and no NaN. */
static void real(FILE *to, double value) {
    if (isfinite(value)) {
        fprintf(to, "%.9g", value);
    } else {
        fprintf(to, "\"%g\"", value);
    }
}

static void count(FILE *to, const char *name, uint64_t value) {
    fprintf(to, "\"%s\": %" PRIu64 ", ", name, value);
}

static void place(FILE *to, const struct ulp_format *f, const char *name, uint64_t order) {
    if (order == ULP_NO_INPUT) {
        fprintf(to, "\"%s\": null, ", name);
    } else {
        fprintf(to, "\"%s\": \"%0*" PRIx32 "\", ", name, (int)f->bits / 4,
                ulp_pattern(f, (uint32_t)order));
    }
}

static void bits(FILE *to, const struct ulp_format *f, uint32_t value) {
    fprintf(to, "\"%0*" PRIx32 "\"", (int)f->bits / 4, value);
}

/* Those besides x that the function reads. Which vectors SFPLOADMACRO reads is not told, nor what
 * the matrix unit does: there they count as read. */
static unsigned operands_read(const struct ulp_run *r) {
    static const char macro[] = "SFPLOADMACRO";
    unsigned seconds = 0, thirds = 0;
    for (unsigned i = 0; i < ULP_SLOTS; i++) {
        seconds |= r->program.slot[i] == SLOT_SECOND;
        thirds |= r->program.slot[i] == SLOT_THIRD;
    }
    bool untold = r->sources || strncmp(r->program.refused, macro, sizeof macro - 1) == 0;
    return untold ? r->operands : r->operands ? seconds + thirds : 0;
}

static void totals(const struct ulp_report *r, FILE *to) {
    const struct ulp_measure *m = r->measure;
    text(to, "name", r->name);
    text(to, "function", r->function);
    text(to, "in", r->run->setting.in->name);
    text(to, "out", r->run->setting.out->name);
    text(to, "dst", r->run->dst->name);
    text(to, "through", r->run->srca ? "srca" : r->run->sources ? "src" : "dst");
    text(to, "chip", STX_ARCH == STX_ARCH_BLACKHOLE ? "blackhole" : "wormhole");
    text(to, "way", r->run->fast ? "recorded" : "plain");
    text(to, "refused", r->run->program.refused);
    count(to, "words", r->run->program.words);
    count(to, "fused", r->run->program.fused);
    count(to, "registers", r->run->program.registers);
    count(to, "operands", 1 + operands_read(r->run));
    if (r->run->cost.cycles) {
        const struct ulp_cost *c = &r->run->cost;
        fprintf(to, "\"cycles\": [%" PRIu64 ", %" PRIu64 ", %" PRIu64 "], ", c->cycles, c->low,
                c->high);
        count(to, "issued", c->words);
        count(to, "lregs", (uint64_t)__builtin_popcount(r->run->program.lregs));
    }
    count(to, "inputs", m->inputs);
    count(to, "ordinary", m->ordinary);
    count(to, "correct", m->correct);
    count(to, "sampled", m->sampled);
    count(to, "differing", m->differing);
    fprintf(to,
            "\n \"max_ulp\": %.9g, \"mean_ulp\": %.9g, \"max_relative\": %.9g, \"max_absolute\": ",
            m->max_ulp, ulp_measure_mean(m), m->max_relative);
    real(to, m->max_absolute);
    fprintf(to, ", ");
    count(to, "max_steps", m->max_steps);
    place(to, r->run->setting.in, "first_break", m->first_break);
    count(to, "turns", m->turns);
    count(to, "mirrored", m->mirrored);
    count(to, "asymmetric", m->asymmetric);
    fprintf(to, "\"seconds\": %.3f", r->seconds);
}

static void worst(const struct ulp_report *r, FILE *to) {
    const struct ulp_setting *s = &r->run->setting;
    fprintf(to, ",\n \"worst\": [");
    for (unsigned i = 0; i < ULP_WORST && r->measure->worst[i].error > 0; i++) {
        const struct ulp_worst *w = &r->measure->worst[i];
        fprintf(to, "%s{\"input\": ", i ? ", " : "");
        bits(to, s->in, w->input);
        fprintf(to, ", \"x\": ");
        real(to, ulp_value(s->in, w->input));
        for (unsigned n = 0; n < r->run->operands; n++) {
            fprintf(to, ", \"%c\": ", 'y' + (int)n);
            real(to, ulp_value(s->in, w->more[n]));
        }
        fprintf(to, ", \"result\": ");
        bits(to, s->out, w->result);
        fprintf(to, ", \"nearest\": ");
        bits(to, s->out, w->expected);
        fprintf(to, ", \"ulp\": %.9g}", w->error);
    }
    fprintf(to, "]");
}

static void cases(const struct ulp_report *r, FILE *to) {
    fprintf(to, ",\n \"cases\": {");
    for (unsigned i = 0; i < ULP_CASES; i++) {
        const struct ulp_case_count *c = &r->measure->cases[i];
        fprintf(to, "%s\"%s\": {\"count\": %" PRIu64 ", \"right\": %" PRIu64, i ? ", " : "",
                ulp_case_name[i], c->count, c->right);
        if (c->right < c->count) {
            fprintf(to, ", \"input\": ");
            bits(to, r->run->setting.in, c->input);
            fprintf(to, ", \"result\": ");
            bits(to, r->run->setting.out, c->result);
            fprintf(to, ", \"expected\": ");
            bits(to, r->run->setting.out, c->expected);
        }
        fprintf(to, "}");
    }
    fprintf(to, "}");
}

static void tables(const struct ulp_report *r, FILE *to) {
    const struct ulp_format *f = r->run->setting.in;
    const struct ulp_measure *m = r->measure;
    fprintf(to, ",\n \"histogram\": [");
    for (unsigned i = 0; i < ULP_BINS; i++) {
        fprintf(to, "%s%" PRIu64, i ? ", " : "", m->bin[i]);
    }
    fprintf(to, "],\n \"curve\": [");
    const char *comma = "";
    for (unsigned i = 0; i < ULP_BUCKETS; i++) { /* x in the middle, worst error */
        if (m->bucket_max[i] >= 0) {
            uint64_t order = (2ull * i + 1) << (f->bits - 11) >> 1;
            double x = ulp_value(f, ulp_pattern(f, (uint32_t)order));
            if (isfinite(x)) {
                fprintf(to, "%s[%.7g, %.5g]", comma, x, m->bucket_max[i]);
                comma = ", ";
            }
        }
    }
    fprintf(to, "]");
}

void ulp_report_json(const struct ulp_report *report, FILE *to) {
    fprintf(to, "{\"version\": 1, ");
    totals(report, to);
    worst(report, to);
    cases(report, to);
    tables(report, to);
    fprintf(to, "}\n");
}
