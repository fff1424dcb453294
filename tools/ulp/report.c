/* SPDX-License-Identifier: Apache-2.0
 *
 * report.c - prints the result of a run as text for a terminal. */
#include "report.h"

#include <inttypes.h>
#include <math.h>

static void number(FILE *to, const struct ulp_format *f, uint32_t bits) {
    fprintf(to, "%0*" PRIx32 " %-13.7g", (int)f->bits / 4, bits, ulp_value(f, bits));
}

static void head(const struct ulp_report *r, FILE *to) {
    const struct ulp_run *run = r->run;
    const struct ulp_measure *m = r->measure;
    fprintf(to, "%s: %s, %s to %s, Dst %s, %" PRIu64 " inputs%s\n", r->name, r->function,
            run->setting.in->name, run->setting.out->name, run->dst->name, m->inputs,
            run->per_binade || run->ramp.count || run->grid || run->setting.to > 0 ? "" : " (all)");
    if (run->srca) {
        fprintf(to, "  inputs come through unpacker 0 and SrcA\n");
    }
    if (run->sources) {
        fprintf(to, "  words of the matrix unit: x in SrcA, y in SrcB\n");
    }
    fprintf(to, "  words of the vector unit %u, of other units %u; executed %s\n",
            run->program.words, run->program.others,
            run->fast ? "in the recorded form" : "word by word");
    if (run->program.fused) {
        fprintf(to, "  %u products are rounded with the sum that follows\n", run->program.fused);
    }
    if (run->cost.cycles) {
        fprintf(to,
                "  a tile: %" PRIu64 " cycles (%" PRIu64 " to %" PRIu64 ") for %" PRIu32
                " issue slots; LRegs used %d\n",
                run->cost.cycles, run->cost.low, run->cost.high, run->cost.words,
                __builtin_popcount(run->program.lregs));
    }
    if (run->program.refused[0]) {
        fprintf(to, "  no recorded form: %s\n", run->program.refused);
    }
    if (m->sampled) {
        fprintf(to, "  %" PRIu64 " results computed plainly too, %" PRIu64 " differ\n", m->sampled,
                m->differing);
    }
}

static void summary(const struct ulp_measure *m, FILE *to) {
    fprintf(to, "max %.4f ulp, mean %.4f ulp, max %" PRIu64 " steps from the nearest number\n",
            m->max_ulp, ulp_measure_mean(m), m->max_steps);
    fprintf(to, "correctly rounded %.3f %% of %" PRIu64 " ordinary inputs\n",
            m->ordinary ? 100.0 * (double)m->correct / (double)m->ordinary : 0, m->ordinary);
    if (m->max_relative > 0) {
        fprintf(to, "max relative error %.4g = 2^%.2f, max absolute error %.4g\n", m->max_relative,
                log2(m->max_relative), m->max_absolute);
    }
}

static void worst(const struct ulp_report *r, FILE *to) {
    const struct ulp_setting *s = &r->run->setting;
    fprintf(to, "worst inputs         result               nearest              ulp\n");
    for (unsigned i = 0; i < ULP_WORST && r->measure->worst[i].error > 0; i++) {
        const struct ulp_worst *w = &r->measure->worst[i];
        fprintf(to, "  ");
        number(to, s->in, w->input);
        for (unsigned n = 0; n < r->run->operands; n++) {
            fprintf(to, " and ");
            number(to, s->in, w->more[n]);
        }
        fprintf(to, " ");
        number(to, s->out, w->result);
        fprintf(to, " ");
        number(to, s->out, w->expected);
        fprintf(to, " %.4f\n", w->error);
    }
}

static void histogram(const struct ulp_measure *m, FILE *to) {
    fprintf(to, "error                  results\n");
    for (unsigned i = 0; i < ULP_BINS; i++) {
        char name[32];
        if (!m->bin[i]) {
            continue;
        }
        snprintf(name, sizeof name, i == 0 ? "correctly rounded" : "at most %g ulp",
                 ldexp(0.5, (int)i - 1));
        if (i == ULP_BINS - 1) {
            snprintf(name, sizeof name, "more");
        }
        fprintf(to, "  %-20s %10" PRIu64 " %.*s\n", name, m->bin[i],
                (int)(40 * m->bin[i] / (m->ordinary ? m->ordinary : 1)),
                "########################################");
    }
}

/* Neighbouring binades with similar worst inputs are printed together. */
static void binades(const struct ulp_report *r, FILE *to) {
    const struct ulp_format *f = r->run->setting.in;
    const struct ulp_measure *m = r->measure;
    unsigned count = 1u << (f->bits - f->mantissa), half = count / 2;
    if (f->integer) {
        return;
    }
    fprintf(to, "by binade of the input (worst ulp)\n");
    for (unsigned i = 0; i < count; i++) {
        unsigned first = i < half ? count - 1 - i : i - half,
                 last = first; /* in ascending order of values */
        double max = m->binade_max[first];
        uint64_t n = m->binade_count[first];
        if (!n) {
            continue;
        }
        while (i + 1 < count) {
            unsigned next = i + 1 < half ? count - 2 - i : i + 1 - half;
            if ((i + 1 < half) != (i < half) || !m->binade_count[next] ||
                fabs(log2((m->binade_max[next] + 1e-3) / (max + 1e-3))) > 0.3) {
                break;
            }
            last = next;
            n += m->binade_count[next];
            max = fmax(max, m->binade_max[next]);
            i++;
        }
        int bias = f->emin - 1;
        fprintf(to, "  %c2^%-5d ... %c2^%-5d %12" PRIu64 " %12.4f\n", i < half ? '-' : '+',
                (int)(first % half) + bias, i < half ? '-' : '+', (int)(last % half) + bias, n,
                max);
    }
}

static void cases(const struct ulp_report *r, FILE *to) {
    const struct ulp_setting *s = &r->run->setting;
    fprintf(to, "apart from these        count      right  the first that is not: input, result, "
                "expected\n");
    for (unsigned i = 0; i < ULP_CASES; i++) {
        const struct ulp_case_count *c = &r->measure->cases[i];
        if (!c->count) {
            continue;
        }
        fprintf(to, "  %-18s %10" PRIu64 " %10" PRIu64, ulp_case_name[i], c->count, c->right);
        if (c->right < c->count) {
            int in = (int)s->in->bits / 4, out = (int)s->out->bits / 4;
            fprintf(to, "  %0*" PRIx32 " (%.4g) %0*" PRIx32 " (%.4g) %0*" PRIx32 " (%.4g)", in,
                    c->input, ulp_value(s->in, c->input), out, c->result,
                    ulp_value(s->out, c->result), out, c->expected, ulp_value(s->out, c->expected));
        }
        fprintf(to, "\n");
    }
}

static void first_input(const struct ulp_report *r, const char *text, uint64_t order, FILE *to) {
    const struct ulp_format *f = r->run->setting.in;
    if (order != ULP_NO_INPUT) {
        uint32_t bits = ulp_pattern(f, (uint32_t)order);
        fprintf(to, "%s %0*" PRIx32 " (%.7g)\n", text, (int)f->bits / 4, bits, ulp_value(f, bits));
    }
}

static void shape(const struct ulp_report *r, FILE *to) {
    const struct ulp_measure *m = r->measure;
    if (r->run->direction && !r->run->per_binade) {
        fprintf(to, "monotonicity: %" PRIu64 " neighbours in the wrong order\n", m->turns);
        first_input(r, "  first at", m->first_turn, to);
    }
    if (m->mirrored) {
        fprintf(to, "symmetry: %" PRIu64 " of %" PRIu64 " inputs differ from their opposites\n",
                m->asymmetric, m->mirrored);
        first_input(r, "  first at", m->first_asymmetric, to);
    }
    first_input(r, "a bound is broken, first at", m->first_break, to);
}

void ulp_report_text(const struct ulp_report *report, FILE *to) {
    head(report, to);
    summary(report->measure, to);
    worst(report, to);
    histogram(report->measure, to);
    binades(report, to);
    cases(report, to);
    shape(report, to);
    fprintf(to, "%.1f s, %.2f ns an input\n", report->seconds,
            report->seconds * 1e9 /
                (double)(report->measure->inputs ? report->measure->inputs : 1));
}
